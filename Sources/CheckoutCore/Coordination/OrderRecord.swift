/// One thing that must survive the death of the app, in the order it happened.
///
/// An order is restored by applying its records anew to an empty ``OrderMachine``: there is one way to a standing, live
/// or restored.
public enum OrderRecord: Sendable, Hashable {
    /// An attempt began.
    case began(BeganAttempt)
    /// Something was heard about an attempt.
    case heard(attempt: Int, CheckoutSignal)
    /// An unused grant was taken back.
    case withdrew(attempt: Int)
    /// The merchant gave payments of an attempt back.
    case released(attempt: Int, [PaymentReference])
    /// The attempt's session is over.
    case narrowed(attempt: Int, Retry)
    /// An anomaly that belongs to no attempt.
    case noticed(Anomaly)
}

/// What is recorded when an attempt begins.
public struct BeganAttempt: Sendable, Hashable {
    /// The attempt's id.
    public let id: AttemptID
    /// The session, by its name.
    public let session: String
    /// The provider.
    public let provider: Provider
    /// The method.
    public let method: PaymentMethod?
    /// The asked amount; `nil` for an attempt nobody here began.
    public let asked: Money?
    /// Whether the guard granted it.
    public let isGranted: Bool
    /// Whether the grant is the submission boundary.
    public let isSubmitted: Bool
}
