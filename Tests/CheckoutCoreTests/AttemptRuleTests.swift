import Testing

@testable import CheckoutCore

/// A machine with a note of everything it told.
struct Attempt {
    var machine: AttemptMachine
    var changes: [AttemptChange] = []

    init(asked: Money? = Samples.euro(1000), isSubmitted: Bool = false) {
        machine = AttemptMachine(asked: asked, isSubmitted: isSubmitted)
    }

    /// Applies signals and returns what was told of the last one.
    @discardableResult
    mutating func hear(_ signals: CheckoutSignal...) -> [AttemptChange] {
        var last: [AttemptChange] = []
        for signal in signals {
            last = []
            machine.apply(signal) { last.append($0) }
            changes += last
        }
        return last
    }

    var state: CheckoutState { machine.standing.state }
    var kind: CheckoutState.Kind { machine.standing.state.kind }
    var anomalies: [Anomaly] { changes.flatMap(\.anomalies.anomalies) }
}

/// Signals by short names.
enum Say {
    static let submitted = CheckoutSignal.submission(.made)
    static let repeated = CheckoutSignal.submission(.repeated)

    static func provider(_ outcome: Outcome) -> CheckoutSignal { .statement(.provider(outcome)) }
    static func merchant(_ outcome: Outcome) -> CheckoutSignal { .statement(.merchant(outcome)) }

    static let shopperLeft = CheckoutSignal.statement(
        .local(.cancelled(Cancellation(cause: .shopper)), ifSubmitted: .closedAfterSubmission))
    static let offline = CheckoutSignal.statement(
        .local(.failed(Failure(kind: .network, retry: .otherMethod)), ifSubmitted: .noAnswer))
    static let notAuthenticated = CheckoutSignal.statement(
        .local(.declined(Decline(reason: .authenticationFailed)), ifSubmitted: .actionAbandoned))
    static let noAnswer = CheckoutSignal.statement(.doubt(Uncertainty(cause: .noAnswer)))
    static let unrecognised = CheckoutSignal.statement(.doubt(Uncertainty(cause: .unrecognised)))
    static let nothingLeft = CheckoutSignal.nothingLeft(Failure(kind: .network))

    static let pending = Outcome.pending(PendingPayment(waitingFor: .provider))
    static let cancelled = Outcome.cancelled(Cancellation(cause: .provider, retry: .otherMethod))
    static let failed = Outcome.failed(Failure(kind: .provider, retry: .newSession))
    static let declined = Outcome.declined(Decline(reason: .doNotHonour))
    static let unknown = Outcome.outcomeUnknown(Uncertainty(cause: .reportedByProvider))

    static func approved(_ reference: String? = nil, _ amount: Money? = nil, _ level: Approval.Level = .authorised)
        -> Outcome
    {
        .succeeded(
            Approval(
                level: level,
                payment: PaymentDetails(reference: reference.flatMap(PaymentReference.init), amount: amount)))
    }

    static func part(_ reference: String? = nil, paid: Money? = nil, remaining: Money? = nil) -> Outcome {
        .partiallyPaid(
            PartialPayment(
                paid: paid, remaining: remaining,
                payment: PaymentDetails(reference: reference.flatMap(PaymentReference.init))))
    }
}

@Suite("The rules of one attempt")
struct AttemptRuleTests {
    // MARK: R1

    @Test("R1 a local word is an end before the submission and doubt after it")
    func ruleR1Readings() {
        var before = Attempt()
        before.hear(Say.shopperLeft)
        #expect(before.state == .cancelled(Cancellation(cause: .shopper)))
        #expect(before.machine.standing.exposure == .none)

        var after = Attempt()
        after.hear(Say.submitted, Say.shopperLeft)
        guard case .outcomeUnknown(let uncertainty) = after.state else {
            Issue.record("\(after.state)")
            return
        }
        #expect(uncertainty.cause == .closedAfterSubmission)
        #expect(after.machine.standing.exposure == .possible)
        #expect(after.machine.standing.evidence == .local)
    }

