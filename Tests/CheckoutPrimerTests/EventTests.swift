import CheckoutCore
import CheckoutPrimer
import CheckoutTesting
import Foundation
import Testing

@Suite("Events of Primer as recorded lines")
struct EventTests {
    static let session = PrimerSessionSnapshot(
        orderID: "A-1001", totalAmount: 1000, currencyCode: "EUR",
        lineItems: [
            .init(
                itemID: "tea", itemDescription: "Tea, 100 g", amount: 400, discountAmount: 50, quantity: 2,
                taxCode: "A", taxAmount: 19)
        ],
        fees: [.init(type: "SURCHARGE", amount: 25)], shippingAmount: 250, allowedCardNetworks: ["VISA", "unknown"])

    static let events: [PrimerEvent] = [
        .state(.initializing),
        .state(.ready(PrimerSessionSnapshot(), asked: nil)),
        .state(
            .ready(
                session,
                asked: CheckoutOrder(
                    reference: "A-1001", amount: Money(minorUnits: 1000, currency: Currency(code: "EUR")!)))),
        .state(.success(PrimerResult())),
        .state(
            .success(
                PrimerResult(
                    paymentID: "pay_1", status: .success, amount: 1000, currencyCode: "EUR",
                    paymentMethodType: "PAYMENT_CARD"))),
        .state(.success(PrimerResult(status: PrimerPaymentStatus(rawValue: ""), hasUnreadableAmount: true))),
        .state(.dismissed),
        .state(.failure(PrimerFailure())),
        .state(
            .failure(
                PrimerFailure(
                    errorID: "payment-failed", diagnosticsID: "diag-1", paymentMethodType: "PAYMENT_CARD",
                    paymentID: "pay_1", orderID: "A-1001", status: PrimerPaymentStatus(rawValue: "FAILED"),
                    payment: .init(
                        id: "pay_1", orderID: "A-1001", status: PrimerPaymentStatus(rawValue: "PENDING"))))),
        .state(.failure(PrimerFailure(errorID: "unknown", payment: .init()))),
        .state(.other("paused")),
        .state(.other(nil)),
        .presented,
        .paymentWillBeCreated(method: "KLARNA", answer: .proceed),
        .paymentWillBeCreated(method: nil, answer: .cancel),
        .sessionCancelled,
    ]

    @Test("An event survives its line, by the package's reader and by Foundation's coders", arguments: events)
    func roundTrip(_ event: PrimerEvent) throws {
        let line = try JSONReader.read(event.json.jsonText)
        let name = try #require(line["event"]?.string)
        #expect(PrimerEvent(named: name, line: line) == event)
        let data = try JSONEncoder().encode(event)
        #expect(try JSONDecoder().decode(PrimerEvent.self, from: data) == event)
    }

    @Test("A line of another provider is no event of Primer")
    func foreign() throws {
        for line in [#"{"event":"didSubmit"}"#, "{}", #"{"event":7}"#] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(PrimerEvent.self, from: Data(line.utf8))
            }
        }
        #expect(PrimerEvent(named: "didSubmit", line: .null) == nil)
        #expect(PrimerAdapter.eventNames == ["state", "presented", "paymentWillBeCreated", "sessionCancelled"])
    }

    @Test("What identifies a shopper, tokens and texts are not kept")
    func privacy() throws {
        let canary = "CANARY"
        let lines = [
            """
            {"event":"state","case":"success","result":{"paymentId":"pay_1","status":"success","token":"\(canary)",\
            "redirectUrl":"https://\(canary)","errorMessage":"\(canary)"}}
            """,
            """
            {"event":"state","case":"failure","error":{"errorId":"unknown","message":"\(canary)",\
            "description":"\(canary)"},"checkoutData":{"additionalInfo":"\(canary)","payment":{"token":"\(canary)"}}}
            """,
            """
            {"event":"state","case":"ready","clientSession":{"customerId":"\(canary)",\
            "customer":{"emailAddress":"\(canary)","billingAddress":{"city":"\(canary)"}},\
            "orderDetails":{"countryCode":"DE","shipping":{"amount":1,"methodName":"\(canary)"}}}}
            """,
        ]
        for line in lines {
            let event = try JSONDecoder().decode(PrimerEvent.self, from: Data(line.utf8))
            #expect(!event.json.jsonText.contains(canary))
            #expect(!String(reflecting: event).contains(canary))
        }
        let card = "4111111111111111"
        let trace = try play(
            Host.inline, Line.hook(), Line.failure(card, #""diagnosticsId":"\#(card)","paymentId":"\#(card)""#))
        #expect(!trace.jsonLines.joined().contains(card))
    }

    @Test("Amounts are exact: text is read as the number, a fraction or an overflow is none")
    func amounts() throws {
        func total(_ text: String) throws -> Int? {
            let line = #"{"event":"state","case":"ready","clientSession":{"totalAmount":\#(text)}}"#
            let event = try JSONDecoder().decode(PrimerEvent.self, from: Data(line.utf8))
            guard case .state(.ready(let session, _)) = event else { return nil }
            return session.totalAmount
        }
        #expect(try total("1000") == 1000)
        #expect(try total(#""1000""#) == 1000)
        #expect(try total("10.5") == nil)
        #expect(try total(#""12abc""#) == nil)
        #expect(try total("99999999999999999999") == nil)
    }

    @Test("A fee that can't be read leaves all fees unknown, as in the SDK")
    func fees() throws {
        func fees(_ text: String) throws -> [PrimerSessionSnapshot.Fee]? {
            let json = try JSONReader.read(#"{"case":"ready","clientSession":{"fees":\#(text)}}"#)
            guard case .state(.ready(let session, _))? = PrimerEvent(named: "state", line: json) else { return nil }
            return session.fees
        }
        #expect(try fees(#"[{"type":"SURCHARGE","amount":25}]"#) == [.init(type: "SURCHARGE", amount: 25)])
        #expect(try fees(#"[{"type":"SURCHARGE","amount":25},{"type":"SURCHARGE"}]"#) == nil)
        #expect(try fees("[]") == [])
    }
}
