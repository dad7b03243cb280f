import Foundation
import Testing

@testable import CheckoutCore

/// Faults that were found by trying to break the package. Each of these tests has failed once.
@Suite("Faults that were found")
struct FoundFaultTests {
    typealias Event = ScriptedAdapter.Event

    static func approved(_ reference: String?, _ amount: Money?) -> CheckoutSignal {
        .statement(
            .provider(
                .succeeded(
                    Approval(
                        level: .authorised,
                        payment: PaymentDetails(reference: reference.flatMap(PaymentReference.init), amount: amount)))))
    }

    @Test("A merchant's whole approval without a reference pays a part payment off (R4, R7)")
    func unnamedApproval() {
        var order = Order.submitted()
        order.result(Self.approved("PSP1", Samples.euro(400)))
        order.machine.hear(.outcome(.succeeded(Approval(level: .unstated))), attempt: 0, order.sink)
        #expect(order.kind(0) == .succeeded)
        expect(order.begin(), .failure(.alreadyPaid))
    }

    @Test("R13 a grant can't be taken back once a submission was heard, whoever heard it")
    func withdrawAfterSubmission() {
        var order = Order.submitted()
        expect(order.machine.withdraw(attempt: 0, order.sink), false)
        #expect(order.kind(0) == .processing)
    }

    @Test("S31 after a relaunch the vendor's own start doesn't take an attempt that was submitted before")
    func startAfterRelaunch() {
        var order = Order()
        _ = order.open()
        expect(order.receive(.init(.start("card"), .none, .submission(.announced))), .proceed)
        order.machine = OrderMachine(
            order: order.machine.order, restoring: order.log.records, order.sink)
        _ = order.open()
        // The shopper comes back by the link: the provider shows the attempt alive.
        order.receive(
            .init(.progress, .attempt(AttemptID(rawValue: "id-1")), .progress(.processing, by: .provider)))
        #expect(order.kind(0) == .processing)
        expect(
            order.receive(.init(.start("card"), .none, .submission(.announced))),
            .stop(.refused(.attemptInProgress)))
    }

    @Test("R1 a gate answers no to a details request of an attempt the merchant has closed")
    func detailsAfterEnd() {
        var order = Order.submitted()
        order.machine.hear(
            .outcome(.cancelled(Cancellation(cause: .merchant))), attempt: 0, order.sink)
        expect(
            order.receive(.init(.progress, .none, .progress(.processing, by: .provider)), bound: .to(0)),
            .stop(.attemptEnded))
    }

    @Test("A late nameless sign of life of an ended attempt makes no attempt of its own (R6)")
    func lateSignOfLife() {
        var order = Order.submitted()
        order.machine.deadlinePassed(attempt: 0, order.sink)
        order.machine.hear(.outcome(.declined(Decline(reason: .doNotHonour))), attempt: 0, order.sink)
        order.receive(.init(.progress, .none, .progress(.processing, by: .provider)))
        #expect(order.machine.attemptCount == 1)
        #expect(order.machine.standing.refusal == nil)
    }

    @Test("A part payment in another currency that nobody asked for blocks the order (R6, R7)")
    func foreignPart() throws {
        let dollars = try #require(Currency(code: "USD"))
        var order = Order()
        _ = order.open()
        let part = PartialPayment(
            paid: Money(minorUnits: 400, currency: dollars), remaining: Money(minorUnits: 600, currency: dollars),
            payment: PaymentDetails(reference: PaymentReference("P9")))
        order.machine.hearUnowned(.outcome(.partiallyPaid(part)), session: 0, id: order.nextID, order.sink)
        #expect(order.machine.refusal(session: 0) != nil)
    }

