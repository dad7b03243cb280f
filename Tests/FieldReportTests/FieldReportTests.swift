import CheckoutCore
import Foundation
import Testing

import CheckoutTesting

@Suite("Reports from the field")
struct FieldReportTests {
    // MARK: - Nothing is missing

    @Test("Each of the reports stands in the ledger exactly once")
    func everyReport() {
        let known = FieldReportKind.all.flatMap(\.ids)
        #expect(known.count == 158)
        #expect(FieldReports.rows.map(\.id).sorted() == known.sorted())
    }

    @Test("A row has its recording and its test if it says so, and neither has another row")
    func coverage() throws {
        let files = try FileManager.default.contentsOfDirectory(
            atPath: FieldReports.folder.appendingPathComponent("Recordings").path)
        let recordings = files.filter { !$0.hasSuffix(".trace.jsonl") }.map { $0.dropLast(".jsonl".count) }
        let traces = files.filter { $0.hasSuffix(".trace.jsonl") }.map { $0.dropLast(".trace.jsonl".count) }
        let recorded = FieldReports.recorded.map(\.id).sorted()
        #expect(recordings.map(String.init).sorted() == recorded)
        #expect(traces.map(String.init).sorted() == recorded)
        let tested = FieldReports.rows.filter { $0.coverage.contains(.test) }.map(\.id).sorted()
        #expect(FieldCheck.all.map(\.id).sorted() == tested)
    }

    @Test("A row says where it comes from, what came in and what must come out", arguments: FieldReports.rows)
    func row(_ row: LedgerRow) {
        #expect(row.id.hasPrefix(row.kind + "-"))
        #expect(row.source.hasPrefix("https://") && !row.source.contains(" "))
        #expect(row.story.count > 20)
        #expect(row.coverage == [.outside] || !row.coverage.contains(.outside))
        #expect(row.coverage.contains(.recording) == (row.recorded.last?.place == .end))
        #expect(row.coverage.contains(.test) == (row.tested != nil))
        #expect(!row.coverage.contains(.outside) || !row.reason.isEmpty)
    }

    // MARK: - The outcome is the one of the report

