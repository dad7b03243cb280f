public import CheckoutCore

/// Says what Epay's events mean.
///
/// The state of an attempt decides, and nothing beside it: codes refine an end, the supplementary events are information.
/// The words are in <doc:Mapping>. The SDK sends inside `create…Transaction()` and says so only afterwards, so the
/// grant is the submission boundary.
public struct EpayAdapter: CheckoutAdapter {
    /// What Epay reports.
    public typealias Event = EpayEvent

    /// Epay.
    public static var provider: Provider { .epay }

    /// Whether the session takes the amount with each attempt, instead of fixing it when it is opened.
    public let dynamicAmount: Bool

    /// Epay must report readiness, has no event at the boundary, and fixes the sum of a session that isn't dynamic.
    public var traits: AdapterTraits {
        AdapterTraits(readiness: .required, boundary: .grant, fixesAmount: !dynamicAmount)
    }

    private var tables: Shared<EpayVocabulary>
    package var vocabulary: EpayVocabulary {
        get { tables.value }
        set { tables = Shared(newValue) }
    }
    /// The latest snapshot of every attempt of the order, as far as it matters later.
    var seen: [AttemptID: Seen] = [:]
    /// The same for attempts of the SDK that nobody owns, by the SDK's id.
    var strays: [String: Seen] = [:]
    /// The session's declines are used up. It never becomes unused again.
    var isSpent = false

    /// Makes an adapter for one session.
    ///
    /// - Parameter dynamicAmount: whether the session was created with `dynamicAmount`.
    public init(dynamicAmount: Bool = false) { self.init(dynamicAmount: dynamicAmount, vocabulary: .standard) }

    package init(dynamicAmount: Bool, vocabulary: EpayVocabulary) {
        self.dynamicAmount = dynamicAmount
        tables = Shared(vocabulary)
    }

    /// What an event names: a snapshot its attempt, a transaction itself, the others nothing.
    public func subject(of event: EpayEvent) -> EventSubject {
        switch event {
        case .sdk, .transactionDeclined: EventSubject(.session)
        case .attempt(let snapshot):
            // An id that was nobody's before a grant isn't the first one after it.
            EventSubject(
                .result,
                name: snapshot.id.map { .vendorAttempt($0, claimsGrant: strays[$0] == nil) } ?? .none)
        case .cardFields, .transactionAccepted, .feeUpdated, .paymentCancel, .clientRedirect, .error:
            EventSubject(.nothing)
        case .transaction(let transaction):
            EventSubject(.merchant, name: transaction.id.map { .payment($0) } ?? .none)
        }
    }

    /// Says what an event means, row by row of the mapping.
    public mutating func interpret(
        _ event: EpayEvent, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) {
        switch event {
        case .sdk(let state, let error): read(state, error, for: attempt, emit)
        case .attempt(let snapshot): read(snapshot, for: attempt, emit)
        case .transactionDeclined(_, let maxAttemptsReached): if maxAttemptsReached { spend(emit) }
        case .cardFields, .transactionAccepted, .feeUpdated, .paymentCancel, .clientRedirect, .error: break
        case .transaction(let transaction): read(transaction, for: attempt, emit)
        }
    }

    private mutating func spend(_ emit: (CheckoutSignal) -> Void) {
        isSpent = true
        emit(.session(.spent))
    }

    // MARK: - The SDK

    private func read(
        _ state: EpaySDKState?, _ error: EpayError?, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) {
        // A state on no list says nothing about a payment.
        guard let meaning = state.flatMap({ vocabulary.sdkStates[$0.rawValue] }) else { return }
        switch meaning {
        case .initialising:
            // Loading again replaces the session that an attempt runs in.
            stopObserving(attempt, emit)
            emit(.session(.initializing))
        case .ready: emit(.session(.ready))
        case .failed:
            stopObserving(attempt, emit)
            let kind = (error?.errorCode).flatMap { vocabulary.loadingFailures[$0.rawValue] } ?? .configuration
            let raw: RawCodes = [.code: error?.errorCode?.raw]
            emit(.session(.failed(Failure(kind: kind, retry: .newSession, raw: raw))))
        case .disposed:
            stopObserving(attempt, emit)
            if attempt == nil { emit(.session(.over)) }
        }
    }

    /// Nothing more will be heard of an attempt under way, and nobody says that it was cancelled.
    private func stopObserving(_ attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void) {
        guard attempt != nil else { return }
        let end = Cancellation(cause: .merchant, retry: .newSession)
        emit(.statement(.local(.cancelled(end), ifSubmitted: .observationStopped)))
        emit(.session(.over))
    }

