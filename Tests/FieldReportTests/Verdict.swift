import CheckoutCore

@testable import CheckoutTesting

/// Plays a row's recording and says where it comes out otherwise than the ledger.
enum Verdict {
    /// What doesn't agree; empty if everything does.
    static func discrepancies(
        _ row: LedgerRow, table: TransitionTable = .standard
    ) throws -> [String] {
        let lines = try FieldReports.lines(row.id)
        var found: [String] = []
        for moment in row.recorded {
            let standing = try play(lines, until: moment.place, table: table)
            if summary(standing) != moment.text {
                found.append("\(row.id) at \(moment.place): \(summary(standing)), not \(moment.text)")
            }
            // Doubt about money and a second payment never go together; the rest of a part may be paid (rule R7).
            let isPart = standing.standing.state.kind == .partiallyPaid
            if standing.standing.exposure > .none, standing.refusal == nil, !isPart {
                found.append("\(row.id) at \(moment.place): a new attempt may begin")
            }
        }
        let end = try play(lines, until: .end, table: table).anomalies.map(\.rawValue)
        if end != row.anomalies { found.append("\(row.id): anomalies \(end), not \(row.anomalies)") }
        let trace = try play(lines, table)
        for word in row.shows where !shows(word, trace) { found.append("\(row.id): \(word) isn't shown") }
        return found
    }

    /// Whether a trace shows what a report asks for besides its outcome.
    private static func shows(_ word: String, _ trace: Trace) -> Bool {
        guard word == "once" else {
            let refusal = word.hasPrefix("refused ") ? "\"refused\":\"\(word.dropFirst("refused ".count))\"" : word
            return trace.jsonLines.contains { $0.contains(refusal) }
        }
        let kind = trace.standing.standing.state.kind
        let told = trace.lines.filter { line in
            if case .change(_, let update) = line { update.change.standing.state.kind == kind } else { false }
        }
        return told.count == 1
    }

    private static func play(_ lines: [String], _ table: TransitionTable) throws -> Trace {
        let recording = try Recording(lines.joined(separator: "\n").utf8)
        return recording.play(on: Stage(order: recording.order, policy: recording.policy, table: table))
    }

    /// How the order stands at a moment of the recording.
    static func play(
        _ lines: [String], until place: LedgerRow.Moment.Place = .end, table: TransitionTable = .standard
    ) throws -> OrderStanding {
        let count =
            switch place {
            case .event(let step): step + 1
            case .end, .test: lines.count
            }
        return try play(Array(lines.prefix(count)), table).standing
    }

    /// State, retry and exposure, as the ledger writes them.
    static func summary(_ standing: OrderStanding) -> String { summary(standing.standing) }

    static func summary(_ standing: Standing) -> String {
        "\(standing.state.kind.rawValue) \(standing.retry.rawValue) \(standing.exposure.rawValue)"
    }
}

/// The words of the reports in ours. They judge in slightly other words.
enum ReportWords {
    static let retries: [String: Retry] = [
        "yes": .sameMethod, "otherMethod": .otherMethod, "newSession": .newSession, "reconcileFirst": .blocked,
        "no": .blocked,
    ]
    static let exposures: [String: Set<Exposure>] = [
        "no": [.none], "maybe": [.possible], "part": [.held], "yes": [.held, .taken],
    ]

    /// Whether a report's moment says the same as ours.
    static func agree(_ report: LedgerRow.Moment, _ ours: LedgerRow.Moment) -> Bool {
        guard report.place == ours.place else { return false }
        if report.place == .test { return report.text == ours.text }
        let said = report.text.split(separator: " ").map(String.init)
        let words = ours.text.split(separator: " ").map(String.init)
        guard said.count >= 3, words.count == 3, let retry = retries[said[1]], let exposures = exposures[said[2]] else {
            return false
        }
        return said[0] == words[0] && retry.rawValue == words[1] && exposures.map(\.rawValue).contains(words[2])
    }

    /// The anomalies a report asks for.
    static func anomalies(_ row: LedgerRow) -> [String] {
        row.report.filter { $0.place != .test }.flatMap { moment in
            moment.text.split(separator: " ").filter { $0.hasPrefix("+") }.map { String($0.dropFirst()) }
        }
    }
}
