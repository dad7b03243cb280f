import CheckoutCore

/// The page of the documentation that shows every report with what the package makes of it.
enum Page {
    /// Writes the page of the ledger and what was played.
    ///
    /// - Parameter results: what came out of each report's recording and test.
    static func text(_ rows: [LedgerRow], results: [String: String]) -> String {
        let recorded = rows.filter { $0.coverage.contains(.recording) }.count
        let tested = rows.filter { $0.coverage == [.test] }.count
        let differing = rows.filter { !$0.reason.isEmpty && $0.coverage != [.outside] }.count
        var lines = [
            "# Reports from the field", "",
            "What went wrong at others, and what the package makes of it.", "", "## Overview", "",
            "The tests distil \(rows.count) public reports of people who take payments: \(recorded) are recordings with their"
                + " traces, \(tested) are tests alone, \(rows.count - recorded - tested) lie outside of the package's reach."
                + " Each states its own outcome; \(differing) come out otherwise here, by the rule that is named.", "",
            "A result is the order's state, the retry it allows, and what may have happened to the shopper's money; several"
                + " stand for several moments of the story. A report that names none of the four vendors is told in the one"
                + " whose events come nearest.",
        ]
        for kind in FieldReportKind.all {
            lines += ["", "### \(kind.title)", "", kind.field + "\n" + kind.answer, ""]
            lines += ["| report | what came in | told in | covered by | result |", "|---|---|---|---|---|"]
            for row in rows where row.kind == kind.name {
                let how = row.coverage.map(\.rawValue).sorted().joined(separator: ", ")
                let result = [results[row.id] ?? "", row.reason].filter { !$0.isEmpty }.joined(separator: ". ")
                lines.append(
                    "| [\(row.id)](\(row.source)) | \(cell(row.story)) | \(row.toldIn) | \(how) | \(cell(result)) |")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What was played, as the page says it.
    static func result(of row: LedgerRow) async throws -> String {
        var parts: [String] = []
        for moment in row.recorded {
            parts.append(Verdict.summary(try Verdict.play(FieldReports.lines(row.id), until: moment.place)))
        }
        if row.coverage.contains(.recording) {
            let anomalies = try Verdict.play(FieldReports.lines(row.id)).anomalies.map(\.rawValue)
            if !anomalies.isEmpty { parts[parts.count - 1] += " + " + anomalies.joined(separator: " + ") }
        }
        let played = parts.joined(separator: " → ")
        guard let check = FieldCheck.named(row.id) else { return played }
        return [played, try await check.run()].filter { !$0.isEmpty }.joined(separator: "; ")
    }

    private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
}
