/// The updates of an order: the current one first, then every change, in order, once.
///
/// Any number of tasks may iterate, each at its own pace; none loses an update and none delays another.
public struct CheckoutUpdates: AsyncSequence, Sendable {
    /// What is delivered.
    public typealias Element = CheckoutUpdate

    let log: UpdateLog

    /// Begins at the update that is current now.
    public func makeAsyncIterator() -> Iterator { Iterator(log) }

    /// Reads one update after the other.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        private let reader: UpdateLog.Reader
        /// What was taken and isn't read yet, the next one last.
        private var taken: [CheckoutUpdate] = []

        init(_ log: UpdateLog) { reader = UpdateLog.Reader(log) }

        /// The next update; `nil` once the checkout is closed and everything was read, or the task is cancelled.
        public mutating func next() async -> CheckoutUpdate? {
            while taken.isEmpty {
                let news = reader.take()
                taken = news.updates.reversed()
                if taken.isEmpty {
                    if news.isLast || Task.isCancelled { return nil }
                    await reader.wait()
                }
            }
            return taken.removeLast()
        }
    }
}
