public import CheckoutCore

/// Says what the events of PXP's submit component mean.
///
/// Everything before the submission boundary is this device's own word, whoever says it; only a result speaks about a
/// payment that PXP has. The published SDK has had two contracts for the same callbacks (declines as results, or inside
/// errors): both are taken, whichever comes. The words are in `PXPVocabulary`.
public struct PXPAdapter: CheckoutAdapter {
    /// What PXP reports.
    public typealias Event = PXPEvent

    /// PXP.
    public static var provider: Provider { .pxp }

    /// What the session was opened for.
    public let intent: PXPIntent
    /// The hooks that the app wires.
    public let hooks: PXPHookSet

    /// PXP reports readiness, fixes the amount at opening, and has an event at the boundary where the app wires it.
    public var traits: AdapterTraits {
        AdapterTraits(
            readiness: .reported, boundary: hooks.boundary == .grant ? .grant : .event, fixesAmount: true)
    }

    private var tables: Shared<PXPVocabulary>
    package var vocabulary: PXPVocabulary {
        get { tables.value }
        set { tables = Shared(newValue) }
    }
    /// What was seen of each attempt's submit.
    var submits: [AttemptID: PXPSubmit] = [:]
    /// The attempt whose `submitAsync` was called and whose `onStartSubmit` is still to come.
    private var awaitsStart: AttemptID?
    /// How the latest attempt of which nothing was sent ended here: told again, it is no news.
    private var latestUnsentEnd: String?

    /// Makes an adapter for one session.
    ///
    /// - Parameters:
    ///   - intent: what the session is opened for.
    ///   - hooks: the hooks that the app wires; they decide where the submission boundary lies.
    public init(intent: PXPIntent = .authorisation, hooks: PXPHookSet = .all) {
        self.init(intent: intent, hooks: hooks, vocabulary: .standard)
    }

    package init(intent: PXPIntent, hooks: PXPHookSet, vocabulary: PXPVocabulary) {
        self.intent = intent
        self.hooks = hooks
        tables = Shared(vocabulary)
    }

    /// What an event names.
    ///
    /// A result may speak of an attempt that never reported a submission, so results aren't told apart from progress
    /// by their role. `submitAsync` leads to `onStartSubmit`: then only the first of the two asks the guard.
    public func subject(of event: PXPEvent) -> EventSubject {
        switch event {
        case .created, .createFailed: EventSubject(.session)
        case .submit(let method): EventSubject(.start(method))
        case .startSubmit(let method): awaitsStart == nil ? EventSubject(.start(method)) : EventSubject(.progress)
        case .submitReturned, .preTokenisation, .postTokenisation, .preInitiateAuthentication,
            .postInitiateAuthentication, .preAuthentication, .postAuthentication, .preAuthorisation, .cancel:
            EventSubject(.progress)
        case .postAuthorisation(let result): EventSubject(.progress, name: name(of: result))
        case .preRetrySoftDecline(let offer): EventSubject(.progress, name: name(of: offer.result))
        case .submitError(let error), .error(let error):
            EventSubject(.progress, name: name(of: error.submitResult))
        case .approve(let order): EventSubject(.progress, name: order.map { .ownReference($0) } ?? .none)
        }
    }

    private func name(of result: PXPResult?) -> EventSubject.Name {
        guard let result else { return .none }
        if let id = result.merchantTransactionId, let type = result.type,
            vocabulary.results[type]?.meaning == .approvedForMerchant
        {
            return .attempt(id)
        }
        return result.reference.map { .ownReference($0) } ?? .none
    }

    /// Says what an event means, row by row of the mapping.
    public mutating func interpret(
        _ event: PXPEvent, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) {
        switch event {
        case .created:
            // A set of hooks that the SDK refuses is told here too, should nobody have checked it.
            emit(.session(hooks.configurationError == nil ? .ready : .failed(notCreated(raw: .none))))
        case .createFailed(let error):
            emit(.session(.failed(notCreated(raw: [.type: error.type?.raw, .code: error.errorCode?.raw]))))
        case .submit: submit(attempt, emit)
        case .startSubmit: startSubmit(attempt, emit)
        case .submitReturned: submitReturned(attempt, emit)
        case .preTokenisation(let answer): answered(.onPreTokenisation, answer, attempt, emit)
        case .postTokenisation(let end): postTokenisation(end, attempt, emit)
        case .preInitiateAuthentication(let answer): answered(.onPreInitiateAuthentication, answer, attempt, emit)
        case .preAuthentication(let answer): answered(.onPreAuthentication, answer, attempt, emit)
        // An authentication that failed is told by an error of its own, or by what the authorisation makes of it.
        case .postInitiateAuthentication, .postAuthentication: goOn(attempt, emit)
        case .preAuthorisation(let answer): answered(.onPreAuthorisation, answer, attempt, emit)
        case .preRetrySoftDecline(let offer): read(offer, for: attempt, emit)
        case .postAuthorisation(let result): read(result, for: attempt, emit)
        case .submitError(let error), .error(let error): read(error, for: attempt, emit)
        case .approve(let order):
            let payment = PaymentDetails(reference: order)
            emit(.statement(.provider(.pending(PendingPayment(waitingFor: .merchant, payment: payment)))))
        case .cancel: end(Self.leftByShopper(raw: .none), ifSubmitted: .closedAfterSubmission, attempt, emit)
        }
    }

