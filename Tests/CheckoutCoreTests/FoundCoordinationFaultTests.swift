import Foundation
import Testing

@testable import CheckoutCore

/// Faults of the coordination layer that were found by trying to break it. Each of these tests has failed once.
@Suite("Faults that were found in the coordination")
struct FoundCoordinationFaultTests {
    static let approved = ScriptedAdapter.Event(
        .result, .payment(Samples.reference("X1")), Say.provider(Say.approved("X1")))

    /// Runs something on other threads, all at once, and waits for it.
    private func together(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let group = DispatchGroup()
        for number in 0..<count { DispatchQueue.global().async(group: group) { body(number) } }
        group.wait()
    }

    /// A file whose last line is damaged.
    private func damaged() throws -> Folder {
        let folder = Folder()
        let desk = try Desk(journal: folder.journal)
        let session = try desk.open()
        _ = session.begin()
        session.send(.submit)
        session.send(.result(Say.provider(Say.declined)))
        desk.checkout.close()
        var bytes = try folder.bytes()
        bytes[bytes.count - 5] ^= 1
        try folder.write(bytes)
        return folder
    }

    @Test("Pruning and beginning at the same time never lose the attempt")
    func pruneRace() throws {
        for _ in 0..<400 {
            let journal = InMemoryJournal()
            let desk = try Desk(journal: journal)
            let session = try desk.open()
            let submitted = Locked(false)
            let pruned = Locked(false)
            together(2) { number in
                if number == 0 {
                    let isPruned = (try? desk.checkout.prune()) ?? false
                    pruned.withLock { $0 = isPruned }
                } else if session.begin().grant != nil, session.send(.submit) == .proceed {
                    submitted.withLock { $0 = true }
                }
            }
            #expect(!(pruned.withLock { $0 } && submitted.withLock { $0 }))
            desk.checkout.close()
        }
    }

