public import CheckoutCore

/// A snapshot of a payment attempt: the whole `PaymentAttempt` at one update.
///
/// Source: the vendor's page “Payments and outcomes”; fact sheet epay, section 3.
public struct EpayAttempt: Sendable, Hashable {
    /// The SDK's own id of the attempt, not the transaction's; one that isn't shaped like an id is replaced by a digest,
    /// which still tells attempts apart.
    public private(set) var id: String?
    /// The word that carries the outcome; `nil` if it is missing or no text.
    public var state: EpayAttemptState?
    /// The server's transaction; may be missing in every state.
    public var transactionId: PaymentReference?
    /// What went wrong, where told.
    public var error: EpayError?
    /// Whether the SDK permits another attempt; necessary for one, never sufficient.
    public var canRetry: Bool
    /// Whether the session's declines are used up.
    public var maxAttemptsReached: Bool
    /// Whether a page or an app is being presented.
    public var isRedirecting: Bool
    /// A fee that waits for the shopper's answer.
    public var pendingSurcharge: EpaySurcharge?
    /// What happened within the attempt before.
    public var metadata: Metadata

    /// What happened within an attempt before, `PaymentAttemptMetadata`.
    public struct Metadata: Sendable, Hashable {
        /// Whether a wallet's authorisation was refused for good during the attempt.
        public var hadDeclinedAuthorization: Bool

        /// Makes the metadata.
        public init(hadDeclinedAuthorization: Bool = false) {
            self.hadDeclinedAuthorization = hadDeclinedAuthorization
        }
    }

    /// Makes a snapshot. A transaction whose text can't be a reference is left out.
    public init(
        id: String?, state: EpayAttemptState?, transactionId: String? = nil, error: EpayError? = nil,
        canRetry: Bool = false, maxAttemptsReached: Bool = false, isRedirecting: Bool = false,
        pendingSurcharge: EpaySurcharge? = nil, metadata: Metadata = Metadata()
    ) {
        self.id = id.flatMap(Self.name)
        self.state = state
        self.transactionId = transactionId.flatMap(PaymentReference.init)
        self.error = error
        self.canRetry = canRetry
        self.maxAttemptsReached = maxAttemptsReached
        self.isRedirecting = isRedirecting
        self.pendingSurcharge = pendingSurcharge
        self.metadata = metadata
    }

    /// The name by which the core knows an attempt, and which is written to the journal; `nil` for no text.
    private static func name(_ id: String) -> String? {
        guard !id.isEmpty else { return nil }
        if PaymentReference(id) != nil { return id }
        // FNV-1a, 64 bits.
        let digest = id.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "digest-" + String(digest, radix: 16)
    }
}

extension EpayAttempt {
    /// Reads a recorded line: a member that is missing or malformed is as good as none, and a permission that isn't
    /// plainly given isn't given.
    package init(json: JSONValue, currency: Currency?) {
        self.init(
            id: json["id"]?.text, state: EpayAttemptState(json: json["state"]),
            transactionId: json["transactionId"]?.text, error: EpayError(json: json["error"]),
            canRetry: json["canRetry"]?.bool ?? false, maxAttemptsReached: json["maxAttemptsReached"]?.bool ?? false,
            isRedirecting: json["isRedirecting"]?.bool ?? false,
            pendingSurcharge: EpaySurcharge(json: json["pendingSurcharge"], currency: currency),
            metadata: Metadata(
                hadDeclinedAuthorization: json["metadata"]?["hadDeclinedAuthorization"]?.bool ?? false))
    }

    package var members: [JSONObject.Member] {
        let members: JSONObject = [
            "id": id.map { .string($0) },
            "state": state?.json,
            "transactionId": (transactionId?.text).map { .string($0) },
            "error": error?.json,
            "canRetry": .bool(canRetry),
            "maxAttemptsReached": .bool(maxAttemptsReached),
            "isRedirecting": .bool(isRedirecting),
            "pendingSurcharge": pendingSurcharge?.json,
            "metadata": ["hadDeclinedAuthorization": .bool(metadata.hadDeclinedAuthorization)],
        ]
        return members.members
    }
}

/// A transaction as Epay's server tells it to the merchant's backend.
///
/// Source: fact sheet epay, section 9.
public struct EpayTransaction: Sendable, Hashable {
    /// Which transaction; `nil` if it is missing or can't be a reference.
    public var id: PaymentReference?
    /// The word that carries the outcome; `nil` if it is missing or no text.
    public var state: EpayTransactionState?
    /// Why it failed.
    public var errorCode: EpayErrorCode?

    /// Makes a transaction.
    public init(id: String?, state: EpayTransactionState?, errorCode: EpayErrorCode? = nil) {
        self.id = id.flatMap(PaymentReference.init)
        self.state = state
        self.errorCode = errorCode
    }
}

extension EpayTransaction {
    package init(json: JSONValue) {
        self.init(
            id: json["id"]?.text, state: EpayTransactionState(json: json["state"]),
            errorCode: (json["errorCode"]?.text).map(EpayErrorCode.init(rawValue:)))
    }

    package var members: [JSONObject.Member] {
        let members: JSONObject = [
            "id": (id?.text).map { .string($0) }, "state": state?.json, "errorCode": errorCode?.json,
        ]
        return members.members
    }
}
