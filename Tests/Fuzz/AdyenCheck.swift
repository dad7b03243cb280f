import CheckoutAdyen
import CheckoutCore
import Foundation

/// No payload approves anything without the word that does, as Foundation reads it.
enum AdyenCheck {
    static func answer(_ bytes: [UInt8]) -> String? {
        for status in [nil, 200, 422] {
            let answer = AdyenAnswer(status: status, body: bytes)
            for event in [AdyenEvent.paymentsResponse(answer), .detailsResponse(answer)] where approves(event) {
                guard let json = foundation(bytes) else { continue }
                let word = (json as? [String: Any])?["resultCode"] as? String
                if word != "Authorised" && word != "PartiallyAuthorised" || status == 422 {
                    return "approved by resultCode \(word ?? "–"), status \(status ?? 0)"
                }
            }
        }
        return nil
    }

    static func notification(_ bytes: [UInt8]) -> String? {
        for item in AdyenNotification.items(body: bytes) where approves(.notification(item)) {
            guard let json = foundation(bytes) else { continue }
            if !hasApprovingItem(json) { return "approved without an item that says so" }
            if item.isSuccess != true { return "approved without success" }
        }
        return nil
    }

    /// Whether an object, at any depth, has both the event and its success.
    private static func hasApprovingItem(_ json: Any) -> Bool {
        if let elements = json as? [Any] { return elements.contains(where: hasApprovingItem) }
        guard let members = json as? [String: Any] else { return false }
        let isSuccess = members["success"] as? String == "true" || members["success"] as? Bool == true
        let event = members["eventCode"] as? String
        return isSuccess && ["AUTHORISATION", "CAPTURE", "ORDER_CLOSED"].contains(event)
            || members.values.contains(where: hasApprovingItem)
    }

    /// The JSON as Foundation reads it; `nil` for what it can't read, which the reader may.
    private static func foundation(_ bytes: [UInt8]) -> Any? {
        try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
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
            return statement.outcome.state.kind.isApproval
        }
    }
}
