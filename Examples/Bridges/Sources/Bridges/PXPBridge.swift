// Copy this file into the app. It turns PXP's SDK objects into values and wires the hooks of a card submit component.
// `CardSubmitTransactionFailedException` is there since 1.1.0 of the SDK: leave its line out for an earlier one.

import CheckoutCore
import CheckoutPXP
import Foundation
@preconcurrency import PXPCheckoutSDK

/// PXP's card submit component, for ``CheckoutPXP/PXPHooks``. The SDK calls on any thread, so nothing here is the main
/// actor's, whatever the app's default is.
nonisolated enum PXPCard: PXPComponent {
    typealias AuthenticationPreparation = PreInitiateIntegratedAuthenticationData
    typealias AuthenticationStart = InitiateIntegratedAuthenticationData
    typealias PreAuthorisation = PreAuthorizationData

    static let offered: Set<PXPHook> = Set(PXPHook.allCases).subtracting([.onApprove, .onCancel, .onError])
    static var plainTransaction: TransactionInitiationData { TransactionInitiationData() }

    static func copy(tokenisation: CardTokenizationResult) -> PXPTokenisation { PXPTokenisation(tokenisation) }
    static func copy(authentication: AuthenticationResult) -> PXPAuthenticationState? {
        PXPAuthenticationState(rawValue: authentication.stateData.code)
    }
    static func copy(result: BaseSubmitResult) -> PXPResult { PXPResult(result) }
    static func copy(failure: BaseSdkException) -> PXPError { PXPError(failure) }
    /// Cards have no wallet's approval.
    static func copy(approval: Never) -> PaymentReference? {}
}

nonisolated extension PXPTokenisation {
    fileprivate init(_ result: CardTokenizationResult) {
        switch result {
        case is CardTokenizationResultSuccess: self.init(isSuccess: true)
        case let failed as CardTokenizationResultFailed:
            self.init(isSuccess: false, error: PXPError(errorCode: PXPErrorCode(rawValue: failed.errorCode)))
        default: self.init(isSuccess: nil)
        }
    }
}

nonisolated extension PXPResult {
    /// The class's name carries the outcome, so it is copied whatever it is.
    fileprivate init(_ result: BaseSubmitResult) {
        self.init(type: PXPResultClass(rawValue: "\(Swift.type(of: result))"))
        state = (result as? BaseStatusCode200SubmitResult)?.state.map(PXPState.init(rawValue:))
        switch result {
        case let authorised as AuthorisedSubmitResult:
            provider = PXPProviderResult(authorised.provider)
            fundingData = PXPFundingData(authorised.fundingData)
        case let captured as CapturedSubmitResult:
            provider = PXPProviderResult(captured.provider)
            fundingData = PXPFundingData(captured.fundingData)
        case let refused as RefusedSubmitResult:
            stateCode = refused.stateData?.code.map(PXPDeclineCode.init(rawValue:))
            provider = refused.provider.map(PXPProviderResult.init)
            fundingData = refused.fundingData.map(PXPFundingData.init)
        case let failed as FailedSubmitResult:
            errorCode = failed.errorCode.map(PXPErrorCode.init(rawValue:))
            httpStatusCode = failed.httpStatusCode
            correlationId = failed.correlationId.map { RawCode($0) }
        case let unknown as UnknownSubmitResult:
            state = PXPState(rawValue: unknown.state)
            stateCode = unknown.stateData.code.map(PXPDeclineCode.init(rawValue:))
        case let merchant as MerchantSubmitResult:
            merchantTransactionId = AttemptID(rawValue: merchant.merchantTransactionId)
            systemTransactionId = PaymentReference(merchant.systemTransactionId)
        default: break
        }
    }
}

nonisolated extension PXPError {
    /// An error may carry the result.
    fileprivate init(_ error: BaseSdkException) {
        let result: BaseSubmitResult? =
            switch error {
            case let failed as CardSubmitTransactionFailedException: failed.submitResult
            case let failed as PazeTransactionFailedException: failed.submitResult
            default: nil
            }
        self.init(
            type: PXPExceptionClass(rawValue: "\(Swift.type(of: error))"),
            errorCode: PXPErrorCode(rawValue: error.errorCode), submitResult: result.map { PXPResult($0) })
    }
}

