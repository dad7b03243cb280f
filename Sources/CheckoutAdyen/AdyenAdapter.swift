public import CheckoutCore

/// Says what Adyen's events mean.
///
/// The order of reading an answer is Adyen's own: transport, HTTP status, `action` (it wins over any result code), then
/// the result code. The words are in <doc:Mapping>.
public struct AdyenAdapter: CheckoutAdapter {
    /// What Adyen reports.
    public typealias Event = AdyenEvent

    /// Adyen.
    public static var provider: Provider { .adyen }

    /// Whether the app reports `paymentsRequest`. Where it doesn't, `didSubmit` is the submission boundary.
    public let reportsRequests: Bool

    /// Adyen reports readiness by loading the methods, has an event at the boundary, and takes the amount with each
    /// request.
    public var traits: AdapterTraits { AdapterTraits(readiness: .reported, boundary: .event, fixesAmount: false) }

    private var tables: Shared<AdyenVocabulary>
    package var vocabulary: AdyenVocabulary {
        get { tables.value }
        set { tables = Shared(newValue) }
    }
    private var requests: [AttemptID: Requests] = [:]
    /// The latest attempt that paid into an order of partial payments, by the order's reference.
    private var orders: [PaymentReference: AttemptID] = [:]

    /// What was seen of an attempt's requests to `/payments`.
    private struct Requests: Sendable {
        /// Requests that left, or were about to.
        var sent = 0
        /// An earlier one may have arrived, although no answer to it came.
        var mayHaveArrived = false
        /// The attempt was followed from before its first request.
        var isFollowed = false
        /// The amount of an approval that couldn't be read was told.
        var toldUnreadableAmount = false
        /// The action is one whose return only the SDK can turn into details.
        var isNativeRedirect = false
    }

    /// Makes an adapter for one session.
    ///
    /// - Parameter reportsRequests: whether the app sends ``AdyenEvent/paymentsRequest`` before each request leaves. It
    ///   should: only then can a start that provably never left end as failed.
    public init(reportsRequests: Bool = false) {
        self.init(reportsRequests: reportsRequests, vocabulary: .standard)
    }

    package init(reportsRequests: Bool, vocabulary: AdyenVocabulary) {
        self.reportsRequests = reportsRequests
        tables = Shared(vocabulary)
    }

    /// What an event names. Only a notification's reference must be known; an answer may bring its own.
    public func subject(of event: AdyenEvent) -> EventSubject {
        switch event {
        case .paymentMethodsResponse, .paymentMethodsError: EventSubject(.session)
        case .didSubmit(let method): EventSubject(.start(method))
        case .paymentsRequest, .paymentsError, .detailsRequest, .detailsError, .didProvide, .didComplete, .didFail:
            EventSubject(.progress)
        case .paymentsResponse(let answer), .detailsResponse(let answer):
            EventSubject(.result, name: answer.reference.map { .ownReference($0) } ?? .none)
        // A link without an id is nobody's: no attempt has an empty one.
        case .returnURL(let url): EventSubject(.progress, name: .attempt(url.attempt ?? AttemptID(rawValue: "")))
        case .sessionResult, .statusPoll: EventSubject(.result)
        case .notification(let item):
            switch item.meaning(in: vocabulary) {
            case nil: EventSubject(.nothing)
            case .orderClosed?: EventSubject(.merchant, name: name(ofOrder: item.reference))
            case .authorised?, .refused?, .expired?, .captured?, .pending?:
                EventSubject(.merchant, name: item.reference.map { .payment($0) } ?? .none)
            }
        }
    }

    /// A word about an order of partial payments belongs to the attempt that paid into it last.
    private func name(ofOrder reference: PaymentReference?) -> EventSubject.Name {
        guard let reference else { return .none }
        return orders[reference].map { .attempt($0) } ?? .payment(reference)
    }

