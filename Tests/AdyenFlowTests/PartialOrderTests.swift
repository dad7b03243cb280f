import CheckoutAdyen
import CheckoutCore
import Foundation
import Testing

@Suite("Partial payments")
struct PartialOrderTests {
    static func part(paid: Int, left: Int, data: String) -> NastyServer.Behaviour {
        .answer(
            """
            {"resultCode":"Authorised","pspReference":"G\(data)","amount":{"value":\(paid),"currency":"EUR"},
            "order":{"pspReference":"O1","orderData":"\(data)","remainingAmount":{"value":\(left),"currency":"EUR"}}}
            """)
    }

    @Test("The order's data goes from answer to answer, and the rest is what the server says is left")
    func order() async throws {
        let server = try NastyServer { _, number in
            switch number {
            case 1: Self.part(paid: 300, left: 700, data: "D1")
            case 2: Self.part(paid: 200, left: 500, data: "D2")
            default: Self.part(paid: 500, left: 0, data: "D3")
            }
        }
        let till = try Till(at: server.url)
        till.flow.use(try #require(AdyenPartialOrder(body: Array(#"{"pspReference":"O1","orderData":"D0"}"#.utf8))))
        for state in [CheckoutState.Kind.partiallyPaid, .partiallyPaid, .succeeded] {
            #expect(try await till.pay().kind == state)
        }
        for (request, (value, data)) in zip(server.requests, [(1000, "D0"), (700, "D1"), (500, "D2")]) {
            #expect(request.body.contains(#""amount":{"value":\#(value),"currency":"EUR"}"#))
            #expect(request.body.contains(#""order":{"pspReference":"O1","orderData":"\#(data)"}"#))
        }
        #expect(server.requests.count == 3)
        #expect(till.flow.partialOrder == nil)
    }

    @Test("An order that is given up stays paid in part until the backend says that it is released")
    func cancelled() async throws {
        let server = try NastyServer { request, _ in
            request.path == "/shop/orders/cancel"
                ? .answer(#"{"resultCode":"Received"}"#) : Self.part(paid: 300, left: 700, data: "D1")
        }
        let till = try Till(at: server.url)
        await #expect(throws: AdyenFlowError.noPartialOrder) { try await till.flow.cancelOrder() }
        try await till.pay()
        #expect(try await till.flow.cancelOrder() == .accepted)
        let request = try #require(server.requests.last)
        #expect(request.body == #"{"order":{"pspReference":"O1","orderData":"D1"}}"#)
        #expect(request.key == "O1-cancel")
        #expect(till.checkout.state.kind == .partiallyPaid)
        till.checkout.hear(.released([try #require(PaymentReference("GD1"))]), about: till.attempt)
        #expect(till.checkout.state.kind == .cancelled)
        #expect(till.flow.partialOrder == nil)
    }

    @Test("Nothing is paid into an order while it is given up")
    func paidMeanwhile() async throws {
        let server = try NastyServer { request, _ in
            request.path == "/shop/orders/cancel"
                ? .held(#"{"resultCode":"Received"}"#) : Self.part(paid: 300, left: 700, data: "D1")
        }
        let till = try Till(at: server.url, timeout: .seconds(5))
        try await till.pay()
        let cancellation = Task { try await till.flow.cancelOrder() }
        while server.requests.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(await till.flow.pay(try AdyenSubmission(data: Till.card)) == .refused(.attemptInProgress))
        #expect(server.requests.count == 2)
        server.release()
        #expect(try await cancellation.value == .accepted)
        #expect(till.checkout.state.kind == .partiallyPaid)
        await till.flow.pay(try AdyenSubmission(data: Till.card))
        #expect(server.requests.count == 3)
        #expect(server.requests.last?.body.contains("order") == false)
    }

    @Test("An order isn't given up while a part may still be paid, and its data is kept where nobody accepted")
    func notCancelled() async throws {
        let server = try NastyServer { request, number in
            switch number {
            case 1: Self.part(paid: 300, left: 700, data: "D1")
            case 2: .answer("{}", status: 403)
            case 3: .hangUp
            default: .hangUp
            }
        }
        let till = try Till(at: server.url, repeats: 0)
        try await till.pay()
        #expect(try await till.flow.cancelOrder() == .refused(403))
        #expect(try await till.flow.cancelOrder() == .noAnswer)
        #expect(till.flow.partialOrder != nil)
        try await till.pay()
        await #expect(throws: AdyenFlowError.attemptUnresolved) { try await till.flow.cancelOrder() }
    }
}
