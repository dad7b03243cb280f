/// An order as its journal knows it, with what the opening itself adds.
package struct RestoredOrder {
    package let machine: OrderMachine
    /// What has to be written because of the opening.
    package let records: [OrderRecord]
    /// What the opening itself changed.
    package let updates: [CheckoutUpdate]
    /// What an observer sees first.
    let first: CheckoutUpdate

    /// Reads a journal.
    ///
    /// A line that can't be read was acknowledged once: the order is then blocked like one whose file is damaged.
    ///
    /// - Throws: ``JournalError/otherOrder`` if the journal is another order's.
    package init(
        order: CheckoutOrder, policy: GuardPolicy, table: TransitionTable, keepsAmount: Bool = false,
        from content: JournalContent
    ) throws(JournalError) {
        var known: [OrderRecord] = []
        var isDamaged = content.isDamaged
        for line in content.lines {
            guard let records = OrderRecord.records(in: line) else {
                isDamaged = true
                break
            }
            known += records
        }
        if !isDamaged, !Self.isWhole(known) { isDamaged = true }

        var amount: Money?
        for case .opened(let earlier) in known {
            guard earlier.reference == order.reference else { throw .otherOrder }
            amount = earlier.amount
        }
        // A late event of a closed checkout says nothing about the amount.
        var order = order
        if keepsAmount, let amount { order.amount = amount }

        let told = Told()
        let sink = OrderMachine.Sink(
            update: { told.updates.append($0) }, record: { told.records.append($0) })
        var machine = OrderMachine(order: order, policy: policy, table: table, restoring: known, sink)
        if isDamaged {
            // The file stays as it is: nothing is added to what can't be read.
            machine.isDamaged = true
            told.records = []
        } else if amount != order.amount {
            told.records.insert(.opened(order), at: 0)
            if amount != nil { machine.notice(.amountMismatch, sink) }
        }
        self.machine = machine
        updates = told.updates
        records = told.records
        let standing = machine.standing
        first =
            updates.last.map { update in
                CheckoutUpdate(order: standing.standing, nextStep: standing.nextStep, change: update.change)
            }
            ?? CheckoutUpdate(
                order: standing.standing, nextStep: standing.nextStep,
                change: .init(
                    session: nil, attempt: nil, attemptID: nil, standing: standing.standing, anomalies: [],
                    isEvidenceOnly: false))
    }

    /// Whether every record speaks of an attempt that began before it, and the first one opens the order.
    private static func isWhole(_ records: [OrderRecord]) -> Bool {
        guard let first = records.first else { return true }
        guard case .opened = first else { return false }
        var began = 0
        for record in records {
            switch record {
            case .opened, .noticed, .releasedEarly: continue
            case .began: began += 1
            case .heard(let attempt, _), .withdrew(let attempt), .released(let attempt, _), .narrowed(let attempt, _):
                guard (0..<began).contains(attempt) else { return false }
            }
        }
        return true
    }

    private final class Told {
        var updates: [CheckoutUpdate] = []
        var records: [OrderRecord] = []
    }
}
