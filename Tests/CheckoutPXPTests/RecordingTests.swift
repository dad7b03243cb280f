import CheckoutCore
import CheckoutPXP
import CheckoutTesting
import Foundation
import Testing

/// The folder of recordings.
private func folder() throws -> URL {
    try #require(Bundle.module.url(forResource: "Recordings", withExtension: nil))
}

/// The text of a recording.
func recordingText(_ story: String) throws -> String {
    String(decoding: try Data(contentsOf: folder().appendingPathComponent("\(story).jsonl")), as: UTF8.self)
}

/// Recordings that tell a story each, with the trace beside it.
@Suite struct RecordingTests {
    static let stories = [
        "paid", "decline-then-paid", "challenge-passed", "challenge-failed", "left-before-sending",
        "line-dropped-merchant-paid", "soft-decline-second-round", "soft-decline-vetoed", "merchant-veto",
        "part-paid", "unknown-class", "killed-after-sending", "card-rejected", "paypal-approved",
        "tapped-twice-told-twice", "late-success", "veto-ignored", "grant-boundary", "decline-inside-error",
        "nobody-started",
    ]

    @Test("A recording's trace is exactly the one beside it", arguments: stories)
    func trace(_ story: String) throws {
        let played = try Recording(Array(recordingText(story).utf8)).play().jsonLines
        let expected = try recordingText("\(story).trace").split(separator: "\n").map(String.init)
        for (line, pair) in zip(played, expected).enumerated() {
            #expect(pair.0 == pair.1, "\(story), line \(line + 1)")
        }
        #expect(played.count == expected.count)
    }

    @Test("Every recording in the folder is played")
    func everyRecording() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder().path)
        let stories = files.filter { $0.hasSuffix(".jsonl") && !$0.hasSuffix(".trace.jsonl") }
        #expect(Set(stories) == Set(Self.stories.map { "\($0).jsonl" }))
        #expect(files.filter { $0.hasSuffix(".trace.jsonl") }.count == stories.count)
    }
}
