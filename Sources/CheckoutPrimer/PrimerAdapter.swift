public import CheckoutCore

/// Says what Primer's events mean.
///
/// A session is opened with its host, because the three hosts report different things. Where the hook before a payment
/// is asked for every payment, it is the submission boundary; everywhere else the grant is. The words and what they mean
/// are in <doc:Mapping>.
public struct PrimerAdapter: CheckoutAdapter {
    /// What Primer reports.
    public typealias Event = PrimerEvent

    /// Primer.
    public static var provider: Provider { .primer }

    /// How the app shows the checkout.
    public let host: PrimerHost

    /// Only an inline session reports readiness, and only its hook is a boundary; the sum is the client session's.
    public var traits: AdapterTraits {
        AdapterTraits(
            readiness: host.isInline ? .reported : .whenOpened, boundary: host.hasBoundaryEvent ? .event : .grant,
            fixesAmount: true)
    }

    private var tables: Shared<PrimerVocabulary>
    package var vocabulary: PrimerVocabulary {
        get { tables.value }
        set { tables = Shared(newValue) }
    }
    var seen = Seen()

    /// What was seen of the session.
    struct Seen: Sendable {
        /// The SDK said that it is loading: the app passes its lifecycle on.
        var isLoading = false
        /// It has been ready, or an attempt has shown that it is.
        var isReady = false
        /// The SDK's screen is gone, or delivers nothing more.
        var isOver = false
        /// The SDK said that the shopper closed it.
        var isDismissed = false
        /// The app cancelled it or tore it down.
        var isCancelled = false
        /// The SDK's own screen stayed after a failure, so an attempt was begun that the next outcome is about.
        var goesOn = false
        /// A payment may exist or have existed: a hook, an indeterminate failure or a known payment was seen.
        var mayHavePayment = false
        /// The app refused a hook, and the SDK's `merchant-error` about it hasn't come yet.
        var awaitsEcho = false
        /// The attempt the last hook went on with, and its method.
        var hook: (attempt: AttemptID, method: PaymentMethod?)?
        /// The attempts that have had an outcome from the session.
        var answered: Set<AttemptID> = []
        /// The payments that failures and successes have named.
        var references: Set<PaymentReference> = []
        /// The last result.
        var result: PrimerResult?
        /// The last client session that was found to differ from what is asked.
        var differing: PrimerSessionSnapshot?
    }

    /// Makes an adapter for one session.
    ///
    /// - Parameter host: how the app shows the checkout, and what is offered in it.
    public init(host: PrimerHost) { self.init(host: host, vocabulary: .standard) }

    package init(host: PrimerHost, vocabulary: PrimerVocabulary) {
        self.host = host
        tables = Shared(vocabulary)
    }

    // MARK: - What an event names

    /// The attempt that was begun in this session and has had no outcome from it.
    ///
    /// Every outcome names its attempt to the core, by the id that is its idempotency key; the one without a name is the
    /// one that an event without a payment's id is about. An attempt that has had its outcome gets no second one.
    static let begun = EventSubject.Name.vendorAttempt("", claimsGrant: true)

    /// What an event names: the payment it is the second word about, else the attempt begun since the last outcome.
    public func subject(of event: PrimerEvent) -> EventSubject {
        switch event {
        case .state(.initializing), .state(.ready): EventSubject(.session)
        case .state(.success(let result)): EventSubject(.result, name: name(of: result))
        case .state(.failure(let failure)) where failsStart(failure): EventSubject(.session)
        case .state(.failure(let failure)): EventSubject(.progress, name: name(of: failure))
        case .state(.dismissed), .state(.other), .sessionCancelled: EventSubject(.progress, name: Self.begun)
        case .presented: host.isInline ? EventSubject(.nothing) : EventSubject(.start(nil))
        case .paymentWillBeCreated(let method, _):
            host.isInline ? EventSubject(.start(method)) : EventSubject(.progress, name: Self.begun)
        }
    }

    /// In the SDK's own screen a success is the attempt's that was begun after the last failure, whatever payment it
    /// names: nothing more is delivered about that attempt. Elsewhere it is the begun attempt's, else a late one of the
    /// latest submitted attempt (the core finds it).
    private func name(of result: PrimerResult) -> EventSubject.Name {
        if seen.goesOn { return Self.begun }
        return reference(of: result).map { .ownReference($0) } ?? .none
    }

    private func name(of failure: PrimerFailure) -> EventSubject.Name {
        guard let reference = reference(of: failure), seen.references.contains(reference) else { return Self.begun }
        return .ownReference(reference)
    }

    /// The payment's reference, unless the id is invented or, by the method, a token.
    private func reference(of result: PrimerResult) -> PaymentReference? {
        let method = result.paymentMethodType ?? seen.hook?.method
        if let method, vocabulary.tokenMethods.contains(method.rawValue) { return nil }
        return vocabulary.reference(result.paymentID)
    }

    // MARK: - What it means

