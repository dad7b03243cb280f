import Foundation
import Testing

@testable import CheckoutCore

/// A second provider with the same script.
struct SecondAdapter: CheckoutAdapter {
    typealias Event = ScriptedAdapter.Event
    static let provider = Provider(rawValue: "second")
    let traits = AdapterTraits(readiness: .whenOpened, boundary: .event, fixesAmount: false)
    func subject(of event: Event) -> EventSubject { event.subject }
    mutating func interpret(_ event: Event, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void) {
        for signal in event.signals { emit(signal) }
    }
}

/// An order on a real file, with a session at each of two providers.
final class Shop {
    let folder = Folder()
    let policy: GuardPolicy
    let seen = Seen()
    private(set) var checkout: Checkout
    private(set) var first: CheckoutSession<ScriptedAdapter>
    private(set) var second: CheckoutSession<SecondAdapter>
    private var token: ObserverToken?

    init(policy: GuardPolicy = .standard) throws {
        self.policy = policy
        checkout = try Self.open(folder, policy, Samples.euro(1000))
        first = try checkout.open(ScriptedAdapter())
        second = try checkout.open(SecondAdapter())
        observe()
    }

    private static func open(_ folder: Folder, _ policy: GuardPolicy, _ amount: Money) throws -> Checkout {
        try Checkout(
            order: CheckoutOrder(reference: "A-1", amount: amount), journal: folder.journal, policy: policy)
    }

    private func observe() { token = checkout.observe(on: .sending) { [seen] in seen.add($0) } }

    /// The process dies and the app starts again: what is known is what the file says.
    func relaunch(amount: Money = Samples.euro(1000)) throws {
        token = nil
        let bytes = try folder.bytes()
        checkout.close()
        try folder.write(bytes)
        checkout = try Self.open(folder, policy, amount)
        observe()
        first = try checkout.open(ScriptedAdapter())
        second = try checkout.open(SecondAdapter())
    }

    /// What was told about an attempt, as words.
    func trace(_ attempt: Int) -> [String] {
        seen.all.filter { $0.change.attempt == attempt }.map { update in
            ([update.change.standing.state.description] + update.change.anomalies.map(\.rawValue)).joined(
                separator: " + ")
        }
    }
}

@Suite("Scenarios through a real journal")
struct JournalScenarioTests {
    static let approved = ScriptedAdapter.Event.result(Say.provider(Say.approved("PSP1")))
    static let declined = ScriptedAdapter.Event.result(Say.provider(Say.declined))

    @Test("S29 the app is killed before sending")
    func s29() throws {
        let shop = try Shop()
        _ = shop.first.begin()
        try shop.relaunch()
        let standing = try #require(shop.checkout.attempts.first).standing
        #expect(standing.state == .failed(Failure(kind: .interrupted, retry: .newSession)))
        #expect(standing.exposure == .none)
        #expect(shop.first.begin().grant != nil)
    }

    @Test("S30 the app is killed after sending, and the merchant tells")
    func s30() throws {
        let shop = try Shop()
        let id = try #require(shop.first.begin().grant).attempt
        shop.first.send(.submit)
        try shop.relaunch()
        #expect(shop.trace(1).last == "outcomeUnknown(relaunched)")
        #expect(shop.second.begin().refusal == .outcomeUnresolved)
        shop.checkout.hear(.outcome(Say.approved("PSP1")), about: id)
        #expect(shop.trace(1).last == "succeeded(authorised)")
        try shop.relaunch()
        #expect(shop.checkout.state.kind == .succeeded)
    }

    @Test("S31 Pay is tapped twice")
    func s31() throws {
        let shop = try Shop()
        #expect(shop.first.begin().grant != nil)
        #expect(shop.first.begin().refusal == .attemptInProgress)
        #expect(shop.second.begin().refusal == .attemptInProgress)
        #expect(shop.first.send(.submit) == .proceed)
        #expect(shop.first.send(.submit) == .stop(.refused(.attemptInProgress)))
    }

    @Test("S32 unknown at one provider, a start at another")
    func s32() throws {
        let shop = try Shop()
        let id = try #require(shop.first.begin().grant).attempt
        shop.first.send(.submit)
        shop.first.send(.result(Say.noAnswer))
        #expect(shop.second.begin().refusal == .outcomeUnresolved)
        try shop.relaunch()
        #expect(shop.second.begin().refusal == .outcomeUnresolved)
        shop.checkout.hear(.outcome(Say.declined), about: id)
        #expect(shop.second.begin().grant != nil)
    }

