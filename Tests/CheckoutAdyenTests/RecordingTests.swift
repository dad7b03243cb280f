import CheckoutTesting
import Foundation
import Testing

@testable import CheckoutAdyen
@testable import CheckoutCore

@Suite("Recordings of Adyen's flow")
struct RecordingTests {
    static let folder = Bundle.module.resourceURL!.appendingPathComponent("Recordings")

    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".jsonl") && !$0.hasSuffix(".trace.jsonl") }
            .map { String($0.dropLast(".jsonl".count)) }
            .sorted()
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    @Test("A recording plays to exactly its trace", arguments: try names())
    func trace(name: String) throws {
        let expected = String(decoding: try Self.bytes("\(name).trace.jsonl"), as: UTF8.self)
        let trace = try Recording(Self.bytes("\(name).jsonl")).play()
        #expect(trace.jsonLines == expected.split(separator: "\n").map(String.init))
    }

    @Test("There are recordings of twelve different stories")
    func count() throws { #expect(try Self.names().count == 12) }

    @Test("No secret of a recording gets into its trace", arguments: try names())
    func privacy(name: String) throws {
        let text = try Recording(Self.bytes("\(name).jsonl")).play().jsonLines.joined()
        for secret in ["secret", "bank.example", "eyJ0", "501 422"] { #expect(!text.contains(secret)) }
    }

    @Test("Every event of the format is read, and an unknown one isn't")
    func eventNames() {
        let order = CheckoutOrder(reference: "A", amount: Money(minorUnits: 1, currency: Currency(code: "EUR")!))
        for name in AdyenAdapter.eventNames {
            #expect(AdyenAdapter.events(named: name, line: ["event": .string(name)], order: order)?.isEmpty == false)
        }
        #expect(AdyenAdapter.events(named: "nonsense", line: [:], order: order) == nil)
    }

    @Test("A missing payload never makes an outcome", arguments: AdyenAdapter.eventNames)
    func missingPayload(name: String) throws {
        let order = CheckoutOrder(reference: "A", amount: Money(minorUnits: 1, currency: Currency(code: "EUR")!))
        let events = try #require(AdyenAdapter.events(named: name, line: ["event": .string(name)], order: order))
        for isSubmitted in [true, false] {
            let kind = Reading.standing(events, isSubmitted: isSubmitted).standing.state.kind
            let isLocalEnd = name == "didFail" && !isSubmitted
            #expect(!kind.isApproval && (!kind.isEnd || isLocalEnd))
        }
    }
}
