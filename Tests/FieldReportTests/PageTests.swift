import Foundation
import Testing

@Suite("The page of the reports")
struct PageTests {
    static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Sources/CheckoutTesting/CheckoutTesting.docc/FieldReports.md")

    /// To write the page anew: `CHECKOUT_UPDATE_DOCS=1 swift test --filter FieldReportTests`.
    @Test("The page is what the ledger and the recordings say")
    func page() async throws {
        var results: [String: String] = [:]
        for row in FieldReports.rows { results[row.id] = try await Page.result(of: row) }
        let text = Page.text(FieldReports.rows, results: results)
        if ProcessInfo.processInfo.environment["CHECKOUT_UPDATE_DOCS"] == "1" {
            try text.write(to: Self.file, atomically: true, encoding: .utf8)
        }
        let written = try String(contentsOf: Self.file, encoding: .utf8)
        #expect(written == text, "write it with CHECKOUT_UPDATE_DOCS=1 swift test --filter FieldReportTests")
    }
}
