import CheckoutCore
import Foundation
import Testing

/// One row of `ledger.tsv`: a public report, what it says the outcome is, and what the package makes of it.
struct LedgerRow: Sendable {
    let id: String
    let kind: String
    /// The vendor it is told in; `generic → adyen` where the report names none, `core` where no vendor speaks.
    let toldIn: String
    let source: String
    /// What came in, in our own words.
    let story: String
    let coverage: Set<Coverage>
    /// The outcome by the report: its state, its advice on a new try, whether the shopper is charged.
    let report: [Moment]
    /// The outcome by our rules: state, retry, exposure.
    let expected: [Moment]
    let anomalies: [String]
    /// What else the report asks for and the trace must show: a raw word or a reference, `once` where nobody may hear of the
    /// outcome twice, `refused …` where a start must be.
    let shows: [String]
    /// Why our rules differ, by rule or row of the mapping; empty where they don't.
    let reason: String

    /// How a report is covered.
    enum Coverage: String, Sendable {
        case recording, test, outside
    }

    /// What is told of one moment: after an event of the recording, at its end, or by a test.
    struct Moment: Sendable, Hashable {
        let place: Place
        let text: String

        enum Place: Sendable, Hashable {
            case event(Int)
            case end
            case test
        }
    }

    /// The moments of the recording, without what a test says.
    var recorded: [Moment] { expected.filter { $0.place != .test } }
    /// What a test has to find.
    var tested: String? { expected.first { $0.place == .test }?.text }
}

extension LedgerRow: CustomTestStringConvertible {
    var testDescription: String { id }
}

extension LedgerRow {
    /// Reads a line of eleven columns.
    init(line: Substring) throws {
        let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        try #require(cells.count == 11, "\(line.prefix(8)) has \(cells.count) columns")
        (id, kind, toldIn, source, story) = (cells[0], cells[1], cells[2], cells[3], cells[4])
        coverage = Set(
            try cells[5].components(separatedBy: ", ").map { try #require(Coverage(rawValue: $0), "\(cells[0])") })
        report = try Self.moments(cells[6])
        expected = try Self.moments(cells[7])
        anomalies = cells[8] == "–" ? [] : cells[8].components(separatedBy: ", ")
        shows = cells[9] == "–" ? [] : cells[9].components(separatedBy: ", ")
        reason = cells[10]
    }

    private static func moments(_ cell: String) throws -> [Moment] {
        guard !cell.isEmpty else { return [] }
        return try cell.components(separatedBy: "; ").map { entry in
            let place = try #require(entry.range(of: ": "), "\(cell)")
            let text = String(entry[place.upperBound...])
            switch String(entry[..<place.lowerBound]) {
            case "end": return Moment(place: .end, text: text)
            case "test": return Moment(place: .test, text: text)
            case let step: return Moment(place: .event(try #require(Int(step), "\(cell)")), text: text)
            }
        }
    }
}

/// The files of the reports.
enum FieldReports {
    static let folder = Bundle.module.resourceURL!

    /// Every row, in the order of the file.
    static let rows: [LedgerRow] = {
        let text = (try? String(contentsOf: folder.appendingPathComponent("ledger.tsv"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").dropFirst().compactMap { try? LedgerRow(line: $0) }
    }()

    static let recorded = rows.filter { $0.coverage.contains(.recording) }

    /// The lines of a recording, the header first.
    static func lines(_ id: String) throws -> [String] { try file("\(id).jsonl") }

    /// The lines of the trace beside it.
    static func trace(_ id: String) throws -> [String] { try file("\(id).trace.jsonl") }

    private static func file(_ name: String) throws -> [String] {
        let url = folder.appendingPathComponent("Recordings").appendingPathComponent(name)
        return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
    }
}
