import Testing

@testable import CheckoutCore

/// After every step of many random histories the order that the records give back is the one that lives.
@Suite("An order restored at any time is the one that lived")
struct RestoredAtAnyTimeTests {
    /// What decides about money, and what a request's key is made of.
    struct Known: Equatable {
        struct Attempt: Equatable {
            let standing: Standing
            let references: [PaymentReference]
            let sum: AttemptMachine.ApprovedSum
            let payments: Int
            let submissions: UInt8
            let mayHaveSent: Bool
            let strongestEvidence: Evidence?
            let acceptedAmount: Money?
            let vendorID: String?
            let followUps: [UInt64]
            let isTwin: Bool

            init(_ attempt: OrderMachine.Attempt) {
                let machine = attempt.machine
                (standing, references) = (machine.standing, machine.references)
                (sum, payments, submissions) = (machine.approvedSum, machine.approvedPayments, machine.submissions)
                (mayHaveSent, strongestEvidence) = (machine.mayHaveSent, machine.strongestEvidence)
                acceptedAmount = machine.acceptedAmount
                (vendorID, followUps, isTwin) = (attempt.vendorID, attempt.followUps, attempt.isTwin)
            }
        }

        let attempts: [Attempt]
        let remaining: Money?
        let refusal: StartRefusal?
        let blockedBy: Int?
        let needsMerchant: Bool
        let releasedEarly: [PaymentReference]
        /// What the order shows, once it has attempts; before it is a session's.
        let shown: Standing?
        let nextStep: NextStep?

        init(_ machine: OrderMachine) {
            attempts = machine.attempts.map { Attempt($0) }
            remaining = machine.remaining
            let standing = machine.standing
            (refusal, blockedBy) = (standing.refusal, standing.blockedBy)
            needsMerchant = machine.needsMerchantStatement(to: Provider(rawValue: "one"))
            releasedEarly = machine.releasedEarly
            shown = machine.attempts.isEmpty ? nil : standing.standing
            nextStep = machine.attempts.isEmpty ? nil : standing.nextStep
        }
    }

    /// A random history: its order, and the order that its records give back.
    struct History {
        var random: SeededGenerator
        var order: Order
        var recorded: OrderMachine
        var read = 0
        /// What may happen, and what may be said: every third history is of ends and repeats only, every third of
        /// approvals.
        let (happenings, signals): ([Int], [Int])

        init(seed: UInt64) {
            (happenings, signals) =
                switch seed % 3 {
                case 0: (Array(0...23), Array(0...19))
                case 1: ([0, 1, 2, 15, 16, 17, 18, 19, 20], [15, 15, 15, 15, 18, 19])
                default: (Array(0...23), [1, 4, 12, 13, 14, 17, 17, 17])
                }
            random = SeededGenerator(seed)
            order = Order(policy: seed % 2 == 0 ? .standard : .strict)
            recorded = order.machine
            openSessions()
        }

        static let references = ["P1", "P2", "P3"].map(Samples.reference)
        static let amounts: [Money?] = [nil] + [300, 600, 1000, 1200].map { Samples.euro($0) }

        mutating func openSessions() {
            for (name, boundary) in [("one", AdapterTraits.Boundary.event), ("two", .grant)] {
                _ = order.open(
                    order.machine.freshSessionName(for: Provider(rawValue: name)), provider: name, boundary: boundary)
            }
        }

        mutating func payment() -> PaymentDetails {
            PaymentDetails(
                reference: Bool.random(using: &random) ? Self.references.randomElement(using: &random) : nil,
                amount: Self.amounts.randomElement(using: &random) ?? nil)
        }

        mutating func outcome() -> Outcome {
            let payment = payment()
            let retry = Retry.allCases.filter { $0 != .blocked }.randomElement(using: &random) ?? .newSession
            switch Int.random(in: 0..<9, using: &random) {
            case 0: return .pending(PendingPayment(waitingFor: .provider, payment: payment))
            case 1:
                let paid = payment.amount
                return .partiallyPaid(
                    PartialPayment(paid: paid, remaining: nil, payment: PaymentDetails(reference: payment.reference)))
            case 2, 3, 4:
                let level = Approval.Level.allCases.randomElement(using: &random) ?? .unstated
                return .succeeded(Approval(level: level, payment: payment))
            case 5: return .declined(Decline(reason: .doNotHonour, retry: retry, payment: payment))
            case 6: return .cancelled(Cancellation(cause: .provider, retry: retry, payment: payment))
            case 7: return .failed(Failure(kind: .provider, retry: retry, payment: payment))
            default: return .outcomeUnknown(Uncertainty(cause: .reportedByProvider, payment: payment))
            }
        }

