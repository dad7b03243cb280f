import Foundation
import Testing

@testable import CheckoutTesting

@Suite("The equivalence matrix in the documentation")
struct MatrixPageTests {
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Sources/CheckoutTesting/CheckoutTesting.docc/EquivalenceMatrix.md")

    /// To write the page anew: `CHECKOUT_UPDATE_DOCS=1 swift test --filter MatrixPageTests`.
    @Test("is what the simulators tell")
    func page() throws {
        let text = Matrix.played().page
        if ProcessInfo.processInfo.environment["CHECKOUT_UPDATE_DOCS"] == "1" {
            try text.write(to: Self.file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: Self.file, encoding: .utf8) == text)
    }

    @Test("has one line of JSON for each cell")
    func json() {
        let lines = Matrix.played().jsonLines
        #expect(lines.count == 49 * 4)
        #expect(lines[0] == #"{"scenario":"S01","provider":"epay","expressible":true,"exact":true}"#)
        #expect(
            lines.contains(
                #"{"scenario":"S16","provider":"epay","expressible":false,"because":"Epay has no vouchers"}"#))
    }
}
