/// Everything known about one order: its sessions, its attempts, and whether a new one may begin.
///
/// A pure value like ``AttemptMachine``. It finds the attempt an event belongs to (rule R6), guards the order against a
/// second exposed attempt (rule R7), and says what changed (``CheckoutUpdate``) and what must survive
/// (``OrderRecord``). It waits for nothing, writes nothing and locks nothing.
package struct OrderMachine: Sendable, Hashable {
    /// What is being paid.
    package let order: CheckoutOrder
    /// How careful the guard is when an order changes the provider.
    package let policy: GuardPolicy

    let table: TransitionTable
    package internal(set) var sessions: [Session] = []
    package internal(set) var attempts = AttemptList()
    /// Every anomaly so far. It is told and decides nothing.
    package var noticed: [Anomaly] = []
    /// Those that were noticed since something last changed, by what they were noticed of.
    package var repeatable: [Subject: AnomalySet] = [:]
    /// The journal can't be read: nobody knows what was begun, until the merchant has settled the whole order.
    var isDamaged = false
    /// Payments that were given back before any attempt has reported them.
    var releasedEarly: [PaymentReference] = []
    /// Something outside of the order forbids to send now.
    var veto: StartRefusal?
    /// What the order shows when no attempt decides: the latest change.
    var latest: Subject = .nothing

    /// One provider's checkout within the order.
    package struct Session: Sendable, Hashable {
        package let name: String
        package let provider: Provider
        let traits: AdapterTraits
        /// What was left to pay when the session was opened.
        let remainingAtOpening: Money?
        /// The first attempt that can begin in it; earlier ones belong to a session of the same name before it.
        let firstAttempt: Int
        var state: CheckoutState
        package internal(set) var isOver = false
        var isSpent = false
        /// The vendor said that it is loading, or that loading failed: an attempt doesn't make it ready.
        var reportsReadiness = false
    }

    /// One attempt within a session.
    package struct Attempt: Sendable, Hashable {
        package let began: BeganAttempt
        /// The session it lives in; `nil` after a relaunch, until its session is opened again.
        package internal(set) var session: Int?
        package internal(set) var machine: AttemptMachine
        var vendorID: String?
        /// The vendor's own start has taken the grant.
        var isTaken = false
        /// It began before the app was started: no event of a session opened since is its first.
        var isRestored = false
        /// An event of the vendor has spoken of it.
        var isNamed = false
        /// What was heard about an attempt nobody here began: it may turn out to be another attempt's payment.
        package internal(set) var heard: [CheckoutSignal] = []
        /// It was another attempt's payment all along.
        package internal(set) var isTwin = false
        /// The digests of the further requests of its payment; a request's ordinal is its place, from 1.
        var followUps: [UInt64] = []
        /// The action with the surcharge that the shopper has answered.
        var decidedSurcharge: ShopperAction?
    }

    /// What an update is about.
    package enum Subject: Sendable, Hashable {
        case nothing
        case session(Int)
        case attempt(Int)
    }

    /// An order nothing has happened to.
    package init(order: CheckoutOrder, policy: GuardPolicy = .standard, table: TransitionTable = .standard) {
        self.order = order
        self.policy = policy
        self.table = table
    }

    /// Takes what changed and what must survive. Handed down by every call, so a change costs no array.
    package struct Sink {
        let update: (CheckoutUpdate) -> Void
        let record: (OrderRecord) -> Void
        let isSilent: Bool

        /// Makes a sink.
        package init(update: @escaping (CheckoutUpdate) -> Void, record: @escaping (OrderRecord) -> Void) {
            self.update = update
            self.record = record
            isSilent = false
        }

        private init(isSilent: Bool) {
            update = { _ in }
            record = { _ in }
            self.isSilent = isSilent
        }

        /// Nobody listens: what was told once already happens again.
        static var silent: Sink { Sink(isSilent: true) }
    }

    // MARK: - Sessions

    /// Opens a session under a name.
    ///
    /// A session of that name and provider opened before, in this life of the app or an earlier one, is replaced: its
    /// attempts can be reached through the new one, and don't spend it.
    ///
    /// - Returns: the session's place, for the other calls.
    package mutating func open(
        _ name: String, provider: Provider, traits: AdapterTraits, _ sink: Sink
    ) -> Int {
        let session = Session(
            name: name, provider: provider, traits: traits, remainingAtOpening: remaining,
            firstAttempt: attempts.count, state: traits.readiness == .whenOpened ? .ready : .initializing)
        sessions.append(session)
        let index = sessions.count - 1
        for attempt in attempts.indices
        where attempts[attempt].began.session == name && attempts[attempt].began.provider == provider {
            attempts[attempt].session = index
        }
        changed(session: index, [], sink)
        return index
    }

    mutating func apply(_ signal: SessionSignal, session index: Int, _ sink: Sink) {
        switch signal {
        case .initializing:
            sessions[index].reportsReadiness = true
            show(.initializing, session: index, sink)
        case .ready: show(.ready, session: index, sink)
        case .failed(let failure):
            sessions[index].reportsReadiness = true
            show(.failed(failure), session: index, sink)
        case .over: end(session: index, sink)
        case .spent:
            guard !sessions[index].isSpent else { break }
            sessions[index].isSpent = true
            narrowLast(session: index, sink)
        }
    }

    private mutating func show(_ state: CheckoutState, session index: Int, _ sink: Sink) {
        guard sessions[index].state != state else { return }
        sessions[index].state = state
        changed(session: index, [], sink)
    }

    /// The session takes no further attempt, and its last one can be retried in a new session at most.
    mutating func end(session index: Int, _ sink: Sink) {
        guard !sessions[index].isOver else { return }
        sessions[index].isOver = true
        narrowLast(session: index, sink)
    }

    private mutating func narrowLast(session index: Int, _ sink: Sink) {
        guard let last = attempts.lastIndex(where: { $0.session == index }) else { return }
        narrow(last, sink)
    }

    /// Nothing wider than a new session is left of an attempt's retry.
    mutating func narrow(_ index: Int, _ sink: Sink) {
        let isNews = change(attempt: index, sink) { machine, table, emit in
            machine.narrowRetry(to: .newSession, by: table, emit: emit)
        }
        if isNews { sink.record(.narrowed(attempt: index, .newSession)) }
    }

    /// The provider's view or session went away.
    ///
    /// - Parameters:
    ///   - end: what it means for an attempt under way of which nothing was sent.
    ///   - doubt: why nobody can tell, if something was.
    package mutating func close(
        session index: Int, _ end: Cancellation, ifSubmitted doubt: Uncertainty.Cause, _ sink: Sink
    ) {
        for attempt in attempts.indices
        where attempts[attempt].session == index && attempts[attempt].machine.isActive {
            hear(.statement(.local(.cancelled(end), ifSubmitted: doubt)), attempt: attempt, sink)
        }
        self.end(session: index, sink)
    }

    // MARK: - Attempts

    /// Asks the guard for a new attempt.
    ///
    /// - Parameter id: makes the new attempt's id, if there is one.
    package mutating func begin(
        session index: Int, method: PaymentMethod?, id: () -> AttemptID, _ sink: Sink
    ) -> Result<Int, StartRefusal> {
        if let refusal = refusal(session: index) { return .failure(refusal) }
        guard let asked = remaining else { return .failure(.outcomeUnresolved) }
        if sessions[index].state == .initializing { show(.ready, session: index, sink) }
        let session = sessions[index]
        let began = BeganAttempt(
            id: id(), session: session.name, provider: session.provider, method: method,
            asked: asked, isGranted: true, isSubmitted: session.traits.boundary == .grant)
        return .success(begin(began, session: index, sink))
    }

    /// The next attempt in a vendor's screen that stays up: it can't be asked for, because nobody can stop it.
    mutating func beginNext(after index: Int, id: () -> AttemptID, _ sink: Sink) {
        let before = attempts[index].began
        let began = BeganAttempt(
            id: id(), session: before.session, provider: before.provider, method: nil,
            asked: remaining ?? order.amount, isGranted: true, isSubmitted: true)
        let next = begin(began, session: attempts[index].session, sink)
        attempts[next].isTaken = true
    }

    /// The shopper's answer to a surcharge. A fee is never accepted without one (rule R13).
    ///
    /// Agreeing makes the amount with the fee one that an approval may name; the state changes when the vendor says so.
    package mutating func acceptSurcharge(attempt index: Int, _ sink: Sink) {
        guard let amount = attempts[index].machine.standing.state.surcharge?.updatedAmount else { return }
        hear(.acceptedAmount(amount), attempt: index, sink)
    }

    /// An attempt nobody here began, of which an event speaks that may have moved money.
    private mutating func beginUngranted(session index: Int, id: () -> AttemptID, _ sink: Sink) -> Int {
        let began = BeganAttempt(
            id: id(), session: sessions[index].name, provider: sessions[index].provider, method: nil, asked: nil,
            isGranted: false, isSubmitted: true)
        return begin(began, session: index, sink)
    }

    /// Takes an attempt up again that a record says began.
    mutating func restore(_ began: BeganAttempt, _ sink: Sink) {
        let index = begin(began, session: nil, sink)
        attempts[index].isRestored = true
    }

    private mutating func begin(_ began: BeganAttempt, session: Int?, _ sink: Sink) -> Int {
        sink.record(.began(began))
        attempts.append(
            Attempt(
                began: began, session: session,
                machine: AttemptMachine(asked: began.asked, isSubmitted: began.isSubmitted)))
        let index = attempts.count - 1
        if began.isGranted { tell(attempt: index, attempts[index].machine.standing, [], isChange: true, sink) }
        return index
    }

    /// Takes an unused grant back.
    ///
    /// - Returns: whether it could be: not once the vendor has taken it, or anybody has spoken about the attempt.
    package mutating func withdraw(attempt index: Int, _ sink: Sink) -> Bool {
        guard attempts[index].began.isGranted, !attempts[index].isTaken, !attempts[index].isNamed,
            attempts[index].vendorID == nil,
            attempts[index].machine.isUntouched
        else { return false }
        attempts[index].isTaken = true
        sink.record(.withdrew(attempt: index))
        change(attempt: index, sink) { machine, table, emit in machine.withdraw(by: table, emit: emit) }
        return true
    }

    /// A deadline passed (rule R9). It asks a question of an attempt at work, and says nothing to any other.
    package mutating func deadlinePassed(attempt index: Int, _ sink: Sink) {
        guard attempts[index].machine.isActive else { return }
        hear(.statement(.local(.failed(Failure(kind: .timedOut)), ifSubmitted: .timedOut)), attempt: index, sink)
    }

    /// The merchant's word about an attempt.
    package mutating func hear(_ word: MerchantWord, attempt named: Int, _ sink: Sink) {
        let index = payer(of: named)
        switch word {
        // A backend that can't tell has said nothing.
        case .outcome(.outcomeUnknown): break
        case .outcome(let outcome): hear(.statement(.merchant(outcome)), attempt: index, sink)
        case .released(let references): release(references, of: index, sink)
        case .nothing: break
        }
    }

    /// The merchant gives payments back, of whatever attempts: also of one that reports them only later.
    package mutating func hear(released references: [PaymentReference], _ sink: Sink) {
        let owners = counting.filter { index in
            attempts[index].machine.references.contains(where: references.contains)
        }
        for owner in owners { release(references, of: owner, sink) }
        let unknown = references.filter { reference in
            // Told twice is told once.
            !releasedEarly.contains(reference) && !attempts.contains { $0.machine.references.contains(reference) }
        }
        guard !unknown.isEmpty else { return }
        sink.record(.releasedEarly(unknown))
        releasedEarly += unknown
    }

    private mutating func release(_ references: [PaymentReference], of index: Int, _ sink: Sink) {
        let isNews = change(attempt: index, sink) { machine, table, emit in
            machine.release(references, by: table, emit: emit)
        }
        if isNews { sink.record(.released(attempt: index, references)) }
    }

    /// The merchant's word about a payment that no attempt here has reported.
    ///
    /// One that says money moved makes an attempt of its own, which blocks the order; any other changes nothing.
    package mutating func hearUnowned(
        _ word: MerchantWord, session index: Int, id: () -> AttemptID, _ sink: Sink
    ) {
        if case .released(let references) = word { return hear(released: references, sink) }
        guard case .outcome(let outcome) = word, outcome.state.kind != .outcomeUnknown else { return }
        let signal = CheckoutSignal.statement(.merchant(outcome))
        guard signal.raisesExposure else { return changed(session: index, .unattributed, sink) }
        hearUngranted([signal], session: index, id: id, sink)
    }

    /// Makes an attempt nobody here began of what is said about it.
    mutating func hearUngranted(
        _ signals: [CheckoutSignal], session index: Int, id: () -> AttemptID, _ sink: Sink
    ) {
        // What speaks of the same payment again is no further attempt.
        let references = signals.compactMap(\.reference)
        let known = attempts.lastIndex {
            !$0.isTwin && $0.began.provider == sessions[index].provider
                && $0.machine.references.contains(where: references.contains)
        }
        if let known {
            for signal in signals { hear(signal, attempt: known, sink) }
            return
        }
        let attempt = beginUngranted(session: index, id: id, sink)
        attempts[attempt].heard = signals
        for signal in signals {
            let record = remember(signal, attempt: attempt).record
            if record.mustSurvive { sink.record(.heard(attempt: attempt, record)) }
        }
        sink.record(.noticed(.unattributed))
        change(attempt: attempt, noticed: .unattributed, sink) { machine, table, emit in
            for signal in signals { machine.apply(signal, by: table, emit: emit) }
        }
        releaseEarly(attempt, sink)
    }

    /// How many attempts the order has had.
    package var attemptCount: Int { attempts.count }

    /// The attempt that a merchant's word names by its payment.
    package func attempt(of reference: PaymentReference) -> Int? {
        attempts.lastIndex { !$0.isTwin && $0.machine.references.contains(reference) }
    }

    /// Applies a signal to an attempt, records it if it must survive, and tells what changed.
    ///
    /// What changes nothing isn't recorded: whoever reads the record later is where this one is. So a provider that repeats
    /// itself without end doesn't fill a journal.
    mutating func hear(_ signal: CheckoutSignal, attempt index: Int, _ sink: Sink) {
        let (record, isKept) = remember(signal, attempt: index)
        let hasTwin = signal.reference.map { absorb($0, into: index, sink) } ?? false
        let known = attempts[index].machine.references.count
        let isChange = change(attempt: index, mayBeSame: attempts[index].machine.mayKnow(signal), sink) {
            machine, table, emit in machine.apply(signal, by: table, emit: emit)
        }
        var isNews = isKept || hasTwin || isChange
        // What is nothing beside a greater word here may count for the attempt whose payment it turns out to be.
        if !attempts[index].began.isGranted, isNews || !attempts[index].heard.contains(signal) {
            attempts[index].heard.append(signal)
            isNews = true
        }
        if isNews, record.mustSurvive { sink.record(.heard(attempt: index, record)) }
        if attempts[index].machine.references.count != known { releaseEarly(index, sink) }
    }

    /// An attempt reports a payment that was given back before.
    private mutating func releaseEarly(_ index: Int, _ sink: Sink) {
        guard !releasedEarly.isEmpty else { return }
        let references = attempts[index].machine.references
        let early = releasedEarly.filter(references.contains)
        guard !early.isEmpty else { return }
        releasedEarly.removeAll(where: references.contains)
        release(early, of: index, sink)
    }

    /// A webhook that came before the answer has made an attempt of its own: what it said belongs to the attempt that now
    /// reports the same payment.
    ///
    /// - Returns: whether there was one.
    private mutating func absorb(_ reference: PaymentReference, into index: Int, _ sink: Sink) -> Bool {
        guard attempts[index].began.isGranted else { return false }
        var hasTwin = false
        for twin in attempts.ungranted
        where !attempts[twin].isTwin && attempts[twin].began.provider == attempts[index].began.provider
            && attempts[twin].machine.references.contains(reference)
        {
            attempts[twin].isTwin = true
            hasTwin = true
            for signal in attempts[twin].heard {
                change(attempt: index, sink) { machine, table, emit in machine.apply(signal, by: table, emit: emit) }
            }
        }
        return hasTwin
    }

    /// The attempt whose payment another one turned out to be: what is told of that one by its name belongs to it.
    func payer(of index: Int) -> Int {
        guard attempts[index].isTwin else { return index }
        let twin = attempts[index]
        return attempts.lastIndex {
            $0.began.isGranted && $0.began.provider == twin.began.provider
                && $0.machine.references.contains(where: twin.machine.references.contains)
        } ?? index
    }

    /// Keeps the vendor's name for the attempt, and the further requests of its payment.
    ///
    /// - Returns: the signal as it is recorded, and whether something was kept.
    private mutating func remember(
        _ signal: CheckoutSignal, attempt index: Int
    ) -> (record: CheckoutSignal, isKept: Bool) {
        if case .vendorAttempt(let id) = signal, attempts[index].vendorID == nil {
            attempts[index].vendorID = VendorAttemptName.kept(id)
            return (signal, true)
        }
        if case .submission(.followUp(let digest)) = signal {
            // Known already: a repeat, which has its ordinal.
            if attempts[index].followUps.contains(digest) { return (.submission(.repeated), false) }
            attempts[index].followUps.append(digest)
            return (signal, true)
        }
        return (signal, false)
    }

    /// Lets an attempt's machine change and tells what came of it.
    ///
    /// - Parameters:
    ///   - noticed: an anomaly of the order that goes with the first change, or stands alone if there is none.
    ///   - mayBeSame: whether the machine may come out as it went in; it is looked at only then.
    /// - Returns: whether anything is another than before, or was noticed that wasn't.
    @discardableResult
    mutating func change(
        attempt index: Int, noticed: AnomalySet = [], mayBeSame: Bool = true, _ sink: Sink,
        _ body: (inout AttemptMachine, TransitionTable, (AttemptChange) -> Void) -> Void
    ) -> Bool {
        // One signal seldom makes more than one change: the array stays empty and costs nothing.
        var first: AttemptChange?
        var more: [AttemptChange] = []
        let wasOverpaid = overpaid
        let offered = attempts[index].machine.approvedSum == .none ? nil : standing.nextStep
        let before = mayBeSame ? attempts[index].machine : nil
        body(&attempts[index].machine, table) { change in
            if first == nil { first = change } else { more.append(change) }
        }
        // A vendor that asks again is answered again.
        if attempts[index].decidedSurcharge != nil, attempts[index].machine.standing.state.surcharge == nil {
            attempts[index].decidedSurcharge = nil
        }
        let isOverpaid = overpaid
        let isChange = before.map { $0 != attempts[index].machine } ?? true
        guard let first else {
            // A sum may change behind a state that stays: what the screen should offer is another then.
            guard !noticed.isEmpty || offered.map({ $0 != standing.nextStep }) ?? false else { return isChange }
            return tell(attempt: index, attempts[index].machine.standing, noticed, isChange: isChange, sink)
        }
        let isFurther = !first.before.state.kind.isApproval && (more.last ?? first).after.state.kind.isApproval
        let second: AnomalySet = isOverpaid && (!wasOverpaid || isFurther) ? .secondApproval : []
        let isOnly = more.isEmpty
        let atFirst = first.anomalies.union(noticed).union(isOnly ? second : [])
        guard !isOnly else {
            return tell(
                attempt: index, first.after, atFirst, isChange: isChange, isEvidenceOnly: first.isEvidenceOnly, sink)
        }
        // Each change is told with the order as it stood at that moment.
        let final = attempts[index].machine
        attempts[index].machine = final.standing(at: first.after)
        tell(attempt: index, first.after, atFirst, isChange: true, isEvidenceOnly: first.isEvidenceOnly, sink)
        for (place, change) in more.enumerated() {
            attempts[index].machine = final.standing(at: change.after)
            let anomalies = change.anomalies.union(place == more.count - 1 ? second : [])
            tell(attempt: index, change.after, anomalies, isChange: true, isEvidenceOnly: change.isEvidenceOnly, sink)
        }
        return true
    }

    // MARK: - Telling

    /// - Returns: whether it is a change, or has an anomaly that wasn't noticed yet.
    @discardableResult
    private mutating func tell(
        attempt index: Int, _ standing: Standing, _ anomalies: AnomalySet, isChange: Bool, isEvidenceOnly: Bool = false,
        _ sink: Sink
    ) -> Bool {
        let isNews = notice(anomalies, of: .attempt(index), isChange: isChange)
        // What isn't recorded doesn't move what the order shows: whoever reads the records shows the same.
        if isChange || isNews { latest = .attempt(index) }
        tell(
            .init(
                session: attempts[index].began.session, attempt: index + 1, attemptID: attempts[index].began.id,
                standing: standing, anomalies: anomalies.anomalies, isEvidenceOnly: isEvidenceOnly), sink)
        return isChange || isNews
    }

    /// A session's state shows until its first attempt; afterwards readiness is a flag.
    mutating func changed(session index: Int, _ anomalies: AnomalySet, _ sink: Sink) {
        let hasAttempts = attempts.contains { $0.session == index }
        guard !hasAttempts || !anomalies.isEmpty else { return }
        // An end stays on the screen until the next attempt, whatever loads meanwhile.
        if attempts.isEmpty { latest = .session(index) }
        if notice(anomalies, of: .session(index), isChange: anomalies.isEmpty) {
            for anomaly in anomalies.anomalies { sink.record(.noticed(anomaly)) }
        }
        tell(
            .init(
                session: sessions[index].name, attempt: nil, attemptID: nil, standing: Standing(sessions[index].state),
                anomalies: anomalies.anomalies, isEvidenceOnly: false), sink)
    }

    /// Keeps anomalies. A provider that repeats itself without end is told each time, but kept once until something
    /// changes.
    ///
    /// - Returns: whether they are kept now, and weren't.
    private mutating func notice(_ anomalies: AnomalySet, of subject: Subject, isChange: Bool) -> Bool {
        if isChange, !repeatable.isEmpty { repeatable = [:] }
        guard !anomalies.isEmpty, !anomalies.isSubset(of: repeatable[subject, default: []]) else { return false }
        repeatable[subject, default: []].formUnion(anomalies)
        noticed += anomalies.anomalies
        return true
    }

    func tell(_ change: CheckoutUpdate.Change, _ sink: Sink) {
        if sink.isSilent { return }
        let whole = standing
        sink.update(CheckoutUpdate(order: whole.standing, nextStep: whole.nextStep, change: change))
    }
}

extension CheckoutSignal {
    /// Whether the signal must be known after the app was killed. Progress and what a session says need not.
    var mustSurvive: Bool {
        switch self {
        case .session, .progress(_, by: .local), .nextAttempt: false
        case .progress, .submission, .statement, .nothingLeft, .refusedRound, .reference, .vendorAttempt,
            .acceptedAmount, .anomaly:
            true
        }
    }
}

extension CheckoutSignal {
    /// The payment that the signal names.
    var reference: PaymentReference? {
        switch self {
        case .reference(let reference): reference
        case .statement(let statement): statement.outcome.state.payment.reference
        case .nothingLeft(let failure): failure.payment.reference
        case .refusedRound(let decline): decline.payment.reference
        case .session, .submission, .progress, .vendorAttempt, .acceptedAmount, .anomaly, .nextAttempt: nil
        }
    }
}
