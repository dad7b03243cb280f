import CheckoutCore

/// One step with what was before and after it, as the invariants look at it.
///
/// They read the standings and sums of attempts, never the guard's own answers: they are a second reading of the rules.
struct Judgement {
    let policy: GuardPolicy
    let before: ExploredOrder
    let step: ExplorationStep
    let happening: Happening

    private typealias Attempt = OrderMachine.Attempt

    private var after: OrderMachine { happening.order.live }

    /// The first invariant that the step violates.
    var finding: Finding? {
        startOnlyWhenSafe ?? submitsOnlyOnce ?? oneExposed ?? unknownNeverSettles ?? deviceNeverSettles
            ?? approvalNeverLost ?? moneyNeverDropped ?? journalTellsAll ?? killLosesNothing ?? seenOnce
    }

    // MARK: - The guard

    private var startOnlyWhenSafe: Finding? {
        guard case .granted(let new) = happening.answer else { return nil }
        let attempt = after.attempts[new]
        if let open = before.live.counting.first(where: { !before.live.attempts[$0].isSettled }) {
            return Finding(.startOnlyWhenSafe, "attempt \(new + 1) was granted while \(before.live.told(open))")
        }
        guard let held = before.live.heldMinorUnits, let asked = attempt.began.asked, asked.minorUnits > 0,
            asked.minorUnits + held <= before.live.order.amount.minorUnits
        else { return Finding(.startOnlyWhenSafe, "attempt \(new + 1) asks more than is missing") }
        if policy == .strict, let unproven = before.live.unproven(beside: attempt.began.provider) {
            return Finding(
                .startOnlyWhenSafe, "strictly, attempt \(new + 1) needed a word on \(before.live.told(unproven))")
        }
        return nil
    }

    private var submitsOnlyOnce: Finding? {
        guard case .says(let word, let owner) = step, word.speaker == .asking, happening.answer == .hook(.proceed)
        else {
            return nil
        }
        let attempt = before.live.attempts[owner]
        let kind = attempt.machine.standing.state.kind
        if kind.isEnd || kind.isApproval { return Finding(.submitsOnlyOnce, "yes to \(before.live.told(owner))") }
        if word == .announced, attempt.machine.isSubmitted {
            return Finding(.submitsOnlyOnce, "yes again to \(before.live.told(owner))")
        }
        let open = before.live.counting.first { $0 != owner && !before.live.attempts[$0].isSettled }
        return open.map { Finding(.submitsOnlyOnce, "yes to attempt \(owner + 1) while \(before.live.told($0))") }
    }

    private var oneExposed: Finding? {
        let (old, new) = (before.live.exposedCount, after.exposedCount)
        guard new > 1, new > old, step.isLocal else { return nil }
        return Finding(.oneExposed, "\(new) granted attempts are exposed")
    }

    // MARK: - Words

    private var unknownNeverSettles: Finding? {
        guard step.word?.isDoubt ?? false else { return nil }
        for (index, old) in before.live.attempts.enumerated() {
            let (was, now) = (old.machine.standing.state.kind, after.attempts[index].machine.standing.state.kind)
            if now.isEnd || now.isApproval, was != now {
                return Finding(.unknownNeverSettles, "\(before.live.told(index)) became \(now.rawValue)")
            }
        }
        return nil
    }

    private var deviceNeverSettles: Finding? {
        guard step.isLocal, !step.mayEndUnheard else { return nil }
        for (index, old) in before.live.attempts.enumerated() where old.machine.isSubmitted {
            let (was, now) = (old.machine.standing, after.attempts[index].machine.standing)
            if now.exposure < was.exposure || now.state.kind.isEnd && !was.state.kind.isEnd {
                return Finding(.deviceNeverSettles, "\(before.live.told(index)) became \(now)")
            }
        }
        return nil
    }

    private var approvalNeverLost: Finding? {
        guard !(step.merchantWord?.isRelease ?? false) else { return nil }
        for index in before.live.counting where before.live.attempts[index].isApproved {
            let now = after.attempts[index]
            let heir = after.counting.first { other in
                after.attempts[other].isApproved
                    && now.machine.references.allSatisfy(after.attempts[other].machine.references.contains)
            }
            if now.isTwin ? heir == nil : !now.isApproved {
                return Finding(.approvalNeverLost, "\(before.live.told(index)) became \(now.machine.standing)")
            }
        }
        guard step.merchantWord == nil, let old = before.live.heldMinorUnits, let new = after.heldMinorUnits else {
            return nil
        }
        return new < old ? Finding(.approvalNeverLost, "\(old) minor units became \(new)") : nil
    }

    private var moneyNeverDropped: Finding? {
        guard step.word?.statement?.outcome.state.kind.isApproval ?? false else { return nil }
        if after.counting.contains(where: { after.attempts[$0].isApproved || after.attempts[$0].wasReleased }) {
            return nil
        }
        return Finding(.moneyNeverDropped, "no attempt is approved")
    }

    // MARK: - Records and observers