    /// Says what an event means, row by row of the mapping.
    public mutating func interpret(
        _ event: AdyenEvent, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) {
        switch event {
        case .paymentMethodsResponse: emit(.session(.ready))
        case .paymentMethodsError(let error):
            let kind: Failure.Kind =
                switch error {
                case .network: .network
                case .configuration: .configuration
                }
            emit(.session(.failed(Failure(kind: kind, retry: .newSession))))
        case .didSubmit: didSubmit(attempt, emit)
        case .paymentsRequest: paymentsRequest(attempt, emit)
        case .paymentsResponse(let answer): read(answer, of: .payments, for: attempt, emit)
        case .paymentsError(let error): paymentsError(error, attempt, emit)
        case .detailsResponse(let answer): read(answer, of: .details, for: attempt, emit)
        case .detailsError(let error): emit(.statement(noAnswer(raw: [.code: error.code])))
        case .detailsRequest(let digest):
            // Asked of the gate first: an ended attempt sends no details.
            emit(.submission(digest.map { .followUp(digest: $0) } ?? .repeated))
            emit(.progress(.processing, by: .provider))
        case .didProvide(canBeSent: true): emit(.progress(.processing, by: .provider))
        case .didProvide(canBeSent: false): emit(.statement(noAnswer(raw: [.type: "detailsNotEncodable"])))
        case .didComplete: emit(.statement(.provider(.pending(PendingPayment(waitingFor: .shopper)))))
        case .didFail(let error): emit(.statement(meaning(of: error)))
        case .returnURL(let url):
            let isNative = attempt.flatMap { requests[$0.id] }?.isNativeRedirect ?? false
            if url.hasDetails, !isNative, attempt?.isSubmitted ?? false { emit(.progress(.processing, by: .provider)) }
        case .sessionResult(let result): read(result, emit)
        case .statusPoll(let poll): read(poll, emit)
        case .notification(let item): read(item, for: attempt, emit)
        }
    }

    // MARK: - Requests

    private mutating func didSubmit(_ attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void) {
        if let attempt, !attempt.isSubmitted { requests[attempt.id, default: Requests()].isFollowed = true }
        emit(.progress(.processing, by: .local))
        if !reportsRequests { emit(.submission(.announced)) }
    }

    private mutating func paymentsRequest(_ attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void) {
        guard let attempt else { return emit(.submission(.announced)) }
        var seen = requests[attempt.id] ?? Requests()
        if !attempt.isSubmitted { seen.isFollowed = true }
        if seen.sent > 0 { seen.mayHaveArrived = true }
        seen.sent += 1
        requests[attempt.id] = seen
        if !attempt.isSubmitted {
            emit(.submission(.announced))
        } else if seen.sent > 1 || !seen.isFollowed {
            emit(.submission(.repeated))
        }
    }

    private mutating func paymentsError(
        _ error: AdyenTransportError, _ attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) {
        let raw: RawCodes = [.code: error.code]
        if let attempt, provesNothingLeft(error, attempt) {
            return emit(.nothingLeft(Failure(kind: .network, raw: raw)))
        }
        if let attempt { requests[attempt.id, default: Requests()].mayHaveArrived = true }
        emit(.statement(noAnswer(raw: raw)))
    }

    private func provesNothingLeft(_ error: AdyenTransportError, _ attempt: AttemptContext) -> Bool {
        guard reportsRequests, let seen = requests[attempt.id], seen.isFollowed, seen.sent == 1, !seen.mayHaveArrived,
            let proof = vocabulary.transportProofs[error.code.text]
        else { return false }
        switch proof {
        case .nothingLeft: return (error.bytesSent ?? 0) == 0
        case .nothingLeftIfNoByteSent: return error.bytesSent == 0
        }
    }

    /// Whether a rejection is the answer to the attempt's first request, and no earlier one may have arrived.
    private func isFirstRequest(_ attempt: AttemptContext?) -> Bool {
        guard let attempt else { return false }
        guard let seen = requests[attempt.id] else { return !attempt.isSubmitted }
        return seen.isFollowed && seen.sent <= 1 && !seen.mayHaveArrived
    }

    // MARK: - Answers

    private enum Endpoint {
        case payments, details
    }

    private mutating func read(
        _ answer: AdyenAnswer, of endpoint: Endpoint, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) {
        let status = answer.effectiveStatus
        guard case .object(let fields) = answer.body else {
            noteArrival(attempt)
            return emit(.statement(noAnswer(raw: [.status: RawCode(String(status))])))
        }
        guard (200..<300).contains(status) else {
            return read(rejection: fields, status: status, of: endpoint, for: attempt, emit)
        }
        // What was answered has arrived: a later rejection answers something else.
        if endpoint == .payments { noteArrival(attempt) }
        switch fields.action {
        case .known(let action, let isNative):
            if let attempt { requests[attempt.id, default: Requests()].isNativeRedirect = isNative }
            emit(.progress(.actionRequired(action), by: .provider))
            if let reference = fields.reference { emit(.reference(reference)) }
        case .unsupported(let type):
            emit(.progress(.actionRequired(.unsupported(type)), by: .provider))
            if let reference = fields.reference { emit(.reference(reference)) }
        case .incomplete(let type):
            emit(.statement(unrecognised(fields, raw: [.result: fields.resultCode.raw, .type: type])))
        case .none:
            readResult(fields, for: attempt, emit)
        }
    }

    private mutating func noteArrival(_ attempt: AttemptContext?) {
        if let attempt { requests[attempt.id, default: Requests()].mayHaveArrived = true }
    }

