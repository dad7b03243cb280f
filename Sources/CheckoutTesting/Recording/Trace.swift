public import CheckoutCore

/// What an observer saw while a recording was played: the public trace format.
public struct Trace: Sendable, Hashable {
    /// One line: a change, or a refused start.
    public enum Line: Sendable, Hashable {
        /// A change, caused by the event with this number (the header is 0).
        case change(step: Int, CheckoutUpdate)
        /// A start that was refused.
        case refused(step: Int, StartRefusal)

        /// The number of the event.
        public var step: Int {
            switch self {
            case .change(let step, _), .refused(let step, _): step
            }
        }
    }

    /// The order's reference.
    public let reference: String
    /// The lines in order.
    public let lines: [Line]
    /// How the order stands at the end.
    public let standing: OrderStanding
}

extension Trace.Line {
    var json: JSONValue {
        switch self {
        case .refused(let step, let reason): ["step": .integer(Int64(step)), "refused": .string(reason.rawValue)]
        case .change(let step, let update):
            [
                "step": .integer(Int64(step)),
                "session": update.change.session.map { .string(Trace.shown($0)) },
                "attempt": update.change.attempt.map { .integer(Int64($0)) },
                "state": update.change.standing.json,
                "order": .string(update.order.state.kind.rawValue),
                "anomalies": .array(update.change.anomalies.map { .string($0.rawValue) }),
            ]
        }
    }
}

extension Trace {
    /// The trace as JSON Lines: one line for each change, then the order's standing.
    ///
    /// An order's reference or a session's name that may hold a card number, a signed token or a mail address is told by
    /// its length, as a `RawCode` is.
    public var jsonLines: [String] { lines.map(\.json.jsonText) + [summary.jsonText] }

    /// A name from outside as others may read it.
    package static func shown(_ text: String) -> String {
        PaymentReference(text) == nil && isPrivate(text) ? RawCode(counting: text).text : text
    }

    private static func isPrivate(_ text: String) -> Bool {
        // A number stays one in another script's digits, and however it is grouped.
        let digits = text.map { character in
            if let digit = character.wholeNumberValue, digit < 10 { return UInt8(48 + digit) }
            return UInt8(ascii: character.isLetter ? "x" : " ")
        }
        return CardNumber.isContained(in: digits) || text.contains(SignedToken.beginning) || text.contains("@")
    }

    private var summary: JSONValue {
        var members: JSONObject = [
            "order": .string(Self.shown(reference)),
            "state": .string(standing.standing.state.kind.rawValue),
            "nextStep": .string(standing.nextStep.name),
        ]
        func add(_ key: String, _ value: JSONValue?) {
            if let value { members.members.append(.init(key: key, value: value)) }
        }
        switch standing.nextStep {
        case .payAgain(let retry): add("retry", .string(retry.rawValue))
        case .payRemaining(let amount): add("remaining", amount.json)
        case .act(let action): add("action", .string(action.kind.rawValue))
        case .pay, .wait, .checkStatus, .finish, .contactSupport: break
        }
        add("mayBegin", .bool(standing.refusal == nil))
        add("refusal", (standing.refusal?.rawValue).map { .string($0) })
        add("blockedBy", standing.blockedBy.map { .integer(Int64($0)) })
        add("anomalies", .array(standing.anomalies.map { .string($0.rawValue) }))
        return .object(members)
    }
}
