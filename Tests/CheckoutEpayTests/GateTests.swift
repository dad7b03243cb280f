import CheckoutCore
import CheckoutEpay
import Testing

/// An order of 10.00 EUR with one session at Epay and its gate.
@MainActor private struct Desk {
    let checkout: Checkout
    let gate: EpayGate

    init(dynamicAmount: Bool = false, isReady: Bool = true) throws {
        checkout = try Checkout(
            order: CheckoutOrder(reference: "E-1", amount: Money(text: "EUR 10.00")), journal: InMemoryJournal())
        gate = EpayGate(try checkout.open(EpayAdapter(dynamicAmount: dynamicAmount)))
        gate.conditions.cardFieldsReady = true
        guard isReady else { return }
        gate.receive(.sdk(.ready))
        gate.receive(.cardFields(buttonState: .active))
    }

    /// Starts a card payment; the SDK gives back an attempt of this name.
    @discardableResult
    func start(_ id: String = "e1", _ state: EpayAttemptState = .processing) throws -> AttemptID {
        try gate.start(.card) { _ in EpayAttempt(id: id, state: state) }
    }

    var states: [String] { checkout.attempts.map(\.standing.state.description) }
}

/// Counts the answers that reach the SDK.
@MainActor private final class Decision {
    var answers: [Bool] = []

    func ask(_ surcharge: EpaySurcharge, _ gate: EpayGate) {
        gate.askSurcharge(surcharge, confirm: { self.answers.append(true) }, cancel: { self.answers.append(false) })
    }
}

private struct Thrown: Error {}

@Suite("The gate of Epay") @MainActor struct GateTests {
    private let surcharge = EpaySurcharge(
        paymentMethodType: EpayMethodType(rawValue: "CARD"), originalAmount: 1000, updatedAmount: 1025, fee: 25)

    // MARK: - Starting

