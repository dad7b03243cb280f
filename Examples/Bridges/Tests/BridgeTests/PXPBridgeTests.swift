import CheckoutCore
import CheckoutPXP
@preconcurrency import PXPCheckoutSDK
import Testing

@testable import Bridges

@Suite("The bridge of PXP") @MainActor struct PXPBridgeTests {
    private let checkout: Checkout
    private let pxp: PxpCheckout

    init() throws {
        checkout = try order()
        pxp = try PxpCheckout.initialize()
    }

    private func bridge(_ handlers: PXPHandlers<PXPCard> = PXPHandlers()) throws -> PXPBridge {
        try PXPBridge(checkout, pxp: pxp, handlers: handlers)
    }

    private static func approved(_ id: String) -> StandIn.Answer {
        .result(
            AuthorisedSubmitResult(
                provider: ProviderResult(code: "00", message: "Approved"),
                fundingData: FundingDataResult(transactionId: id, amount: 10, currency: "EUR")))
    }

    nonisolated private static func refused(_ code: String, id: String? = nil) -> RefusedSubmitResult {
        RefusedSubmitResult(
            stateData: StateData(code: code), provider: RefusedProviderResult(code: code, message: "Do not honour"),
            fundingData: FundingDataResult(transactionId: id))
    }

    // MARK: - Results

    @Test("Paid, with what the app adds to the authorisation")
    func paid() async throws {
        var handlers = PXPHandlers<PXPCard>()
        handlers.onPreAuthorisation = { data in
            #expect(data?.gatewayTokenId == "token")
            return TransactionInitiationData(psd2Data: PSD2Data(scaExemption: .lowValue))
        }
        pxp.standIn.answers = [Self.approved("T1")]
        try await bridge(handlers).makeSubmit().pay()
        #expect(checkout.states == ["succeeded(authorised)"])
        #expect(checkout.attempts.first?.references == [PaymentReference("T1")].compactMap { $0 })
        #expect(pxp.standIn.sent.first?.psd2Data?.scaExemption == .lowValue)
    }

    @Test("Declined, then paid with another card")
    func declinedThenPaid() async throws {
        pxp.standIn.answers = [.result(Self.refused("43", id: "T1")), Self.approved("T2")]
        let bridge = try bridge()
        try await bridge.makeSubmit().pay()
        try await bridge.makeSubmit().pay()
        #expect(checkout.states == ["declined(lostOrStolenCard)", "succeeded(authorised)"])
        #expect(checkout.anomalies == [])
    }

    @Test("Both contracts of the SDK are read, whichever comes")
    func contracts() async throws {
        let rejected = FailedSubmitResult(errorCode: "INVALID_CVC", httpStatusCode: 422)
        let rows: [(StandIn.Answer, String)] = [
            (
                .result(MerchantSubmitResult(merchantTransactionId: "order-1", systemTransactionId: "S1")),
                "succeeded(unstated)"
            ),
            (
                .result(
                    CapturedSubmitResult(
                        provider: ProviderResult(code: "11", message: ""), fundingData: FundingDataResult())),
                "succeeded(captured)"
            ),
            (.error(PazeTransactionFailedException(submitResult: Self.refused("51"))), "declined(insufficientFunds)"),
            (.error(CardSubmitTransactionFailedException(submitResult: rejected)), "failed(validation)"),
            (
                .error(CardSubmitTransactionFailedException(submitResult: FailedSubmitResult(httpStatusCode: 504))),
                "outcomeUnknown(noAnswer)"
            ),
            (.error(NetworkSdkException(errorCode: "SDK0500")), "outcomeUnknown(noAnswer)"),
            (
                .result(UnknownSubmitResult(state: "Odd", stateData: StateData(code: nil))),
                "outcomeUnknown(unrecognised)"
            ),
            (.result(BaseSubmitResult()), "outcomeUnknown(unrecognised)"),
        ]
        for (answer, expected) in rows {
            let (checkout, pxp) = (try order(), try PxpCheckout.initialize())
            pxp.standIn.answers = [answer]
            try await PXPBridge(checkout, pxp: pxp, handlers: PXPHandlers()).makeSubmit().pay()
            #expect(checkout.states == [expected])
        }
    }

    // MARK: - Two submits

    @Test("A double tap sends once")
    func doubleTap() async throws {
        pxp.standIn.answers = [Self.approved("T1"), Self.approved("T2")]
        let submit = try bridge().makeSubmit()
        // The component's own button, twice.
        await submit.component.submitAsync()
        await submit.component.submitAsync()
        #expect(pxp.standIn.sent.count == 1)
        await #expect(throws: PXPComponentUsed.self) { try await submit.pay() }
        #expect(checkout.states == ["succeeded(authorised)"])
        #expect(checkout.anomalies == [])
    }

    @Test("A late second copy of a refusal doesn't end the next attempt")
    func lateCopy() async throws {
        let refusal = Self.refused("05")
        pxp.standIn.answers = [.result(refusal)]
        let bridge = try bridge()
        let first = try bridge.makeSubmit()
        try await first.pay()
        let second = try bridge.makeSubmit()
        try await second.pay()
        #expect(checkout.states == ["declined(doNotHonour)", "processing"])
        first.component.config.onPostAuthorisation?(refusal)
        first.component.config.onSubmitError?(PazeTransactionFailedException(submitResult: refusal))
        #expect(checkout.states == ["declined(doNotHonour)", "processing"])
        #expect(checkout.anomalies == [])
        second.component.config.onPostAuthorisation?(refusal)
        #expect(checkout.states == ["declined(doNotHonour)", "declined(doNotHonour)"])
    }

