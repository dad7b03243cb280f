import Dispatch

/// Delivers the updates of an order to closures: the current one first, then every change, in order, once.
final class Observers: Sendable {
    private let entries = Locked<[Int: Observer]>([:])
    private let tickets = Locked(0)

    /// One closure with its place in the log.
    final class Observer: Sendable {
        let body: @Sendable (CheckoutUpdate) -> Void
        private let state: Locked<State>

        private struct State: Sendable {
            var place: UpdateLog.Link
            /// The first update is still to be delivered.
            var isNew = true
            /// A thread is delivering: it also takes what comes meanwhile.
            var isDelivering = false
            var isCancelled = false
        }

        init(from place: UpdateLog.Link, _ body: @escaping @Sendable (CheckoutUpdate) -> Void) {
            self.body = body
            state = Locked(State(place: place))
        }

        /// Delivers everything that is there, unless another thread is at it, or this one further up.
        func deliver() {
            guard
                state.withLock({ state in
                    if state.isDelivering { return false }
                    state.isDelivering = true
                    return true
                })
            else { return }
            while let update = next() { body(update) }
        }

        private func next() -> CheckoutUpdate? {
            state.withLock { state in
                if !state.isCancelled {
                    if state.isNew {
                        state.isNew = false
                        return state.place.update
                    }
                    if let next = state.place.next {
                        state.place = next
                        return next.update
                    }
                }
                state.isDelivering = false
                return nil
            }
        }

        func cancel() { state.withLock { $0.isCancelled = true } }
    }

    /// Adds a closure and delivers the current update to it.
    func add(from place: UpdateLog.Link, _ body: @escaping @Sendable (CheckoutUpdate) -> Void) -> ObserverToken {
        let ticket = tickets.withLock { tickets in
            tickets += 1
            return tickets
        }
        let observer = Observer(from: place, body)
        entries.withLock { $0[ticket] = observer }
        observer.deliver()
        return ObserverToken { [weak self] in
            observer.cancel()
            self?.entries.withLock { _ = $0.removeValue(forKey: ticket) }
        }
    }

    /// Delivers what is new to everybody. Runs without a lock held: an observer may begin the next attempt.
    func deliver() {
        let observers = entries.withLock { entries in entries.sorted { $0.key < $1.key }.map(\.value) }
        for observer in observers { observer.deliver() }
    }
}

/// Keeps an observer alive. It ends with ``cancel()``, or when the token is let go.
public final class ObserverToken: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    /// Ends the observer: after it returns no further update begins to be delivered, except from another thread that is
    /// just doing so.
    public func cancel() { end() }

    deinit { end() }
}

/// Where an observer runs.
public enum ObserverThread: Sendable {
    /// On the thread that caused the change, or the one that is already delivering.
    case sending
}

/// Where an observer runs that has to be on the main actor.
public enum MainActorObserver: Sendable {
    /// On the main actor, in order, as soon as it is free.
    case mainActor
}
