extension Checkout {
    /// Lets go of what the journal holds about a finished order, and closes it.
    ///
    /// An order is finished when it is fully approved, or when nothing of it can have moved money. One with an attempt that
    /// is unknown, pending, part paid or that nobody here began is never pruned. A paid order leaves a tombstone: opened
    /// again, it still says that it is paid.
    ///
    /// - Returns: whether it was pruned. If not, nothing was changed and the checkout stays open.
    /// - Throws: ``JournalError`` if the journal can't be written.
    @discardableResult
    public func prune() throws(JournalError) -> Bool {
        let records = work.withLock { $0.machine.tombstone }
        guard let records else { return false }
        let lines = OrderRecord.line(records).map { [$0] } ?? []
        let failure = work.withLock { work -> JournalError? in
            guard let journal = work.journal else { return .closed }
            do throws(JournalError) {
                try journal.replace(with: lines)
                work.forgetUnwritten()
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
        closeWithoutRecord()
        return true
    }
}

extension OrderMachine {
    /// What must be remembered of a finished order; `nil` if it isn't finished.
    fileprivate var tombstone: [OrderRecord]? {
        guard !isDamaged, !overpaid else { return nil }
        var records: [OrderRecord] = [.opened(order)]
        var place = 0
        for attempt in attempts {
            let standing = attempt.machine.standing
            guard attempt.began.isGranted, !standing.state.kind.isActive else { return nil }
            if standing.state.kind.isApproval {
                records.append(.began(attempt.began))
                for approval in attempt.machine.standingApprovals {
                    records.append(.heard(attempt: place, .statement(approval)))
                }
                place += 1
            } else if standing.exposure > .none {
                return nil
            }
        }
        if place == 0 { return [] }
        return block()?.refusal == .alreadyPaid ? records : nil
    }
}