    @Test("What is in the order's way is told before Epay's own readiness")
    func orderFirst() throws {
        let desk = try Desk()
        try desk.start()
        desk.gate.session.close()
        let again = EpayGate(try desk.checkout.open(EpayAdapter()))
        #expect(throws: StartRefusal.outcomeUnresolved) {
            try again.start(.card) { _ in EpayAttempt(id: "e2", state: .processing) }
        }
    }

    @Test("A granted start calls the SDK once, and what comes back is its attempt")
    func start() throws {
        let desk = try Desk()
        let attempt = try desk.gate.start(.card, options: EpayTransactionOptions(note: "note")) { options in
            #expect(options == EpayTransactionOptions(note: "note"))
            #expect(desk.checkout.attempts.first?.standing.exposure == .possible)
            return EpayAttempt(id: "e1", state: .processing)
        }
        #expect(desk.checkout.attempts.map(\.id) == [attempt])
        #expect(desk.checkout.attempts.first?.vendorAttempt == "e1")
        #expect(desk.checkout.attempts.first?.method == "card")
        desk.gate.receive(.attempt(EpayAttempt(id: "e1", state: .accepted)))
        #expect(desk.states == ["succeeded(unstated)"])
    }

    @Test("The update may come before the creation returns")
    func updateFirst() throws {
        let desk = try Desk()
        try desk.gate.start(.card) { _ in
            desk.gate.receive(.attempt(EpayAttempt(id: "e1", state: .processing, isRedirecting: true)))
            return EpayAttempt(id: "e1", state: .processing, isRedirecting: true)
        }
        #expect(desk.states == ["actionRequired(redirect)"])
    }

    @Test("What is in the way is told before the guard is asked")
    func obstacles() throws {
        let loading = try Desk(isReady: false)
        #expect(throws: EpayStartObstacle.notReady) { try loading.start() }
        let desk = try Desk()
        desk.gate.conditions.cardFieldsReady = false
        #expect(throws: EpayStartObstacle.cardFieldsNotReady) { try desk.start() }
        desk.gate.conditions.cardFieldsReady = true
        desk.gate.receive(.cardFields(buttonState: .hidden))
        #expect(throws: EpayStartObstacle.buttonNotActive) { try desk.start() }
        #expect(throws: EpayStartObstacle.platform) {
            try desk.gate.start(.googlePay) { _ in EpayAttempt(id: "e1", state: .processing) }
        }
        #expect(desk.checkout.attempts.isEmpty)
        #expect(desk.gate.canStart(.twint) == .yes)
    }

    @Test("The guard's no is thrown, and nothing is called")
    func refused() throws {
        let desk = try Desk()
        try desk.start()
        desk.gate.conditions.lastAttempt = nil
        #expect(throws: StartRefusal.attemptInProgress) {
            try desk.gate.start(.card) { _ in
                Issue.record("called")
                return EpayAttempt(id: "e2", state: .processing)
            }
        }
        #expect(desk.checkout.attempts.count == 1)
    }

    @Test("Options are checked before the SDK is called, and a bad one costs nothing")
    func options() throws {
        let desk = try Desk()
        func start(_ options: EpayTransactionOptions) throws {
            try desk.gate.start(.card, options: options) { _ in
                Issue.record("called")
                return EpayAttempt(id: "e1", state: .processing)
            }
        }
        #expect(throws: EpayOptionsError.amountIsFixed) { try start(EpayTransactionOptions(amount: 1000)) }
        #expect(throws: EpayOptionsError.storingNotSupported) { try start(EpayTransactionOptions(store: true)) }
        desk.gate.info.amount = 900
        #expect(throws: EpayOptionsError.amountDiffers) { try start(EpayTransactionOptions()) }
        desk.gate.info.amount = 1000
        #expect(desk.checkout.attempts.allSatisfy { $0.standing.exposure == .none })
        try desk.start()
        #expect(desk.states.last == "processing")
    }

    @Test("A dynamic session is asked for what was granted")
    func dynamicAmount() throws {
        let desk = try Desk(dynamicAmount: true)
        try desk.gate.start(.card) { options in
            #expect(options.amount == 1000)
            return EpayAttempt(id: "e1", state: .processing)
        }
    }

    @Test("A creation that throws may have sent")
    func thrown() throws {
        let desk = try Desk()
        #expect(throws: Thrown.self) { try desk.gate.start(.card) { _ in throw Thrown() } }
        #expect(desk.states == ["outcomeUnknown(noAnswer)"])
    }

    @Test("After a decline the last attempt's word counts, whatever comes late of an earlier one or of a refused start")
    func lastAttempt() throws {
        let desk = try Desk()
        try desk.start()
        desk.gate.receive(.attempt(EpayAttempt(id: "x", state: .failed)))
        #expect(desk.gate.conditions.lastAttempt?.id == "e1")
        desk.gate.receive(.attempt(EpayAttempt(id: "e1", state: .declined, canRetry: true)))
        try desk.start("e2")
        desk.gate.receive(.attempt(EpayAttempt(id: "e1", state: .declined, canRetry: true)))
        #expect(desk.gate.conditions.lastAttempt?.id == "e2")
        #expect(throws: EpayStartObstacle.attemptActive) { try desk.start("e3") }
        desk.gate.receive(.attempt(EpayAttempt(id: "e2", state: .declined, maxAttemptsReached: true)))
        #expect(throws: EpayStartObstacle.retryNotPermitted) { try desk.start("e3") }
        #expect(desk.states == ["declined(unspecified)", "declined(unspecified)"])
    }

    // MARK: - Surcharges

    @Test("A surcharge waits for the app, and the first answer is handed on, once", arguments: [true, false])
    func answered(_ accept: Bool) throws {
        let desk = try Desk()
        let decision = Decision()
        try desk.start()
        decision.ask(surcharge, desk.gate)
        #expect(decision.answers == [])
        #expect(desk.states == ["actionRequired(confirmSurcharge)"])
        #expect(desk.gate.answerSurcharge(accept: accept))
        #expect(!desk.gate.answerSurcharge(accept: !accept))
        #expect(decision.answers == [accept])
        #expect(desk.states == ["actionRequired(confirmSurcharge)"])
        desk.gate.receive(.attempt(EpayAttempt(id: "e1", state: accept ? .accepted : .cancelled)))
        #expect(desk.states == [accept ? "succeeded(unstated)" : "cancelled(unstated)"])
    }

    @Test("An answer that comes before the question is kept for it")
    func answeredFirst() throws {
        let desk = try Desk()
        let decision = Decision()
        try desk.start()
        desk.gate.receive(.attempt(EpayAttempt(id: "e1", state: .processing, pendingSurcharge: surcharge)))
        #expect(desk.gate.answerSurcharge(accept: true))
        decision.ask(surcharge, desk.gate)
        #expect(decision.answers == [true])
        // Asked again is asked anew.
        decision.ask(surcharge, desk.gate)
        #expect(decision.answers == [true])
        #expect(desk.gate.answerSurcharge(accept: false))
        #expect(!desk.gate.answerSurcharge(accept: true))
        #expect(decision.answers == [true, false])
    }

    @Test("An answer to one surcharge accepts no other")
    func another() throws {
        let desk = try Desk()
        let decision = Decision()
        var higher = surcharge
        (higher.updatedAmount, higher.fee) = (1100, 100)
        try desk.start()
        desk.gate.receive(.attempt(EpayAttempt(id: "e1", state: .processing, pendingSurcharge: surcharge)))
        #expect(desk.gate.answerSurcharge(accept: true))
        decision.ask(higher, desk.gate)
        #expect(decision.answers == [])
        #expect(desk.gate.answerSurcharge(accept: false))
        #expect(decision.answers == [false])
    }

    @Test("A question that comes before the creation returns is shown")
    func askedFirst() throws {
        let desk = try Desk()
        let decision = Decision()
        try desk.gate.start(.card) { _ in
            decision.ask(surcharge, desk.gate)
            return EpayAttempt(id: "e1", state: .processing)
        }
        #expect(desk.states == ["actionRequired(confirmSurcharge)"])
        #expect(desk.gate.answerSurcharge(accept: true))
        #expect(decision.answers == [true])
    }

    @Test("With nothing asked there is nothing to answer")
    func nothingAsked() throws {
        let desk = try Desk()
        let decision = Decision()
        decision.ask(surcharge, desk.gate)
        #expect(!desk.gate.answerSurcharge(accept: true))
        try desk.start()
        #expect(!desk.gate.answerSurcharge(accept: true))
        #expect(decision.answers == [])
    }
}
