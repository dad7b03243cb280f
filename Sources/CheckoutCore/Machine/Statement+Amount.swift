extension Statement {
    /// Whether the statement says that nobody can tell.
    var isDoubt: Bool { outcome.state.kind == .outcomeUnknown }

    /// The statement as it reads beside what the attempt asked (rule R12), and whether an amount doesn't fit.
    ///
    /// - Parameters:
    ///   - asked: what the attempt asked; `nil` where nobody asked: then nothing is compared.
    ///   - accepted: a further amount the shopper agreed to, with a surcharge.
    func comparedWithAsked(_ asked: Money?, or accepted: Money?) -> (statement: Statement, mismatch: Bool) {
        guard let asked else { return (self, false) }
        switch outcome {
        case .succeeded(let approval):
            guard approval.intent == .payment, let amount = approval.payment.amount else { return (self, false) }
            if amount == asked || amount == accepted { return (self, false) }
            guard amount.minorUnits > 0 else {
                // No sum that can be part of a payment: the approval stands without it.
                var unverified = approval
                unverified.payment.amount = nil
                return (Statement(.succeeded(unverified), evidence: evidence), true)
            }
            guard amount.currency == asked.currency, amount.minorUnits < asked.minorUnits,
                let remaining = try? asked.subtracting(amount)
            else { return (self, true) }
            let part = PartialPayment(
                paid: amount, remaining: remaining, payment: approval.payment, raw: approval.raw)
            return (Statement(.partiallyPaid(part), evidence: evidence), false)
        case .partiallyPaid(var part):
            let mismatch = part.complete(asked: asked)
            return (Statement(.partiallyPaid(part), evidence: evidence), mismatch)
        case .pending, .declined, .cancelled, .failed, .outcomeUnknown:
            return (self, false)
        }
    }
}

extension PartialPayment {
    /// Completes one sum from the other.
    ///
    /// If they disagree, the larger paid sum counts: what is paid is never asked again. A sum in another currency, or
    /// one that can't be a part, leaves both unknown, which blocks a new attempt.
    ///
    /// - Returns: whether the sums don't fit what was asked.
    fileprivate mutating func complete(asked: Money) -> Bool {
        func isPart(_ sum: Money?) -> Bool {
            sum.map { $0.currency == asked.currency && (0...asked.minorUnits).contains($0.minorUnits) } ?? true
        }
        guard asked.minorUnits >= 0, isPart(paid), isPart(remaining) else {
            paid = nil
            remaining = nil
            return true
        }
        let stated = [paid?.minorUnits, remaining.map { asked.minorUnits - $0.minorUnits }].compactMap { $0 }
        guard let larger = stated.max(), let smaller = stated.min() else { return false }
        paid = Money(minorUnits: larger, currency: asked.currency)
        remaining = Money(minorUnits: asked.minorUnits - larger, currency: asked.currency)
        return larger != smaller
    }
}
