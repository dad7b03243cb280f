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
        let result = work.withLock { work -> Result<Bool, JournalError> in
            guard let journal = work.journal else { return .failure(.closed) }
            guard let records = work.machine.tombstone else { return .success(false) }
            do throws(JournalError) {
                try journal.replace(with: OrderRecord.line(records).map { [$0] } ?? [])
            } catch {
                return .failure(error)
            }
            work.forgetUnwritten()
            giveBack(&work)
            return .success(true)
        }
        switch result {
        case .success(let isPruned):
            if isPruned { log.finish() }
            return isPruned
        case .failure(let error): throw error
        }
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
                if let amount = attempt.machine.acceptedAmount {
                    records.append(.heard(attempt: place, .acceptedAmount(amount)))
                }
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