    @Test(
        "R1 a submission heard after a local end makes it doubt, loudly",
        arguments: [
            Say.shopperLeft, Say.offline, Say.notAuthenticated,
        ])
    func ruleR1SentAfterEnd(end: CheckoutSignal) {
        var attempt = Attempt()
        attempt.hear(end)
        #expect(attempt.kind.isEnd)
        let told = attempt.hear(Say.submitted)
        #expect(attempt.kind == .outcomeUnknown)
        #expect(told.map(\.anomalies) == [.sentAfterEnd])
    }

    @Test(
        "R1 after a provider's end the first submission is that payment's own, a second one reopens the attempt",
        arguments: [Say.declined, Say.cancelled, Say.failed], [Evidence.provider, .merchant])
    func ruleR1SecondSubmission(end: Outcome, evidence: Evidence) {
        var attempt = Attempt()
        attempt.hear(.statement(Statement(end, evidence: evidence)))
        let kind = attempt.kind
        let late = attempt.hear(Say.submitted)
        #expect(attempt.kind == kind)
        #expect(late.map(\.anomalies) == [.sentAfterEnd])
        let second = attempt.hear(Say.submitted)
        #expect(attempt.kind == .outcomeUnknown)
        #expect(attempt.machine.standing.exposure == .possible)
        #expect(second.map(\.anomalies) == [.sentAfterEnd])

        // The end that stood says nothing about the second payment, however often it is told.
        attempt.hear(.statement(Statement(end, evidence: .provider)))
        #expect(evidence == .merchant || attempt.kind == .outcomeUnknown)
        attempt.hear(Say.merchant(Say.declined))
        #expect(attempt.kind == .declined)
    }

    @Test("R1 a second submission of an approved attempt is told and changes nothing")
    func ruleR1ApprovedResubmission() {
        var attempt = Attempt()
        attempt.hear(Say.submitted, Say.provider(Say.approved()))
        #expect(attempt.hear(Say.submitted).map(\.anomalies) == [.sentAfterEnd])
        #expect(attempt.kind == .succeeded)
    }

    @Test("R1 proof that nothing left ends the first submission, and only the first")
    func ruleR1NothingLeft() {
        var attempt = Attempt()
        attempt.hear(Say.submitted, Say.nothingLeft)
        #expect(attempt.state == .failed(Failure(kind: .network)))
        #expect(attempt.machine.standing.exposure == .none)
        #expect(!attempt.machine.mayHaveSent)
        let told = attempt.hear(Say.submitted)
        #expect(attempt.kind == .outcomeUnknown)
        #expect(told.map(\.anomalies) == [.sentAfterEnd])

        var spoken = Attempt()
        spoken.hear(Say.submitted, Say.noAnswer, Say.nothingLeft)
        #expect(spoken.kind == .outcomeUnknown)

        var twice = Attempt()
        twice.hear(Say.submitted, Say.submitted, Say.nothingLeft)
        #expect(twice.kind == .outcomeUnknown)
    }

    @Test("R1 a withdrawn grant ends the attempt, until the vendor speaks of it all the same")
    func ruleR1Withdraw() {
        for isBoundary in [false, true] {
            var attempt = Attempt(isSubmitted: isBoundary)
            #expect(attempt.machine.isUntouched)
            attempt.machine.withdraw(by: .standard) { _ in }
            #expect(attempt.state == .cancelled(Cancellation(cause: .merchant)))
            #expect(attempt.machine.standing.exposure == .none)
            let told = attempt.hear(.progress(.processing, by: .provider))
            #expect(told.map(\.after.state.kind) == [.outcomeUnknown, .processing])
            #expect(told.first?.anomalies == .sentAfterEnd)
            #expect(attempt.machine.standing.exposure == .possible)
        }
    }

    // MARK: R2

