public import CheckoutCore

/// Stands between Primer's checkout and the guard: begins before a screen is shown that can't be stopped, and answers the
/// hook before a payment.
///
/// Where the hook is the submission boundary (an inline session without saved methods), a payment begins in the hook.
/// Everywhere else the grant is the boundary: the screen is shown only with a grant, and holds the order until an outcome
/// or its end. All of it can be called from any thread.
///
/// ```swift
/// let gate = PrimerGate(session)
/// try gate.present { _ in isCheckoutShown = true }
/// session.onBeforePaymentCreate = { data, decide in decide(gate.beforePayment(…)) }
/// ```
public final class PrimerGate: Sendable {
    /// The session.
    public let session: CheckoutSession<PrimerAdapter>
    private let host: PrimerHost
    private let begun = Locked<AttemptID?>(nil)

    /// The answer to the hook before a payment.
    public enum Decision: Sendable, Hashable {
        /// Go on, with the attempt's id as idempotency key.
        case proceed(idempotencyKey: AttemptID)
        /// Abort: no payment is created.
        case abort(StopReason?)
    }

    /// Whether the screen may stay after an outcome.
    public enum Screen: Sendable, Hashable {
        /// It may.
        case mayStay
        /// Take it away, or at least what pays without asking: the guard grants no further attempt.
        case mustGo(StartRefusal)
    }

    /// Makes the gate of a session.
    public init(_ session: CheckoutSession<PrimerAdapter>) {
        self.session = session
        host = session.wiring.host
    }

    /// What the next attempt would ask, to compare a client session with.
    public var asked: CheckoutOrder? {
        session.checkout.remaining.map { CheckoutOrder(reference: session.checkout.order.reference, amount: $0) }
    }

    // MARK: - The screen

    /// Shows the checkout, where it can't be stopped later only if the guard grants an attempt.
    ///
    /// - Parameters:
    ///   - method: the method by the name the app gives it, if only one is offered.
    ///   - show: shows the checkout; with the grant, where one was needed. If it throws, nothing was shown, and the grant
    ///     is taken back.
    /// - Throws: `StartRefusal`, or what `show` throws.
    public func present<Result>(method: PaymentMethod? = nil, _ show: (Grant?) throws -> Result) throws -> Result {
        guard !host.hasBoundaryEvent else { return try show(nil) }
        let grant: Grant
        switch session.begin(method: method) {
        case .granted(let granted): grant = granted
        case .refused(let refusal): throw refusal
        }
        do {
            begun.withLock { $0 = grant.attempt }
            let result = try show(grant)
            session.send(.presented, for: grant.attempt)
            return result
        } catch {
            begun.withLock { $0 = nil }
            grant.withdraw()
            throw error
        }
    }

    // MARK: - The hook

    /// Answers the hook before a payment.
    ///
    /// - Parameters:
    ///   - method: the type of the method, for example `PAYMENT_CARD`.
    ///   - appAllows: the app's own word; `false` aborts.
    /// - Returns: the answer. It is durably written before.
    public func beforePayment(method: PaymentMethod?, appAllows: Bool = true) -> Decision {
        let attempt: AttemptID
        if host.hasBoundaryEvent {
            switch session.begin(method: method) {
            case .granted(let grant): attempt = grant.attempt
            case .refused(let refusal): return .abort(.refused(refusal))
            }
        } else {
            guard let known = begun.withLock({ $0 }) else { return .abort(.noAttempt) }
            attempt = known
        }
        let answer = session.send(
            .paymentWillBeCreated(method: method, answer: appAllows ? .proceed : .cancel), for: attempt)
        guard appAllows else { return .abort(nil) }
        switch answer {
        case .proceed: return .proceed(idempotencyKey: attempt)
        case .stop(let reason): return .abort(reason)
        }
    }

    // MARK: - What the SDK tells

    /// Takes a state of the SDK. Pass every one on: the SDK's own equality drops the second of two equal failures.
    ///
    /// An inline session with saved methods goes on after a failure, and its next payment asks nobody: the next attempt
    /// begins at once, or the screen must go.
    ///
    /// - Returns: whether the screen may stay.
    @discardableResult
    public func receive(_ state: PrimerState) -> Screen {
        session.send(.state(state))
        guard case .failure = state, host.isInline, !host.hasBoundaryEvent else { return .mayStay }
        // A failure that ended nothing leaves the attempt to what comes; one told while an attempt began ends that too.
        while let ended = begun.withLock({ $0 }), !isUnderWay(ended) {
            // Of two failures told at once, one goes on for both.
            let isFirst = begun.withLock { begun in
                defer { if begun == ended { begun = nil } }
                return begun == ended
            }
            guard isFirst else { return .mayStay }
            switch session.begin() {
            case .granted(let grant): begun.withLock { $0 = grant.attempt }
            case .refused(let refusal): return .mustGo(refusal)
            }
        }
        return .mayStay
    }

    /// Tells that the app cancelled or tore down the session; its screen is gone.
    public func sessionCancelled() { session.send(.sessionCancelled) }

    /// Tells that the SDK's screen went away by itself, without a word of the SDK: a swipe of a sheet, for example.
    public func screenGone() { session.viewClosed() }

    private func isUnderWay(_ attempt: AttemptID) -> Bool {
        session.checkout.attempts.last { $0.id == attempt }?.standing.state.kind.isActive ?? false
    }
}
