/// One order and everything that happens to it: the guard over all providers, and the memory that outlives the app.
///
/// Opening reads the journal: there is no way to have an order without what is known about it. Any number of sessions can
/// be open at once; at most one attempt is exposed at a time, over all of them.
///
/// ```swift
/// let checkout = try Checkout(order: order, journal: FileJournal(directory: folder))
/// let adyen = try checkout.open(AdyenAdapter(reportsRequests: true))
/// let token = checkout.observe(on: .mainActor) { update in render(update.order, update.nextStep) }
/// ```
///
/// Every method can be called from any thread, also from inside an observer; none of them suspends, because a vendor's
/// hooks are synchronous. A call that begins or submits an attempt returns when that is durably written.
public final class Checkout: Sendable {
    /// What is being paid.
    public let order: CheckoutOrder
    /// How careful the guard is when an order changes the provider.
    public let policy: GuardPolicy
    /// What the guard can see.
    public let scope: GuardScope

    let journal: any AttemptJournal
    let work: Locked<Work>
    let log: UpdateLog
    private let snapshot: Locked<Snapshot>
    /// `nil` where an attempt may be silent as long as it likes.
    let deadlines: DeadlineTimer?

    /// What can be asked without waiting for a change to be written.
    private struct Snapshot: Sendable {
        var machine: OrderMachine
        var standing: OrderStanding
        /// A start is being written: nobody else can begin meanwhile.
        var isReserved = false
        /// The attempts a question is being asked about; -1 stands for the order.
        var questions: Set<Int> = []
    }

    /// Opens an order: restores what its journal knows, or begins one.
    ///
    /// - Parameters:
    ///   - order: the order. Its reference is the same at every start of the app.
    ///   - journal: where attempts are written down; a ``FileJournal`` on a device.
    ///   - policy: how careful the guard is when the order changes the provider.
    ///   - scope: what the guard can see: this device, or every owner of a lease.
    ///   - deadlines: how long an attempt may be silent.
    ///   - clock: what measures deadlines and leases.
    /// - Throws: ``JournalError``. A damaged journal is no error: the order opens blocked, and can be settled.
    public convenience init(
        order: CheckoutOrder, journal: any AttemptJournal, policy: GuardPolicy = .standard,
        scope: GuardScope = .thisDevice, deadlines: Deadlines = .none,
        clock: any Clock<Duration> = ContinuousClock()
    ) throws(JournalError) {
        try self.init(
            order: order, journal: journal, policy: policy, scope: scope, deadlines: deadlines, clock: clock,
            table: .standard, makeID: { AttemptID.random() })
    }

    package init(
        order: CheckoutOrder, journal: any AttemptJournal, policy: GuardPolicy, scope: GuardScope,
        deadlines: Deadlines, clock: any Clock<Duration>, table: TransitionTable, keepsAmount: Bool = false,
        makeID: @escaping @Sendable () -> AttemptID
    ) throws(JournalError) {
        self.order = order
        self.policy = policy
        self.scope = scope
        self.journal = journal
        let open = try journal.open(order: order.reference)
        do throws(JournalError) {
            let restored = try RestoredOrder(
                order: order, policy: policy, table: table, keepsAmount: keepsAmount, from: open.content)
            let standing = restored.machine.standing
            var work = Work(
                machine: restored.machine, journal: open, unwritten: restored.records, makeID: makeID)
            // A full disk is no reason not to know what happened: starts are refused until it can be written.
            try? work.write()
            self.work = Locked(work)
            log = UpdateLog(first: restored.first)
            snapshot = Locked(Snapshot(machine: restored.machine, standing: standing))
            self.deadlines = deadlines == .none ? nil : DeadlineTimer(deadlines, clock: clock)
        } catch {
            open.close()
            throw error
        }
        self.deadlines?.start(for: self)
        OpenCheckouts.add(self)
    }

    deinit {
        deadlines?.stop()
        log.finish()
    }

    // MARK: - What is known

    /// The order's state: render this.
    public var state: CheckoutState { standing.standing.state }

    /// What the screen should offer.
    public var nextStep: NextStep { standing.nextStep }

    /// Everything that is louder than a state, in the order it came; what is repeated while nothing changes stands once.
    public var anomalies: [Anomaly] { standing.anomalies }

    /// How the order stands as a whole.
    public var standing: OrderStanding { snapshot.withLock { $0.standing } }

    /// The attempts of the order so far, the first one first.
    public var attempts: [AttemptSummary] { seen.summaries }

    /// The order as it was after the last change that was written.
    var seen: OrderMachine { snapshot.withLock { $0.machine } }

    /// What a next attempt would ask for; `nil` if nobody can tell.
    package var remaining: Money? { seen.remaining }

    /// Whether a new attempt may begin in a session, and why not.
    ///
    /// The answer is of this moment: `begin` asks again.
    public func mayBegin<Adapter>(with session: CheckoutSession<Adapter>) -> StartPermission {
        var machine = seen
        machine.veto = veto
        let refusal = quickRefusal ?? machine.refusal(session: session.place)
        return refusal.map { .no($0) } ?? .yes
    }