nonisolated extension PXPProviderResult {
    fileprivate init(_ result: ProviderResult) {
        self.init(
            code: PXPDeclineCode(rawValue: result.code),
            transactionId: result.transactionId.flatMap(PaymentReference.init),
            merchantAdvice: result.merchantAdvice?.code.map(PXPAdviceCode.init(rawValue:)),
            cardVerificationCodeResult: result.cardVerificationCodeResult.map { RawCode($0) },
            addressVerificationServiceResult: result.addressVerificationServiceResult.map { RawCode($0) })
    }

    fileprivate init(_ result: RefusedProviderResult) {
        self.init(
            code: PXPDeclineCode(rawValue: result.code),
            transactionId: result.transactionId.flatMap(PaymentReference.init),
            merchantAdvice: result.merchantAdvice?.code.map(PXPAdviceCode.init(rawValue:)),
            cardVerificationCodeResult: result.cardVerificationCodeResult.map { RawCode($0) },
            addressVerificationServiceResult: result.addressVerificationServiceResult.map { RawCode($0) })
    }
}

nonisolated extension PXPFundingData {
    fileprivate init(_ data: FundingDataResult) {
        self.init(
            transactionId: data.transactionId.flatMap(PaymentReference.init), amount: data.amount,
            currency: data.currency.map { RawCode($0) },
            cardVerificationCodeResult: data.cardVerificationCodeResult.map { RawCode($0) },
            addressVerificationServiceResult: data.addressVerificationServiceResult.map { RawCode($0) })
    }
}

nonisolated extension CardSubmitComponentConfig {
    /// Takes the wired hooks; one that isn't wired stays unset.
    mutating func wire(_ hooks: PXPHooks<PXPCard>) {
        let wired = hooks.wired
        onStartSubmit = wired.onStartSubmit
        onPreTokenisation = wired.onPreTokenisation
        onPostTokenisation = wired.onPostTokenisation
        onPreInitiateAuthentication = wired.onPreInitiateAuthentication
        onPostInitiateAuthentication = wired.onPostInitiateAuthentication
        onPreAuthentication = wired.onPreAuthentication
        onPostAuthentication = wired.onPostAuthentication
        onPreAuthorisation = wired.onPreAuthorisation
        onPreRetrySoftDecline = wired.onPreRetrySoftDecline.map { ask in { result in .simple(ask(result)) } }
        onPostAuthorisation = wired.onPostAuthorisation
        onSubmitError = wired.onSubmitError
    }
}

/// PXP's part of a payment screen.
@MainActor final class PXPBridge {
    let session: CheckoutSession<PXPAdapter>
    private let pxp: PxpCheckout
    private let handlers: PXPHandlers<PXPCard>
    private var latest: PXPHooks<PXPCard>?

    /// Opens the session. A set of hooks that the SDK would refuse is refused here.
    init(
        _ checkout: Checkout, pxp: PxpCheckout, intent: PXPIntent = .authorisation, handlers: PXPHandlers<PXPCard>
    ) throws {
        session = try checkout.open(PXPAdapter(intent: intent, hooks: handlers.hookSet))
        self.pxp = pxp
        self.handlers = handlers
    }

    /// A submit component and its hooks, which belong to each other for one submit.
    struct Submit {
        let component: CardSubmitComponent
        let hooks: PXPHooks<PXPCard>

        /// Pays: call it from the app's own Pay button.
        @MainActor func pay() async throws { try await hooks.submit { await component.submitAsync() } }
    }

    /// Creates the submit component, at the beginning and after every end of an attempt.
    func makeSubmit(_ config: CardSubmitComponentConfig = CardSubmitComponentConfig()) throws -> Submit {
        let hooks = try PXPHooks(session, handlers, method: "card")
        var config = config
        config.wire(hooks)
        do {
            guard let component = try pxp.create(.cardSubmit, componentConfig: config) as? CardSubmitComponent else {
                throw BaseSdkException(errorCode: "UNEXPECTED_COMPONENT")
            }
            // Whatever the component before still does is stopped, and what it still tells is its own attempt's.
            latest?.retire()
            latest = hooks
            session.send(.created)
            return Submit(component: component, hooks: hooks)
        } catch {
            let copy = (error as? BaseSdkException).map(PXPCard.copy(failure:))
            session.send(.createFailed(copy ?? PXPError(type: PXPExceptionClass(rawValue: "\(type(of: error))"))))
            throw error
        }
    }
}