    /// An error body: only one list of errors on the first `/payments` proves that nothing was charged.
    private mutating func read(
        rejection fields: AdyenAnswer.Fields, status: Int64, of endpoint: Endpoint, for attempt: AttemptContext?,
        _ emit: (CheckoutSignal) -> Void
    ) {
        let raw: RawCodes = [
            .status: RawCode(String(status)), .code: fields.errorCode, .type: fields.errorType,
        ]
        guard endpoint == .payments, isFirstRequest(attempt), fields.resultCode == .absent, fields.action == .none,
            vocabulary.rejectingStatuses.contains(Int(clamping: status)),
            let code = fields.errorCode, !vocabulary.inProgressErrorCodes.contains(code.text),
            let kind = fields.errorType.flatMap({ vocabulary.rejectingErrorTypes[$0.text] })
        else {
            if endpoint == .payments { noteArrival(attempt) }
            return emit(.statement(noAnswer(raw: raw, payment: PaymentDetails(reference: fields.reference))))
        }
        let retry: Retry = kind == .validation ? .sameMethod : .newSession
        emit(
            .statement(
                .provider(
                    .failed(
                        Failure(
                            kind: kind, retry: retry, payment: PaymentDetails(reference: fields.reference), raw: raw))))
        )
    }

    private mutating func readResult(
        _ fields: AdyenAnswer.Fields, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) {
        let raw: RawCodes = [
            .result: fields.resultCode.raw, .code: fields.refusalReasonCode, .reason: fields.refusalReason,
            .advice: fields.advice,
        ]
        let payment = PaymentDetails(reference: fields.reference)
        guard case .text(let code) = fields.resultCode, let meaning = vocabulary.resultCodes[code.text] else {
            return emit(.statement(unrecognised(fields, raw: raw)))
        }
        switch meaning {
        case .authorised: readApproval(fields, raw: raw, for: attempt, emit)
        case .partiallyAuthorised:
            emit(.statement(.provider(.partiallyPaid(part(fields, raw: raw)))))
        case .pending(let waiting):
            emit(
                .statement(
                    .provider(.pending(PendingPayment(waitingFor: waiting, payment: payment, raw: raw)))))
        case .refused:
            let refusal = fields.refusalReasonCode.flatMap { vocabulary.refusals[$0.text] } ?? .declined(.unspecified)
            switch refusal {
            case .declined(let reason):
                emit(.statement(.provider(.declined(Decline(reason: reason, payment: payment, raw: raw)))))
            case .cancelled(let cause):
                emit(.statement(.provider(.cancelled(Cancellation(cause: cause, payment: payment, raw: raw)))))
            }
        case .cancelled:
            if fields.refusalReasonCode?.text == vocabulary.fraudCancelledCode {
                emit(.statement(.provider(.declined(Decline(reason: .suspectedFraud, payment: payment, raw: raw)))))
            } else {
                emit(.statement(.provider(.cancelled(Cancellation(cause: .unstated, payment: payment, raw: raw)))))
            }
        case .error:
            let failure = Failure(kind: .provider, retry: .newSession, payment: payment, raw: raw)
            emit(.statement(.provider(.failed(failure))))
        case .saysNothing: emit(.statement(unrecognised(fields, raw: raw)))
        }
    }

    /// `Authorised`: for all of it, or for a part as the order, the amount or the refusal code say.
    private mutating func readApproval(
        _ fields: AdyenAnswer.Fields, raw: RawCodes, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) {
        if let reference = fields.order?.reference, let attempt { orders[reference] = attempt.id }
        if let order = fields.order, (order.remaining.money?.minorUnits ?? 1) != 0 {
            var part = part(fields, raw: raw)
            // Nobody says how much is left: then neither sum is known.
            if (order.remaining.money?.minorUnits ?? 0) < 1 { (part.paid, part.remaining) = (nil, nil) }
            return emit(.statement(.provider(.partiallyPaid(part))))
        }
        if fields.refusalReasonCode?.text == vocabulary.partialApprovalCode {
            var part = part(fields, raw: raw)
            // An amount that is no part of what was asked doesn't tell how large the part is.
            if let asked = attempt?.asked, let paid = part.paid,
                paid.currency != asked.currency || paid.minorUnits >= asked.minorUnits
            {
                part.paid = nil
            }
            return emit(.statement(.provider(.partiallyPaid(part))))
        }
        let payment = PaymentDetails(reference: fields.reference, amount: fields.amount.money)
        emit(.statement(.provider(.succeeded(Approval(level: .authorised, payment: payment, raw: raw)))))
        if fields.amount == .unreadable { tellUnreadableAmount(attempt, emit) }
    }