    // MARK: - Attempts

    private mutating func read(
        _ snapshot: EpayAttempt, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) {
        let name = snapshot.id
        let before = attempt.flatMap { seen[$0.id] } ?? name.flatMap { strays[$0] }
        let meaning = vocabulary.meaning(of: snapshot)
        var now = Seen(
            name: name ?? before?.name, meaning: meaning, transaction: snapshot.transactionId,
            canRetry: snapshot.canRetry, surcharge: snapshot.pendingSurcharge)
        now.wasRefused = meaning == .failed && (before.map(\.wasRefused) ?? isBlocked(butBy: attempt?.id, name))

        if let name, attempt == nil || before?.name != name { emit(.vendorAttempt(name)) }
        if snapshot.maxAttemptsReached { spend(emit) }
        if let meaning {
            say(meaning, snapshot, before: before, wasRefused: now.wasRefused, for: attempt, emit)
        } else if attempt != nil {
            emit(
                .statement(
                    .doubt(
                        Uncertainty(cause: .unrecognised, payment: payment(snapshot), raw: raw(snapshot)))))
        } else if name == nil {
            // Without an attempt an unrecognised word changes nothing (rule R5).
            emit(.anomaly(.unattributed))
        }

        if let attempt {
            seen[attempt.id] = now
            if let name, !strays.isEmpty { strays[name] = nil }
        } else if let name {
            strays[name] = now
        }
    }

    /// Whether the SDK refuses to start an attempt now: another one is active, or the session is blocked.
    private func isBlocked(butBy attempt: AttemptID?, _ name: String?) -> Bool {
        isSpent || seen.contains { $0.key != attempt && $0.value.blocksStarts }
            || strays.contains { $0.key != name && $0.value.blocksStarts }
    }

    private func say(
        _ meaning: EpayVocabulary.AttemptMeaning, _ snapshot: EpayAttempt, before: Seen?, wasRefused: Bool,
        for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) {
        let retry: Retry = snapshot.canRetry && !isSpent ? .sameMethod : .newSession
        switch meaning {
        case .underWay: goOn(snapshot, before: before, for: attempt, emit)
        case .accepted:
            emit(
                .statement(
                    .provider(.succeeded(Approval(level: .unstated, payment: payment(snapshot), raw: raw(snapshot))))))
        case .declined:
            let reason = vocabulary.reason(snapshot.error?.errorCode)
            emit(
                .statement(
                    .provider(
                        .declined(
                            Decline(reason: reason, retry: retry, payment: payment(snapshot), raw: raw(snapshot))))))
        case .cancelled:
            let cancellation = Cancellation(
                cause: .unstated, retry: retry, earlierRefusal: snapshot.metadata.hadDeclinedAuthorization,
                payment: payment(snapshot), raw: raw(snapshot))
            emit(.statement(.provider(.cancelled(cancellation))))
        case .failed:
            let kind =
                (snapshot.error?.errorCode).flatMap { vocabulary.failures[$0.rawValue] }
                ?? (wasRefused ? .notStarted : .provider)
            let failure = Failure(kind: kind, retry: retry, payment: payment(snapshot), raw: raw(snapshot))
            emit(.statement(.provider(.failed(failure))))
        case .outcomeUnknown:
            let uncertainty = Uncertainty(
                cause: .reportedByProvider, payment: payment(snapshot), raw: raw(snapshot))
            emit(.statement(.provider(.outcomeUnknown(uncertainty))))
        }
    }

    private func goOn(
        _ snapshot: EpayAttempt, before: Seen?, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) {
        if let transaction = snapshot.transactionId, transaction != before?.transaction {
            emit(.reference(transaction))
        }
        guard let surcharge = snapshot.pendingSurcharge else {
            let progress: AttemptProgress = snapshot.isRedirecting ? .actionRequired(.redirect(nil)) : .processing
            return emit(.progress(progress, by: .provider))
        }
        let neutral = surcharge.neutral(currency: attempt?.asked?.currency)
        emit(.progress(.actionRequired(.confirmSurcharge(neutral)), by: .provider))
        // Told once, though the snapshot may come again.
        if surcharge.contradictsItself, surcharge != before?.surcharge { emit(.anomaly(.amountMismatch)) }
    }

    private func payment(_ snapshot: EpayAttempt) -> PaymentDetails {
        PaymentDetails(reference: snapshot.transactionId)
    }

    private func raw(_ snapshot: EpayAttempt) -> RawCodes {
        [.result: snapshot.state?.raw, .code: snapshot.error?.errorCode?.raw]
    }
}