    @Test("R2 an approval is taken in every state of its attempt", arguments: TransitionTable.places)
    func ruleR2(place: TransitionTable.Place) {
        var attempt = Attempt.standing(at: place)
        let wasEnd = attempt.kind.isEnd
        let told = attempt.hear(Say.merchant(Say.approved("PSP9")))
        #expect(attempt.kind == .succeeded)
        #expect(told.last?.anomalies.contains(.lateSuccess) == wasEnd)
    }

    @Test("R2 an end after an approval changes nothing and is told once")
    func ruleR2Contradiction() {
        var attempt = Attempt()
        attempt.hear(Say.submitted, Say.provider(Say.approved("PSP1")))
        let told = attempt.hear(Say.provider(Say.declined))
        #expect(attempt.kind == .succeeded)
        #expect(told.map(\.anomalies) == [.contradiction])
        #expect(attempt.hear(Say.provider(Say.declined)).isEmpty)
        #expect(attempt.hear(Say.shopperLeft).isEmpty)
    }

    @Test("R2 an approval with another payment reference is a second approval")
    func ruleR2SecondApproval() {
        var attempt = Attempt()
        attempt.hear(Say.submitted, Say.provider(Say.approved("PSP1")))
        #expect(attempt.hear(Say.provider(Say.approved("PSP1"))).isEmpty)
        #expect(attempt.hear(Say.provider(Say.approved(nil))).isEmpty)
        let told = attempt.hear(Say.provider(Say.approved("PSP2")))
        #expect(told.map(\.anomalies) == [.secondApproval])
        #expect(attempt.machine.approvedPayments == 2)
        #expect(attempt.hear(Say.provider(Say.approved("PSP2"))).isEmpty)
    }

    @Test("R2 released payments count no more, told before or after, and another one stands")
    func ruleR2Released() {
        func release(_ attempt: inout Attempt, _ references: [String]) {
            attempt.machine.release(references.map(Samples.reference), by: .standard) { _ in }
        }
        var after = Attempt()
        after.hear(Say.submitted, Say.provider(Say.approved("PSP1")), Say.provider(Say.approved(nil)))
        release(&after, ["PSP1"])
        var before = Attempt()
        before.hear(Say.submitted)
        release(&before, ["PSP1"])
        before.hear(Say.provider(Say.approved(nil)), Say.provider(Say.approved("PSP1")))
        for attempt in [after, before] {
            guard case .cancelled(let cancellation) = attempt.state else {
                Issue.record("\(attempt.state)")
                return
            }
            #expect(cancellation.cause == .merchant)
            #expect(cancellation.retry == .newSession)
            #expect(attempt.machine.standing.evidence == .merchant)
            #expect(attempt.machine.approvedSum == .none)
        }
        after.hear(Say.provider(Say.approved("PSP2")))
        #expect(after.kind == .succeeded)
    }

    // MARK: R3

    @Test("R3 doubt gives way to a sign of life, and the next statement shows the greatest again")
    func ruleR3() {
        for alive in [CheckoutSignal.progress(.processing, by: .provider), Say.repeated] {
            var attempt = Attempt()
            attempt.hear(Say.submitted, Say.noAnswer)
            attempt.hear(.progress(.processing, by: .local))
            #expect(attempt.kind == .outcomeUnknown)
            attempt.hear(alive)
            #expect(attempt.kind == .processing)
            #expect(attempt.machine.standing.exposure == .possible)
            attempt.hear(.progress(.actionRequired(.switchApp), by: .local))
            #expect(attempt.kind == .actionRequired)
            attempt.hear(Say.noAnswer)
            #expect(attempt.kind == .outcomeUnknown)
        }
    }

