import CheckoutCore

/// An order as the search sees it: the machine as it lives, and the one its journal would give back.
///
/// A kill puts the second in the place of the first. The two are the product's own: nothing here is a model.
struct ExploredOrder: Sendable, Hashable {
    var live: OrderMachine
    /// What the records say, without what an opening adds.
    var recorded: OrderMachine
}

/// What came of a step.
struct Happening {
    enum Answer: Hashable {
        case none
        case granted(Int)
        case refused(StartRefusal)
        case hook(HookAnswer)
    }

    var order: ExploredOrder
    var answer: Answer
    var updates: [CheckoutUpdate]
}

/// Lets steps happen to orders.
///
/// It holds no order: the same step on the same order gives the same.
final class ExploredWorld {
    let bounds: ExplorationBounds
    private var updates: [CheckoutUpdate] = []
    private var records: [OrderRecord] = []
    /// What a record says once it was written and read. The words are few, so each is read once.
    private var readings: [OrderRecord: [OrderRecord]] = [:]

    init(_ bounds: ExplorationBounds) { self.bounds = bounds }

    private var sink: OrderMachine.Sink {
        OrderMachine.Sink(
            update: { [unowned self] in updates.append($0) }, record: { [unowned self] in records.append($0) })
    }

    /// The order before anything has happened, with a session at every shop.
    var beginning: ExploredOrder {
        let machine = OrderMachine(
            order: CheckoutOrder(reference: "explored", amount: Names.amount),
            policy: bounds.subject.policy ?? bounds.policy, table: bounds.subject.table)
        var order = ExploredOrder(live: machine, recorded: machine)
        openAll(&order.live)
        settleBooks(&order)
        return order
    }

    /// Lets a step happen.
    func perform(_ step: ExplorationStep, on before: ExploredOrder) -> Happening {
        var order = before
        updates.removeAll(keepingCapacity: true)
        let answer = perform(step, on: &order)
        settleBooks(&order)
        return Happening(order: order, answer: answer, updates: updates)
    }

    private func perform(_ step: ExplorationStep, on order: inout ExploredOrder) -> Happening.Answer {
        let id = nextID(order.live)
        switch step {
        case .open(let shop): open(shop, &order.live)
        case .begin(let session):
            switch order.live.begin(session: session, method: nil, id: id, sink) {
            case .success(let attempt): return .granted(attempt)
            case .failure(let refusal): return .refused(refusal)
            }
        case .close(let session):
            order.live.close(
                session: session, Cancellation(cause: .unstated, retry: .newSession),
                ifSubmitted: .closedAfterSubmission, sink)
        case .withdraw(let attempt): _ = order.live.withdraw(attempt: attempt, sink)
        case .deadline(let attempt): order.live.deadlinePassed(attempt: attempt, sink)
        case .says(let word, let attempt):
            guard let session = session(of: attempt, in: order.live) else { return .none }
            return receive(word, .none, session, bound: .to(attempt), &order.live)
        case .saysNameless(let word, let session): return receive(word, .none, session, &order.live)
        case .saysNamed(let word, let session):
            let name = word.signal.payment.map { EventSubject.Name.ownReference($0) } ?? .none
            return receive(word, name, session, &order.live)
        case .saysOfNobody(let word, let session): return receive(word, .none, session, bound: .toNobody, &order.live)
        case .merchant(let named, let attempt): order.live.hear(named.word, attempt: attempt, sink)
        case .merchantNames(let named):
            if case .released(let references) = named.word {
                order.live.hear(released: references, sink)
            } else if let owner = named.word.references.compactMap({ order.live.attempt(of: $0) }).first {
                order.live.hear(named.word, attempt: owner, sink)
            } else {
                order.live.hearUnowned(named.word, id: id, sink)
            }
        case .kill(let comesBack): relaunch(&order, comesBack: comesBack)
        }
        return .none
    }

    /// An event reaches its attempt through its session, or after a kill through any one of its provider.
    private func session(of attempt: Int, in order: OrderMachine) -> Int? {
        let attempt = order.attempts[attempt]
        return attempt.session ?? order.sessions.lastIndex { $0.provider == attempt.began.provider }
    }

    private func receive(
        _ word: Word, _ name: EventSubject.Name, _ session: Int, bound: OrderMachine.Binding = .unbound,
        _ order: inout OrderMachine
    ) -> Happening.Answer {
        var adapter = ReferenceAdapter()
        let event = ReferenceAdapter.Event(word.statement == nil ? .progress : .result, name: name, word.signal)
        return .hook(
            order.receive(event, by: &adapter, session: session, bound: bound, id: nextID(order), sink))
    }

    // MARK: - Sessions and kills

    private func relaunch(_ order: inout ExploredOrder, comesBack: Bool) {
        let names = order.live.sessions.map { ($0.name, $0.provider) }
        order.live = order.recorded
        order.live.endInterrupted(sink)
        guard comesBack else { return openAll(&order.live) }
        for shop in bounds.shops {
            guard let last = names.last(where: { $0.1 == shop.provider }) else { continue }
            _ = order.live.open(last.0, provider: shop.provider, traits: shop.traits, sink)
        }
    }

    private func openAll(_ order: inout OrderMachine) { for shop in bounds.shops.indices { open(shop, &order) } }

    private func open(_ shop: Int, _ order: inout OrderMachine) {
        let shop = bounds.shops[shop]
        _ = order.open(order.freshSessionName(for: shop.provider), provider: shop.provider, traits: shop.traits, sink)
    }

    private func nextID(_ order: OrderMachine) -> () -> AttemptID {
        let number = order.attempts.count + 1
        return { AttemptID(rawValue: "attempt-\(number)") }
    }

    // MARK: - Records

    /// What was recorded goes into the journal, and comes out as it was written.
    private func settleBooks(_ order: inout ExploredOrder) {
        let silent = OrderMachine.Sink(update: { _ in }, record: { _ in })
        for record in records where bounds.subject.keeps(record) {
            for reading in read(record) { order.recorded.replay(reading, silent) }
        }
        records.removeAll(keepingCapacity: true)
        // Anomalies are told and decide nothing: kept, they would tell paths apart that lead to the same order.
        order.live.noticed = []
        order.recorded.noticed = []
        order.live.repeatable = [:]
        order.recorded.repeatable = [:]
    }

    private func read(_ record: OrderRecord) -> [OrderRecord] {
        if let known = readings[record] { return known }
        let reading = OrderRecord.line([record]).flatMap { OrderRecord.records(in: $0) } ?? []
        readings[record] = reading
        return reading
    }
}

extension CheckoutSignal {
    /// The payment that a statement names.
    fileprivate var payment: PaymentReference? {
        guard case .statement(let statement) = self else { return nil }
        return statement.outcome.state.payment.reference
    }
}
