/// What is known about one attempt, and what it amounts to.
///
/// A pure value: it gathers every statement about its attempt and every submission, and its ``standing`` is a function
/// of what was gathered, not of the order it came in (rule R10). Nothing it is told makes it trap, wait or forget an
/// approval.
///
/// ```
/// processing ⇄ actionRequired ──▶ pending ──▶ declined · cancelled · failed
///        │            │              ▲ ▼               │ (late success)
///        └────────────┴──▶ outcomeUnknown ──▶ partiallyPaid ──▶ succeeded
/// ```
///
/// The whole table is ``TransitionTable``; `checkout diagram` draws it.
public struct AttemptMachine: Sendable, Hashable {
    /// What the attempt asked for; an approval's amount is compared with it (rule R12). `nil` where nobody asked.
    public let asked: Money?
    /// The attempt's standing now.
    public private(set) var standing: Standing
    /// Every payment reference told about the attempt, in byte order.
    public private(set) var references: [PaymentReference] = []
    /// Whose word was heard about the outcome, the strongest.
    public private(set) var strongestEvidence: Evidence?

    /// The grant was the submission boundary.
    private let isSubmittedByGrant: Bool
    /// The states that were stated, one bit each: what is told again is no news.
    private var heardKinds: UInt16 = 0
    /// Submissions heard in the current round; 2 stands for any larger number.
    package private(set) var submissions: UInt8 = 0
    /// The provider has spoken about a payment, or an outcome was heard that can't be read: it was sent, heard or not.
    private var providerSpoke = false
    /// One submission is taken back: the grant was withdrawn unused, or the transport proves that nothing left.
    private var isExcused = false
    /// The refusal of an earlier round of the same attempt.
    private var refusal: Decline?
    /// The greatest approval for each payment reference, and one for none.
    private var approvals: [Statement] = []
    /// References whose payments were given back.
    private var released: [PaymentReference] = []
    /// The greatest word of provider or merchant that is no approval.
    private var told: Statement?
    /// The greatest local word as it reads before the submission, and as it reads after it.
    private var localEnd: Statement?
    private var localDoubt: Statement?
    /// The narrowest retry of all ends told, and of all local ones.
    private var toldRetry = Retry.sameMethod
    private var localRetry = Retry.sameMethod
    /// The widest retry that is left, now that the session is over.
    private var widestRetry = Retry.sameMethod
    /// What the attempt was last seen doing.
    private var progress = AttemptProgress.processing
    /// Progress shows in place of the doubt that stands.
    private var showsProgress = false
    /// The last progress before the first statement.
    private var phase: Uncertainty.Phase?
    /// The end that stood when a second submission was heard: only a greater word of the provider ends the attempt again.
    private var endBeforeResubmission: Statement?
    /// A further amount the shopper agreed to: the asked one with a surcharge.
    private(set) var acceptedAmount: Money?

    /// An attempt that was just begun.
    ///
    /// - Parameters:
    ///   - asked: the amount it asks for.
    ///   - isSubmitted: whether the grant is the submission boundary.
    public init(asked: Money?, isSubmitted: Bool = false) {
        self.asked = asked
        isSubmittedByGrant = isSubmitted
        submissions = isSubmitted ? 1 : 0
        standing = Standing(.processing, submitted: isSubmitted)
    }

    /// Whether something was submitted in the current round, or must be taken as submitted.
    public var isSubmitted: Bool { providerSpoke || submissions > (isExcused ? 1 : 0) }

    /// Whether something may ever have been sent for the attempt, in this round or an earlier one.
    public var mayHaveSent: Bool { isSubmitted || refusal != nil }

    /// Whether the attempt is at work: no statement stands, or progress shows in its place.
    public var isActive: Bool { standing.state.kind.isActive }

    /// Whether the grant can still be taken back: the vendor wasn't called and nobody has spoken.
    public var isUntouched: Bool {
        !providerSpoke && phase == nil && refusal == nil && submissions == (isSubmittedByGrant ? 1 : 0)
    }

    /// What approvals hold or take.
    public enum ApprovedSum: Sendable, Hashable {
        /// Nothing is approved.
        case none
        /// This much.
        case known(Money)
        /// Nobody said how much, or in a currency that can't be added.
        case unknown
    }

