import CheckoutCore
import CheckoutTesting
import Foundation
import Testing

@Suite("Recordings of Primer")
struct RecordingTests {
    static let names = [
        "app-refuses-the-hook", "closed-after-the-hook", "declined-then-paid", "equal-failures-are-two-attempts",
        "killed-after-sending", "left-before-sending", "line-drops-merchant-says-paid", "paid-at-first-try",
        "paid-in-two-parts", "pay-tapped-twice", "presenter-closes-on-failure", "result-comes-later",
        "saved-method-nobody-began", "session-for-another-sum", "sheet-or-page-left", "start-fails-then-works",
        "status-nobody-knows", "success-after-failure", "told-twice-then-contradicted",
        "torn-down-then-the-outcome", "trusted-dismissal", "unknown-then-dismissed", "unknown-then-paid",
    ]

    static func lines(_ name: String) throws -> [String] {
        let url = try #require(
            Bundle.module.url(forResource: name, withExtension: "jsonl", subdirectory: "Recordings"))
        return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test("A recording plays to exactly its trace", arguments: names)
    func trace(_ name: String) throws {
        let played = try Recording(Self.lines(name).joined(separator: "\n").utf8).play().jsonLines
        let expected = try Self.lines("\(name).trace")
        #expect(played.count == expected.count)
        for (line, wanted) in zip(played, expected) { #expect(line == wanted) }
    }

    @Test("Every recording in the folder is played")
    func complete() throws {
        let folder = try #require(Bundle.module.url(forResource: "Recordings", withExtension: nil))
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let expected = Self.names.flatMap { ["\($0).jsonl", "\($0).trace.jsonl"] }
        #expect(files.sorted() == expected.sorted())
    }
}
