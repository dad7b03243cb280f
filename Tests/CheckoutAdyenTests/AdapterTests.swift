import CheckoutTesting
import Foundation
import Testing

@testable import CheckoutAdyen
@testable import CheckoutCore

@Suite("Answers, errors and components of the advanced flow")
struct AdapterTests {
    static let authorised = #"{"resultCode":"Authorised","pspReference":"PSP1"}"#
    static let rejection = #"{"status":422,"errorCode":"101","errorType":"validation","message":"x"}"#

    // MARK: Amounts

    @Test(
        "An approval is compared with what was asked, in Adyen's own minor units",
        arguments: [
            (#""amount":{"value":10000,"currency":"EUR"}"#, "EUR", 10_000, "succeeded(authorised)", [Anomaly]()),
            (#""amount":{"value":"10000","currency":"EUR"}"#, "EUR", 10_000, "succeeded(authorised)", []),
            (#""amount":{"value":4000,"currency":"EUR"}"#, "EUR", 10_000, "partiallyPaid(remaining 60.00 EUR)", []),
            (#""amount":{"value":10001,"currency":"EUR"}"#, "EUR", 10_000, "succeeded(authorised)", [.amountMismatch]),
            (#""amount":{"value":10000,"currency":"USD"}"#, "EUR", 10_000, "succeeded(authorised)", [.amountMismatch]),
            (#""amount":{"value":10000,"currency":"ISK"}"#, "ISK", 100, "succeeded(authorised)", []),
            (#""amount":{"value":100,"currency":"ISK"}"#, "ISK", 100, "partiallyPaid(remaining 99 ISK)", []),
            (#""amount":{"value":150,"currency":"ISK"}"#, "ISK", 100, "succeeded(authorised)", [.amountMismatch]),
            (#""amount":{"value":100,"currency":"IDR"}"#, "IDR", 10_000, "succeeded(authorised)", []),
            (#""amount":{"value":10000,"currency":"XXX"}"#, "EUR", 10_000, "succeeded(authorised)", [.amountMismatch]),
            (#""amount":{"value":100.5,"currency":"EUR"}"#, "EUR", 10_000, "succeeded(authorised)", [.amountMismatch]),
            (
                #""amount":{"value":99999999999999999999,"currency":"EUR"}"#, "EUR", 10_000, "succeeded(authorised)",
                [.amountMismatch]
            ),
            (#""amount":"10000""#, "EUR", 10_000, "succeeded(authorised)", [.amountMismatch]),
            (#""amount":null"#, "EUR", 10_000, "succeeded(authorised)", []),
        ])
    func approvals(amount: String, currency: String, asked: Int64, state: String, anomalies: [Anomaly]) throws {
        let asked = Money(minorUnits: asked, currency: try #require(Currency(code: currency)))
        let answer = try Reading.answer(#"{"resultCode":"Authorised","pspReference":"PSP1",\#(amount)}"#)
        let item = try #require(
            AdyenNotification.items(
                json: try JSONReader.read(
                    #"{"eventCode":"AUTHORISATION","success":"true","pspReference":"PSP1",\#(amount)}"#)
            ).first)
        for event in [AdyenEvent.paymentsResponse(answer), .detailsResponse(answer), .notification(item)] {
            let reading = Reading.standing([event], asked: asked)
            #expect(reading.standing.state.description == state)
            #expect(reading.anomalies == anomalies)
        }
    }

    @Test(
        "An open order makes an approval a part payment, and only an approval",
        arguments: [
            (#""order":{"remainingAmount":{"value":6000,"currency":"EUR"}}"#, "partiallyPaid(remaining 60.00 EUR)"),
            (
                #""amount":{"value":4000,"currency":"EUR"},"order":{"remainingAmount":{"value":6000,"currency":"EUR"}}"#,
                "partiallyPaid(remaining 60.00 EUR)"
            ),
            (#""order":{"remainingAmount":{"value":0,"currency":"EUR"}}"#, "succeeded(authorised)"),
            (#""order":{"pspReference":"X"}"#, "partiallyPaid(sums unknown)"),
            (#""order":{"remainingAmount":{"value":"many","currency":"EUR"}}"#, "partiallyPaid(sums unknown)"),
            (#""order":{"remainingAmount":{"value":-5,"currency":"EUR"}}"#, "partiallyPaid(sums unknown)"),
            (#""order":{"remainingAmount":{"value":6000,"currency":"XXX"}}"#, "partiallyPaid(sums unknown)"),
            (#""order":null"#, "succeeded(authorised)"),
        ])
    func orders(order: String, state: String) throws {
        let asked = Money(minorUnits: 10_000, currency: try #require(Currency(code: "EUR")))
        func reading(_ result: String) throws -> String {
            let answer = try Reading.answer(#"{"resultCode":"\#(result)",\#(order)}"#)
            return Reading.standing([.paymentsResponse(answer)], asked: asked).standing.state.description
        }
        #expect(try reading("Authorised") == state)
        #expect(try reading("Refused") == "declined(unspecified)")
        #expect(try reading("Pending") == "pending(provider)")
    }

    @Test("A partial approval by its refusal code knows its sum only from a smaller amount")
    func partialByCode() throws {
        let asked = Money(minorUnits: 10_000, currency: try #require(Currency(code: "EUR")))
        func state(_ amount: String) throws -> String {
            let answer = try Reading.answer(#"{"resultCode":"Authorised","refusalReasonCode":"30"\#(amount)}"#)
            return Reading.standing([.paymentsResponse(answer)], asked: asked).standing.state.description
        }
        #expect(try state(#","amount":{"value":4000,"currency":"EUR"}"#) == "partiallyPaid(remaining 60.00 EUR)")
        #expect(try state(#","amount":{"value":10000,"currency":"EUR"}"#) == "partiallyPaid(sums unknown)")
        #expect(try state("") == "partiallyPaid(sums unknown)")
    }

    @Test("A capture and a closed order approve without an amount: theirs isn't the attempt's")
    func modifications() throws {
        let asked = Money(minorUnits: 10_000, currency: try #require(Currency(code: "EUR")))
        for code in ["CAPTURE", "ORDER_CLOSED"] {
            let text =
                #"{"eventCode":"\#(code)","success":"true","pspReference":"PSP2","originalReference":"PSP1","#
                + #""amount":{"value":4000,"currency":"EUR"}}"#
            let items = AdyenNotification.items(json: try JSONReader.read(text))
            #expect(items.first?.reference == PaymentReference("PSP1"))
            let reading = Reading.standing(items.map { .notification($0) }, asked: asked)
            #expect(reading.standing.state.kind == .succeeded)
            #expect(reading.machine.approvedSum == .known(asked))
            #expect(reading.anomalies.isEmpty)
        }
    }

    // MARK: Errors

    @Test(
        "Only a listed rejection of the first request proves that nothing was charged",
        arguments: [
            (400, "validation", "101", "failed(validation)", Retry.sameMethod),
            (401, "security", "000", "failed(configuration)", .newSession),
            (403, "configuration", "905", "failed(configuration)", .newSession),
            (422, "sessionExpired", "15_001", "failed(configuration)", .newSession),
            (422, "validation", "130", "failed(validation)", .sameMethod),
            (422, "validation", "704", "outcomeUnknown(noAnswer)", .blocked),
            (422, "internal", "101", "outcomeUnknown(noAnswer)", .blocked),
            (422, "", "101", "outcomeUnknown(noAnswer)", .blocked),
            (500, "validation", "101", "outcomeUnknown(noAnswer)", .blocked),
            (404, "validation", "101", "outcomeUnknown(noAnswer)", .blocked),
            (409, "validation", "101", "outcomeUnknown(noAnswer)", .blocked),
            (429, "validation", "101", "outcomeUnknown(noAnswer)", .blocked),
            (302, "validation", "101", "outcomeUnknown(noAnswer)", .blocked),
            (0, "validation", "101", "outcomeUnknown(noAnswer)", .blocked),
        ])
    func rejections(status: Int, type: String, code: String, state: String, retry: Retry) throws {
        let body = #"{"errorCode":"\#(code)","errorType":"\#(type)","message":"secret text"}"#
        let answer = try Reading.answer(body, status: status)
        let payments = Reading.standing([.paymentsResponse(answer)]).standing
        #expect(payments.state.description == state)
        #expect(payments.retry == retry)
        #expect(payments.evidence == (state.hasPrefix("failed") ? .provider : .local))
        let details = Reading.standing([.detailsResponse(answer)]).standing
        #expect(details.state.description == "outcomeUnknown(noAnswer)")
    }

    @Test(
        "An error body needs a code and a listed type",
        arguments: [
            #"{"errorType":"validation"}"#, #"{"errorCode":"101"}"#, #"{"errorCode":null,"errorType":"validation"}"#,
            #"{"errorCode":"101","errorType":7}"#, #"{"error":{"code":403}}"#, "{}",
            #"{"errorCode":[],"errorType":"validation"}"#,
        ])
    func malformedRejections(body: String) throws {
        let answer = try Reading.answer(body, status: 422)
        #expect(Reading.standing([.paymentsResponse(answer)]).standing.state.kind == .outcomeUnknown)
    }

    @Test("A rejection after an earlier try that may have arrived is doubt")
    func laterRejection() throws {
        let rejected = AdyenEvent.paymentsResponse(try Reading.answer(Self.rejection, status: 422))
        let lost = AdyenEvent.paymentsError(AdyenTransportError(code: "timedOut", bytesSent: 100))
        let unreadable = AdyenEvent.paymentsResponse(AdyenAnswer(status: 502, body: Array("<html>".utf8)))
        for earlier in [[lost], [unreadable], [.paymentsRequest, .paymentsRequest]] {
            for reportsRequests in [true, false] {
                let request: [AdyenEvent] = reportsRequests ? [.paymentsRequest] : []
                let reading = Reading.standing(request + earlier + [rejected], reportsRequests: reportsRequests)
                #expect(reading.standing.state.kind == .outcomeUnknown)
            }
        }
        let clean = Reading.standing([.paymentsRequest, rejected], reportsRequests: true)
        #expect(clean.standing.state.kind == .failed)
    }

    @Test("A rejection heard by an adapter that didn't see the request is doubt: it may answer a repeat")
    func unseenRequest() throws {
        var adapter = AdyenAdapter()
        var machine = AttemptMachine(asked: nil, isSubmitted: true)
        let event = AdyenEvent.paymentsResponse(try Reading.answer(Self.rejection, status: 422))
        adapter.interpret(event, for: AttemptContext(id: AttemptID(rawValue: "x"), isSubmitted: true)) {
            machine.apply($0) { _ in }
        }
        #expect(machine.standing.state.kind == .outcomeUnknown)
    }

    @Test(
        "A body that is no JSON object is no answer",
        arguments: [
            "", "<html>502</html>", #"{"resultCode":"Authorised""#, "[]", #""Authorised""#, "null", "true",
        ])
    func unreadableBodies(body: String) {
        for status in [200, 500] {
            let answer = AdyenAnswer(status: status, body: Array(body.utf8))
            let standing = Reading.standing([.paymentsResponse(answer)]).standing
            #expect(standing.state.description == "outcomeUnknown(noAnswer)")
        }
    }

    @Test("A body that is too large or too deep is no answer, and one at the limit is read")
    func limits() {
        let limit = 1 << 20
        func body(_ size: Int) -> [UInt8] {
            let head = #"{"resultCode":"Authorised","x":""#
            return Array((head + String(repeating: "x", count: size - head.utf8.count - 2) + "\"}").utf8)
        }
        func kind(_ bytes: [UInt8]) -> CheckoutState.Kind {
            Reading.standing([.paymentsResponse(AdyenAnswer(status: 200, body: bytes))]).standing.state.kind
        }
        #expect(body(limit).count == limit)
        #expect(kind(body(limit)) == .succeeded)
        #expect(kind(body(limit + 1)) == .outcomeUnknown)
        let deep =
            #"{"resultCode":"Authorised","x":"# + String(repeating: "[", count: 128)
            + String(repeating: "]", count: 128) + "}"
        #expect(kind(Array(deep.utf8)) == .outcomeUnknown)
    }

    @Test(
        "A transport error ends the attempt only where it proves that nothing left",
        arguments: [
            ("cannotFindHost", Int64?.none, true), ("cannotFindHost", 0, true), ("cannotFindHost", 1, false),
            ("cannotConnectToHost", nil, true), ("cannotConnectToHost", 0, true), ("cannotConnectToHost", 10, false),
            ("notConnectedToInternet", 0, true), ("notConnectedToInternet", nil, false),
            ("notConnectedToInternet", 3, false),
            ("timedOut", 0, false), ("networkConnectionLost", 0, false), ("unknown", 0, false), ("", nil, false),
            ("secureConnectionFailed", 0, false),
        ])
    func transport(code: String, bytesSent: Int64?, proves: Bool) {
        let error = AdyenEvent.paymentsError(AdyenTransportError(code: code, bytesSent: bytesSent))
        let first = Reading.standing([.paymentsRequest, error], reportsRequests: true).standing
        #expect(first.state.description == (proves ? "failed(network)" : "outcomeUnknown(noAnswer)"))
        #expect(first.exposure == (proves ? .none : .possible))
        #expect(first.retry == (proves ? .sameMethod : .blocked))
        // Where requests aren't reported, or an earlier one may have arrived, nothing is proven.
        for events in [[error], [.paymentsRequest, .paymentsRequest, error]] {
            let standing = Reading.standing(events, reportsRequests: events.count > 1).standing
            #expect(standing.state.description == "outcomeUnknown(noAnswer)")
        }
        let details = Reading.standing([.detailsError(AdyenTransportError(code: code, bytesSent: bytesSent))]).standing
        #expect(details.state.description == "outcomeUnknown(noAnswer)")
    }

    // MARK: Boundary and components

    @Test("The boundary is the request where requests are reported, else the component's submit")
    func boundary() {
        #expect(Reading.standing([], isSubmitted: true, reportsRequests: false).standing.submitted)
        #expect(!Reading.standing([], isSubmitted: true, reportsRequests: true).standing.submitted)
        #expect(Reading.standing([.paymentsRequest], reportsRequests: true).standing.submitted)
        let start = Reading.standing([.paymentsRequest], isSubmitted: false, reportsRequests: false)
        #expect(start.standing.submitted)
    }

    @Test(
        "A component that fails or is left ends an attempt nothing was sent for, and leaves doubt of one that was",
        arguments: [
            (AdyenComponentError.Kind.cancelled, "cancelled(shopper)"), (.other, "failed(component)"),
        ])
    func didFail(kind: AdyenComponentError.Kind, before: String) {
        let event = AdyenEvent.didFail(AdyenComponentError(kind: kind, domain: "com.adyen.Adyen3DS2", code: "5"))
        let unsent = Reading.standing([event], reportsRequests: true).standing
        #expect(unsent.state.description == before)
        #expect(unsent.retry == .sameMethod)
        #expect(unsent.exposure == .none)
        let sent = Reading.standing([.paymentsRequest, event], reportsRequests: true).standing
        #expect(sent.state.description == "outcomeUnknown(actionAbandoned)")
        #expect(sent.evidence == .local)
        #expect(sent.state.raw[.code] == "5")
    }

    @Test("Details that come after an abandoned action show the attempt alive")
    func lateDetails() throws {
        let cancelled = AdyenEvent.didFail(AdyenComponentError(kind: .cancelled))
        let events: [AdyenEvent] = [cancelled, .didProvide(canBeSent: true)]
        #expect(Reading.standing(events).standing.state == .processing)
        #expect(Reading.standing(events).standing.exposure == .possible)
        let refused = AdyenEvent.detailsResponse(
            try Reading.answer(#"{"resultCode":"Refused","refusalReasonCode":"11"}"#))
        #expect(
            Reading.standing(events + [refused]).standing.state.description == "declined(authenticationFailed)")
    }

    @Test("Details that can't be encoded leave doubt, and a voucher that was shown waits for the shopper")
    func otherComponentEvents() {
        #expect(
            Reading.standing([.didProvide(canBeSent: false)]).standing.state.description == "outcomeUnknown(noAnswer)")
        let shown = Reading.standing([.didComplete]).standing
        #expect(shown.state.description == "pending(shopper)")
        #expect(shown.evidence == .provider)
    }

    @Test("Loading the methods is the session's business")
    func loading() {
        var adapter = AdyenAdapter()
        let types = AdyenPaymentMethods(
            body: Array(#"{"paymentMethods":[{"type":"scheme"},7,{"name":"x"},{"type":"new one"}]}"#.utf8))
        #expect(types?.types == ["scheme", "new one"])
        #expect(AdyenPaymentMethods(body: Array("{}".utf8)) == nil)
        #expect(AdyenPaymentMethods(body: Array("<html>".utf8)) == nil)
        for (event, signal) in [
            (AdyenEvent.paymentMethodsResponse(AdyenPaymentMethods()), SessionSignal.ready),
            (.paymentMethodsError(.network), .failed(Failure(kind: .network, retry: .newSession))),
            (.paymentMethodsError(.configuration), .failed(Failure(kind: .configuration, retry: .newSession))),
        ] {
            #expect(adapter.subject(of: event).role == .session)
            var told: [CheckoutSignal] = []
            adapter.interpret(event, for: nil) { told.append($0) }
            #expect(told == [.session(signal)])
        }
    }

    // MARK: Return links

    @Test(
        "A return link says at most that there are details to send",
        arguments: [
            ("shop://r?checkoutAttempt=id-1&redirectResult=x", "id-1", true),
            ("shop://r?redirectResult=x&checkoutAttempt=id-1&resultCode=authorised", "id-1", true),
            ("shop://r?checkoutAttempt=id-1&payload=x%2B", "id-1", true),
            ("shop://r?checkoutAttempt=id-1&PaRes=a&MD=b", "id-1", true),
            ("shop://r?checkoutAttempt=id-1&PaRes=a", "id-1", false),
            ("shop://r?checkoutAttempt=id-1&resultCode=authorised&success=true", "id-1", false),
            ("shop://r?checkoutAttempt=id-1", "id-1", false),
            ("shop://r?redirectResult=x", nil, true),
            ("shop://r?checkoutAttempt=id-1&checkoutAttempt=id-2&redirectResult=x", nil, true),
            ("shop://r?checkoutAttempt=id-1&redirectResult=x&redirectResult=y", "id-1", false),
            ("shop://r?checkoutAttempt=id-1&redirectResult=x&redirectResult=x", "id-1", true),
            ("shop://r?checkoutAttempt=id-1&redirectResult=", "id-1", false),
            ("shop://r?checkoutAttempt=id-1&redirectResult=%zz", "id-1", false),
            ("shop://r?checkoutAttempt=id-1&redirectResult=%", "id-1", false),
            ("shop://r?checkoutAttempt=id-1#&redirectResult=x", "id-1", false),
            ("shop://r#?checkoutAttempt=id-1&redirectResult=x", nil, false),
            ("shop://r", nil, false), ("", nil, false), ("?", nil, false), ("&&==&%", nil, false),
            ("shop://r?%63heckoutAttempt=id-1&redirectResult=x", "id-1", true),
            ("shop://r?checkoutAttempt=id%2D1&redirectResult=x", "id-1", true),
            ("shop://r?checkoutAttempt=id%252D1&redirectResult=x", "id%2D1", true),
        ])
    func returnLinks(text: String, attempt: String?, hasDetails: Bool) {
        let url = AdyenReturnURL(text)
        #expect(url.attempt?.rawValue == attempt)
        #expect(url.hasDetails == hasDetails)
        let standing = Reading.standing([.returnURL(url)]).standing
        #expect(standing.state == .processing)
        // It never touches an attempt nothing was sent for, and never ends one.
        let unsent = Reading.standing([.returnURL(url)], isSubmitted: false).standing
        #expect(unsent == Standing(.processing))
        let left = AdyenEvent.didFail(AdyenComponentError(kind: .cancelled))
        let back = Reading.standing([left, .returnURL(url)]).standing.state.kind
        #expect(back == (hasDetails ? .processing : .outcomeUnknown))
    }

    @Test("A plus sign in a link stays one")
    func plus() { #expect(AdyenReturnURL.decoded("a+b%20c%2B") == "a+b c+") }

    @Test("The return of a native redirect is the SDK's to read")
    func nativeRedirect() throws {
        let url = AdyenEvent.returnURL(AdyenReturnURL("shop://r?checkoutAttempt=id-1&redirectResult=x"))
        for (type, kind) in [("nativeRedirect", CheckoutState.Kind.actionRequired), ("redirect", .processing)] {
            let answer = try Reading.answer(#"{"action":{"type":"\#(type)","url":"https://x.example"}}"#)
            #expect(Reading.standing([.paymentsResponse(answer), url]).standing.state.kind == kind)
        }
    }

    @Test("Every event says what it names")
    func subjects() throws {
        let adapter = AdyenAdapter()
        let answer = try Reading.answer(Self.authorised)
        let reference = try #require(PaymentReference("PSP1"))
        #expect(adapter.subject(of: .paymentsResponse(answer)).name == .ownReference(reference))
        #expect(adapter.subject(of: .detailsResponse(answer)).role == .result)
        #expect(adapter.subject(of: .didSubmit(method: "scheme")).role == .start("scheme"))
        #expect(adapter.subject(of: .returnURL(AdyenReturnURL("x"))).name == .attempt(AttemptID(rawValue: "")))
        let item = try #require(
            AdyenNotification.items(
                body: Array(#"{"eventCode":"AUTHORISATION","success":"true","pspReference":"PSP1"}"#.utf8)
            ).first)
        #expect(adapter.subject(of: .notification(item)) == EventSubject(.merchant, name: .payment(reference)))
    }

    @Test("The words of a server are read from their bytes")
    func bytes() {
        #expect(AdyenSessionResult(body: Array(#"{"status":"completed"}"#.utf8)).status == "completed")
        #expect(AdyenSessionResult(body: Array("<html>".utf8)).status == nil)
        #expect(AdyenStatusPoll(body: Array(#"{"resultCode":"pending"}"#.utf8)).resultCode == "pending")
        #expect(AdyenStatusPoll(body: []).resultCode == nil)
        #expect(AdyenNotification.items(body: Array("{".utf8)).count == 1)
    }
}
