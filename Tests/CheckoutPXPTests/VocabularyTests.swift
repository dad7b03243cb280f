import CheckoutCore
import CheckoutPXP
import CheckoutTesting
import Testing

/// One test for each table: every row, before and after the submission, with the standing written out here.
@Suite struct VocabularyTests {
    static let vocabulary = PXPVocabulary.standard

    // MARK: - Classes and states

    static let states = ["Authorised", "Captured", "Refused", "Failed", "Error", "Pending", "Foreseen", ""]

    /// A class and a state, and what they amount to before and after the submission.
    static let results: [(type: String, state: String?, before: String, after: String)] = {
        let doubt = "outcomeUnknown(unrecognised) blocked possible local"
        let authorised = "succeeded(authorised) blocked held provider"
        let captured = "succeeded(captured) blocked taken provider"
        let unstated = "succeeded(unstated) blocked held provider"
        let declined = "declined(unspecified) otherMethod none provider"
        let failed = "failed(unrecognised) sameMethod none local"
        let unanswered = "outcomeUnknown(noAnswer) blocked possible local"
        let pending = "pending(provider) blocked possible provider"
        var rows: [(String, String?, String, String)] = []
        for (type, approved) in [
            ("AuthorisedSubmitResult", authorised), ("CapturedSubmitResult", captured),
            ("MerchantSubmitResult", unstated),
        ] {
            rows += [
                (type, nil, approved, approved), (type, "Authorised", approved, approved),
                (type, "Captured", approved, approved), (type, "Foreseen", approved, approved),
                (type, "", approved, approved), (type, "Refused", doubt, doubt), (type, "Failed", doubt, doubt),
                (type, "Error", doubt, doubt), (type, "Pending", doubt, doubt),
            ]
        }
        rows += [
            ("RefusedSubmitResult", nil, declined, declined), ("RefusedSubmitResult", "Refused", declined, declined),
        ]
        rows += states.filter { $0 != "Refused" }.map { ("RefusedSubmitResult", $0, doubt, doubt) }
        rows += [("FailedSubmitResult", nil, failed, unanswered), ("FailedSubmitResult", "Failed", failed, unanswered)]
        rows += states.filter { $0 != "Failed" }.map { ("FailedSubmitResult", $0, doubt, doubt) }
        for type in [
            "UnknownSubmitResult", "SimpleSubmitResult", "BaseSubmitResult", "BaseStatusCode200SubmitResult",
            "VoidedSubmitResult", "",
        ] {
            rows += [(type, nil, doubt, doubt), (type, "Pending", pending, pending)]
            rows += states.filter { $0 != "Pending" }.map { (type, $0, doubt, doubt) }
        }
        return rows
    }()

