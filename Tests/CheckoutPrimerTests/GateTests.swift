import CheckoutCore
import CheckoutPrimer
import Dispatch
import Testing

/// An order of 10.00 EUR with one session at Primer and its gate.
private struct Desk {
    let checkout: Checkout
    let gate: PrimerGate

    init(_ host: PrimerHost) throws {
        checkout = try Checkout(
            order: CheckoutOrder(reference: "A-1", amount: Money(text: "EUR 10.00")), journal: InMemoryJournal())
        gate = PrimerGate(try checkout.open(PrimerAdapter(host: host)))
    }

    func ready() throws {
        let session = PrimerSessionSnapshot(orderID: "A-1", totalAmount: 1000, currencyCode: "EUR")
        gate.receive(.ready(session, asked: gate.asked))
    }

    var states: [String] { checkout.attempts.map(\.standing.state.description) }
    var exposures: [Exposure] { checkout.attempts.map(\.standing.exposure) }
}

extension PrimerState {
    fileprivate static let paid = PrimerState.success(PrimerResult(paymentID: "pay_1", status: .success))
    fileprivate static let declined = PrimerState.failure(
        PrimerFailure(errorID: "payment-failed", status: PrimerPaymentStatus(rawValue: "FAILED")))
    fileprivate static let unclear = PrimerState.failure(PrimerFailure(errorID: "unknown"))
}

private struct NotShown: Error {}

@Suite("The gate of Primer") struct GateTests {
    private static let inline = PrimerHost.inlineSession(savedMethods: false)
    private static let saved = PrimerHost.inlineSession(savedMethods: true)
    private static let managed = PrimerHost.managedView(errorScreen: true, trustsDismissal: false)

    @Test("The hook begins an attempt, and its id is the idempotency key")
    func hook() throws {
        let desk = try Desk(Self.inline)
        try desk.ready()
        #expect(try desk.gate.present { $0 == nil })
        let decision = desk.gate.beforePayment(method: "PAYMENT_CARD")
        let attempt = try #require(desk.checkout.attempts.first)
        #expect(decision == .proceed(idempotencyKey: attempt.id))
        #expect(attempt.standing.submitted)
        #expect(attempt.method == "PAYMENT_CARD")
        #expect(desk.gate.beforePayment(method: "PAYMENT_CARD") == .abort(.refused(.attemptInProgress)))
        desk.gate.receive(.paid)
        #expect(desk.states == ["succeeded(unstated)"])
        #expect(desk.gate.beforePayment(method: "PAYMENT_CARD") == .abort(.refused(.alreadyPaid)))
    }

    @Test("Every attempt has a key of its own")
    func keys() throws {
        let desk = try Desk(Self.inline)
        try desk.ready()
        let first = desk.gate.beforePayment(method: "PAYMENT_CARD")
        #expect(desk.gate.receive(.declined) == .mayStay)
        let second = desk.gate.beforePayment(method: "PAYMENT_CARD")
        #expect(first != second)
        #expect(second == .proceed(idempotencyKey: try #require(desk.checkout.attempts.last).id))
        #expect(desk.states == ["declined(unspecified)", "processing"])
    }

    @Test("The app's no aborts with nothing sent, and the error that follows is its echo")
    func refusedByApp() throws {
        let desk = try Desk(Self.inline)
        try desk.ready()
        #expect(desk.gate.beforePayment(method: "PAYMENT_CARD", appAllows: false) == .abort(nil))
        desk.gate.receive(.failure(PrimerFailure(errorID: "merchant-error")))
        #expect(desk.states == ["cancelled(merchant)"])
        #expect(desk.exposures == [.none])
        #expect(desk.checkout.anomalies == [])
        #expect(desk.gate.beforePayment(method: "PAYMENT_CARD") != .abort(nil))
    }

    @Test(
        "What can't be stopped later is shown with a grant only, and counts as submitted",
        arguments: [saved, managed, .presenter(errorScreen: false, trustsDismissal: false)])
    func presented(_ host: PrimerHost) throws {
        let desk = try Desk(host)
        if host == Self.saved { try desk.ready() }
        let amount = try desk.gate.present { grant in
            #expect(desk.exposures == [.possible])
            return grant?.amount
        }
        #expect(try amount == Money(text: "EUR 10.00"))
        #expect(throws: StartRefusal.attemptInProgress) { try desk.gate.present { _ in Issue.record("shown twice") } }
        desk.gate.receive(.paid)
        #expect(desk.states == ["succeeded(unstated)"])
        #expect(throws: StartRefusal.alreadyPaid) { try desk.gate.present { _ in Issue.record("shown") } }
    }

    @Test("A screen that couldn't be shown leaves nothing behind")
    func notShown() throws {
        let desk = try Desk(Self.managed)
        #expect(throws: NotShown.self) { try desk.gate.present { _ in throw NotShown() } }
        #expect(desk.exposures == [.none])
        try desk.gate.present { _ in }
        #expect(desk.exposures == [.none, .possible])
    }

