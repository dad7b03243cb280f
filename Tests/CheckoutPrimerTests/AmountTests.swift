import CheckoutCore
import CheckoutTesting
import Testing

@Suite("Amounts of Primer")
struct AmountTests {
    @Test(
        "A client session that differs from what is asked is told before anything is sent",
        arguments: [
            (#""totalAmount":1000,"currencyCode":"EUR","orderId":"A-1001""#, false), ("", false),
            (#""totalAmount":1000"#, false), (#""totalAmount":999"#, true), (#""totalAmount":1001"#, true),
            (#""currencyCode":"USD""#, true), (#""currencyCode":"eur""#, true), (#""orderId":"A-1002""#, true),
            (#""totalAmount":"abc""#, false),
        ])
    func session(members: String, differs: Bool) throws {
        let ready = #"{"event":"state","case":"ready","clientSession":{\#(members)}}"#
        let trace = try play(Host.inline, ready)
        #expect(trace.standing.anomalies == (differs ? [.amountMismatch] : []))
        #expect(trace.told.last == "– · ready · sameMethod · none" + (differs ? " · amountMismatch" : ""))
        #expect(trace.standing.refusal == nil)
    }

    @Test("A difference is told once, and again after it was set right")
    func once() throws {
        func ready(_ total: Int) -> String {
            #"{"event":"state","case":"ready","clientSession":{"totalAmount":\#(total)}}"#
        }
        func told(_ totals: Int...) throws -> Int {
            let trace = try play(Host.inline, lines: totals.map(ready))
            // However often it is told, the order keeps it once: nothing else has changed meanwhile.
            #expect(trace.standing.anomalies == [Anomaly.amountMismatch])
            return trace.told.count { $0.hasSuffix("amountMismatch") }
        }
        #expect(try told(999, 999) == 1)
        #expect(try told(999, 998) == 2)
        #expect(try told(999, 1000, 999) == 2)
    }

    @Test("After the submission a client session is compared no more")
    func submitted() throws {
        let ready = #"{"event":"state","case":"ready","clientSession":{"totalAmount":999}}"#
        #expect(try play(Host.inline, Line.hook(), ready).standing.anomalies.isEmpty)
        #expect(try play(Host.inline, Line.start, ready).standing.anomalies == [.amountMismatch])
    }

    @Test("A line that says what is asked is compared with that")
    func asked() throws {
        let ready = """
            {"event":"state","case":"ready","clientSession":{"totalAmount":400,"currencyCode":"EUR"},\
            "asked":{"reference":"A-1001","amount":{"minorUnits":400,"currency":"EUR"}}}
            """
        #expect(try play(Host.inline, ready).standing.anomalies.isEmpty)
    }

    @Test(
        "A success for another amount is a part payment if it is smaller, else an approval with a mismatch",
        arguments: [
            (#""amount":1000,"currencyCode":"EUR""#, "succeeded(unstated) · blocked · held"),
            ("", "succeeded(unstated) · blocked · held"),
            (#""amount":"1000","currencyCode":"EUR""#, "succeeded(unstated) · blocked · held"),
            (#""amount":600,"currencyCode":"EUR""#, "partiallyPaid(remaining 4.00 EUR) · otherMethod · held"),
            (#""amount":1025,"currencyCode":"EUR""#, "succeeded(unstated) · blocked · held · amountMismatch"),
            (#""amount":1000,"currencyCode":"USD""#, "succeeded(unstated) · blocked · held · amountMismatch"),
            (#""amount":1000,"currencyCode":"EURO""#, "succeeded(unstated) · blocked · held · amountMismatch"),
            (#""amount":10.5,"currencyCode":"EUR""#, "succeeded(unstated) · blocked · held · amountMismatch"),
            (#""amount":1000"#, "succeeded(unstated) · blocked · held"),
            (#""amount":999"#, "succeeded(unstated) · blocked · held · amountMismatch"),
            (#""currencyCode":"EUR""#, "succeeded(unstated) · blocked · held"),
            (#""currencyCode":"JPY""#, "succeeded(unstated) · blocked · held · amountMismatch"),
        ])
    func success(members: String, expected: String) throws {
        let more = members.isEmpty ? "" : ",\(members)"
        let line = #"{"event":"state","case":"success","result":{"paymentId":"pay_1","status":"success"\#(more)}}"#
        let told = try play(Host.inline, Line.hook(), line).changes(of: 2)
        // A mismatch is told with the state or right after it.
        #expect(told.last == "1 · \(expected)")
        let twice = try play(Host.inline, Line.hook(), line, line)
        #expect(twice.changes(of: 3).isEmpty)
    }
}
