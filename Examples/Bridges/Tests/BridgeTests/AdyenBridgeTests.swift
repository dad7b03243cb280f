import Adyen
@preconcurrency import AdyenActions
import CheckoutAdyen
import CheckoutCore
import Foundation
import Testing

@testable import Bridges

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server that answers what it was told to, in order.
private actor Server: AdyenServer {
    enum Answer { case body(Int, String), error(URLError.Code) }

    private var answers: [Answer] = []
    private(set) var requests: [AdyenRequest] = []

    func answer(_ answers: Answer...) { self.answers += answers }

    func post(_ request: AdyenRequest) async throws -> (status: Int, body: Data) {
        requests.append(request)
        switch answers.removeFirst() {
        case .body(let status, let text): return (status, Data(text.utf8))
        case .error(let code): throw URLError(code)
        }
    }
}

private struct Card: Adyen.PaymentMethod {
    let type = PaymentMethodType(rawValue: "scheme")
    let name = "Card"
}

private struct CardDetails: PaymentMethodDetails { let type = "scheme" }
private struct Unwritable: PaymentMethodDetails, AdditionalDetails {
    func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(0, .init(codingPath: [], debugDescription: ""))
    }
}
private struct RedirectDetails: AdditionalDetails { let redirectResult: String }

private final class Form: PaymentComponent {
    let paymentMethod: any Adyen.PaymentMethod = Card()
    weak var delegate: (any PaymentComponentDelegate)?
    var finalized: [Bool] = []
    var stops = 0

    func finalizeIfNeeded(with success: Bool, completion: (() -> Void)?) { finalized.append(success) }
    func stopLoadingIfNeeded() { stops += 1 }
}

private final class Made {
    private(set) var all: [AdyenActionComponent] = []

    func make() -> AdyenActionComponent {
        all.append(AdyenActionComponent())
        return all[all.count - 1]
    }
}

@Suite("The bridge of Adyen", .serialized) @MainActor struct AdyenBridgeTests {
    private let checkout: Checkout
    private let server = Server()
    /// The action components that were made, one for each attempt.
    private let made = Made()
    private let form = Form()
    private let bridge: AdyenBridge

    init() throws {
        checkout = try order()
        bridge = try AdyenBridge(checkout, server: server, returnAddress: "my-app://adyen") { [made] in made.make() }
        RedirectComponent.opened = []
    }

    private func press() async {
        bridge.didSubmit(PaymentComponentData(paymentMethodDetails: CardDetails()), from: form)
        await bridge.running?.value
    }

    private var actions: AdyenActionComponent { made.all[made.all.count - 1] }

    private func provide(_ result: String, from actions: AdyenActionComponent? = nil) async {
        let actions = actions ?? self.actions
        let data = ActionComponentData(details: RedirectDetails(redirectResult: result), paymentData: "pd")
        bridge.didProvide(data, from: actions)
        await bridge.running?.value
    }