    @Test(
        "R3 nothing leads back from an end or from what is pending but a greater statement",
        arguments: [Say.pending, Say.declined, Say.cancelled, Say.failed, Say.approved(), Say.part()])
    func ruleR3NoWayBack(outcome: Outcome) {
        var attempt = Attempt()
        attempt.hear(Say.submitted, Say.provider(outcome))
        let standing = attempt.machine.standing
        attempt.hear(
            .progress(.processing, by: .provider), .progress(.actionRequired(.switchApp), by: .provider), Say.repeated,
            Say.noAnswer, Say.shopperLeft)
        #expect(attempt.machine.standing == standing)
    }

    @Test("R3 doubt by the merchant's word isn't covered by progress")
    func ruleR3MerchantDoubt() {
        var attempt = Attempt()
        attempt.hear(Say.submitted, .statement(Statement(Say.unknown, evidence: .merchant)), Say.repeated)
        #expect(attempt.kind == .outcomeUnknown)
    }

    // MARK: R4

    @Test("R4 of two statements the greater stands, whatever the order")
    func ruleR4() {
        /// The order of the design, smallest first, written down apart from the table.
        let ascending: [CheckoutSignal] = [
            Say.noAnswer, Say.unrecognised,
            Say.provider(Say.unknown), Say.provider(Say.pending),
            Say.provider(.pending(PendingPayment(waitingFor: .shopper))),
            Say.provider(.pending(PendingPayment(waitingFor: .merchant))),
            Say.provider(.cancelled(Cancellation(cause: .shopper))),
            Say.provider(.cancelled(Cancellation(cause: .unstated))),
            Say.provider(.cancelled(Cancellation(cause: .unstated, earlierRefusal: true))),
            Say.provider(Say.cancelled),
            Say.provider(.failed(Failure(kind: .provider))), Say.provider(Say.failed),
            Say.provider(Say.declined), Say.provider(.declined(Decline(reason: .suspectedFraud))),
            Say.provider(.declined(Decline(reason: .doNotHonour, retry: .newSession))),
            Say.merchant(Say.pending), Say.merchant(Say.cancelled), Say.merchant(Say.failed),
            Say.merchant(Say.declined),
            Say.provider(Say.part()), Say.provider(Say.part(paid: Samples.euro(300))),
            Say.provider(Say.part(paid: Samples.euro(400))),
            Say.provider(Say.approved(nil, nil, .unstated)), Say.provider(Say.approved()),
            Say.provider(Say.approved(nil, Samples.euro(1000))), Say.provider(Say.approved(nil, Samples.euro(2000))),
            Say.provider(Say.approved(nil, nil, .captured)),
            Say.merchant(Say.part()), Say.merchant(Say.approved(nil, nil, .unstated)), Say.merchant(Say.approved()),
        ]
        for (low, smaller) in ascending.enumerated() {
            for greater in ascending[(low + 1)...] {
                var upwards = Attempt()
                upwards.hear(Say.submitted, smaller, greater)
                var downwards = Attempt()
                downwards.hear(Say.submitted, greater, smaller)
                var alone = Attempt()
                alone.hear(Say.submitted, greater)
                #expect(upwards.machine.standing == downwards.machine.standing)
                #expect(upwards.kind == alone.kind)
                #expect(upwards.machine.standing.evidence == alone.machine.standing.evidence)
            }
        }
    }

    @Test("R4 the retry is the narrowest that any end allows, a local word by its final reading")
    func ruleR4Retry() {
        var attempt = Attempt()
        attempt.hear(
            Say.submitted, Say.provider(Say.declined),
            Say.provider(.cancelled(Cancellation(cause: .provider, retry: .newSession))))
        #expect(attempt.kind == .declined)
        #expect(attempt.machine.standing.retry == .newSession)

        var local = Attempt()
        local.hear(Say.offline)
        #expect(local.machine.standing.retry == .otherMethod)
        local.hear(Say.merchant(.cancelled(Cancellation(cause: .merchant))))
        #expect(local.machine.standing.retry == .otherMethod)
        local.hear(Say.submitted)
        #expect(local.machine.standing.retry == .sameMethod)
    }

