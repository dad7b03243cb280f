extension OrderMachine {
    /// The attempts that count: all but those that turned out to be another one's payment. How the order stands is asked
    /// of the few that can decide it, ``AttemptList/deciding``.
    package var counting: [Int] { attempts.indices.filter { !attempts[$0].isTwin } }

    private func state(_ index: Int) -> CheckoutState { attempts[index].machine.standing.state }

    /// What is held or taken for the order.
    private var approvedSum: AttemptMachine.ApprovedSum {
        var sum = AttemptMachine.ApprovedSum.none
        for index in attempts.deciding where state(index).kind.isApproval {
            sum = sum.adding(attempts[index].machine.approvedSum)
        }
        return sum
    }

    /// What is left to pay: the order's amount less every sum held or taken.
    ///
    /// `nil` when it can't be told: a part payment without sums, or a sum in another currency.
    package var remaining: Money? {
        switch approvedSum {
        case .none: order.amount
        case .known(let sum): try? order.amount.subtracting(sum)
        case .unknown: nil
        }
    }

    private var approvedAttempts: [Int] { attempts.deciding.filter { state($0).kind.isApproval } }

    /// Whether more than one approval, together, exceed the order.
    var overpaid: Bool {
        let approved = approvedAttempts
        guard approved.reduce(0, { $0 + attempts[$1].machine.approvedPayments }) > 1 else { return false }
        guard let remaining else { return approved.filter { state($0).kind == .succeeded }.count > 1 }
        return remaining.minorUnits < 0
    }

    /// The attempt by which the order is fully approved.
    private var fullApproval: Int? {
        let approved = approvedAttempts
        guard let last = approved.last else { return nil }
        let remaining = remaining
        let isFull = approved.contains { index in
            guard case .succeeded(let approval) = state(index) else { return false }
            // A verification, an approval nobody here asked for, and one whose sum can't be compared: nothing more is asked.
            return approval.intent != .payment || !attempts[index].began.isGranted || remaining == nil
        }
        guard isFull || (remaining.map { $0.minorUnits <= 0 } ?? false) else { return nil }
        return approved.last { state($0).kind == .succeeded } ?? last
    }

    /// The attempt at work.
    package var activeAttempt: Int? { attempts.deciding.last { attempts[$0].machine.isActive } }

    /// What may still succeed, or holds a sum nobody knows: it blocks a new attempt until somebody says what it is.
    private func unresolved(excluding excluded: Int?) -> Int? {
        let others = attempts.deciding.lazy.filter { $0 != excluded }
        if let unknown = others.last(where: { state($0).kind == .outcomeUnknown }) { return unknown }
        if let pending = others.last(where: { state($0).kind == .pending }) { return pending }
        let part = others.last { index in
            guard case .partiallyPaid(let part) = state(index) else { return false }
            return !part.isKnown
        }
        return part ?? (remaining == nil ? approvedAttempts.last : nil)
    }

    /// Why no new attempt may begin whatever the session, and which attempt is in the way.
    ///
    /// - Parameter excluded: an attempt that is left out: the one that is about to submit.
    func block(excluding excluded: Int? = nil) -> (refusal: StartRefusal, by: Int?)? {
        if isDamaged { return (.journalDamaged, nil) }
        if let full = fullApproval { return (.alreadyPaid, full) }
        if let active = attempts.deciding.last(where: { $0 != excluded && attempts[$0].machine.isActive }) {
            return (.attemptInProgress, active)
        }
        return unresolved(excluding: excluded).map { (.outcomeUnresolved, $0) }
    }

    /// Why no new attempt may begin in a session; `nil` if one may.
    package func refusal(session index: Int) -> StartRefusal? {
        if let block = block() { return block.refusal }
        let session = sessions[index]
        if needsMerchantStatement(to: session.provider) { return .needsMerchantStatement }
        if let veto { return veto }
        if session.isOver { return .sessionClosed }
        if isSpent(session, at: index) { return .sessionSpent }
        switch session.traits.readiness {
        case .required where session.state != .ready: return .notReady
        case .reported where session.reportsReadiness && session.state != .ready: return .notReady
        case .required, .reported, .whenOpened: return nil
        }
    }

    /// Under the strict policy: whether an attempt at another provider may have been sent, of which the merchant hasn't
    /// spoken.
    func needsMerchantStatement(to provider: Provider) -> Bool {
        policy == .strict && counting.contains { attempts[$0].began.provider != provider && awaitsMerchant($0) }
    }

    private func awaitsMerchant(_ index: Int) -> Bool {
        attempts[index].machine.mayHaveSent && attempts[index].machine.strongestEvidence != .merchant
    }

    /// Under the strict policy: whether every provider waits for the merchant's word about another one's attempt.
    private var awaitsMerchantEverywhere: Bool {
        guard policy == .strict, let one = counting.first(where: awaitsMerchant) else { return false }
        return needsMerchantStatement(to: attempts[one].began.provider)
    }

    private func isSpent(_ session: Session, at index: Int) -> Bool {
        if session.isSpent { return true }
        if session.traits.fixesAmount, session.remainingAtOpening != remaining { return true }
        guard let last = attempts.lastIndex(where: { $0.session == index }), last >= session.firstAttempt else {
            return false
        }
        let standing = attempts[last].machine.standing
        return standing.state.kind.isEnd && standing.retry <= .newSession
    }

    /// How the order stands as a whole.
    package var standing: OrderStanding {
        let block = block()
        let shown = shownStanding
        return OrderStanding(
            standing: shown, nextStep: nextStep(shown, block?.refusal), refusal: block?.refusal,
            blockedBy: (block?.by ?? nil).map { $0 + 1 }, anomalies: noticed)
    }

    private var shownStanding: Standing {
        if isDamaged {
            return Standing(.outcomeUnknown(Uncertainty(cause: .journalDamaged)), evidence: .local, submitted: true)
        }
        if let active = activeAttempt { return attempts[active].machine.standing }
        if let full = fullApproval { return attempts[full].machine.standing }
        if let unresolved = unresolved(excluding: nil) { return attempts[unresolved].machine.standing }
        if let part = approvedAttempts.last { return partPayment(latest: part) }
        switch latest {
        case .nothing: return Standing(.initializing)
        case .session(let index): return Standing(sessions[index].state)
        case .attempt(let index): return attempts[index].machine.standing
        }
    }

    /// What is paid and what is left of the whole order.
    private func partPayment(latest index: Int) -> Standing {
        var standing = attempts[index].machine.standing
        guard let remaining, let paid = try? order.amount.subtracting(remaining) else { return standing }
        standing.state = .partiallyPaid(
            PartialPayment(
                paid: paid, remaining: remaining, payment: standing.state.payment, raw: standing.state.raw))
        return standing
    }

    private func nextStep(_ shown: Standing, _ refusal: StartRefusal?) -> NextStep {
        if overpaid || isDamaged { return .contactSupport }
        switch shown.state {
        case .initializing: return .wait
        case .ready: return .pay
        case .processing: return .wait
        case .actionRequired(let action): return .act(action)
        case .pending, .outcomeUnknown: return .checkStatus
        case .partiallyPaid(let part):
            if refusal == .alreadyPaid { return .finish }
            guard refusal == nil, part.isKnown, let remaining = part.remaining else { return .checkStatus }
            return .payRemaining(remaining)
        case .succeeded: return refusal == .outcomeUnresolved ? .checkStatus : .finish
        case .declined, .cancelled, .failed: return awaitsMerchantEverywhere ? .checkStatus : .payAgain(shown.retry)
        }
    }
}