    /// The updates of the order as an asynchronous sequence: the current one first, then every change, in order, once.
    public var updates: CheckoutUpdates { CheckoutUpdates(log: log) }

    /// Calls a closure with the current update, then with every change, in order, once.
    ///
    /// It runs after the change is recorded and without a lock held; it may begin the next attempt.
    ///
    /// - Returns: a token that keeps the observer alive.
    public func observe(
        on thread: ObserverThread, _ body: @escaping @Sendable (CheckoutUpdate) -> Void
    ) -> ObserverToken {
        log.observe(body)
    }

    /// Calls a closure on the main actor with the current update, then with every change, in order, once.
    ///
    /// - Returns: a token that keeps the observer alive.
    public func observe(
        on thread: MainActorObserver, _ body: @escaping @MainActor @Sendable (CheckoutUpdate) -> Void
    ) -> ObserverToken {
        // The place is taken now: what happens before the main actor is free isn't lost.
        let place = updates.makeAsyncIterator()
        let task = Task { @MainActor in
            var place = place
            while let update = await place.next(), !Task.isCancelled { body(update) }
        }
        return ObserverToken { task.cancel() }
    }

    // MARK: - Sessions

    /// Opens a session of a provider for the order.
    ///
    /// - Parameters:
    ///   - adapter: the provider's adapter.
    ///   - attempt: an attempt that began before the app was started, which events of this session shall reach: a return
    ///     link's, for example.
    /// - Throws: ``JournalError/closed`` if the checkout was closed.
    public func open<Adapter: CheckoutAdapter>(
        _ adapter: Adapter, resuming attempt: AttemptID? = nil
    ) throws(JournalError) -> CheckoutSession<Adapter> {
        let opened = change { work -> (name: String, place: Int)? in
            guard work.journal != nil else { return nil }
            let name = work.machine.freshSessionName(for: Adapter.provider)
            let place = work.record { machine, sink in
                machine.open(name, provider: Adapter.provider, traits: adapter.traits, sink)
            }
            if let attempt { work.machine.resume(attempt, session: place) }
            return (name, place)
        }
        guard let opened else { throw .closed }
        return CheckoutSession(checkout: self, name: opened.name, place: opened.place, adapter: adapter)
    }

    /// Closes the checkout: nothing is observed any more, and the journal is given back.
    ///
    /// An attempt that was submitted is in doubt from here on; a late event of a session is recorded all the same.
    public func close() {
        let isOpen = change { work -> Bool in
            guard work.journal != nil else { return false }
            work.record { machine, sink in
                for session in machine.openSessions {
                    machine.close(
                        session: session, Cancellation(cause: .merchant, retry: .newSession),
                        ifSubmitted: .observationStopped, sink)
                }
            }
            try? work.write()
            giveBack(&work)
            return true
        }
        if isOpen { log.finish() }
    }

    /// Gives the journal back before anybody is told: whoever hears of it can open the order again.
    func giveBack(_ work: inout Work) {
        OpenCheckouts.remove(self)
        deadlines?.stop()
        work.journal?.close()
        work.journal = nil
    }

    // MARK: - Changing

    /// What outside of the order forbids to begin and to send now.
    var veto: StartRefusal? { scope.refusal(order: order.reference) }

    /// The refusal that needs no look at a session: it never waits for a record to be written.
    var quickRefusal: StartRefusal? {
        snapshot.withLock { $0.standing.refusal ?? ($0.isReserved ? .attemptInProgress : nil) }
    }

    /// Makes a change, writes what must survive of it, and lets everybody see it.
    ///
    /// - Parameter body: changes the machine through ``Work/record(_:)``; it can veto what isn't written.
    func change<Result: Sendable>(_ body: (inout Work) -> Result) -> Result {
        let result = work.withLock { work -> Result in
            let result = body(&work)
            publish(&work)
            return result
        }
        log.deliver()
        return result
    }

    /// Says that a start is being written, for as long as it is.
    func reserve(_ isReserved: Bool) { snapshot.withLock { $0.isReserved = isReserved } }

    /// Begins to ask a question about an attempt, or about the order for -1.
    ///
    /// - Returns: whether nobody is asking it already.
    func beginAsking(_ question: Int) -> Bool { snapshot.withLock { $0.questions.insert(question).inserted } }

    func endAsking(_ question: Int) { snapshot.withLock { _ = $0.questions.remove(question) } }

    private func publish(_ work: inout Work) {
        // What can't be written now is kept, and written with the next record.
        try? work.write()
        let updates = work.takeUpdates()
        // What was there before is let go without the lock.
        var (machine, standing) = (work.machine, work.machine.standing)
        snapshot.withLock { snapshot in
            swap(&snapshot.machine, &machine)
            swap(&snapshot.standing, &standing)
        }
        guard !updates.isEmpty else { return }
        log.append(updates)
        deadlines?.changed(to: work.machine.activeStanding)
    }
}

extension AttemptID {
    /// A new id: 122 random bits, as a version 4 UUID is written.
    static func random() -> AttemptID {
        var bytes = [UInt8]()
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2 {
            let word = generator.next()
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for (place, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(place) { text.append(45) }
            text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return AttemptID(rawValue: String(decoding: text, as: UTF8.self))
    }
}