    @Test("A result means what its class and its state say together", arguments: results.indices)
    func result(_ index: Int) throws {
        let row = Self.results[index]
        let line = Line.result(row.type, row.state.map { #""state":"\#($0)""# } ?? "")
        #expect(try play(Line.started + [line]).last?.facts == row.before)
        #expect(try play(Line.sent + [line]).last?.facts == row.after)
    }

    @Test("Every class and every state of the tables is walked")
    func everyResult() {
        #expect(Set(Self.vocabulary.results.keys.map(\.rawValue)).isSubset(of: Self.results.map(\.type)))
        #expect(Set(Self.vocabulary.states.keys.map(\.rawValue)).isSubset(of: Self.states))
    }

    // MARK: - Declines

    static let declines: [String: (reason: String, retry: String)] = [
        "00": ("unspecified", "otherMethod"), "01": ("unspecified", "otherMethod"),
        "02": ("unspecified", "otherMethod"), "03": ("unspecified", "otherMethod"),
        "04": ("lostOrStolenCard", "otherMethod"), "05": ("doNotHonour", "sameMethod"),
        "07": ("suspectedFraud", "otherMethod"), "10": ("unspecified", "otherMethod"),
        "11": ("unspecified", "otherMethod"), "12": ("notPermitted", "otherMethod"),
        "13": ("unspecified", "otherMethod"), "14": ("invalidCardDetails", "sameMethod"),
        "15": ("invalidCardDetails", "sameMethod"), "16": ("unspecified", "otherMethod"),
        "19": ("unspecified", "otherMethod"), "1A": ("authenticationRequired", "sameMethod"),
        "34": ("suspectedFraud", "otherMethod"), "41": ("lostOrStolenCard", "otherMethod"),
        "43": ("lostOrStolenCard", "otherMethod"), "46": ("notPermitted", "otherMethod"),
        "51": ("insufficientFunds", "sameMethod"), "54": ("expiredCard", "sameMethod"),
        "57": ("notPermitted", "otherMethod"), "58": ("notPermitted", "otherMethod"),
        "59": ("suspectedFraud", "otherMethod"), "5C": ("unspecified", "otherMethod"),
        "61": ("limitExceeded", "sameMethod"), "62": ("notPermitted", "otherMethod"),
        "65": ("limitExceeded", "sameMethod"), "75": ("unspecified", "otherMethod"),
        "78": ("unspecified", "otherMethod"), "82": ("invalidCardDetails", "sameMethod"),
        "91": ("issuerUnavailable", "sameMethod"), "93": ("unspecified", "otherMethod"),
        "96": ("issuerUnavailable", "sameMethod"), "9G": ("unspecified", "otherMethod"),
        "N7": ("invalidCardDetails", "sameMethod"), "R0": ("notPermitted", "otherMethod"),
        "R1": ("notPermitted", "otherMethod"), "R3": ("notPermitted", "otherMethod"),
        // On no list: a code is a text, so these are no other code's.
        "5": ("unspecified", "otherMethod"), "051": ("unspecified", "otherMethod"),
        "1a": ("unspecified", "otherMethod"), "": ("unspecified", "otherMethod"), "ZZ": ("unspecified", "otherMethod"),
    ]

    @Test("A declined attempt says why and how it can be tried again", arguments: declines.keys.sorted())
    func decline(_ code: String) throws {
        let expected = try #require(Self.declines[code])
        let facts = "declined(\(expected.reason)) \(expected.retry) none provider"
        for before in [Line.started, Line.sent] {
            #expect(try play(before + [Line.refused(code)]).last?.facts == facts)
        }
        // Without an answer of the provider the code of the state data counts.
        let line = Line.result("RefusedSubmitResult", #""stateData":{"code":"\#(code)"}"#)
        #expect(try play(Line.sent + [line]).last?.facts == facts)
    }

    @Test("Every decline code of the table is walked")
    func everyDecline() {
        #expect(Set(Self.vocabulary.declines.keys.map(\.rawValue)).isSubset(of: Self.declines.keys))
    }

    @Test("The provider's code goes before the code of the state data, unless it is empty")
    func codeBeforeStateData() throws {
        func reason(_ provider: String, _ state: String) throws -> String? {
            let fields = #""provider":{"code":"\#(provider)"},"stateData":{"code":"\#(state)"}"#
            return try play(Line.sent + [Line.result("RefusedSubmitResult", fields)]).last?.state.description
        }
        #expect(try reason("51", "54") == "declined(insufficientFunds)")
        #expect(try reason("ZZ", "54") == "declined(unspecified)")
        #expect(try reason("", "54") == "declined(expiredCard)")
    }

    @Test("A code that is sent as a number keeps its digits")
    func codeAsNumber() throws {
        let line = Line.result("RefusedSubmitResult", #""provider":{"code":51}"#)
        #expect(try play(Line.sent + [line]).last?.state.description == "declined(insufficientFunds)")
    }

    // MARK: - Advice

    static let advice: [String: String] = [
        "01": "sameMethod", "02": "otherMethod", "03": "otherMethod", "04": "otherMethod", "21": "otherMethod",
        "24": "otherMethod", "25": "otherMethod", "26": "otherMethod", "27": "otherMethod", "28": "otherMethod",
        "29": "otherMethod", "30": "otherMethod", "40": "sameMethod", "41": "sameMethod", "43": "sameMethod",
        "3": "sameMethod", "42": "sameMethod", "99": "sameMethod", "": "sameMethod",
    ]

    @Test("Advice narrows the retry of a refusal and nothing else", arguments: advice.keys.sorted())
    func adviceNarrows(_ code: String) throws {
        let expected = try #require(Self.advice[code])
        func refused(_ decline: String) -> String {
            Line.result(
                "RefusedSubmitResult", #""provider":{"code":"\#(decline)","merchantAdvice":{"code":"\#(code)"}}"#)
        }
        #expect(
            try play(Line.sent + [refused("51")]).last?.facts
                == "declined(insufficientFunds) \(expected) none provider")
        // It never widens.
        #expect(
            try play(Line.sent + [refused("43")]).last?.facts == "declined(lostOrStolenCard) otherMethod none provider")
        // Approvals carry it too.
        let approved = Line.result("AuthorisedSubmitResult", #""provider":{"merchantAdvice":{"code":"\#(code)"}}"#)
        #expect(try play(Line.sent + [approved]).last?.facts == "succeeded(authorised) blocked held provider")
    }

    @Test("Every advice code of the table is walked")
    func everyAdvice() {
        #expect(Set(Self.vocabulary.advice.keys.map(\.rawValue)).isSubset(of: Self.advice.keys))
    }

    // MARK: - Intents

    static let intents: [String: String] = [
        "Authorisation": "succeeded(authorised) blocked held provider",
        "authorisation": "succeeded(authorised) blocked held provider",
        "EstimatedAuthorisation": "succeeded(authorised) blocked held provider",
        "estimatedAuthorisation": "succeeded(authorised) blocked held provider",
        "Purchase": "succeeded(authorised) blocked held provider",
        "purchase": "succeeded(authorised) blocked held provider",
        "Create": "succeeded(authorised) blocked held provider",
        "create": "succeeded(authorised) blocked held provider",
        "Verification": "succeeded(authorised, verification) blocked none provider",
        "verification": "succeeded(authorised, verification) blocked none provider",
        "Payout": "succeeded(authorised, payout) blocked none provider",
        "payout": "succeeded(authorised, payout) blocked none provider",
        "Donation": "succeeded(authorised) blocked held provider",
        "": "succeeded(authorised) blocked held provider",
    ]

    @Test("An approval is for what the session was opened for", arguments: intents.keys.sorted())
    func intent(_ name: String) throws {
        let expected = try #require(Self.intents[name])
        let trace = try play(Line.sent + [Line.result("AuthorisedSubmitResult")], intent: PXPIntent(rawValue: name))
        #expect(trace.last?.facts == expected)
        #expect(trace.standing.refusal == .alreadyPaid)
    }

    @Test("Every intent of the table is walked")
    func everyIntent() {
        #expect(Set(Self.vocabulary.intents.keys.map(\.rawValue)).isSubset(of: Self.intents.keys))
    }

    // MARK: - The table decides

    @Test("The adapter reads what it is given: another table is another meaning")
    func injected() {
        var vocabulary = PXPVocabulary.standard
        vocabulary.declines["51"] = .expiredCard
        var adapter = PXPAdapter(intent: .authorisation, hooks: .all, vocabulary: vocabulary)
        var signals: [CheckoutSignal] = []
        let result = PXPResult(type: .refused, provider: PXPProviderResult(code: "51"))
        let attempt = AttemptContext(id: AttemptID(rawValue: "attempt-1"), isSubmitted: true)
        adapter.interpret(.postAuthorisation(result), for: attempt) { signals.append($0) }
        let raw: RawCodes = [.result: "RefusedSubmitResult", .code: "51"]
        #expect(signals == [.statement(.provider(.declined(Decline(reason: .expiredCard, raw: raw))))])
    }
}
