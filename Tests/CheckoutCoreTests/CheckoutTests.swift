import Foundation
import Testing

@testable import CheckoutCore

/// A checkout with a journal in memory and attempt ids that can be told.
struct Desk {
    let checkout: Checkout
    let journal: any AttemptJournal

    init(
        amount: Money = Samples.euro(1000), journal: any AttemptJournal = InMemoryJournal(),
        policy: GuardPolicy = .standard, scope: GuardScope = .thisDevice, deadlines: Deadlines = .none,
        clock: any Clock<Duration> = ContinuousClock()
    ) throws {
        self.journal = journal
        checkout = try Checkout(
            order: CheckoutOrder(reference: "A-1", amount: amount), journal: journal, policy: policy, scope: scope,
            deadlines: deadlines, clock: clock)
    }

    func open(boundary: AdapterTraits.Boundary = .event) throws -> CheckoutSession<ScriptedAdapter> {
        try checkout.open(
            ScriptedAdapter(traits: AdapterTraits(readiness: .whenOpened, boundary: boundary, fixesAmount: false)))
    }
}

/// Collects what an observer is told.
final class Seen: Sendable {
    private let updates = Locked<[CheckoutUpdate]>([])

    func add(_ update: CheckoutUpdate) { updates.withLock { $0.append(update) } }
    var all: [CheckoutUpdate] { updates.withLock { $0 } }
    var kinds: [CheckoutState.Kind] { all.map(\.order.state.kind) }
}

extension StartAnswer {
    var grant: Grant? { if case .granted(let grant) = self { grant } else { nil } }
    var refusal: StartRefusal? { if case .refused(let refusal) = self { refusal } else { nil } }
}

extension ScriptedAdapter.Event {
    static let submit = ScriptedAdapter.Event(.progress, .none, .submission(.announced))
    static func result(_ signals: CheckoutSignal...) -> ScriptedAdapter.Event {
        var event = ScriptedAdapter.Event(.result)
        event.signals = signals
        return event
    }
}

/// A journal that can be told to fail.
final class FailingJournal: AttemptJournal {
    let base = InMemoryJournal()
    let isFailing = Locked(false)
    /// How many of the appended lines were asked to be durable.
    let durable = Locked<[Bool]>([])

    func open(order: String) throws(JournalError) -> any OpenJournal {
        Open(base: try base.open(order: order), journal: self)
    }

    private final class Open: OpenJournal {
        let base: any OpenJournal
        let journal: FailingJournal
        var content: JournalContent { base.content }

        init(base: any OpenJournal, journal: FailingJournal) {
            self.base = base
            self.journal = journal
        }

        func append(_ lines: [[UInt8]], isDurable: Bool) throws(JournalError) {
            if journal.isFailing.withLock({ $0 }) { throw .unavailable("write: No space left on device") }
            journal.durable.withLock { $0.append(isDurable) }
            try base.append(lines, isDurable: isDurable)
        }

        func replace(with lines: [[UInt8]]) throws(JournalError) {
            if journal.isFailing.withLock({ $0 }) { throw .unavailable("write: No space left on device") }
            try base.replace(with: lines)
        }

        func close() { base.close() }
    }
}

@Suite("Checkout")
struct CheckoutTests {
    @Test("A payment goes through: granted, submitted, approved, and nothing more may begin")
    func paid() throws {
        let desk = try Desk()
        let session = try desk.open()
        let seen = Seen()
        let token = desk.checkout.observe(on: .sending) { seen.add($0) }
        #expect(desk.checkout.mayBegin(with: session) == .yes)
        let grant = try #require(session.begin(method: "card").grant)
        #expect(desk.checkout.mayBegin(with: session) == .no(.attemptInProgress))
        #expect(grant.amount == Samples.euro(1000))
        #expect(grant.attempt.rawValue.utf8.count <= 50)
        #expect(session.send(.submit) == .proceed)
        session.send(.result(Say.provider(Say.approved("PSP1"))))
        #expect(desk.checkout.state.kind == .succeeded)
        #expect(desk.checkout.nextStep == .finish)
        #expect(session.begin().refusal == .alreadyPaid)
        #expect(seen.kinds == [.ready, .processing, .processing, .succeeded])
        #expect(desk.checkout.attempts.map(\.references) == [[Samples.reference("PSP1")]])
        token.cancel()
    }

