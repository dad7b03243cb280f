import CheckoutCore
import Foundation
import Testing

@testable import CheckoutAdyen

@Suite("The advanced flow")
struct FlowTests {
    @Test("A payment that is authorised at once is one request, with the attempt's id as key")
    func success() async throws {
        let server = try NastyServer { _, _ in .answer(Answer.authorised) }
        let till = try Till(at: server.url)
        #expect(try await till.pay().kind == .succeeded)
        let request = try #require(server.requests.first)
        #expect(server.requests.count == 1)
        #expect(request.path == "/shop/payments")
        #expect(request.key == till.attempt.rawValue)
        let body = try #require(try JSONSerialization.jsonObject(with: Data(request.body.utf8)) as? [String: Any])
        #expect(body["reference"] as? String == "A-1")
        #expect((body["amount"] as? [String: Any])?["value"] as? Int == 1000)
        #expect(body["returnUrl"] as? String == "my-app://paid?checkoutAttempt=\(till.attempt)")
        #expect((body["paymentMethod"] as? [String: Any])?["encryptedCardNumber"] as? String == "test")
        #expect(body["channel"] as? String == "iOS")
    }

    @Test("What the flow says can't be said by the component's data")
    func reserved() async throws {
        let server = try NastyServer { _, _ in .answer(Answer.authorised) }
        let till = try Till(at: server.url)
        let data = #"{"amount":{"value":1},"reference":"B","returnUrl":"x","paymentMethod":{"type":"scheme"}}"#
        await till.flow.pay(try AdyenSubmission(data: Array(data.utf8)))
        let body = try #require(server.requests.first).body
        #expect(!body.contains(#""value":1}"#) && !body.contains(#""B""#) && !body.contains(#""x""#))
    }

