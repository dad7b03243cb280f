import CheckoutAdyen
import CheckoutCore
import Foundation
import Testing

extension FieldCheck {
    /// What leaves the device, where Adyen's whole flow runs against a server.
    static let flow: [FieldCheck] = [
        FieldCheck("K04-01") {
            let shop = Shop { request, _ in request.endpoint == .payments ? Shop.code : Shop.authorised }
            // The component gives the same details a second time while the first ones are answered.
            let twice = Locked<AdyenAdvancedFlow?>(nil)
            let till = try Till(shop) { shown in
                let flow = twice.withLock { $0 }
                Task { await flow?.provide(Till.details, for: shown.attempt) }
                return .provided(Till.details)
            }
            twice.withLock { $0 = till.flow }
            await till.pay()
            await till.flow.provide(Till.details, for: till.attempt)
            return "\(shop.count(.details)) details request, \(till.kind)"
        },
        FieldCheck("K05-01") {
            let shop = Shop { _, _ in Shop.authorised }
            let till = try Till(shop)
            async let first: Void = till.pay()
            async let second: Void = till.pay()
            _ = await (first, second)
            return "\(shop.count(.payments)) of 2 taps sent"
        },
        FieldCheck("K05-08") {
            let shop = Shop { _, number in number < 3 ? nil : Shop.authorised }
            let till = try Till(shop)
            await till.pay()
            return "\(shop.keys.count) key for \(shop.count(.payments)) requests, \(till.kind)"
        },
        FieldCheck("K05-09") {
            let shop = Shop { _, number in number < 2 ? nil : Shop.authorised }
            let till = try Till(shop)
            await till.pay()
            let isAttempt = shop.keys == [till.attempt.rawValue]
            return "\(shop.count(.payments)) requests under \(isAttempt ? "the attempt's id" : "other keys")"
        },
        FieldCheck("K05-10") {
            let shop = Shop { _, number in number == 1 ? Shop.refused : Shop.authorised }
            let till = try Till(shop)
            await till.pay()
            await till.pay()
            return "\(shop.keys.count) keys for \(till.checkout.attempts.count) attempts, \(till.kind)"
        },
        FieldCheck("K05-11") {
            let shop = Shop { _, _ in AdyenServerReply(status: 500, body: Data()) }
            let till = try Till(shop)
            await till.pay()
            return
                "\(shop.keys.count) key and \(shop.bodies.count) body for \(shop.count(.payments)) requests, \(till.kind)"
        },
        FieldCheck("K05-16") { try await comesBack(links: ["redirectResult=RR1", "redirectResult=RR1"]) },
        FieldCheck("K06-03") {
            let shop = Shop { request, _ in request.endpoint == .payments ? Shop.redirect : Shop.authorised }
            let journal = InMemoryJournal()
            let before = try Till(shop, journal: journal)
            await before.pay()
            // What a killed process leaves is its journal.
            let left = InMemoryJournal()
            let open = try left.open(order: Till.order().reference)
            try open.append(journal.lines(of: Till.order().reference), isDurable: true)
            open.close()
            let after = try Till(shop, journal: left, resuming: before.attempt)
            await after.flow.handle(after.link("redirectResult=RR1"))
            return "\(shop.count(.details)) details request after a kill, \(after.kind)"
        },
        FieldCheck("K06-06") { try await comesBack(links: ["redirectResult=RR1"]) },
        FieldCheck("K06-08") { try await comesBack(links: ["redirectResult=RR1"]) },
        FieldCheck("K11-03") { try await comesBack(links: ["t=T1&eventId=0"]) },
        FieldCheck("K11-04") { try await comesBack(links: ["redirect_status=succeeded"]) },
        FieldCheck("K11-05") {
            try await comesBack(links: ["redirectResult=RR1&purchaseResult=true"], at: "https://shop.example/")
        },
        FieldCheck("K11-14") { try await comesBack(links: ["zzz=1"], at: "https://shop.example/return") },
        FieldCheck("K12-05") {
            let shop = Shop { request, _ in request.endpoint == .payments ? Shop.redirect : Shop.authorised }
            let till = try Till(shop) { _ in .provided(nil) }
            await till.pay()
            return "\(shop.count(.details)) details requests, \(till.kind)"
        },
        FieldCheck("K12-06") { try await sent(of: "redirectResult=ab+cd%2Fef%3D", "redirectResult") },
        FieldCheck("K12-13") { try await sent(of: "payload=PL1", "payload") },
    ]

