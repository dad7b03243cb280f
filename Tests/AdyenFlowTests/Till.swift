import CheckoutAdyen
import CheckoutCore
import Foundation

/// An order at a till: a checkout, a flow, and what the shopper does with the actions.
struct Till: Sendable {
    static let order = CheckoutOrder(
        reference: "A-1", amount: Money(minorUnits: 1000, currency: Currency(code: "EUR")!))
    static let returnURL = "my-app://paid"
    static let card = Data(#"{"paymentMethod":{"type":"scheme","encryptedCardNumber":"test"},"channel":"iOS"}"#.utf8)

    let checkout: Checkout
    let flow: AdyenAdvancedFlow

    init(
        at url: URL, order: CheckoutOrder = order, journal: any AttemptJournal = InMemoryJournal(),
        resuming attempt: AttemptID? = nil, timeout: Duration = .seconds(20), repeats: Int = 2,
        actions: Int = 10, onAction: @escaping AdyenActionHandler = Shopper.leaves
    ) throws {
        checkout = try Checkout(order: order, journal: journal)
        flow = try AdyenAdvancedFlow(
            checkout: checkout, server: try HTTPMerchantServer(base: url, timeout: timeout), returnURL: Self.returnURL,
            resuming: attempt,
            limits: .init(actions: actions, repeats: repeats, pause: .milliseconds(10)), onAction: onAction)
    }

    @discardableResult
    func pay() async throws -> CheckoutState {
        await flow.pay(try AdyenSubmission(data: Self.card))
        return checkout.state
    }

    var attempt: AttemptID { checkout.attempts[checkout.attempts.count - 1].id }

    /// A link of the current attempt.
    func link(_ query: String) -> URL {
        URL(string: "\(Self.returnURL)?\(AdyenReturnURL.attemptKey)=\(attempt)&\(query)")!
    }
}

/// What a shopper does with an action.
enum Shopper {
    @Sendable static func leaves(_ shown: AdyenShownAction) async -> AdyenActionResult {
        .failed(AdyenComponentError(kind: .cancelled))
    }

    static func details(_ word: String) -> AdyenDetails? {
        AdyenDetails(details: Array(#"{"redirectResult":"\#(word)"}"#.utf8))
    }

    @Sendable static func comesBack(_ shown: AdyenShownAction) async -> AdyenActionResult { .provided(details("R1")) }
}

/// Adyen's answers.
enum Answer {
    static let authorised = #"{"resultCode":"Authorised","pspReference":"PSP1"}"#
    static let refused = #"{"resultCode":"Refused","refusalReasonCode":"2","pspReference":"PSP1"}"#
    static let redirect =
        #"{"resultCode":"RedirectShopper","pspReference":"PSP1","action":{"type":"redirect","method":"GET","url":"https://bank.example/pay","paymentData":"PD"}}"#
}
