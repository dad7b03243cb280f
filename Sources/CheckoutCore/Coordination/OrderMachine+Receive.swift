extension OrderMachine {
    /// Takes an event of a session: finds the attempt it belongs to (rule R6), lets the adapter say what it means, and
    /// applies that.
    ///
    /// - Parameters:
    ///   - event: what the vendor reported.
    ///   - adapter: the session's adapter.
    ///   - session: the session's place.
    ///   - bound: the attempt that the hook or request is bound to, where the caller knows it. A number nobody has is an
    ///     event nobody owns.
    ///   - id: makes an id for an attempt that has none yet.
    /// - Returns: what a hook of the vendor is to answer.
    package mutating func receive<Adapter: CheckoutAdapter>(
        _ event: Adapter.Event, by adapter: inout Adapter, session: Int, bound: Binding = .unbound,
        id: () -> AttemptID, _ sink: Sink
    ) -> HookAnswer {
        let subject = adapter.subject(of: event)
        switch subject.role {
        case .session:
            adapter.interpret(event, for: bound.attempt.flatMap(context) ?? activeContext(session)) { signal in
                _ = apply(signal, owner: bound.attempt ?? active(in: session), session: session, sink)
            }
            return .proceed
        case .nothing: return .proceed
        case .start(let method):
            if bound == .unbound {
                return start(event, by: &adapter, method: method, session: session, id: id, sink)
            }
            if let attempt = bound.attempt, attempts.indices.contains(attempt), attempts[attempt].machine.isActive,
                !canBeTaken(attempt)
            {
                return .stop(.refused(.attemptInProgress))
            }
        case .progress, .result, .merchant: break
        }

        switch owner(of: subject, session: session, bound: bound) {
        case .attempt(let named):
            let owner = payer(of: named)
            if subject.startsAttempt { attempts[owner].isTaken = true }
            if !attempts[owner].isNamed { attempts[owner].isNamed = true }
            return interpret(event, by: &adapter, owner: owner, session: session, id: id, sink)
        case .repeatOnly(let latest):
            let owner = payer(of: latest)
            // A nameless event may repeat or approve what has ended, and nothing else.
            var trial = adapter
            switch effect(of: event, by: &trial, owner: owner) {
            case .approves: return interpret(event, by: &adapter, owner: owner, session: session, id: id, sink)
            case .repeats:
                adapter = trial
                return .proceed
            case .contradicts: break
            }
            return receiveUnowned(event, by: &adapter, session: session, id: id, sink)
        case .nobody:
            return receiveUnowned(event, by: &adapter, session: session, id: id, sink)
        }
    }

    /// What an event is bound to besides what it names.
    package enum Binding: Sendable, Hashable {
        /// Nothing.
        case unbound
        /// An attempt, by its place.
        case to(Int)
        /// Something nobody here knows.
        case toNobody

        var attempt: Int? {
            guard case .to(let index) = self else { return nil }
            return index
        }
    }

    // MARK: - Owners

    private enum Owner {
        case attempt(Int)
        case repeatOnly(Int)
        case nobody
    }

    private func owner(of subject: EventSubject, session: Int, bound: Binding) -> Owner {
        switch bound {
        case .to(let index): return attempts.indices.contains(index) ? .attempt(index) : .nobody
        case .toNobody: return .nobody
        case .unbound: break
        }
        switch subject.name {
        case .attempt(let id):
            return attempts.lastIndex { $0.began.id == id }.map { .attempt($0) } ?? .nobody
        case .vendorAttempt(let id, let claimsGrant):
            let name = VendorAttemptName.kept(id)
            if let known = attempts.lastIndex(where: { $0.vendorID == name && isOf(session, $0) }) {
                return .attempt(known)
            }
            // The first new id after a grant is that grant's: of the latest one only.
            guard claimsGrant,
                let latest = attempts.lastIndex(where: { $0.session == session && $0.began.isGranted }),
                attempts[latest].canBeClaimed
            else { return .nobody }
            return .attempt(latest)
        case .payment(let reference):
            return known(reference, session: session).map { .attempt($0) } ?? .nobody
        case .ownReference(let reference):
            // A webhook before the answer has made an attempt of its own: the answer still belongs to its request.
            if let known = known(reference, session: session),
                attempts[known].began.isGranted
                    || !openAttempts(session).contains(where: { attempts[$0].began.isGranted })
            {
                return .attempt(known)
            }
        case .none: break
        }
        if subject.role == .merchant { return .nobody }
        let open = openAttempts(session)
        if open.count == 1, subject.role != .result || attempts[open[0]].machine.isSubmitted {
            return .attempt(open[0])
        }
        let latest = attempts.lastIndex { $0.session == session && $0.machine.mayHaveSent }
        return latest.map { .repeatOnly($0) } ?? .nobody
    }

    private func isOf(_ session: Int, _ attempt: Attempt) -> Bool {
        attempt.session == session || attempt.session == nil && attempt.began.provider == sessions[session].provider
    }

    private func known(_ reference: PaymentReference, session: Int) -> Int? {
        attempts.lastIndex {
            !$0.isTwin && $0.began.provider == sessions[session].provider
                && $0.machine.references.contains(reference)
        }
    }

    private func openAttempts(_ session: Int) -> [Int] {
        let open = attempts.deciding.filter { attempts[$0].session == session && isOpen($0) }
        let granted = open.filter { attempts[$0].began.isGranted }
        return granted.isEmpty ? open : granted
    }

    private func isOpen(_ index: Int) -> Bool {
        let kind = attempts[index].machine.standing.state.kind
        return kind.isActive || kind == .pending || kind == .outcomeUnknown
    }

    func active(in session: Int) -> Int? {
        attempts.deciding.last { attempts[$0].session == session && attempts[$0].machine.isActive }
    }

    private func activeContext(_ session: Int) -> AttemptContext? { active(in: session).flatMap(context) }

    func context(_ index: Int) -> AttemptContext? {
        guard attempts.indices.contains(index) else { return nil }
        return AttemptContext(
            id: attempts[index].began.id, method: attempts[index].began.method, asked: attempts[index].began.asked,
            isSubmitted: attempts[index].machine.isSubmitted, isGranted: attempts[index].began.isGranted,
            approved: attempts[index].machine.approvedSum.money)
    }

    // MARK: - Owned events

    /// The vendor begins by itself: it takes the granted attempt that waits, or asks the guard.
    private mutating func start<Adapter: CheckoutAdapter>(
        _ event: Adapter.Event, by adapter: inout Adapter, method: PaymentMethod?, session: Int,
        id: () -> AttemptID, _ sink: Sink
    ) -> HookAnswer {
        let waiting = attempts.deciding.last { attempts[$0].session == session && canBeTaken($0) }
        let owner: Int
        if let waiting {
            owner = waiting
        } else if let late = timedOutStart(session) {
            // The vendor's hook of a start whose deadline has passed: it is answered no, once.
            attempts[late].isTaken = true
            return .stop(.attemptEnded)
        } else {
            switch begin(session: session, method: method, id: id, sink) {
            case .success(let begun): owner = begun
            case .failure(let refusal): return .stop(.refused(refusal))
            }
        }
        attempts[owner].isTaken = true
        return interpret(event, by: &adapter, owner: owner, session: session, id: id, sink)
    }

    /// Whether the vendor's start can take an attempt up: it was granted, waits, and nothing was sent for it.
    private func canBeTaken(_ index: Int) -> Bool {
        attempts[index].began.isGranted && !attempts[index].isTaken && attempts[index].machine.isActive
            && (!attempts[index].machine.isSubmitted || attempts[index].machine.isUntouched)
    }

    /// The session's latest attempt, if it was granted to the app and timed out before the vendor took it up.
    private func timedOutStart(_ session: Int) -> Int? {
        guard let last = attempts.lastIndex(where: { $0.session == session }), attempts[last].began.isGranted,
            !attempts[last].isTaken, case .failed(let failure) = attempts[last].machine.standing.state,
            failure.kind == .timedOut
        else { return nil }
        return last
    }

    private mutating func interpret<Adapter: CheckoutAdapter>(
        _ event: Adapter.Event, by adapter: inout Adapter, owner: Int, session: Int, id: () -> AttemptID, _ sink: Sink
    ) -> HookAnswer {
        var answer = HookAnswer.proceed
        adapter.interpret(event, for: context(owner)) { signal in
            if case .nextAttempt = signal {
                guard !sessions[session].isOver else { return }
                beginNext(after: owner, id: id, sink)
            } else if case .stop(let reason) = apply(signal, owner: owner, session: session, sink), answer == .proceed {
                answer = .stop(reason)
            }
        }
        return answer
    }

    private mutating func apply(
        _ signal: CheckoutSignal, owner: Int?, session: Int, _ sink: Sink
    ) -> HookAnswer {
        if case .session(let signal) = signal {
            apply(signal, session: session, sink)
            return .proceed
        }
        guard let owner else {
            if case .anomaly(let anomaly) = signal { changed(session: session, AnomalySet(anomaly), sink) }
            return .proceed
        }
        if case .submission(let submission) = signal, submission != .made {
            let kind = attempts[owner].machine.standing.state.kind
            if kind.isEnd || kind.isApproval { return .stop(.attemptEnded) }
            // A repeat of what never arrived would charge now.
            if submission != .announced, let block = block(excluding: owner) { return .stop(.refused(block.refusal)) }
            // What was sent isn't sent again: only a repeat under the same key is.
            if submission == .announced, attempts[owner].machine.isSubmitted {
                return .stop(.refused(.attemptInProgress))
            }
            if submission == .announced, let reason = risenExposure(owner) ?? veto {
                hear(
                    .statement(
                        .local(
                            .cancelled(Cancellation(cause: .merchant, retry: .newSession)), ifSubmitted: .noAnswer)),
                    attempt: owner, sink)
                return .stop(.refused(reason))
            }
        }
        let hasEnded = attempts[owner].machine.standing.state.kind.isEnd
        hear(signal, attempt: owner, sink)
        // A gate answers no to everything of an attempt that has ended.
        if case .progress = signal, hasEnded { return .stop(.attemptEnded) }
        return .proceed
    }

    /// Asked again before money can move: has the exposure of another attempt risen since the grant?
    private func risenExposure(_ owner: Int) -> StartRefusal? {
        if let block = block(excluding: owner) { return block.refusal }
        if needsMerchantStatement(to: attempts[owner].began.provider) { return .needsMerchantStatement }
        guard let asked = attempts[owner].began.asked, let remaining, asked.currency == remaining.currency else {
            return .outcomeUnresolved
        }
        return asked.minorUnits <= remaining.minorUnits ? nil : .alreadyPaid
    }

    // MARK: - Unowned events

    private enum Effect {
        case approves, repeats, contradicts
    }

    /// What a nameless event does to an attempt that has ended.
    private func effect<Adapter: CheckoutAdapter>(
        of event: Adapter.Event, by trial: inout Adapter, owner: Int
    ) -> Effect {
        var machine = attempts[owner].machine
        let standing = machine.standing
        var effect = Effect.repeats
        trial.interpret(event, for: context(owner)) { signal in
            let before = machine
            machine.apply(signal, by: table) { change in
                if change.after != standing { effect = .contradicts }
            }
            guard case .statement(let statement) = signal else { return }
            if statement.outcome.state.kind.isApproval {
                effect = .approves
            } else if machine != before || !before.hasHeard(statement), effect == .repeats {
                effect = .contradicts
            }
        }
        return effect
    }

    /// Nobody owns the event. One that would raise the exposure is never dropped: it makes an attempt of its own.
    private mutating func receiveUnowned<Adapter: CheckoutAdapter>(
        _ event: Adapter.Event, by adapter: inout Adapter, session: Int, id: () -> AttemptID, _ sink: Sink
    ) -> HookAnswer {
        var trial = adapter
        var signals: [CheckoutSignal] = []
        trial.interpret(event, for: nil) { signals.append($0) }
        let speaksOfAttempt = signals.contains { signal in
            if case .session = signal { false } else { true }
        }
        for case .session(let signal) in signals { apply(signal, session: session, sink) }
        guard speaksOfAttempt else {
            adapter = trial
            return .proceed
        }
        // What the adapter has seen it keeps, whoever owns it.
        adapter = trial
        guard signals.contains(where: { $0.raisesExposure }) else {
            changed(session: session, .unattributed, sink)
            return .stop(.noAttempt)
        }
        hearUngranted(
            signals.filter { if case .session = $0 { false } else { true } }, session: session, id: id, sink)
        let asksFirst = signals.contains { signal in
            if case .submission(let submission) = signal { submission != .made } else { false }
        }
        return asksFirst ? .stop(.noAttempt) : .proceed
    }
}

