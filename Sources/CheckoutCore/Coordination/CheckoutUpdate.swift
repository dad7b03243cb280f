/// One change, as every observer sees it.
public struct CheckoutUpdate: Sendable, Hashable {
    /// The order's standing after the change: render this.
    public let order: Standing
    /// What the screen should offer.
    public let nextStep: NextStep
    /// The change that caused it.
    public let change: Change

    /// What changed.
    public struct Change: Sendable, Hashable {
        /// The name of the session in which it happened (``CheckoutSession/name``); `nil` for a change of the order
        /// itself.
        public let session: String?
        /// The attempt's number, counted over the order from 1; `nil` for a change of a session.
        public let attempt: Int?
        /// The attempt's id; `nil` for a change of a session.
        public let attemptID: AttemptID?
        /// The standing of the attempt, or of the session.
        public let standing: Standing
        /// What is louder than the state.
        public let anomalies: [Anomaly]
        /// Whether only the evidence is stronger.
        public let isEvidenceOnly: Bool
    }
}

/// How the order stands as a whole.
public struct OrderStanding: Sendable, Hashable {
    /// The state to render.
    public let standing: Standing
    /// What the screen should offer.
    public let nextStep: NextStep
    /// Why no new attempt may begin, whatever the session; `nil` if one may.
    public let refusal: StartRefusal?
    /// The number of the attempt that is in the way.
    public let blockedBy: Int?
    /// Every anomaly so far, in the order they came.
    public let anomalies: [Anomaly]
}
