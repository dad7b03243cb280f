extension OrderMachine {
    /// The sessions that aren't over.
    var openSessions: [Int] { sessions.indices.filter { !sessions[$0].isOver } }

    /// A name no session of the order has had, in this life of the app or an earlier one.
    package func freshSessionName(for provider: Provider) -> String {
        let names = Set(sessions.map(\.name) + attempts.map(\.began.session))
        var number = 1
        while names.contains("\(provider.rawValue)-\(number)") { number += 1 }
        return "\(provider.rawValue)-\(number)"
    }

    /// Lets the events of a session reach an attempt that began before the app was started.
    mutating func resume(_ id: AttemptID, session: Int) {
        guard let index = attempts.lastIndex(where: { $0.began.id == id }),
            attempts[index].began.provider == sessions[session].provider
        else { return }
        attempts[index].session = session
    }

    /// The place of an attempt.
    func place(of id: AttemptID) -> Int? { attempts.lastIndex { $0.began.id == id } }

    /// What an event is bound to that the app binds to an attempt.
    func binding(to id: AttemptID) -> Binding {
        attempts.lastIndex { $0.began.id == id }.map { .to($0) } ?? .toNobody
    }

    /// The place of a closed checkout's session in the order's new owner: the session that resumed its attempts, or one that
    /// is over from the beginning.
    mutating func place(ofLate name: String, _ provider: Provider) -> Int {
        let own = attempts.indices.filter {
            attempts[$0].began.session == name && attempts[$0].began.provider == provider
        }
        if let resumed = own.last(where: { attempts[$0].session != nil }), let session = attempts[resumed].session {
            return session
        }
        if let known = sessions.firstIndex(where: { $0.name == name && $0.provider == provider }) { return known }
        var session = Session(
            name: name, provider: provider,
            traits: AdapterTraits(readiness: .whenOpened, boundary: .event, fixesAmount: false),
            remainingAtOpening: remaining, firstAttempt: attempts.count, state: .ready)
        session.isOver = true
        sessions.append(session)
        for attempt in own { attempts[attempt].session = sessions.count - 1 }
        return sessions.count - 1
    }

    /// The merchant's word about a payment that no attempt here has reported, from outside of any session.
    package mutating func hearUnowned(_ word: MerchantWord, id: () -> AttemptID, _ sink: Sink) {
        let merchant = Provider(rawValue: "merchant")
        let place = sessions.indices.last ?? place(ofLate: merchant.rawValue, merchant)
        hearUnowned(word, session: place, id: id, sink)
    }

    /// The session of an attempt is over.
    mutating func endSession(of index: Int, _ sink: Sink) {
        guard let session = attempts[index].session else {
            return narrow(index, sink)
        }
        end(session: session, sink)
    }

    /// The vendor is being called: the grant can't be taken back any more.
    ///
    /// - Returns: whether the attempt is still at work.
    mutating func take(attempt index: Int) -> Bool {
        guard attempts[index].machine.isActive else { return false }
        attempts[index].isTaken = true
        return true
    }

    /// Calling the vendor has failed.
    mutating func callFailed(attempt index: Int, _ sink: Sink) {
        hear(
            .statement(.local(.cancelled(Cancellation(cause: .merchant)), ifSubmitted: .noAnswer)), attempt: index, sink
        )
    }

    /// The shopper's first answer to the surcharge that a session's attempt shows.
    mutating func decideSurcharge(session: Int, accept: Bool, _ sink: Sink) -> Bool {
        guard let index = active(in: session),
            case .actionRequired(let action) = attempts[index].machine.standing.state,
            case .confirmSurcharge = action, attempts[index].decidedSurcharge != action
        else { return false }
        attempts[index].decidedSurcharge = action
        if accept { acceptSurcharge(attempt: index, sink) }
        return true
    }

    /// Something is wrong that belongs to no attempt and no session.
    mutating func notice(_ anomaly: Anomaly, _ sink: Sink) {
        sink.record(.noticed(anomaly))
        noticed.append(anomaly)
        tell(
            .init(
                session: nil, attempt: nil, attemptID: nil, standing: standing.standing, anomalies: [anomaly],
                isEvidenceOnly: false),
            sink)
    }

    /// The state of a session: its latest attempt's, or its own.
    func state(session index: Int) -> CheckoutState {
        attempts.lastIndex { $0.session == index }.map { attempts[$0].machine.standing.state } ?? sessions[index].state
    }

    /// The attempt at work and its standing.
    var activeStanding: (attempt: Int, standing: Standing)? {
        activeAttempt.map { ($0, attempts[$0].machine.standing) }
    }

    /// How each attempt stands, the first one first.
    package var standings: [Standing] { attempts.map(\.machine.standing) }

    /// The attempts, for whoever asks the merchant's backend about them.
    var summaries: [AttemptSummary] {
        attempts.indices.map { index in
            let attempt = attempts[index]
            return AttemptSummary(
                number: index + 1, id: attempt.began.id, provider: attempt.began.provider,
                method: attempt.began.method,
                isGranted: attempt.began.isGranted, vendorAttempt: attempt.vendorID,
                references: attempt.machine.references, asked: attempt.began.asked,
                standing: attempt.machine.standing, followUps: attempt.followUps)
        }
    }

    /// The attempts the merchant's backend should be asked about.
    package var questionable: [Int] {
        counting.filter { index in
            let machine = attempts[index].machine
            let kind = machine.standing.state.kind
            if kind == .succeeded { return false }
            if machine.standing.exposure > .none { return true }
            return policy == .strict && machine.mayHaveSent && machine.strongestEvidence != .merchant
        }
    }

    /// A merchant's word about the whole order, read only while its journal is damaged.
    ///
    /// - Returns: the records of the order's new journal; `nil` if the word doesn't settle it.
    mutating func settle(_ word: MerchantWord, id: () -> AttemptID, _ sink: Sink) -> [OrderRecord]? {
        guard isDamaged, case .outcome(let outcome) = word else { return nil }
        switch outcome {
        case .succeeded: break
        case .partiallyPaid(let part) where part.isKnown: break
        case .cancelled(let cancellation) where cancellation == Cancellation(cause: .merchant): break
        case .pending, .partiallyPaid, .declined, .cancelled, .failed, .outcomeUnknown: return nil
        }
        var fresh = OrderMachine(order: order, policy: policy, table: table)
        fresh.noticed = noticed
        // The app still holds its sessions.
        fresh.sessions = sessions.map { session in session.afterSettlement }
        if let last = sessions.indices.last { fresh.latest = .session(last) }
        var records: [OrderRecord] = [.opened(order)]
        let collected = Collected()
        let collector = Sink(update: { collected.updates.append($0) }, record: { collected.records.append($0) })
        if outcome.state.kind.isApproval {
            fresh.hearSettlement(outcome, id: id, collector)
        } else {
            fresh.tell(
                .init(
                    session: nil, attempt: nil, attemptID: nil, standing: Standing(outcome.state, evidence: .merchant),
                    anomalies: [],
                    isEvidenceOnly: false), collector)
        }
        // What was approved since the order was opened isn't part of what the merchant knew.
        for attempt in attempts
        where !attempt.isRestored && attempt.machine.standing.state.kind.isApproval && attempt.session != nil {
            fresh.hearUngranted(attempt.heard, session: attempt.session ?? 0, id: id, collector)
        }
        records += collected.records
        self = fresh
        for update in collected.updates { sink.update(update) }
        return records
    }

    /// An attempt that stands for everything that was paid for the order.
    private mutating func hearSettlement(_ outcome: Outcome, id: () -> AttemptID, _ sink: Sink) {
        let began = BeganAttempt(
            id: id(), session: "settlement", provider: Provider(rawValue: "merchant"), method: nil, asked: order.amount,
            isGranted: false, isSubmitted: true)
        sink.record(.began(began))
        restore(began, .silent)
        hear(.statement(.merchant(outcome)), attempt: attempts.count - 1, sink)
    }

    private final class Collected {
        var updates: [CheckoutUpdate] = []
        var records: [OrderRecord] = []
    }
}

