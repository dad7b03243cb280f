/// The updates of an order in the order they happened, which every observer reads at its own place.
///
/// The log keeps what somebody still has to read, and the current update. A slow observer keeps its backlog alive and
/// delays nobody; one that was let go pins nothing.
final class UpdateLog: Sendable {
    private let state: Locked<State>

    fileprivate struct State: Sendable {
        /// Never empty; the last one is the current.
        var updates: [CheckoutUpdate]
        /// The number of the first of them, counted over the order.
        var first = 0
        /// Where the tasks that read are, by their tickets.
        var readers: [Int: Int] = [:]
        /// Tasks that wait for the next update.
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        /// Closures, in the order they came.
        var observers: [Observer] = []
        var tickets = 0
        var isFinished = false

        var end: Int { first + updates.count }
    }

    /// A closure with its place.
    fileprivate struct Observer: Sendable {
        let ticket: Int
        let body: @Sendable (CheckoutUpdate) -> Void
        var place: Int
        /// A thread is delivering to it: it also takes what comes meanwhile.
        var isDelivering = false
    }

    init(first: CheckoutUpdate) { state = Locked(State(updates: [first])) }

    /// Adds updates, in the order they happened. The caller sees to it that nobody else adds at the same time.
    func append(_ updates: [CheckoutUpdate]) {
        let waiting = state.withLock { state in
            state.updates += updates
            return state.takeWaiting()
        }
        for continuation in waiting { continuation.resume() }
    }

    /// How many updates are kept.
    var count: Int { state.withLock { $0.updates.count } }

    /// Tells everybody who waits that no update will follow.
    func finish() {
        let waiting = state.withLock { state in
            state.isFinished = true
            return state.takeWaiting()
        }
        for continuation in waiting { continuation.resume() }
    }

    // MARK: - Closures

    /// Adds a closure and delivers the current update to it.
    func observe(_ body: @escaping @Sendable (CheckoutUpdate) -> Void) -> ObserverToken {
        let ticket = state.withLock { state in
            let ticket = state.newTicket()
            state.observers.append(Observer(ticket: ticket, body: body, place: state.end - 1))
            return ticket
        }
        deliver(to: ticket)
        return ObserverToken { [weak self] in
            // Whatever the closure holds is let go without the lock.
            _ = self?.state.withLock { $0.removeObserver(ticket) }
        }
    }

    /// Delivers to every closure what it hasn't seen, unless another thread is at it, or this one further up.
    ///
    /// Runs without the lock: an observer may begin the next attempt.
    func deliver() { deliver(to: nil) }

    private func deliver(to only: Int?) {
        var turn = Turn(only: only)
        while let next = state.withLock({ $0.nextDelivery(&turn) }) { next.body(next.update) }
    }

    /// A closure and what to call it with.
    fileprivate struct Delivery: Sendable {
        let body: @Sendable (CheckoutUpdate) -> Void
        let update: CheckoutUpdate
    }

    /// Where a thread is that delivers.
    fileprivate struct Turn {
        /// The only closure it delivers to; `nil` for all.
        let only: Int?
        var index = 0
        /// The closure it has just delivered to.
        var served: Int?
    }

    // MARK: - Tasks

    /// The place of a task in the log. A copy of it is the same place.
    final class Reader: Sendable {
        private let log: UpdateLog
        private let ticket: Int

        init(_ log: UpdateLog) {
            self.log = log
            ticket = log.state.withLock { state in
                let ticket = state.newTicket()
                state.readers[ticket] = state.end - 1
                return ticket
            }
        }

        deinit {
            log.state.withLock { state in
                state.readers[ticket] = nil
                state.letGo()
            }
        }

        /// Everything that is new, and whether nothing will follow.
        func take() -> (updates: [CheckoutUpdate], isLast: Bool) {
            log.state.withLock { state in
                let place = state.readers[ticket] ?? state.end
                let news = Array(state.updates[(place - state.first)...])
                if !news.isEmpty { state.readers[ticket] = state.end }
                // It was the slowest one.
                if place == state.first { state.letGo() }
                return (news, state.isFinished)
            }
        }

        /// Waits until there is something new, nothing will follow, or the task is cancelled.
        func wait() async {
            // A wait of its own: a copy of the place may wait beside it.
            let turn = log.state.withLock { $0.newTicket() }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isOver = log.state.withLock { state -> Bool in
                        let hasNews = state.readers[ticket].map { $0 < state.end } ?? true
                        if hasNews || state.isFinished || Task.isCancelled { return true }
                        state.waiting[turn] = continuation
                        return false
                    }
                    if isOver { continuation.resume() }
                }
            } onCancel: {
                log.state.withLock { $0.waiting.removeValue(forKey: turn) }?.resume()
            }
        }
    }
}

extension UpdateLog.State {
    fileprivate mutating func newTicket() -> Int {
        tickets += 1
        return tickets
    }

    /// Lets go of what everybody has read, but the current update; a few that are left are let go another time.
    fileprivate mutating func letGo() {
        guard updates.count > 8 else { return }
        var oldest = end - 1
        for place in readers.values { oldest = min(oldest, place) }
        for observer in observers { oldest = min(oldest, observer.place) }
        updates.removeFirst(oldest - first)
        first = oldest
    }

    fileprivate mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
        guard !waiting.isEmpty else { return [] }
        defer { waiting.removeAll(keepingCapacity: true) }
        return Array(waiting.values)
    }

    fileprivate mutating func removeObserver(_ ticket: Int) -> UpdateLog.Observer? {
        observers.firstIndex { $0.ticket == ticket }.map { observers.remove(at: $0) }
    }

    /// The next closure to call and what to call it with; the one before is done with what it was given.
    fileprivate mutating func nextDelivery(_ turn: inout UpdateLog.Turn) -> UpdateLog.Delivery? {
        let wanted = turn.served ?? turn.only
        if let wanted { find(wanted, &turn) }
        if let served = turn.served, turn.index < observers.count, observers[turn.index].ticket == served {
            if observers[turn.index].place < end { return delivery(&turn) }
            observers[turn.index].isDelivering = false
            turn.index += 1
        }
        while turn.index < observers.count {
            if let only = turn.only, observers[turn.index].ticket != only { return nil }
            if !observers[turn.index].isDelivering, observers[turn.index].place < end {
                observers[turn.index].isDelivering = true
                return delivery(&turn)
            }
            turn.index += 1
        }
        letGo()
        return nil
    }

    private mutating func delivery(_ turn: inout UpdateLog.Turn) -> UpdateLog.Delivery {
        turn.served = observers[turn.index].ticket
        defer { observers[turn.index].place += 1 }
        return UpdateLog.Delivery(
            body: observers[turn.index].body, update: updates[observers[turn.index].place - first])
    }

    /// Finds a closure again: others may have been removed before it. If it is gone, the one behind it is next.
    private func find(_ ticket: Int, _ turn: inout UpdateLog.Turn) {
        if turn.index < observers.count, observers[turn.index].ticket == ticket { return }
        turn.index = observers.firstIndex { $0.ticket >= ticket } ?? observers.count
    }
}
