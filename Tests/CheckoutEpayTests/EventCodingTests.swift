import CheckoutCore
import CheckoutEpay
import Foundation
import Testing

@Suite("Epay's events as recorded lines")
struct EventCodingTests {
    static let events: [EpayEvent] = [
        .sdk(.initializing), .sdk(.ready), .sdk(.failed, error: EpayError(errorCode: .sdkNotReady)), .sdk(nil),
        .attempt(EpayAttempt(id: nil, state: nil)),
        .attempt(
            EpayAttempt(
                id: "e1", state: .processing, transactionId: "T1",
                error: EpayError(errorCode: EpayErrorCode(rawValue: "NEW_CODE")), canRetry: true,
                maxAttemptsReached: true, isRedirecting: true,
                pendingSurcharge: EpaySurcharge(
                    paymentMethodType: EpayMethodType(rawValue: "CARD"),
                    paymentMethodSubType: EpayMethodType(rawValue: "VISA"), originalAmount: 9_007_199_254_740_993,
                    updatedAmount: 9_007_199_254_741_028, fee: 35, minimumFee: 0, flatFee: 10,
                    percentage: Decimal(string: "2.45"), currency: Currency(code: "EUR")),
                metadata: .init(hadDeclinedAuthorization: true))),
        .cardFields(buttonState: .active), .cardFields(buttonState: nil),
        .transactionAccepted(transactionId: PaymentReference("T1")), .transactionAccepted(transactionId: nil),
        .transactionDeclined(transactionId: PaymentReference("T1"), maxAttemptsReached: true),
        .feeUpdated(fee: 0), .feeUpdated(fee: 35), .feeUpdated(fee: nil),
        .paymentCancel(paymentMethodType: EpayMethodType(rawValue: "PAYPAL")),
        .clientRedirect(reason: .ageVerification), .error(EpayError(errorCode: .sdkNotReady)),
        .error(EpayError(errorCode: nil)),
        .transaction(EpayTransaction(id: "T1", state: .failed, errorCode: EpayErrorCode(rawValue: "EXPIRED"))),
        .transaction(EpayTransaction(id: nil, state: nil)),
    ]

    @Test("Every event there is stands in the list")
    func complete() {
        #expect(Set(Self.events.map(\.name)) == Set(EpayEvent.Name.allCases))
        #expect(
            EpayAdapter.eventNames == [
                "sdk", "attempt", "cardFields", "transactionAccepted", "transactionDeclined", "feeUpdated",
                "paymentCancel", "clientRedirect", "error", "transaction",
            ])
    }

    @Test("An event that is written and read is the same event", arguments: events)
    func roundTrip(_ event: EpayEvent) throws {
        let data = try JSONEncoder().encode(event)
        #expect(try JSONDecoder().decode(EpayEvent.self, from: data) == event)
        let line = try JSONReader.read(event.json.jsonText)
        let order = CheckoutOrder(reference: "E-1", amount: try #require(euros(1000)))
        let read = EpayAdapter.events(named: event.name.rawValue, line: line, order: order)
        #expect(read == [event])
    }

    @Test("A line that names no event of Epay's is refused")
    func unknown() throws {
        for text in [#"{"event":"didSubmit"}"#, #"{"state":"ready"}"#, "7", "[]"] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(EpayEvent.self, from: Data(text.utf8)) }
        }
    }

    @Test("A malformed member never fails a line", arguments: EpayEvent.Name.allCases)
    func malformed(_ name: EpayEvent.Name) throws {
        let keys = [
            "id", "state", "transactionId", "error", "canRetry", "maxAttemptsReached", "isRedirecting",
            "pendingSurcharge", "metadata", "buttonState", "fee", "paymentMethodType", "reason", "errorCode",
        ]
        for value in ["null", "7", "-1.5", "true", #""""#, "[]", "{}", #"[{"a":1}]"#, #""\u0000""#] {
            for key in keys {
                let text = #"{"event":"\#(name.rawValue)","\#(key)":\#(value)}"#
                #expect(try JSONDecoder().decode(EpayEvent.self, from: Data(text.utf8)).name == name)
            }
        }
    }

    @Test("Extra members, unicode and another order change nothing")
    func lenient() throws {
        let text =
            #"{"new":{"deep":[1,2]},"state":"Accepted","ключ":"✓","canRetry":false,"id":"e1","event":"attempt"}"#
        #expect(
            try JSONDecoder().decode(EpayEvent.self, from: Data(text.utf8))
                == .attempt(EpayAttempt(id: "e1", state: .accepted)))
    }

    @Test("An id and a transaction sent as numbers keep their digits")
    func numbers() throws {
        let line = try JSONReader.read(
            #"{"event":"attempt","id":12345678901234567890,"state":"Accepted","transactionId":12345678901234567890123}"#
        )
        let event = try #require(EpayEvent(named: "attempt", line: line))
        #expect(
            event
                == .attempt(
                    EpayAttempt(
                        id: "12345678901234567890", state: .accepted, transactionId: "12345678901234567890123")))
    }

    @Test("No message, no address and nothing like a card number is written")
    func nothingPrivate() throws {
        let line = try JSONReader.read(
            #"{"event":"clientRedirect","url":"https://bank.example/?token=secret","reason":"SCA"}"#)
        #expect(try #require(EpayEvent(named: "clientRedirect", line: line)).json.jsonText.contains("secret") == false)
        let error = EpayError(errorCode: .sdkNotReady, shopperMessage: "Try another card, Ann")
        let events: [EpayEvent] = [
            .error(error), .sdk(.failed, error: error), .attempt(EpayAttempt(id: "e1", state: .failed, error: error)),
        ]
        for event in events {
            var dumped = ""
            dump(event, to: &dumped)
            for text in [event.json.jsonText, "\(event)", dumped] { #expect(!text.contains("Ann")) }
        }
        let card = EpayEvent.attempt(
            EpayAttempt(id: "4111111111111111", state: EpayAttemptState(rawValue: "4111 1111 1111 1111")))
        #expect(!card.json.jsonText.contains("1111"))
        #expect(EpayError(errorCode: .sdkNotReady) == error)
    }
}
