import Foundation
import Testing

@testable import CheckoutCore

/// A clock that moves only when it is told to.
final class HandClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State: Sendable {
        var now = Swift.Duration.zero
        var sleepers: [Int: (Swift.Duration, CheckedContinuation<Void, any Error>)] = [:]
        var tickets = 0
    }

    private let state = Locked(State())

    var now: Instant { Instant(offset: state.withLock { $0.now }) }
    let minimumResolution = Duration.nanoseconds(1)
    /// How many tasks sleep.
    var sleepers: Int { state.withLock { $0.sleepers.count } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let ticket = state.withLock { state in
            state.tickets += 1
            return state.tickets
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.now >= deadline.offset || Task.isCancelled { return true }
                    state.sleepers[ticket] = (deadline.offset, continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: ticket)?.1 }?.resume(throwing: CancellationError())
        }
    }

    func advance(by duration: Duration) {
        let woken = state.withLock { state -> [CheckedContinuation<Void, any Error>] in
            state.now += duration
            let due = state.sleepers.filter { $0.value.0 <= state.now }
            for ticket in due.keys { state.sleepers[ticket] = nil }
            return due.values.map(\.1)
        }
        for continuation in woken { continuation.resume() }
    }
}

/// A backend that gives the answers it is told to.
final class Backend: OutcomeResolver {
    struct Failed: Error {}
    struct State: Sendable {
        var answers: [MerchantWord?] = []
        var orderAnswer: MerchantWord = .nothing
        var closing: MerchantWord = .nothing
        var asked: [Int] = []
        var concurrent = 0
        var mostConcurrent = 0
    }

    let state: Locked<State>

    init(_ answers: [MerchantWord?] = [], order: MerchantWord = .nothing, closing: MerchantWord = .nothing) {
        state = Locked(State(answers: answers, orderAnswer: order, closing: closing))
    }

    func status(of attempt: AttemptSummary) async throws -> MerchantWord {
        state.withLock { state in
            state.asked.append(attempt.number)
            state.concurrent += 1
            state.mostConcurrent = max(state.mostConcurrent, state.concurrent)
        }
        await Task.yield()
        let answer = state.withLock { state -> MerchantWord? in
            state.concurrent -= 1
            return state.answers.isEmpty ? .nothing : state.answers.removeFirst()
        }
        guard let answer else { throw Failed() }
        return answer
    }

    func status(ofOrder reference: String) async throws -> MerchantWord { state.withLock { $0.orderAnswer } }
    func close(_ attempt: AttemptSummary) async throws -> MerchantWord { state.withLock { $0.closing } }
    var asked: [Int] { state.withLock { $0.asked } }
}

@Suite("Deadlines, the resolver and the lease")
struct CoordinationTests {
    // MARK: R9

    @Test("R9 a deadline turns silence into a question: an end before the submission, doubt after it")
    func ruleR9() async throws {
        for (submits, kind) in [(false, CheckoutState.Kind.failed), (true, .outcomeUnknown)] {
            let clock = HandClock()
            let desk = try Desk(deadlines: Deadlines(processing: .seconds(30)), clock: clock)
            let session = try desk.open()
            _ = session.begin()
            if submits { session.send(.submit) }
            try await waitUntil { clock.sleepers == 1 }
            clock.advance(by: .seconds(29))
            #expect(desk.checkout.state == .processing)
            clock.advance(by: .seconds(2))
            try await waitUntil { desk.checkout.state.kind == kind }
            // A later outcome is taken.
            if submits {
                session.send(.result(Say.provider(Say.approved("PSP1"))))
                #expect(desk.checkout.state.kind == .succeeded)
                #expect(desk.checkout.anomalies.isEmpty)
            }
        }
    }

    @Test("R9 a new phase has a new deadline, and none runs while a payment is pending")
    func ruleR9Phases() async throws {
        let clock = HandClock()
        let desk = try Desk(deadlines: Deadlines(processing: .seconds(30), actionRequired: .seconds(600)), clock: clock)
        let session = try desk.open()
        _ = session.begin()
        session.send(.submit)
        try await waitUntil { clock.sleepers == 1 }
        clock.advance(by: .seconds(20))
        session.send(.init(.progress, .none, .progress(.actionRequired(.redirect(nil)), by: .provider)))
        try await waitUntil { clock.sleepers == 1 }
        clock.advance(by: .seconds(500))
        #expect(desk.checkout.state.kind == .actionRequired)
        session.send(.result(Say.provider(Say.pending)))
        try await waitUntil { clock.sleepers == 0 }
        clock.advance(by: .seconds(5_000))
        #expect(desk.checkout.state.kind == .pending)
    }