    /// What all approvals of the attempt hold or take, for the order's total.
    ///
    /// Approvals of different payments add up. One that names no payment speaks of a named one: the larger sum counts.
    public var approvedSum: ApprovedSum {
        var named: ApprovedSum = .none
        var unnamed: ApprovedSum = .none
        for approval in liveApprovals {
            if approval.outcome.state.payment.reference == nil {
                unnamed = sum(of: approval)
            } else {
                named = named.adding(sum(of: approval))
            }
        }
        return named.larger(unnamed)
    }

    /// How many different payments are approved.
    public var approvedPayments: Int {
        let approvals = liveApprovals
        return max(approvals.filter { $0.outcome.state.payment.reference != nil }.count, min(1, approvals.count))
    }

    private func sum(of approval: Statement) -> ApprovedSum {
        switch approval.outcome {
        case .succeeded(let approval):
            guard approval.intent == .payment else { return asked.map { .known($0) } ?? .unknown }
            guard let amount = approval.payment.amount else { return asked.map { .known($0) } ?? .unknown }
            // The fee of an accepted surcharge pays the surcharge, not the order.
            return .known(amount == acceptedAmount ? asked ?? amount : amount)
        case .partiallyPaid(let part): return part.paid.map { .known($0) } ?? .unknown
        case .pending, .declined, .cancelled, .failed, .outcomeUnknown: return .none
        }
    }

    /// Whether a statement of the same state was heard before.
    func hasHeard(_ statement: Statement) -> Bool { heardKinds & statement.outcome.state.kind.bit != 0 }

    /// Whether a signal may be one that changes nothing. Quick to say; where it's `false`, the signal is news.
    func mayKnow(_ signal: CheckoutSignal) -> Bool {
        switch signal {
        case .submission(.announced), .submission(.made): submissions == 2
        case .submission(.repeated), .submission(.followUp): standing.state == .processing || !isActive
        case .progress(let new, by: _): progress == new || !isActive
        case .statement(let statement): hasHeard(statement)
        case .reference(let reference): references.contains(reference)
        case .acceptedAmount(let amount): acceptedAmount == amount
        case .session, .nothingLeft, .refusedRound, .vendorAttempt, .anomaly, .nextAttempt: true
        }
    }

    /// The machine as it stood on the way to a later standing.
    func standing(at standing: Standing) -> AttemptMachine {
        var machine = self
        machine.standing = standing
        return machine
    }

    /// The approvals that count, for a record that stands in the place of all others.
    var standingApprovals: [Statement] { liveApprovals }

    // MARK: - Signals

    /// Applies what was heard and hands every change to `emit`.
    ///
    /// Signals about the session do nothing here.
    public mutating func apply(
        _ signal: CheckoutSignal, by table: TransitionTable = .standard, emit: (AttemptChange) -> Void
    ) {
        switch signal {
        case .session: break
        case .submission(.announced), .submission(.made): submit(by: table, emit: emit)
        case .submission(.repeated), .submission(.followUp): show(.processing, alive: true, by: table, emit: emit)
        case .progress(let progress, by: let evidence): goOn(progress, evidence, by: table, emit: emit)
        case .statement(let statement): hear(statement, by: table, emit: emit)
        case .nothingLeft(let failure):
            if submissions <= 1, !providerSpoke { isExcused = true }
            hear(.local(.failed(failure), ifSubmitted: .noAnswer), by: table, emit: emit)
        case .refusedRound(let decline): beginRound(after: decline, by: table, emit: emit)
        case .reference(let reference):
            remember(reference)
            change(by: table, emit: emit)
        case .vendorAttempt, .nextAttempt: break
        case .acceptedAmount(let amount): acceptedAmount = amount
        case .anomaly(let anomaly): change(by: table, anomalies: AnomalySet(anomaly), emit: emit)
        }
    }

    /// Takes back an unused grant.
    mutating func withdraw(by table: TransitionTable, emit: (AttemptChange) -> Void) {
        if submissions == 1 { isExcused = true }
        hear(.local(.cancelled(Cancellation(cause: .merchant)), ifSubmitted: .noAnswer), by: table, emit: emit)
    }

