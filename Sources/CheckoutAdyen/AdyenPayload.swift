package import CheckoutCore

/// Tells what a payload of Adyen is, from the payload alone, and what it says about an attempt.
package enum AdyenPayload {
    /// What a payload is.
    package enum Kind: String, Sendable, CaseIterable {
        case payments, details, action, session, poll, notification, error
    }

    /// What was found in a payload.
    package enum Reading: Sendable {
        /// It speaks of an attempt: these events, in order.
        case events([AdyenEvent])
        /// It is no outcome of a payment; what it is instead, in words.
        case noOutcome(String)
    }

    /// The kind of an object; `nil` for one that is no payment outcome.
    private static func kind(of json: JSONValue) -> Kind? {
        if json["notificationItems"] != nil || json["NotificationRequestItem"] != nil || json["eventCode"] != nil {
            return .notification
        }
        if json["errorCode"] != nil || json["errorType"] != nil { return .error }
        if noOutcome(json) != nil { return nil }
        if json["resultCode"] != nil, json["type"] != nil, json["action"] == nil { return .poll }
        if json["resultCode"] == nil, json["action"] == nil {
            if json["type"]?.string != nil { return .action }
            if json["status"]?.string != nil, json["pspReference"] == nil { return .session }
        }
        // An object of no known kind is read as an answer (rule R5).
        return .payments
    }

    /// Whether the result code is one that a payment has: creating an order and asking for a balance share one word.
    private static func isPaymentResult(_ json: JSONValue) -> Bool {
        guard let code = json["resultCode"]?.string, let meaning = AdyenVocabulary.standard.resultCodes[code] else {
            return false
        }
        return meaning != .saysNothing
    }

    /// What an object is that doesn't speak of a payment's outcome.
    private static func noOutcome(_ json: JSONValue) -> String? {
        if json["paymentMethods"] != nil || json["groups"] != nil {
            return "a list of payment methods: it says what can be paid with, not what was paid"
        }
        if json["balance"] != nil, !isPaymentResult(json) {
            return "the balance of a gift card: nothing is charged by asking for it"
        }
        if json["orderData"] != nil, json["order"] == nil, !isPaymentResult(json) {
            return "an order for partial payments that was created: nothing is paid yet"
        }
        if json["sessionData"] != nil, json["resultCode"] == nil, json["action"] == nil {
            return "a session that was created: nothing is paid yet"
        }
        return nil
    }

    /// Reads a payload as a kind, or as what it looks like.
    ///
    /// - Parameters:
    ///   - json: the payload, an object.
    ///   - kind: what it is; `nil` to tell from the payload.
    ///   - status: the HTTP status of an answer; `nil` where it isn't known.
    package static func read(_ json: JSONValue, as kind: Kind?, status: Int?) -> Reading {
        if kind == nil, let what = noOutcome(json) { return .noOutcome(what) }
        switch kind ?? Self.kind(of: json) ?? .payments {
        case .payments, .error:
            return .events([.paymentsResponse(AdyenAnswer(status: status, json: json, vocabulary: .standard))])
        case .details:
            return .events([.detailsResponse(AdyenAnswer(status: status, json: json, vocabulary: .standard))])
        case .action:
            let answer: JSONValue = ["action": json]
            return .events([.paymentsResponse(AdyenAnswer(status: status, json: answer, vocabulary: .standard))])
        case .session: return .events([.sessionResult(AdyenSessionResult(json: json))])
        case .poll: return .events([.statusPoll(AdyenStatusPoll(json: json))])
        case .notification:
            let items = AdyenNotification.items(json: json)
            let meant = items.filter { $0.meaning(in: .standard) != nil }
            if !meant.isEmpty { return .events(meant.map { .notification($0) }) }
            let code = items.first?.eventCode?.text ?? "without an eventCode"
            return .noOutcome("a webhook \(code): it doesn't tell the outcome of a checkout")
        }
    }
}