    @Test("S33 declined at one provider, paid at another", arguments: GuardPolicy.allCases)
    func s33(policy: GuardPolicy) throws {
        let shop = try Shop(policy: policy)
        let id = try #require(shop.first.begin().grant).attempt
        shop.first.send(.submit)
        shop.first.send(Self.declined)
        if policy == .strict {
            #expect(shop.second.begin().refusal == .needsMerchantStatement)
            try shop.relaunch()
            #expect(shop.second.begin().refusal == .needsMerchantStatement)
            shop.checkout.hear(.outcome(Say.declined), about: id)
        }
        #expect(shop.second.begin().grant != nil)
        shop.second.send(.submit)
        shop.second.send(.result(Say.provider(Say.approved("PSP2"))))
        #expect(shop.checkout.state.kind == .succeeded)
        try shop.relaunch()
        #expect(shop.first.begin().refusal == .alreadyPaid)
        #expect(shop.checkout.anomalies.isEmpty)
    }

    @Test("S34 and S35 the provider goes silent, after sending and before")
    func s34s35() async throws {
        for (submits, kind) in [(true, CheckoutState.Kind.outcomeUnknown), (false, .failed)] {
            let folder = Folder()
            let clock = HandClock()
            let desk = try Desk(journal: folder.journal, deadlines: Deadlines(processing: .seconds(9)), clock: clock)
            let session = try desk.open()
            let id = try #require(session.begin().grant).attempt
            if submits { session.send(.submit) }
            try await waitUntil { clock.sleepers == 1 }
            clock.advance(by: .seconds(10))
            try await waitUntil { desk.checkout.state.kind == kind }
            if submits {
                session.send(Self.approved)
                #expect(desk.checkout.state.kind == .succeeded)
            } else {
                #expect(session.send(.submit, for: id) == .stop(.attemptEnded))
                #expect(desk.checkout.standing.standing.exposure == .none)
            }
        }
    }

    @Test("S40 a late approval after another provider was paid")
    func s40() throws {
        let shop = try Shop()
        _ = shop.first.begin()
        shop.first.send(.submit)
        shop.first.send(Self.declined)
        _ = shop.second.begin()
        shop.second.send(.submit)
        shop.second.send(.result(Say.provider(Say.approved("PSP2"))))
        shop.first.send(Self.approved)
        #expect(shop.trace(1).last == "succeeded(authorised) + lateSuccess + secondApproval")
        #expect(shop.checkout.nextStep == .contactSupport)
        try shop.relaunch()
        #expect(shop.checkout.anomalies == [.lateSuccess, .secondApproval])
        #expect(shop.checkout.nextStep == .contactSupport)
    }

    @Test("S41 an event of an old attempt arrives in a new one, named and nameless")
    func s41() throws {
        let shop = try Shop()
        _ = shop.first.begin()
        shop.first.send(.init(.progress, .none, .vendorAttempt("v1"), Say.submitted))
        shop.first.send(Self.declined)
        _ = shop.first.begin()
        shop.first.send(.init(.result, .vendorAttempt("v1", claimsGrant: false), Say.provider(Say.failed)))
        #expect(shop.checkout.attempts.map(\.standing.state.kind) == [.declined, .processing])
        shop.first.send(.result(Say.provider(.cancelled(Cancellation(cause: .expired)))))
        #expect(shop.checkout.attempts.map(\.standing.state.kind) == [.declined, .processing])
        #expect(shop.checkout.anomalies == [.unattributed])
        try shop.relaunch()
        #expect(shop.checkout.anomalies == [.unattributed])
    }

    @Test("S42 a start the vendor refuses while it holds another attempt open")
    func s42() throws {
        let shop = try Shop()
        _ = shop.first.begin()
        shop.first.send(.init(.progress, .none, .vendorAttempt("v1"), Say.submitted))
        shop.first.send(.init(.result, .vendorAttempt("v2", claimsGrant: true), Say.provider(Say.failed)))
        #expect(shop.checkout.state == .processing)
        #expect(shop.checkout.anomalies == [.unattributed])
    }

    @Test("S43 part paid, the next leg unknown")
    func s43() throws {
        let shop = try Shop()
        _ = shop.first.begin()
        shop.first.send(.submit)
        shop.first.send(.result(Say.provider(Say.approved("PSP1", Samples.euro(400)))))
        let grant = try #require(shop.second.begin().grant)
        #expect(grant.amount == Samples.euro(600))
        shop.second.send(.submit)
        shop.second.send(.result(Say.noAnswer))
        #expect(shop.first.begin().refusal == .outcomeUnresolved)
        try shop.relaunch()
        #expect(shop.first.begin().refusal == .outcomeUnresolved)
        #expect(shop.checkout.state.kind == .outcomeUnknown)
    }

