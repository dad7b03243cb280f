import CheckoutCore
import CheckoutPXP
import CheckoutTesting
import Testing

/// Errors and failed results: ends before the submission, doubt after it.
@Suite struct ErrorTests {
    static let configuration = "failed(configuration) newSession none local"
    static let validation = "failed(validation) sameMethod none local"
    static let unrecognised = "failed(unrecognised) sameMethod none local"
    static let unanswered = "outcomeUnknown(noAnswer) blocked possible local"

    static let codes: [String: String] = {
        var codes: [String: String] = [
            "SDK0000": unrecognised, "SDK0001": unrecognised, "SDK0304": validation, "SDK0305": validation,
            "SDK0500": "failed(network) sameMethod none local", "SDK0501": validation, "SDK0502": configuration,
            "SDK0503": "declined(authenticationFailed) sameMethod none local", "SDK0504": configuration,
            "SDK0505": "declined(authenticationFailed) sameMethod none local", "SDK0506": configuration,
            "SDK0602": configuration, "SDK0615": "cancelled(shopper) sameMethod none local",
            "SDK0616": configuration, "SDK0617": configuration, "VALIDATION_FAILED": validation,
            "INVALID_CARD_NUMBER": validation, "INVALID_EXPIRY_DATE": validation, "INVALID_CVC": validation,
            "INVALID_ANYTHING": validation, "TOKENIZATION_FAILED": validation, "GATEWAY_TIMEOUT": unrecognised,
            "SERVICE_UNAVAILABLE": unrecognised, "PARSE_ERROR": unrecognised,
            // On no list.
            "SDK0300": unrecognised, "SDK0306": unrecognised, "SDK0507": unrecognised, "SDK1114": unrecognised,
            "sdk0615": unrecognised, "SDK061": configuration, "UNHEARD_OF": unrecognised, "": unrecognised,
            // The families' names, as codes.
            "SDK01": configuration, "SDK02": configuration, "SDK04": configuration, "SDK06": configuration,
            "INVALID_": validation,
        ]
        for code in ["0100", "0101", "0102", "0103", "0104", "0105", "0106", "0107", "0108", "0109", "0111", "0112"] {
            codes["SDK" + code] = configuration
        }
        for code in ["0200", "0201"] { codes["SDK" + code] = configuration }
        for code in 400...421 { codes["SDK0\(code)"] = configuration }
        return codes
    }()

    @Test("An error before the submission is an end by its code, and doubt after it", arguments: codes.keys.sorted())
    func error(_ code: String) throws {
        let before = try #require(Self.codes[code])
        let after =
            before.hasPrefix("cancelled")
            ? "outcomeUnknown(closedAfterSubmission) blocked possible local" : Self.unanswered
        for event in ["submitError", "error"] {
            #expect(try play(Line.started + [Line.error(code, event: event)]).last?.facts == before)
            #expect(try play(Line.sent + [Line.error(code, event: event)]).last?.facts == after)
        }
    }

    @Test("Every error code and family of the tables is walked")
    func everyError() {
        let vocabulary = PXPVocabulary.standard
        #expect(Set(vocabulary.errors.keys.map(\.rawValue)).isSubset(of: Self.codes.keys))
        #expect(Set(vocabulary.errorFamilies.keys).isSubset(of: Self.codes.keys))
    }