        mutating func signal() -> CheckoutSignal {
            switch signals.randomElement(using: &random) ?? 0 {
            case 0: .submission(.announced)
            case 1: .submission(.made)
            case 2: .submission(.repeated)
            case 4: .submission(.followUp(digest: UInt64.random(in: 1...3, using: &random)))
            case 5: .progress(.processing, by: .provider)
            // As it is read back: what the shopper had to do is over then.
            case 6: .progress(.actionRequired(.unsupported(RawCode(""))), by: .provider)
            case 7: .statement(.local(.cancelled(Cancellation(cause: .shopper)), ifSubmitted: .closedAfterSubmission))
            case 8: .statement(.local(.failed(Failure(kind: .network)), ifSubmitted: .noAnswer))
            case 9: .statement(.doubt(Uncertainty(cause: .unrecognised)))
            case 10: .nothingLeft(Failure(kind: .network))
            case 11: .refusedRound(Decline(reason: .authenticationFailed, payment: payment()))
            case 12: .reference(Self.references.randomElement(using: &random) ?? Self.references[0])
            case 13: .vendorAttempt("v\(Int.random(in: 1...2, using: &random))")
            case 14: .acceptedAmount(Samples.euro(1200))
            case 15: .anomaly(Bool.random(using: &random) ? .unattributed : .amountMismatch)
            case 3: .session(Bool.random(using: &random) ? .spent : .initializing)
            case 17, 16: .statement(Bool.random(using: &random) ? .provider(outcome()) : .merchant(outcome()))
            case 18: .statement(.provider(.declined(Decline(reason: .doNotHonour, payment: payment()))))
            default: .statement(.provider(.failed(Failure(kind: .provider, retry: .newSession, payment: payment()))))
            }
        }

        mutating func released() -> [PaymentReference] {
            Array(Self.references.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random)))
        }

        mutating func word() -> MerchantWord {
            Int.random(in: 0..<4, using: &random) == 0 ? .released(released()) : .outcome(outcome())
        }

        mutating func event() -> ScriptedAdapter.Event {
            let role: EventSubject.Role =
                [.progress, .result, .result, .merchant, .start("card")].randomElement(using: &random) ?? .result
            let reference = Self.references.randomElement(using: &random) ?? Self.references[0]
            let name: EventSubject.Name =
                switch Int.random(in: 0..<6, using: &random) {
                case 0: .payment(reference)
                case 1: .ownReference(reference)
                case 2: .vendorAttempt("v\(Int.random(in: 1...2, using: &random))", claimsGrant: true)
                case 3: .attempt(AttemptID(rawValue: "id-\(Int.random(in: 1...4, using: &random))"))
                default: .none
                }
            var event = ScriptedAdapter.Event(role, name)
            event.signals = (0..<Int.random(in: 1...2, using: &random)).map { _ in signal() }
            return event
        }

        mutating func step() {
            let attempt = order.machine.attempts.indices.randomElement(using: &random)
            let session = order.machine.sessions.indices.suffix(3).randomElement(using: &random) ?? 0
            switch happenings.randomElement(using: &random) ?? 0 {
            case 0, 1, 2, 3:
                order.begin(session)
            case 4:
                guard let attempt else { return }
                _ = order.machine.withdraw(attempt: attempt, order.sink)
            case 5:
                guard let attempt else { return }
                order.machine.deadlinePassed(attempt: attempt, order.sink)
            case 6:
                order.machine.close(
                    session: session, Cancellation(cause: .shopper, retry: .newSession),
                    ifSubmitted: .closedAfterSubmission, order.sink)
                openSessions()
            case 7:
                guard let attempt else { return }
                order.machine.endSession(of: attempt, order.sink)
                openSessions()
            case 8, 9:
                guard let attempt else { return }
                let word = word()
                order.machine.hear(word, attempt: attempt, order.sink)
            case 10:
                let references = released()
                order.machine.hear(released: references, order.sink)
            case 11:
                let word = word()
                order.machine.hearUnowned(word, session: session, id: order.nextID, order.sink)
            case 12:
                relaunch()
            case 13:
                guard let attempt else { return }
                order.machine.callFailed(attempt: attempt, order.sink)
            case 14:
                guard let attempt else { return }
                _ = order.machine.take(attempt: attempt)
            case 15:
                order.machine.apply(.initializing, session: session, order.sink)
                order.machine.apply(.ready, session: session, order.sink)
            default:
                let event = event()
                let bindings: [OrderMachine.Binding] =
                    [.unbound, .unbound, .toNobody] + (attempt.map { [.to($0), .to($0)] } ?? [])
                let bound = bindings.randomElement(using: &random) ?? .unbound
                order.receive(event, in: session, bound: bound)
            }
        }

        mutating func relaunch() {
            read(order.log.records)
            order.machine = recorded
            order.machine.endInterrupted(order.sink)
            openSessions()
        }

        /// What was recorded goes through the journal.
        mutating func read(_ records: [OrderRecord]) {
            for record in records[read...] {
                for known in OrderRecord.line([record]).flatMap({ OrderRecord.records(in: $0) }) ?? [] {
                    recorded.replay(known, .silent)
                }
            }
            read = records.count
        }
    }

    @Test("After every step of a random history the records give back what is known")
    func randomHistories() {
        var differing: [UInt64] = []
        for seed in 0..<400 as Range<UInt64> {
            var history = History(seed: seed)
            for _ in 0..<25 {
                history.step()
                history.read(history.order.log.records)
                guard Known(history.order.machine) == Known(history.recorded) else {
                    differing.append(seed)
                    break
                }
            }
        }
        #expect(differing == [])
    }
}