    private static let authorised = Server.Answer.body(200, #"{"resultCode":"Authorised","pspReference":"P1"}"#)
    private static let refused = Server.Answer.body(
        200, #"{"resultCode":"Refused","refusalReasonCode":"12","pspReference":"P0"}"#)
    private static let redirect = Server.Answer.body(
        200, #"{"resultCode":"RedirectShopper","action":{"type":"redirect","url":"https://bank.example/pay"}}"#)

    @Test("Paid, with the attempt's id as idempotency key, and the sheet closes well")
    func paid() async throws {
        await server.answer(Self.authorised)
        await press()
        #expect(checkout.states == ["succeeded(authorised)"])
        let request = try #require(await server.requests.first)
        let id = try #require(checkout.attempts.first).id.rawValue
        #expect(request.idempotencyKey == id)
        #expect(request.returnURL == "my-app://adyen?checkoutAttempt=\(id)")
        #expect(try request.amount == Money(text: "EUR 10.00"))
        #expect(String(decoding: request.body, as: UTF8.self) == #"{"type":"scheme"}"#)
        #expect(form.finalized == [true])
    }

    @Test("Declined, then paid; every attempt has its own key")
    func declinedThenPaid() async throws {
        await server.answer(Self.refused, Self.authorised)
        await press()
        #expect(form.finalized == [false])
        await press()
        #expect(checkout.states == ["declined(insufficientFunds)", "succeeded(authorised)"])
        #expect(Set(await server.requests.map(\.idempotencyKey)).count == 2)
    }

    @Test("A double tap sends one request")
    func doubleTap() async throws {
        var refusals: [StartRefusal] = []
        bridge.onRefused = { refusals.append($0) }
        await server.answer(Self.authorised)
        let data = PaymentComponentData(paymentMethodDetails: CardDetails())
        bridge.didSubmit(data, from: form)
        bridge.didSubmit(data, from: form)
        await bridge.running?.value
        #expect(refusals == [.attemptInProgress])
        #expect(await server.requests.count == 1)
        #expect(checkout.states == ["succeeded(authorised)"])
    }

    @Test("A redirect, its return, and the details that come of it, once")
    func redirect() async throws {
        await server.answer(Self.redirect, Self.authorised)
        await press()
        #expect(checkout.states == ["actionRequired(redirect)"])
        #expect(actions.handled.count == 1)
        #expect(form.finalized == [])
        let id = try #require(checkout.attempts.first).id.rawValue
        let link = try #require(URL(string: "my-app://adyen?checkoutAttempt=\(id)&redirectResult=R1"))
        #expect(bridge.opened(link))
        #expect(RedirectComponent.opened == [link])
        await provide("R1")
        await provide("R1")
        #expect(checkout.states == ["succeeded(authorised)"])
        let requests = await server.requests
        #expect(requests.map(\.idempotencyKey) == [id, "\(id)-d1"])
        #expect(
            String(decoding: requests[1].body, as: UTF8.self)
                == #"{"details":{"redirectResult":"R1"},"paymentData":"pd"}"#)
    }

    @Test("A link with a repeated key never reaches the SDK, and one of nobody's is nobody's")
    func links() async throws {
        await server.answer(Self.redirect)
        await press()
        let id = try #require(checkout.attempts.first).id.rawValue
        let text = "my-app://adyen?checkoutAttempt=\(id)&redirectResult=R1"
        #expect(bridge.opened(try #require(URL(string: text + "&x=1&x=2"))))
        #expect(!bridge.opened(try #require(URL(string: "my-app://adyen?redirectResult=R1"))))
        #expect(RedirectComponent.opened.isEmpty)
        #expect(checkout.states == ["processing"])
    }

    @Test("Left after sending is doubt, and details that come after it are still sent")
    func closed() async throws {
        await server.answer(Self.redirect, Self.authorised)
        await press()
        bridge.didFail(with: ComponentError.cancelled, from: actions)
        #expect(checkout.states == ["outcomeUnknown(actionAbandoned)"])
        await provide("R1")
        #expect(checkout.states == ["succeeded(authorised)"])
    }

    @Test("Details that were lost are sent again under the same key, others under the next one")
    func lostDetails() async throws {
        await server.answer(Self.redirect, .error(.timedOut), Self.redirect, Self.authorised)
        await press()
        await provide("R1")
        #expect(checkout.states == ["outcomeUnknown(noAnswer)"])
        await provide("R1")
        await provide("R2")
        let id = try #require(checkout.attempts.first).id.rawValue
        #expect(await server.requests.map(\.idempotencyKey) == [id, "\(id)-d1", "\(id)-d1", "\(id)-d2"])
        #expect(checkout.states == ["succeeded(authorised)"])
    }

    @Test(
        "A line that drops is a failure only where nothing left",
        arguments: [
            (URLError.Code.cannotFindHost, "failed(network)"), (.timedOut, "outcomeUnknown(noAnswer)"),
            (.badServerResponse, "outcomeUnknown(noAnswer)"),
        ])
    func line(_ code: URLError.Code, _ expected: String) async throws {
        await server.answer(.error(code))
        await press()
        #expect(checkout.states == [expected])
    }

    @Test(
        "What nobody knows is doubt, or an action that can't be shown",
        arguments: [
            (#"{"resultCode":"NewWord"}"#, "outcomeUnknown(unrecognised)"), ("<html>", "outcomeUnknown(noAnswer)"),
            (#"{"resultCode":"Pending","action":{"type":"hologram"}}"#, "actionRequired(unsupported(hologram))"),
        ])
    func unknown(_ body: String, _ expected: String) async throws {
        await server.answer(.body(200, body))
        await press()
        #expect(checkout.states == [expected])
        #expect(actions.handled.isEmpty)
    }

    @Test("What an old action component tells late is its own attempt's, never the next one's")
    func lateDetails() async throws {
        await server.answer(Self.redirect, Self.refused, Self.redirect)
        await press()
        await provide("R1")
        await press()
        #expect(checkout.states == ["declined(insufficientFunds)", "actionRequired(redirect)"])
        await provide("R2", from: made.all[0])
        bridge.didFail(with: ComponentError.cancelled, from: made.all[0])
        bridge.didComplete(from: AdyenActionComponent())
        #expect(checkout.states == ["declined(insufficientFunds)", "actionRequired(redirect)"])
        #expect(await server.requests.count == 3)
    }

    @Test("Details that can't be encoded are never replaced by invented ones")
    func notEncodable() async throws {
        await server.answer(Self.redirect)
        await press()
        bridge.didProvide(ActionComponentData(details: Unwritable(), paymentData: nil), from: actions)
        #expect(checkout.states == ["outcomeUnknown(noAnswer)"])
        #expect(await server.requests.count == 1)
    }

    @Test("A form that can't be encoded sends nothing")
    func formNotEncodable() async throws {
        bridge.didSubmit(PaymentComponentData(paymentMethodDetails: Unwritable()), from: form)
        #expect(checkout.states == ["failed(component)"])
        #expect(form.finalized == [false])
    }

    @Test("A form that the shopper left says nothing about a payment")
    func formLeft() {
        bridge.didFail(with: ComponentError.cancelled, from: form)
        #expect(checkout.states == [])
        #expect(checkout.anomalies == [])
    }
}
