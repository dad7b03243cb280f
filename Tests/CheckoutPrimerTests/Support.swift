import CheckoutCore
import CheckoutPrimer
import CheckoutTesting
import Foundation

/// Plays recorded lines of one session of Primer for an order of 10.00 EUR.
func play(_ settings: String = "{}", policy: String = "standard", _ lines: String...) throws -> Trace {
    try play(settings, policy: policy, lines: lines)
}

func play(_ settings: String = "{}", policy: String = "standard", lines: [String]) throws -> Trace {
    let header = """
        {"recording":1,"order":{"reference":"A-1001","amount":{"minorUnits":1000,"currency":"EUR"}},\
        "policy":"\(policy)","sessions":[{"id":"a","provider":"primer","settings":\(settings)}]}
        """
    return try Recording(([header] + lines).joined(separator: "\n").utf8).play()
}

/// Recorded lines.
enum Line {
    static let initializing = #"{"event":"state","case":"initializing"}"#
    static let ready = #"{"event":"state","case":"ready"}"#
    static let start = #"{"event":"start"}"#
    static let presented = #"{"event":"presented"}"#
    static let dismissed = #"{"event":"state","case":"dismissed"}"#
    static let cancelled = #"{"event":"sessionCancelled"}"#
    static let closed = #"{"event":"closed"}"#
    static let deadline = #"{"event":"deadline"}"#
    static let relaunch = #"{"event":"relaunch"}"#

    static func hook(_ method: String = "PAYMENT_CARD", _ answer: String = "proceed") -> String {
        #"{"event":"paymentWillBeCreated","method":"\#(method)","answer":"\#(answer)"}"#
    }

    static func success(_ id: String = "pay_1", _ status: String = "success") -> String {
        #"{"event":"state","case":"success","result":{"paymentId":"\#(id)","status":"\#(status)"}}"#
    }

    static func failure(_ id: String, _ more: String = "", checkoutData: String? = nil) -> String {
        let error = #"{"errorId":"\#(id)"\#(more.isEmpty ? "" : ",\(more)")}"#
        return #"{"event":"state","case":"failure","error":\#(error)"#
            + (checkoutData.map { #","checkoutData":\#($0)"# } ?? "") + "}"
    }

    static func declined(_ payment: String) -> String {
        failure("payment-failed", #""paymentId":"\#(payment)","status":"FAILED""#)
    }
}

/// Settings of sessions.
enum Host {
    static let inline = "{}"
    static let saved = #"{"host":"inlineSession","savedMethods":true}"#
    static let managed = #"{"host":"managedView"}"#
    static let trusting = #"{"host":"managedView","trustsDismissal":true}"#
    static let presenter = #"{"host":"presenter"}"#
    static let bare = #"{"host":"presenter","errorScreen":false}"#
}

extension Trace {
    /// The changes, without their steps: the attempt's number, the state, the retry, the money and the anomalies.
    var told: [String] { changes(of: nil) }

    /// The changes that one event caused.
    func changes(of step: Int?) -> [String] {
        lines.compactMap { line in
            if let step, line.step != step { return nil }
            switch line {
            case .refused(_, let reason): return "refused(\(reason.rawValue))"
            case .change(_, let update):
                let change = update.change
                return ([change.attempt.map { "\($0)" } ?? "–"] + change.standing.words(change.anomalies))
                    .joined(separator: " · ")
            }
        }
    }

    /// The last standing of an attempt.
    func attempt(_ number: Int) -> Standing? {
        lines.reversed().lazy.compactMap { line in
            guard case .change(_, let update) = line, update.change.attempt == number else { return nil }
            return update.change.standing
        }.first
    }
}

extension Standing {
    func words(_ anomalies: [Anomaly] = []) -> [String] {
        ["\(state)", retry.rawValue, exposure.rawValue] + anomalies.map(\.rawValue)
    }
}
