package import CheckoutCore

extension EpayEvent {
    /// Reads a recorded line. A member that is missing or malformed never fails it: the event means what it means
    /// without.
    ///
    /// - Parameter currency: the session's currency, for the sums of a surcharge.
    /// - Returns: `nil` if Epay has no event of that name.
    package init?(named name: String, line: JSONValue, currency: Currency? = nil) {
        guard let name = Name(rawValue: name) else { return nil }
        func reference(_ key: String) -> PaymentReference? { (line[key]?.text).flatMap(PaymentReference.init) }
        switch name {
        case .sdk: self = .sdk(EpaySDKState(json: line["state"]), error: EpayError(json: line["error"]))
        case .attempt: self = .attempt(EpayAttempt(json: line, currency: currency))
        case .cardFields: self = .cardFields(buttonState: EpayPaymentButtonState(json: line["buttonState"]))
        case .transactionAccepted: self = .transactionAccepted(transactionId: reference("transactionId"))
        case .transactionDeclined:
            self = .transactionDeclined(
                transactionId: reference("transactionId"),
                maxAttemptsReached: line["maxAttemptsReached"]?.bool ?? false)
        case .feeUpdated: self = .feeUpdated(fee: line["fee"]?.integer)
        case .paymentCancel: self = .paymentCancel(paymentMethodType: EpayMethodType(json: line["paymentMethodType"]))
        case .clientRedirect: self = .clientRedirect(reason: EpayRedirectReason(json: line["reason"]))
        case .error: self = .error(EpayError(json: line["error"] ?? line) ?? EpayError(errorCode: nil))
        case .transaction: self = .transaction(EpayTransaction(json: line))
        }
    }

    /// The event as a recorded line.
    package var json: JSONValue {
        .object(JSONObject(members: [.init(key: "event", value: .string(name.rawValue))] + members))
    }

    private var members: [JSONObject.Member] {
        let members: JSONObject
        switch self {
        case .sdk(let state, let error): members = ["state": state?.json, "error": error?.json]
        case .attempt(let attempt): return attempt.members
        case .cardFields(let state): members = ["buttonState": state?.json]
        case .transactionAccepted(let id): members = ["transactionId": (id?.text).map { .string($0) }]
        case .transactionDeclined(let id, let maxAttemptsReached):
            members = [
                "transactionId": (id?.text).map { .string($0) }, "maxAttemptsReached": .bool(maxAttemptsReached),
            ]
        case .feeUpdated(let fee): members = ["fee": fee.map { .integer($0) }]
        case .paymentCancel(let type): members = ["paymentMethodType": type?.json]
        case .clientRedirect(let reason): members = ["reason": reason?.json]
        case .error(let error): members = ["error": error.json]
        case .transaction(let transaction): return transaction.members
        }
        return members.members
    }
}

extension EpayEvent: Codable {
    /// Reads an event from its recorded line, `{"event":"attempt","id":"a1","state":"Processing"}`.
    ///
    /// - Throws: `DecodingError` when the line names no event of Epay's. Nothing else fails.
    public init(from decoder: any Decoder) throws {
        let line = try JSONValue(from: decoder)
        guard let name = line["event"]?.string, let event = EpayEvent(named: name, line: line) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "no event of Epay's: \"event\" names none"))
        }
        self = event
    }

    /// Writes the event as its recorded line.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
