import CheckoutEpay
import CheckoutTesting
import Foundation
import Testing

@Suite("Recordings of Epay")
struct RecordingTests {
    static let names: [String] = {
        let folder = Bundle.module.url(forResource: "Recordings", withExtension: nil)
        let files = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) } ?? []
        return files.filter { $0.hasSuffix(".jsonl") && !$0.hasSuffix(".trace.jsonl") }
            .map { String($0.dropLast(".jsonl".count)) }.sorted()
    }()

    private static func text(_ file: String) throws -> String {
        let url = try #require(Bundle.module.url(forResource: "Recordings/" + file, withExtension: nil))
        return try String(contentsOf: url, encoding: .utf8)
    }

    @Test("There are recordings, and each has its trace")
    func complete() throws {
        #expect(Self.names.count >= 10)
        for name in Self.names { #expect(try !Self.text(name + ".trace.jsonl").isEmpty) }
    }

    @Test("A recording plays to exactly its trace, line by line", arguments: names)
    func plays(_ name: String) throws {
        let trace = try Recording(Self.text(name + ".jsonl").utf8).play().jsonLines
        let expected = try Self.text(name + ".trace.jsonl").split(separator: "\n").map(String.init)
        #expect(trace.count == expected.count)
        for (index, pair) in zip(trace, expected).enumerated() {
            #expect(pair.0 == pair.1, "line \(index + 1)")
        }
    }

    @Test("A trace carries no message, address or identifier of a shopper", arguments: names)
    func saysNothingPrivate(_ name: String) throws {
        let trace = try Recording(Self.text(name + ".jsonl").utf8).play().jsonLines.joined()
        #expect(!trace.contains("diagnostics only"))
        #expect(!trace.contains("secret"))
    }
}