    @Test("In Primer's own screen the shopper goes on after a failure without asking")
    func managedRetry() throws {
        let desk = try Desk(Self.managed)
        try desk.gate.present { _ in }
        #expect(desk.gate.receive(.declined) == .mayStay)
        #expect(desk.states == ["declined(unspecified)", "processing"])
        desk.gate.receive(.paid)
        #expect(desk.states == ["declined(unspecified)", "succeeded(unstated)"])
    }

    @Test("Saved methods never call the hook: the next attempt begins after a failure, or the screen must go")
    func savedMethods() throws {
        let desk = try Desk(Self.saved)
        try desk.ready()
        #expect(desk.gate.beforePayment(method: "PAYMENT_CARD") == .abort(.noAttempt))
        try desk.gate.present { _ in }
        #expect(desk.gate.receive(.declined) == .mayStay)
        #expect(desk.states == ["declined(unspecified)", "processing"])
        // The hook of a card that is entered, or Stripe ACH's that comes too late, only confirms.
        #expect(
            desk.gate.beforePayment(method: "PAYMENT_CARD")
                == .proceed(idempotencyKey: try #require(desk.checkout.attempts.last).id))
        #expect(desk.gate.receive(.unclear) == .mustGo(.outcomeUnresolved))
        #expect(desk.states == ["declined(unspecified)", "outcomeUnknown(noAnswer)"])
        #expect(desk.gate.beforePayment(method: "PAYMENT_CARD") == .abort(.noAttempt))
    }

    @Test("A failure that is told while the next attempt begins ends that one, and the one after it begins")
    func failureWhileBeginning() throws {
        let desk = try Desk(Self.saved)
        try desk.ready()
        try desk.gate.present { _ in }
        let token = desk.checkout.observe(on: .sending) { [checkout = desk.checkout, gate = desk.gate] update in
            if update.order.state == .processing, checkout.attempts.count == 2 { gate.receive(.declined) }
        }
        defer { token.cancel() }
        #expect(desk.gate.receive(.declined) == .mayStay)
        #expect(desk.states == ["declined(unspecified)", "declined(unspecified)", "processing"])
        #expect(
            desk.gate.beforePayment(method: nil)
                == .proceed(idempotencyKey: try #require(desk.checkout.attempts.last).id))
    }

    @Test("After two failures told at once there is a grant for what comes next, or the screen must go")
    func failuresAtOnce() throws {
        for _ in 0..<100 {
            let desk = try Desk(Self.saved)
            try desk.ready()
            try desk.gate.present { _ in }
            let screens = Locked<[PrimerGate.Screen]>([])
            DispatchQueue.concurrentPerform(iterations: 2) { _ in
                let screen = desk.gate.receive(.declined)
                screens.withLock { $0.append(screen) }
            }
            let last = try #require(desk.checkout.attempts.last)
            if last.standing.state == .processing {
                #expect(screens.withLock { $0 } == [.mayStay, .mayStay])
                #expect(desk.gate.beforePayment(method: nil) == .proceed(idempotencyKey: last.id))
            } else {
                // The second one came before the next grant: nobody had asked for what failed.
                #expect(screens.withLock { $0 }.contains(.mustGo(.outcomeUnresolved)))
            }
        }
    }

    @Test("A session that couldn't be set up takes its grant with it")
    func failedStart() throws {
        let desk = try Desk(Self.saved)
        try desk.gate.present { _ in }
        desk.gate.receive(.initializing)
        #expect(
            desk.gate.receive(.failure(PrimerFailure(errorID: "invalid-client-token"))) == .mustGo(.sessionClosed))
        #expect(desk.exposures == [.none])
    }

    @Test("Ways to leave: by the SDK's word, by the app, and without a word")
    func left() throws {
        let ends: [(PrimerHost, (PrimerGate) -> Void, String)] = [
            (Self.managed, { $0.receive(.dismissed) }, "outcomeUnknown(closedAfterSubmission)"),
            (Self.managed, { $0.sessionCancelled() }, "outcomeUnknown(observationStopped)"),
            (Self.managed, { $0.screenGone() }, "outcomeUnknown(closedAfterSubmission)"),
            (.managedView(errorScreen: true, trustsDismissal: true), { $0.receive(.dismissed) }, "cancelled(shopper)"),
        ]
        for (host, end, expected) in ends {
            let desk = try Desk(host)
            try desk.gate.present { _ in }
            end(desk.gate)
            #expect(desk.states == [expected])
        }
    }

    @Test("What the next attempt would ask is what is left of the order")
    func asked() throws {
        let desk = try Desk(Self.inline)
        #expect(desk.gate.asked == desk.checkout.order)
        desk.gate.receive(.ready(PrimerSessionSnapshot(totalAmount: 999), asked: desk.gate.asked))
        #expect(desk.checkout.anomalies == [.amountMismatch])
    }
}
