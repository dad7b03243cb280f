public import CheckoutCore

/// Stands between Epay's SDK and the guard: starts a payment only with a grant, and answers a surcharge only with the
/// shopper's word.
///
/// It lives on the main actor, because Epay's callbacks and calls do. Pass every event through ``receive(_:)``: the gate
/// keeps what a start depends on.
///
/// ```swift
/// let gate = EpayGate(try checkout.open(EpayAdapter()))
/// payment.handlers.onUpdate = { attempt in gate.receive(.attempt(snapshot(of: attempt))) }
/// sdk.events.confirmSurcharge = { surcharge, decision in
///     gate.askSurcharge(snapshot(of: surcharge), confirm: decision.confirm, cancel: decision.cancel)
/// }
/// try gate.start(.card) { options in
///     payment.options.amount = options.amount.map(KotlinLong.init(value:))
///     return snapshot(of: payment.createCardTransaction())
/// }
/// ```
@MainActor public final class EpayGate {
    /// The session.
    public let session: CheckoutSession<EpayAdapter>
    /// Where the app runs.
    public let platform: EpayPaymentMethod.Platform
    /// What a start depends on. The gate keeps the SDK's state, the last attempt and the pay button; the app keeps the rest.
    public var conditions: EpayStartConditions
    /// What is known about Epay's session, by which options are checked.
    public var info: EpaySessionInfo

    private var asked: Asked?
    private var answered: Answered?
    /// The ids of the attempts that were seen: a late update of an earlier one says nothing about the last one.
    private var seen: Set<String> = []

    /// A surcharge that the SDK waits with.
    private struct Asked {
        let surcharge: EpaySurcharge
        let confirm: @MainActor () -> Void
        let cancel: @MainActor () -> Void
    }

    /// An answer that came before the SDK asked.
    private struct Answered {
        let surcharge: EpaySurcharge
        let accepts: Bool
    }

    /// Makes the gate of a session.
    ///
    /// - Parameters:
    ///   - session: the session.
    ///   - platform: where the app runs.
    ///   - conditions: what a start depends on besides what the gate hears.
    ///   - info: what is known about Epay's session; `nil` for what the adapter was opened with and nothing else.
    public init(
        _ session: CheckoutSession<EpayAdapter>, platform: EpayPaymentMethod.Platform = .iOS,
        conditions: EpayStartConditions = EpayStartConditions(), info: EpaySessionInfo? = nil
    ) {
        self.session = session
        self.platform = platform
        self.conditions = conditions
        self.info = info ?? EpaySessionInfo(dynamicAmount: session.wiring.dynamicAmount)
    }

    // MARK: - Events

    /// Takes an event of the SDK.
    public func receive(_ event: EpayEvent) {
        switch event {
        case .sdk(let state, _): conditions.sdkState = state
        case .cardFields(let state): conditions.buttonState = state
        case .attempt(let attempt): keep(attempt)
        case .transactionAccepted, .transactionDeclined, .feeUpdated, .paymentCancel, .clientRedirect, .error,
            .transaction:
            break
        }
        session.send(event)
    }

    private func keep(_ attempt: EpayAttempt) {
        let isNew = attempt.id.map { seen.insert($0).inserted } ?? false
        let last = conditions.lastAttempt
        // A start that the SDK refuses is told as an attempt of its own; the active one stays the last.
        guard last == nil || attempt.id == last?.id || isNew && last?.state != .processing else { return }
        conditions.lastAttempt = attempt
    }

    // MARK: - Starting

    /// Whether a method can be started, as far as Epay is concerned; the guard is asked by ``start(_:options:_:)``.
    public func canStart(_ method: EpayPaymentMethod) -> EpayStartCheck { method.canStart(on: platform, conditions) }

    /// Starts a payment, if everything that Epay needs is there and the guard grants it.
    ///
    /// - Parameters:
    ///   - method: the method.
    ///   - options: the options; the amount of a dynamic session is filled in with what was granted.
    ///   - create: hands the checked options to the SDK, calls the method's creation function once, and returns a snapshot
    ///     of the attempt it gives back.
    /// - Throws: ``EpayStartObstacle``, `StartRefusal`, ``EpayOptionsError`` or
    ///   `AttemptEnded`: nothing was called then. What `create` throws leaves the attempt in doubt.
    @discardableResult
    public func start(
        _ method: EpayPaymentMethod, options: EpayTransactionOptions = EpayTransactionOptions(),
        _ create: (EpayTransactionOptions) throws -> EpayAttempt
    ) throws -> AttemptID {
        if case .no(let obstacle) = canStart(method) {
            // What is in the order's way comes first: waiting for Epay wouldn't help.
            if obstacle == .notReady, let refusal = session.checkout.standing.refusal { throw refusal }
            throw obstacle
        }
        let grant: Grant
        switch session.begin(method: method.method) {
        case .granted(let granted): grant = granted
        case .refused(let refusal): throw refusal
        }
        let checked: EpayTransactionOptions
        do {
            checked = try options.snapshot(asking: grant.amount, in: info)
        } catch {
            grant.withdraw()
            throw error
        }
        asked = nil
        answered = nil
        let attempt = try grant.use { try create(checked) }
        keep(attempt)
        session.send(.attempt(attempt), for: grant.attempt)
        // The SDK may have asked before it returned.
        if let asked { show(asked.surcharge) }
        return grant.attempt
    }

    // MARK: - Surcharges

    /// Takes the SDK's question for a surcharge, `events.confirmSurcharge`. Always install it: without a handler the SDK
    /// accepts every surcharge by itself.
    ///
    /// Nothing is answered here: the state asks the shopper (`actionRequired`), and ``answerSurcharge(accept:)`` answers.
    public func askSurcharge(
        _ surcharge: EpaySurcharge, confirm: @escaping @MainActor () -> Void, cancel: @escaping @MainActor () -> Void
    ) {
        asked = Asked(surcharge: surcharge, confirm: confirm, cancel: cancel)
        if let answered, answered.surcharge == surcharge { return hand(answered.accepts) }
        answered = nil
        show(surcharge)
    }

    /// Shows a surcharge with the attempt: its update and the question may come in either order.
    private func show(_ surcharge: EpaySurcharge) {
        guard var attempt = conditions.lastAttempt, attempt.state == .processing,
            attempt.pendingSurcharge != surcharge
        else { return }
        attempt.pendingSurcharge = surcharge
        receive(.attempt(attempt))
    }

    /// Hands the shopper's answer to the SDK. The first answer to a surcharge counts (rule R13).
    ///
    /// The state changes when the SDK reports what came of it.
    ///
    /// - Returns: whether this was the first answer to the surcharge that is shown.
    @discardableResult
    public func answerSurcharge(accept: Bool) -> Bool {
        guard let shown = conditions.lastAttempt?.pendingSurcharge else { return false }
        let isFirst = session.decideSurcharge(accept: accept)
        // The SDK may ask for the same surcharge again within an attempt, with a decision of its own.
        if asked?.surcharge == shown {
            hand(accept)
            return true
        }
        if isFirst { answered = Answered(surcharge: shown, accepts: accept) }
        return isFirst
    }

    private func hand(_ accepts: Bool) {
        let asked = asked
        self.asked = nil
        answered = nil
        if accepts { asked?.confirm() } else { asked?.cancel() }
    }
}
