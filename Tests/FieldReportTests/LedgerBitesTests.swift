import CheckoutCore
import Testing

/// The ledger is no mirror: a wrong expectation, a wrong recording and a wrong rule are all noticed.
@Suite("The ledger bites")
struct LedgerBitesTests {
    @Test("Another state, retry or exposure in a row is noticed", arguments: FieldReports.recorded)
    func wrongExpectation(_ row: LedgerRow) throws {
        let wrong = ["declined", "newSession", "taken"]
        let otherwise = ["failed", "otherMethod", "none"]
        for (place, moment) in row.recorded.enumerated() {
            for word in 0..<3 {
                var words = moment.text.split(separator: " ").map(String.init)
                words[word] = words[word] == wrong[word] ? otherwise[word] : wrong[word]
                var moments = row.recorded
                moments[place] = .init(place: moment.place, text: words.joined(separator: " "))
                #expect(try !Verdict.discrepancies(row.expecting(moments)).isEmpty, "\(words)")
            }
        }
    }

    @Test("An anomaly that isn't there is noticed, and one that is and isn't expected")
    func wrongAnomaly() throws {
        for row in FieldReports.recorded.prefix(5) {
            #expect(try !Verdict.discrepancies(row.expecting(row.recorded, anomalies: ["lateSuccess"])).isEmpty)
        }
        for row in FieldReports.recorded where !row.anomalies.isEmpty {
            #expect(try !Verdict.discrepancies(row.expecting(row.recorded, anomalies: [])).isEmpty)
        }
    }

    @Test("A word, a refusal or a single telling that isn't there is noticed")
    func wrongShows() throws {
        let declined = try #require(FieldReports.recorded.first { $0.id == "K08-11" })
        for word in ["BRAND_NEW_REASON_78", "refused alreadyPaid", "once"] {
            #expect(try !Verdict.discrepancies(declined.expecting(declined.recorded, shows: [word])).isEmpty)
        }
    }

    @Test("A report's word that is translated otherwise is noticed")
    func wrongTranslation() {
        func moment(_ text: String) -> LedgerRow.Moment { .init(place: .end, text: text) }
        let ours = moment("outcomeUnknown blocked possible")
        #expect(ReportWords.agree(moment("outcomeUnknown reconcileFirst maybe"), ours))
        for report in ["pending reconcileFirst maybe", "outcomeUnknown yes maybe", "outcomeUnknown no no", "nonsense"] {
            #expect(!ReportWords.agree(moment(report), ours), "\(report)")
        }
        #expect(!ReportWords.agree(.init(place: .event(1), text: "outcomeUnknown no maybe"), ours))
    }

    /// Rules that are wrong: each has to fail reports.
    static let wrongRules: [(name: String, table: TransitionTable)] = {
        let right = TransitionTable.standard
        let approvals = right.order.filter { $0.kind == .succeeded || $0.kind == .partiallyPaid }
        let others = right.order.filter { !approvals.contains($0) }
        return [
            ("success loses", TransitionTable(order: approvals + others, progress: right.progress)),
            ("the weakest word stands", TransitionTable(order: right.order.reversed(), progress: right.progress)),
            ("doubt is final", TransitionTable(order: right.order, progress: [])),
        ]
    }()

    @Test("A wrong rule fails reports", arguments: wrongRules.indices)
    func wrongRule(_ index: Int) throws {
        let rule = Self.wrongRules[index]
        let failing = try FieldReports.recorded.filter { try !Verdict.discrepancies($0, table: rule.table).isEmpty }
        #expect(failing.count >= 2, "\(rule.name)")
    }
}

extension LedgerRow {
    /// The row with another expectation.
    fileprivate func expecting(_ moments: [Moment], anomalies: [String]? = nil, shows: [String]? = nil) -> LedgerRow {
        LedgerRow(
            id: id, kind: kind, toldIn: toldIn, source: source, story: story, coverage: coverage, report: report,
            expected: moments, anomalies: anomalies ?? self.anomalies, shows: shows ?? self.shows, reason: reason)
    }
}
