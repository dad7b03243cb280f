import CheckoutAdyen
import CheckoutCore
import Foundation
import Testing

@Suite("The resolver by HTTP")
struct ResolverTests {
    /// A payment in doubt, at a server that answers the questions with one thing.
    static func doubt(
        _ behaviour: NastyServer.Behaviour, timeout: Duration = .seconds(20)
    ) async throws -> (Till, HTTPOutcomeResolver, NastyServer) {
        let server = try NastyServer { request, _ in
            request.path == "/shop/payments" ? .answer(Answer.redirect) : behaviour
        }
        let till = try Till(at: server.url)
        try await till.pay()
        return (till, try HTTPOutcomeResolver(base: server.url, timeout: timeout), server)
    }

    static let words: [(body: String, state: CheckoutState.Kind)] = [
        (#"{"state":"succeeded","level":"authorised","payment":{"reference":"PSP1"}}"#, .succeeded),
        (#"{"state":"cancelled","cause":"merchant"}"#, .cancelled),
        (#"{"notFound":{"closed":true}}"#, .cancelled),
        (#"{"notFound":{"closed":false}}"#, .outcomeUnknown), (#""notFound""#, .outcomeUnknown),
        (#"{"stillOpen":true}"#, .outcomeUnknown), ("<html>", .outcomeUnknown), ("", .outcomeUnknown),
    ]

    @Test("What the backend says counts, and nothing else", arguments: words)
    func counts(body: String, state: CheckoutState.Kind) async throws {
        let (till, resolver, server) = try await Self.doubt(.answer(body))
        try await till.checkout.resolveOpenAttempts(using: resolver, patience: Patience(questions: 1))
        #expect(till.checkout.state.kind == state)
        #expect(server.requests.last?.path == "/shop/status")
        #expect(
            server.requests.last?.body
                == #"{"attempt":"\#(till.attempt)","provider":"adyen","payments":["PSP1"]}"#)
    }

    @Test("No other status settles a payment, whatever it says", arguments: [201, 301, 401, 404, 410, 500, 503])
    func statuses(status: Int) async throws {
        let (till, resolver, server) = try await Self.doubt(
            .answer(#"{"notFound":{"closed":true}}"#, status: status))
        await #expect(throws: HTTPOutcomeResolver.NoWord.status(status)) {
            try await till.checkout.close(till.attempt, using: resolver)
        }
        #expect(till.checkout.state.kind == .outcomeUnknown)
        #expect(server.requests.last?.path == "/shop/close")
    }

    @Test("No answer settles nothing")
    func silence() async throws {
        let (till, resolver, server) = try await Self.doubt(.silence, timeout: .seconds(1))
        await #expect(throws: HTTPOutcomeResolver.NoWord.transport("timedOut")) {
            try await till.checkout.resolveOpenAttempts(using: resolver, patience: Patience(questions: 1))
        }
        server.stop()
        await #expect(throws: HTTPOutcomeResolver.NoWord.transport("cannotConnectToHost")) {
            try await till.checkout.close(till.attempt, using: resolver)
        }
        #expect(till.checkout.state.kind == .outcomeUnknown)
    }

    @Test("Closing lets the shopper pay again in a new session")
    func close() async throws {
        let (till, resolver, server) = try await Self.doubt(.answer(#"{"state":"cancelled","cause":"merchant"}"#))
        #expect(try await till.checkout.close(till.attempt, using: resolver))
        #expect(server.requests.last?.path == "/shop/close")
        #expect(till.checkout.mayBegin(with: try till.checkout.open(AdyenAdapter(reportsRequests: true))) == .yes)
    }
}
