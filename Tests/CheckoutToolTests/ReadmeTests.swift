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
        let order = CheckoutOrder(reference: "A-1001", amount: try Money(text: "EUR 10.00"))
        let shop = Shop(results: ["Error", "Authorised"])
        let screen = try PaymentScreen(order, folder: folder, server: shop) { _ in .completed }
        #expect(screen.nextStep == .wait)
        let submitted = Data(#"{"paymentMethod":{"type":"scheme"}}"#.utf8)
        for expected in [NextStep.payAgain(.newSession), .finish] {
            _ = try await screen.load()
            #expect(screen.checkout.nextStep != .wait)
            _ = try await screen.pay(submitted)
            for _ in 0..<1_000 where screen.nextStep != expected { try await Task.sleep(nanoseconds: 1_000_000) }
            #expect(screen.nextStep == expected)
        }
        #expect(try await screen.pay(submitted) == .refused(.alreadyPaid))
        // The order is paid, also for the next start of the app.
        screen.checkout.close()
        let again = try PaymentScreen(order, folder: folder, server: shop) { _ in .completed }
        #expect(again.nextStep == .finish)
    }

    /// A merchant's server that answers each payment with the next result.
    final class Shop: AdyenMerchantServer {
        let results: Locked<[String]>

        init(results: [String]) { self.results = Locked(results) }

        func send(_ request: AdyenServerRequest) async throws(AdyenTransportError) -> AdyenServerReply {
            guard request.endpoint == .payments else {
                return AdyenServerReply(status: 200, body: Data(#"{"paymentMethods":[{"type":"scheme"}]}"#.utf8))
            }
            let result = results.withLock { $0.removeFirst() }
            return AdyenServerReply(status: 200, body: Data(#"{"resultCode":"\#(result)","pspReference":"PSP1"}"#.utf8))
        }
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

/// The payment screen of an order that is paid at Adyen; sessions of other providers can be open beside it.
@MainActor final class PaymentScreen {
    let checkout: Checkout
    private let openAdyen: () throws -> AdyenAdvancedFlow
    private var adyen: AdyenAdvancedFlow
    private(set) var nextStep: NextStep
    private var observer: ObserverToken?

    init(_ order: CheckoutOrder, folder: URL, server: any AdyenMerchantServer, show: @escaping AdyenActionHandler)
        throws
    {
        let checkout = try Checkout(order: order, journal: FileJournal(directory: folder))  // restores what it knows
        openAdyen = {
            try AdyenAdvancedFlow(checkout: checkout, server: server, returnURL: "my-app://", onAction: show)
        }
        (self.checkout, adyen, nextStep) = (checkout, try openAdyen(), checkout.nextStep)
        observer = checkout.observe(on: .mainActor) { [weak self] update in self?.nextStep = update.nextStep }
    }

    /// The methods, for Adyen's drop-in. Until they are there, `nextStep` is `.wait`, then `.pay`.
    func load() async throws -> Data {
        if checkout.nextStep == .payAgain(.newSession) { adyen = try openAdyen() }
        return try await adyen.paymentMethods()
    }

    /// Asks the guard, writes down that it sends, sends, shows the actions, until somebody knows or nobody can tell.
    func pay(_ submitted: Data) async throws -> AdyenAdvancedFlow.Result {
        try await adyen.pay(AdyenSubmission(data: submitted))  // `.refused(why)`: nothing was sent
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
