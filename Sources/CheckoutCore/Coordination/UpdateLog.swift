/// The updates of an order in the order they happened, as one chain that every observer reads at its own place.
///
/// The log holds the last link only. A slow observer keeps what it hasn't read alive and delays nobody; what nobody will
/// read any more is gone. Nothing is copied for an observer.
final class UpdateLog: Sendable {
    /// One update and the way to the next.
    final class Link: Sendable {
        let update: CheckoutUpdate
        fileprivate let after = Locked<After>(After())

        fileprivate struct After: Sendable {
            var next: Link?
            /// Tasks that wait for the next update.
            var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
            var tickets = 0
            var isLast = false
        }

        init(_ update: CheckoutUpdate) { self.update = update }

        /// The next update, if there is one yet.
        var next: Link? { after.withLock { $0.next } }

        /// Whether no update will follow.
        var isLast: Bool { after.withLock { $0.isLast && $0.next == nil } }

        deinit {
            // A long backlog is let go link by link: a chain that frees itself would run as deep as it is long.
            var rest = takeNext()
            while rest != nil, isKnownUniquelyReferenced(&rest) {
                // The link before loses its last reference here, and has nothing behind it any more.
                rest = rest?.takeNext()
            }
        }

        private func takeNext() -> Link? {
            after.withLock { after in
                defer { after.next = nil }
                return after.next
            }
        }
    }

    private let last: Locked<Link>

    init(first: CheckoutUpdate) { last = Locked(Link(first)) }

    /// The last update: what a new observer sees first.
    var current: Link { last.withLock { $0 } }

    /// Adds updates, in the order they happened. The caller sees to it that nobody else adds at the same time.
    func append(_ updates: [CheckoutUpdate]) {
        for update in updates {
            let link = Link(update)
            let before = last.withLock { last -> Link in
                defer { last = link }
                return last
            }
            wake(before) { $0.next = link }
        }
    }

    /// Tells everybody who waits that no update will follow.
    func finish() { wake(current) { $0.isLast = true } }

    private func wake(_ link: Link, _ change: (inout Link.After) -> Void) {
        let waiting = link.after.withLock { after -> [CheckedContinuation<Void, Never>] in
            change(&after)
            defer { after.waiting = [:] }
            return Array(after.waiting.values)
        }
        for continuation in waiting { continuation.resume() }
    }
}

extension UpdateLog.Link {
    /// Waits until there is a next update, none will follow, or the task is cancelled.
    func waitForNext() async {
        let ticket = after.withLock { after -> Int in
            after.tickets += 1
            return after.tickets
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = after.withLock { after -> Bool in
                    if after.next != nil || after.isLast || Task.isCancelled { return true }
                    after.waiting[ticket] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            after.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume()
        }
    }
}

/// The updates of an order: the current one first, then every change, in order, once.
///
/// Any number of tasks may iterate, each at its own pace; none loses an update and none delays another.
public struct CheckoutUpdates: AsyncSequence, Sendable {
    /// What is delivered.
    public typealias Element = CheckoutUpdate

    let log: UpdateLog

    /// Begins at the update that is current now.
    public func makeAsyncIterator() -> Iterator { Iterator(from: log.current) }

    /// Reads one update after the other.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        private var place: UpdateLog.Link
        private var isNew = true

        init(from place: UpdateLog.Link) { self.place = place }

        /// The next update; `nil` once the checkout is closed and everything was read, or the task is cancelled.
        public mutating func next() async -> CheckoutUpdate? {
            if isNew {
                isNew = false
                return place.update
            }
            while true {
                if let next = place.next {
                    place = next
                    return next.update
                }
                if place.isLast || Task.isCancelled { return nil }
                await place.waitForNext()
            }
        }
    }
}