    @Test("A row's outcome is the report's, or it says by which rule it isn't", arguments: FieldReports.rows)
    func judgement(_ row: LedgerRow) {
        #expect(row.report.count == row.expected.count)
        let agrees = zip(row.report, row.expected).allSatisfy { ReportWords.agree($0, $1) }
        if row.coverage != [.outside] { #expect(agrees == row.reason.isEmpty, "\(row.reason)") }
        for anomaly in ReportWords.anomalies(row) { #expect(row.anomalies.contains(anomaly)) }
    }

    @Test("A recording comes out as the ledger says", arguments: FieldReports.recorded)
    func outcome(_ row: LedgerRow) throws { #expect(try Verdict.discrepancies(row) == []) }

    @Test("A test comes out as the ledger says", arguments: FieldCheck.all)
    func check(_ check: FieldCheck) async throws {
        let row = try #require(FieldReports.rows.first { $0.id == check.id })
        #expect(try await check.run() == row.tested)
    }

    @Test("A recording plays to exactly the trace beside it", arguments: FieldReports.recorded)
    func trace(_ row: LedgerRow) throws {
        let played = try Recording(FieldReports.lines(row.id).joined(separator: "\n").utf8).play().jsonLines
        let expected = try FieldReports.trace(row.id)
        for (line, pair) in zip(played, expected).enumerated() { #expect(pair.0 == pair.1, "line \(line + 1)") }
        #expect(played.count == expected.count)
    }

    // MARK: - What holds for every report

    @Test("Whenever money may have moved, Pay is refused in every session", arguments: FieldReports.recorded)
    func guardHolds(_ row: LedgerRow) throws {
        let lines = try FieldReports.lines(row.id)
        for count in 1...lines.count {
            let standing = try Verdict.play(Array(lines.prefix(count)))
            guard standing.standing.exposure > .none, standing.standing.state.kind != .partiallyPaid else { continue }
            #expect(standing.refusal != nil, "after line \(count)")
            switch standing.nextStep {
            case .pay, .payAgain, .payRemaining: Issue.record("\(standing.nextStep) after line \(count)")
            case .act, .wait, .checkStatus, .finish, .contactSupport: break
            }
            let pressed = lines.prefix(count) + [#"{"event":"start","session":"a"}"#]
            let last = try Recording(pressed.joined(separator: "\n").utf8).play().lines.last
            guard case .refused(step: count, _)? = last else {
                Issue.record("granted after line \(count)")
                continue
            }
        }
    }

    @Test("A kill after any line loses nothing that may have moved money", arguments: FieldReports.recorded)
    func kill(_ row: LedgerRow) throws {
        let lines = try FieldReports.lines(row.id)
        for count in 1...lines.count {
            let before = try Verdict.play(Array(lines.prefix(count)))
            let after = try Verdict.play(lines.prefix(count) + [#"{"event":"relaunch"}"#])
            #expect(after.standing.exposure >= before.standing.exposure, "after line \(count)")
            #expect((before.refusal == nil) == (after.refusal == nil) || before.standing.exposure == .none)
        }
    }

    @Test("A live checkout comes to the same as the recording", arguments: FieldReports.recorded)
    func live(_ row: LedgerRow) throws {
        let lines = try FieldReports.lines(row.id)
        guard try LiveRun.canPlay(lines) else { return }
        let live = try LiveRun(lines)
        let recorded = try Verdict.play(lines)
        #expect(live.checkout.standing.standing == recorded.standing)
        #expect(live.checkout.standing.refusal == recorded.refusal)
        #expect(live.checkout.anomalies == recorded.anomalies)
        let shown = try Recording(lines.joined(separator: "\n").utf8).play().lines.compactMap { line in
            if case .change(_, let update) = line { update.order } else { nil }
        }
        #expect(live.updates.map(\.order) == shown || live.updates.dropFirst().map(\.order) == shown)
    }

    @Test("Most recordings can be played through a live checkout")
    func liveRecordings() throws {
        let live = try FieldReports.recorded.filter { try LiveRun.canPlay(FieldReports.lines($0.id)) }
        #expect(live.count > 100)
    }

    /// Events that say how something stands: told again they say nothing new. Two equal failures of Primer are two.
    static let repeatable: Set = [
        "sdk", "attempt", "transaction", "created", "paymentsResponse", "detailsResponse", "notification", "didFail",
        "returnURL", "didProvide", "statusPoll", "postAuthorisation", "submitError", "cancel", "statement",
    ]

    @Test("What is told twice comes to the same as told once", arguments: FieldReports.recorded)
    func toldTwice(_ row: LedgerRow) throws {
        let lines = try FieldReports.lines(row.id)
        let twice = try lines.flatMap { line in
            let event = try JSONReader.read(Array(line.utf8))["event"]?.string ?? ""
            return Self.repeatable.contains(event) ? [line, line] : [line]
        }
        #expect(try Verdict.play(twice).standing == Verdict.play(lines).standing)
    }

    @Test("Members nobody knows change nothing", arguments: FieldReports.recorded)
    func unknownMembers(_ row: LedgerRow) throws {
        let lines = try FieldReports.lines(row.id)
        let more = lines.map { line in
            ["body", "result", "error", "outcome", "action"].reduce(line) { text, key in
                text.replacing("\"\(key)\":{\"", with: "\"\(key)\":{\"zz\":{\"z\":[null,1.5e9]},\"")
            }.replacing(#"{"event""#, with: #"{"zz":[{"z":"ø"}],"event""#)
        }
        #expect(more.dropFirst() != lines.dropFirst())
        #expect(try Verdict.play(more) == Verdict.play(lines))
    }

    @Test("No secret of a recording gets into its trace", arguments: FieldReports.recorded)
    func privacy(_ row: LedgerRow) throws {
        let trace = try FieldReports.trace(row.id).joined()
        for secret in ["SECRET", "TEST-PAN", "CVC-999", "bank.example", "DOCTYPE", "low funds", "Åsa"] {
            #expect(!trace.contains(secret))
        }
    }
}