    /// Says what an event means, row by row of the mapping.
    public mutating func interpret(
        _ event: PrimerEvent, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) {
        switch event {
        case .state(.initializing):
            guard host.isInline else { return }
            seen.isLoading = true
            emit(.session(.initializing))
        case .state(.ready(let session, let asked)):
            seen.isReady = true
            emit(.session(.ready))
            compare(session, with: asked, attempt, emit)
        case .state(.success(let result)): read(result, for: attempt, emit)
        case .state(.failure(let failure)): read(failure, for: attempt, emit)
        case .state(.dismissed): dismissed(attempt, emit)
        case .state(.other(let word)):
            // With no attempt an unrecognised word changes nothing (rule R5).
            guard attempt != nil else { return }
            emit(.statement(.doubt(Uncertainty(cause: .unrecognised, raw: [.type: word]))))
        case .presented: emit(.progress(.processing, by: .local))
        case .paymentWillBeCreated(let method, let answer): hook(method, answer, attempt, emit)
        case .sessionCancelled: sessionCancelled(attempt, emit)
        }
    }

    /// The client session may be for another order, sum or currency than the next attempt is asked for.
    private mutating func compare(
        _ session: PrimerSessionSnapshot, with asked: CheckoutOrder?, _ attempt: AttemptContext?,
        _ emit: (CheckoutSignal) -> Void
    ) {
        guard let asked, attempt.map({ !$0.isSubmitted }) ?? true else { return }
        let amount = attempt?.asked ?? asked.amount
        let differs =
            session.orderID.map { $0 != asked.reference } ?? false
            || session.totalAmount.map { Int64($0) != amount.minorUnits } ?? false
            || session.currencyCode.map { $0 != amount.currency.code } ?? false
        guard differs else {
            seen.differing = nil
            return
        }
        if seen.differing != session { emit(.anomaly(.amountMismatch)) }
        seen.differing = session
    }

    private mutating func hook(
        _ method: PaymentMethod?, _ answer: PrimerEvent.Answer, _ attempt: AttemptContext?,
        _ emit: (CheckoutSignal) -> Void
    ) {
        seen.isReady = true
        seen.awaitsEcho = false
        // Nobody has begun the payment it asks for: the answer is no.
        guard let attempt else { return emit(.submission(.announced)) }
        switch answer {
        case .proceed:
            seen.mayHavePayment = true
            seen.hook = (attempt.id, method)
            // Where the grant is the boundary the hook only confirms.
            emit(.submission(host.hasBoundaryEvent ? .announced : .repeated))
        case .cancel:
            seen.awaitsEcho = true
            settle(attempt, emit)
            emit(.statement(.local(.cancelled(Cancellation(cause: .merchant)), ifSubmitted: .noAnswer)))
        }
    }

    /// Names the attempt to the core, so that it is no longer the begun one that has had no outcome.
    mutating func settle(_ attempt: AttemptContext, _ emit: (CheckoutSignal) -> Void) {
        seen.answered.insert(attempt.id)
        emit(.vendorAttempt(attempt.id.rawValue))
    }

    private mutating func read(
        _ result: PrimerResult, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) {
        let reference = reference(of: result)
        let isRepeated = seen.result == result
        seen.result = result
        seen.isReady = true
        seen.isOver = true
        seen.goesOn = false
        if let reference { seen.references.insert(reference) }
        if let attempt { settle(attempt, emit) }
        // The SDK delivers nothing more; said first of a refusal, so that it has the retry that is left.
        let meaning = result.status.flatMap { vocabulary.results[$0.rawValue] }
        if meaning == .refused { emit(.session(.over)) }

        let raw: RawCodes = [.result: result.status?.raw]
        var payment = PaymentDetails(reference: reference)
        switch meaning {
        case .approved?:
            let amount = result.amount(asked: attempt?.asked)
            payment.amount = amount.money
            emit(.statement(.provider(.succeeded(Approval(level: .unstated, payment: payment, raw: raw)))))
            if amount.isMismatch, !isRepeated { emit(.anomaly(.amountMismatch)) }
        case .pending?:
            emit(.statement(.provider(.pending(PendingPayment(waitingFor: .provider, payment: payment, raw: raw)))))
        case .refused?:
            emit(.statement(.provider(.declined(Decline(reason: .unspecified, payment: payment, raw: raw)))))
        case nil:
            // A success that nobody has begun shows that a payment exists, whatever its status.
            let cause: Uncertainty.Cause = attempt == nil ? .noAnswer : .unrecognised
            emit(.statement(.doubt(Uncertainty(cause: cause, payment: payment, raw: raw))))
        }
        if meaning != .refused { emit(.session(.over)) }
    }

    // MARK: - The screen goes away

    private mutating func dismissed(_ attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void) {
        let isTrusted = host.trustsDismissal && !seen.mayHavePayment && !seen.isCancelled
        seen.isDismissed = true
        seen.isOver = true
        seen.goesOn = false
        emit(.session(.over))
        guard let attempt else { return }
        if isTrusted, attempt.isSubmitted {
            return emit(.statement(.provider(.cancelled(Cancellation(cause: .shopper, retry: .newSession)))))
        }
        let cause: Cancellation.Cause = seen.isCancelled ? .merchant : .shopper
        emit(
            .statement(
                .local(
                    .cancelled(Cancellation(cause: cause, retry: .newSession)), ifSubmitted: .closedAfterSubmission)))
    }

    private mutating func sessionCancelled(_ attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void) {
        // A view that goes away after its outcome tears the session down too.
        let isAnswered = seen.isDismissed
        seen.isCancelled = true
        seen.isOver = true
        seen.goesOn = false
        emit(.session(.over))
        guard attempt != nil, !isAnswered else { return }
        emit(
            .statement(
                .local(
                    .cancelled(Cancellation(cause: .merchant, retry: .newSession)), ifSubmitted: .observationStopped)))
    }
}
