import CheckoutCore

extension PXPHooks {
    /// What the component is given, hook by hook; one that isn't wired is `nil`.
    public var wired: PXPHandlers<Component> {
        var wired = PXPHandlers<Component>()
        if hooks.contains(.onStartSubmit) { wired.onStartSubmit = { self.startSubmit() } }
        if hooks.contains(.onPreTokenisation) { wired.onPreTokenisation = { self.preTokenisation() } }
        if hooks.contains(.onPostTokenisation) {
            wired.onPostTokenisation = { end in
                self.tell(.postTokenisation(Component.copy(tokenisation: end)))
                self.own.onPostTokenisation?(end)
            }
        }
        wireAuthentication(&wired)
        if hooks.contains(.onPreAuthorisation) { wired.onPreAuthorisation = { await self.preAuthorisation($0) } }
        if hooks.contains(.onPreRetrySoftDecline) { wired.onPreRetrySoftDecline = { self.preRetrySoftDecline($0) } }
        wireEnds(&wired)
        return wired
    }

    private func wireAuthentication(_ wired: inout PXPHandlers<Component>) {
        if hooks.contains(.onPreInitiateAuthentication) {
            wired.onPreInitiateAuthentication = {
                let answer = self.isStopped ? nil : await self.own.onPreInitiateAuthentication?()
                return self.tell(.preInitiateAuthentication(answer == nil ? .skip : .proceed)) ? answer : nil
            }
        }
        if hooks.contains(.onPostInitiateAuthentication) {
            wired.onPostInitiateAuthentication = { result in
                self.tell(.postInitiateAuthentication(Component.copy(authentication: result)))
                self.own.onPostInitiateAuthentication?(result)
            }
        }
        if hooks.contains(.onPreAuthentication) {
            wired.onPreAuthentication = {
                let answer = self.isStopped ? nil : await self.own.onPreAuthentication?()
                return self.tell(.preAuthentication(answer == nil ? .skip : .proceed)) ? answer : nil
            }
        }
        if hooks.contains(.onPostAuthentication) {
            wired.onPostAuthentication = { result in
                self.tell(.postAuthentication(Component.copy(authentication: result)))
                self.own.onPostAuthentication?(result)
            }
        }
    }

    private func wireEnds(_ wired: inout PXPHandlers<Component>) {
        if hooks.contains(.onPostAuthorisation) {
            wired.onPostAuthorisation = { result in
                self.tell(.postAuthorisation(Component.copy(result: result)))
                self.own.onPostAuthorisation?(result)
            }
        }
        if hooks.contains(.onSubmitError) {
            wired.onSubmitError = { failure in
                self.tell(.submitError(Component.copy(failure: failure)))
                self.own.onSubmitError?(failure)
            }
        }
        if hooks.contains(.onApprove) {
            wired.onApprove = { approval in
                self.tell(.approve(order: Component.copy(approval: approval)))
                self.own.onApprove?(approval)
            }
        }
        if hooks.contains(.onCancel) {
            wired.onCancel = { failure in
                self.tell(.cancel)
                self.own.onCancel?(failure)
            }
        }
        if hooks.contains(.onError) {
            wired.onError = { failure in
                self.tell(.error(Component.copy(failure: failure)))
                self.own.onError?(failure)
            }
        }
    }

    // MARK: - Answers

    private var isStopped: Bool { state.withLock { $0.attempt == nil || $0.isOver } }

    /// The form is valid. A submit by the component's own button begins here.
    private func startSubmit() {
        let (known, isFirst) = state.withLock { state in
            defer {
                state.isHooked = state.isHooked || state.attempt != nil
                state.isStarted = state.isStarted || state.attempt != nil
            }
            return (state.attempt, !state.isStarted && !state.isOver)
        }
        guard isFirst, let attempt = known ?? claimOrStop() else {
            // Without the hook that stops it, this one goes out all the same, and nobody has begun it.
            if !hooks.contains(.onPreAuthorisation) { session.send(.startSubmit(method: method), for: .nobody) }
            return
        }
        state.withLock { state in
            state.isHooked = true
            state.isStarted = true
        }
        if obeyStart(session.send(.startSubmit(method: method), for: attempt)) { own.onStartSubmit?() }
    }

