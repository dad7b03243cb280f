/// What a statement can say about the outcome of an attempt.
///
/// These are the states of an attempt without the two that are progress: a statement never says that something is under
/// way.
public enum Outcome: Sendable, Hashable {
    /// See ``CheckoutState/pending(_:)``.
    case pending(PendingPayment)
    /// See ``CheckoutState/partiallyPaid(_:)``.
    indirect case partiallyPaid(PartialPayment)
    /// See ``CheckoutState/succeeded(_:)``.
    case succeeded(Approval)
    /// See ``CheckoutState/declined(_:)``.
    case declined(Decline)
    /// See ``CheckoutState/cancelled(_:)``.
    case cancelled(Cancellation)
    /// See ``CheckoutState/failed(_:)``.
    case failed(Failure)
    /// See ``CheckoutState/outcomeUnknown(_:)``.
    case outcomeUnknown(Uncertainty)

    /// The outcome as a state.
    public var state: CheckoutState {
        switch self {
        case .pending(let pending): .pending(pending)
        case .partiallyPaid(let part): .partiallyPaid(part)
        case .succeeded(let approval): .succeeded(approval)
        case .declined(let decline): .declined(decline)
        case .cancelled(let cancellation): .cancelled(cancellation)
        case .failed(let failure): .failed(failure)
        case .outcomeUnknown(let uncertainty): .outcomeUnknown(uncertainty)
        }
    }

    /// The outcome a state stands for; `nil` for the states that are no outcome.
    public init?(_ state: CheckoutState) {
        switch state {
        case .initializing, .ready, .processing, .actionRequired: return nil
        case .pending(let pending): self = .pending(pending)
        case .partiallyPaid(let part): self = .partiallyPaid(part)
        case .succeeded(let approval): self = .succeeded(approval)
        case .declined(let decline): self = .declined(decline)
        case .cancelled(let cancellation): self = .cancelled(cancellation)
        case .failed(let failure): self = .failed(failure)
        case .outcomeUnknown(let uncertainty): self = .outcomeUnknown(uncertainty)
        }
    }
}

/// An end that this device can state by itself, as long as nothing was submitted.
public enum LocalEnd: Sendable, Hashable {
    /// Refused before anything was sent: an authentication that comes before the payment failed.
    case declined(Decline)
    /// Withdrawn.
    case cancelled(Cancellation)
    /// A technical end.
    case failed(Failure)

    var outcome: Outcome {
        switch self {
        case .declined(let decline): .declined(decline)
        case .cancelled(let cancellation): .cancelled(cancellation)
        case .failed(let failure): .failed(failure)
        }
    }
}
