/// A state with what is known about it: whose word it is, and whether anything was sent.
///
/// ``exposure`` and ``retry`` are total functions of it; nothing else decides them.
public struct Standing: Sendable, Hashable {
    /// The state.
    public var state: CheckoutState
    /// Whose word the state is. `nil` while no statement stands: loading, ready, under way.
    public var evidence: Evidence?
    /// Whether something may have been sent that can move money.
    public var submitted: Bool

    /// Makes a standing.
    public init(_ state: CheckoutState, evidence: Evidence? = nil, submitted: Bool = false) {
        self.state = state
        self.evidence = evidence
        self.submitted = submitted
    }

    /// What may have happened to the shopper's money.
    public var exposure: Exposure {
        switch state {
        case .initializing, .ready: .none
        case .processing, .actionRequired: submitted ? .possible : .none
        case .pending, .outcomeUnknown: .possible
        case .partiallyPaid: .held
        case .succeeded(let approval):
            switch approval.intent {
            case .payment: approval.level == .captured ? .taken : .held
            case .verification, .payout: .none
            }
        case .declined, .cancelled, .failed: .none
        }
    }

    /// How wide a new attempt may be, as far as this state goes.
    public var retry: Retry {
        switch state {
        case .ready: .sameMethod
        case .initializing, .processing, .actionRequired, .pending, .succeeded, .outcomeUnknown: .blocked
        // A part of unknown size leaves an unknown rest: nothing more can be asked for.
        case .partiallyPaid(let part): part.paid == nil && part.remaining == nil ? .blocked : .otherMethod
        case .declined(let decline): decline.retry
        case .cancelled(let cancellation): cancellation.retry
        case .failed(let failure): failure.retry
        }
    }
}

extension Standing: CustomStringConvertible {
    /// The state and whose word it is. Safe to log.
    public var description: String {
        guard let evidence else { return state.description }
        return "\(state) by \(evidence.rawValue)"
    }
}
