import CheckoutCore
import CheckoutPXP
import CheckoutTesting
import Testing

/// Which event begins an attempt, and what ends one that told nothing.
@Suite struct SubmitTests {
    // MARK: - Starts

    @Test("The call and its hook are one start, with or without the guard's grant before")
    func oneStart() throws {
        for lines in [Line.started, [Line.startSubmit], [Line.start] + Line.started, [Line.start, Line.startSubmit]] {
            let trace = try play(lines)
            #expect(trace.updates.compactMap(\.change.attempt) == [1])
            #expect(trace.refusals.isEmpty)
        }
    }

    @Test("A second tap is refused while the first attempt is under way")
    func secondTap() throws {
        for lines in [
            Line.started + [Line.startSubmit], Line.started + [Line.submit], [Line.startSubmit, Line.startSubmit],
            [Line.submit, Line.submit], Line.sent + [Line.startSubmit], Line.sent + [Line.submit],
        ] {
            #expect(try play(lines).refusals == [.attemptInProgress])
        }
    }

    @Test("The next submit is the next attempt, however the one before ended")
    func nextAttempt() throws {
        let ends = [
            [Line.cancel, Line.submitReturned], [Line.submitReturned], [Line.deadline, Line.submitReturned],
            [Line.deadline], [Line.startSubmit, Line.data, Line.refused("51")],
        ]
        for end in ends {
            for next in [Line.started, [Line.start] + Line.started] {
                let trace = try play([Line.submit] + end + next + [Line.data, Line.result("AuthorisedSubmitResult")])
                #expect(trace.updates.last?.change.attempt == 2)
                #expect(trace.last?.state.kind == .succeeded)
                #expect(trace.standing.anomalies.isEmpty)
            }
        }
    }

    @Test("A component's own button begins the next attempt once the call before returned")
    func button() throws {
        let trace = try play([Line.submit, Line.cancel, Line.submitReturned, Line.startSubmit])
        #expect(trace.updates.last?.change.attempt == 2)
    }

    @Test("A late hook of an attempt that ended here begins nothing and is answered no")
    func lateHook() throws {
        let trace = try play([Line.submit, Line.deadline, Line.startSubmit, Line.data])
        #expect(Set(trace.updates.compactMap(\.change.attempt)) == [1])
        #expect(trace.updates.suffix(2).map(\.change.anomalies) == [[.unattributed], [.unattributed]])
        #expect(trace.standing.anomalies == [.unattributed])
        #expect(trace.standing.standing.state.description == "failed(timedOut)")
    }