    private func preTokenisation() -> Bool {
        guard let attempt = asked(\.isTokenised) else { return false }
        guard own.onPreTokenisation?() ?? true else {
            session.send(.preTokenisation(.cancel), for: attempt)
            return false
        }
        return obey(session.send(.preTokenisation(.proceed), for: attempt))
    }

    private func preAuthorisation(_ data: Component.PreAuthorisation?) async -> Component.Transaction? {
        guard let attempt = asked(\.isAuthorised) else {
            let withheld = state.withLock { $0.isOver && !$0.isAuthorised ? $0.attempt : nil }
            if let withheld { session.send(.preAuthorisation(.cancel), for: withheld) }
            return nil
        }
        let answer: Component.Transaction?
        if let ask = own.onPreAuthorisation { answer = await ask(data) } else { answer = Component.plainTransaction }
        if let answer, !isStopped, obey(session.send(.preAuthorisation(.proceed), for: attempt)) { return answer }
        // Nothing to send was given, whoever said no: what can only come of sending counts as sent.
        session.send(.preAuthorisation(.cancel), for: attempt)
        return nil
    }

    private func preRetrySoftDecline(_ result: Component.SubmitResult) -> Bool {
        let retries = !isStopped && (own.onPreRetrySoftDecline?(result) ?? false)
        let offer = PXPSoftDecline(retry: retries, result: Component.copy(result: result))
        let goesOn = tell(.preRetrySoftDecline(offer)) && retries
        // The hooks are asked again in the next round.
        if goesOn {
            state.withLock { state in
                state.isTokenised = false
                state.isAuthorised = false
            }
        }
        return goesOn
    }

    /// The attempt that a hook with one answer is asked for; `nil` if the answer is no.
    private func asked(_ isAnswered: any WritableKeyPath<State, Bool> & Sendable) -> AttemptID? {
        // A component without `onStartSubmit` begins at its first hook.
        if attempt == nil, !hooks.contains(.onStartSubmit), !begin() { return nil }
        return state.withLock { state in
            state.isHooked = state.isHooked || state.attempt != nil
            guard let attempt = state.attempt, !state.isOver, !state[keyPath: isAnswered] else { return nil }
            state[keyPath: isAnswered] = true
            return attempt
        }
    }

    /// Tells the session what happened. A submit that the guard refused has no attempt: what it tells all the same is
    /// nobody's, and kept if money may have moved.
    ///
    /// - Returns: whether the SDK may go on.
    @discardableResult
    private func tell(_ event: PXPEvent) -> Bool {
        let attempt = state.withLock { state in
            state.isHooked = state.isHooked || state.attempt != nil
            return state.attempt
        }
        guard attempt != nil || event.mayTellOfPayment else { return false }
        return session.send(event, for: attempt ?? .nobody) == .proceed
    }

    /// A start that was refused isn't this component's: the grant was another one's.
    func obeyStart(_ answer: HookAnswer) -> Bool {
        if case .stop(.refused) = answer { state.withLock { $0.attempt = nil } }
        return obey(answer)
    }

    private func obey(_ answer: HookAnswer) -> Bool {
        guard case .stop(let reason) = answer else { return true }
        onStop?(reason)
        return false
    }
}

extension AttemptID {
    /// The id that no attempt has.
    fileprivate static let nobody = AttemptID(rawValue: "")
}

extension PXPEvent {
    /// Whether the event may speak of a payment.
    fileprivate var mayTellOfPayment: Bool {
        switch self {
        case .postAuthorisation, .approve: true
        case .submitError(let error), .error(let error): error.submitResult != nil
        case .preRetrySoftDecline(let offer): offer.result != nil
        case .created, .createFailed, .submit, .startSubmit, .submitReturned, .preTokenisation, .postTokenisation,
            .preInitiateAuthentication, .postInitiateAuthentication, .preAuthentication, .postAuthentication,
            .preAuthorisation, .cancel:
            false
        }
    }
}