    /// Gives payments back: their approvals, and those without a reference, count no more, whenever they were told.
    package mutating func release(
        _ references: [PaymentReference], by table: TransitionTable, emit: (AttemptChange) -> Void
    ) {
        for reference in references where !released.contains(reference) { released.append(reference) }
        // Kept sorted, so that the order of two releases leaves no trace.
        released.sort()
        hear(
            .merchant(.cancelled(Cancellation(cause: .merchant, retry: .newSession))), isRelease: true, by: table,
            emit: emit)
    }

    /// Narrows the retry that is left, because the session is over.
    mutating func narrowRetry(to retry: Retry, by table: TransitionTable, emit: (AttemptChange) -> Void) {
        widestRetry = min(widestRetry, retry)
        change(by: table, emit: emit)
    }

    // MARK: - Submissions and progress

    private mutating func submit(by table: TransitionTable, emit: (AttemptChange) -> Void) {
        submissions = min(2, submissions + 1)
        let isSecond = submissions == 2 && !isExcused
        switch source(by: table) {
        case .told where standing.state.kind.isEnd:
            if isSecond { reopen() }
            change(by: table, anomalies: .sentAfterEnd, emit: emit)
        case .approval:
            change(by: table, anomalies: isSecond ? .sentAfterEnd : [], emit: emit)
        case .local, .refusal:
            let wasEnd = standing.state.kind.isEnd
            change(by: table, anomalies: wasEnd && isSubmitted ? .sentAfterEnd : [], emit: emit)
        case .told, .nobody:
            change(by: table, emit: emit)
        }
    }

    /// A second payment may be under way in an attempt that had ended: its earlier ends say nothing about it.
    private mutating func reopen() {
        endBeforeResubmission = told
        told = nil
        localEnd = nil
        toldRetry = .sameMethod
        localRetry = .sameMethod
        providerSpoke = true
        localDoubt = Statement.doubt(Uncertainty(cause: .noAnswer))
    }

    private mutating func goOn(
        _ next: AttemptProgress, _ evidence: Evidence, by table: TransitionTable, emit: (AttemptChange) -> Void
    ) {
        let alive = evidence != .local
        if alive, !providerSpoke {
            let wasEnd = standing.state.kind.isEnd && !isSubmitted
            providerSpoke = true
            if wasEnd { change(by: table, anomalies: .sentAfterEnd, emit: emit) }
        }
        show(next, alive: alive, by: table, emit: emit)
    }

    private mutating func show(
        _ next: AttemptProgress, alive: Bool, by table: TransitionTable, emit: (AttemptChange) -> Void
    ) {
        guard let greatest = greatest(by: table) else {
            progress = next
            change(by: table, emit: emit)
            return
        }
        let word = TransitionTable.Word(greatest.outcome.state.kind, by: greatest.evidence)
        guard showsProgress || table.showsProgress(over: word, alive: alive) else {
            change(by: table, emit: emit)
            return
        }
        progress = next
        showsProgress = true
        change(by: table, emit: emit)
    }

    private mutating func beginRound(
        after decline: Decline, by table: TransitionTable, emit: (AttemptChange) -> Void
    ) {
        if let reference = decline.payment.reference { remember(reference) }
        refusal = decline
        submissions = 0
        isExcused = false
        providerSpoke = false
        // What this device said of the round before is answered: it was refused.
        localEnd = nil
        localDoubt = nil
        localRetry = .sameMethod
        showsProgress = false
        progress = .processing
        change(by: table, emit: emit)
    }

    // MARK: - Statements

    private mutating func hear(
        _ heard: Statement, isRelease: Bool = false, by table: TransitionTable, emit: (AttemptChange) -> Void
    ) {
        var anomalies: AnomalySet = []
        let before = standing.state.kind
        let wasLocalEnd = before.isEnd && !isSubmitted && isLocal(source(by: table))
        if phase == nil { phase = progress.phase }
        strongestEvidence = max(strongestEvidence ?? heard.evidence, heard.evidence)
        heardKinds |= heard.outcome.state.kind.bit

        let (statement, mismatch) = heard.comparedWithAsked(asked, or: acceptedAmount)
        if let reference = statement.outcome.state.payment.reference { remember(reference) }
        if statement.evidence == .provider || statement.evidence == .local && statement.isDoubt {
            providerSpoke = true
            if wasLocalEnd { anomalies.insert(.sentAfterEnd) }
        }

        let isNew: Bool
        if statement.outcome.state.kind.isApproval {
            let others = liveApprovals
            isNew = keepApproval(statement, by: table)
            if isNew, isLive(statement) {
                if before.isEnd { anomalies.insert(.lateSuccess) }
                if mismatch { anomalies.insert(.amountMismatch) }
                let reference = statement.outcome.state.payment.reference
                let hasAnother = others.contains { other in
                    let known = other.outcome.state.payment.reference
                    return known != nil && reference != nil && known != reference
                }
                if hasAnother { anomalies.insert(.secondApproval) }
            }
        } else if statement.evidence == .local {
            keepLocal(statement, by: table)
        } else {
            isNew = keepTold(statement, by: table)
            let contradicts = statement.outcome.state.kind.isEnd && !isRelease && before.isApproval
            if isNew, contradicts { anomalies.insert(.contradiction) }
        }
        showsProgress = false
        change(by: table, anomalies: anomalies, emit: emit)
    }

