import Testing

@testable import CheckoutCore

@Suite("The rules of an order")
struct OrderRuleTests {
    // MARK: R6

    @Test("R6 an event belongs to the attempt it names, however it names it")
    func ruleR6Names() {
        let reference = Samples.reference("PSP1")
        let names: [EventSubject.Name] = [
            .attempt(AttemptID(rawValue: "id-1")), .vendorAttempt("v1", claimsGrant: false), .payment(reference),
            .ownReference(reference),
        ]
        for name in names {
            var order = Order()
            _ = order.open()
            order.begin()
            order.receive(.init(.progress, .none, .vendorAttempt("v1"), Say.submitted, .reference(reference)))
            order.result(Say.provider(Say.declined))
            order.begin()
            _ = order.submit()
            // The second attempt is open, and the event speaks of the first.
            order.receive(.init(.result, name, Say.provider(Say.approved("PSP1"))))
            #expect(order.kind(0) == .succeeded, "\(name)")
            #expect(order.kind(1) == .processing, "\(name)")
            #expect(order.anomalies == [.lateSuccess], "\(name)")
        }
    }

    @Test("R6 a name nobody has belongs to nobody, unless the event is bound to an attempt")
    func ruleR6UnknownNames() {
        let names: [EventSubject.Name] = [
            .attempt(AttemptID(rawValue: "nobody")), .vendorAttempt("nobody", claimsGrant: false),
            .payment(Samples.reference("NOBODY")),
        ]
        for name in names {
            var order = Order()
            _ = order.open()
            order.begin()
            _ = order.submit()
            order.receive(.init(.result, name, Say.provider(Say.declined)))
            #expect(order.kind(0) == .processing)
            #expect(order.anomalies == [.unattributed])
            order.receive(.init(.result, name, Say.provider(Say.declined)), bound: .to(0))
            #expect(order.kind(0) == .declined)
        }
        // A result's own first reference is no name.
        var order = Order()
        _ = order.open()
        order.begin()
        _ = order.submit()
        order.receive(.init(.result, .ownReference(Samples.reference("NEW")), Say.provider(Say.declined)))
        #expect(order.kind(0) == .declined)
    }

    @Test("R6 a nameless result belongs to the session's only open attempt, if something was submitted")
    func ruleR6Nameless() {
        var order = Order()
        _ = order.open()
        order.begin()
        order.result(Say.provider(Say.declined))
        #expect(order.kind(0) == .processing)
        #expect(order.anomalies == [.unattributed])
        _ = order.submit()
        order.result(Say.provider(Say.declined))
        #expect(order.kind(0) == .declined)
    }

    @Test("R6 a nameless event may repeat or approve what has ended, and nothing else")
    func ruleR6RepeatOrApprove() {
        var order = Order()
        _ = order.open()
        order.begin()
        _ = order.submit()
        order.result(Say.provider(Say.declined))
        let updates = order.log.updates.count
        order.result(Say.provider(Say.declined))
        #expect(order.log.updates.count == updates)
        order.result(Say.provider(Say.failed))
        #expect(order.kind(0) == .declined)
        #expect(order.anomalies == [.unattributed])
        order.result(Say.provider(Say.approved()))
        #expect(order.kind(0) == .succeeded)
        #expect(order.anomalies == [.unattributed, .lateSuccess])
    }

    @Test("R6 an event of an old attempt doesn't touch a new one")
    func ruleR6OldEvent() {
        var order = Order()
        _ = order.open()
        order.begin()
        _ = order.submit()
        order.result(Say.provider(Say.declined))
        order.begin()
        // The new attempt isn't submitted yet: the contrary word is nobody's.
        order.result(Say.provider(Say.failed))
        #expect(order.kind(0) == .declined)
        #expect(order.kind(1) == .processing)
        #expect(order.anomalies == [.unattributed])
    }

    @Test(
        "R6 what would raise the exposure is never dropped: it makes an attempt that blocks the order",
        arguments: [
            (Say.provider(Say.approved("X")), CheckoutState.Kind.succeeded, StartRefusal.alreadyPaid),
            (Say.provider(Say.pending), .pending, .outcomeUnresolved),
            (Say.provider(Say.part()), .partiallyPaid, .outcomeUnresolved),
            (Say.provider(Say.unknown), .outcomeUnknown, .outcomeUnresolved),
            (Say.noAnswer, .outcomeUnknown, .outcomeUnresolved),
            (Say.submitted, .processing, .attemptInProgress),
            (.progress(.processing, by: .provider), .processing, .attemptInProgress),
        ])
    func ruleR6Ungranted(signal: CheckoutSignal, kind: CheckoutState.Kind, refusal: StartRefusal) {
        var order = Order()
        _ = order.open()
        order.result(signal)
        #expect(order.machine.attemptCount == 1)
        #expect(order.kind(0) == kind)
        #expect(order.anomalies == [.unattributed])
        expect(order.begin(), .failure(refusal))
        #expect(order.machine.standing.blockedBy == 1)
    }

