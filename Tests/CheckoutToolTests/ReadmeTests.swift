import CheckoutAdyen
import CheckoutCore
import Foundation
import Testing

@testable import CheckoutTool

@Suite("The README says what is true")
struct ReadmeTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    @Test("The replay it shows is what the command prints")
    func replay() throws {
        let readme = try Self.text("README.md")
        let line = try #require(readme.split(separator: "\n").first { $0.hasPrefix("swift run checkout replay Tests") })
        let path = try #require(line.split(separator: " ").last)
        let bytes = Array(try Self.text(String(path)).utf8)
        let result = CheckoutCommand.run(["replay", String(path)]) { (_) throws(InputError) in bytes }
        #expect(readme.contains("```\n\(result.output)```"))
    }

    @Test("The code it shows is this file's, compiled and true")
    func code() throws {
        let readme = try Self.text("README.md")
        let own = try Self.text("Tests/CheckoutToolTests/ReadmeTests.swift")
        let block = try #require(readme.split(separator: "```swift\n").dropFirst().first?.split(separator: "```").first)
        let imports = "import CheckoutAdyen\nimport CheckoutCore\n\n"
        #expect(block.hasPrefix(imports))
        #expect(own.contains(block.dropFirst(imports.count)))

        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("readme-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let order = CheckoutOrder(
            reference: "A-1001", amount: Money(minorUnits: 1000, currency: try #require(Currency(code: "EUR"))))
        try pay(order, in: folder) { _ in }
        // The order is paid, also for the next start of the app.
        let again = try Checkout(order: order, journal: FileJournal(directory: folder))
        #expect(again.state.kind == .succeeded)
        #expect(again.nextStep == .finish)
    }

    @Test("Every module it names exists, and every module is named")
    func modules() throws {
        let readme = try Self.text("README.md")
        let sources = try FileManager.default.contentsOfDirectory(
            atPath: Self.root.appendingPathComponent("Sources").path)
        for module in sources where module != "CheckoutTool" {
            let files = try FileManager.default.contentsOfDirectory(
                atPath: Self.root.appendingPathComponent("Sources/\(module)").path)
            if files == ["Placeholder.swift"] { continue }
            #expect(readme.contains("`\(module)`"), "\(module)")
        }
    }
}

/// What the merchant's server would answer.
private func answer(to request: (key: AttemptID, amount: Money)) -> [UInt8] {
    Array(#"{"resultCode":"Authorised","pspReference":"PSP1"}"#.utf8)
}

/// Pays an order at Adyen; other providers' sessions can be open beside it.
func pay(_ order: CheckoutOrder, in folder: URL, show: @escaping @MainActor @Sendable (CheckoutUpdate) -> Void) throws {
    let checkout = try Checkout(order: order, journal: FileJournal(directory: folder))  // restores what it knows
    let screen = checkout.observe(on: .mainActor) { update in show(update) }  // update.order, update.nextStep
    let adyen = try checkout.open(AdyenAdapter(reportsRequests: true))

    guard case .granted(let grant) = adyen.begin(method: "scheme") else { return }  // refused: somebody may be charged
    let request = (key: grant.attempt, amount: grant.amount)  // send them with the request to /payments
    guard adyen.send(.paymentsRequest) == .proceed else { return }  // durably written before anything leaves
    adyen.send(.paymentsResponse(AdyenAnswer(status: 200, body: answer(to: request))))
    withExtendedLifetime(screen) {}
}