    @Test("The methods make the session ready, and what is no list makes it fail")
    func methods() async throws {
        let server = try NastyServer { request, number in
            number == 1 ? .answer(#"{"paymentMethods":[{"type":"scheme"}]}"#) : .answer("{}", status: 403)
        }
        let till = try Till(at: server.url)
        _ = try await till.flow.paymentMethods()
        #expect(till.checkout.state.kind == .ready)
        #expect(server.requests[0].path == "/shop/paymentMethods" && server.requests[0].key == nil)
        await #expect(throws: AdyenLoadingError.configuration) { try await till.flow.paymentMethods() }
        server.stop()
        await #expect(throws: AdyenLoadingError.network) { try await till.flow.paymentMethods() }
    }

    // MARK: Actions

    static let actions: [(json: String, kind: ShopperAction)] = [
        (#"{"type":"redirect","url":"https://b.example/"}"#, .redirect(URL(string: "https://b.example/"))),
        (#"{"type":"nativeRedirect","url":"https://b.example/"}"#, .redirect(URL(string: "https://b.example/"))),
        (#"{"type":"threeDS2","subtype":"fingerprint","token":"t"}"#, .authenticate(.fingerprint)),
        (#"{"type":"threeDS2","subtype":"challenge","token":"t"}"#, .authenticate(.challenge)),
        (#"{"type":"threeDS2Fingerprint","token":"t"}"#, .authenticate(.fingerprint)),
        (#"{"type":"threeDS2Challenge","token":"t"}"#, .authenticate(.challenge)),
        (#"{"type":"sdk","sdkData":{"a":"b"}}"#, .switchApp),
        (#"{"type":"wechatpaySDK","sdkData":{"a":"b"}}"#, .switchApp),
        (#"{"type":"voucher","reference":"1"}"#, .presentVoucher),
        (#"{"type":"document","url":"https://b.example/"}"#, .presentVoucher),
        (#"{"type":"qrCode","paymentMethodType":"pix","qrCodeData":"q"}"#, .scanQRCode),
        (#"{"type":"await","paymentMethodType":"mbway"}"#, .awaitConfirmation),
        (#"{"type":"bankTransfer"}"#, .transferFunds),
        (#"{"type":"delegatedAuthentication"}"#, .authenticate(nil)),
        (#"{"type":"newThing"}"#, .unsupported("newThing")),
    ]

    @Test("Every type of action is handed over as it came, and its details finish the payment", arguments: actions)
    func action(json: String, kind: ShopperAction) async throws {
        let server = try NastyServer { request, _ in
            request.path == "/shop/payments"
                ? .answer(#"{"resultCode":"Pending","pspReference":"PSP1","action":\#(json)}"#)
                : .answer(Answer.authorised)
        }
        let till = try Till(at: server.url) { shown in
            #expect(shown.action == kind)
            #expect(String(decoding: shown.json, as: UTF8.self) == json)
            return .provided(Shopper.details("R1"))
        }
        #expect(try await till.pay().kind == .succeeded)
        #expect(server.requests.map(\.key) == [till.attempt.rawValue, "\(till.attempt)-d1"])
    }

    @Test("A voucher ends with Done: the shopper will pay, or not")
    func voucher() async throws {
        let server = try NastyServer { _, _ in
            .answer(#"{"resultCode":"PresentToShopper","action":{"type":"voucher","reference":"1"}}"#)
        }
        let till = try Till(at: server.url) { _ in .completed }
        #expect(try await till.pay() == .pending(PendingPayment(waitingFor: .shopper)))
        #expect(server.requests.count == 1)
    }

    @Test("Fingerprint, challenge, outcome: each details request has its own key")
    func severalActions() async throws {
        let server = try NastyServer { _, number in
            switch number {
            case 1: .answer(#"{"action":{"type":"threeDS2","subtype":"fingerprint","token":"t","paymentData":"P1"}}"#)
            case 2: .answer(#"{"action":{"type":"threeDS2","subtype":"challenge","token":"t"}}"#)
            default: .answer(Answer.authorised)
            }
        }
        let till = try Till(at: server.url) { shown in
            let word = shown.action == .authenticate(.fingerprint) ? "F" : "C"
            return .provided(AdyenDetails(details: Array(#"{"threeDSResult":"\#(word)"}"#.utf8), paymentData: nil))
        }
        #expect(try await till.pay().kind == .succeeded)
        let id = till.attempt.rawValue
        #expect(server.requests.map(\.key) == [id, id + "-d1", id + "-d2"])
        #expect(server.requests[1].body == #"{"details":{"threeDSResult":"F"}}"#)
    }

    @Test("A server that never stops asking for actions is stopped, in doubt")
    func boundedActions() async throws {
        let server = try NastyServer { _, _ in .answer(Answer.redirect) }
        let till = try Till(at: server.url, actions: 3) { _ in .provided(Shopper.details(UUID().uuidString)) }
        #expect(try await till.pay().kind == .outcomeUnknown)
        #expect(server.requests.count == 4)
        #expect(Set(server.requests.map(\.key)).count == 4)
    }

    @Test("An action answered with the details of an earlier one is left, in doubt")
    func repeatedDetails() async throws {
        let server = try NastyServer { _, _ in .answer(Answer.redirect) }
        let till = try Till(at: server.url, onAction: Shopper.comesBack)
        #expect(try await till.pay().kind == .outcomeUnknown)
        #expect(server.requests.count == 2)
    }

    @Test("Details that can't be encoded are not replaced by others")
    func unencodableDetails() async throws {
        let server = try NastyServer { _, _ in .answer(Answer.redirect) }
        let till = try Till(at: server.url) { _ in .provided(AdyenDetails(details: Array("not JSON".utf8))) }
        #expect(try await till.pay().kind == .outcomeUnknown)
        #expect(server.requests.count == 1)
    }

    @Test("An action that was left is in doubt; the details that come later finish the payment")
    func lateDetails() async throws {
        let server = try NastyServer { _, number in .answer(number == 1 ? Answer.redirect : Answer.authorised) }
        let till = try Till(at: server.url)
        #expect(try await till.pay().kind == .outcomeUnknown)
        await till.flow.provide(Shopper.details("R1"), for: till.attempt)
        #expect(till.checkout.state.kind == .succeeded)
        // Again, and of nobody: nothing more is sent.
        await till.flow.provide(Shopper.details("R2"), for: till.attempt)
        #expect(await till.flow.provide(Shopper.details("R1"), for: AttemptID(rawValue: "x")) == .ignored)
        #expect(server.requests.count == 2)
    }

    @Test("A refused payment sends no details any more")
    func detailsAfterTheEnd() async throws {
        let server = try NastyServer { _, _ in .answer(Answer.refused) }
        let till = try Till(at: server.url)
        #expect(try await till.pay().kind == .declined)
        await till.flow.provide(Shopper.details("R1"), for: till.attempt)
        await till.flow.handle(till.link("redirectResult=R1"))
        #expect(till.checkout.state.kind == .declined)
        #expect(server.requests.count == 1)
    }

    // MARK: The guard

    @Test("A second Pay while one is under way sends nothing")
    func secondPay() async throws {
        let server = try NastyServer { _, _ in .held(Answer.authorised) }
        let till = try Till(at: server.url, timeout: .seconds(5))
        let submission = try AdyenSubmission(data: Till.card)
        async let first = till.flow.pay(submission)
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        #expect(await till.flow.pay(submission) == .refused(.attemptInProgress))
        server.release()
        _ = await first
        #expect(await till.flow.pay(submission) == .refused(.alreadyPaid))
        #expect(server.requests.count == 1)
    }

    @Test("A new attempt after a refusal has a new key")
    func newAttempt() async throws {
        let server = try NastyServer { _, number in .answer(number == 1 ? Answer.refused : Answer.authorised) }
        let till = try Till(at: server.url)
        #expect(try await till.pay().kind == .declined)
        #expect(try await till.pay().kind == .succeeded)
        #expect(Set(server.requests.map(\.key)).count == 2)
    }

    @Test("Nothing leaves that isn't written: the journal knows each request when it arrives")
    func writtenFirst() async throws {
        let journal = InMemoryJournal()
        let server = try NastyServer { request, number in
            let lines = journal.lines(of: "A-1").map { String(decoding: $0, as: UTF8.self) }.joined()
            #expect(lines.contains(#""submission":"made""#))
            if number > 1 {
                let digest = String(Shopper.details("R1")?.digest ?? 0, radix: 16)
                #expect(lines.contains(#""submission":"followUp","digest":"\#(digest)""#))
                #expect(!lines.contains("redirectResult") && !lines.contains("R1\""))
            }
            return .answer(number == 1 ? Answer.redirect : Answer.authorised)
        }
        let till = try Till(at: server.url, journal: journal, onAction: Shopper.comesBack)
        #expect(try await till.pay().kind == .succeeded)
        #expect(server.requests.count == 2)
    }

    @Test("What can't be written isn't sent", arguments: [(1, 0), (2, 0), (3, 1), (4, 1), (5, 1), (6, 2)])
    func fullDisk(room: Int, sent: Int) async throws {
        let server = try NastyServer { _, number in .answer(number == 1 ? Answer.redirect : Answer.authorised) }
        let till = try Till(at: server.url, journal: FullJournal(room: room), onAction: Shopper.comesBack)
        try await till.pay()
        #expect(server.requests.count == sent)
        let exposures: [Exposure] = [.none, .possible, .held]
        #expect(till.checkout.standing.standing.exposure == exposures[sent])
    }

    // MARK: Building

    @Test("A return address that can't be one is refused when the flow is built")
    func returnAddress() throws {
        let checkout = try Checkout(order: Till.order, journal: InMemoryJournal())
        let server = try HTTPMerchantServer(base: URL(string: "https://shop.example")!)
        func build(_ url: String) throws {
            _ = try AdyenAdvancedFlow(checkout: checkout, server: server, returnURL: url, onAction: Shopper.leaves)
        }
        for url in ["", "paid", "my app://x", "my-app://paid#x", "my-app://paid?checkoutAttempt=1", "my-app://é"] {
            #expect(throws: AdyenFlowError.unusableReturnURL) { try build(url) }
        }
        let room = 1024 - "?checkoutAttempt=".count - 50
        let longest = "my-app://" + String(repeating: "x", count: room - 9)
        try build(longest)
        #expect(throws: AdyenFlowError.returnURLTooLong(1025)) { try build(longest + "x") }
    }

    @Test("The merchant's server is reached by TLS, or on this machine")
    func addresses() throws {
        for url in ["https://shop.example", "http://127.0.0.1:80", "http://localhost:1/x", "http://[::1]:1"] {
            _ = try HTTPMerchantServer(base: URL(string: url)!)
        }
        for url in ["http://shop.example", "http://127.0.0.1.shop.example", "http://localhost.shop.example"] {
            #expect(throws: BackendAddressError.insecure) { try HTTPMerchantServer(base: URL(string: url)!) }
        }
        for url in ["shop", "ftp://shop.example", "file:///x"] {
            #expect(throws: BackendAddressError.unusable) { try HTTPMerchantServer(base: URL(string: url)!) }
        }
    }

    @Test("Paths and headers are the app's")
    func headers() async throws {
        let server = try NastyServer { _, _ in .answer(Answer.authorised) }
        let checkout = try Checkout(order: Till.order, journal: InMemoryJournal())
        let flow = try AdyenAdvancedFlow(
            checkout: checkout,
            server: try HTTPMerchantServer(base: server.url, paths: [.payments: "/v1/pay"]) {
                ["Authorization": "Bearer x", "Idempotency-Key": "mine"]
            }, returnURL: Till.returnURL, onAction: Shopper.leaves)
        await flow.pay(try AdyenSubmission(data: Till.card))
        let request = try #require(server.requests.first)
        #expect(request.path == "/shop/v1/pay")
        #expect(request.headers["authorization"] == "Bearer x")
        #expect(request.key == checkout.attempts.first?.id.rawValue)
    }

    @Test("What isn't a submission is an error, never a crash")
    func submissions() {
        for text in ["", "{}", "[]", #"{"paymentMethod":{}}"#, #"{"paymentMethod":{"type":""}}"#, "\u{0}"] {
            #expect(throws: AdyenFlowError.unusableSubmission) { try AdyenSubmission(data: Array(text.utf8)) }
        }
    }

    @Test("Nothing of the shopper's is printed or dumped, also by what keeps it")
    func printing() async throws {
        let server = try NastyServer { _, _ in .answer(Answer.redirect.replacing("PD", with: "SECRET")) }
        let till = try Till(at: server.url)
        till.flow.use(try #require(AdyenPartialOrder(body: Array(#"{"pspReference":"O1","orderData":"SECRET"}"#.utf8))))
        try await till.pay()
        let shown = AdyenShownAction(
            attempt: till.attempt, action: .redirect(nil), json: Data(#"{"token":"SECRET"}"#.utf8))
        let values: [Any] = [
            try AdyenSubmission(data: Data(#"{"paymentMethod":{"type":"scheme","number":"SECRET"}}"#.utf8)),
            Shopper.details("SECRET") as Any, shown, AdyenActionResult.provided(Shopper.details("SECRET")),
            AdyenServerRequest(endpoint: .payments, body: Data("SECRET".utf8), key: "k"),
            AdyenServerReply(status: 200, body: Data("SECRET".utf8)), till.flow.partialOrder as Any, till.flow,
            till.checkout, till.flow.session,
        ]
        for value in values {
            var text = "\(value) \(String(reflecting: value))"
            dump(value, to: &text)
            // Bytes are dumped as numbers: 83 is the S.
            #expect(!text.contains("SECRET") && !text.contains("- 83\n"), "\(text)")
        }
    }
}

/// A journal on a disk with room for some writes.
final class FullJournal: AttemptJournal {
    let base = InMemoryJournal()
    let room: Int

    init(room: Int) { self.room = room }

    func open(order: String) throws(JournalError) -> any OpenJournal {
        Open(base: try base.open(order: order), room: room)
    }

    final class Open: OpenJournal {
        let base: any OpenJournal
        let lock = NSLock()
        nonisolated(unsafe) var room: Int
        var content: JournalContent { base.content }

        init(base: any OpenJournal, room: Int) {
            self.base = base
            unsafe self.room = room
        }

        func append(_ lines: [[UInt8]], isDurable: Bool) throws(JournalError) {
            lock.lock()
            defer { lock.unlock() }
            guard unsafe room > 0 else { throw .unavailable("it is full") }
            unsafe room -= 1
            try base.append(lines, isDurable: isDurable)
        }

        func replace(with lines: [[UInt8]]) throws(JournalError) { try base.replace(with: lines) }
        func close() { base.close() }
    }
}
