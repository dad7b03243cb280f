public import CheckoutCore

/// A vendor that speaks the neutral language and can tell every story: what the catalogue itself is tested with.
public struct ReferenceAdapter: CheckoutAdapter {
    /// What is reported: whose it is, and what it means.
    public struct Event: Sendable {
        /// What the event names and what role it plays.
        public var subject: EventSubject
        /// What it means.
        public var signals: [CheckoutSignal]

        /// Makes an event.
        public init(_ role: EventSubject.Role, name: EventSubject.Name = .none, _ signals: CheckoutSignal...) {
            subject = EventSubject(role, name: name)
            self.signals = signals
        }
    }

    /// The provider of the reference, which no shop has.
    public static var provider: Provider { Provider(rawValue: "reference") }

    /// It reports readiness and the boundary, and takes the amount with each attempt.
    public var traits: AdapterTraits { AdapterTraits(readiness: .required, boundary: .event, fixesAmount: false) }

    /// Makes an adapter.
    public init() {}

    /// What the event says.
    public func subject(of event: Event) -> EventSubject { event.subject }

    /// What the event says.
    public mutating func interpret(_ event: Event, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void) {
        for signal in event.signals { emit(signal) }
    }
}

/// Tells every turn in the neutral language.
public struct ReferenceSimulator: VendorSimulator {
    /// It tells everything.
    public static let telling = Telling()

    /// The number of the latest attempt.
    public private(set) var attempt = 0
    private var isSent = false
    private var last: [ScriptStep<ReferenceAdapter.Event>] = []

    /// Makes a simulator.
    public init(for scenario: Scenario.ID) {}

    /// A fresh adapter.
    public var adapter: ReferenceAdapter { ReferenceAdapter() }

    /// The payment's reference.
    public func reference(of attempt: Int) -> String { "REF\(attempt)" }

    /// What is reported when this happens.
    public mutating func play(_ turn: Turn) throws(NotExpressible) -> [ScriptStep<ReferenceAdapter.Event>] {
        if let steps = world(turn) { return steps }
        switch turn {
        case .load: return [.says(.init(.session, .session(.ready)))]
        case .failToLoad:
            return [
                .says(
                    .init(
                        .session, .session(.failed(Failure(kind: .configuration, retry: .newSession))), .session(.over))
                )
            ]
        case .press:
            attempt += 1
            isSent = false
            return [.start(nil)]
        case .holdBack: return []
        case .send: return send()
        case .sendInVain: return [hook]
        case .sendAfterEnd:
            return [hook, .says(.init(.result, .statement(.doubt(unrecognised))), attempt: attempt)]
        case .leaveBeforeSending: return end(.cancelled(Cancellation(cause: .shopper)))
        case .enterInvalidCard:
            attempt += 1
            return [.start(nil)] + end(.failed(Failure(kind: .validation)))
        case .veto: return end(.cancelled(Cancellation(cause: .merchant)))
        case .goOffline: return end(.failed(Failure(kind: .network)))
        case .dropLine: return send() + doubt(.noAnswer)
        case .abandon: return doubt(.actionAbandoned)
        case .askForAuthentication: return send() + shopper(.authenticate(.challenge))
        case .redirect: return send() + shopper(.redirect(nil))
        case .showVoucher: return send() + shopper(.presentVoucher)
        case .askForSurcharge: return send() + shopper(.confirmSurcharge(Surcharge()))
        case .agreeToSurcharge: return [.surcharge(accept: true)] + goesOn
        case .authenticate, .comeBack: return goesOn
        case .refuseSurcharge:
            return [.surcharge(accept: false)] + goesOn + tell(.cancelled(Cancellation(cause: .shopper)))
        case .failAuthentication: return goesOn + tell(.declined(Decline(reason: .authenticationFailed)))
        case .closeVoucher: return tell(.pending(PendingPayment(waitingFor: .shopper)))
        case .approve(.all): return send() + tell(.succeeded(Approval(level: .authorised, payment: payment())))
        case .approve(.less(let amount)), .approve(.other(let amount)):
            return send() + tell(.succeeded(Approval(level: .authorised, payment: payment(amount))))
        case .approveEarlier:
            let earlier = PaymentDetails(reference: PaymentReference(reference(of: attempt - 1)))
            return tell(.succeeded(Approval(level: .authorised, payment: earlier)))
        case .approveUnasked:
            attempt += 1
            return tell(.succeeded(Approval(level: .authorised, payment: payment())))
        case .decline(let reason): return send() + tell(.declined(Decline(reason: reason, payment: payment())))
        case .declineForGood:
            return send() + [.says(.init(.session, .session(.spent)))]
                + tell(.declined(Decline(reason: .doNotHonour, payment: payment())))
        case .declineInWallet:
            return send() + tell(.cancelled(Cancellation(cause: .shopper, earlierRefusal: true)))
        case .postpone: return send() + tell(.pending(PendingPayment(waitingFor: .provider, payment: payment())))
        case .cancel: return tell(.cancelled(Cancellation(cause: .shopper, payment: payment())))
        case .expire: return tell(.cancelled(Cancellation(cause: .expired, payment: payment())))
        case .sayUnknownWord: return send() + [.says(.init(.result, .statement(.doubt(unrecognised))))]
        case .repeatOutcome: return last
        case .contradictWithoutName:
            return [.says(.init(.result, .statement(.provider(.cancelled(Cancellation(cause: .provider))))))]
        case .refuseStart:
            return [
                .says(
                    .init(
                        .result, name: .vendorAttempt("refused", claimsGrant: false),
                        .statement(.provider(.failed(Failure(kind: .notStarted))))))
            ]
        case .openAgain, .pressInVain, .passDeadline, .leave, .relaunch, .merchantSays, .elsewhere: return []
        }
    }

    // MARK: - In neutral words

    private var hook: ScriptStep<ReferenceAdapter.Event> {
        .says(
            .init(.progress, .progress(.processing, by: .local), .submission(.announced)), attempt: attempt, asks: true)
    }

    private mutating func send() -> [ScriptStep<ReferenceAdapter.Event>] {
        guard !isSent else { return [] }
        isSent = true
        return [hook]
    }

    private var goesOn: [ScriptStep<ReferenceAdapter.Event>] {
        [.says(.init(.progress, .progress(.processing, by: .provider)))]
    }

    private func shopper(_ action: ShopperAction) -> [ScriptStep<ReferenceAdapter.Event>] {
        [.says(.init(.progress, .progress(.actionRequired(action), by: .provider)))]
    }

    private func end(_ end: LocalEnd) -> [ScriptStep<ReferenceAdapter.Event>] {
        [.says(.init(.progress, .statement(.local(end, ifSubmitted: .noAnswer))))]
    }

    private func doubt(_ cause: Uncertainty.Cause) -> [ScriptStep<ReferenceAdapter.Event>] {
        [.says(.init(.progress, .statement(.doubt(Uncertainty(cause: cause)))))]
    }

    private var unrecognised: Uncertainty { Uncertainty(cause: .unrecognised) }

    private mutating func tell(_ outcome: Outcome) -> [ScriptStep<ReferenceAdapter.Event>] {
        let name = outcome.state.payment.reference.map { EventSubject.Name.ownReference($0) } ?? .none
        last = [.says(.init(.result, name: name, .statement(.provider(outcome))))]
        return last
    }

    private func payment(_ amount: Money? = nil) -> PaymentDetails {
        PaymentDetails(reference: PaymentReference(reference(of: attempt)), amount: amount)
    }
}