    @Test(
        "R6 what nobody owns and raises nothing changes nothing, loudly",
        arguments: [
            Say.provider(Say.declined), Say.provider(Say.cancelled), Say.provider(Say.failed), Say.shopperLeft,
            Say.unrecognised, .progress(.processing, by: .local), .submission(.announced),
        ])
    func ruleR6Unowned(signal: CheckoutSignal) {
        var order = Order()
        _ = order.open()
        expect(order.result(signal), .stop(.noAttempt))
        #expect(order.machine.attemptCount == 0)
        #expect(order.anomalies == [.unattributed])
        expect(order.begin(), .success(0))
    }

    @Test("R6 a refused start never overwrites the attempt that blocked it")
    func ruleR6RefusedStart() {
        var order = Order()
        _ = order.open()
        order.begin()
        let standing = order.standing(0)
        let start = ScriptedAdapter.Event(.start("card"), .none, .progress(.processing, by: .local))
        expect(order.receive(start), .proceed)
        #expect(order.machine.attemptCount == 1)
        expect(order.receive(start), .stop(.refused(.attemptInProgress)))
        #expect(order.standing(0) == standing)
    }

    @Test("R6 the first unseen vendor id after a grant is that grant's, and a later one isn't")
    func ruleR6ClaimedGrant() {
        var order = Order()
        _ = order.open(boundary: .grant)
        order.begin()
        order.receive(
            .init(.result, .vendorAttempt("v1", claimsGrant: true), .vendorAttempt("v1"), Say.provider(Say.declined)))
        #expect(order.kind(0) == .declined)
        order.receive(.init(.result, .vendorAttempt("v2", claimsGrant: true), Say.provider(Say.failed)))
        #expect(order.kind(0) == .declined)
        #expect(order.anomalies == [.unattributed])
    }

    // MARK: R7

    @Test(
        "R7 while an attempt is exposed no session of any provider is granted another",
        arguments: [
            Say.provider(Say.pending), Say.provider(Say.unknown), Say.noAnswer, Say.shopperLeft,
            Say.provider(Say.part()),
        ])
    func ruleR7(word: CheckoutSignal) {
        var order = Order()
        _ = order.open("a", provider: "one")
        _ = order.open("b", provider: "two")
        order.begin(0)
        expect(order.begin(0), .failure(.attemptInProgress))
        expect(order.begin(1), .failure(.attemptInProgress))
        _ = order.submit()
        order.result(word)
        expect(order.begin(0), .failure(.outcomeUnresolved))
        expect(order.begin(1), .failure(.outcomeUnresolved))
        // The way out: the merchant ends it, or says how much of it is paid.
        let settled = order.kind(0).isApproval ? Say.part(paid: Samples.euro(1)) : Say.declined
        order.machine.hear(.outcome(settled), attempt: 0, order.sink)
        expect(order.begin(1), .success(1))
    }

    @Test("R7 a paid order takes no further attempt")
    func ruleR7Paid() {
        var order = Order()
        _ = order.open()
        order.begin()
        _ = order.submit()
        order.result(Say.provider(Say.approved()))
        expect(order.begin(), .failure(.alreadyPaid))
        #expect(order.nextStep == .finish)
    }

    @Test("R7 a part payment leaves the rest to pay, and parts that add up are a full approval")
    func ruleR7Parts() {
        var order = Order()
        _ = order.open()
        order.begin()
        _ = order.submit()
        order.result(Say.provider(Say.approved("PSP1", Samples.euro(400))))
        #expect(order.kind(0) == .partiallyPaid)
        #expect(order.nextStep == .payRemaining(Samples.euro(600)))
        expect(order.begin(), .success(1))
        #expect(order.machine.attempts[1].began.asked == Samples.euro(600))
        _ = order.submit()
        order.result(Say.noAnswer)
        // A part that is paid never excuses another leg that is unknown.
        expect(order.begin(), .failure(.outcomeUnresolved))
        #expect(order.state == .outcomeUnknown)
        order.result(Say.provider(Say.approved("PSP2", Samples.euro(600))))
        #expect(order.state == .succeeded)
        #expect(order.anomalies.isEmpty)
        expect(order.begin(), .failure(.alreadyPaid))
    }

