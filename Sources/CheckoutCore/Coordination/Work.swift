extension Checkout {
    /// What changes, one change after the other. The journal is written while it is held: a change is recorded before the
    /// next one begins.
    struct Work: Sendable {
        var machine: OrderMachine
        /// `nil` once the checkout is closed.
        var journal: (any OpenJournal)?
        let makeID: @Sendable () -> AttemptID
        /// What was heard and isn't written yet.
        private(set) var unwritten: [OrderRecord] = []
        private var updates: [CheckoutUpdate] = []

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
            let told = Told()
            let result = body(
                &machine,
                OrderMachine.Sink(update: { told.updates.append($0) }, record: { told.records.append($0) }))
            updates += told.updates
            unwritten += told.records
            return result
        }

        /// A change that must be written, or must not happen.
        ///
        /// - Parameter mustBeWritten: says of the new records whether the change can be taken back, and has to be if they
        ///   can't be written.
        /// - Returns: the result; `nil` if the change was taken back.
        mutating func recordOrTakeBack<Result>(
            _ body: (inout OrderMachine, OrderMachine.Sink) -> Result, mustBeWritten: ([OrderRecord]) -> Bool
        ) -> Result? {
            let before = self
            let result = record(body)
            let new = Array(unwritten[before.unwritten.count...])
            guard mustBeWritten(new) else { return result }
            do {
                try write()
                return result
            } catch {
                self = before
                return nil
            }
        }

        /// Writes what isn't written yet, durably if any of it has to be.
        mutating func write() throws(JournalError) {
            guard let line = OrderRecord.line(unwritten) else { return }
            guard let journal else { throw .closed }
            try journal.append([line], isDurable: unwritten.contains(where: \.isDurable))
            unwritten = []
        }

        /// What isn't written yet is part of what was just written in its place.
        mutating func forgetUnwritten() { unwritten = [] }

        mutating func takeUpdates() -> [CheckoutUpdate] {
            defer { updates = [] }
            return updates
        }

        private final class Told {
            var updates: [CheckoutUpdate] = []
            var records: [OrderRecord] = []
        }
    }
}
