/// One provider's checkout within an order.
///
/// Vendor callbacks go in through ``send(_:for:)``; the shopper's press on Pay goes through ``start(method:_:)`` or
/// ``begin(method:)``. All of it can be called from any thread.
public final class CheckoutSession<Adapter: CheckoutAdapter>: Sendable {
    /// The order the session belongs to.
    public let checkout: Checkout
    /// Its name, by which updates tell where something happened: the provider and a number.
    public let name: String

    let place: Int
    private let adapter: Locked<Adapter>

    init(checkout: Checkout, name: String, place: Int, adapter: Adapter) {
        self.checkout = checkout
        self.name = name
        self.place = place
        self.adapter = Locked(adapter)
    }

    /// The adapter as it stands: what a vendor's hooks must be wired like.
    package var wiring: Adapter { adapter.withLock { $0 } }

    /// The session's own state: loading, ready, failed, or its latest attempt's.
    public var state: CheckoutState { checkout.seen.state(session: place) }

    /// Asks the guard for a new attempt.
    ///
    /// A grant that isn't used has to be withdrawn: as long as it stands, nothing else can begin. Where the vendor is called
    /// right away, ``start(method:_:)`` does both.
    ///
    /// The answer is given at once, so a vendor's synchronous hook can obey it. A granted attempt is durably written before
    /// the call returns; where the grant is the submission boundary, it counts as submitted.
    ///
    /// - Parameter method: the method by the name the app gives it.
    /// - Returns: a grant, or why there is none.
    public func begin(method: PaymentMethod? = nil) -> StartAnswer {
        // A start that is refused anyway never waits for another one to be written.
        if let refusal = checkout.quickRefusal ?? checkout.veto { return .refused(refusal) }
        return checkout.change { work in
            guard work.journal != nil else { return .refused(.sessionClosed) }
            checkout.reserve(true)
            defer { checkout.reserve(false) }
            work.machine.veto = checkout.veto
            if work.machine.refusal(session: place) == nil, (try? work.write()) == nil {
                return .refused(.journalUnavailable)
            }
            let result = work.recordOrTakeBack(to: { checkout.seen }) { [makeID = work.makeID] machine, sink in
                machine.begin(session: place, method: method, id: makeID, sink)
            } mustBeWritten: {
                !$0.isEmpty
            }
            switch result {
            case nil: return .refused(.journalUnavailable)
            case .failure(let refusal)?: return .refused(refusal)
            case .success(let number)?:
                // Writing takes time: the lease may be over.
                if let veto = checkout.veto {
                    _ = work.record { machine, sink in machine.withdraw(attempt: number, sink) }
                    return .refused(veto)
                }
                let began = work.machine.attempts[number].began
                return .granted(
                    Grant(
                        checkout: checkout, place: number, attempt: began.id,
                        amount: began.asked ?? checkout.order.amount))
            }
        }
    }

    /// Asks the guard for a new attempt and, if it is granted, lets the app call the vendor.
    ///
    /// - Parameters:
    ///   - method: the method by the name the app gives it.
    ///   - body: calls the vendor. If it throws, the attempt is withdrawn where nothing can have been sent; where the grant
    ///     is the boundary it is in doubt.
    /// - Throws: ``StartRefusal``, ``AttemptEnded``, or what `body` throws.
    public func start<Result>(method: PaymentMethod? = nil, _ body: (Grant) throws -> Result) throws -> Result {
        let grant: Grant
        switch begin(method: method) {
        case .refused(let refusal): throw refusal
        case .granted(let granted): grant = granted
        }
        return try grant.use { try body(grant) }
    }

    /// Takes an event of the vendor.
    ///
    /// It returns when the change is recorded; an event that submits an attempt only when that is durable.
    ///
    /// - Parameters:
    ///   - event: what the vendor reported.
    ///   - attempt: the attempt that the hook or request is bound to, where the app knows it. Events are found by what they
    ///     name otherwise.
    /// - Returns: what a hook of the vendor is to answer. Other events can ignore it.
    @discardableResult
    public func send(_ event: Adapter.Event, for attempt: AttemptID? = nil) -> HookAnswer {
        if let answer = send(event, for: attempt, in: checkout, at: place) { return answer }
        // The checkout was closed: the event goes to the order's owner, or is recorded under a fresh lock.
        return checkout.late { owner in
            let place = owner.change { $0.machine.place(ofLate: name, Adapter.provider) }
            return send(event, for: attempt, in: owner, at: place)
        } ?? .stop(.refused(.journalUnavailable))
    }

