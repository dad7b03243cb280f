import Testing

@testable import CheckoutCore

/// Faults of what is recorded and kept, found by trying to break it. Each of these tests has failed once.
@Suite("Faults that were found in what is recorded")
struct FoundRecordingFaultTests {
    private func restored(_ order: Order) -> OrderMachine {
        var machine = OrderMachine(order: order.machine.order, policy: order.machine.policy)
        for record in order.log.records { machine.replay(record, .silent) }
        return machine
    }

    @Test("A repeated anomaly of an attempt that ended shows the same order live and restored")
    func alternatingAnomalies() {
        var order = Order()
        _ = order.open()
        for outcome in [Say.declined, Say.failed] {
            order.begin()
            _ = order.submit()
            order.result(Say.provider(outcome))
            if order.machine.attempts.count == 1 { _ = order.open("b") }
        }
        for attempt in [0, 1, 0, 1, 0] {
            order.receive(.init(.result, .none, .anomaly(.amountMismatch)), bound: .to(attempt))
            #expect(restored(order).standing == order.machine.standing)
        }
        // The session's own changes aren't recorded, and set the repeats free.
        order.machine.apply(.initializing, session: order.open("c"), order.sink)
        order.receive(.init(.result, .none, .anomaly(.amountMismatch)), bound: .to(1))
        #expect(restored(order).standing == order.machine.standing)
    }

    @Test("What is said of a payment before its answer counts for the attempt, in any order", arguments: [false, true])
    func wordsBeforeTheAnswer(captureFirst: Bool) {
        var order = Order.submitted()
        // A part is captured; the whole was authorised. Nobody here has asked for this payment yet.
        let words = [
            MerchantWord.outcome(Say.approved("P1", Samples.euro(400), .captured)),
            .outcome(Say.approved("P1", Samples.euro(1000), .authorised)),
        ]
        for word in captureFirst ? words : words.reversed() {
            order.machine.hearUnowned(word, session: 0, id: order.nextID, order.sink)
        }
        order.result(.reference(Samples.reference("P1")))
        #expect(order.kind(0) == .succeeded)
        #expect(order.nextStep == .finish)
        #expect(restored(order).standing == order.machine.standing)
    }

    @Test(
        "Signs of life of an attempt that has ended aren't recorded without end",
        arguments: [
            CheckoutSignal.progress(.actionRequired(.switchApp), by: .provider), Say.repeated,
            .submission(.followUp(digest: 7)),
        ])
    func repeatedLife(signal: CheckoutSignal) {
        var order = Order.submitted()
        order.result(Say.provider(Say.declined))
        func records(_ times: Int) -> Int {
            for _ in 0..<times { order.machine.hear(signal, attempt: 0, order.sink) }
            return order.log.records.count
        }
        #expect(records(3) == records(300))
    }

    @Test("What is told by the name of another attempt's payment counts for that attempt")
    func twinsName() {
        var order = Order.submitted()
        let reference = Samples.reference("P1")
        // A name nobody here knows, and then the answer that names the same payment.
        order.receive(
            .init(
                .result, .vendorAttempt("v1", claimsGrant: false), .vendorAttempt("v1"), .reference(reference),
                .progress(.processing, by: .provider)))
        order.result(.reference(reference))
        order.result(Say.provider(Say.declined))
        #expect(order.state == .declined)
        order.receive(
            .init(
                .result, .vendorAttempt("v1", claimsGrant: false), Say.provider(Say.approved("P1", Samples.euro(1000))))
        )
        #expect(order.state == .succeeded)
        #expect(order.machine.standing.refusal == .alreadyPaid)
        #expect(restored(order).standing == order.machine.standing)
    }

    @Test("The merchant's word about another attempt's payment counts for that attempt")
    func wordOfTheTwin() {
        var order = Order.submitted()
        order.machine.hearUnowned(
            .outcome(
                .pending(
                    PendingPayment(waitingFor: .provider, payment: PaymentDetails(reference: PaymentReference("P1"))))),
            session: 0, id: order.nextID, order.sink)
        order.result(.reference(Samples.reference("P1")), Say.provider(Say.declined))
        order.machine.hear(.outcome(Say.approved(nil, Samples.euro(1000))), attempt: 1, order.sink)
        #expect(order.kind(0) == .succeeded)
        #expect(order.machine.standing.refusal == .alreadyPaid)
        #expect(restored(order).standing == order.machine.standing)
    }

    @Test("What nobody owns but names a payment counts for the attempt whose payment it is")
    func paymentOfTheTwin() {
        var order = Order.submitted()
        let pending = PendingPayment(
            waitingFor: .provider, payment: PaymentDetails(reference: Samples.reference("P1")))
        order.machine.hearUnowned(.outcome(.pending(pending)), session: 0, id: order.nextID, order.sink)
        order.result(.reference(Samples.reference("P1")), Say.provider(Say.declined))
        order.receive(
            .init(
                .result, .vendorAttempt("v9", claimsGrant: false), Say.provider(Say.approved("P1", Samples.euro(1000))))
        )
        #expect(order.machine.standing.refusal == .alreadyPaid)
        #expect(order.machine.attempts.count == 2)
        #expect(restored(order).standing == order.machine.standing)
    }
}
