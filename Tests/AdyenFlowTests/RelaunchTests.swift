import CheckoutAdyen
import CheckoutCore
import Foundation
import Testing

/// The app is killed at every step of a payment and started again: what a kill leaves is the journal as it stood at that
/// moment, so each step takes a copy of it and goes on from there.
@Suite("Killed and started again")
struct RelaunchTests {
    /// Where the app is killed.
    enum Step: String, CaseIterable {
        /// When `/payments` has arrived, before its answer.
        case paying
        /// While the shopper is at the bank.
        case away
        /// When `/payments/details` has arrived, before its answer.
        case details
        /// After the end.
        case ended
    }

    /// The journal as it stood at each step of a payment with a redirect, and the attempt.
    static func journals() async throws -> (
        copies: [Step: InMemoryJournal], attempt: AttemptID, requests: [NastyServer.Received]
    ) {
        let journal = InMemoryJournal()
        let lines = Locked<[Step: [[UInt8]]]>([:])
        let take = { @Sendable (step: Step) in lines.value[step] = journal.lines(of: "A-1") }
        let server = try NastyServer { request, number in
            take(number == 1 ? .paying : .details)
            return .answer(number == 1 ? Answer.redirect : Answer.authorised)
        }
        let till = try Till(at: server.url, journal: journal) { shown in
            take(.away)
            return .provided(AdyenDetails(details: Array(#"{"redirectResult":"R1"}"#.utf8), paymentData: "PD"))
        }
        try await till.pay()
        take(.ended)
        return (try lines.value.mapValues(Self.journal), till.attempt, server.requests)
    }

    static func journal(_ lines: [[UInt8]]) throws -> InMemoryJournal {
        let journal = InMemoryJournal()
        let open = try journal.open(order: "A-1")
        try open.append(lines, isDurable: true)
        open.close()
        return journal
    }

    @Test(
        "The restored state is right, and no second payment begins where the first may count", arguments: Step.allCases)
    func restored(step: Step) async throws {
        let (copies, attempt, _) = try await Self.journals()
        let server = try ReturnTests.shop()
        let till = try Till(at: server.url, journal: try #require(copies[step]), resuming: attempt)
        #expect(till.checkout.state.kind == (step == .ended ? .succeeded : .outcomeUnknown))
        #expect(
            await till.flow.pay(try AdyenSubmission(data: Till.card))
                == .refused(step == .ended ? .alreadyPaid : .outcomeUnresolved))
        #expect(server.requests.isEmpty)
    }

    @Test("The return link reaches its attempt, under the keys it had", arguments: Step.allCases)
    func link(step: Step) async throws {
        let (copies, attempt, before) = try await Self.journals()
        let server = try ReturnTests.shop()
        let link = try #require(URL(string: "my-app://paid?checkoutAttempt=\(attempt)&redirectResult=R1"))
        let till = try Till(
            at: server.url, journal: try #require(copies[step]), resuming: AdyenReturnURL(link.absoluteString).attempt)
        await till.flow.handle(link)
        await till.flow.handle(link)
        #expect(till.checkout.state.kind == .succeeded)
        #expect(till.checkout.attempts.map(\.id) == [attempt])
        // After the end nothing is sent. Before it once: a request that may have arrived has the key it had.
        #expect(server.requests.map(\.key) == (step == .ended ? [] : ["\(attempt)-d1"]))
        #expect(before.last?.key == "\(attempt)-d1")
    }

    @Test("Details that never got an answer keep their ordinal; other ones get the next")
    func ordinals() async throws {
        let (copies, attempt, _) = try await Self.journals()
        let server = try NastyServer { _, _ in .silence }
        let till = try Till(
            at: server.url, journal: try #require(copies[.details]), resuming: attempt, timeout: .seconds(1),
            repeats: 0)
        for word in ["R2", "R1", "R3", "R2"] {
            await till.flow.provide(Shopper.details(word), for: attempt)
        }
        #expect(server.requests.map(\.key) == [2, 1, 3, 2].map { "\(attempt)-d\($0)" })
        #expect(till.checkout.state.kind == .outcomeUnknown)
    }

    @Test("Killed before anything was sent: the attempt ends, the shopper pays anew under a new key")
    func beforeSending() async throws {
        let journal = InMemoryJournal()
        let checkout = try Checkout(order: Till.order, journal: journal)
        let session = try checkout.open(AdyenAdapter(reportsRequests: true))
        guard case .granted(let grant) = session.begin(method: "scheme") else {
            Issue.record("not granted")
            return
        }
        let server = try ReturnTests.shop()
        let copy = try Self.journal(journal.lines(of: "A-1"))
        let till = try Till(at: server.url, journal: copy, onAction: Shopper.comesBack)
        #expect(till.checkout.state.kind == .failed)
        await till.flow.handle(
            try #require(URL(string: "my-app://paid?checkoutAttempt=\(grant.attempt)&redirectResult=R1")))
        #expect(server.requests.isEmpty)
        #expect(try await till.pay().kind == .succeeded)
        #expect(!server.requests.contains { $0.key == grant.attempt.rawValue })
    }

    @Test("A closed checkout sends nothing more")
    func closed() async throws {
        let server = try ReturnTests.shop()
        let till = try Till(at: server.url)
        try await till.pay()
        till.checkout.close()
        await till.flow.handle(till.link("redirectResult=R1"))
        #expect(await till.flow.pay(try AdyenSubmission(data: Till.card)) != .ignored)
        #expect(server.requests.count == 1)
    }
}
