public import CheckoutCore

/// What happens in Primer's checkout, as plain values.
///
/// Source: the vendor's page “PrimerCheckoutState” (iOS); fact sheet primer, sections 1 and 2. Its Codable form is the
/// event's line in a recording.
public enum PrimerEvent: Sendable, Hashable {
    /// The SDK told a `PrimerCheckoutState`.
    case state(PrimerState)
    /// The app shows a managed view or the presenter.
    case presented
    /// The hook before a payment of an inline session was called, and what the app answers to it.
    case paymentWillBeCreated(method: PaymentMethod?, answer: Answer)
    /// The app cancelled or tore down the session.
    case sessionCancelled

    /// What the app answers to the hook before a payment.
    public enum Answer: String, Sendable, Hashable, CaseIterable {
        /// Go on, with the attempt's id as idempotency key.
        case proceed
        /// Abort: no payment is created.
        case cancel
    }
}

/// The SDK's `PrimerCheckoutState`.
///
/// Compare two of them with their payload: the SDK's own equality looks at the error id or the payment id alone, and
/// drops the second of two equal failures, which are two attempts (fact sheet primer, section 1).
public enum PrimerState: Sendable, Hashable {
    /// Configuration and methods are loading.
    case initializing
    /// The shopper can pay.
    ///
    /// - Parameters:
    ///   - session: what the client session says, for display.
    ///   - asked: what the next attempt would ask, to compare with: the order's reference and the amount that is left to
    ///     pay. `nil` where nobody says: then nothing is compared.
    case ready(PrimerSessionSnapshot, asked: CheckoutOrder?)
    /// A payment completed, as far as its status says so.
    case success(PrimerResult)
    /// The shopper closed the checkout, or the app cancelled a selection.
    case dismissed
    /// A payment attempt, or the start of the checkout, failed.
    case failure(PrimerFailure)
    /// A case that this version doesn't know; without a name if there was none.
    case other(RawCode?)
}
