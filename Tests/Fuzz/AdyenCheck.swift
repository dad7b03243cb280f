import CheckoutAdyen
import CheckoutCore
import Foundation

/// No payload approves anything without the word that does, as Foundation reads it.
enum AdyenCheck {
    static func answer(_ bytes: [UInt8]) -> String? {
        for status in [nil, 200, 422] {
            let answer = AdyenAnswer(status: status, body: bytes)
            for event in [AdyenEvent.paymentsResponse(answer), .detailsResponse(answer)] where approves(event) {
                guard let words = words("resultCode", in: bytes) else { continue }
                if words.isDisjoint(with: ["Authorised", "PartiallyAuthorised"]) || status == 422 {
                    return "approved by resultCode \(words), status \(status ?? 0)"
                }
            }
        }
        return nil
    }

    static func notification(_ bytes: [UInt8]) -> String? {
        for item in AdyenNotification.items(body: bytes) where approves(.notification(item)) {
            guard let words = words("eventCode", in: bytes) else { continue }
            if words.isDisjoint(with: ["AUTHORISATION", "CAPTURE", "ORDER_CLOSED"]) {
                return "approved by eventCode \(words)"
            }
            if item.isSuccess != true { return "approved without success" }
        }
        return nil
    }

    static func returnURL(_ bytes: [UInt8]) -> String? {
        let event = AdyenEvent.returnURL(AdyenReturnURL(String(decoding: bytes, as: UTF8.self)))
        let said = signals(of: event).first { signal in
            if case .progress(.processing, by: .provider) = signal { false } else { true }
        }
        return said.map { "a link says \($0)" }
    }

    private static func signals(of event: AdyenEvent) -> [CheckoutSignal] {
        var adapter = AdyenAdapter(reportsRequests: true)
        let attempt = AttemptContext(id: AttemptID(rawValue: "attempt-1"), isSubmitted: true)
        var signals: [CheckoutSignal] = []
        adapter.interpret(event, for: attempt) { signals.append($0) }
        return signals
    }

    private static func approves(_ event: AdyenEvent) -> Bool {
        signals(of: event).contains { signal in
            guard case .statement(let statement) = signal else { return false }
            return statement.outcome.state.kind == .succeeded || statement.outcome.state.kind == .partiallyPaid
        }
    }

    /// Every text that stands under a key, at any depth; `nil` for what Foundation can't read.
    private static func words(_ key: String, in bytes: [UInt8]) -> Set<String>? {
        guard let json = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) else {
            return nil
        }
        var words: Set<String> = []
        func collect(_ value: Any) {
            if let members = value as? [String: Any] {
                if let word = members[key] as? String { words.insert(word) }
                for member in members.values { collect(member) }
            } else if let elements = value as? [Any] {
                for element in elements { collect(element) }
            }
        }
        collect(json)
        return words
    }
}