    @Test("A part of unknown size beside a known one in the same attempt blocks the order (R7)")
    func unknownPartBesideKnown() {
        var order = Order.submitted()
        func part(_ reference: String, _ paid: Money?) -> CheckoutSignal {
            .statement(
                .provider(
                    .partiallyPaid(
                        PartialPayment(paid: paid, payment: PaymentDetails(reference: PaymentReference(reference))))))
        }
        order.result(part("PSP1", Samples.euro(400)))
        order.receive(.init(.result, .none, part("PSP2", nil)), bound: .to(0))
        #expect(order.machine.refusal(session: 0) != nil)
    }

    @Test("A negative approved amount never raises what is left (R12)")
    func negativeApproval() {
        var order = Order.submitted()
        order.result(Self.approved("PSP1", Samples.euro(-500)))
        #expect(order.machine.refusal(session: 0) == .alreadyPaid)
    }

    @Test("An approval nobody began blocks the order, whatever its amount (R6, S45)")
    func smallUngrantedApproval() {
        var order = Order()
        _ = order.open()
        order.result(Self.approved("P9", Samples.euro(400)))
        #expect(order.machine.refusal(session: 0) != nil)
    }

    @Test("One payment told in two attempts is counted once (R2, R10)")
    func samePaymentTwice() {
        var order = Order.submitted()
        // The webhook is faster than the answer, and nobody knows its reference yet.
        order.receive(
            .init(
                .merchant, .payment(Samples.reference("PSP1")), Self.approved("PSP1", Samples.euro(1000))))
        order.receive(
            .init(.result, .ownReference(Samples.reference("PSP1")), Self.approved("PSP1", Samples.euro(1000))),
            bound: .to(0))
        #expect(!order.anomalies.contains(.secondApproval))
        #expect(order.nextStep == .finish)
    }

    @Test("A part of unknown size is no second approval (R2)")
    func unknownPartIsNoSecondApproval() {
        var order = Order.submitted()
        order.result(Self.approved("PSP1", Samples.euro(400)))
        order.begin()
        expect(order.submit(), .proceed)
        order.result(
            .statement(
                .provider(
                    .partiallyPaid(
                        PartialPayment(payment: PaymentDetails(reference: PaymentReference("PSP2")))))))
        #expect(!order.anomalies.contains(.secondApproval))
        #expect(order.nextStep == .checkStatus)
    }

    @Test("A third approval is told too (R2)")
    func thirdApproval() {
        var order = Order()
        _ = order.open()
        for name in ["P1", "P2", "P3"] {
            order.receive(.init(.result, .none, Self.approved(name, Samples.euro(1000))), bound: .toNobody)
        }
        #expect(order.anomalies.filter { $0 == .secondApproval }.count == 2)
    }

    @Test("Nothing is left of a part payment of everything")
    func partOfEverything() {
        var order = Order.submitted()
        order.result(.statement(.provider(.partiallyPaid(PartialPayment(paid: Samples.euro(1000))))))
        #expect(order.nextStep == .finish)
    }

    @Test("A relaunch keeps the order's anomalies")
    func anomaliesSurvive() {
        var order = Order()
        _ = order.open()
        order.result(Self.approved("P9", Samples.euro(1000)))
        let before = order.anomalies
        order.machine = OrderMachine(order: order.machine.order, restoring: order.log.records, order.sink)
        #expect(order.anomalies == before)
    }

