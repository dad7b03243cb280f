extension Statement {
    /// Whether this statement is greater than another by rule R4: by ``TransitionTable/rank(_:)`` first, then by what
    /// it says in detail. Two statements of which neither is greater are equal in everything but texts for display.
    func isGreater(than other: Statement, by table: TransitionTable) -> Bool {
        let (mine, theirs) = (table.rank(self), table.rank(other))
        if mine != theirs { return mine > theirs }
        return detail(comparedTo: other) > 0
    }

    /// Of the same case: negative, zero or positive as the detail is smaller, equal or greater.
    private func detail(comparedTo other: Statement) -> Int {
        switch (outcome, other.outcome) {
        case (.succeeded(let mine), .succeeded(let theirs)):
            first(
                compare(mine.level, theirs.level), compareAmounts(mine.payment.amount, theirs.payment.amount),
                compare(Self.order(mine.intent), Self.order(theirs.intent)), compareWords(other))
        case (.partiallyPaid(let mine), .partiallyPaid(let theirs)):
            first(
                compareAmounts(mine.paid, theirs.paid),
                // Stated above unknown, then the smaller remainder.
                compare(mine.remaining == nil ? 0 : 1, theirs.remaining == nil ? 0 : 1),
                compareAmounts(theirs.remaining, mine.remaining), compareWords(other))
        case (.declined(let mine), .declined(let theirs)):
            first(compare(theirs.retry, mine.retry), compare(mine.reason, theirs.reason), compareWords(other))
        case (.cancelled(let mine), .cancelled(let theirs)):
            first(
                compare(theirs.retry, mine.retry), compare(mine.cause, theirs.cause),
                compare(mine.earlierRefusal ? 1 : 0, theirs.earlierRefusal ? 1 : 0), compareWords(other))
        case (.failed(let mine), .failed(let theirs)):
            first(compare(theirs.retry, mine.retry), compare(mine.kind, theirs.kind), compareWords(other))
        case (.pending(let mine), .pending(let theirs)):
            first(compare(mine.waitingFor, theirs.waitingFor), compareWords(other))
        case (.outcomeUnknown(let mine), .outcomeUnknown(let theirs)):
            first(compare(mine.cause, theirs.cause), compareWords(other))
        case (.succeeded, _), (.partiallyPaid, _), (.declined, _), (.cancelled, _), (.failed, _), (.pending, _),
            (.outcomeUnknown, _):
            // Statements of different cases have different ranks in any table that orders them.
            0
        }
    }

    private func compareWords(_ other: Statement) -> Int {
        let (mine, theirs) = (outcome.state, other.outcome.state)
        return first(
            compare(mine.raw, theirs.raw),
            compareOptional(mine.payment.reference, theirs.payment.reference),
            compareAmounts(mine.payment.amount, theirs.payment.amount))
    }

    private static func order(_ intent: PaymentIntent) -> Int {
        switch intent {
        case .payment: 0
        case .verification: 1
        case .payout: 2
        }
    }
}

/// The first comparison that isn't equal. Each is evaluated: they are all cheap.
private func first(_ comparisons: Int...) -> Int { comparisons.first { $0 != 0 } ?? 0 }

private func compare<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
    left < right ? -1 : right < left ? 1 : 0
}

private func compareOptional<Value: Comparable>(_ left: Value?, _ right: Value?) -> Int {
    switch (left, right) {
    case (nil, nil): 0
    case (nil, _): -1
    case (_, nil): 1
    case (let left?, let right?): compare(left, right)
    }
}

/// A stated amount above none, the larger one, then the currency's code.
private func compareAmounts(_ left: Money?, _ right: Money?) -> Int {
    switch (left, right) {
    case (nil, nil): 0
    case (nil, _): -1
    case (_, nil): 1
    case (let left?, let right?):
        first(compare(left.minorUnits, right.minorUnits), compare(left.currency, right.currency))
    }
}