    // MARK: Resolver

    private func doubtful(_ policy: GuardPolicy = .standard) throws -> (Desk, CheckoutSession<ScriptedAdapter>) {
        let desk = try Desk(policy: policy)
        let session = try desk.open()
        _ = session.begin()
        session.send(.submit)
        session.send(.result(Say.noAnswer))
        return (desk, session)
    }

    @Test("The resolver asks until there is an answer, with growing pauses, and no longer than patience lasts")
    func resolve() async throws {
        let (desk, _) = try doubtful()
        let backend = Backend([.nothing, nil, .outcome(Say.approved("PSP1"))])
        let clock = HandClock()
        let task = Task { try await desk.checkout.resolveOpenAttempts(using: backend, clock: clock) }
        for pause in [1, 2] {
            try await waitUntil { clock.sleepers == 1 }
            clock.advance(by: .seconds(pause))
        }
        try await task.value
        #expect(backend.asked == [1, 1, 1])
        #expect(desk.checkout.state.kind == .succeeded)
        #expect(desk.checkout.standing.standing.evidence == .merchant)

        let (other, _) = try doubtful()
        let silent = Backend()
        try await other.checkout.resolveOpenAttempts(using: silent, patience: Patience(questions: 2, pause: .zero))
        #expect(silent.asked == [1, 1])
        #expect(other.checkout.state.kind == .outcomeUnknown)

        let failing = Backend([nil, nil])
        await #expect(throws: Backend.Failed.self) {
            try await other.checkout.resolveOpenAttempts(using: failing, patience: Patience(questions: 2, pause: .zero))
        }
    }

    @Test("One question about an attempt is asked at a time, and a cancelled caller stops asking")
    func oneQuestion() async throws {
        let (desk, _) = try doubtful()
        let backend = Backend()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try? await desk.checkout.resolveOpenAttempts(
                        using: backend, patience: Patience(questions: 3, pause: .zero))
                }
            }
        }
        #expect(backend.state.withLock { $0.mostConcurrent } == 1)

        let clock = HandClock()
        let task = Task { try await desk.checkout.resolveOpenAttempts(using: Backend(), clock: clock) }
        try await waitUntil { clock.sleepers == 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("What is fully approved or ended isn't asked about, except under the strict policy")
    func questionable() async throws {
        let (desk, session) = try doubtful()
        session.send(.result(Say.provider(Say.declined)))
        let backend = Backend()
        try await desk.checkout.resolveOpenAttempts(using: backend)
        #expect(backend.asked == [])

        let (strict, strictSession) = try doubtful(.strict)
        strictSession.send(.result(Say.provider(Say.declined)))
        let second = Backend([.outcome(Say.declined)])
        try await strict.checkout.resolveOpenAttempts(using: second)
        #expect(second.asked == [1])
        try await strict.checkout.resolveOpenAttempts(using: second)
        #expect(second.asked == [1])
    }

    @Test("Closing is the way out of a doubt nobody answers: a start is granted in a new session")
    func close() async throws {
        let (desk, session) = try doubtful()
        let id = desk.checkout.attempts[0].id
        #expect(try await !desk.checkout.close(id, using: Backend()))
        #expect(desk.checkout.state.kind == .outcomeUnknown)
        #expect(
            try await desk.checkout.close(
                id, using: Backend(closing: .outcome(.cancelled(Cancellation(cause: .merchant))))))
        #expect(desk.checkout.state == .cancelled(Cancellation(cause: .merchant, retry: .newSession)))
        #expect(session.begin().refusal == .sessionClosed)
        #expect(try desk.open().begin().grant != nil)
        #expect(try await !desk.checkout.close(AttemptID(rawValue: "nobody"), using: Backend()))
    }

    @Test("A merchant's word that the app gets by another way reaches its attempt, by id or by payment")
    func pushed() throws {
        let (desk, session) = try doubtful()
        session.send(.init(.progress, .none, .reference(Samples.reference("PSP1"))))
        desk.checkout.hear(.outcome(Say.approved("PSP1")), about: nil)
        #expect(desk.checkout.state.kind == .succeeded)
        desk.checkout.hear(.released([Samples.reference("PSP1")]), about: desk.checkout.attempts[0].id)
        #expect(desk.checkout.state.kind == .cancelled)
        desk.checkout.hear(.outcome(Say.approved("OTHER")), about: nil)
        #expect(desk.checkout.attempts.count == 2)
        #expect(desk.checkout.anomalies.contains(.unattributed))
        #expect(try desk.open().begin().refusal == .alreadyPaid)
    }

    // MARK: Lease

    @Test("Of two devices that lease the order one can begin, and it must still hold the lease when it submits")
    func lease() async throws {
        let time = Locked(Duration.zero)
        let backend = InMemoryLease { time.withLock { $0 } }
        func held(_ owner: String) -> HeldLease {
            HeldLease(backend, order: "A-1", owner: owner, lifetime: .seconds(60)) { time.withLock { $0 } }
        }
        let phone = held("phone")
        let tablet = held("tablet")
        let desk = try Desk(scope: .leased(phone))
        let session = try desk.open()
        #expect(session.begin().refusal == .leaseNotHeld)
        #expect(try await phone.acquire() == .acquired(fence: 1))
        #expect(try await tablet.acquire() == .heldByOther)
        #expect(!tablet.isHeld)
        #expect(session.begin().grant != nil)
        time.withLock { $0 += .seconds(61) }
        #expect(session.send(.submit) == .stop(.refused(.leaseNotHeld)))
        #expect(desk.checkout.state == .cancelled(Cancellation(cause: .merchant, retry: .newSession)))

        // The lease expired and wasn't released: somebody has to settle what its owner may have done.
        #expect(try await tablet.acquire() == .unsettled)
        backend.settle(order: "A-1")
        #expect(try await tablet.acquire() == .acquired(fence: 2))
        #expect(try await phone.acquire() == .heldByOther)
        try await tablet.release()
        #expect(try await phone.acquire() == .acquired(fence: 3))
        #expect(phone.fence == 3)
        time.withLock { $0 += .seconds(30) }
        #expect(try await phone.acquire() == .acquired(fence: 3))
        time.withLock { $0 += .seconds(45) }
        #expect(phone.isHeld)
    }

    // MARK: Damaged journals

    @Test(
        "A damaged journal blocks the order until the merchant settles all of it",
        arguments: [
            (
                MerchantWord.outcome(Say.approved("PSP1")), CheckoutState.Kind.succeeded,
                StartRefusal?.some(.alreadyPaid)
            ),
            (.outcome(Say.part(paid: Samples.euro(400), remaining: Samples.euro(600))), .partiallyPaid, nil),
            (.outcome(.cancelled(Cancellation(cause: .merchant))), .initializing, nil),
        ])
    func settlement(word: MerchantWord, kind: CheckoutState.Kind, refusal: StartRefusal?) async throws {
        let journal = try damagedJournal()
        let desk = try Desk(journal: journal)
        #expect(desk.checkout.state == .outcomeUnknown(Uncertainty(cause: .journalDamaged)))
        #expect(desk.checkout.nextStep == .contactSupport)
        #expect(try desk.open().begin().refusal == .journalDamaged)
        for other in [MerchantWord.nothing, .outcome(Say.declined), .outcome(Say.pending), .outcome(Say.part())] {
            try await desk.checkout.resolveOpenAttempts(
                using: Backend(order: other), patience: Patience(questions: 1, pause: .zero))
            #expect(desk.checkout.standing.refusal == .journalDamaged)
        }
        desk.checkout.close()
        // It stays blocked however often it is opened.
        let again = try Desk(journal: journal)
        #expect(again.checkout.standing.refusal == .journalDamaged)
        try await again.checkout.resolveOpenAttempts(using: Backend(order: word))
        #expect(again.checkout.standing.refusal == refusal)
        again.checkout.close()
        let settled = try Desk(journal: journal)
        #expect(settled.checkout.standing.standing.state.kind == kind)
        #expect(settled.checkout.standing.refusal == refusal)
        #expect(try settled.open().begin().refusal == refusal)
    }

    private func damagedJournal() throws -> InMemoryJournal {
        let journal = InMemoryJournal()
        let open = try journal.open(order: "A-1")
        try open.append([Array(#"[{"kind":"order","reference":"A-1"}]"#.utf8)], isDurable: true)
        open.close()
        return journal
    }

    @Test("A journal of another order is refused")
    func otherOrder() throws {
        let journal = InMemoryJournal()
        let open = try journal.open(order: "A-1")
        let record = OrderRecord.opened(CheckoutOrder(reference: "B-2", amount: Samples.euro(1)))
        try open.append([try #require(OrderRecord.line([record]))], isDurable: true)
        open.close()
        #expect(throws: JournalError.otherOrder) { try Desk(journal: journal) }
        // The failed opening has given the journal back.
        #expect(throws: JournalError.otherOrder) { try Desk(journal: journal) }
    }

    @Test("Every record survives the way into a line and back")
    func records() throws {
        let records: [OrderRecord] = [
            .opened(CheckoutOrder(reference: "A/1 ü", amount: Samples.euro(5))),
            .began(
                BeganAttempt(
                    id: AttemptID(rawValue: "x"), session: "adyen-1", provider: .adyen, method: "scheme",
                    asked: Samples.euro(5), isGranted: true, isSubmitted: false)),
            .began(
                BeganAttempt(
                    id: AttemptID(rawValue: "y"), session: "adyen-1", provider: .adyen, method: nil, asked: nil,
                    isGranted: false, isSubmitted: true)),
            .withdrew(attempt: 0), .released(attempt: 0, [Samples.reference("PSP1")]),
            .narrowed(attempt: 1, .newSession), .noticed(.unattributed),
        ]
        let signals: [CheckoutSignal] = [
            .submission(.made), .submission(.repeated), .submission(.followUp(digest: .max)),
            .submission(.followUp(digest: 0)), .progress(.processing, by: .provider),
            .reference(Samples.reference("PSP1")), .vendorAttempt("v1"), .acceptedAmount(Samples.euro(7)),
            .anomaly(.amountMismatch), Say.nothingLeft, .refusedRound(Decline(reason: .authenticationRequired)),
            Say.shopperLeft, Say.offline, Say.notAuthenticated, Say.noAnswer, Say.unrecognised,
            Say.provider(Say.pending), Say.provider(Say.part("PSP1", paid: Samples.euro(1))),
            Say.provider(Say.approved("PSP1", Samples.euro(5), .captured)), Say.merchant(Say.cancelled),
            Say.provider(.succeeded(Approval(level: .authorised, intent: .payout))),
        ]
        let all = records + signals.map { .heard(attempt: 0, $0) }
        let line = try #require(OrderRecord.line(all))
        #expect(OrderRecord.records(in: line) == all)
        #expect(OrderRecord.line([]) == nil)
        // What can be stopped counts as made once it is written.
        let announced = try #require(OrderRecord.line([.heard(attempt: 0, .submission(.announced))]))
        #expect(OrderRecord.records(in: announced) == [.heard(attempt: 0, .submission(.made))])
    }

    @Test(
        "Free text, addresses and card numbers aren't written",
        arguments: [
            CheckoutSignal.progress(
                .actionRequired(.redirect(URL(string: "https://bank.example/?secret"))), by: .provider),
            .statement(
                .provider(.declined(Decline(reason: .unspecified, raw: [.reason: RawCode("Jane O'Canary secret@x")])))),
            .statement(.provider(.declined(Decline(reason: .unspecified, raw: [.code: "4111111111111111"])))),
        ])
    func privacy(signal: CheckoutSignal) throws {
        let text = String(decoding: try #require(OrderRecord.line([.heard(attempt: 0, signal)])), as: UTF8.self)
        for secret in ["secret", "Canary", "4111"] { #expect(!text.contains(secret)) }
    }

    @Test(
        "A record that can't be read makes the line unreadable",
        arguments: [
            "{}", "[]x", "[{}]", #"[{"kind":"dance"}]"#, #"[{"kind":"order","reference":"A"}]"#, #"[{"kind":"began"}]"#,
            #"[{"kind":"heard","of":0}]"#, #"[{"kind":"heard","of":0,"signal":{}}]"#, #"[{"kind":"withdrew"}]"#,
            #"[{"kind":"heard","of":0,"signal":{"submission":"x"}}]"#,
            #"[{"kind":"heard","of":0,"signal":{"submission":"followUp"}}]"#,
            #"[{"kind":"heard","of":0,"signal":{"submission":"followUp","digest":"xyz"}}]"#,
            #"[{"kind":"heard","of":0,"signal":{"alive":"x"}}]"#,
            #"[{"kind":"heard","of":0,"signal":{"state":{"state":"declined"}}}]"#,
            #"[{"kind":"noticed","anomaly":"x"}]"#,
            #"[{"kind":"heard","of":0,"signal":{"nothingLeft":{"state":"declined"}}}]"#,
            #"[{"kind":"heard","of":0,"signal":{"refusedRound":{"state":"failed"}}}]"#,
            #"[{"kind":"heard","of":0,"signal":{"reference":""}}]"#,
            #"[{"kind":"heard","of":0,"signal":{"anomaly":"x"}}]"#,
            #"[{"kind":"heard","of":0,"signal":{"acceptedAmount":1}}]"#,
            #"[{"kind":"released","of":0,"payments":["a b"]}]"#,
            #"[{"kind":"released","of":0}]"#, #"[{"kind":"narrowed","of":0,"retry":"x"}]"#,
            #"[{"kind":"began","attempt":"x","session":"s","provider":"p","granted":true,"submitted":true,"asked":7}]"#,
        ])
    func unreadableRecords(text: String) { #expect(OrderRecord.records(in: Array(text.utf8)) == nil) }
}