    /// Told once for each attempt, however often the amount comes.
    private mutating func tellUnreadableAmount(_ attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void) {
        if let attempt {
            if requests[attempt.id, default: Requests()].toldUnreadableAmount { return }
            requests[attempt.id, default: Requests()].toldUnreadableAmount = true
        }
        emit(.anomaly(.amountMismatch))
    }

    private func part(_ fields: AdyenAnswer.Fields, raw: RawCodes) -> PartialPayment {
        PartialPayment(
            paid: fields.amount.money, remaining: fields.order?.remaining.money,
            payment: PaymentDetails(reference: fields.reference), raw: raw)
    }

    private func unrecognised(_ fields: AdyenAnswer.Fields, raw: RawCodes) -> Statement {
        .doubt(Uncertainty(cause: .unrecognised, payment: PaymentDetails(reference: fields.reference), raw: raw))
    }

    private func noAnswer(raw: RawCodes, payment: PaymentDetails = .unknown) -> Statement {
        .doubt(Uncertainty(cause: .noAnswer, payment: payment, raw: raw))
    }

    // MARK: - Components

    private func meaning(of error: AdyenComponentError) -> Statement {
        let raw: RawCodes = [.type: error.domain, .code: error.code]
        switch error.kind {
        case .cancelled:
            return .local(.cancelled(Cancellation(cause: .shopper, raw: raw)), ifSubmitted: .actionAbandoned)
        case .other:
            return .local(.failed(Failure(kind: .component, raw: raw)), ifSubmitted: .actionAbandoned)
        }
    }

    // MARK: - A server's words

    private func read(_ result: AdyenSessionResult, _ emit: (CheckoutSignal) -> Void) {
        let raw: RawCodes = [.result: result.status]
        // An unreadable word of the merchant is no statement (rule R5).
        guard let meaning = result.status.flatMap({ vocabulary.sessionStatuses[$0.text] }) else { return }
        switch meaning {
        case .succeeded: emit(.statement(.merchant(.succeeded(Approval(level: .unstated, raw: raw)))))
        case .pending: emit(.statement(.merchant(.pending(PendingPayment(waitingFor: .provider, raw: raw)))))
        case .refused:
            emit(.statement(.merchant(.declined(Decline(reason: .unspecified, retry: .newSession, raw: raw)))))
        case .cancelled:
            emit(.statement(.merchant(.cancelled(Cancellation(cause: .unstated, retry: .newSession, raw: raw)))))
        case .expired:
            emit(.statement(.merchant(.cancelled(Cancellation(cause: .expired, retry: .newSession, raw: raw)))))
        case .noNews: break
        }
    }

    private func read(_ poll: AdyenStatusPoll, _ emit: (CheckoutSignal) -> Void) {
        let raw: RawCodes = [.result: poll.resultCode]
        switch poll.resultCode.flatMap({ vocabulary.pollResults[$0.text] }) {
        case .pending?: emit(.statement(.provider(.pending(PendingPayment(waitingFor: .provider, raw: raw)))))
        case .ends?: emit(.progress(.processing, by: .provider))
        case nil: emit(.statement(.doubt(Uncertainty(cause: .unrecognised, raw: raw))))
        }
    }

    private mutating func read(
        _ item: AdyenNotification, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) {
        guard let meaning = item.meaning(in: vocabulary) else { return }
        let raw: RawCodes = [
            .type: item.eventCode, .reason: item.reason,
        ]
        let payment = PaymentDetails(reference: item.reference)
        switch meaning {
        case .authorised:
            let approved = PaymentDetails(reference: item.reference, amount: item.amount.money)
            emit(.statement(.merchant(.succeeded(Approval(level: .authorised, payment: approved, raw: raw)))))
            if item.amount == .unreadable { tellUnreadableAmount(attempt, emit) }
        case .refused:
            emit(.statement(.merchant(.declined(Decline(reason: .unspecified, payment: payment, raw: raw)))))
        case .expired:
            emit(.statement(.merchant(.cancelled(Cancellation(cause: .expired, payment: payment, raw: raw)))))
        case .orderClosed:
            // The reference and the amount are the order's, not this attempt's.
            emit(.statement(.merchant(.succeeded(Approval(level: .unstated, raw: raw)))))
        case .captured:
            // The item's amount is the capture's: a smaller one leaves the rest held. What counts is what was approved.
            let captured = PaymentDetails(reference: item.reference, amount: attempt?.approved)
            emit(.statement(.merchant(.succeeded(Approval(level: .captured, payment: captured, raw: raw)))))
        case .pending:
            emit(.statement(.merchant(.pending(PendingPayment(waitingFor: .provider, payment: payment, raw: raw)))))
        }
    }
}
