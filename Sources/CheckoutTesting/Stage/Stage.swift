import CheckoutCore

/// The real machine, guard and journal records of one order, with sessions of any providers: recordings, scripts and
/// simulators are all played here.
struct Stage {
    /// What is being paid, now.
    private(set) var order: CheckoutOrder
    /// The order's machine.
    private(set) var machine: OrderMachine

    private let policy: GuardPolicy
    private let table: TransitionTable
    /// Whether the journal keeps a record; the tests let it forget some to see that it is noticed.
    private let keeps: @Sendable (OrderRecord) -> Bool
    private var slots: [Int: any Slot] = [:]
    private var output = Output()

    /// One thing that came out.
    enum Line: Sendable, Hashable {
        /// What an observer saw.
        case change(step: Int, CheckoutUpdate)
        /// A start that was refused.
        case refused(step: Int, StartRefusal)
        /// A hook that was answered no.
        case stopped(step: Int, StopReason)
    }

    /// What came out so far. Shared with the machine's sink, on this thread only.
    private final class Output {
        var lines: [Line] = []
        var records: [OrderRecord] = []
        var step = 0
        var attempts = 0
    }

    /// Opens an order nothing has happened to.
    init(
        order: CheckoutOrder, policy: GuardPolicy = .standard, table: TransitionTable = .standard,
        keeping keeps: @escaping @Sendable (OrderRecord) -> Bool = { _ in true }
    ) {
        self.order = order
        self.policy = policy
        self.table = table
        self.keeps = keeps
        machine = OrderMachine(order: order, policy: policy, table: table)
        output.records = [.opened(order)]
    }

    /// The same stage, to go on with in another way.
    func copy() -> Stage {
        var copy = self
        copy.output = Output()
        copy.output.lines = output.lines
        copy.output.records = output.records
        copy.output.step = output.step
        copy.output.attempts = output.attempts
        return copy
    }

    /// Everything that came out, in order.
    var lines: [Line] { output.lines }

    /// What the journal keeps.
    var records: [OrderRecord] { output.records }

    /// The number of the step that plays now; what comes out is marked with it.
    var step: Int {
        get { output.step }
        nonmutating set { output.step = newValue }
    }

    private var sink: OrderMachine.Sink {
        OrderMachine.Sink(
            update: { [output] in output.lines.append(.change(step: output.step, $0)) },
            record: { [output, keeps] in if keeps($0) { output.records.append($0) } })
    }

    /// Attempts are numbered in the order they begin, and named after their number: a recording can name them in links.
    private var nextID: () -> AttemptID {
        { [output] in
            output.attempts += 1
            return AttemptID(rawValue: "attempt-\(output.attempts)")
        }
    }

    // MARK: - Sessions

    /// Opens a session, or opens it anew.
    mutating func open<Adapter: CheckoutAdapter>(_ key: Int, name: String, _ adapter: Adapter) {
        let place = machine.open(name, provider: Adapter.provider, traits: adapter.traits, sink)
        slots[key] = SessionSlot(name: name, fresh: adapter, adapter: adapter, place: place)
    }

    /// Whether a session was opened.
    func isOpen(_ key: Int) -> Bool { slots[key] != nil }

    /// The provider's view or session went away.
    mutating func close(_ key: Int) {
        guard let slot = slots[key] else { return }
        machine.close(
            session: slot.place, Cancellation(cause: .unstated, retry: .newSession),
            ifSubmitted: .closedAfterSubmission, sink)
    }

    // MARK: - What the app does

    /// Asks the guard for a new attempt.
    mutating func start(_ key: Int, method: PaymentMethod?) {
        guard let slot = slots[key] else { return refuse(machine.standing.refusal ?? .sessionClosed) }
        if case .failure(let refusal) = machine.begin(session: slot.place, method: method, id: nextID, sink) {
            refuse(refusal)
        }
    }

    /// Takes a grant back.
    mutating func withdraw(attempt: Int) { _ = machine.withdraw(attempt: attempt, sink) }

    /// A deadline passed.
    mutating func deadlinePassed(attempt: Int) { machine.deadlinePassed(attempt: attempt, sink) }

    /// The shopper agrees to the surcharge that is shown.
    mutating func acceptSurcharge(attempt: Int) { machine.acceptSurcharge(attempt: attempt, sink) }

    /// The merchant's word about an attempt.
    mutating func hear(_ word: MerchantWord, attempt: Int) { machine.hear(word, attempt: attempt, sink) }

    /// The merchant's word about what it names.
    mutating func hear(_ word: MerchantWord) {
        if case .released(let references) = word { return machine.hear(released: references, sink) }
        for reference in word.references {
            if let attempt = machine.attempt(of: reference) { return hear(word, attempt: attempt) }
        }
        if !word.references.isEmpty { hearUnowned(word) }
    }

    /// The merchant's word about an attempt that nobody has.
    mutating func hearUnowned(_ word: MerchantWord) { machine.hearUnowned(word, id: nextID, sink) }

    /// The process dies: what is left is what the journal's lines say. The sessions are opened again under their names.
    mutating func relaunch(order: CheckoutOrder? = nil) {
        let lines = OrderRecord.line(output.records).map { [$0] } ?? []
        guard
            let restored = try? RestoredOrder(
                order: order ?? self.order, policy: policy, table: table, from: JournalContent(lines: lines))
        else { return }
        if let order { self.order = order }
        machine = restored.machine
        for update in restored.updates { output.lines.append(.change(step: step, update)) }
        output.records += restored.records
        for (key, slot) in slots.sorted(by: { $0.key < $1.key }) { slot.reopen(in: &self, key: key) }
    }

    // MARK: - What the vendor says

    /// Takes an event of a session's vendor.
    ///
    /// - Parameter asks: the vendor waits for the answer: a no is shown.
    mutating func receive(
        _ event: any Sendable, _ key: Int, bound: OrderMachine.Binding = .unbound, asks: Bool = false
    ) {
        guard var slot = slots[key] else { return }
        let answer = slot.receive(event, bound: bound, id: nextID, by: &machine, sink)
        slots[key] = slot
        switch answer {
        case .proceed: break
        case .stop(.refused(let reason)): refuse(reason)
        case .stop(let reason): if asks { output.lines.append(.stopped(step: step, reason)) }
        }
    }

    private func refuse(_ reason: StartRefusal) { output.lines.append(.refused(step: step, reason)) }
}

/// A session as the app holds it: its adapter and its place in the machine.
private protocol Slot {
    var place: Int { get }
    func reopen(in stage: inout Stage, key: Int)
    mutating func receive(
        _ event: any Sendable, bound: OrderMachine.Binding, id: () -> AttemptID, by machine: inout OrderMachine,
        _ sink: OrderMachine.Sink
    ) -> HookAnswer
}

private struct SessionSlot<Adapter: CheckoutAdapter>: Slot {
    let name: String
    let fresh: Adapter
    var adapter: Adapter
    let place: Int

    func reopen(in stage: inout Stage, key: Int) { stage.open(key, name: name, fresh) }

    mutating func receive(
        _ event: any Sendable, bound: OrderMachine.Binding, id: () -> AttemptID, by machine: inout OrderMachine,
        _ sink: OrderMachine.Sink
    ) -> HookAnswer {
        // Only a script that is told to the wrong adapter has an event of another vendor.
        guard let event = event as? Adapter.Event else { return .stop(.noAttempt) }
        return machine.receive(event, by: &adapter, session: place, bound: bound, id: id, sink)
    }
}
