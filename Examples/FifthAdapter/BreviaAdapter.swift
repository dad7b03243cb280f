public import CheckoutCore

/// Says what Brevia's events mean.
public struct BreviaAdapter: CheckoutAdapter {
    /// What Brevia reports.
    public typealias Event = BreviaEvent

    /// Brevia. The set of providers is open: a name is all it takes.
    public static var provider: Provider { Provider(rawValue: "brevia") }

    /// Brevia reports that the order is open, asks before it sends, and takes the sum with each charge.
    public var traits: AdapterTraits { AdapterTraits(readiness: .required, boundary: .event, fixesAmount: false) }

    private let vocabulary: BreviaVocabulary

    /// Makes an adapter for one session.
    public init(vocabulary: BreviaVocabulary = .standard) { self.vocabulary = vocabulary }

    /// What an event names: a notice its charge, `willSend` the one it begins, the app's own events nothing.
    public func subject(of event: BreviaEvent) -> EventSubject {
        switch event {
        case .willSend(let charge): EventSubject(.progress, name: .vendorAttempt(charge, claimsGrant: true))
        case .notice(let notice): EventSubject(role(of: notice), name: name(of: notice))
        case .vetoed, .sheetClosed, .callFailed: EventSubject(.progress)
        }
    }

    private func role(of notice: BreviaNotice) -> EventSubject.Role {
        switch vocabulary.words[notice.word] {
        case .opened?, .notOpened?, .over?: .session
        case .goesOn?, .asks?, .left?, .invalidForm?: .progress
        // A word nobody knows may carry an outcome.
        case .waits?, .approved?, .refused?, .withdrawn?, .broken?, .notStarted?, nil: .result
        }
    }

    /// The charge. Every charge of ours has come by `willSend`, so a notice never claims a grant.
    private func name(of notice: BreviaNotice) -> EventSubject.Name {
        notice.charge.map { .vendorAttempt($0, claimsGrant: false) } ?? .none
    }

    /// Says what an event means.
    public mutating func interpret(
        _ event: BreviaEvent, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) {
        switch event {
        case .willSend(let charge):
            emit(.vendorAttempt(charge))
            emit(.submission(.announced))
        case .vetoed:
            emit(.statement(.local(.cancelled(Cancellation(cause: .merchant)), ifSubmitted: .noAnswer)))
        case .sheetClosed:
            emit(.statement(.local(.cancelled(Cancellation(cause: .shopper)), ifSubmitted: .closedAfterSubmission)))
        case .callFailed(bytesSent: false):
            emit(.nothingLeft(Failure(kind: .network)))
        case .callFailed(bytesSent: true):
            emit(.statement(.doubt(Uncertainty(cause: .noAnswer))))
        case .notice(let notice):
            // A charge nobody here has begun keeps its name, so that its next notice finds it.
            if attempt == nil, let charge = notice.charge { emit(.vendorAttempt(charge)) }
            read(notice, emit)
        }
    }

    private func read(_ notice: BreviaNotice, _ emit: (CheckoutSignal) -> Void) {
        let payment = notice.payment
        let raw = notice.raw
        guard let meaning = vocabulary.words[notice.word] else {
            emit(.statement(.doubt(Uncertainty(cause: .unrecognised, payment: payment, raw: raw))))
            return
        }
        switch meaning {
        case .opened: emit(.session(.ready))
        case .notOpened: emit(.session(.failed(Failure(kind: .configuration, retry: .newSession, raw: raw))))
        case .over: emit(.session(.over))
        case .goesOn: emit(.progress(.processing, by: .provider))
        case .asks: emit(.progress(.actionRequired(step(notice)), by: .provider))
        case .left: emit(.statement(.doubt(Uncertainty(cause: .actionAbandoned, payment: payment, raw: raw))))
        case .waits(let waiting):
            emit(.statement(.provider(.pending(PendingPayment(waitingFor: waiting, payment: payment, raw: raw)))))
        case .approved(let level):
            emit(.statement(.provider(.succeeded(Approval(level: level, payment: payment, raw: raw)))))
            if notice.hasUnreadableAmount { emit(.anomaly(.amountMismatch)) }
        case .refused:
            if let left = notice.triesLeft, left <= 0 { emit(.session(.spent)) }
            let reason = notice.code.flatMap { vocabulary.refusals[$0] } ?? .unspecified
            emit(.statement(.provider(.declined(Decline(reason: reason, payment: payment, raw: raw)))))
        case .withdrawn:
            let cause = notice.code.flatMap { vocabulary.withdrawals[$0] } ?? .unstated
            emit(.statement(.provider(.cancelled(Cancellation(cause: cause, payment: payment, raw: raw)))))
        case .broken: emit(.statement(.provider(.failed(Failure(kind: .provider, payment: payment, raw: raw)))))
        case .notStarted: emit(.statement(.provider(.failed(Failure(kind: .notStarted, payment: payment, raw: raw)))))
        case .invalidForm:
            emit(.statement(.local(.failed(Failure(kind: .validation, raw: raw)), ifSubmitted: .noAnswer)))
        }
    }

    private func step(_ notice: BreviaNotice) -> ShopperAction {
        notice.code.flatMap { vocabulary.steps[$0] } ?? .unsupported(RawCode(notice.code ?? notice.word))
    }
}
