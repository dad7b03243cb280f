// Copy this file into the app. It turns PXP's SDK objects into values and wires the hooks of a card submit component.
// `CardSubmitTransactionFailedException` is there since 1.1.0 of the SDK: leave its line out for an earlier one.

import CheckoutCore
import CheckoutPXP
import Foundation
@preconcurrency import PXPCheckoutSDK

/// PXP's card submit component, for ``CheckoutPXP/PXPHooks``.
enum PXPCard: PXPComponent {
    typealias AuthenticationPreparation = PreInitiateIntegratedAuthenticationData
    typealias AuthenticationStart = InitiateIntegratedAuthenticationData
    typealias PreAuthorisation = PreAuthorizationData

    static let offered: Set<PXPHook> = Set(PXPHook.allCases).subtracting([.onApprove, .onCancel, .onError])
    static var plainTransaction: TransactionInitiationData { TransactionInitiationData() }

    static func copy(tokenisation: CardTokenizationResult) -> PXPTokenisation {
        switch tokenisation {
        case is CardTokenizationResultSuccess: PXPTokenisation(isSuccess: true)
        case let failed as CardTokenizationResultFailed:
            PXPTokenisation(
                isSuccess: false, error: PXPError(errorCode: PXPErrorCode(rawValue: failed.errorCode)))
        default: PXPTokenisation(isSuccess: nil)
        }
    }

    static func copy(authentication: AuthenticationResult) -> PXPAuthenticationState? {
        PXPAuthenticationState(rawValue: authentication.stateData.code)
    }

    /// The class's name carries the outcome, so it is copied whatever it is.
    static func copy(result: BaseSubmitResult) -> PXPResult {
        var copy = PXPResult(type: PXPResultClass(rawValue: "\(type(of: result))"))
        copy.state = (result as? BaseStatusCode200SubmitResult)?.state.map(PXPState.init(rawValue:))
        switch result {
        case let authorised as AuthorisedSubmitResult:
            copy.provider = PXPProviderResult(authorised.provider)
            copy.fundingData = PXPFundingData(authorised.fundingData)
        case let captured as CapturedSubmitResult:
            copy.provider = PXPProviderResult(captured.provider)
            copy.fundingData = PXPFundingData(captured.fundingData)
        case let refused as RefusedSubmitResult:
            copy.stateCode = refused.stateData?.code.map(PXPDeclineCode.init(rawValue:))
            copy.provider = refused.provider.map(PXPProviderResult.init)
            copy.fundingData = refused.fundingData.map(PXPFundingData.init)
        case let failed as FailedSubmitResult:
            copy.errorCode = failed.errorCode.map(PXPErrorCode.init(rawValue:))
            copy.httpStatusCode = failed.httpStatusCode
            copy.correlationId = failed.correlationId.map { RawCode($0) }
        case let unknown as UnknownSubmitResult:
            copy.state = PXPState(rawValue: unknown.state)
            copy.stateCode = unknown.stateData.code.map(PXPDeclineCode.init(rawValue:))
        case let merchant as MerchantSubmitResult:
            copy.merchantTransactionId = AttemptID(rawValue: merchant.merchantTransactionId)
            copy.systemTransactionId = PaymentReference(merchant.systemTransactionId)
        default: break
        }
        return copy
    }

    static func copy(failure: BaseSdkException) -> PXPError {
        let result: BaseSubmitResult? =
            switch failure {
            case let failed as CardSubmitTransactionFailedException: failed.submitResult
            case let failed as PazeTransactionFailedException: failed.submitResult
            default: nil
            }
        return PXPError(
            type: PXPExceptionClass(rawValue: "\(type(of: failure))"),
            errorCode: PXPErrorCode(rawValue: failure.errorCode), submitResult: result.map(copy(result:)))
    }

    /// Cards have no wallet's approval.
    static func copy(approval: Never) -> PaymentReference? {}
}

extension PXPProviderResult {
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

extension PXPFundingData {
    fileprivate init(_ data: FundingDataResult) {
        self.init(
            transactionId: data.transactionId.flatMap(PaymentReference.init), amount: data.amount,
            currency: data.currency.map { RawCode($0) },
            cardVerificationCodeResult: data.cardVerificationCodeResult.map { RawCode($0) },
            addressVerificationServiceResult: data.addressVerificationServiceResult.map { RawCode($0) })
    }
}

extension CardSubmitComponentConfig {
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
