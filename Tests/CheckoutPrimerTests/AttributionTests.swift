import CheckoutCore
import CheckoutPrimer
import CheckoutTesting
import Testing

/// Rule R6 at Primer: whose an event is.
@Suite("R6: an event belongs to the attempt begun since the last outcome")
struct AttributionTests {
    @Test("In a managed view a failure ends the next attempt although the one before is still unknown")
    func nextAfterUnknown() throws {
        let trace = try play(Host.managed, Line.presented, Line.failure("unknown"), Line.declined("pay_2"))
        #expect(trace.attempt(1)?.state.kind == .outcomeUnknown)
        #expect(trace.attempt(2)?.state.kind == .declined)
        #expect(trace.attempt(3)?.words() == ["processing", "blocked", "possible"])
        #expect(trace.standing.refusal == .attemptInProgress)
    }

    @Test(
        "In a managed view every status of a success is the next attempt's",
        arguments: [
            ("success", CheckoutState.Kind.succeeded), ("pending", .pending), ("failed", .declined),
            ("?", .outcomeUnknown),
        ])
    func successAfterUnknown(status: String, kind: CheckoutState.Kind) throws {
        let trace = try play(
            Host.managed, Line.presented, Line.failure("unknown"), Line.success("pay_2", status))
        #expect(trace.attempt(1)?.words() == ["outcomeUnknown(noAnswer)", "blocked", "possible"])
        #expect(trace.attempt(2)?.state.kind == kind)
        #expect(trace.attempt(3) == nil)
        #expect(trace.standing.anomalies.isEmpty)
    }