    @Test("R7 a part payment spends the sessions whose sum was fixed at opening")
    func ruleR7FixedSum() {
        var order = Order()
        _ = order.open("a", provider: "one", fixesAmount: true)
        _ = order.open("b", provider: "two", fixesAmount: true)
        _ = order.open("c", provider: "three")
        order.begin(0)
        _ = order.submit(0)
        order.result(Say.provider(Say.approved("PSP1", Samples.euro(400))))
        expect(order.begin(0), .failure(.sessionSpent))
        expect(order.begin(1), .failure(.sessionSpent))
        let fresh = order.open("d", provider: "two", fixesAmount: true)
        expect(order.begin(fresh), .success(1))
    }

    @Test("R7 the question is asked again when an attempt submits")
    func ruleR7AskedAgain() {
        var order = Order()
        _ = order.open("a", provider: "one")
        _ = order.open("b", provider: "two")
        order.begin(0)
        _ = order.submit(0)
        order.result(Say.provider(Say.declined), in: 0)
        order.begin(1)
        order.receive(.init(.result, .none, Say.provider(Say.approved("PSP1"))), in: 0, bound: .to(0))
        expect(order.submit(1), .stop(.refused(.alreadyPaid)))
        #expect(order.standing(1).state == .cancelled(Cancellation(cause: .merchant, retry: .newSession)))
        #expect(order.standing(1).exposure == .none)
        #expect(order.state == .succeeded)
    }

    @Test("R7 an approval whose sum can't be compared blocks the order")
    func ruleR7OtherCurrency() {
        var order = Order()
        _ = order.open()
        order.begin()
        _ = order.submit()
        order.result(Say.provider(Say.approved("PSP1", Money(minorUnits: 5, currency: Samples.currency("JPY")))))
        #expect(order.anomalies == [.amountMismatch])
        expect(order.begin(), .failure(.alreadyPaid))
    }

    @Test("R7 a verification blocks a new attempt although no money moved")
    func ruleR7Verification() {
        var order = Order()
        _ = order.open()
        order.begin()
        _ = order.submit()
        order.result(Say.provider(.succeeded(Approval(level: .authorised, intent: .verification))))
        expect(order.begin(), .failure(.alreadyPaid))
    }

    @Test("R7 under the strict policy another provider needs proof or the merchant's word")
    func ruleR7Strict() {
        var order = Order(policy: .strict)
        _ = order.open("a", provider: "one")
        _ = order.open("b", provider: "two")
        order.begin(0)
        // Nothing was sent: that is proof.
        order.receive(.init(.progress, .none, Say.shopperLeft))
        expect(order.begin(1), .success(1))
        order.receive(.init(.progress, .none, Say.shopperLeft), in: 1)
        order.begin(0)
        _ = order.submit(0)
        order.result(Say.provider(Say.declined))
        expect(order.begin(1), .failure(.needsMerchantStatement))
        #expect(order.machine.refusal(session: 0) == nil)
        order.machine.hear(.outcome(Say.declined), attempt: 2, order.sink)
        expect(order.begin(1), .success(3))
    }

    @Test("R7 a session that is over, spent or not ready is refused with its reason")
    func ruleR7Sessions() {
        var order = Order()
        let loading = order.open("a", readiness: .required)
        expect(order.begin(loading), .failure(.notReady))
        order.receive(.init(.session, .none, .session(.ready)), in: loading)
        expect(order.begin(loading), .success(0))
        _ = order.submit(loading)
        order.result(Say.provider(.declined(Decline(reason: .doNotHonour, retry: .newSession))), in: loading)
        expect(order.begin(loading), .failure(.sessionSpent))
        let other = order.open("b")
        order.receive(.init(.session, .none, .session(.spent)), in: other)
        expect(order.begin(other), .failure(.sessionSpent))
        order.receive(.init(.session, .none, .session(.over)), in: other)
        expect(order.begin(other), .failure(.sessionClosed))
        let failed = order.open("c", readiness: .reported)
        order.receive(
            .init(.session, .none, .session(.failed(Failure(kind: .network, retry: .newSession)))), in: failed)
        expect(order.begin(failed), .failure(.notReady))
        // What happened to the payment stays on the screen.
        #expect(order.state == .declined)
    }

    @Test("Two approvals that exceed the order are a second approval, and somebody has to look at it")
    func secondApproval() {
        var order = Order()
        _ = order.open("a", provider: "one")
        _ = order.open("b", provider: "two")
        order.begin(0)
        _ = order.submit(0)
        order.result(Say.provider(Say.declined))
        order.begin(1)
        _ = order.submit(1)
        order.result(Say.provider(Say.approved("PSP2")), in: 1)
        order.result(Say.provider(Say.approved("PSP1")), in: 0)
        #expect(order.anomalies == [.lateSuccess, .secondApproval])
        #expect(order.nextStep == .contactSupport)
        expect(order.begin(0), .failure(.alreadyPaid))
    }

