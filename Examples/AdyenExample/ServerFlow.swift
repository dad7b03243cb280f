import CheckoutAdyen
import CheckoutCore
import ExampleSupport
import Foundation

/// The advanced flow by HTTP, against `Examples/MerchantServer/server.py`: all that an app writes if it leaves the requests
/// and actions to `AdyenAdvancedFlow`.
@MainActor struct ServerFlow {
    static let usage = """
        the whole flow by HTTP, against Examples/MerchantServer/server.py:
          AdyenExample --server http://127.0.0.1:8080 [--amount "10.01 EUR"] [--shopper approve|refuse|leave]
        """

    /// What the shopper does when Adyen asks for something.
    enum Shopper: String {
        case approve, refuse, leave
    }

    let base: URL
    let amount: Money
    let shopper: Shopper
    let folder: URL
    let screen: Screen

    /// Pays an order from the list of methods to the outcome.
    func pay() async throws {
        let order = CheckoutOrder(reference: "A-1001", amount: amount)
        let checkout = try Checkout(order: order, journal: FileJournal(directory: folder))
        let observer = checkout.observe(on: .sending) { [screen] update in screen.show(update) }
        defer { observer.cancel() }

        let server = try HTTPMerchantServer(base: base)
        let flow = try AdyenAdvancedFlow(checkout: checkout, server: server, returnURL: "my-app://paid") {
            [screen, shopper] shown in
            screen.note("the shopper is asked: \(shown.action)")
            return Self.answer(shown, shopper)
        }
        // At launch: what became of payments of an earlier start?
        let resolver = try HTTPOutcomeResolver(base: base)
        try? await checkout.resolveOpenAttempts(using: resolver, patience: Patience(questions: 1))

        screen.happens("the methods are loaded")
        _ = try await flow.paymentMethods()
        screen.happens("the shopper presses Pay, with a card")
        // What the card component hands over in `didSubmit`.
        let submitted = #"{"paymentMethod":{"type":"scheme","encryptedCardNumber":"test"}}"#
        let result = await flow.pay(try AdyenSubmission(data: submitted.utf8))
        if case .refused(let refusal) = result { screen.note("no: \(refusal)") }

        screen.happens("the app comes to the foreground and asks the merchant's server")
        do {
            try await checkout.resolveOpenAttempts(using: resolver, patience: Patience(questions: 1))
        } catch {
            screen.note("no word: \(error)")
        }
        screen.ending(checkout.standing)
    }

    /// Stands for Adyen's action component and the shopper in front of it.
    nonisolated private static func answer(_ shown: AdyenShownAction, _ shopper: Shopper) -> AdyenActionResult {
        if shopper == .leave { return .failed(AdyenComponentError(kind: .cancelled)) }
        switch shown.action {
        case .redirect(let page?):
            // The bank's page would bring the shopper back by a link with this result.
            let items = URLComponents(url: page, resolvingAgainstBaseURL: false)?.queryItems ?? []
            let payment = items.first { $0.name == "payment" }?.value ?? ""
            return .provided(AdyenDetails(details: #"{"redirectResult":"\#(payment).\#(shopper.rawValue)"}"#.utf8))
        case .authenticate: return .provided(AdyenDetails(details: #"{"threeDSResult":"test"}"#.utf8))
        case .presentVoucher: return .completed
        default: return .failed(AdyenComponentError(kind: .other))
        }
    }

    // MARK: - The command line

    static func main(_ arguments: [String]) async -> Never {
        let screen = Screen()
        guard let flow = ServerFlow(arguments, screen) else {
            Screen.fail("AdyenExample: that can't be read\n\n\(usage)", code: 64)
        }
        do {
            try await flow.pay()
        } catch let error as AdyenLoadingError {
            Screen.fail(
                "AdyenExample: the methods can't be loaded (\(error.rawValue)). Is the server running?", code: 1)
        } catch {
            Screen.fail("AdyenExample: \(error)", code: 1)
        }
        if !arguments.contains("--journal") { try? FileManager.default.removeItem(at: flow.folder) }
        exit(0)
    }

    init?(_ arguments: [String], _ screen: Screen) {
        var values = ["--amount": "10.00 EUR", "--shopper": "approve"]
        let names: Set = ["--server", "--amount", "--shopper", "--journal"]
        guard arguments.count.isMultiple(of: 2) else { return nil }
        for place in stride(from: 0, to: arguments.count, by: 2) {
            guard names.contains(arguments[place]) else { return nil }
            values[arguments[place]] = arguments[place + 1]
        }
        let folder =
            values["--journal"].map { URL(fileURLWithPath: $0) }
            ?? FileManager.default.temporaryDirectory.appendingPathComponent("checkout-example-" + UUID().uuidString)
        guard let base = values["--server"].flatMap(URL.init(string:)),
            let amount = try? Money(text: values["--amount"] ?? ""),
            let shopper = Shopper(rawValue: values["--shopper"] ?? "")
        else { return nil }
        self.base = base
        self.amount = amount
        self.shopper = shopper
        self.folder = folder
        self.screen = screen
    }
}
