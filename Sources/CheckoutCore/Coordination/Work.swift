extension Checkout {
    /// What changes, one change after the other. The journal is written while it is held: a change is recorded before the
    /// next one begins.
    struct Work: Sendable {
        var machine: OrderMachine
        /// `nil` once the checkout is closed.
        var journal: (any OpenJournal)?
        let makeID: @Sendable () -> AttemptID
        /// What this change was told and has to be written.
        private var unwritten: [OrderRecord]
        /// Lines of earlier changes that couldn't be written, in their order.
        private var backlog = Backlog()
        private var updates: [CheckoutUpdate] = []

        private struct Backlog: Sendable {
            var lines: [[UInt8]] = []
            var isDurable = false
        }

        init(
            machine: OrderMachine, journal: any OpenJournal, unwritten: [OrderRecord],
            makeID: @escaping @Sendable () -> AttemptID
        ) {
            self.machine = machine
            self.journal = journal
            self.unwritten = unwritten
            self.makeID = makeID
        }

        /// Lets the machine change, and keeps what it tells and what must survive.
        mutating func record<Result>(
            _ body: (inout OrderMachine, OrderMachine.Sink) -> Result
        ) -> Result {
            let told = Told(updates, unwritten)
            // The lists grow in one place.
            (updates, unwritten) = ([], [])
            defer { (updates, unwritten) = (told.updates, told.records) }
            return body(
                &machine,
                OrderMachine.Sink(update: { told.updates.append($0) }, record: { told.records.append($0) }))
        }

        /// A change that must be written, or must not happen.
        ///
        /// - Parameters:
        ///   - before: the machine as it was.
        ///   - mustBeWritten: says of the new records whether the change can be taken back, and has to be if they can't be
        ///     written.
        /// - Returns: the result; `nil` if the change was taken back.
        mutating func recordOrTakeBack<Result>(
            to before: () -> OrderMachine, _ body: (inout OrderMachine, OrderMachine.Sink) -> Result,
            mustBeWritten: (ArraySlice<OrderRecord>) -> Bool
        ) -> Result? {
            let (told, written) = (updates.count, unwritten.count)
            let result = record(body)
            guard mustBeWritten(unwritten[written...]) else { return result }
            let earlier = Array(unwritten[..<written])
            do {
                try write()
                return result
            } catch {
                // The line of this change is the last one that couldn't be written.
                backlog.lines.removeLast()
                machine = before()
                unwritten = earlier
                updates.removeLast(updates.count - told)
                return nil
            }
        }

        /// Writes what isn't written yet, durably if any of it has to be.
        ///
        /// - Throws: ``JournalError``. What couldn't be written is kept for the next time.
        mutating func write() throws(JournalError) {
            if let line = OrderRecord.line(unwritten) {
                backlog.lines.append(line)
                backlog.isDurable = backlog.isDurable || unwritten.contains(where: \.isDurable)
                unwritten = []
            }
            guard let first = backlog.lines.first else { return }
            guard let journal else { throw .closed }
            if backlog.lines.count > 1 {
                // On a disk that is still full a long backlog isn't tried in vain.
                try journal.append([first], isDurable: backlog.isDurable)
                backlog.lines.removeFirst()
            }
            try journal.append(backlog.lines, isDurable: backlog.isDurable)
            backlog = Backlog()
        }

        /// What isn't written yet is part of what was just written in its place.
        mutating func forgetUnwritten() {
            unwritten = []
            backlog = Backlog()
        }

        mutating func takeUpdates() -> [CheckoutUpdate] {
            defer { updates = [] }
            return updates
        }

        private final class Told {
            var updates: [CheckoutUpdate]
            var records: [OrderRecord]

            init(_ updates: [CheckoutUpdate], _ records: [OrderRecord]) {
                self.updates = updates
                self.records = records
            }
        }
    }
}
