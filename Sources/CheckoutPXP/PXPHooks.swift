public import CheckoutCore

/// The hooks of one submit component: they feed the session, and carry the guard's no into the SDK.
///
/// Hooks belong to one component and one submit. Make new ones with each component, and a new component after every end:
/// whatever the old component still tells lands on the attempt it belongs to, never on the next one. Only a submit that
/// ended before any hook was called, because the form wasn't valid, may be followed by another one.
///
/// ```swift
/// let pxp = try checkout.open(PXPAdapter(hooks: handlers.hookSet))
/// let hooks = try PXPHooks(pxp, handlers, method: "card")
/// config.onPreAuthorisation = hooks.wired.onPreAuthorisation  // and so on, hook by hook
/// try await hooks.submit { await component.submitAsync() }
/// ```
///
/// A second submit is stopped in `onPreTokenisation` and `onPreAuthorisation`, and each of the two is answered with yes
/// once (rule R13). The app's handlers run without a lock held, on the thread the SDK calls on.
public final class PXPHooks<Component: PXPComponent>: Sendable {
    let session: CheckoutSession<PXPAdapter>
    let own: PXPHandlers<Component>
    let hooks: PXPHookSet
    let method: PaymentMethod?
    let onStop: (@Sendable (StopReason) -> Void)?
    let state: Locked<State>

    struct State: Sendable {
        /// A grant the app has asked for already.
        var grant: Grant?
        var attempt: AttemptID?
        /// `submitAsync` is running.
        var isRunning = false
        /// The submit's return was told, or the component was taken away.
        var isOver = false
        /// The start of the form was told.
        var isStarted = false
        /// A hook of the attempt was called.
        var isHooked = false
        /// `onPreTokenisation` was answered.
        var isTokenised = false
        /// `onPreAuthorisation` was asked in this round.
        var isAuthorised = false
    }

    /// Makes the hooks of a component.
    ///
    /// - Parameters:
    ///   - session: the session; its adapter was opened with ``PXPHandlers/hookSet``.
    ///   - handlers: what the app adds.
    ///   - method: the method by the name the app gives it.
    ///   - grant: a grant of the session that the submit is to use, for an app that hands the attempt's id to the SDK as
    ///     `merchantTransactionId`. It holds the order until it is used or ``retire()`` is called.
    ///   - onStop: told when the guard stops the SDK.
    /// - Throws: ``PXPConfigurationError`` if the SDK would refuse the hooks, or the session was opened with others.
    public init(
        _ session: CheckoutSession<PXPAdapter>, _ handlers: PXPHandlers<Component>, method: PaymentMethod? = nil,
        grant: Grant? = nil, onStop: (@Sendable (StopReason) -> Void)? = nil
    ) throws(PXPConfigurationError) {
        hooks = try handlers.hookSet
        guard session.wiring.hooks == hooks else { throw .hooksDiffer }
        self.session = session
        own = handlers
        self.method = method
        self.onStop = onStop
        state = Locked(State(grant: grant))
    }

    /// The attempt that the submit belongs to, once it has begun.
    public var attempt: AttemptID? { state.withLock { $0.attempt } }

    // MARK: - The submit

    /// Asks the guard, calls `submitAsync`, and tells its return.
    ///
    /// - Parameter call: calls `submitAsync` of the component.
    /// - Throws: `StartRefusal`, ``PXPComponentUsed``, or `AttemptEnded`; then nothing was called.
    public func submit(_ call: () async -> Void) async throws {
        let attempt = try claim(isCall: true)
        guard session.send(.submit(method: method), for: attempt) == .proceed else {
            // Nothing was called: the component is as good as new.
            state.withLock { $0 = State(isOver: $0.isOver) }
            throw AttemptEnded()
        }
        await call()
        session.send(.submitReturned, for: attempt)
        state.withLock { state in
            // The form wasn't valid: nothing of this submit can come any more.
            guard state.isOver || state.isHooked || hooks.boundary == .grant else { return state = State() }
            state.isRunning = false
            state.isOver = true
        }
    }

    /// Asks the guard for a component that starts by a hook of its own, for example PayPal's `onClick`.
    ///
    /// - Returns: what that hook is to answer.
    public func begin() -> Bool {
        guard let attempt = claimOrStop() else { return false }
        return obeyStart(session.send(.submit(method: method), for: attempt))
    }

    /// Tells that the component is gone: replaced by a new one, or its screen left.
    ///
    /// It ends a submit that nothing was sent for, and every hook is answered no from here on. A result that still comes
    /// counts. Call it where the SDK's own button submits, because then nobody tells that `submitAsync` returned.
    public func retire() {
        let (grant, attempt) = state.withLock { state in
            defer {
                state.grant = nil
                state.isOver = true
            }
            return (state.grant, state.isOver ? nil : state.attempt)
        }
        grant?.withdraw()
        if let attempt { session.send(.submitReturned, for: attempt) }
    }

    /// Binds the hooks to an attempt of their own.
    private func claim(isCall: Bool) throws -> AttemptID {
        let known = try state.withLock { state throws(PXPComponentUsed) -> Result<Grant, StartRefusal>? in
            guard state.attempt == nil, !state.isOver else {
                if state.isRunning { return .failure(.attemptInProgress) }
                throw PXPComponentUsed()
            }
            defer { state.grant = nil }
            return state.grant.map { .success($0) }
        }
        let grant: Grant
        switch known {
        case .success(let known)?: grant = known
        case .failure(let refusal)?: throw refusal
        case nil:
            switch session.begin(method: method) {
            case .granted(let begun): grant = begun
            case .refused(let refusal): throw refusal
            }
        }
        let isOver = state.withLock { state in
            guard !state.isOver else { return true }
            state.attempt = grant.attempt
            state.isRunning = isCall
            return false
        }
        // The component was taken away meanwhile, perhaps by whoever heard of the grant.
        guard !isOver else {
            grant.withdraw()
            throw PXPComponentUsed()
        }
        return grant.attempt
    }

    func claimOrStop() -> AttemptID? {
        do {
            return try claim(isCall: false)
        } catch {
            onStop?((error as? StartRefusal).map { .refused($0) } ?? .attemptEnded)
            return nil
        }
    }
}

/// The submit component has had its submit.
public struct PXPComponentUsed: Error, Sendable, Hashable, CustomStringConvertible {
    /// What happened and what to do about it.
    public var description: String {
        "This submit component has had its submit; create a new one with hooks of its own."
    }
}