    @Test("R4 payment references are gathered from all that was said, and the only one is named")
    func ruleR4References() {
        var attempt = Attempt()
        attempt.hear(Say.submitted, .reference(Samples.reference("PSP1")), Say.provider(Say.declined))
        #expect(attempt.state.payment.reference == Samples.reference("PSP1"))
        attempt.hear(.reference(Samples.reference("PSP0")))
        #expect(attempt.machine.references.map(\.text) == ["PSP0", "PSP1"])
    }

    @Test("R4 a session that is over narrows the retry of its last attempt, also of an end told later")
    func ruleR4SessionOver() {
        var attempt = Attempt()
        attempt.hear(Say.submitted, Say.noAnswer)
        attempt.machine.narrowRetry(to: .newSession, by: .standard) { _ in }
        #expect(attempt.kind == .outcomeUnknown)
        attempt.hear(Say.provider(Say.declined))
        #expect(attempt.machine.standing.retry == .newSession)
    }

    // MARK: R5

    @Test(
        "R5 an unrecognised outcome is doubt in every place that is no end and no approval, and counts as sent",
        arguments: TransitionTable.places)
    func ruleR5(place: TransitionTable.Place) {
        var attempt = Attempt.standing(at: place)
        let before = attempt.machine.standing
        attempt.hear(Say.unrecognised)
        #expect(attempt.machine.isSubmitted)
        switch attempt.kind {
        case .outcomeUnknown: #expect(attempt.machine.standing.exposure == .possible)
        case let kind: #expect(kind == before.state.kind && before.evidence != .local)
        }
    }

    // MARK: R9

    @Test("R9 a deadline asks a question and never answers one")
    func ruleR9() {
        let deadline = CheckoutSignal.statement(.local(.failed(Failure(kind: .timedOut)), ifSubmitted: .timedOut))
        var before = Attempt()
        before.hear(deadline)
        #expect(before.state == .failed(Failure(kind: .timedOut)))
        var after = Attempt()
        after.hear(Say.submitted, .progress(.actionRequired(.redirect(nil)), by: .provider), deadline)
        guard case .outcomeUnknown(let uncertainty) = after.state else {
            Issue.record("\(after.state)")
            return
        }
        #expect(uncertainty.cause == .timedOut)
        #expect(uncertainty.phase == .actionRequired)
        after.hear(Say.provider(Say.approved()))
        #expect(after.kind == .succeeded)
        #expect(after.anomalies.isEmpty)
    }

    // MARK: R12

    @Test(
        "R12 an approval is compared with what its own attempt asked",
        arguments: [
            (Samples.euro(1000), CheckoutState.Kind.succeeded, [Anomaly]()),
            (Samples.euro(1025), .succeeded, []),
            (Samples.euro(1001), .succeeded, [.amountMismatch]),
            (Samples.euro(400), .partiallyPaid, []),
            (Samples.euro(0), .succeeded, [.amountMismatch]),
            (Samples.euro(1), .partiallyPaid, []),
            (Samples.euro(-5), .succeeded, [.amountMismatch]),
            (Money(minorUnits: 1000, currency: Samples.currency("JPY")), .succeeded, [.amountMismatch]),
        ])
    func ruleR12(amount: Money, kind: CheckoutState.Kind, anomalies: [Anomaly]) {
        for evidence in [Evidence.provider, .merchant] {
            var attempt = Attempt()
            attempt.hear(
                Say.submitted, .acceptedAmount(Samples.euro(1025)),
                .statement(Statement(Say.approved("PSP1", amount), evidence: evidence)))
            #expect(attempt.kind == kind)
            #expect(attempt.anomalies == anomalies)
            if case .partiallyPaid(let part) = attempt.state {
                #expect(part.paid == amount)
                #expect(part.remaining == Samples.euro(1000 - amount.minorUnits))
            }
        }
    }