    private mutating func keepApproval(_ statement: Statement, by table: TransitionTable) -> Bool {
        let reference = statement.outcome.state.payment.reference
        guard let index = approvals.firstIndex(where: { $0.outcome.state.payment.reference == reference }) else {
            // Kept sorted, so that the order of two approvals leaves no trace.
            let place = approvals.firstIndex { other in
                guard let reference, let known = other.outcome.state.payment.reference else { return reference == nil }
                return reference < known
            }
            approvals.insert(statement, at: place ?? approvals.endIndex)
            return true
        }
        guard statement.isGreater(than: approvals[index], by: table) else { return false }
        approvals[index] = statement
        return true
    }

    private mutating func keepTold(_ statement: Statement, by table: TransitionTable) -> Bool {
        if let endBeforeResubmission, statement.evidence < .merchant,
            !statement.isGreater(than: endBeforeResubmission, by: table)
        {
            return false
        }
        switch statement.outcome {
        case .declined(let decline): toldRetry = min(toldRetry, decline.retry)
        case .cancelled(let cancellation): toldRetry = min(toldRetry, cancellation.retry)
        case .failed(let failure): toldRetry = min(toldRetry, failure.retry)
        case .pending, .partiallyPaid, .succeeded, .outcomeUnknown: break
        }
        if let told, !statement.isGreater(than: told, by: table) { return false }
        told = statement
        return true
    }

    private mutating func keepLocal(_ statement: Statement, by table: TransitionTable) {
        switch statement.outcome {
        case .declined(let decline): localRetry = min(localRetry, decline.retry)
        case .cancelled(let cancellation): localRetry = min(localRetry, cancellation.retry)
        case .failed(let failure): localRetry = min(localRetry, failure.retry)
        case .pending, .partiallyPaid, .succeeded, .outcomeUnknown: break
        }
        if statement.outcome.state.kind.isEnd, localEnd.map({ statement.isGreater(than: $0, by: table) }) ?? true {
            localEnd = statement
        }
        if let doubt = statement.isDoubt ? statement : statement.asDoubt,
            localDoubt.map({ doubt.isGreater(than: $0, by: table) }) ?? true
        {
            localDoubt = doubt
        }
    }

    private mutating func remember(_ reference: PaymentReference) {
        guard !references.contains(reference) else { return }
        references.append(reference)
        references.sort()
    }

    // MARK: - What it amounts to

    /// Where the standing comes from.
    private enum Source {
        case approval, told, local, refusal, nobody
    }

    private func isLocal(_ source: Source) -> Bool {
        switch source {
        case .local, .refusal: true
        case .approval, .told, .nobody: false
        }
    }

    private var liveApprovals: [Statement] { approvals.filter(isLive) }

    private func isLive(_ approval: Statement) -> Bool {
        guard !released.isEmpty else { return true }
        guard let reference = approval.outcome.state.payment.reference else { return false }
        return !released.contains(reference)
    }

    private func source(by table: TransitionTable) -> Source {
        guard let greatest = greatest(by: table) else { return .nobody }
        if greatest.outcome.state.kind.isApproval { return .approval }
        if greatest == told { return .told }
        return greatest.evidence == .local ? .local : .refusal
    }

