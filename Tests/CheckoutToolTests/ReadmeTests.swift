import CheckoutAdyen
import CheckoutCore
import Foundation
import Testing

@testable import CheckoutTesting
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

    @Test("The code it shows is this file's, compiled and true") @MainActor
    func code() async throws {
        let readme = try Self.text("README.md")
        let own = try Self.text("Tests/CheckoutToolTests/ReadmeTests.swift")
        let block = try #require(readme.split(separator: "```swift\n").dropFirst().first?.split(separator: "```").first)
        let imports = "import CheckoutAdyen\nimport CheckoutCore\nimport Foundation\n\n"
        #expect(block.hasPrefix(imports))
        #expect(own.contains(block.dropFirst(imports.count)))

        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("readme-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let screen = try PaymentScreen(order: "A-1001", price: "EUR 10.00", folder: folder)
        await screen.pay { _, amount in
            #expect(amount.minorUnits == 1000)
            return (200, Data(#"{"resultCode":"Authorised","pspReference":"PSP1"}"#.utf8))
        }
        for _ in 0..<1_000 where screen.update?.nextStep != .finish { try await Task.sleep(nanoseconds: 1_000_000) }
        #expect(screen.update?.order.state.kind == .succeeded)
        // The order is paid, also for the next start of the app.
        screen.checkout.close()
        let again = try PaymentScreen(order: "A-1001", price: "EUR 10.00", folder: folder)
        #expect(again.checkout.nextStep == .finish)
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

/// The payment screen of an order, with a session at Adyen; other providers' sessions can be open beside it.
@MainActor final class PaymentScreen {
    let checkout: Checkout
    let adyen: CheckoutSession<AdyenAdapter>
    private(set) var update: CheckoutUpdate?
    private var observer: ObserverToken?

    init(order reference: String, price: String, folder: URL) throws {
        let order = CheckoutOrder(reference: reference, amount: try Money(text: price))
        checkout = try Checkout(order: order, journal: FileJournal(directory: folder))  // restores what it knows
        adyen = try checkout.open(AdyenAdapter(reportsRequests: true))
        observer = checkout.observe(on: .mainActor) { [weak self] update in self?.update = update }
    }

    /// `send` posts to the merchant's server, with the attempt's id as idempotency key.
    func pay(send: (_ key: AttemptID, _ amount: Money) async -> (status: Int, body: Data)) async {
        guard case .granted(let grant) = adyen.begin(method: "scheme") else { return }  // somebody may be charged
        guard adyen.send(.paymentsRequest) == .proceed else { return }  // durably written before anything leaves
        let answer = await send(grant.attempt, grant.amount)
        adyen.send(.paymentsResponse(AdyenAnswer(status: answer.status, body: answer.body)), for: grant.attempt)
    }
}

@Suite("The format of recordings is documented")
struct RecordingFormatTests {
    @Test(
        "Every event and every provider of the format stands on its page",
        arguments: RecordedProviders.all.keys.map(\.rawValue))
    func events(provider: String) throws {
        let page = try ReadmeTests.text("Sources/CheckoutTesting/CheckoutTesting.docc/RecordingFormat.md")
        #expect(page.contains("`\(provider)`"))
        for name in RecordedProviders.all[Provider(rawValue: provider)]?.eventNames ?? [] {
            #expect(page.contains("`\(name)`"), "\(name)")
        }
        for name in Recording.commonEvents { #expect(page.contains("`\(name)`"), "\(name)") }
    }
}
