/// One change, as every observer sees it.
public struct CheckoutUpdate: Sendable, Hashable {
    /// Behind one reference: an update goes to every observer.
    private let content: Content

    private final class Content: Sendable {
        let order: Standing
        let nextStep: NextStep
        let change: Change

        init(order: Standing, nextStep: NextStep, change: Change) {
            self.order = order
            self.nextStep = nextStep
            self.change = change
        }
    }

    init(order: Standing, nextStep: NextStep, change: Change) {
        content = Content(order: order, nextStep: nextStep, change: change)
    }

    /// The order's standing after the change: render this.
    public var order: Standing { content.order }
    /// What the screen should offer.
    public var nextStep: NextStep { content.nextStep }
    /// The change that caused it.
    public var change: Change { content.change }

    /// Whether two updates say the same.
    public static func == (left: Self, right: Self) -> Bool {
        left.content === right.content
            || left.order == right.order && left.nextStep == right.nextStep && left.change == right.change
    }

    /// Hashes what the update says.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(order)
        hasher.combine(nextStep)
        hasher.combine(change)
    }

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