    @Test("Two equal failures of an inline session are two attempts'")
    func equalFailures() throws {
        let failure = Line.failure("payment-failed", #""status":"FAILED""#)
        let trace = try play(Host.inline, Line.hook(), failure, Line.hook(), failure)
        #expect(trace.attempt(1)?.state.kind == .declined)
        #expect(trace.attempt(2)?.state.kind == .declined)
        #expect(trace.standing.anomalies.isEmpty)
    }

    @Test("An equal failure with none begun is nobody's, and blocks the order")
    func equalFailureOfNobody() throws {
        let failure = Line.failure("payment-failed", #""status":"FAILED""#)
        let trace = try play(Host.inline, Line.hook(), failure, failure)
        #expect(trace.attempt(1)?.state.kind == .declined)
        #expect(trace.told.last == "2 · outcomeUnknown(noAnswer) · blocked · possible · unattributed")
        #expect(trace.standing.refusal == .outcomeUnresolved)
    }

    @Test("A failure that names a payment for the second time repeats it, and begins nothing")
    func samePayment() throws {
        let trace = try play(Host.managed, Line.presented, Line.declined("pay_1"), Line.declined("pay_1"))
        #expect(
            trace.told == [
                "– · ready · sameMethod · none", "1 · processing · blocked · possible",
                "1 · declined(unspecified) · otherMethod · none", "2 · processing · blocked · possible",
            ])
    }

    @Test("A failure bound to an attempt that has had its outcome begins nothing")
    func bound() throws {
        let bound = """
            {"event":"state","case":"failure","attempt":1,"error":{"errorId":"payment-failed","status":"FAILED"}}
            """
        let trace = try play(Host.managed, Line.presented, Line.failure("unknown"), bound)
        #expect(trace.attempt(1)?.state.kind == .declined)
        #expect(trace.attempt(2)?.state.kind == .processing)
        #expect(trace.attempt(3) == nil)
    }

    @Test("After an unknown outcome an inline failure is not that attempt's any more")
    func definiteAfterUnknown() throws {
        let trace = try play(Host.inline, Line.hook(), Line.failure("unknown"), Line.declined("pay_2"))
        #expect(trace.attempt(1)?.state.kind == .outcomeUnknown)
        #expect(trace.attempt(2)?.state.kind == .outcomeUnknown)
        #expect(trace.standing.anomalies == [.unattributed])
    }

    @Test("After a relaunch a failure of the new session never ends the attempt of the old one")
    func relaunched() throws {
        let trace = try play(Host.inline, Line.hook(), Line.relaunch, Line.ready, Line.declined("pay_2"))
        #expect(trace.attempt(1)?.words() == ["outcomeUnknown(relaunched)", "blocked", "possible"])
        #expect(trace.attempt(2)?.state.kind == .outcomeUnknown)
    }

    @Test("After a relaunch a dismissal of the new session says nothing about the attempt of the old one")
    func relaunchedDismissal() throws {
        let trace = try play(Host.trusting, Line.presented, Line.relaunch, Line.dismissed)
        #expect(trace.attempt(1)?.words() == ["outcomeUnknown(relaunched)", "blocked", "possible"])
    }

    @Test("An inline success after a decline, with none begun, is a late success of that attempt")
    func lateSuccess() throws {
        let trace = try play(Host.inline, Line.hook(), Line.declined("pay_1"), Line.success("pay_2"))
        #expect(trace.told.last == "1 · succeeded(unstated) · blocked · held · lateSuccess")
    }

    @Test(
        "An outcome that comes after the screen has gone is still the attempt's",
        arguments: [
            Line.cancelled, Line.dismissed, Line.closed,
        ])
    func afterTheScreen(_ gone: String) throws {
        let paid = try play(Host.inline, Line.hook(), gone, Line.success())
        #expect(paid.attempt(1)?.state.kind == .succeeded)
        let declined = try play(Host.inline, Line.hook(), gone, Line.declined("pay_1"))
        #expect(declined.attempt(1)?.state.kind == .declined)
    }

    @Test("A managed view that has gone begins no further attempt", arguments: [Line.cancelled, Line.dismissed])
    func noNextAfterTheScreen(_ gone: String) throws {
        let trace = try play(Host.managed, Line.presented, gone, Line.declined("pay_1"))
        #expect(trace.attempt(1)?.words() == ["declined(unspecified)", "newSession", "none"])
        #expect(trace.attempt(2) == nil)
    }

    @Test("A success nobody began blocks the order", arguments: [Host.inline, Host.managed, Host.bare])
    func unownedSuccess(_ host: String) throws {
        let trace = try play(host, Line.success())
        #expect(trace.told.last == "1 · succeeded(unstated) · blocked · held · unattributed")
        #expect(trace.standing.refusal == .alreadyPaid)
    }

    @Test("A pending payment nobody began is pending")
    func unownedPending() throws {
        let trace = try play(Host.inline, Line.ready, Line.failure("payment-failed", #""status":"PENDING""#))
        #expect(trace.told.last == "1 · pending(provider) · blocked · possible · unattributed")
    }

    @Test(
        "An id that is empty or made up by the SDK names nothing",
        arguments: [
            "", "unknown", "0BDE0F5C-6FBD-4A0B-9D53-5B0B5E4E0A11", "0bde0f5c-6fbd-4a0b-9d53-5b0b5e4e0a11",
        ])
    func inventedID(_ id: String) throws {
        let success = try play(Host.inline, Line.hook(), Line.success(id)).attempt(1)
        #expect(success?.words() == ["succeeded(unstated)", "blocked", "held"])
        #expect(success?.state.payment.reference == nil)
        let declined = try play(Host.inline, Line.hook(), Line.declined(id)).attempt(1)
        #expect(declined?.state.kind == .declined)
        #expect(declined?.state.payment.reference == nil)
    }

    @Test(
        "An id that only looks a little like a UUID is a payment's", arguments: ["pay_1", "iLRJkcl0", "0bde0f5c-6fbd"])
    func realID(_ id: String) throws {
        #expect(try play(Host.inline, Line.hook(), Line.success(id)).attempt(1)?.state.payment.reference?.text == id)
    }

    @Test("PayPal's result names a token, which is no payment's reference, by the result's method or the hook's")
    func token() throws {
        let byHook = try play(Host.inline, Line.hook("PAYPAL"), Line.success("tok_1"))
        #expect(byHook.attempt(1)?.state.payment.reference == nil)
        let named = """
            {"event":"state","case":"success",\
            "result":{"paymentId":"tok_1","status":"success","paymentMethodType":"PAYPAL"}}
            """
        #expect(try play(Host.inline, Line.hook("PAYMENT_CARD"), named).attempt(1)?.state.payment.reference == nil)
        let card = named.replacing("PAYPAL", with: "PAYMENT_CARD")
        #expect(try play(Host.inline, Line.hook("PAYPAL"), card).attempt(1)?.state.payment.reference?.text == "tok_1")
    }

    @Test("The id of the error's own payment comes before that of its checkout data")
    func referenceOrder() throws {
        let both = Line.failure(
            "payment-failed", #""paymentId":"pay_1","status":"FAILED""#, checkoutData: #"{"payment":{"id":"pay_2"}}"#)
        #expect(try play(Host.inline, Line.hook(), both).attempt(1)?.state.payment.reference?.text == "pay_1")
        let beside = Line.failure(
            "payment-failed", #""paymentId":"unknown","status":"FAILED""#,
            checkoutData: #"{"payment":{"id":"pay_2","orderId":"A-1001"}}"#)
        let standing = try play(Host.inline, Line.hook(), beside).attempt(1)
        #expect(standing?.state.payment.reference?.text == "pay_2")
        #expect(standing?.state.raw[RawCodes.Name(rawValue: "orderId")]?.text == "A-1001")
        #expect(standing?.state.raw[.code]?.text == "payment-failed")
    }
}
