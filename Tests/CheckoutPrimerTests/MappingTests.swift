import CheckoutCore
import CheckoutPrimer
import CheckoutTesting
import Testing

@Suite("The rows of the mapping that no table holds")
struct MappingTests {
    @Test("Every row ends as it says", arguments: PrimerMapping.rows.map(RowCase.init))
    func row(_ test: RowCase) throws {
        let row = test.row
        let trace = try play(row.settings, lines: row.lines)
        let last = trace.lines.last { line in
            guard line.step == row.lines.count, case .change = line else { return false }
            return true
        }
        guard case .change(_, let update)? = last else {
            #expect(row.outcome == nil)
            return
        }
        #expect(update.change.standing.words(update.change.anomalies).joined(separator: " · ") == row.outcome)
    }

    struct RowCase: Sendable, CustomTestStringConvertible {
        let row: PrimerMapping.Row
        var testDescription: String { row.event }
    }
}
