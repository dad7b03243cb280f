import CheckoutPrimer
import CheckoutTesting
import Foundation
import Testing

/// The pages of the documentation agree with the code.
@Suite("Documentation of CheckoutPrimer")
struct DocumentationTests {
    private static let catalogue = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/CheckoutPrimer/CheckoutPrimer.docc")

    @Test("The mapping page is the tables'; run with CHECKOUT_UPDATE_DOCS=1 to write it anew")
    func mapping() throws {
        let file = Self.catalogue.appendingPathComponent("Mapping.md")
        let page = PrimerVocabulary.standard.mappingPage
        if ProcessInfo.processInfo.environment["CHECKOUT_UPDATE_DOCS"] == "1" {
            try page.write(to: file, atomically: true, encoding: .utf8)
        }
        let written = try String(contentsOf: file, encoding: .utf8)
        #expect(
            written == page,
            "run CHECKOUT_UPDATE_DOCS=1 swift test --filter CheckoutPrimerTests to write Mapping.md anew")
    }

    @Test("The article's recording plays to the trace the article shows")
    func article() throws {
        let article = try String(
            contentsOf: Self.catalogue.appendingPathComponent("CheckoutPrimer.md"), encoding: .utf8)
        let blocks = article.components(separatedBy: "```json\n").dropFirst().map { block in
            block.components(separatedBy: "\n```")[0].split(separator: "\n").map(String.init)
        }
        #expect(blocks.count == 2)
        let recording = try #require(blocks.first)
        #expect(try Recording(recording.joined(separator: "\n").utf8).play().jsonLines == blocks.last)
        #expect(try recording == RecordingTests.lines("unknown-then-paid"))
    }
}
