/// One thing that must survive the death of the app, in the order it happened.
///
/// An order is restored by applying its records anew to an empty ``OrderMachine``: there is one way to a standing, live
/// or restored.
package enum OrderRecord: Sendable, Hashable {
    /// The order was opened, with this amount.
    case opened(CheckoutOrder)
    /// An attempt began.
    case began(BeganAttempt)
    /// Something was heard about an attempt.
    case heard(attempt: Int, CheckoutSignal)
    /// An unused grant was taken back.
    case withdrew(attempt: Int)
    /// The merchant gave payments of an attempt back.
    case released(attempt: Int, [PaymentReference])
    /// The merchant gave payments back that no attempt had reported yet.
    case releasedEarly([PaymentReference])
    /// The attempt's session is over.
    case narrowed(attempt: Int, Retry)
    /// An anomaly that belongs to no attempt.
    case noticed(Anomaly)
}

/// What is recorded when an attempt begins.
package struct BeganAttempt: Sendable, Hashable {
    /// The attempt's id.
    package let id: AttemptID
    /// The session, by its name.
    package let session: String
    /// The provider.
    package let provider: Provider
    /// The method.
    package let method: PaymentMethod?
    /// The asked amount; `nil` for an attempt nobody here began.
    package let asked: Money?
    /// Whether the guard granted it.
    package let isGranted: Bool
    /// Whether the grant is the submission boundary.
    package let isSubmitted: Bool
}
