public import CheckoutCore

/// The result of `GET /sessions/{id}?sessionResult=…`, by the merchant's server.
public struct AdyenSessionResult: Sendable, Hashable {
    /// The word that carries the outcome; `nil` if it is missing or no text.
    public let status: RawCode?

    /// Reads the answer.
    public init(body: some Sequence<UInt8>) {
        self.init(json: (try? JSONReader.read(Array(body))) ?? .null)
    }

    package init(json: JSONValue) { status = (json["status"]?.string).map { RawCode($0) } }
}

/// The answer of a status poll.
public struct AdyenStatusPoll: Sendable, Hashable {
    /// The word that carries the outcome; `nil` if it is missing or no text.
    public let resultCode: RawCode?

    /// Reads the answer.
    public init(body: some Sequence<UInt8>) {
        self.init(json: (try? JSONReader.read(Array(body))) ?? .null)
    }

    package init(json: JSONValue) { resultCode = (json["resultCode"]?.string).map { RawCode($0) } }
}

/// One item of a webhook, after the merchant's server has checked its signature.
public struct AdyenNotification: Sendable, Hashable {
    /// What happened.
    public let eventCode: RawCode?
    /// Whether it succeeded; Adyen sends the text "true" or "false".
    public let isSuccess: Bool?
    /// The payment it speaks of: the original one for a modification, the order for `ORDER_CLOSED`.
    public let reference: PaymentReference?
    let reason: RawCode?

    let amount: AdyenAnswer.Sum

    /// The items of a webhook body, or of a single item.
    public static func items(body: some Sequence<UInt8>) -> [AdyenNotification] {
        items(json: (try? JSONReader.read(Array(body))) ?? .null)
    }

    package static func items(json: JSONValue) -> [AdyenNotification] {
        if let list = json["notificationItems"]?.array {
            return list.map { AdyenNotification(json: $0["NotificationRequestItem"] ?? $0) }
        }
        return [AdyenNotification(json: json["NotificationRequestItem"] ?? json)]
    }

    private init(json: JSONValue) {
        eventCode = (json["eventCode"]?.string).map { RawCode($0) }
        isSuccess =
            switch json["success"] {
            case .string("true")?, .bool(true)?: true
            case .string("false")?, .bool(false)?: false
            case .string?, .null?, .number?, .array?, .object?, .conflicting?, nil: nil
            }
        let original = (json["originalReference"]?.text).flatMap(PaymentReference.init)
        reference = original ?? (json["pspReference"]?.text).flatMap(PaymentReference.init)
        reason = (json["reason"]?.string).flatMap { $0.isEmpty ? nil : AdyenVocabulary.standard.keptReason($0) }
        amount = AdyenAnswer.Sum(json: json["amount"])
    }

    func meaning(in vocabulary: AdyenVocabulary) -> AdyenVocabulary.NotificationMeaning? {
        guard let eventCode else { return nil }
        return vocabulary.notifications[.init(eventCode.text, success: nil)]
            ?? isSuccess.flatMap { vocabulary.notifications[.init(eventCode.text, success: $0)] }
    }
}
