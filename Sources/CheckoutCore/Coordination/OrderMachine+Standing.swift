extension OrderMachine {
    /// What is left to pay: the order's amount less every sum held or taken.
    ///
    /// `nil` when it can't be told: a part payment without sums, or a sum in another currency.
    var remaining: Money? {
        var rest = order.amount
        for attempt in attempts where attempt.machine.standing.state.kind.isApproval {
            for amount in attempt.machine.approvedAmounts {
                guard let amount, let next = try? rest.subtracting(amount) else { return nil }
                rest = next
            }
        }
        return rest
    }

    private var approvedAttempts: [Int] {
        attempts.indices.filter { attempts[$0].machine.standing.state.kind.isApproval }
    }

    /// Whether more than one approval, together, exceed the order.
    var overpaid: Bool {
        let approved = approvedAttempts
        guard approved.reduce(0, { $0 + attempts[$1].machine.approvedAmounts.count }) > 1 else { return false }
        guard let remaining else { return approved.count > 1 }
        return remaining.minorUnits < 0
    }

    /// The attempt by which the order is fully approved.
    private var fullApproval: Int? {
        let approved = approvedAttempts
        guard let last = approved.last else { return nil }
        // A verification, and an approval whose sum can't be compared, count as full: nothing more is asked.
        let isSettled = approved.contains { index in
            guard case .succeeded(let approval) = attempts[index].machine.standing.state else { return false }
            return approval.intent != .payment || remaining == nil
        }
        guard isSettled || (remaining.map { $0.minorUnits <= 0 } ?? false) else { return nil }
        return approved.last { attempts[$0].machine.standing.state.kind == .succeeded } ?? last
    }

    /// The attempt at work.
    package var activeAttempt: Int? { attempts.lastIndex { $0.machine.isActive } }

    /// What may still succeed, or holds a sum nobody knows: it blocks a new attempt until somebody says what it is.
    private var unresolved: Int? {
        attempts.lastIndex { $0.machine.standing.state.kind == .outcomeUnknown }
            ?? attempts.lastIndex { $0.machine.standing.state.kind == .pending }
            ?? attempts.lastIndex { attempt in
                guard case .partiallyPaid(let part) = attempt.machine.standing.state else { return false }
                return !part.isKnown
            }
    }

    /// Why no new attempt may begin whatever the session, and which attempt is in the way.
    ///
    /// - Parameter excluded: an attempt that is left out: the one that is about to submit.
    func block(excluding excluded: Int? = nil) -> (refusal: StartRefusal, by: Int?)? {
        if isDamaged { return (.journalDamaged, nil) }
        if let full = fullApproval { return (.alreadyPaid, full) }
        if let active = attempts.lastIndex(where: { $0.machine.isActive }), active != excluded {
            return (.attemptInProgress, active)
        }
        if let excluded, let other = attempts.indices.last(where: { $0 != excluded && attempts[$0].machine.isActive }) {
            return (.attemptInProgress, other)
        }
        if let unresolved { return (.outcomeUnresolved, unresolved) }
        return nil
    }

    /// Why no new attempt may begin in a session; `nil` if one may.
    package func refusal(session index: Int) -> StartRefusal? {
        if let block = block() { return block.refusal }
        let session = sessions[index]
        if policy == .strict, needsMerchantStatement(to: session.provider) != nil { return .needsMerchantStatement }
        if session.isOver { return .sessionClosed }
        if isSpent(session, at: index) { return .sessionSpent }
        switch session.traits.readiness {
        case .required where session.state != .ready: return .notReady
        case .reported where session.reportsReadiness && session.state != .ready: return .notReady
        case .required, .reported, .whenOpened: return nil
        }
    }

    /// Under the strict policy: an attempt at another provider that may have been sent and of which the merchant hasn't
    /// spoken.
    private func needsMerchantStatement(to provider: Provider) -> Int? {
        attempts.lastIndex { attempt in
            attempt.began.provider != provider && attempt.machine.mayHaveSent
                && attempt.machine.strongestEvidence != .merchant
        }
    }

    private func isSpent(_ session: Session, at index: Int) -> Bool {
        if session.isSpent { return true }
        if session.traits.fixesAmount, session.remainingAtOpening != remaining { return true }
        guard let last = attempts[session.firstAttempt...].last(where: { $0.session == index }) else { return false }
        return last.machine.standing.state.kind.isEnd && last.machine.standing.retry <= .newSession
    }

    /// How the order stands as a whole.
    package var standing: OrderStanding {
        let block = block()
        let shown = shownStanding
        return OrderStanding(
            standing: shown, nextStep: nextStep(shown), refusal: block?.refusal,
            blockedBy: (block?.by ?? nil).map { $0 + 1 },
            anomalies: noticed)
    }

    private var shownStanding: Standing {
        if isDamaged {
            return Standing(
                .outcomeUnknown(Uncertainty(cause: .journalDamaged)), evidence: .local, submitted: true)
        }
        if let active = activeAttempt { return attempts[active].machine.standing }
        if let full = fullApproval { return attempts[full].machine.standing }
        if let unresolved { return attempts[unresolved].machine.standing }
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

    private func nextStep(_ shown: Standing) -> NextStep {
        if overpaid || isDamaged { return .contactSupport }
        switch shown.state {
        case .initializing: return .wait
        case .ready: return .pay
        case .processing: return .wait
        case .actionRequired(let action): return .act(action)
        case .pending, .outcomeUnknown: return .checkStatus
        case .partiallyPaid(let part):
            guard part.isKnown, let remaining = part.remaining else { return .checkStatus }
            return .payRemaining(remaining)
        case .succeeded: return .finish
        case .declined, .cancelled, .failed: return .payAgain(shown.retry)
        }
    }
}
