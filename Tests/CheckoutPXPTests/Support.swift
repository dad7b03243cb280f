import CheckoutCore
import CheckoutPXP
import CheckoutTesting
import Foundation

/// Plays lines of one PXP session for an order of 10.00 EUR.
func play(
    _ lines: [String], hooks: [PXPHook]? = nil, intent: PXPIntent? = nil, amount: String = "1000",
    currency: String = "EUR"
) throws -> Trace {
    var settings: [String] = []
    if let hooks { settings.append(#""hooks":[\#(hooks.map { "\"\($0.rawValue)\"" }.joined(separator: ","))]"#) }
    if let intent { settings.append(#""intent":"\#(intent.rawValue)""#) }
    let header = """
        {"recording":1,"order":{"reference":"A-1","amount":{"minorUnits":\(amount),"currency":"\(currency)"}},\
        "sessions":[{"id":"a","provider":"pxp","settings":{\(settings.joined(separator: ","))}}]}
        """
    return try Recording(Array(([header] + lines).joined(separator: "\n").utf8)).play()
}

extension Trace {
    /// The changes without the refused starts.
    var updates: [CheckoutUpdate] {
        lines.compactMap { line in
            guard case .change(_, let update) = line else { return nil }
            return update
        }
    }

    /// The changes that one event caused.
    func updates(step: Int) -> [CheckoutUpdate] {
        lines.compactMap { line in
            guard case .change(step, let update) = line else { return nil }
            return update
        }
    }

    /// The states that were seen, repeated ones collapsed.
    var states: [String] {
        updates.map(\.change.standing.state.description).reduce(into: []) { states, next in
            if states.last != next { states.append(next) }
        }
    }

    /// How the attempt, or the session if there is none, stands at the end.
    var last: Standing? { updates.last?.change.standing }

    /// The starts that were refused.
    var refusals: [StartRefusal] {
        lines.compactMap { line in
            guard case .refused(_, let refusal) = line else { return nil }
            return refusal
        }
    }
}

extension Standing {
    /// Everything that matters for money, in one text.
    var facts: String {
        "\(state) \(retry.rawValue) \(exposure.rawValue) \(evidence?.rawValue ?? "nobody")"
    }
}

/// Recorded lines that the tests share.
enum Line {
    static let start = #"{"event":"start","method":"card"}"#
    static let submit = #"{"event":"submit","method":"card"}"#
    static let startSubmit = #"{"event":"startSubmit"}"#
    static let submitReturned = #"{"event":"submitReturned"}"#
    static let data = #"{"event":"preAuthorisation","answer":"proceed"}"#
    static let withheld = #"{"event":"preAuthorisation","answer":"cancel"}"#
    static let challenge = #"{"event":"preAuthentication","answer":"proceed"}"#
    static let cancel = #"{"event":"cancel"}"#
    static let deadline = #"{"event":"deadline"}"#

    static let started = [submit, startSubmit]
    static let sent = started + [data]

    static func object(_ fields: String) -> String { #"{"event":"postAuthorisation","result":{\#(fields)}}"# }

    static func result(_ type: String, _ fields: String = "") -> String {
        object(#""type":"\#(type)""# + (fields.isEmpty ? "" : "," + fields))
    }

    static func error(_ code: String, event: String = "submitError") -> String {
        #"{"event":"\#(event)","error":{"errorCode":"\#(code)"}}"#
    }

    static func refused(_ code: String, id: String? = nil) -> String {
        result(
            "RefusedSubmitResult",
            #""provider":{"code":"\#(code)"}"# + (id.map { #","fundingData":{"transactionId":"\#($0)"}"# } ?? ""))
    }

    static func softDecline(retry: Bool, id: String? = nil, code: String = "1A") -> String {
        let funding = id.map { #","fundingData":{"transactionId":"\#($0)"}"# } ?? ""
        return """
            {"event":"preRetrySoftDecline","retry":\(retry),\
            "result":{"type":"RefusedSubmitResult","provider":{"code":"\(code)"}\(funding)}}
            """
    }
}