    /// - Returns: `nil` if the checkout doesn't hold the order any more; then nothing was changed.
    private func send(
        _ event: Adapter.Event, for attempt: AttemptID?, in checkout: Checkout, at place: Int
    ) -> HookAnswer? {
        checkout.change { work in
            guard work.journal != nil else { return nil }
            // Asked again before money can move: is the lease still held?
            work.machine.veto = checkout.veto
            return adapter.withLock { adapter in
                let before = adapter
                let bound = attempt.map { work.machine.binding(to: $0) } ?? .unbound
                let answer = work.recordOrTakeBack(to: { checkout.seen }) { [makeID = work.makeID] machine, sink in
                    machine.receive(event, by: &adapter, session: place, bound: bound, id: makeID, sink)
                } mustBeWritten: { records in
                    records.contains(where: \.canBeTakenBack)
                }
                if answer == nil { adapter = before }
                return answer ?? .stop(.refused(.journalUnavailable))
            }
        }
    }

    /// The shopper agrees to the surcharge that is shown, or refuses it. The first answer counts (rule R13).
    ///
    /// The state changes when the vendor reports what came of it; hand the answer to the vendor as well.
    ///
    /// - Returns: whether this was the first answer.
    @discardableResult
    public func decideSurcharge(accept: Bool) -> Bool {
        checkout.change { work in
            work.record { machine, sink in machine.decideSurcharge(session: place, accept: accept, sink) }
        }
    }

    /// The provider's view went away by itself.
    public func viewClosed() {
        close(Cancellation(cause: .unstated, retry: .newSession), ifSubmitted: .closedAfterSubmission)
    }

    /// Closes the session: no attempt can begin in it any more, and one that was submitted is in doubt.
    public func close() { close(Cancellation(cause: .merchant, retry: .newSession), ifSubmitted: .observationStopped) }

    private func close(_ end: Cancellation, ifSubmitted doubt: Uncertainty.Cause) {
        checkout.change { work in
            work.record { machine, sink in machine.close(session: place, end, ifSubmitted: doubt, sink) }
        }
    }
}

/// The attempt ended before the vendor was called: nothing was sent.
public struct AttemptEnded: Error, Sendable, Hashable, CustomStringConvertible {
    package init() {}

    /// What happened.
    public var description: String { "The attempt ended before the vendor was called; nothing was sent." }
}

/// The guard's answer to the question for a new attempt.
public enum StartAnswer: Sendable {
    /// Yes.
    case granted(Grant)
    /// No, and why.
    case refused(StartRefusal)
}

/// The guard's yes to a new attempt.
public struct Grant: Sendable {
    let checkout: Checkout
    let place: Int

    /// The attempt's number, counted over the order from 1.
    public var number: Int { place + 1 }
    /// The attempt's id: use it as idempotency key and as the merchant's transaction id. At most 50 characters.
    public let attempt: AttemptID
    /// The amount to charge: what is left of the order.
    public let amount: Money

    /// Calls the vendor. The grant can't be taken back from here on.
    ///
    /// - Parameter body: calls the vendor. If it throws, the attempt is withdrawn where nothing can have been sent; where
    ///   the grant is the boundary it is in doubt.
    /// - Throws: ``AttemptEnded`` if an observer or a deadline has ended the attempt before, or what `body` throws.
    package func use<Result>(_ body: () throws -> Result) throws -> Result {
        let isActive = checkout.change { work in work.machine.take(attempt: place) }
        guard isActive else { throw AttemptEnded() }
        do {
            return try body()
        } catch {
            checkout.change { work in
                work.record { machine, sink in machine.callFailed(attempt: place, sink) }
            }
            throw error
        }
    }

    /// Takes the grant back, unused.
    ///
    /// - Returns: whether it could be: not once the closure of ``CheckoutSession/start(method:_:)`` was entered, the vendor
    ///   was called, or anybody has spoken of the attempt.
    @discardableResult
    public func withdraw() -> Bool {
        checkout.change { work in work.record { machine, sink in machine.withdraw(attempt: place, sink) } }
    }
}