    @Test("The SDK may call the hooks on any thread")
    func anyThread() async throws {
        var handlers = PXPHandlers<PXPCard>()
        handlers.onPreRetrySoftDecline = { _ in true }
        let session = try checkout.open(PXPAdapter(hooks: handlers.hookSet))
        let hooks = try PXPHooks(session, handlers, method: "card")
        nonisolated(unsafe) var config = CardSubmitComponentConfig()
        config.wire(hooks)
        await Task.detached {
            config.onStartSubmit?()
            #expect(config.onPreTokenisation?() == true)
            config.onPostTokenisation?(CardTokenizationResultSuccess(gatewayTokenId: "token"))
            #expect(await config.onPreAuthorisation?(nil) != nil)
            guard case .simple(true)? = config.onPreRetrySoftDecline?(Self.refused("65", id: "T1")) else {
                Issue.record("not tried again")
                return
            }
            #expect(await config.onPreAuthorisation?(nil) != nil)
            config.onPostAuthorisation?(Self.refused("05", id: "T2"))
        }.value
        #expect(checkout.states == ["declined(doNotHonour)"])
    }

    // MARK: - Ends before sending

    @Test("The app's veto, and a form that isn't valid, send nothing")
    func veto() async throws {
        var handlers = PXPHandlers<PXPCard>()
        handlers.onPreAuthorisation = { _ in nil }
        let submit = try bridge(handlers).makeSubmit()
        pxp.standIn.isFormValid = false
        try await submit.pay()
        pxp.standIn.isFormValid = true
        try await submit.pay()
        #expect(checkout.states == ["failed(validation)", "cancelled(merchant)"])
        #expect(pxp.standIn.sent.isEmpty)
    }

    @Test("Only one of the two authentication hooks never reaches the SDK")
    func mismatch() throws {
        var handlers = PXPHandlers<PXPCard>()
        handlers.onPreAuthentication = { InitiateIntegratedAuthenticationData() }
        #expect(throws: PXPConfigurationError.authenticationHooksDiffer(missing: .onPreInitiateAuthentication)) {
            try bridge(handlers)
        }
    }

    @Test("Components that can't be created fail the session")
    func notCreated() throws {
        pxp.standIn.creationError = BaseSdkException(errorCode: "SDK0102")
        let bridge = try bridge()
        #expect(throws: BaseSdkException.self) { try bridge.makeSubmit() }
        #expect(checkout.state.description == "failed(configuration)")
    }

    @Test("A challenge shows as one")
    func challenge() async throws {
        var handlers = PXPHandlers<PXPCard>()
        handlers.onPreInitiateAuthentication = { PreInitiateIntegratedAuthenticationData() }
        let checkout = checkout
        handlers.onPreAuthentication = { InitiateIntegratedAuthenticationData() }
        handlers.onPostAuthentication = { _ in #expect(checkout.states == ["processing"]) }
        pxp.standIn.answers = [Self.approved("T1")]
        try await bridge(handlers).makeSubmit().pay()
        #expect(checkout.states == ["succeeded(authorised)"])
    }

    // MARK: - The article's steps, without the bridge's class

    @Test("The four steps pay")
    func steps() async throws {
        pxp.standIn.answers = [Self.approved("T1")]
        try await wireByHand()
        #expect(checkout.states == ["succeeded(authorised)"])
        #expect(pxp.standIn.sent.map(\.psd2Data?.scaExemption) == [.lowValue])
    }

    private func wireByHand() async throws {
        var handlers = PXPHandlers<PXPCard>()
        handlers.onPreAuthorisation = { _ in TransactionInitiationData(psd2Data: PSD2Data(scaExemption: .lowValue)) }
        let session = try checkout.open(PXPAdapter(intent: .authorisation, hooks: handlers.hookSet))

        let hooks = try PXPHooks(session, handlers, method: "card") { reason in print("a hook answers no: \(reason)") }
        var config = CardSubmitComponentConfig()
        config.wire(hooks)

        guard let component = try pxp.create(.cardSubmit, componentConfig: config) as? CardSubmitComponent else {
            return
        }
        session.send(.created)
        try await hooks.submit { await component.submitAsync() }
    }

    @Test("A grant has what the SDK is initialised with")
    func grant() async throws {
        try await payWithGrant()
        #expect(checkout.states == ["succeeded(unstated)"])
    }

    private func payWithGrant() async throws {
        // What the app adds to the SDK's hooks: nothing yet. `PXPCard` is in the file to copy.
        let handlers = PXPHandlers<PXPCard>()
        let session = try checkout.open(PXPAdapter(hooks: handlers.hookSet))

        guard case .granted(let grant) = session.begin(method: "card") else { return }
        let (amount, transactionId) = (PXPAmount(grant.amount), grant.attempt.rawValue)
        let hooks = try PXPHooks(session, handlers, method: "card", grant: grant)

        #expect(amount == PXPAmount(amount: 10, currency: "EUR"))
        let paid = MerchantSubmitResult(merchantTransactionId: transactionId, systemTransactionId: "S1")
        pxp.standIn.answers = [.result(paid)]
        var config = CardSubmitComponentConfig()
        config.wire(hooks)
        let component = try #require(
            try pxp.create(.cardSubmit, componentConfig: config) as? CardSubmitComponent)
        try await hooks.submit { await component.submitAsync() }
        #expect(hooks.attempt == grant.attempt)
    }
}
