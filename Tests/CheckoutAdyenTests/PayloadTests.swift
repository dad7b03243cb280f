import CheckoutTesting
import Foundation
import Testing

@testable import CheckoutAdyen
@testable import CheckoutCore

/// What an answer, an action, a webhook or a poll makes of a submitted attempt of which nothing else is known.
enum Reading {
    static func standing(
        _ json: JSONValue, kind: AdyenPayload.Kind? = nil, status: Int? = nil, asked: Money? = nil,
        isSubmitted: Bool = true
    ) -> Standing? {
        guard case .events(let events) = AdyenPayload.read(json, as: kind, status: status) else { return nil }
        return standing(events, asked: asked, isSubmitted: isSubmitted).standing
    }

    static func standing(
        _ events: [AdyenEvent], asked: Money? = nil, isSubmitted: Bool = true, reportsRequests: Bool = false
    ) -> (standing: Standing, anomalies: [Anomaly], machine: AttemptMachine) {
        var adapter = AdyenAdapter(reportsRequests: reportsRequests)
        var machine = AttemptMachine(asked: asked)
        var anomalies: [Anomaly] = []
        let all = (isSubmitted ? [AdyenEvent.didSubmit(method: nil)] : []) + events
        for event in all {
            let context = AttemptContext(
                id: AttemptID(rawValue: "id-1"), asked: asked, isSubmitted: machine.isSubmitted)
            adapter.interpret(event, for: context) { signal in
                machine.apply(signal) { anomalies += $0.anomalies.anomalies }
            }
        }
        return (machine.standing, anomalies, machine)
    }

    static func read(_ text: String) throws -> JSONValue { try JSONReader.read(text) }

    static func answer(_ text: String, status: Int? = 200) throws -> AdyenAnswer {
        AdyenAnswer(status: status, json: try JSONReader.read(text), vocabulary: .standard)
    }
}

@Suite("Payloads as Adyen sends them")
struct PayloadTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let file: String
        let kind: AdyenPayload.Kind?
        let state: String
        let evidence: String
        let exposure: String
        let retry: String
        var testDescription: String { file }
    }

    static let folder = Bundle.module.resourceURL!.appendingPathComponent("Payloads")

    static func rows() throws -> [Row] {
        let text = try String(contentsOf: folder.appendingPathComponent("index.tsv"), encoding: .utf8)
        return text.split(separator: "\n").dropFirst().map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return Row(
                file: cells[0], kind: AdyenPayload.Kind(rawValue: cells[1]), state: cells[2], evidence: cells[3],
                exposure: cells[4], retry: cells[5])
        }
    }

    @Test("Each payload means exactly what its row says", arguments: try rows())
    func payload(row: Row) throws {
        let json = try JSONReader.read([UInt8](Data(contentsOf: Self.folder.appendingPathComponent(row.file))))
        guard row.state != "notAPaymentOutcome" else {
            guard case .noOutcome(let what) = AdyenPayload.read(json, as: row.kind, status: nil) else {
                Issue.record("read as an outcome")
                return
            }
            #expect(!what.isEmpty)
            return
        }
        let standing = try #require(Reading.standing(json, kind: row.kind))
        // The sums of a part payment are tested apart.
        #expect(
            standing.state.description.replacing(
                /\((remaining|paid|sums|.*unsupported\().*\)/,
                with: { match in
                    standing.state.kind == .partiallyPaid ? "" : "(unsupported)"
                }) == row.state)
        #expect(standing.evidence?.rawValue ?? "–" == row.evidence)
        #expect(standing.exposure.rawValue == row.exposure)
        #expect(standing.retry.rawValue == row.retry)
    }

    @Test("The corpus is complete")
    func complete() throws {
        let rows = try Self.rows()
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter {
            $0.hasSuffix(".json")
        }
        #expect(rows.count == 152)
        #expect(Set(files) == Set(rows.map(\.file)))
    }

    @Test("Nothing secret of a payload gets into what is printed of it", arguments: try rows())
    func privacy(row: Row) throws {
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(row.file)))
        let json = try JSONReader.read(bytes)
        guard case .events(let events) = AdyenPayload.read(json, as: row.kind, status: nil) else { return }
        var printed = ""
        dump(events, to: &printed)
        let reading = Reading.standing(events)
        printed += reading.standing.json.jsonText + "\(reading.standing)"
        dump(reading.standing, to: &printed)
        for secret in ["Canary", "canary", "CANARY", "secret", "411111", "012345"] {
            #expect(!printed.contains(secret), "\(secret)")
        }
    }

    /// A folder with further payloads and an `index.tsv` of file, source, kind, expected state and note.
    static let furtherPayloads = ProcessInfo.processInfo.environment["CHECKOUT_ADYEN_PAYLOADS"]

    @Test("Further payloads mean what their index says", .enabled(if: furtherPayloads != nil))
    func further() throws {
        let folder = URL(fileURLWithPath: try #require(Self.furtherPayloads))
        let index = try String(contentsOf: folder.appendingPathComponent("index.tsv"), encoding: .utf8)
        for line in index.split(separator: "\n").dropFirst() {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let json = try JSONReader.read([UInt8](Data(contentsOf: folder.appendingPathComponent(cells[0]))))
            let standing = Reading.standing(json, kind: cells[2] == "details error" ? .details : nil)
            var state = standing?.state.kind.rawValue ?? "notAPaymentOutcome"
            if case .actionRequired(let action)? = standing?.state { state += "(\(action.kind.rawValue))" }
            #expect(state == cells[3], "\(cells[0])")
        }
    }
}
