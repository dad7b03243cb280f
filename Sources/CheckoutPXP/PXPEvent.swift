public import CheckoutCore

/// What happens in PXP's submit component, as plain values.
///
/// Sources: the vendor's page “Non-3DS transactions” (iOS), callback details; fact sheet pxp, sections 1 and 3.
public enum PXPEvent: Sendable, Hashable {
    /// The components were created.
    case created
    /// Creating them threw.
    case createFailed(PXPError)
    /// The app calls `submitAsync`. Sent before the call; ``startSubmit(method:)`` then belongs to the same submit.
    case submit(method: PaymentMethod?)
    /// `onStartSubmit`: the form is valid, tokenisation begins.
    case startSubmit(method: PaymentMethod?)
    /// `submitAsync` returned. It returns nothing, so this is no outcome; but it ends a submit that told nothing and
    /// sent nothing, so it must always be sent.
    case submitReturned
    /// `onPreTokenisation`, with the app's answer.
    case preTokenisation(PXPHookAnswer)
    /// `onPostTokenisation`.
    case postTokenisation(PXPTokenisation)
    /// `onPreInitiateAuthentication`, with the app's answer.
    case preInitiateAuthentication(PXPHookAnswer)
    /// `onPostInitiateAuthentication`.
    case postInitiateAuthentication(PXPAuthenticationState?)
    /// `onPreAuthentication`, with the app's answer.
    case preAuthentication(PXPHookAnswer)
    /// `onPostAuthentication`.
    case postAuthentication(PXPAuthenticationState?)
    /// `onPreAuthorisation`, with the app's answer. Data means that the authorisation is sent next.
    case preAuthorisation(PXPHookAnswer)
    /// `onPreRetrySoftDecline`, with the app's answer.
    case preRetrySoftDecline(PXPSoftDecline)
    /// `onPostAuthorisation`.
    case postAuthorisation(PXPResult)
    /// `onSubmitError`. A component that hands a result to it instead of an exception is one that carries it.
    case submitError(PXPError)
    /// `onApprove`: the shopper approved in the PayPal wallet. The merchant's server has to execute it.
    case approve(order: PaymentReference?)
    /// `onCancel`.
    case cancel
    /// `onError`. A cancelled wallet may come this way.
    case error(PXPError)
}

/// How a tokenisation ended.
public struct PXPTokenisation: Sendable, Hashable {
    /// Whether there is a token; `nil` where it isn't known. The token itself is never kept.
    public var isSuccess: Bool?
    /// What a failed one says.
    public var error: PXPError?

    /// Makes the end of a tokenisation.
    public init(isSuccess: Bool?, error: PXPError? = nil) {
        self.isSuccess = isSuccess
        self.error = error
    }
}

/// The offer to try a soft decline again, within the same submit and with authentication.
public struct PXPSoftDecline: Sendable, Hashable {
    /// Whether the app accepted; `nil` where it isn't known.
    public var retry: Bool?
    /// The refusal that the hook was called with. Its transaction id tells a copy of it from the next round's result.
    public var result: PXPResult?

    /// Makes an offer.
    public init(retry: Bool?, result: PXPResult? = nil) {
        self.retry = retry
        self.result = result
    }
}

/// An exception of the SDK, as far as it says what happened. Its message is never kept.
///
/// Source: fact sheet pxp, section 4. `NSError.code` is not the SDK's code: copy `errorCode`.
public struct PXPError: Sendable, Hashable {
    /// The name of the exception's class.
    public var type: PXPExceptionClass?
    /// The code.
    public var errorCode: PXPErrorCode?
    /// The result that the exception carries; some versions of the SDK deliver every decline this way.
    public var submitResult: PXPResult?

    /// Makes an error.
    public init(
        type: PXPExceptionClass? = nil, errorCode: PXPErrorCode? = nil, submitResult: PXPResult? = nil
    ) {
        self.type = type
        self.errorCode = errorCode
        self.submitResult = submitResult
    }
}
