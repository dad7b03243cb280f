extension OrderMachine {
    /// Restores an order from its records, as after a relaunch of the app.
    ///
    /// Attempts that were at work can't be any more: one that wasn't submitted ends as interrupted, one that was is in
    /// doubt. What is pending stays pending, what has ended stays ended.
    ///
    /// - Parameter sink: takes what the relaunch itself changes; the records given are not told again.
    package init(
        order: CheckoutOrder, policy: GuardPolicy = .standard, table: TransitionTable = .standard,
        restoring records: [OrderRecord], _ sink: Sink
    ) {
        self.init(order: order, policy: policy, table: table)
        for record in records { replay(record, .silent) }
        endInterrupted(sink)
    }

    /// The app was started anew: what was at work can't be any more.
    package mutating func endInterrupted(_ sink: Sink) {
        for index in attempts.indices where attempts[index].machine.isActive {
            hear(
                .statement(
                    .local(.failed(Failure(kind: .interrupted, retry: .newSession)), ifSubmitted: .relaunched)),
                attempt: index, sink)
        }
    }

    /// Applies one record anew.
    package mutating func replay(_ record: OrderRecord, _ sink: Sink) {
        // What was recorded was no repeat: something that isn't recorded may have changed before it.
        repeatable = [:]
        switch record {
        case .opened: break
        case .began(let began): restore(began, sink)
        case .heard(let attempt, let signal) where attempts.indices.contains(attempt):
            hear(signal, attempt: attempt, sink)
        case .withdrew(let attempt) where attempts.indices.contains(attempt):
            change(attempt: attempt, sink) { machine, table, emit in machine.withdraw(by: table, emit: emit) }
        case .released(let attempt, let references) where attempts.indices.contains(attempt):
            change(attempt: attempt, sink) { machine, table, emit in
                machine.release(references, by: table, emit: emit)
            }
        case .narrowed(let attempt, let retry) where attempts.indices.contains(attempt):
            change(attempt: attempt, sink) { machine, table, emit in
                machine.narrowRetry(to: retry, by: table, emit: emit)
            }
        case .releasedEarly(let references): releasedEarly += references
        case .noticed(let anomaly): noticed.append(anomaly)
        case .heard, .withdrew, .released, .narrowed:
            // A record of an attempt that no record began: whoever reads the records has checked that there is none.
            break
        }
    }
}