    @Test("The grant that a late hook has taken can't be given back")
    func takenGrant() throws {
        let trace = try play(
            [Line.submit, Line.deadline, Line.start, Line.startSubmit, #"{"event":"withdraw"}"#],
            hooks: [.onStartSubmit])
        #expect(trace.last?.facts == "processing blocked possible nobody")
    }

    // MARK: - The return

    @Test("A call that returns ends only an attempt that told nothing and sent nothing")
    func returned() throws {
        let returns = [Line.submitReturned, #"{"event":"submitReturned","attempt":1}"#]
        for line in returns {
            #expect(try play([Line.submit, line]).last?.facts == "failed(validation) sameMethod none local")
            #expect(try play(Line.started + [line]).last?.facts == "failed(interrupted) sameMethod none local")
            // Nobody called: the return is another submit's.
            #expect(try play([Line.start, line]).last?.facts == "processing blocked none nobody")
            for told in [
                Line.started + [Line.cancel], Line.started + [Line.error("SDK0501")], Line.sent,
                Line.sent + [Line.error("SDK0500")], Line.sent + [Line.refused("51")],
                Line.sent + [Line.result("AuthorisedSubmitResult")],
            ] {
                #expect(try play(told + [line]).lines == (try play(told)).lines)
            }
        }
    }

    @Test("A hook shows that the form was valid, where onStartSubmit isn't wired")
    func validWithoutHook() throws {
        let tokenised = #"{"event":"postTokenisation","success":true}"#
        let hooks: [PXPHook] = [.onPreAuthorisation, .onPostTokenisation]
        #expect(
            try play([Line.submit, tokenised, Line.submitReturned], hooks: hooks).last?.state.description
                == "failed(interrupted)")
        #expect(
            try play([Line.submit, Line.submitReturned], hooks: hooks).last?.state.description == "failed(validation)")
        #expect(
            try play([Line.submit, tokenised, Line.submitReturned]).last?.state.description == "failed(validation)")
    }

    // MARK: - Answers

    static let answers: [(hook: String, answer: String, state: String, submitted: Bool)] = [
        ("preTokenisation", "proceed", "processing", false),
        ("preTokenisation", "cancel", "cancelled(merchant)", false),
        ("preTokenisation", "skip", "processing", false), ("preTokenisation", "later", "processing", false),
        ("preInitiateAuthentication", "proceed", "processing", false),
        ("preInitiateAuthentication", "skip", "processing", false),
        ("preInitiateAuthentication", "cancel", "processing", false),
        ("preInitiateAuthentication", "later", "processing", false),
        ("preAuthentication", "proceed", "actionRequired(authenticate(challenge))", false),
        ("preAuthentication", "skip", "processing", false), ("preAuthentication", "cancel", "processing", false),
        ("preAuthentication", "later", "processing", false), ("preAuthorisation", "proceed", "processing", true),
        ("preAuthorisation", "skip", "processing", false), ("preAuthorisation", "cancel", "processing", false),
        // An answer nobody knows may have sent.
        ("preAuthorisation", "later", "processing", true), ("preAuthorisation", "", "processing", true),
    ]

    @Test("A hook means what the app answered", arguments: answers.indices)
    func answer(_ index: Int) throws {
        let row = Self.answers[index]
        let line = #"{"event":"\#(row.hook)","answer":"\#(row.answer)"}"#
        let trace = try play(Line.started + [line])
        #expect(trace.last?.state.description == row.state)
        #expect(trace.last?.submitted == row.submitted)
        if row.state.hasPrefix("cancelled") { #expect(trace.last?.retry == .sameMethod) }
    }

    @Test("Every answer of the tables is walked")
    func everyAnswer() {
        let walked = Set(Self.answers.map { "on" + $0.hook.prefix(1).uppercased() + $0.hook.dropFirst() + $0.answer })
        let table = PXPVocabulary.standard.answers.keys.map { $0.hook.rawValue + $0.answer.rawValue }
        #expect(Set(table).isSubset(of: walked))
        #expect(
            Set(PXPVocabulary.standard.unknownAnswers.keys)
                == [.onPreTokenisation, .onPreInitiateAuthentication, .onPreAuthentication, .onPreAuthorisation])
    }

    @Test("A veto waits for the return of the call, and whatever can only come of sending counts as sent")
    func veto() throws {
        let vetoed = Line.started + [Line.withheld]
        #expect(try play(vetoed + [Line.submitReturned]).last?.facts == "cancelled(merchant) sameMethod none local")
        let facts = [
            Line.result("AuthorisedSubmitResult"): "succeeded(authorised) blocked held provider",
            Line.refused("51"): "declined(insufficientFunds) sameMethod none provider",
            Line.result("FailedSubmitResult"): "outcomeUnknown(noAnswer) blocked possible local",
            Line.result("FailedSubmitResult", #""errorCode":"INVALID_CVC","httpStatusCode":400"#):
                "failed(validation) sameMethod none provider",
            Line.result("NewSubmitResult"): "outcomeUnknown(unrecognised) blocked possible local",
            Line.error("SDK0500"): "outcomeUnknown(noAnswer) blocked possible local",
            Line.error("GATEWAY_TIMEOUT"): "outcomeUnknown(noAnswer) blocked possible local",
            Line.error("SERVICE_UNAVAILABLE"): "outcomeUnknown(noAnswer) blocked possible local",
            Line.error("PARSE_ERROR"): "outcomeUnknown(noAnswer) blocked possible local",
            // These come before the authorisation.
            Line.error("SDK0501"): "failed(validation) sameMethod none local",
            Line.error("SDK0102"): "failed(configuration) newSession none local",
            Line.cancel: "cancelled(shopper) sameMethod none local",
        ]
        for (line, expected) in facts {
            #expect(try play(vetoed + [line]).last?.facts == expected, "\(line)")
            // The return afterwards adds nothing.
            #expect(try play(vetoed + [line, Line.submitReturned]).last?.facts == expected, "\(line)")
        }
    }

    @Test("Data after a veto submits the attempt")
    func dataAfterVeto() throws {
        let trace = try play(Line.started + [Line.withheld, Line.data, Line.submitReturned])
        #expect(trace.last?.facts == "processing blocked possible nobody")
    }

    // MARK: - Told twice

    @Test("An end before the submission that is told twice is one")
    func toldTwice() throws {
        let tokenisation = #"{"event":"postTokenisation","success":false,"error":{"errorCode":"X1"}}"#
        let pairs = [
            (tokenisation, Line.error("SDK0304")), (tokenisation, Line.error("TOKENIZATION_FAILED")),
            (Line.cancel, Line.error("SDK0615", event: "error")), (Line.error("SDK0505"), Line.error("SDK0503")),
        ]
        for (first, second) in pairs {
            #expect(try play(Line.started + [first, second]).lines == (try play(Line.started + [first])).lines)
        }
        // So it is where the hook is bound to its attempt, and the words beside it differ.
        let bound = #"{"event":"submitError","attempt":1,"error":{"errorCode":"TOKENIZATION_FAILED"}}"#
        #expect(
            try play(Line.started + [Line.error("SDK0304"), bound]).lines
                == (try play(Line.started + [Line.error("SDK0304")])).lines)
        // Another word is nobody's, and no change.
        let other = try play(Line.started + [Line.cancel, Line.error("SDK0505")])
        #expect(other.standing.standing.state.description == "cancelled(shopper)")
        #expect(other.standing.anomalies == [.unattributed])
    }

    @Test("An end of the attempt before isn't taken for the next one's")
    func notTheNext() throws {
        let lines = Line.started + [Line.cancel, Line.submitReturned] + Line.started + [Line.cancel]
        let trace = try play(lines)
        #expect(trace.updates.last?.change.attempt == 2)
        #expect(trace.last?.state.description == "cancelled(shopper)")
    }

    // MARK: - Whose result it is

    @Test("A result that names an attempt or a payment belongs to it")
    func named() throws {
        let declined = Line.sent + [Line.refused("51", id: "T1"), Line.submitReturned] + Line.sent
        let late = Line.result("MerchantSubmitResult", #""merchantTransactionId":"attempt-1""#)
        #expect(try play(declined + [late]).updates.last?.change.attempt == 1)
        let again = Line.result("AuthorisedSubmitResult", #""fundingData":{"transactionId":"T1"}"#)
        #expect(try play(declined + [again]).updates.last?.change.attempt == 1)
        let own = Line.result("AuthorisedSubmitResult", #""provider":{"transactionId":"T2"}"#)
        #expect(try play(declined + [own]).updates.last?.change.attempt == 2)
        // A name nobody has belongs to nobody: an approval is never dropped.
        let nobody = Line.result("MerchantSubmitResult", #""merchantTransactionId":"order-7""#)
        let trace = try play(Line.sent + [nobody])
        #expect(trace.updates.last?.change.attempt == 2)
        #expect(trace.standing.anomalies == [.unattributed])
    }

    @Test("The reference is the funding data's, else the provider's, else PXP's own")
    func reference() throws {
        func reference(_ fields: String) throws -> String? {
            try play(Line.sent + [Line.result("AuthorisedSubmitResult", fields)]).last?.state.payment.reference?.text
        }
        let provider = #""provider":{"transactionId":"P1"}"#
        let system = #""systemTransactionId":"S1""#
        #expect(try reference(#""fundingData":{"transactionId":"F1"},\#(provider),\#(system)"#) == "F1")
        #expect(try reference(#""fundingData":{"transactionId":""},\#(provider),\#(system)"#) == "P1")
        #expect(try reference(#""fundingData":{"transactionId":"Jane Doe"},\#(system)"#) == "S1")
        #expect(try reference(#""fundingData":{"transactionId":12345678901234567890}"#) == "12345678901234567890")
    }
}
