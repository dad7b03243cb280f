/// What a vendor's event means in neutral words: the adapters speak it, the core understands nothing else.
public enum CheckoutSignal: Sendable, Hashable {
    /// Something about the session, not about an attempt.
    case session(SessionSignal)
    /// The attempt is submitted now: money may move from here on.
    case submission(Submission)
    /// The attempt goes on. Progress is no statement: it shows while none stands.
    ///
    /// By ``Evidence/provider`` it shows that the payment exists and is alive; by ``Evidence/local`` it tells only what
    /// this device is doing.
    case progress(AttemptProgress, by: Evidence)
    /// Somebody speaks about the outcome.
    case statement(Statement)
    /// The transport proves that no byte of the body of the attempt's first request ever left this device.
    case nothingLeft(Failure)
    /// The provider refused the authorisation, and the attempt goes on with another one that isn't submitted yet (the
    /// retry of a soft decline).
    case refusedRound(Decline)
    /// The payment's reference, told beside something that is no statement.
    case reference(PaymentReference)
    /// The provider's own name for the attempt.
    case vendorAttempt(String)
    /// The shopper agreed to a fee: an approval may be for this amount too.
    case acceptedAmount(Money)
    /// Something is wrong that no state shows.
    case anomaly(Anomaly)
    /// The vendor's own screen stays up after this attempt's end, and the shopper can go on in it without asking: the
    /// next attempt begins in the same breath.
    case nextAttempt
}

/// What a provider's SDK says about itself.
public enum SessionSignal: Sendable, Hashable {
    /// It is loading.
    case initializing
    /// The shopper can pay.
    case ready
    /// It couldn't be set up.
    case failed(Failure)
    /// It is over: no attempt can begin in it any more, and its last attempt can be retried in a new session at most.
    case over
    /// Its declines are used up: no attempt can begin in it any more.
    case spent
}

/// How a submission was heard.
public enum Submission: Sendable, Hashable {
    /// The device is about to send and waits for an answer: it can still be told to stop.
    case announced
    /// It was sent, or can't be stopped any more.
    case made
    /// The same request goes out again under the same idempotency key: no new submission.
    case repeated
    /// A further request of the same payment is about to leave, known by a digest of what it carries. The first time it
    /// gets the attempt's next ordinal; the same digest again is a repeat under the same key.
    case followUp(digest: UInt64)
}

/// What an attempt is doing.
public enum AttemptProgress: Sendable, Hashable {
    /// It is under way.
    case processing
    /// The shopper must act.
    case actionRequired(ShopperAction)

    var state: CheckoutState {
        switch self {
        case .processing: .processing
        case .actionRequired(let action): .actionRequired(action)
        }
    }

    var phase: Uncertainty.Phase {
        switch self {
        case .processing: .processing
        case .actionRequired: .actionRequired
        }
    }
}