    private var journalTellsAll: Finding? {
        let recorded = happening.order.recorded
        guard recorded.attempts.count == after.attempts.count else {
            return Finding(.journalTellsAll, "\(recorded.attempts.count) attempts of \(after.attempts.count)")
        }
        for (index, live) in after.attempts.enumerated() {
            let kept = recorded.attempts[index]
            let isSame =
                kept.began.id == live.began.id && kept.isTwin == live.isTwin
                && kept.machine.isSubmitted == live.machine.isSubmitted
                && kept.machine.mayHaveSent == live.machine.mayHaveSent
                && kept.machine.references == live.machine.references
                && kept.machine.approvedSum == live.machine.approvedSum
                && kept.machine.strongestEvidence == live.machine.strongestEvidence
                && kept.machine.isActive == live.machine.isActive
                && (live.machine.isActive
                    || kept.machine.standing.withoutPhase == live.machine.standing.withoutPhase)
            if !isSame {
                return Finding(.journalTellsAll, "\(after.told(index)), but its records say \(kept.machine.standing)")
            }
        }
        return nil
    }

    private var killLosesNothing: Finding? {
        guard step.isKill else { return nil }
        for (index, old) in before.live.attempts.enumerated() {
            let (was, now) = (old.machine.standing, after.attempts[index].machine.standing)
            let isRight =
                old.machine.isActive
                ? now.state.kind == (was.submitted ? .outcomeUnknown : .failed)
                    || was.exposure == .none && now.state.kind.isEnd
                : was.withoutPhase == now.withoutPhase
            if !isRight || now.exposure < was.exposure {
                return Finding(.killLosesNothing, "\(before.live.told(index)) became \(now)")
            }
        }
        return nil
    }

    private var seenOnce: Finding? {
        // After a kill the observer is a new one: it has seen what the journal says.
        let beginning = step.isKill ? before.recorded : before.live
        var seen = beginning.attempts.map { Optional($0.machine.standing) }
        // Behind a state that stays a sum may grow: then the order asks for something else.
        var nextStep = beginning.standing.nextStep
        for update in happening.updates {
            defer { nextStep = update.nextStep }
            guard let number = update.change.attempt else { continue }
            if number > seen.count { seen.append(nil) }
            if seen[number - 1] == update.change.standing, update.change.anomalies.isEmpty, update.nextStep == nextStep
            {
                return Finding(.seenOnce, "attempt \(number) was told twice to be \(update.change.standing)")
            }
            seen[number - 1] = update.change.standing
        }
        for (index, attempt) in after.attempts.enumerated()
        where seen.indices.contains(index) || attempt.began.isGranted {
            let last = seen.indices.contains(index) ? seen[index] : nil
            if last != attempt.machine.standing {
                return Finding(.seenOnce, "nobody was told that \(after.told(index))")
            }
        }
        let now = after.standing
        let shown: (Standing, NextStep)
        if let last = happening.updates.last {
            shown = (last.order, last.nextStep)
        } else {
            let was = beginning.standing
            shown = (was.standing, was.nextStep)
        }
        guard shown.0 != now.standing || shown.1 != now.nextStep else { return nil }
        return Finding(
            .seenOnce, "the screen shows \(shown.0), \(shown.1); the order is \(now.standing), \(now.nextStep)")
    }
}

extension OrderMachine {
    /// An attempt in words.
    func told(_ index: Int) -> String {
        let attempt = attempts[index]
        let sent = attempt.machine.isSubmitted ? ", submitted" : ""
        return "attempt \(index + 1) is \(attempt.machine.standing)\(sent)"
    }

    /// How many attempts the guard granted that may be taking money right now.
    var exposedCount: Int {
        counting.filter { index in
            let attempt = attempts[index]
            return attempt.began.isGranted && !attempt.isSettled && attempt.machine.standing.exposure > .none
        }.count
    }

    /// An attempt at another provider that may have been sent and of which the merchant hasn't spoken.
    func unproven(beside provider: Provider) -> Int? {
        counting.first { index in
            let attempt = attempts[index]
            return attempt.began.provider != provider && attempt.machine.mayHaveSent
                && attempt.machine.strongestEvidence != .merchant
        }
    }

    /// What all attempts hold or take; `nil` if nobody can tell.
    var heldMinorUnits: Int64? {
        var sum: Int64 = 0
        for index in counting where attempts[index].isApproved {
            guard case .known(let held) = attempts[index].machine.approvedSum else { return nil }
            sum += held.minorUnits
        }
        return sum
    }
}

extension OrderMachine.Attempt {
    var isApproved: Bool { machine.standing.state.kind.isApproval }

    /// Whether the merchant gave a payment of it back.
    var wasReleased: Bool { machine.strongestEvidence == .merchant }

    /// Whether nothing more can come of it, or what it holds is known: it doesn't stand in the way of another attempt.
    var isSettled: Bool {
        switch machine.standing.state {
        case .initializing, .ready, .processing, .actionRequired, .pending, .outcomeUnknown: false
        case .partiallyPaid(let part): part.isKnown
        case .succeeded(let approval): approval.intent == .payment && began.isGranted
        case .declined, .cancelled, .failed: true
        }
    }
}

extension Standing {
    /// The standing without what this device was doing when it was first spoken of: that isn't written.
    var withoutPhase: Standing {
        guard case .outcomeUnknown(let doubt) = state else { return self }
        var standing = self
        standing.state = .outcomeUnknown(Uncertainty(cause: doubt.cause, payment: doubt.payment, raw: doubt.raw))
        return standing
    }
}