    @Test("After a settlement the order goes on: sessions work, and what they say is written")
    func settlement() throws {
        let folder = try damaged()
        do {
            let desk = try Desk(journal: folder.journal)
            let old = try desk.open()
            #expect(old.begin().refusal == .journalDamaged)
            desk.checkout.hear(.outcome(.cancelled(Cancellation(cause: .merchant))), about: nil)
            #expect(old.state == .ready)
            #expect(desk.checkout.nextStep == .pay)
            let grant = try #require(old.begin().grant)
            #expect(grant.withdraw())
            let other = try desk.checkout.open(SecondAdapter())
            _ = other.begin()
            other.send(.submit)
            // The first session's word doesn't reach the other provider's attempt.
            old.send(.result(Say.provider(Say.declined)))
            #expect(desk.checkout.attempts.last?.standing.state == .processing)
            old.send(Self.approved)
            #expect(
                desk.checkout.standing.refusal == .attemptInProgress || desk.checkout.standing.refusal == .alreadyPaid)
        }
        let again = try Desk(journal: folder.journal)
        #expect(again.checkout.standing.refusal == .alreadyPaid)
    }

    @Test("An approval heard since the order was opened survives its settlement")
    func approvalBeforeSettlement() throws {
        let folder = try damaged()
        do {
            let desk = try Desk(journal: folder.journal)
            let session = try desk.open()
            session.send(Self.approved)
            desk.checkout.hear(.outcome(.cancelled(Cancellation(cause: .merchant))), about: nil)
            #expect(desk.checkout.standing.refusal == .alreadyPaid)
        }
        #expect(try Desk(journal: folder.journal).checkout.standing.refusal == .alreadyPaid)
    }

    @Test("What comes while the checkout is closing, or after it, is never lost")
    func closing() throws {
        for _ in 0..<200 {
            let journal = InMemoryJournal()
            let desk = try Desk(journal: journal)
            let session = try desk.open()
            together(5) { number in
                if number == 0 {
                    desk.checkout.close()
                } else {
                    let reference = Samples.reference("X\(number)")
                    session.send(.init(.result, .payment(reference), Say.provider(Say.approved("X\(number)"))))
                }
            }
            #expect(try Desk(journal: journal).checkout.attempts.count == 4)
        }
    }

    @Test("An observer that hears of the closing can send and open the order again")
    func observerInClose() throws {
        let journal = InMemoryJournal()
        let desk = try Desk(journal: journal)
        let session = try desk.open()
        _ = session.begin()
        let token = desk.checkout.observe(on: .sending) { update in
            if update.order.state.kind == .cancelled { session.send(Self.approved) }
        }
        desk.checkout.close()
        withExtendedLifetime(token) {}
        #expect(try Desk(journal: journal).checkout.standing.refusal == .alreadyPaid)
    }

    @Test("The merchant's word after closing is written too")
    func wordAfterClose() throws {
        let desk = try Desk()
        desk.checkout.close()
        desk.checkout.hear(.outcome(Say.approved("X9")), about: nil)
        #expect(try Desk(journal: desk.journal).checkout.standing.refusal == .alreadyPaid)
    }

    @Test("A late event finds its attempt at the new owner, whatever journal they share, and leaves the amount alone")
    func lateEvents() throws {
        let folder = Folder()
        let spelled = FileJournal(directory: folder.url.appendingPathComponent("../" + folder.url.lastPathComponent))
        let failing = FailingJournal()
        let journals: [(any AttemptJournal, any AttemptJournal)] = [
            (InMemoryJournal(), InMemoryJournal()), (failing, failing), (folder.journal, spelled),
        ]
        for (index, pair) in journals.enumerated() {
            let first = try Desk(journal: pair.0)
            let session = try first.open()
            let grant = try #require(session.begin().grant)
            session.send(.submit)
            first.checkout.close()
            let second = try Desk(amount: Samples.euro(1200), journal: index == 0 ? pair.0 : pair.1)
            let resumed = try second.checkout.open(ScriptedAdapter(), resuming: grant.attempt)
            session.send(.result(Say.provider(Say.approved("P"))))
            #expect(second.checkout.attempts.map(\.standing.state.kind) == [.succeeded])
            #expect(second.checkout.anomalies == [.amountMismatch])
            withExtendedLifetime(resumed) {}
            second.checkout.close()
            session.send(.result(Say.provider(Say.approved("P"))))
            let third = try Desk(amount: Samples.euro(1200), journal: pair.0)
            #expect(third.checkout.anomalies == [.amountMismatch])
            third.checkout.close()
        }
    }

    @Test(
        "The lease is asked for by every start and every submission, for its own order, and isn't held after a release")
    func lease() async throws {
        let lease = HeldLease(InMemoryLease(), order: "A-1", owner: "me")
        for boundary in [AdapterTraits.Boundary.event, .grant] {
            let desk = try Desk(scope: .leased(lease))
            let session = try desk.open(boundary: boundary)
            let start = ScriptedAdapter.Event(.start("card"), .none, .progress(.processing, by: .local))
            #expect(session.send(start) == .stop(.refused(.leaseNotHeld)))
            #expect(desk.checkout.attempts.isEmpty)
            #expect(desk.checkout.mayBegin(with: session) == .no(.leaseNotHeld))
        }
        let other = HeldLease(InMemoryLease(), order: "B-2", owner: "me")
        try await other.acquire()
        #expect(try Desk(scope: .leased(other)).open().begin().refusal == .leaseNotHeld)

        let time = Locked(Duration.zero)
        let backend = InMemoryLease { time.withLock { $0 } }
        _ = try await backend.acquire(order: "A", owner: "a", lifetime: .seconds(10))
        backend.settle(order: "A")
        _ = try await backend.renew(order: "A", owner: "a", fence: 1, lifetime: .seconds(10))
        time.withLock { $0 = .seconds(30) }
        #expect(try await backend.acquire(order: "A", owner: "b", lifetime: .seconds(10)) == .unsettled)
    }

    @Test("The vendor isn't called for an attempt that an observer has ended")
    func startEndedMeanwhile() throws {
        let desk = try Desk()
        let session = try desk.open()
        let token = desk.checkout.observe(on: .sending) { update in
            if update.order.state.kind == .processing { session.close() }
        }
        #expect(throws: AttemptEnded.self) { try session.start { _ in Issue.record("called") } }
        withExtendedLifetime(token) {}
    }

    @Test("A release before the approval is the same live and restored")
    func releasedEarly() throws {
        let desk = try Desk()
        let session = try desk.open()
        desk.checkout.hear(.released([Samples.reference("X1")]), about: nil)
        session.send(Self.approved)
        #expect(desk.checkout.standing.refusal == nil)
        desk.checkout.close()
        #expect(try Desk(journal: desk.journal).checkout.standing.refusal == nil)
    }

    @Test("A vendor's name for an attempt that could be anything is written as its checksums only")
    func vendorNames() throws {
        let journal = InMemoryJournal()
        let desk = try Desk(journal: journal)
        let session = try desk.open()
        for name in ["4111111111111111", "Jane O'Canary <jane@x.example>"] {
            _ = session.begin()
            session.send(.init(.progress, .none, .vendorAttempt(name), Say.submitted))
            session.send(.init(.result, .vendorAttempt(name, claimsGrant: false), Say.provider(Say.declined)))
        }
        #expect(desk.checkout.attempts.map(\.standing.state.kind) == [.declined, .declined])
        let text = journal.lines(of: "A-1").map { String(decoding: $0, as: UTF8.self) }.joined()
        for secret in ["4111", "Canary"] { #expect(!text.contains(secret)) }
    }

    @Test("A surcharge that is shown again can be answered again, and its sum survives pruning")
    func surcharge() throws {
        let journal = InMemoryJournal()
        let desk = try Desk(journal: journal)
        let session = try desk.open()
        _ = session.begin()
        session.send(.submit)
        let shown = ScriptedAdapter.Event(
            .progress, .none, .progress(.actionRequired(.confirmSurcharge(Samples.surcharge)), by: .provider))
        session.send(shown)
        #expect(session.decideSurcharge(accept: false))
        session.send(.init(.progress, .none, .progress(.processing, by: .provider)))
        session.send(shown)
        #expect(session.decideSurcharge(accept: true))
        session.send(.result(Say.provider(Say.approved("P", Samples.euro(1025)))))
        #expect(try desk.checkout.prune())
        let again = try Desk(journal: journal)
        #expect(again.checkout.anomalies.isEmpty)
        #expect(again.checkout.standing.refusal == .alreadyPaid)
    }

    @Test("A journal is given back although a process is being spawned")
    func spawning() throws {
        let folder = Folder()
        let stop = Locked(false)
        let spawner = Thread {
            while !stop.withLock({ $0 }) {
                let process = Process()
                process.executableURL = URL(fileURLWithPath: "/bin/sh")
                process.arguments = ["-c", ":"]
                try? process.run()
                process.waitUntilExit()
            }
        }
        spawner.start()
        defer { stop.withLock { $0 = true } }
        for _ in 0..<300 {
            let open = try folder.journal.open(order: "A-1")
            open.close()
        }
    }
}
