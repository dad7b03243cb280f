public import CheckoutCore

/// What a vendor can tell at all: the allowances under which its traces are compared with the expected ones.
///
/// A reason, cause, kind or level that the vendor doesn't tell is expected as unspecified or unstated, with the retry that
/// goes with it. Nothing else is allowed, except a ``Variation`` that the vendor's mapping gives a reason for.
public struct Telling: Sendable {
    /// Whether an approval says if it is authorised or captured.
    public var levels: Bool
    /// The reasons of a refusal that the vendor tells.
    public var reasons: Set<Decline.Reason>
    /// Whether the vendor tells who has withdrawn a payment.
    public var cancellationCauses: Bool
    /// The kinds of a technical end that the vendor tells apart.
    public var failureKinds: Set<Failure.Kind>
    /// Whether an authentication is told as a redirect.
    public var authenticatesByRedirect: Bool
    /// Whether an event that comes twice says the same as once; not so where two equal events are two attempts'.
    public var repeatedEventsAreOne: Bool
    /// Where the vendor's mapping says otherwise than the story.
    public var variations: [Scenario.ID: Variation]

    /// Something that a vendor tells in a narrower or other way than the story does.
    public struct Variation: Sendable, Hashable {
        /// The retry of a cancellation or a technical end.
        public var retry: Retry?
        /// The cause of a doubt.
        public var doubt: Uncertainty.Cause?
        /// Why.
        public var because: String

        /// Makes a variation.
        public init(retry: Retry? = nil, doubt: Uncertainty.Cause? = nil, because: String) {
            self.retry = retry
            self.doubt = doubt
            self.because = because
        }
    }

    /// Makes a telling; by default a vendor that tells everything.
    public init(
        levels: Bool = true, reasons: Set<Decline.Reason> = Set(Decline.Reason.allCases),
        cancellationCauses: Bool = true, failureKinds: Set<Failure.Kind> = Set(Failure.Kind.allCases),
        authenticatesByRedirect: Bool = false, repeatedEventsAreOne: Bool = true,
        variations: [Scenario.ID: Variation] = [:]
    ) {
        self.levels = levels
        self.reasons = reasons
        self.cancellationCauses = cancellationCauses
        self.failureKinds = failureKinds
        self.authenticatesByRedirect = authenticatesByRedirect
        self.repeatedEventsAreOne = repeatedEventsAreOne
        self.variations = variations
    }

    /// A line of a story as this vendor can tell it.
    func told(_ sight: Sight, in scenario: Scenario.ID) -> Sight {
        if sight.teller == .merchant { return toldByMerchant(sight, variations[scenario]) }
        switch sight.subject {
        // Loading and the other provider are no words of a payment of this vendor.
        case .otherSession, .otherAttempt, .session, .order, .answer: return sight
        case .attempt: break
        }
        let variation = variations[scenario]
        var told = sight
        switch sight.content {
        case .action(.authenticate) where authenticatesByRedirect: told.content = .action(.redirect)
        case .succeeded(_, _) where !levels: told = Sight(sight.subject, .succeeded(.unstated, .held))
        case .declined(let reason, let retry) where !reasons.contains(reason):
            told.content = .declined(.unspecified, min(retry, Decline.Reason.unspecified.widestRetry))
        case .cancelled(let cause, let retry, let earlierRefusal):
            let isUntold = !cancellationCauses && cause == .shopper
            told.content = .cancelled(
                isUntold ? .unstated : cause, variation?.retry ?? retry, earlierRefusal: earlierRefusal)
        case .failed(let kind, let retry):
            told.content = .failed(
                failureKinds.contains(kind) ? kind : .unrecognised, variation?.retry ?? retry)
        case .outcomeUnknown(let cause): told.content = .outcomeUnknown(variation?.doubt ?? cause)
        case .progress, .action, .pending, .partiallyPaid, .succeeded, .declined, .refused, .stopped, .unchanged: break
        }
        told.anomalies = sight.anomalies
        return told
    }

    /// The merchant tells everything; what is left of the retry is the session's.
    private func toldByMerchant(_ sight: Sight, _ variation: Variation?) -> Sight {
        guard let retry = variation?.retry, case .cancelled(let cause, _, let earlierRefusal) = sight.content else {
            return sight
        }
        var told = sight
        told.content = .cancelled(cause, retry, earlierRefusal: earlierRefusal)
        return told
    }
}
