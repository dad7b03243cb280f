import CheckoutCore

/// Rules R3 and R4 written a second time, in the words of the design instead of a table: what stands after any two
/// statements, and where progress shows.
enum StatementOracle {
    /// What a machine with this table does otherwise, in words; `nil` if nothing.
    static func difference(_ table: TransitionTable) -> String? {
        for first in statements {
            for second in statements {
                let expected = stands(first, second)
                var machine = AttemptMachine(asked: Scenario.order.amount, isSubmitted: true)
                for statement in [first, second] {
                    machine.apply(.statement(statement), by: table) { _ in }
                }
                if machine.standing.state.kind != kind(expected) || machine.standing.evidence != expected.evidence {
                    return "after \(word(first)) and \(word(second)) stands \(machine.standing)"
                }
            }
            for isAlive in [false, true] {
                var machine = AttemptMachine(asked: Scenario.order.amount, isSubmitted: true)
                machine.apply(.statement(first), by: table) { _ in }
                machine.apply(.progress(.processing, by: isAlive ? .provider : .local), by: table) { _ in }
                let shows = machine.standing.state.kind == .processing
                let expected = isAlive && kind(first) == .outcomeUnknown && first.evidence != .merchant
                if shows != expected { return "progress after \(word(first))" }
            }
        }
        return differenceBeforeSending(table)
    }

    /// Before anything was sent: of two ends that this device saw the more definite one stands, and a repeated request is
    /// no sign of life.
    private static func differenceBeforeSending(_ table: TransitionTable) -> String? {
        let order: [CheckoutState.Kind] = [.cancelled, .failed, .declined]
        func height(_ statement: Statement) -> Int { order.firstIndex(of: statement.outcome.state.kind) ?? 0 }
        for first in ends {
            for second in ends {
                var machine = AttemptMachine(asked: Scenario.order.amount)
                for statement in [first, second] {
                    machine.apply(.statement(statement), by: table) { _ in }
                }
                let expected = height(second) > height(first) ? second : first
                if machine.standing.state.kind != expected.outcome.state.kind {
                    return "unsent, after \(word(first)) and \(word(second)) stands \(machine.standing)"
                }
            }
            var machine = AttemptMachine(asked: Scenario.order.amount)
            machine.apply(.statement(first), by: table) { _ in }
            machine.apply(.submission(.repeated), by: table) { _ in }
            if machine.standing.state.kind != first.outcome.state.kind {
                return "a repeated request after \(word(first))"
            }
        }
        return nil
    }

    /// Every statement that can be made, by case and evidence.
    private static let statements: [Statement] = {
        let outcomes: [Outcome] = [
            .pending(PendingPayment(waitingFor: .provider)),
            .partiallyPaid(PartialPayment(paid: Scenario.euros(600), remaining: Scenario.euros(400))),
            .succeeded(Approval(level: .authorised)), .declined(Decline(reason: .doNotHonour)),
            .cancelled(Cancellation(cause: .provider)), .failed(Failure(kind: .provider)),
            .outcomeUnknown(Uncertainty(cause: .reportedByProvider)),
        ]
        return outcomes.flatMap { [.provider($0), .merchant($0)] } + ends + [.doubt(Uncertainty(cause: .noAnswer))]
    }()

    /// The ends that this device can see.
    private static let ends: [Statement] = [
        .local(.declined(Decline(reason: .authenticationFailed)), ifSubmitted: .noAnswer),
        .local(.cancelled(Cancellation(cause: .shopper)), ifSubmitted: .noAnswer),
        .local(.failed(Failure(kind: .network)), ifSubmitted: .noAnswer),
    ]

    /// The greater of two statements about an attempt that was submitted.
    private static func stands(_ first: Statement, _ second: Statement) -> Statement {
        if isApproval(first) != isApproval(second) { return isApproval(first) ? first : second }
        let strength: [Evidence] = [.local, .provider, .merchant]
        let order: [CheckoutState.Kind] =
            isApproval(first)
            ? [.partiallyPaid, .succeeded] : [.outcomeUnknown, .pending, .cancelled, .failed, .declined]
        func height(_ statement: Statement) -> Int {
            (strength.firstIndex(of: statement.evidence) ?? 0) * 10 + (order.firstIndex(of: kind(statement)) ?? 0)
        }
        return height(second) > height(first) ? second : first
    }

    private static func isApproval(_ statement: Statement) -> Bool {
        switch kind(statement) {
        case .partiallyPaid, .succeeded: true
        case .initializing, .ready, .processing, .actionRequired, .pending, .declined, .cancelled, .failed,
            .outcomeUnknown:
            false
        }
    }

    /// What the statement says of an attempt that was submitted: the device's own end is doubt then.
    private static func kind(_ statement: Statement) -> CheckoutState.Kind {
        statement.evidence == .local ? .outcomeUnknown : statement.outcome.state.kind
    }

    private static func word(_ statement: Statement) -> String {
        "\(statement.outcome.state.kind) by \(statement.evidence)"
    }
}
