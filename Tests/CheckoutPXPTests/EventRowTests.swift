import CheckoutCore
import CheckoutPXP
import CheckoutTesting
import Foundation
import Testing

/// The courses of events of the documentation, and the pages made of them.
@Suite struct EventRowTests {
    @Test("Every course of events amounts to what its row says", arguments: PXPEventRow.all.indices)
    func row(_ index: Int) throws {
        let row = PXPEventRow.all[index]
        let last = try #require(try play(row.lines, hooks: row.hooks, intent: row.intent).last)
        #expect(last.state.description == row.state, "\(row.story)")
        #expect(last.retry == row.retry, "\(row.story)")
        #expect(last.exposure == row.exposure, "\(row.story)")
    }

    @Test("The rows tell every event there is, and every hook that decides about the boundary")
    func everyEvent() {
        let told = PXPEventRow.all.flatMap(\.lines).joined()
        let untold = PXPEvent.names.filter { !told.contains(#""event":"\#($0)""#) }
        // Read like others of the list: the error as onSubmitError, the first half of an authentication as the second.
        #expect(untold.sorted() == ["error", "postInitiateAuthentication"])
    }

    @Test("The documentation's tables are the adapter's own")
    func mappingPage() throws {
        try expectPage("Mapping.md", PXPVocabulary.standard.mappingPage)
    }

    @Test("The documentation's example is what the recording's replay shows")
    func example() throws {
        let page = try #require(String(data: Data(contentsOf: Self.catalogue("CheckoutPXP.md")), encoding: .utf8))
        let story = "decline-then-paid"
        let recording = try recordingText(story)
        let trace = try Recording(Array(recording.utf8)).play().jsonLines
        #expect(page.contains(recording.trimmingCharacters(in: .newlines)))
        #expect(page.contains(trace.joined(separator: "\n")))
    }

    private static func catalogue(_ name: String) -> URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/CheckoutPXP/CheckoutPXP.docc/\(name)").standardized
    }

    private func expectPage(_ name: String, _ text: String) throws {
        let file = Self.catalogue(name)
        if ProcessInfo.processInfo.environment["CHECKOUT_UPDATE_DOCS"] == "1" {
            try Data(text.utf8).write(to: file)
        }
        let page = String(data: try Data(contentsOf: file), encoding: .utf8)
        #expect(page == text, "run this test with CHECKOUT_UPDATE_DOCS=1 to write \(name) anew")
    }
}