    /// The shopper is sent away, the component is gone, and links come.
    private static func comesBack(links: [String], at place: String = Till.returnURL) async throws -> String {
        let shop = Shop { request, _ in request.endpoint == .payments ? Shop.redirect : Shop.authorised }
        let till = try Till(shop)
        await till.pay()
        for query in links { await till.flow.handle(till.link(query, at: place)) }
        return "\(shop.count(.details)) details request, \(till.kind)"
    }

    /// What of a link is sent on.
    private static func sent(of query: String, _ key: String) async throws -> String {
        let shop = Shop { request, _ in request.endpoint == .payments ? Shop.redirect : Shop.authorised }
        let till = try Till(shop)
        await till.pay()
        await till.flow.handle(till.link(query, at: Till.returnURL))
        let body = try JSONReader.read(Array(try #require(shop.requests.withLock { $0.last }).body))
        return "\(key) \(body["details"]?[key]?.string ?? "isn't") sent"
    }

    /// An order at Adyen, paid through the flow. The shopper leaves every action, unless told otherwise.
    private struct Till {
        static let returnURL = "app://pay/return"
        static let details = AdyenDetails(details: Array(#"{"redirectResult":"RR1"}"#.utf8))

        let checkout: Checkout
        let flow: AdyenAdvancedFlow

        init(
            _ shop: Shop, journal: InMemoryJournal = InMemoryJournal(), resuming attempt: AttemptID? = nil,
            onAction: @escaping AdyenActionHandler = { _ in .failed(AdyenComponentError(kind: .cancelled)) }
        ) throws {
            checkout = try LiveRun.open(Self.order(), journal)
            flow = try AdyenAdvancedFlow(
                checkout: checkout, server: shop, returnURL: Self.returnURL, resuming: attempt,
                limits: .init(repeats: 2, pause: .milliseconds(1)), onAction: onAction)
        }

        static func order() throws -> CheckoutOrder { try FieldCheck.order("flow", 1000) }

        func pay() async {
            guard let card = try? AdyenSubmission(data: Data(#"{"paymentMethod":{"type":"scheme"}}"#.utf8)) else {
                Issue.record("the card can't be submitted")
                return
            }
            await flow.pay(card)
        }

        var kind: String { checkout.state.kind.rawValue }

        var attempt: AttemptID { checkout.attempts.last?.id ?? AttemptID(rawValue: "none") }

        func link(_ query: String, at place: String = returnURL) -> URL {
            URL(string: "\(place)?\(AdyenReturnURL.attemptKey)=\(attempt)&\(query)") ?? URL(fileURLWithPath: "/")
        }
    }

    /// A merchant's server that answers as told, or not at all, and remembers what it was asked.
    private struct Shop: AdyenMerchantServer {
        let requests = Locked<[AdyenServerRequest]>([])
        let answer: @Sendable (AdyenServerRequest, _ number: Int) -> AdyenServerReply?

        init(_ answer: @escaping @Sendable (AdyenServerRequest, _ number: Int) -> AdyenServerReply?) {
            self.answer = answer
        }

        func send(_ request: AdyenServerRequest) async throws(AdyenTransportError) -> AdyenServerReply {
            let number = requests.withLock { requests in
                requests.append(request)
                return requests.count
            }
            guard let reply = answer(request, number) else { throw AdyenTransportError(code: "timedOut") }
            return reply
        }

        func count(_ endpoint: AdyenServerRequest.Endpoint) -> Int {
            requests.withLock { $0.filter { $0.endpoint == endpoint }.count }
        }

        var keys: Set<String> { requests.withLock { Set($0.compactMap(\.key)) } }
        var bodies: Set<Data> { requests.withLock { Set($0.map(\.body)) } }

        static let authorised = reply(#"{"resultCode":"Authorised","pspReference":"PSP1"}"#)
        static let refused = reply(#"{"resultCode":"Refused","refusalReasonCode":"6","pspReference":"PSP1"}"#)
        static let redirect = reply(
            #"{"resultCode":"RedirectShopper","pspReference":"PSP1","action":{"type":"redirect","url":"https://bank.example"}}"#
        )
        static let code = reply(
            #"{"resultCode":"Pending","pspReference":"PSP1","action":{"type":"qrCode","qrCodeData":"QR"}}"#)

        private static func reply(_ body: String) -> AdyenServerReply {
            AdyenServerReply(status: 200, body: Data(body.utf8))
        }
    }
}
