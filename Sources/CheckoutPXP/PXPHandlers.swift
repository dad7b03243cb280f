public import CheckoutCore

/// A component of PXP's SDK that can be submitted: its types, and how they are copied into values.
///
/// The app conforms an empty enum to it, once for each kind of component it uses; so this module links no SDK.
public protocol PXPComponent: SendableMetatype {
    /// What `onPostTokenisation` is called with.
    associatedtype Tokenisation
    /// What `onPreInitiateAuthentication` answers.
    associatedtype AuthenticationPreparation
    /// What `onPreAuthentication` answers.
    associatedtype AuthenticationStart
    /// What both hooks after an authentication step are called with.
    associatedtype AuthenticationResult
    /// What `onPreAuthorisation` is called with.
    associatedtype PreAuthorisation
    /// What `onPreAuthorisation` answers.
    associatedtype Transaction
    /// What `onPostAuthorisation` is called with.
    associatedtype SubmitResult
    /// What `onSubmitError`, `onCancel` and `onError` are called with.
    associatedtype Failure
    /// What `onApprove` is called with.
    associatedtype Approval

    /// The hooks that the component has. One that it hasn't must not be named: a boundary that never comes hides a payment.
    static var offered: Set<PXPHook> { get }
    /// What `onPreAuthorisation` is answered with where the app adds nothing; `nil` would cancel.
    static var plainTransaction: Transaction { get }

    /// Copies the end of a tokenisation.
    static func copy(tokenisation: Tokenisation) -> PXPTokenisation
    /// Copies the state of an authentication; `nil` where it has none.
    static func copy(authentication: AuthenticationResult) -> PXPAuthenticationState?
    /// Copies a result.
    static func copy(result: SubmitResult) -> PXPResult
    /// Copies an error. A result that comes in an error's place is an error that carries it.
    static func copy(failure: Failure) -> PXPError
    /// Copies the order's id of a wallet's approval.
    static func copy(approval: Approval) -> PaymentReference?
}

/// Closures in the shapes of the vendor's page: what the app adds to a component, and what the component is given.
///
/// They are called on any thread. Source: the page “Non-3DS transactions”, callback details; fact sheet pxp, section 3.
public struct PXPHandlers<Component: PXPComponent>: Sendable {
    /// The form is valid, tokenisation begins.
    public var onStartSubmit: (@Sendable () -> Void)?
    /// Before the card is tokenised; `false` stops it.
    public var onPreTokenisation: (@Sendable () -> Bool)?
    /// After the card was tokenised, or wasn't.
    public var onPostTokenisation: (@Sendable (Component.Tokenisation) -> Void)?
    /// Before the authentication is prepared; `nil` leaves it out.
    public var onPreInitiateAuthentication: (@Sendable () async -> Component.AuthenticationPreparation?)?
    /// After the authentication was prepared, or wasn't.
    public var onPostInitiateAuthentication: (@Sendable (Component.AuthenticationResult) -> Void)?
    /// Before the challenge; `nil` leaves it out.
    public var onPreAuthentication: (@Sendable () async -> Component.AuthenticationStart?)?
    /// After the challenge.
    public var onPostAuthentication: (@Sendable (Component.AuthenticationResult) -> Void)?
    /// Before the authorisation is sent; `nil` stops it.
    public var onPreAuthorisation: (@Sendable (Component.PreAuthorisation?) async -> Component.Transaction?)?
    /// After a soft decline; `true` tries it again with authentication, within the same submit.
    ///
    /// The same hooks are called again. To authenticate only then, set both authentication hooks and answer the first with
    /// `nil` until this one was called.
    public var onPreRetrySoftDecline: (@Sendable (Component.SubmitResult) -> Bool)?
    /// The result.
    public var onPostAuthorisation: (@Sendable (Component.SubmitResult) -> Void)?
    /// An error, or a result inside one.
    public var onSubmitError: (@Sendable (Component.Failure) -> Void)?
    /// The wallet's approval.
    public var onApprove: (@Sendable (Component.Approval) -> Void)?
    /// The shopper left; some components tell an error with it.
    public var onCancel: (@Sendable (Component.Failure?) -> Void)?
    /// An error of a wallet.
    public var onError: (@Sendable (Component.Failure) -> Void)?

    /// Makes handlers that add nothing.
    public init() {}

    /// The hooks that a component is wired with: open the session's ``PXPAdapter`` with them.
    ///
    /// Hooks that only listen are always wired, and so is `onPreAuthorisation`: it is where a payment can be stopped. The
    /// others are where the app has an answer.
    ///
    /// - Throws: ``PXPConfigurationError`` if only one of the two authentication hooks is set.
    public var hookSet: PXPHookSet {
        get throws(PXPConfigurationError) {
            var wired = Component.offered
            if onPreInitiateAuthentication == nil { wired.remove(.onPreInitiateAuthentication) }
            if onPreAuthentication == nil { wired.remove(.onPreAuthentication) }
            if onPreRetrySoftDecline == nil { wired.remove(.onPreRetrySoftDecline) }
            return try PXPHookSet(wired)
        }
    }
}
