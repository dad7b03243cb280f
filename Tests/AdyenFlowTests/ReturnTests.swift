import CheckoutCore
import Foundation
import Testing

@testable import CheckoutAdyen

@Suite("Coming back by a link")
struct ReturnTests {
    /// A shop whose bank sends the shopper away, and authorises when details come.
    static func shop() throws -> NastyServer {
        try NastyServer { request, _ in .answer(request.path == "/shop/payments" ? Answer.redirect : Answer.authorised)
        }
    }

    @Test("The attempt's own link has its details sent, decoded once, with the action's payment data")
    func link() async throws {
        let server = try Self.shop()
        let till = try Till(at: server.url)
        try await till.pay()
        await till.flow.handle(till.link("redirectResult=a%252Bb%2B+c%3D"))
        #expect(till.checkout.state.kind == .succeeded)
        #expect(server.requests.last?.body == #"{"details":{"redirectResult":"a%2Bb++c="},"paymentData":"PD"}"#)
        #expect(server.requests.last?.key == "\(till.attempt)-d1")
    }

    static let details: [(query: String, details: String?)] = [
        ("redirectResult=R", #"{"redirectResult":"R"}"#),
        ("payload=P", #"{"payload":"P"}"#),
        ("PaRes=P&MD=M", #"{"PaRes":"P","MD":"M"}"#),
        ("redirectResult=R&redirectResult=R", #"{"redirectResult":"R"}"#),
        ("x=1&redirectResult=R&resultCode=refused", #"{"redirectResult":"R"}"#),
        // Nothing that could be sent.
        ("", nil), ("redirectResult=", nil), ("redirectResult", nil), ("redirectResult=%", nil),
        ("redirectResult=%zz", nil),
        ("redirectResult=A&redirectResult=B", nil), ("PaRes=P", nil), ("MD=M", nil), ("resultCode=authorised", nil),
        ("#redirectResult=R", nil), ("#?redirectResult=R", nil), ("RedirectResult=R", nil),
        ("checkoutAttempt=other&redirectResult=R", nil),
    ]

    @Test("Exactly what the link carries is sent, or nothing", arguments: details)
    func carried(query: String, details: String?) async throws {
        let server = try Self.shop()
        let till = try Till(at: server.url)
        try await till.pay()
        let link = "\(Till.returnURL)?\(AdyenReturnURL.attemptKey)=\(till.attempt)&\(query)"
        _ = await till.flow.handle(link: link)
        #expect(server.requests.count == (details == nil ? 1 : 2))
        #expect(till.checkout.state.kind == (details == nil ? .outcomeUnknown : .succeeded))
        if let details {
            #expect(server.requests.last?.body == #"{"details":\#(details),"paymentData":"PD"}"#)
        }
    }

    @Test(
        "A link of another place changes nothing",
        arguments: [
            "other-app://paid", "my-app://paid.evil", "my-app://evil/paid", "my-app://x@paid", "my-app:paid",
            "my-app://paid/more", "my-app:///paid", "https://paid", "my-app://paid:80", "my-app://paid%2F",
            "x:my-app://paid", "my-app://",
        ])
    func foreign(place: String) async throws {
        let server = try Self.shop()
        let till = try Till(at: server.url)
        try await till.pay()
        let before = till.checkout.standing
        let link = "\(place)?\(AdyenReturnURL.attemptKey)=\(till.attempt)&redirectResult=R1"
        #expect(await till.flow.handle(try #require(URL(string: link))) == .ignored)
        #expect(till.checkout.standing == before)
        #expect(server.requests.count == 1)
    }

    @Test("Scheme and host are the same in capitals, and with a slash", arguments: ["MY-APP://PAID", "my-app://paid/"])
    func sameplace(place: String) async throws {
        let server = try Self.shop()
        let till = try Till(at: server.url)
        try await till.pay()
        let link = "\(place)?\(AdyenReturnURL.attemptKey)=\(till.attempt)&redirectResult=R1"
        await till.flow.handle(try #require(URL(string: link)))
        #expect(till.checkout.state.kind == .succeeded)
    }

    @Test(
        "A scheme's own port may be written or left out, and is no other's",
        arguments: [
            ("https://shop.example/paid", "https://shop.example:443/paid", true),
            ("https://shop.example:443/paid", "https://SHOP.example/paid/", true),
            ("http://localhost:80/paid", "http://localhost/paid", true),
            ("https://shop.example/paid", "https://shop.example:80/paid", false),
            ("https://shop.example:444/paid", "https://shop.example/paid", false),
            ("my-app://paid:443", "my-app://paid", false),
        ])
    func port(base: String, link: String, isSame: Bool) throws {
        #expect(try AdyenReturnAddress(base).isPlace(of: "\(link)?redirectResult=R1") == isSame)
    }

    @Test("Details whose sender is cancelled are sent by whoever else brought them, as the same request")
    func cancelledSender() async throws {
        let server = try NastyServer { request, number in
            if request.path == "/shop/payments" { return .answer(Answer.redirect) }
            return number == 2 ? .held(Answer.authorised) : .answer(Answer.authorised)
        }
        let till = try Till(at: server.url, timeout: .seconds(5))
        try await till.pay()
        let link = till.link("redirectResult=R1")
        let first = Task { await till.flow.handle(link) }
        while server.requests.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
        let second = Task { await till.flow.handle(link) }
        try await Task.sleep(for: .milliseconds(30))
        first.cancel()
        _ = await (first.value, second.value)
        server.release()
        #expect(till.checkout.state.kind == .succeeded)
        #expect(server.requests.count == 3)
        #expect(server.requests[1].identity == server.requests[2].identity)
    }

    @Test("The link and the component bring the same details: one request, and both hear what came of it")
    func linkAndComponent() async throws {
        let server = try NastyServer { request, _ in
            request.path == "/shop/payments" ? .answer(Answer.redirect) : .late(0.1, Answer.authorised)
        }
        let link = Locked<URL?>(nil)
        let flow = Locked<AdyenAdvancedFlow?>(nil)
        let till = try Till(at: server.url, timeout: .seconds(5)) { shown in
            Task { if let url = link.value { await flow.value?.handle(url) } }
            try? await Task.sleep(for: .milliseconds(30))
            return .provided(AdyenDetails(details: Array(#"{"redirectResult":"R1"}"#.utf8), paymentData: "PD"))
        }
        flow.value = till.flow
        let payment = Task { try await till.pay() }
        while till.checkout.attempts.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        link.value = till.link("redirectResult=R1")
        #expect(try await payment.value.kind == .succeeded)
        #expect(await till.flow.handle(till.link("redirectResult=R1")) != .ignored)
        #expect(server.requests.count == 2)
    }

    @Test("Different details are different requests, each with its own key")
    func forgedLink() async throws {
        let server = try NastyServer { request, _ in
            if request.path == "/shop/payments" { return .answer(Answer.redirect) }
            return request.body.contains("forged")
                ? .answer(#"{"errorCode":"1","errorType":"validation"}"#, status: 422) : .answer(Answer.authorised)
        }
        let till = try Till(at: server.url, repeats: 0)
        try await till.pay()
        await till.flow.handle(till.link("redirectResult=forged"))
        #expect(till.checkout.state.kind == .outcomeUnknown)
        await till.flow.handle(till.link("redirectResult=R1"))
        #expect(till.checkout.state.kind == .succeeded)
        let id = till.attempt.rawValue
        #expect(server.requests.map(\.key) == [id, id + "-d1", id + "-d2"])
    }

    @Test("The return of a native redirect is the SDK's")
    func nativeRedirect() async throws {
        let server = try NastyServer { _, _ in
            .answer(#"{"action":{"type":"nativeRedirect","url":"https://b.example/"}}"#)
        }
        let till = try Till(at: server.url)
        try await till.pay()
        await till.flow.handle(till.link("redirectResult=R1"))
        #expect(server.requests.count == 1)
    }
}

extension Locked {
    /// The value, for closures.
    var value: Value {
        get { withLock { $0 } }
        set { withLock { $0 = newValue } }
    }
}