    @Test(
        "R12 the sums of a part payment complete each other, and the larger paid sum counts",
        arguments: [
            (400, nil, 400, 600, false), (nil, 600, 400, 600, false), (400, 600, 400, 600, false),
            (400, 500, 500, 500, true), (500, 600, 500, 500, true), (nil, nil, nil, nil, false),
            (1000, nil, 1000, 0, false), (1001, nil, nil, nil, true), (-1, nil, nil, nil, true),
        ] as [(Int64?, Int64?, Int64?, Int64?, Bool)])
    func ruleR12Parts(paid: Int64?, remaining: Int64?, isPaid: Int64?, isLeft: Int64?, mismatch: Bool) {
        var attempt = Attempt()
        attempt.hear(
            Say.submitted, Say.provider(Say.part(paid: paid.map(Samples.euro), remaining: remaining.map(Samples.euro))))
        guard case .partiallyPaid(let part) = attempt.state else {
            Issue.record("\(attempt.state)")
            return
        }
        #expect(part.paid == isPaid.map(Samples.euro))
        #expect(part.remaining == isLeft.map(Samples.euro))
        #expect(part.isKnown == (isPaid != nil))
        #expect(attempt.anomalies == (mismatch ? [.amountMismatch] : []))
        #expect(attempt.machine.standing.exposure == .held)
    }

    @Test("R12 an absent amount is taken as asked, and a verification compares nothing")
    func ruleR12Absent() {
        var attempt = Attempt()
        attempt.hear(Say.submitted, Say.provider(Say.approved("PSP1")))
        #expect(attempt.machine.approvedSum == .known(Samples.euro(1000)))
        var verification = Attempt()
        let approval = Approval(
            level: .authorised, payment: PaymentDetails(amount: Samples.euro(0)), intent: .verification)
        verification.hear(Say.submitted, Say.provider(.succeeded(approval)))
        #expect(verification.kind == .succeeded)
        #expect(verification.machine.standing.exposure == .none)
        #expect(verification.machine.standing.retry == .blocked)
    }

    // MARK: Rounds

    @Test("A refused round opens the boundary again, and an end before the next submission is that refusal")
    func rounds() {
        let refusal = Decline(reason: .authenticationRequired)
        var attempt = Attempt()
        attempt.hear(Say.submitted, .refusedRound(refusal))
        #expect(attempt.machine.standing == Standing(.processing, submitted: false))
        #expect(attempt.machine.mayHaveSent)

        var left = attempt
        left.hear(Say.shopperLeft)
        #expect(left.state == .declined(refusal))
        #expect(left.machine.standing.evidence == .provider)
        left.hear(Say.submitted)
        #expect(left.kind == .outcomeUnknown)
        #expect(left.anomalies == [.sentAfterEnd])

        var sent = attempt
        sent.hear(Say.submitted, Say.shopperLeft)
        #expect(sent.kind == .outcomeUnknown)
        sent.hear(Say.provider(Say.approved()))
        #expect(sent.kind == .succeeded)
        #expect(sent.anomalies.isEmpty)
    }

    @Test("A stronger word for the same state is one change marked as evidence only")
    func evidenceOnly() {
        var attempt = Attempt()
        attempt.hear(Say.submitted, Say.provider(Say.approved("PSP1")))
        let told = attempt.hear(Say.merchant(Say.approved("PSP1")))
        #expect(told.count == 1)
        #expect(told.first?.isEvidenceOnly == true)
        #expect(attempt.changes.dropLast().allSatisfy { !$0.isEvidenceOnly })
    }

    @Test("An anomaly the adapter notices is told without a change")
    func adapterAnomaly() {
        var attempt = Attempt()
        let told = attempt.hear(.anomaly(.amountMismatch))
        #expect(told.map(\.anomalies) == [.amountMismatch])
        #expect(told.first.map { $0.before == $0.after } == true)
        #expect(attempt.hear(.session(.ready), .vendorAttempt("x"), .nextAttempt).isEmpty)
    }
}