extension OrderMachine.Session {
    /// The session in an order whose attempts were settled: they don't spend it.
    fileprivate var afterSettlement: Self {
        Self(
            name: name, provider: provider, traits: traits, remainingAtOpening: remainingAtOpening, firstAttempt: 0,
            state: state, isOver: isOver, isSpent: isSpent, reportsReadiness: reportsReadiness)
    }
}

extension OrderRecord {
    /// Whether the change behind the record can be taken back, and must be if it can't be written: nothing was sent yet.
    var canBeTakenBack: Bool {
        switch self {
        case .began(let began): began.isGranted
        case .heard(_, .submission(.announced)), .heard(_, .submission(.followUp)): true
        case .opened, .heard, .withdrew, .released, .releasedEarly, .narrowed, .noticed: false
        }
    }
}

/// What is known about an attempt.
public struct AttemptSummary: Sendable, Hashable {
    /// Its number, counted over the order from 1.
    public let number: Int
    /// Its id.
    public let id: AttemptID
    /// Its provider.
    public let provider: Provider
    /// The method it was begun with.
    public let method: PaymentMethod?
    /// Whether the guard granted it; one that nobody here began blocks the order all the same.
    public let isGranted: Bool
    /// The provider's own name for it.
    public let vendorAttempt: String?
    /// The payments the provider has named for it.
    public let references: [PaymentReference]
    /// The amount it asked for.
    public let asked: Money?
    /// How it stands.
    public let standing: Standing
    /// The digests of the further requests of its payment, in the order of their ordinals, the first one 1.
    package let followUps: [UInt64]
}
