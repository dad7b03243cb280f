/// A journal that lives as long as it is held: for tests, previews, and servers that keep the lines themselves.
///
/// It survives a ``Checkout``, not the process.
public final class InMemoryJournal: AttemptJournal {
    private let orders = Locked<[String: Order]>([:])

    private struct Order: Sendable {
        var lines: [[UInt8]] = []
        var isOpen = false
    }

    /// Makes an empty journal.
    public init() {}

    /// Opens an order's lines for this owner alone.
    public func open(order: String) throws(JournalError) -> any OpenJournal {
        let lines = orders.withLock { orders -> [[UInt8]]? in
            guard orders[order]?.isOpen != true else { return nil }
            orders[order, default: Order()].isOpen = true
            return orders[order]?.lines
        }
        guard let lines else { throw .inUse }
        return Open(journal: self, order: order, content: JournalContent(lines: lines))
    }

    /// The lines written for an order so far.
    public func lines(of order: String) -> [[UInt8]] {
        orders.withLock { $0[order]?.lines ?? [] }
    }

    private final class Open: OpenJournal {
        let journal: InMemoryJournal
        let order: String
        let content: JournalContent
        private let isClosed = Locked(false)

        init(journal: InMemoryJournal, order: String, content: JournalContent) {
            self.journal = journal
            self.order = order
            self.content = content
        }

        func append(_ lines: [[UInt8]], isDurable: Bool) throws(JournalError) {
            guard !isClosed.withLock({ $0 }) else { throw .closed }
            journal.orders.withLock { $0[order, default: Order()].lines += lines }
        }

        func replace(with lines: [[UInt8]]) throws(JournalError) {
            guard !isClosed.withLock({ $0 }) else { throw .closed }
            journal.orders.withLock { $0[order, default: Order()].lines = lines }
        }

        func close() {
            let wasClosed = isClosed.withLock { isClosed in
                defer { isClosed = true }
                return isClosed
            }
            if !wasClosed { journal.orders.withLock { $0[order]?.isOpen = false } }
        }

        deinit { close() }
    }
}