    /// The greatest of all that was stated, local words in the reading that holds now.
    private func greatest(by table: TransitionTable) -> Statement? {
        func greater(_ first: Statement?, _ second: Statement?) -> Statement? {
            guard let first, let second else { return first ?? second }
            return second.isGreater(than: first, by: table) ? second : first
        }
        var candidate: Statement?
        for approval in approvals where isLive(approval) { candidate = greater(candidate, approval) }
        candidate = greater(candidate, told)
        if isSubmitted {
            candidate = greater(candidate, localDoubt)
        } else if localEnd != nil, let refusal {
            // The round ended unsent: what stands is the provider's refusal of the one before.
            candidate = greater(candidate, Statement.provider(.declined(refusal)))
        } else {
            candidate = greater(candidate, localEnd)
        }
        return candidate
    }

    /// Stands anew on what is known, and tells the change if there is one.
    private mutating func change(
        by table: TransitionTable, anomalies: AnomalySet = [], emit: (AttemptChange) -> Void
    ) {
        let before = standing
        if let greatest = greatest(by: table), !showsProgress {
            standing = Standing(shown(greatest.outcome.state), evidence: greatest.evidence, submitted: isSubmitted)
        } else {
            standing = Standing(progress.state, submitted: isSubmitted)
        }
        if standing != before || !anomalies.isEmpty {
            emit(AttemptChange(before: before, after: standing, anomalies: anomalies))
        }
    }

    /// The state with what is gathered from all statements: the retry and, where it names none, the one reference known.
    private func shown(_ state: CheckoutState) -> CheckoutState {
        let isLocalEnd = !isSubmitted && localEnd != nil
        let retry = min(toldRetry, isLocalEnd ? localRetry : .sameMethod, widestRetry)
        switch state {
        case .initializing, .ready, .processing, .actionRequired: return state
        case .pending(var pending):
            complete(&pending.payment)
            return .pending(pending)
        case .partiallyPaid(var part):
            complete(&part.payment)
            return .partiallyPaid(part)
        case .succeeded(var approval):
            complete(&approval.payment)
            return .succeeded(approval)
        case .declined(var decline):
            complete(&decline.payment)
            decline.retry = min(decline.retry, retry)
            return .declined(decline)
        case .cancelled(var cancellation):
            complete(&cancellation.payment)
            cancellation.retry = min(cancellation.retry, retry)
            return .cancelled(cancellation)
        case .failed(var failure):
            complete(&failure.payment)
            failure.retry = min(failure.retry, retry)
            return .failed(failure)
        case .outcomeUnknown(var uncertainty):
            complete(&uncertainty.payment)
            uncertainty.phase = phase
            return .outcomeUnknown(uncertainty)
        }
    }

    private func complete(_ payment: inout PaymentDetails) {
        if payment.reference == nil, references.count == 1 { payment.reference = references[0] }
    }
}

/// A change of an attempt's standing, or an anomaly without one.
public struct AttemptChange: Sendable, Hashable {
    /// How it stood.
    public let before: Standing
    /// How it stands.
    public let after: Standing
    /// What is louder than the state.
    public let anomalies: AnomalySet

    /// Whether only the evidence is stronger: the screen needs no new picture.
    public var isEvidenceOnly: Bool {
        before.state == after.state && before.submitted == after.submitted && before.evidence != after.evidence
    }
}

extension AttemptMachine.ApprovedSum {
    var money: Money? {
        guard case .known(let money) = self else { return nil }
        return money
    }

    func adding(_ other: Self) -> Self {
        switch (self, other) {
        case (.none, let sum), (let sum, .none): sum
        case (.known(let first), .known(let second)): (try? first.adding(second)).map { .known($0) } ?? .unknown
        case (.unknown, _), (_, .unknown): .unknown
        }
    }

    /// The larger of two readings of the same money; unknown if they can't be compared.
    func larger(_ other: Self) -> Self {
        switch (self, other) {
        case (.none, let sum), (let sum, .none): sum
        case (.known(let first), .known(let second)):
            first.currency == second.currency
                ? .known(first.minorUnits < second.minorUnits ? second : first) : .unknown
        case (.unknown, _), (_, .unknown): .unknown
        }
    }
}

extension CheckoutState.Kind {
    fileprivate var bit: UInt16 {
        switch self {
        case .initializing, .ready, .processing, .actionRequired: 0
        case .pending: 1
        case .partiallyPaid: 2
        case .succeeded: 4
        case .declined: 8
        case .cancelled: 16
        case .failed: 32
        case .outcomeUnknown: 64
        }
    }
}
