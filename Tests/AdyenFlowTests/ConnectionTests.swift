import CheckoutCore
import Foundation
import Testing

@testable import CheckoutAdyen

/// What the transport says decides whether a start can end as failed: only what proves that nothing left may say so.
@Suite("What an exchange tells")
struct ConnectionTests {
    static let request = AdyenServerRequest(endpoint: .payments, body: Till.card, key: "k")

    func error(at url: URL, timeout: Duration = .seconds(20)) async throws -> AdyenTransportError? {
        let server = try HTTPMerchantServer(base: url, timeout: timeout)
        do {
            _ = try await server.send(Self.request)
            return nil
        } catch {
            return error
        }
    }

    @Test("An exchange that reached the server proves nothing, however it ends", arguments: Fault.all)
    func reached(fault: Fault) async throws {
        let server = try NastyServer { _, _ in fault.behaviour }
        guard let error = try await error(at: server.url, timeout: fault.timeout) else { return }
        #expect(AdyenVocabulary.standard.transportProofs[error.code.text] == nil, "\(error)")
        #expect(server.requests.count == 1)
    }

    @Test("Where nobody listens, the code is on the list and no byte was sent")
    func refused() async throws {
        let server = try NastyServer { _, _ in .silence }
        server.stop()
        #expect(
            try await error(at: server.url) == AdyenTransportError(code: "cannotConnectToHost", bytesSent: 0))
    }

    @Test("A kept connection that breaks under a payment proves nothing, although nobody can connect again")
    func staleConnection() async throws {
        // On a machine that is busy enough a kept connection is given up before the payment: then once more.
        for _ in 1...10 {
            let nasty = try NastyServer { _, _ in .keep(#"{"paymentMethods":[]}"#) }
            let till = try Till(at: nasty.url, timeout: .seconds(5), repeats: 0)
            _ = try await till.flow.paymentMethods()
            let state = try await till.pay()
            guard nasty.requests.map(\.path) == ["/shop/paymentMethods"] else { continue }
            #expect(state.kind == .outcomeUnknown)
            #expect(till.checkout.attempts.last?.standing.exposure == .possible)
            return
        }
        Issue.record("no connection was ever kept")
    }

    @Test("An answer without end is left as soon as it is too large, silence when its time is over")
    func ownEnds() async throws {
        let endless = try NastyServer { _, _ in .gigantic }
        #expect(try await error(at: endless.url)?.code == "dataLengthExceedsMaximum")
        let silent = try NastyServer { _, _ in .silence }
        #expect(try await error(at: silent.url, timeout: .milliseconds(500))?.code == "timedOut")
    }

    @Test("A server that doesn't speak TLS gets no payment, and nobody concludes anything from it")
    func noTLS() async throws {
        let server = try NastyServer { _, _ in .answer(Answer.authorised) }
        let url = try #require(URL(string: "https://127.0.0.1:\(server.port)"))
        let till = try Till(at: url, timeout: .seconds(1), repeats: 0)
        #expect(try await till.pay().kind == .outcomeUnknown)
        #expect(server.requests.isEmpty)
    }

    @Test("An answer of exactly 1 MiB is read, one byte more isn't", arguments: [(0, true), (1, false)])
    func limit(more: Int, isRead: Bool) async throws {
        let start = #"{"resultCode":"Authorised","pspReference":"PSP1","x":""#
        let body = start + String(repeating: "x", count: (1 << 20) - start.utf8.count - 2 + more) + "\"}"
        let server = try NastyServer { _, _ in .answer(body) }
        let till = try Till(at: server.url, repeats: 0)
        #expect(try await till.pay().kind == (isRead ? .succeeded : .outcomeUnknown))
    }
}

@Suite("The digest of details")
struct DigestTests {
    static func digest(_ text: String, _ paymentData: String? = nil) -> UInt64? {
        AdyenDetails(details: Array(text.utf8), paymentData: paymentData)?.digest
    }

    @Test(
        "The order of keys, space and payment data make no difference",
        arguments: [
            (#"{"a":"1","b":{"c":[1,{"d":2,"e":3}]}}"#, #" { "b" : {"c":[1,{"e":3,"d":2}]}, "a" : "1" } "#),
            (#"{"redirectResult":"é"}"#, #"{"redirectResult":"\u00e9"}"#),
        ])
    func equal(first: String, second: String) {
        #expect(Self.digest(first) != nil)
        #expect(Self.digest(first) == Self.digest(second, "PD"))
    }

    @Test("Anything else does")
    func different() {
        let texts = [
            "{}", #"{"a":"1"}"#, #"{"a":1}"#, #"{"a":"2"}"#, #"{"b":"1"}"#, #"{"a":["1"]}"#, #"{"a":["1","2"]}"#,
            #"{"a":["2","1"]}"#, #"{"a":null}"#, #"{"a":{"a":"1"}}"#, #"{"a":"1","b":"1"}"#,
        ]
        #expect(Set(texts.map { Self.digest($0) }).count == texts.count)
    }

    @Test("It is the same in every process: journals outlive them")
    func stable() {
        #expect(Self.digest("{}") == 0x08F4_4B07_B590_1A25)
    }

    @Test("What is no object has none", arguments: ["", "[]", "null", "\"x\"", "{", "1"])
    func none(text: String) { #expect(Self.digest(text) == nil) }
}
