import Foundation
import Testing

@testable import CheckoutAdyen

@Suite("Adyen's documentation")
struct DocumentationTests {
    static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Sources/CheckoutAdyen/CheckoutAdyen.docc/Mapping.md")

    /// To write the page anew: `CHECKOUT_UPDATE_DOCS=1 swift test --filter CheckoutAdyenTests`.
    @Test("The mapping page is what the tables say")
    func mapping() throws {
        let text = AdyenVocabulary.standard.mappingPage
        if ProcessInfo.processInfo.environment["CHECKOUT_UPDATE_DOCS"] == "1" {
            try text.write(to: Self.page, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: Self.page, encoding: .utf8) == text)
    }
}