    @Test("Attempt ids are random, and shaped like a version 4 UUID")
    func ids() {
        let ids = (0..<1_000).map { _ in AttemptID.random().rawValue }
        #expect(Set(ids).count == ids.count)
        for id in ids {
            #expect(UUID(uuidString: id) != nil)
            #expect(id.dropFirst(14).first == "4")
        }
    }

    // MARK: R7

    @Test("R7 of a hundred thousand starts from many threads over four sessions exactly one is granted")
    func ruleR7Concurrency() async throws {
        let desk = try Desk()
        let sessions = try (0..<4).map { _ in try desk.open() }
        let granted = await withTaskGroup(of: Int.self) { group in
            for task in 0..<8 {
                group.addTask {
                    (0..<12_500).reduce(0) { count, _ in
                        count + (sessions[task % 4].begin().grant == nil ? 0 : 1)
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(granted == 1)
        #expect(desk.checkout.attempts.count == 1)
    }

    @Test("R7 events of many threads leave one approval per attempt and one order of updates for everybody")
    func ruleR7Events() async throws {
        let desk = try Desk()
        let session = try desk.open()
        let first = Seen()
        let second = Seen()
        let tokens = [first, second].map { seen in desk.checkout.observe(on: .sending) { seen.add($0) } }
        _ = session.begin()
        session.send(.submit)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<200 {
                        session.send(
                            .result(task == 0 && round == 100 ? Say.provider(Say.approved("PSP1")) : Say.noAnswer))
                        session.send(.init(.progress, .none, .progress(.processing, by: .provider)))
                    }
                }
            }
        }
        #expect(desk.checkout.state.kind == .succeeded)
        // A thread may still be delivering what another one caused.
        try await waitUntil { first.all.count == second.all.count && first.all.last?.order.state.kind == .succeeded }
        #expect(first.all == second.all)
        #expect(first.all.filter { $0.change.standing.state.kind == .succeeded }.count == 1)
        withExtendedLifetime(tokens) {}
    }

    // MARK: R8

    @Test("R8 a start and a submission are durably written before the answer, and other news needn't be")
    func ruleR8() throws {
        let journal = FailingJournal()
        let desk = try Desk(journal: journal)
        let session = try desk.open()
        _ = session.begin()
        session.send(.submit)
        session.send(.result(Say.provider(Say.pending)))
        #expect(journal.durable.withLock { $0 } == [true, true, true, false])
    }

    @Test("R8 a start that can't be written is refused, and nothing has begun")
    func ruleR8FailedStart() throws {
        let journal = FailingJournal()
        let desk = try Desk(journal: journal)
        let session = try desk.open()
        journal.isFailing.withLock { $0 = true }
        #expect(session.begin().refusal == .journalUnavailable)
        #expect(desk.checkout.attempts.isEmpty)
        #expect(desk.checkout.state.kind == .ready)
        journal.isFailing.withLock { $0 = false }
        #expect(session.begin().grant != nil)
    }

    @Test("R8 a submission that can't be written is answered stop, and the attempt isn't submitted")
    func ruleR8FailedSubmission() throws {
        let journal = FailingJournal()
        let desk = try Desk(journal: journal)
        let session = try desk.open()
        _ = session.begin()
        journal.isFailing.withLock { $0 = true }
        #expect(session.send(.submit) == .stop(.refused(.journalUnavailable)))
        #expect(desk.checkout.standing.standing.exposure == .none)
        journal.isFailing.withLock { $0 = false }
        #expect(session.send(.submit) == .proceed)
    }

    @Test("R8 what was heard while the journal failed is kept and written with the next record")
    func ruleR8Unwritten() throws {
        let journal = FailingJournal()
        let desk = try Desk(journal: journal)
        let session = try desk.open()
        _ = session.begin()
        session.send(.submit)
        journal.isFailing.withLock { $0 = true }
        session.send(.result(Say.provider(Say.declined)))
        #expect(desk.checkout.state.kind == .declined)
        #expect(session.begin().refusal == .journalUnavailable)
        journal.isFailing.withLock { $0 = false }
        _ = session.begin()
        desk.checkout.close()
        let restored = try Desk(journal: journal)
        #expect(restored.checkout.attempts.map(\.standing.state.kind) == [.declined, .cancelled])
    }

    // MARK: R11

    @Test("R11 every observer sees the current state first, then every change, in order, once")
    func ruleR11() async throws {
        let desk = try Desk()
        let session = try desk.open()
        let early = Seen()
        let token = desk.checkout.observe(on: .sending) { early.add($0) }
        _ = session.begin()
        session.send(.submit)
        let late = Seen()
        let lateToken = desk.checkout.observe(on: .sending) { late.add($0) }
        let main = Seen()
        let mainToken = desk.checkout.observe(on: .mainActor) { main.add($0) }
        let sequence = desk.checkout.updates
        var iterator = sequence.makeAsyncIterator()
        let current = await iterator.next()
        session.send(.result(Say.provider(Say.pending)))
        session.send(.result(Say.provider(Say.approved("PSP1"))))
        #expect(early.kinds == [.ready, .processing, .processing, .pending, .succeeded])
        #expect(late.kinds == [.processing, .pending, .succeeded])
        #expect(late.all == Array(early.all.suffix(3)))
        var read = [try #require(current)]
        while let update = await iterator.next() {
            read.append(update)
            if update.order.state.kind == .succeeded { break }
        }
        #expect(read == late.all)
        try await waitUntil { main.all.last?.order.state.kind == .succeeded }
        #expect(main.kinds.suffix(2) == [.pending, .succeeded])
        desk.checkout.close()
        #expect(await iterator.next() == nil)
        withExtendedLifetime((token, lateToken, mainToken)) {}
    }

    @Test("R11 an observer that begins the next attempt inside its callback works, and sees everything in order")
    func ruleR11Reentrancy() throws {
        let desk = try Desk()
        let session = try desk.open()
        let seen = Seen()
        let answers = Locked<[Bool]>([])
        let token = desk.checkout.observe(on: .sending) { update in
            seen.add(update)
            if update.change.standing.state.kind == .declined {
                let granted = session.begin().grant != nil
                answers.withLock { $0.append(granted) }
            }
        }
        let other = Seen()
        let otherToken = desk.checkout.observe(on: .sending) { other.add($0) }
        _ = session.begin()
        session.send(.submit)
        session.send(.result(Say.provider(Say.declined)))
        #expect(answers.withLock { $0 } == [true])
        #expect(seen.kinds == [.ready, .processing, .processing, .declined, .processing])
        #expect(other.all == seen.all)
        withExtendedLifetime((token, otherToken)) {}
    }

    @Test("R11 a slow reader loses nothing, and a cancelled one ends")
    func ruleR11Slow() async throws {
        let desk = try Desk()
        let session = try desk.open()
        let reader = Task { [updates = desk.checkout.updates] in
            var count = 0
            for await update in updates {
                count += 1
                if update.order.state.kind == .succeeded { return count }
            }
            return -count
        }
        let waiting = Task { [updates = desk.checkout.updates] in
            for await _ in updates {}
            return Task.isCancelled
        }
        _ = session.begin()
        session.send(.submit)
        // The reader begins at some update from here on; it must then see each one up to the end.
        for _ in 0..<2_000 {
            session.send(.result(Say.noAnswer))
            session.send(.init(.progress, .none, .progress(.processing, by: .provider)))
        }
        session.send(.result(Say.provider(Say.approved("PSP1"))))
        #expect(await reader.value > 0)
        waiting.cancel()
        #expect(await waiting.value)
    }

    @Test("R11 a long backlog that nobody reads any more is let go without a trace")
    func ruleR11Backlog() throws {
        let desk = try Desk()
        let session = try desk.open()
        var iterator: CheckoutUpdates.Iterator? = desk.checkout.updates.makeAsyncIterator()
        _ = iterator
        _ = session.begin()
        session.send(.submit)
        for _ in 0..<50_000 {
            session.send(.result(Say.noAnswer))
            session.send(.init(.progress, .none, .progress(.processing, by: .provider)))
        }
        #expect(desk.checkout.log.count > 50_000)
        iterator = nil
        #expect(desk.checkout.log.count == 1)
    }

    @Test("Copies of a place wait beside each other: neither wakes the other")
    func copiesWait() async throws {
        let desk = try Desk()
        let reader = UpdateLog.Reader(desk.checkout.log)
        _ = reader.take()
        let rounds = Locked(0)
        let tasks = (0..<2).map { _ in
            Task {
                while !Task.isCancelled, reader.take().updates.isEmpty {
                    rounds.withLock { $0 += 1 }
                    await reader.wait()
                }
            }
        }
        try await Task.sleep(for: .milliseconds(100))
        #expect(rounds.withLock { $0 } <= 2)
        for task in tasks {
            task.cancel()
            await task.value
        }
        withExtendedLifetime(desk) {}
    }

    @Test("R11 the updates end when nobody holds the checkout any more")
    func ruleR11End() async throws {
        var desk: Desk? = try Desk()
        var iterator = try #require(desk?.checkout.updates).makeAsyncIterator()
        #expect(await iterator.next() != nil)
        desk = nil
        #expect(await iterator.next() == nil)
    }

    @Test("R11 a token that is let go ends its observer")
    func ruleR11Token() throws {
        let desk = try Desk()
        let session = try desk.open()
        let seen = Seen()
        var token: ObserverToken? = desk.checkout.observe(on: .sending) { seen.add($0) }
        withExtendedLifetime(token) {}
        token = nil
        _ = session.begin()
        #expect(seen.all.count == 1)
    }

    // MARK: R13

    @Test("R13 a surcharge is answered once, a grant is withdrawn once, and a decision alone changes nothing")
    func ruleR13() throws {
        let desk = try Desk()
        let session = try desk.open(boundary: .grant)
        let grant = try #require(session.begin().grant)
        #expect(!session.decideSurcharge(accept: true))
        session.send(
            .init(.progress, .none, .progress(.actionRequired(.confirmSurcharge(Samples.surcharge)), by: .provider)))
        let before = desk.checkout.state
        #expect(session.decideSurcharge(accept: true))
        #expect(!session.decideSurcharge(accept: false))
        #expect(desk.checkout.state == before)
        session.send(.result(Say.provider(Say.approved("PSP1", Samples.euro(1025)))))
        #expect(desk.checkout.anomalies.isEmpty)
        #expect(!grant.withdraw())

        let other = try Desk()
        let grantB = try #require(try other.open().begin().grant)
        #expect(grantB.withdraw())
        #expect(!grantB.withdraw())
        #expect(other.checkout.state.kind == .cancelled)
    }

    // MARK: R14

    @Test("R14 closing makes the end that no vendor tells, and a late event is recorded all the same")
    func ruleR14() throws {
        let journal = InMemoryJournal()
        let desk = try Desk(journal: journal)
        let session = try desk.open()
        let seen = Seen()
        let token = desk.checkout.observe(on: .sending) { seen.add($0) }
        let grant = try #require(session.begin().grant)
        session.send(.submit)
        desk.checkout.close()
        #expect(desk.checkout.state.kind == .outcomeUnknown)
        #expect(session.begin().refusal != nil)
        #expect(throws: JournalError.closed) { try desk.checkout.open(ScriptedAdapter()) }

        // Nobody owns the order: the approval is written under a fresh lock.
        session.send(.result(Say.provider(Say.approved("PSP1"))), for: grant.attempt)
        let restored = try Desk(journal: journal)
        #expect(restored.checkout.state.kind == .succeeded)

        // Somebody does: the event goes there.
        session.send(.result(Say.provider(Say.declined)), for: grant.attempt)
        #expect(restored.checkout.state.kind == .succeeded)
        #expect(restored.checkout.anomalies == [.contradiction])
        withExtendedLifetime(token) {}
    }

    @Test("R14 a view that goes away by itself ends what wasn't sent and leaves doubt of what was")
    func ruleR14View() throws {
        let desk = try Desk()
        let session = try desk.open()
        _ = session.begin()
        session.viewClosed()
        #expect(desk.checkout.state == .cancelled(Cancellation(cause: .unstated, retry: .newSession)))
        #expect(session.begin().refusal == .sessionClosed)
        let next = try desk.open()
        _ = next.begin()
        next.send(.submit)
        next.close()
        guard case .outcomeUnknown(let uncertainty) = desk.checkout.state else {
            Issue.record("\(desk.checkout.state)")
            return
        }
        #expect(uncertainty.cause == .observationStopped)
    }

    // MARK: start

    @Test(
        "What the app throws while calling the vendor withdraws the attempt, or leaves doubt where the grant is the boundary"
    )
    func startThrows() throws {
        struct Failed: Error {}
        for (boundary, kind) in [
            (AdapterTraits.Boundary.event, CheckoutState.Kind.cancelled), (.grant, .outcomeUnknown),
        ] {
            let desk = try Desk()
            let session = try desk.open(boundary: boundary)
            #expect(throws: Failed.self) { try session.start { _ in throw Failed() } }
            #expect(desk.checkout.state.kind == kind)
            #expect(session.begin().refusal == (kind == .outcomeUnknown ? .outcomeUnresolved : nil))
        }
    }

    @Test("Inside the closure of a start the grant can't be taken back any more")
    func startTakes() throws {
        let desk = try Desk()
        let session = try desk.open()
        let withdrawn = try session.start { grant in grant.withdraw() }
        #expect(!withdrawn)
        #expect(session.state == .processing)
    }

    // MARK: Restoring

    @Test("An order opened again knows what was begun: interrupted, in doubt, pending, ended")
    func restored() throws {
        func reopen(_ events: [ScriptedAdapter.Event]) throws -> CheckoutState {
            let journal = InMemoryJournal()
            var desk: Desk? = try Desk(journal: journal)
            let session = try desk?.open()
            _ = session?.begin()
            for event in events { session?.send(event) }
            // The process dies: nothing is closed in an orderly way.
            let lines = journal.lines(of: "A-1")
            desk = nil
            let next = InMemoryJournal()
            let open = try next.open(order: "A-1")
            try open.append(lines, isDurable: true)
            open.close()
            return try Desk(journal: next).checkout.state
        }
        #expect(try reopen([]) == .failed(Failure(kind: .interrupted, retry: .newSession)))
        guard case .outcomeUnknown(let uncertainty) = try reopen([.submit]) else {
            Issue.record("not in doubt")
            return
        }
        #expect(uncertainty.cause == .relaunched)
        #expect(try reopen([.submit, .result(Say.provider(Say.pending))]).kind == .pending)
        #expect(try reopen([.submit, .result(Say.provider(Say.declined))]) == .declined(Decline(reason: .doNotHonour)))
    }

    @Test("A finished order can be pruned; a paid one still says so, and one that isn't finished never is")
    func prune() throws {
        for (word, prunes, refusal) in [
            (Say.provider(Say.approved("PSP1")), true, StartRefusal?.some(.alreadyPaid)),
            (Say.provider(Say.declined), true, nil), (Say.provider(Say.pending), false, .outcomeUnresolved),
            (Say.noAnswer, false, .outcomeUnresolved),
            (Say.provider(Say.approved("PSP1", Samples.euro(400))), false, nil),
        ] {
            let folder = Folder()
            let desk = try Desk(journal: folder.journal)
            let session = try desk.open()
            _ = session.begin()
            #expect(try !desk.checkout.prune())
            session.send(.submit)
            session.send(.result(word))
            let before = try folder.bytes().count
            #expect(try desk.checkout.prune() == prunes)
            if prunes {
                #expect(try folder.bytes().count < before)
                #expect(throws: JournalError.closed) { try desk.open() }
            } else {
                desk.checkout.close()
            }
            let again = try Desk(journal: folder.journal)
            #expect(again.checkout.standing.refusal == refusal)
            if prunes, refusal == nil { #expect(again.checkout.attempts.isEmpty) }
            if refusal == .alreadyPaid {
                #expect(
                    again.checkout.state
                        == .succeeded(
                            Approval(level: .authorised, payment: PaymentDetails(reference: Samples.reference("PSP1"))))
                )
            }
        }
        // An attempt nobody here began is kept, whatever became of it.
        let desk = try Desk()
        let session = try desk.open()
        session.send(.result(Say.provider(Say.approved("X"))))
        #expect(try !desk.checkout.prune())
    }

    @Test("A second owner of an order is refused until the first one has closed it")
    func twoOwners() throws {
        let journal = InMemoryJournal()
        let desk = try Desk(journal: journal)
        #expect(throws: JournalError.inUse) { try Desk(journal: journal) }
        desk.checkout.close()
        #expect(throws: Never.self) { try Desk(journal: journal) }
    }

    @Test("The same journal opened with another amount says so once, and what blocks still blocks")
    func otherAmount() throws {
        let journal = InMemoryJournal()
        let first = try Desk(journal: journal)
        let session = try first.open()
        _ = session.begin()
        session.send(.submit)
        session.send(.result(Say.provider(Say.approved("PSP1", Samples.euro(1000)))))
        first.checkout.close()

        let raised = try Desk(amount: Samples.euro(1500), journal: journal)
        #expect(raised.checkout.anomalies == [.amountMismatch])
        #expect(raised.checkout.nextStep == .payRemaining(Samples.euro(500)))
        let grant = try #require(try raised.open().begin().grant)
        #expect(grant.amount == Samples.euro(500))
        #expect(grant.withdraw())
        raised.checkout.close()

        let again = try Desk(amount: Samples.euro(1500), journal: journal)
        #expect(again.checkout.anomalies == [.amountMismatch])
        again.checkout.close()

        let other = try Desk(amount: Money(minorUnits: 9_000, currency: Samples.currency("JPY")), journal: journal)
        #expect(try other.open().begin().refusal == .alreadyPaid)
    }

    @Test("A link that comes after a relaunch reaches the attempt its session resumes")
    func resuming() throws {
        let journal = InMemoryJournal()
        let desk = try Desk(journal: journal)
        let session = try desk.open()
        let grant = try #require(session.begin().grant)
        session.send(.submit)
        desk.checkout.close()
        let restored = try Desk(journal: journal)
        let fresh = try restored.checkout.open(ScriptedAdapter())
        fresh.send(.result(Say.provider(Say.declined)))
        #expect(restored.checkout.state.kind == .outcomeUnknown)
        let resumed = try restored.checkout.open(ScriptedAdapter(), resuming: grant.attempt)
        resumed.send(.result(Say.provider(Say.declined)))
        #expect(restored.checkout.state.kind == .declined)
    }
}

/// Waits for something that another thread is about to do.
func waitUntil(_ condition: () -> Bool) async throws {
    for _ in 0..<2_000 {
        if condition() { return }
        try await Task.sleep(nanoseconds: 1_000_000)
    }
    Issue.record("it didn't happen")
}