    private func notCreated(raw: RawCodes) -> Failure {
        Failure(kind: .configuration, retry: .newSession, raw: raw)
    }

    // MARK: - The submit

    private mutating func submit(_ attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void) {
        latestUnsentEnd = nil
        if let attempt {
            awaitsStart = attempt.id
            submits[attempt.id, default: PXPSubmit()].begin()
        }
        emit(.progress(.processing, by: .local))
    }

    private mutating func startSubmit(_ attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void) {
        latestUnsentEnd = nil
        if let attempt {
            // The start of another submit than the one awaited: the vendor has taken this attempt's grant.
            if let awaitsStart, awaitsStart != attempt.id { emit(.vendorAttempt(attempt.id.rawValue)) }
            if awaitsStart != attempt.id { submits[attempt.id, default: PXPSubmit()].begin() }
            submits[attempt.id, default: PXPSubmit()].isValid = true
        }
        awaitsStart = nil
        emit(.progress(.processing, by: .local))
        // The hook returns nothing: the vendor can't be stopped any more.
        if hooks.boundary == .startSubmit { emit(.submission(.made)) }
    }

    /// The page documents no callback for a submit that ends before anything is sent: then its return is the end.
    private mutating func submitReturned(_ attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void) {
        awaitsStart = nil
        guard let attempt, !attempt.isSubmitted, let seen = submits[attempt.id], seen.end == nil else { return }
        if seen.isWithheld {
            end(.cancelled(Cancellation(cause: .merchant)), ifSubmitted: .noAnswer, attempt, emit)
        } else {
            let kind: Failure.Kind = seen.isValid ? .interrupted : .validation
            end(.failed(Failure(kind: kind)), ifSubmitted: .noAnswer, attempt, emit)
        }
    }

    /// A hook before the authorisation, by what the app answered.
    private mutating func answered(
        _ hook: PXPHook, _ answer: PXPHookAnswer, _ attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) {
        switch vocabulary.meaning(of: hook, answer) {
        case .goesOn: goOn(attempt, emit)
        case .cancels: end(.cancelled(Cancellation(cause: .merchant)), ifSubmitted: .noAnswer, attempt, emit)
        case .challenges:
            note(attempt)
            emit(.progress(.actionRequired(.authenticate(.challenge)), by: .local))
        case .submits:
            goOn(attempt, emit)
            // Where it isn't the boundary, the attempt counts as submitted already.
            if hooks.boundary == .preAuthorisation || attempt?.isSubmitted != true {
                emit(.submission(.announced))
            }
        case .withholds:
            goOn(attempt, emit)
            if let attempt { submits[attempt.id]?.isWithheld = true }
        }
    }

    private mutating func postTokenisation(
        _ tokenisation: PXPTokenisation, _ attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) {
        // One that doesn't say how it went is no end: the error or the submit's return tells it.
        guard tokenisation.isSuccess == false else { return goOn(attempt, emit) }
        let raw: RawCodes = [.type: tokenisation.error?.type?.raw, .code: tokenisation.error?.errorCode?.raw]
        end(.failed(Failure(kind: .validation, raw: raw)), ifSubmitted: .noAnswer, attempt, emit)
    }

    private mutating func goOn(_ attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void) {
        note(attempt)
        emit(.progress(.processing, by: .local))
    }

    /// A hook after `onStartSubmit` shows that the form was valid, where the app doesn't wire that one.
    private mutating func note(_ attempt: AttemptContext?) {
        guard let attempt, submits[attempt.id]?.isValid != true else { return }
        submits[attempt.id, default: PXPSubmit()].isValid = !hooks.contains(.onStartSubmit)
    }

    // MARK: - Ends of this device

    static func leftByShopper(raw: RawCodes) -> LocalEnd { .cancelled(Cancellation(cause: .shopper, raw: raw)) }

    /// States an end that this device saw, with both its readings. What is told twice is stated once, and nothing is
    /// stated beside a result.
    mutating func end(
        _ end: LocalEnd, ifSubmitted doubt: Uncertainty.Cause, _ attempt: AttemptContext?,
        _ emit: (CheckoutSignal) -> Void
    ) {
        let word = Self.word(of: end)
        if let attempt {
            var seen = submits[attempt.id] ?? PXPSubmit()
            guard !seen.isSettled, seen.end != word else { return }
            seen.end = word
            submits[attempt.id] = seen
            if !attempt.isSubmitted { latestUnsentEnd = word }
        } else if latestUnsentEnd == word {
            return
        }
        emit(.statement(.local(end, ifSubmitted: doubt)))
    }

    private static func word(of end: LocalEnd) -> String {
        switch end {
        case .declined(let decline): CheckoutState.declined(decline).description
        case .cancelled(let cancellation): CheckoutState.cancelled(cancellation).description
        case .failed(let failure): CheckoutState.failed(failure).description
        }
    }
}