    @Test("S44 sent although the attempt had ended here")
    func s44() throws {
        let shop = try Shop()
        let id = try #require(shop.first.begin().grant).attempt
        shop.first.send(.init(.progress, .none, Say.shopperLeft))
        shop.first.send(.init(.progress, .none, Say.submitted), for: id)
        shop.first.send(.init(.progress, .none, .progress(.processing, by: .provider)), for: id)
        #expect(
            shop.trace(1).suffix(3) == [
                "cancelled(shopper)", "outcomeUnknown(closedAfterSubmission) + sentAfterEnd", "processing",
            ])
        try shop.relaunch()
        #expect(shop.second.begin().refusal == .outcomeUnresolved)
    }

    @Test("S45 an approval for an attempt nobody started")
    func s45() throws {
        let shop = try Shop()
        shop.first.send(Self.approved)
        #expect(shop.trace(1) == ["succeeded(authorised) + unattributed"])
        try shop.relaunch()
        #expect(shop.second.begin().refusal == .alreadyPaid)
        #expect(shop.checkout.attempts.map(\.isGranted) == [false])
    }

    @Test("S46 the merchant closes an open payment")
    func s46() async throws {
        let shop = try Shop()
        let id = try #require(shop.first.begin().grant).attempt
        shop.first.send(.submit)
        shop.first.send(.result(Say.noAnswer))
        let backend = Backend(closing: .outcome(.cancelled(Cancellation(cause: .merchant))))
        #expect(try await shop.checkout.close(id, using: backend))
        #expect(shop.trace(1).contains("cancelled(merchant)"))
        #expect(shop.second.begin().grant != nil)
    }

    @Test("S47 the same journal opened with another amount")
    func s47() throws {
        let shop = try Shop()
        _ = shop.first.begin()
        shop.first.send(.submit)
        shop.first.send(.result(Say.noAnswer))
        try shop.relaunch(amount: Samples.euro(1200))
        #expect(shop.checkout.anomalies == [.amountMismatch])
        #expect(shop.first.begin().refusal == .outcomeUnresolved)
        try shop.relaunch(amount: Samples.euro(1200))
        #expect(shop.checkout.anomalies == [.amountMismatch])
    }

    @Test("S48 another provider's approval arrives while an attempt waits to submit")
    func s48() throws {
        let shop = try Shop()
        let id = try #require(shop.first.begin().grant).attempt
        shop.first.send(.submit)
        shop.first.send(Self.declined)
        _ = shop.second.begin()
        shop.first.send(Self.approved, for: id)
        #expect(shop.second.send(.submit) == .stop(.refused(.alreadyPaid)))
        #expect(shop.trace(2).last == "cancelled(merchant)")
        try shop.relaunch()
        #expect(shop.checkout.attempts.map(\.standing.state.kind) == [.succeeded, .cancelled])
    }

    @Test("S49 the merchant gives a payment back")
    func s49() throws {
        let shop = try Shop()
        _ = shop.first.begin()
        shop.first.send(.submit)
        shop.first.send(Self.approved)
        shop.checkout.hear(.released([Samples.reference("PSP1")]), about: nil)
        #expect(shop.trace(1).last == "cancelled(merchant)")
        #expect(shop.first.begin().refusal == .sessionSpent)
        try shop.relaunch()
        #expect(shop.checkout.attempts.map(\.standing.state.kind) == [.cancelled])
        #expect(shop.second.begin().grant != nil)
    }
}

#if canImport(Observation)
    @Suite("The model for SwiftUI")
    struct CheckoutModelTests {
        @Test("The model shows what the order shows") @MainActor
        func model() async throws {
            guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) else { return }
            let desk = try Desk()
            let session = try desk.open()
            let model = CheckoutModel(desk.checkout)
            #expect(model.state == .ready)
            _ = session.begin()
            session.send(.submit)
            session.send(JournalScenarioTests.declined)
            session.send(JournalScenarioTests.approved)
            for _ in 0..<1_000 where model.state.kind != .succeeded { try await Task.sleep(nanoseconds: 1_000_000) }
            #expect(model.state == desk.checkout.state)
            #expect(model.nextStep == .finish)
            #expect(model.anomalies == [.lateSuccess])
        }
    }
#endif
