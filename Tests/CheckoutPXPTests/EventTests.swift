import CheckoutCore
import CheckoutPXP
import CheckoutTesting
import Foundation
import Testing

/// The events as values and as recorded lines.
@Suite struct EventTests {
    static let result = PXPResult(
        type: .captured, state: "Captured", stateCode: "00",
        provider: PXPProviderResult(
            code: "00", transactionId: PaymentReference("P1"), merchantAdvice: "01", cardVerificationCodeResult: "M",
            addressVerificationServiceResult: "Y"),
        fundingData: PXPFundingData(
            transactionId: PaymentReference("F1"), amount: Decimal(sign: .plus, exponent: -2, significand: 1999),
            currency: "GBP", cardVerificationCodeResult: "Matched", addressVerificationServiceResult: "Y"),
        errorCode: "E1", httpStatusCode: 422, correlationId: "c-1",
        merchantTransactionId: AttemptID(rawValue: "attempt-1"), systemTransactionId: PaymentReference("S1"))

    static let events: [PXPEvent] = [
        .created, .createFailed(PXPError(type: "ValidationException", errorCode: "SDK0100")),
        .submit(method: "card"), .submit(method: nil), .startSubmit(method: "card"), .submitReturned,
        .preTokenisation(.proceed), .preTokenisation(.unanswered),
        .postTokenisation(PXPTokenisation(isSuccess: false, error: PXPError(errorCode: "SDK0304"))),
        .postTokenisation(PXPTokenisation(isSuccess: nil)), .preInitiateAuthentication(.skip),
        .postInitiateAuthentication("PendingClientData"), .preAuthentication(.proceed), .postAuthentication(nil),
        .preAuthorisation(.cancel), .preRetrySoftDecline(PXPSoftDecline(retry: true, result: result)),
        .preRetrySoftDecline(PXPSoftDecline(retry: nil)), .postAuthorisation(result),
        .postAuthorisation(PXPResult(type: nil)),
        .submitError(PXPError(errorCode: "51", submitResult: PXPResult(type: .refused, state: .unreadable))),
        .approve(order: PaymentReference("O1")), .approve(order: nil), .cancel, .error(PXPError()),
    ]

    @Test("An event is written as its recorded line and read back as it was", arguments: events)
    func roundTrip(_ event: PXPEvent) throws {
        let data = try JSONEncoder().encode(event)
        #expect(try JSONDecoder().decode(PXPEvent.self, from: data) == event)
        let name = try #require(event.line["event"]?.string)
        #expect(PXPEvent(name: name, line: event.line) == event)
        #expect(PXPEvent(name: name, line: try JSONReader.read(event.line.jsonText)) == event)
    }

    @Test("Every name of the format is an event, and no other is")
    func names() throws {
        #expect(Set(Self.events.compactMap { $0.line["event"]?.string }) == Set(PXPAdapter.eventNames))
        for name in PXPAdapter.eventNames {
            #expect(PXPEvent(name: name, line: [:])?.line["event"] == .string(name))
        }
        #expect(PXPEvent(name: "onApprove", line: [:]) == nil)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(PXPEvent.self, from: Data(#"{"event":"onApprove"}"#.utf8))
        }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(PXPEvent.self, from: Data("{}".utf8)) }
    }

    @Test("An amount that can't be read stays one that can't")
    func unreadable() throws {
        let result = PXPResult(json: ["fundingData": ["amount": "12abc"]])
        #expect(result.fundingData?.amount?.isNaN == true)
        #expect(PXPResult(json: result.json).fundingData?.amount?.isNaN == true)
        #expect(try JSONDecoder().decode(PXPResult.self, from: JSONEncoder().encode(result)) == result)
    }

    @Test("Errors are values too")
    func errors() throws {
        let error = PXPError(type: "NetworkSdkException", errorCode: "SDK0500", submitResult: Self.result)
        #expect(try JSONDecoder().decode(PXPError.self, from: JSONEncoder().encode(error)) == error)
    }

    @Test("No message, token, person or card is kept, whatever field it stands in")
    func privacy() throws {
        let secrets = ["4111111111111111", "4111 1111 1111 1111", "tok/€secret", "jane@example.com", "Jane O'Doe"]
        for secret in secrets {
            let text = JSONValue.string(secret)
            let result: JSONValue = [
                "type": text, "state": text, "stateData": ["code": text, "message": text], "errorCode": text,
                "errorReason": text, "correlationId": text, "details": [text], "systemTransactionId": text,
                "provider": [
                    "code": text, "message": text, "transactionId": text,
                    "merchantAdvice": ["code": text, "message": text, "reason": text],
                    "cardVerificationCodeResult": text, "addressVerificationServiceResult": text,
                ],
                "fundingData": [
                    "transactionId": text, "currency": text, "cardVerificationCodeResult": text,
                    "addressVerificationServiceResult": text, "timestamp": text,
                ],
            ]
            let error: JSONValue = [
                "type": text, "errorCode": text, "errorMessage": text, "submitResult": result,
            ]
            let line: JSONValue = [
                "result": result, "error": error, "answer": text, "orderID": text, "payerID": text,
                "gatewayTokenId": text, "success": text, "retry": text,
            ]
            for name in PXPEvent.names {
                let event = try #require(PXPEvent(name: name, line: line))
                #expect(!event.line.jsonText.contains(secret), "\(name)")
                #expect(!"\(event)".contains(secret), "\(name)")
                var adapter = PXPAdapter()
                adapter.interpret(event, for: AttemptContext(id: AttemptID(rawValue: "a"), isSubmitted: true)) {
                    #expect(!"\($0)".contains(secret), "\(name)")
                }
            }
        }
    }

    @Test("What is no code isn't even read")
    func messages() throws {
        let line: JSONValue = [
            "result": [
                "type": "RefusedSubmitResult", "errorReason": "Jane Doe", "details": ["Jane Doe"],
                "stateData": ["code": "05", "message": "Jane Doe"],
                "provider": ["code": "05", "message": "Jane Doe", "merchantAdvice": ["message": "Jane Doe"]],
            ],
            "error": ["errorCode": "SDK0500", "errorMessage": "Jane Doe"], "payerID": "Jane Doe",
            "gatewayTokenId": "Jane Doe",
        ]
        for name in PXPEvent.names {
            let event = try #require(PXPEvent(name: name, line: line))
            #expect(!event.line.jsonText.contains("Jane"), "\(name)")
        }
    }

    @Test("The adapter is a value: the same events give the same signals")
    func deterministic() {
        func signals() -> [CheckoutSignal] {
            var adapter = PXPAdapter()
            var signals: [CheckoutSignal] = []
            let attempt = AttemptContext(id: AttemptID(rawValue: "a"))
            for event in Self.events {
                _ = adapter.subject(of: event)
                adapter.interpret(event, for: attempt) { signals.append($0) }
            }
            return signals
        }
        #expect(signals() == signals())
        #expect(!signals().isEmpty)
    }
}