    @Test("A word beside the merchant's outcome doesn't throw the outcome away (R5)")
    func unknownEvidence() throws {
        let json = try JSONReader.read(#"{"state":"succeeded","evidence":"server"}"#)
        #expect(MerchantWord(json: json) != .nothing)
    }

    @Test("R12 an amount is never rounded when it is decoded")
    func decoding() {
        for text in ["1000.0000000000000001", "1000.00000000000000000000001", "9007199254740993.4"] {
            let json = Data(#"{"minorUnits":\#(text),"currency":"EUR"}"#.utf8)
            #expect(throws: (any Error).self) { try JSONDecoder().decode(Money.self, from: json) }
        }
    }

    /// A strict order whose shopper left one provider before a submission was heard, and who begins at another one.
    private static func leftAtOneBegunAtTheOther() -> Order {
        var order = Order(policy: .strict)
        _ = order.open("a", provider: "one")
        _ = order.open("b", provider: "two")
        order.begin(0)
        order.receive(
            .init(
                .progress, .none,
                .statement(.local(.cancelled(Cancellation(cause: .shopper)), ifSubmitted: .actionAbandoned))))
        order.begin(1)
        return order
    }

    @Test("Strict: the question is asked again at submission (R7)")
    func strictAtSubmission() {
        var order = Self.leftAtOneBegunAtTheOther()
        // It had been sent all the same, and the provider has refused it: no proof, no merchant's word.
        order.receive(
            .init(.result, .none, .statement(.provider(.declined(Decline(reason: .doNotHonour))))), bound: .to(0))
        expect(order.submit(1) != .proceed, true)
    }

    @Test("R7 a fall of another's exposure is not “already paid”")
    func fallenExposure() {
        var order = Order.submitted()
        order.result(Self.approved("PSP1", Samples.euro(400)))
        order.begin()
        order.machine.hear(.released([Samples.reference("PSP1")]), attempt: 0, order.sink)
        expect(order.submit() != .stop(.refused(.alreadyPaid)), true)
    }

    @Test("A second start that is bound to an attempt at work is no second submission")
    func secondBoundStart() {
        var order = Order()
        _ = order.open()
        order.begin()
        expect(order.receive(.init(.start("card"), .none, .submission(.announced)), bound: .to(0)), .proceed)
        expect(
            order.receive(.init(.start("card"), .none, .submission(.announced)), bound: .to(0)),
            .stop(.refused(.attemptInProgress)))
    }

    @Test("R11 a sum that grows behind a state that stays is told: the order asks for something else then")
    func silentSum() throws {
        var order = Order.submitted()
        order.machine.hear(
            .outcome(
                .partiallyPaid(
                    PartialPayment(
                        paid: Samples.euro(400), payment: PaymentDetails(reference: Samples.reference("PSP1"))))),
            attempt: 0, order.sink)
        expect(order.nextStep, .payRemaining(Samples.euro(600)))
        order.result(.statement(.provider(.succeeded(Approval(level: .authorised)))))
        expect(order.nextStep, .finish)
        let last = try #require(order.log.updates.last)
        #expect(last.nextStep == .finish)
        #expect(last.order == order.machine.standing.standing)
    }

    @Test("Strict: while every provider waits for the merchant, the screen asks the backend and offers no Pay")
    func deadButton() {
        var order = Self.leftAtOneBegunAtTheOther()
        for attempt in [0, 1] {
            order.receive(
                .init(.result, .none, .statement(.provider(.declined(Decline(reason: .doNotHonour))))),
                in: attempt, bound: .to(attempt))
        }
        expect(order.machine.refusal(session: 0), .needsMerchantStatement)
        expect(order.machine.refusal(session: 1), .needsMerchantStatement)
        expect(order.nextStep, .checkStatus)
        order.machine.hear(.outcome(.declined(Decline(reason: .doNotHonour))), attempt: 0, order.sink)
        expect(order.nextStep, .payAgain(.sameMethod))
    }

    @Test("R1 once the provider has spoken, no transport proves that nothing left: a second submission is one")
    func nothingLeftAfterTheProvider() {
        var order = Order.submitted()
        order.result(.statement(.provider(.declined(Decline(reason: .doNotHonour)))))
        order.receive(.init(.progress, .none, .nothingLeft(Failure(kind: .network))), bound: .to(0))
        expect(order.kind(0), .declined)
        order.receive(.init(.progress, .none, .submission(.made)), bound: .to(0))
        expect(order.kind(0), .outcomeUnknown)
        expect(order.anomalies.contains(.sentAfterEnd), true)
    }
}
