import CheckoutCore
import CheckoutEpay
import CheckoutTesting
import Foundation
import Testing

@Suite("Documentation of the Epay adapter")
struct DocumentationTests {
    private static let catalogue = package.appendingPathComponent("Sources/CheckoutEpay/CheckoutEpay.docc")

    @Test("The mapping page is the one generated from the tables")
    func mappingPage() throws {
        let file = Self.catalogue.appendingPathComponent("Mapping.md")
        let page = EpayVocabulary.standard.mappingPage
        if ProcessInfo.processInfo.environment["CHECKOUT_UPDATE_DOCS"] == "1" {
            try page.write(to: file, atomically: true, encoding: .utf8)
        }
        let written = try String(contentsOf: file, encoding: .utf8)
        #expect(
            written == page,
            "Mapping.md isn't up to date; write it with CHECKOUT_UPDATE_DOCS=1 swift test --filter CheckoutEpayTests")
    }

    @Test("The mapping page names every word of every table")
    func namesEveryWord() {
        let vocabulary = EpayVocabulary.standard
        let page = vocabulary.mappingPage
        let words =
            Array(vocabulary.attemptStates.keys) + Array(vocabulary.sdkStates.keys)
            + Array(vocabulary.transactionStates.keys) + Array(vocabulary.declineReasons.keys)
            + Array(vocabulary.failures.keys) + Array(vocabulary.loadingFailures.keys)
            + Array(vocabulary.transactionEnds.keys) + EpayPaymentMethod.allCases.map(\.creationMethod)
        for word in words { #expect(page.contains("| `\(word)` |")) }
    }

    @Test("A row outside the tables comes to what it says", arguments: EpayMappingRow.all.indices)
    func row(_ index: Int) throws {
        let row = EpayMappingRow.all[index]
        let trace = try play(row.lines)
        #expect(trace.standing.standing.state.description == row.state, "\(row.event)")
        let next = try play(row.lines + [start])
        #expect(next.refusals.last?.rawValue == row.refusal, "\(row.event)")
        #expect(row.meaning.contains("unattributed") == trace.standing.anomalies.contains(.unattributed))
    }

    @Test("The recording in the article plays to the trace below it")
    func article() throws {
        let text = try String(
            contentsOf: Self.catalogue.appendingPathComponent("CheckoutEpay.md"), encoding: .utf8)
        let blocks = text.components(separatedBy: "```json\n").dropFirst().map { block in
            String(block.prefix(upTo: block.range(of: "```")?.lowerBound ?? block.endIndex))
        }
        #expect(blocks.count == 2)
        let recording = try Recording(try #require(blocks.first).utf8)
        #expect(recording.play().jsonLines == blocks.last?.split(separator: "\n").map(String.init))
    }
}
