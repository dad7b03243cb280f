/// What happened to a payment, in one word for every provider.
///
/// The enum is closed on purpose: a new case must stop an app's compiler, because somebody has to decide what it means
/// for the Pay button. Its payloads carry what may grow.
///
/// ``initializing``, ``ready`` and a failure to initialise are states of a session; the others are an attempt's.
/// Whether a new attempt may begin isn't read off a state alone: ask the guard, or ``NextStep``.
public enum CheckoutState: Sendable, Hashable {
    /// Configuration and methods are loading.
    case initializing
    /// The shopper can pay; nothing is sent.
    case ready
    /// An attempt is under way. Leads to any other state of an attempt.
    case processing
    /// The shopper must act before it goes on. Leads to any other state of an attempt.
    case actionRequired(ShopperAction)
    /// The provider has it, the result comes later. Open: leads to any end, a part payment or an approval.
    case pending(PendingPayment)
    /// Part of the amount is held or taken. Leads to ``succeeded(_:)``, or away only when the merchant gives it back.
    indirect case partiallyPaid(PartialPayment)
    /// Authorised or captured. Leads away only by the merchant's word: given back, or for a part of it.
    case succeeded(Approval)
    /// The provider refused this attempt. Leads away only by a greater statement, or by something sent after it.
    case declined(Decline)
    /// Withdrawn. Leads away only by a greater statement, or by something sent after it.
    case cancelled(Cancellation)
    /// A technical end without a payment. Leads away only by a greater statement, or by something sent after it.
    case failed(Failure)
    /// Sent, and nobody here can tell. Open: leads to whatever a stronger word says.
    case outcomeUnknown(Uncertainty)

    /// The case without its payload.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// See ``CheckoutState/initializing``.
        case initializing
        /// See ``CheckoutState/ready``.
        case ready
        /// See ``CheckoutState/processing``.
        case processing
        /// See ``CheckoutState/actionRequired(_:)``.
        case actionRequired
        /// See ``CheckoutState/pending(_:)``.
        case pending
        /// See ``CheckoutState/partiallyPaid(_:)``.
        case partiallyPaid
        /// See ``CheckoutState/succeeded(_:)``.
        case succeeded
        /// See ``CheckoutState/declined(_:)``.
        case declined
        /// See ``CheckoutState/cancelled(_:)``.
        case cancelled
        /// See ``CheckoutState/failed(_:)``.
        case failed
        /// See ``CheckoutState/outcomeUnknown(_:)``.
        case outcomeUnknown
    }

    /// The case without its payload.
    public var kind: Kind {
        switch self {
        case .initializing: .initializing
        case .ready: .ready
        case .processing: .processing
        case .actionRequired: .actionRequired
        case .pending: .pending
        case .partiallyPaid: .partiallyPaid
        case .succeeded: .succeeded
        case .declined: .declined
        case .cancelled: .cancelled
        case .failed: .failed
        case .outcomeUnknown: .outcomeUnknown
        }
    }

    /// The payment the state speaks of, as far as named.
    public var payment: PaymentDetails {
        switch self {
        case .initializing, .ready, .processing, .actionRequired: .unknown
        case .pending(let pending): pending.payment
        case .partiallyPaid(let part): part.payment
        case .succeeded(let approval): approval.payment
        case .declined(let decline): decline.payment
        case .cancelled(let cancellation): cancellation.payment
        case .failed(let failure): failure.payment
        case .outcomeUnknown(let uncertainty): uncertainty.payment
        }
    }

    /// The provider's own words beside the state.
    public var raw: RawCodes {
        switch self {
        case .initializing, .ready, .processing, .actionRequired: .none
        case .pending(let pending): pending.raw
        case .partiallyPaid(let part): part.raw
        case .succeeded(let approval): approval.raw
        case .declined(let decline): decline.raw
        case .cancelled(let cancellation): cancellation.raw
        case .failed(let failure): failure.raw
        case .outcomeUnknown(let uncertainty): uncertainty.raw
        }
    }
}

extension CheckoutState {
    /// The surcharge that waits for the shopper's answer.
    var surcharge: Surcharge? {
        guard case .actionRequired(.confirmSurcharge(let surcharge)) = self else { return nil }
        return surcharge
    }
}

extension CheckoutState.Kind {
    /// Whether an attempt in this state is at work: nobody has spoken about its outcome.
    public var isActive: Bool { self == .processing || self == .actionRequired }

    /// Whether the state is an end without a payment.
    public var isEnd: Bool {
        switch self {
        case .declined, .cancelled, .failed: true
        case .initializing, .ready, .processing, .actionRequired, .pending, .partiallyPaid, .succeeded,
            .outcomeUnknown:
            false
        }
    }

    /// Whether the state says that money is held or taken.
    public var isApproval: Bool { self == .succeeded || self == .partiallyPaid }
}

extension CheckoutState: CustomStringConvertible {
    /// The case with what tells it apart, for logs and tables: `declined(expiredCard)`. Safe to log.
    public var description: String {
        switch self {
        case .initializing, .ready, .processing: kind.rawValue
        case .actionRequired(let action): "actionRequired(\(action))"
        case .pending(let pending): "pending(\(pending.waitingFor.rawValue))"
        case .partiallyPaid(let part):
            switch (part.paid, part.remaining) {
            case (_, let remaining?): "partiallyPaid(remaining \(remaining))"
            case (let paid?, nil): "partiallyPaid(paid \(paid))"
            case (nil, nil): "partiallyPaid(sums unknown)"
            }
        case .succeeded(let approval):
            approval.intent == .payment
                ? "succeeded(\(approval.level.rawValue))"
                : "succeeded(\(approval.level.rawValue), \(approval.intent.rawValue))"
        case .declined(let decline): "declined(\(decline.reason))"
        case .cancelled(let cancellation): "cancelled(\(cancellation.cause))"
        case .failed(let failure): "failed(\(failure.kind))"
        case .outcomeUnknown(let uncertainty): "outcomeUnknown(\(uncertainty.cause))"
        }
    }
}
