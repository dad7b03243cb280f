import CheckoutCore
import CheckoutTesting
import Testing

@Suite("Sessions of Primer from start to end")
struct LifecycleTests {
    @Test(
        "A start that fails ends an inline session",
        arguments: [
            ("invalid-client-token", "failed(configuration)"), ("missing-configuration", "failed(configuration)"),
            ("generic-underlying-errors", "failed(configuration)"), ("unknown", "failed(network)"),
            ("an-id-on-no-list", "failed(configuration)"),
        ])
    func failedStart(id: String, expected: String) throws {
        let trace = try play(Host.inline, Line.initializing, Line.failure(id), Line.start)
        #expect(
            trace.told == [
                "– · initializing · blocked · none", "– · \(expected) · newSession · none", "refused(sessionClosed)",
            ])
    }

    @Test("A start that fails ends the attempt that was begun before the session was shown")
    func failedStartOfAttempt() throws {
        let trace = try play(Host.saved, Line.start, Line.initializing, Line.failure("unknown"), Line.start)
        #expect(
            trace.told.dropFirst(2) == [
                "1 · processing · blocked · possible", "1 · failed(network) · newSession · none",
                "refused(sessionClosed)",
            ])
        let inline = try play(Host.inline, Line.start, Line.initializing, Line.failure("unknown"))
        #expect(inline.attempt(1)?.words() == ["failed(network)", "newSession", "none"])
        #expect(inline.attempt(1)?.submitted == false)
        // Where the app doesn't pass the lifecycle on, nobody knows that the SDK wasn't ready.
        let silent = try play(Host.saved, Line.start, Line.failure("unknown"))
        #expect(silent.attempt(1)?.words() == ["outcomeUnknown(noAnswer)", "blocked", "possible"])
        let ready = try play(Host.saved, Line.start, Line.initializing, Line.ready, Line.failure("unknown"))
        #expect(ready.attempt(1)?.words() == ["outcomeUnknown(noAnswer)", "blocked", "possible"])
    }

    @Test("A failure that speaks of a payment is none of the start")
    func paymentBeforeReady() throws {
        let failure = Line.failure("unknown", checkoutData: #"{"payment":{"id":"pay_1","status":"PENDING"}}"#)
        let trace = try play(Host.inline, Line.initializing, failure)
        #expect(trace.told.last == "1 · outcomeUnknown(noAnswer) · blocked · possible · unattributed")
    }

    @Test("An attempt that was begun shows that the session was ready")
    func failureOfAttempt() throws {
        let unsent = try play(Host.inline, Line.start, Line.failure("invalid-value"))
        #expect(unsent.attempt(1)?.words() == ["failed(validation)", "sameMethod", "none"])
        #expect(unsent.standing.refusal == nil)
        let again = try play(Host.inline, Line.start, Line.failure("invalid-value"), Line.start, Line.hook())
        #expect(again.attempt(2)?.exposure == .possible)
    }

    @Test(
        "Errors that come before a payment, and cancels, say nothing about an attempt nobody began",
        arguments: [
            "invalid-value", "missing-primer-input-element", "payment-cancelled", "klarna-user-not-approved",
            "merchant-error", "invalid-client-token",
        ])
    func information(_ id: String) throws {
        let trace = try play(Host.inline, Line.ready, Line.failure(id))
        #expect(trace.changes(of: 2).isEmpty)
        #expect(trace.standing.refusal == nil)
    }

    @Test(
        "… unless a payment stands beside them",
        arguments: [
            "invalid-value", "missing-primer-input-element", "payment-cancelled", "klarna-user-not-approved",
            "merchant-error",
        ])
    func informationWithPayment(_ id: String) throws {
        let failure = Line.failure(id, checkoutData: #"{"payment":{"id":"pay_1","status":"PENDING"}}"#)
        #expect(
            try play(Host.inline, Line.ready, failure).told.last
                == "1 · outcomeUnknown(noAnswer) · blocked · possible · unattributed")
    }

    @Test("Checkout data without a payment says that none was created", arguments: ["{}", #"{"payment":null}"#])
    func noPayment(_ checkoutData: String) throws {
        let failure = Line.failure("payment-cancelled", checkoutData: checkoutData)
        #expect(
            try play(Host.inline, Line.hook("APPLE_PAY"), failure).attempt(1)?.words()
                == ["cancelled(shopper)", "sameMethod", "none"])
    }

    @Test("The echo of a refused hook ends no attempt, whoever refused it")
    func echo() throws {
        // The guard refuses the second hook; its echo says nothing about the first.
        let guarded = try play(Host.inline, Line.hook(), Line.hook(), Line.failure("merchant-error"))
        #expect(guarded.changes(of: 2) == ["refused(attemptInProgress)"])
        #expect(guarded.attempt(1)?.words() == ["processing", "blocked", "possible"])
        // The app refuses; its echo says nothing about the attempt it begins meanwhile.
        let vetoed = try play(
            Host.inline, Line.ready, Line.hook("PAYMENT_CARD", "cancel"), Line.start, Line.failure("merchant-error"))
        #expect(vetoed.attempt(1)?.words() == ["cancelled(merchant)", "sameMethod", "none"])
        #expect(vetoed.attempt(2)?.words() == ["processing", "blocked", "none"])
        // The echo comes once: the next one is an error like any other.
        let twice = try play(
            Host.inline, Line.ready, Line.hook("PAYMENT_CARD", "cancel"), Line.start, Line.failure("merchant-error"),
            Line.failure("merchant-error"))
        #expect(twice.attempt(2)?.words() == ["failed(notStarted)", "sameMethod", "none"])
    }

    @Test("An echo that finds no attempt is over too")
    func echoOfNobody() throws {
        let trace = try play(
            Host.inline, Line.ready, Line.hook("PAYMENT_CARD", "cancel"), Line.failure("merchant-error"), Line.start,
            Line.failure("merchant-error"))
        #expect(trace.attempt(1)?.words() == ["cancelled(merchant)", "sameMethod", "none"])
        #expect(trace.attempt(2)?.words() == ["failed(notStarted)", "sameMethod", "none"])
    }

    @Test("Once an attempt was begun no failure is one of the start")
    func readyByAttempt() throws {
        let trace = try play(Host.inline, Line.start, Line.failure("invalid-value"), Line.failure("unknown"))
        #expect(trace.attempt(1)?.words() == ["failed(validation)", "sameMethod", "none"])
        #expect(trace.told.last == "2 · outcomeUnknown(noAnswer) · blocked · possible · unattributed")
    }

    @Test(
        "Checkout data that can't be read leaves open whether a payment was created", arguments: ["5", #""x""#, "[]"])
    func unreadablePayment(_ checkoutData: String) throws {
        let failure = Line.failure("payment-cancelled", checkoutData: checkoutData)
        #expect(
            try play(Host.inline, Line.hook("APPLE_PAY"), failure).attempt(1)?.words()
                == ["outcomeUnknown(actionAbandoned)", "blocked", "possible"])
    }

    @Test("A success ends the session, whatever its status", arguments: ["success", "pending", "failed", "?"])
    func successIsLast(_ status: String) throws {
        let trace = try play(Host.inline, Line.hook(), Line.success("pay_1", status), Line.start)
        let refusals = ["refused(alreadyPaid)", "refused(outcomeUnresolved)", "refused(sessionClosed)"]
        #expect(refusals.contains(trace.told.last ?? ""))
        #expect((trace.attempt(1)?.retry ?? .sameMethod) <= .newSession)
        let dismissed = try play(
            Host.inline, Line.hook(), Line.success("pay_1", status), Line.dismissed, Line.cancelled)
        #expect(dismissed.changes(of: 3).isEmpty && dismissed.changes(of: 4).isEmpty)
    }

    @Test("A deadline turns silence into a question, and a later outcome is taken")
    func deadline() throws {
        let sent = try play(Host.inline, Line.hook(), Line.deadline, Line.declined("pay_1"))
        #expect(sent.changes(of: 2) == ["1 · outcomeUnknown(timedOut) · blocked · possible"])
        #expect(sent.attempt(1)?.state.kind == .declined)
        let unsent = try play(Host.inline, Line.ready, Line.start, Line.deadline)
        #expect(unsent.attempt(1)?.words() == ["failed(timedOut)", "sameMethod", "none"])
    }

    @Test("Under the strict policy a failure before the hook leaves another provider free, one after it doesn't")
    func strict() throws {
        let unsent = try play(Host.inline, policy: "strict", Line.ready, Line.start, Line.failure("invalid-value"))
        #expect(unsent.attempt(1)?.evidence == .local)
        #expect(unsent.attempt(1)?.submitted == false)
        let sent = try play(Host.inline, policy: "strict", Line.hook(), Line.declined("pay_1"))
        #expect(sent.attempt(1)?.submitted == true)
    }
}