extension OrderMachine.Attempt {
    /// Whether an event with a new vendor id can be the first one of this attempt: it was granted in this life of the
    /// app, has no vendor id yet, and wasn't taken back.
    fileprivate var canBeClaimed: Bool {
        let isTakenBack = machine.standing.state.kind.isEnd && !machine.isSubmitted
        return began.isGranted && !isRestored && vendorID == nil && !isTakenBack
    }
}

extension Statement {
    /// Whether the statement is nothing but that its outcome can't be read.
    fileprivate var isUnrecognised: Bool {
        guard case .outcomeUnknown(let uncertainty) = outcome, evidence == .local else { return false }
        return uncertainty.cause == .unrecognised
    }
}

extension EventSubject {
    var startsAttempt: Bool {
        if case .start = role { true } else { false }
    }
}

extension CheckoutSignal {
    /// Whether the signal says that money may move, or has.
    var raisesExposure: Bool {
        switch self {
        // One that is only announced is answered no, and moves nothing.
        case .submission(let submission): submission != .announced
        case .progress(_, by: let evidence): evidence != .local
        // With no attempt an unrecognised word changes nothing (rule R5).
        case .statement(let statement) where statement.isUnrecognised: false
        case .statement(let statement):
            Standing(statement.outcome.state, evidence: statement.evidence, submitted: true).exposure > .none
                || statement.outcome.state.kind == .succeeded
        case .session, .nothingLeft, .refusedRound, .reference, .vendorAttempt, .acceptedAmount, .anomaly,
            .nextAttempt:
            false
        }
    }
}