    @Test("An error before the submission turns into doubt when a submission is heard later")
    func submissionHeardLater() throws {
        let lines =
            Line.started + [Line.error("SDK0505"), #"{"event":"preAuthorisation","answer":"proceed","attempt":1}"#]
        let trace = try play(lines)
        // The hook can be stopped, and is: nothing was sent.
        #expect(trace.last?.facts == "declined(authenticationFailed) sameMethod none local")
        let unstoppable = try play(
            [Line.submit, Line.error("SDK0505"), #"{"event":"startSubmit","attempt":1}"#], hooks: [.onStartSubmit])
        #expect(unstoppable.last?.facts == "outcomeUnknown(noAnswer) blocked possible local")
        #expect(unstoppable.updates.last?.change.anomalies == [.sentAfterEnd])
    }

    @Test(
        "A cancelled wallet that comes through an exception is the shopper's leaving",
        arguments: ["ApplePaySessionCancelledException", "PayPalLoginButtonCancelledException"])
    func cancelledException(_ type: String) throws {
        for code in ["", "SDK0000", "UNHEARD_OF"] {
            let line = #"{"event":"error","error":{"type":"\#(type)","errorCode":"\#(code)"}}"#
            #expect(try play(Line.started + [line]).last?.facts == "cancelled(shopper) sameMethod none local")
            #expect(
                try play(Line.sent + [line]).last?.facts
                    == "outcomeUnknown(closedAfterSubmission) blocked possible local")
        }
        #expect(PXPVocabulary.standard.exceptions.count == 2)
    }

    @Test("An exception of another class is read by its code")
    func otherException() throws {
        let line = #"{"event":"error","error":{"type":"NetworkSdkException","errorCode":"SDK0500"}}"#
        #expect(try play(Line.started + [line]).last?.facts == "failed(network) sameMethod none local")
    }

    // MARK: - Failed results

    static let cardFields = ["INVALID_CARD_NUMBER", "INVALID_EXPIRY_DATE", "INVALID_CVC"]

    @Test("A failed result ends a submitted attempt only if it rejects the card's own fields", arguments: cardFields)
    func cardField(_ code: String) throws {
        for status in [200, 400, 401, 403, 404, 408, 409, 422, 429, 500, 503, 504] {
            let line = Line.result("FailedSubmitResult", #""errorCode":"\#(code)","httpStatusCode":\#(status)"#)
            let rejected = status == 400 || status == 422
            #expect(
                try play(Line.sent + [line]).last?.facts
                    == (rejected ? "failed(validation) sameMethod none provider" : Self.unanswered))
            #expect(try play(Line.started + [line]).last?.facts == Self.validation)
        }
        #expect(
            try play(Line.sent + [Line.result("FailedSubmitResult", #""errorCode":"\#(code)""#)]).last?.facts
                == Self.unanswered)
        #expect(Set(PXPVocabulary.standard.cardFields.keys.map(\.rawValue)) == Set(Self.cardFields))
    }

    @Test("The status may come as a text")
    func statusAsText() throws {
        let line = Line.result("FailedSubmitResult", #""errorCode":"INVALID_CVC","httpStatusCode":"422""#)
        #expect(try play(Line.sent + [line]).last?.facts == "failed(validation) sameMethod none provider")
    }

    static let failedCodes: [String: String] = [
        "SDK0500": "failed(network) sameMethod none local", "SDK0304": validation, "SDK0102": configuration,
        "VALIDATION_FAILED": validation, "GATEWAY_TIMEOUT": unrecognised, "SDK0615": unrecognised,
        "SDK0505": unrecognised, "UNHEARD_OF": unrecognised, "": unrecognised,
    ]

    @Test("A failed result before the submission is a failure, by its code", arguments: failedCodes.keys.sorted())
    func failedBefore(_ code: String) throws {
        let line = Line.result("FailedSubmitResult", #""errorCode":"\#(code)","httpStatusCode":422"#)
        #expect(try play(Line.started + [line]).last?.facts == Self.failedCodes[code])
        #expect(try play(Line.sent + [line]).last?.facts == Self.unanswered)
    }

    // MARK: - Results inside errors

    static let carried: [(result: String, facts: String)] = [
        (#"{"type":"AuthorisedSubmitResult"}"#, "succeeded(authorised) blocked held provider"),
        (
            #"{"type":"RefusedSubmitResult","provider":{"code":"43"}}"#,
            "declined(lostOrStolenCard) otherMethod none provider"
        ),
        (
            #"{"type":"FailedSubmitResult","errorCode":"INVALID_CVC","httpStatusCode":422}"#,
            "failed(validation) sameMethod none provider"
        ),
        (#"{"type":"FailedSubmitResult","errorCode":"INVALID_CVC","httpStatusCode":409}"#, unanswered),
        (#"{"type":"FailedSubmitResult"}"#, unanswered),
        (#"{"type":"UnknownSubmitResult","state":"Pending"}"#, "pending(provider) blocked possible provider"),
        (#"{"type":"UnknownSubmitResult"}"#, "outcomeUnknown(unrecognised) blocked possible local"),
        (#"{}"#, "outcomeUnknown(unrecognised) blocked possible local"),
        (#""text""#, "outcomeUnknown(unrecognised) blocked possible local"),
        ("null", unanswered),
    ]

    @Test("An error that carries a result says what the result says", arguments: carried.indices)
    func carriedResult(_ index: Int) throws {
        let row = Self.carried[index]
        for event in ["submitError", "error"] {
            let line = #"{"event":"\#(event)","error":{"errorCode":"SDK0100","submitResult":\#(row.result)}}"#
            #expect(try play(Line.sent + [line]).last?.facts == row.facts)
        }
    }

    @Test("Once a result told the end, the SDK's further words say nothing new")
    func settled() throws {
        for result in [Line.refused("51"), Line.result("AuthorisedSubmitResult")] {
            let lines = Line.sent + [result]
            let after = [Line.error("SDK0500"), Line.cancel, Line.result("FailedSubmitResult"), Line.submitReturned]
            #expect(try play(lines + after).lines == (try play(lines)).lines)
        }
    }
}