    @Test("A gate answers no to everything of an attempt that has ended")
    func endedGate() {
        var order = Order()
        _ = order.open()
        order.begin()
        order.machine.deadlinePassed(attempt: 0, order.sink)
        #expect(order.standing(0).state == .failed(Failure(kind: .timedOut)))
        let announced = ScriptedAdapter.Event(.progress, .none, .submission(.announced))
        expect(order.receive(announced, bound: .to(0)), .stop(.attemptEnded))
        #expect(order.kind(0) == .failed)
        // A vendor that can't be stopped is believed.
        order.receive(.init(.progress, .none, Say.submitted), bound: .to(0))
        #expect(order.kind(0) == .outcomeUnknown)
        #expect(order.anomalies == [.sentAfterEnd])
    }

    @Test("R9 a deadline says nothing to an attempt that waits for somebody else")
    func deadlines() {
        var order = Order()
        _ = order.open()
        order.begin()
        _ = order.submit()
        order.result(Say.provider(Say.pending))
        order.machine.deadlinePassed(attempt: 0, order.sink)
        #expect(order.kind(0) == .pending)
    }

    @Test("A grant is withdrawn until the vendor has taken it")
    func withdraw() {
        for boundary in [AdapterTraits.Boundary.event, .grant] {
            var order = Order()
            _ = order.open(boundary: boundary)
            order.begin()
            expect(order.machine.withdraw(attempt: 0, order.sink), true)
            #expect(order.standing(0).exposure == .none)
            expect(order.begin(), .success(1))
            order.receive(.init(.start(nil)))
            expect(order.machine.withdraw(attempt: 1, order.sink), false)
        }
    }

    @Test("A session that goes away ends what wasn't sent and leaves doubt of what was")
    func closing() {
        var order = Order()
        _ = order.open()
        order.begin()
        order.machine.close(
            session: 0, Cancellation(cause: .unstated, retry: .newSession), ifSubmitted: .closedAfterSubmission,
            order.sink)
        #expect(order.kind(0) == .cancelled)
        expect(order.begin(), .failure(.sessionClosed))
        let other = order.open("b")
        order.begin(other)
        _ = order.submit(other)
        order.machine.close(
            session: other, Cancellation(cause: .unstated, retry: .newSession), ifSubmitted: .closedAfterSubmission,
            order.sink)
        #expect(order.kind(1) == .outcomeUnknown)
        order.result(Say.provider(Say.declined), in: other)
        #expect(order.standing(1).retry == .newSession)
    }

    @Test("The next attempt of a screen that stays up begins with the end of the one before")
    func nextAttempt() {
        var order = Order()
        _ = order.open(boundary: .grant)
        order.begin()
        order.receive(.init(.progress, .none, Say.provider(Say.declined), .nextAttempt))
        #expect(order.kind(0) == .declined)
        #expect(order.kind(1) == .processing)
        #expect(order.standing(1).exposure == .possible)
        expect(order.begin(), .failure(.attemptInProgress))
    }

    @Test("A surcharge that was agreed to may be part of the approval, another amount may not")
    func surcharge() {
        for (accepts, anomalies) in [(true, [Anomaly]()), (false, [.amountMismatch])] {
            var order = Order()
            _ = order.open(boundary: .grant)
            order.begin()
            order.receive(
                .init(
                    .progress, .none,
                    .progress(.actionRequired(.confirmSurcharge(Samples.surcharge)), by: .provider)))
            if accepts { order.machine.acceptSurcharge(attempt: 0, order.sink) }
            order.result(Say.provider(Say.approved("PSP1", Samples.euro(1025))))
            #expect(order.kind(0) == .succeeded)
            #expect(order.anomalies == anomalies)
            expect(order.begin(), .failure(.alreadyPaid))
        }
    }

    @Test("A merchant's word about a payment nobody here has reported blocks the order if money moved")
    func unownedMerchantWord() {
        var order = Order()
        _ = order.open()
        order.machine.hearUnowned(.outcome(Say.declined), session: 0, id: order.nextID, order.sink)
        order.machine.hearUnowned(.released([Samples.reference("Y")]), session: 0, id: order.nextID, order.sink)
        order.machine.hearUnowned(.nothing, session: 0, id: order.nextID, order.sink)
        #expect(order.machine.attemptCount == 0)
        #expect(order.anomalies == [.unattributed])
        order.machine.hearUnowned(.outcome(Say.approved("X")), session: 0, id: order.nextID, order.sink)
        expect(order.begin(), .failure(.alreadyPaid))
        #expect(order.machine.attempt(of: Samples.reference("X")) == 0)
        order.machine.hear(.released([Samples.reference("X")]), attempt: 0, order.sink)
        let fresh = order.open("b")
        expect(order.begin(fresh), .success(1))
    }
}
