import CheckoutCore
import CheckoutPXP
import CheckoutTesting
import Testing

/// A soft decline and its second round within the same submit.
@Suite struct SoftDeclineTests {
    static let secondRound = Line.sent + [Line.softDecline(retry: true, id: "T1")]
    static let kept = "declined(authenticationRequired) sameMethod none provider"

    static let unsentEnds: [[String]] = [
        [Line.withheld, Line.submitReturned],
        [Line.submitReturned],
        [Line.cancel],
        [Line.deadline],
        [Line.error("SDK0505")],
        [Line.error("SDK0500")],
        [Line.error("UNHEARD_OF")],
        [Line.challenge, Line.cancel],
        [#"{"event":"preTokenisation","answer":"cancel"}"#],
    ]

    @Test("A second round that ends unsent leaves the refusal of the first", arguments: unsentEnds.indices)
    func unsent(_ index: Int) throws {
        let trace = try play(Self.secondRound + Self.unsentEnds[index])
        #expect(trace.last?.facts == Self.kept)
        #expect(trace.last?.state.payment.reference?.text == "T1")
        #expect(trace.standing.anomalies.isEmpty)
    }

    @Test("The app that goes away in an unsent second round leaves the refusal too")
    func gone() throws {
        for line in [#"{"event":"closed"}"#, #"{"event":"relaunch"}"#] {
            #expect(
                try play(Self.secondRound + [line]).last?.facts
                    == "declined(authenticationRequired) newSession none provider")
        }
    }

    @Test("A second round that was sent and ends in silence is doubt")
    func sentAgain() throws {
        for line in [Line.deadline, Line.cancel, Line.error("SDK0500"), #"{"event":"relaunch"}"#] {
            let trace = try play(Self.secondRound + [Line.data, line])
            #expect(trace.last?.state.kind == .outcomeUnknown)
            #expect(trace.standing.refusal == .outcomeUnresolved)
        }
    }

    @Test("In the second round a refusal counts only with another transaction id")
    func copies() throws {
        let round = Self.secondRound + [Line.data]
        let copies = [
            Line.refused("65", id: "T1"), Line.refused("51", id: "T1"),
            Line.result("FailedSubmitResult", #""fundingData":{"transactionId":"T1"}"#),
            """
            {"event":"submitError","error":{"submitResult":{"type":"RefusedSubmitResult",\
            "provider":{"code":"65","transactionId":"T1"}}}}
            """,
        ]
        for copy in copies {
            let trace = try play(round + [copy])
            #expect(trace.lines == (try play(round)).lines)
        }
        #expect(
            try play(round + [Line.refused("51", id: "T2")]).last?.facts
                == "declined(insufficientFunds) sameMethod none provider")
        let doubt = "outcomeUnknown(unrecognised) blocked possible local"
        #expect(try play(round + [Line.refused("51")]).last?.facts == doubt)
        #expect(try play(round + [Line.result("FailedSubmitResult", #""httpStatusCode":422"#)]).last?.facts == doubt)
        #expect(
            try play(round + [Line.result("AuthorisedSubmitResult")]).last?.facts
                == "succeeded(authorised) blocked held provider")
    }

    @Test("A copy that comes before the second authorisation changes nothing either")
    func earlyCopy() throws {
        let trace = try play(Self.secondRound + [Line.refused("1A", id: "T1")])
        #expect(trace.last?.facts == "processing blocked none nobody")
    }

    @Test("An offer that is told twice is one, so the second round stays sent")
    func offeredTwice() throws {
        let round = Self.secondRound + [Line.data]
        #expect(try play(round + [Line.softDecline(retry: true, id: "T1")]).lines == (try play(round)).lines)
        // One that can't be told from a copy must not open the boundary again.
        #expect(
            try play(round + [Line.softDecline(retry: true)]).last?.facts
                == "outcomeUnknown(unrecognised) blocked possible local")
    }

    @Test("A further soft decline opens a third round, and copies of both refusals are known")
    func thirdRound() throws {
        let third = Self.secondRound + [Line.data, Line.softDecline(retry: true, id: "T2")]
        #expect(try play(third).last?.facts == "processing blocked none nobody")
        let sent = third + [Line.data]
        for id in ["T1", "T2"] {
            #expect(try play(sent + [Line.refused("65", id: id)]).lines == (try play(sent)).lines)
        }
        #expect(try play(third + [Line.cancel]).last?.facts == Self.kept)
    }

    @Test("A retry that isn't accepted is a refusal, and its result afterwards is no news")
    func notAccepted() throws {
        for offer in [Line.softDecline(retry: false, id: "T1"), #"{"event":"preRetrySoftDecline","retry":false}"#] {
            let declined = try play(Line.sent + [offer])
            #expect(declined.last?.facts == Self.kept)
            let copies = [
                Line.refused("1A", id: "T1"), Line.refused("1A"), Line.submitReturned,
                #"{"event":"submitError","error":{"submitResult":{"type":"FailedSubmitResult"}}}"#,
            ]
            #expect(try play(Line.sent + [offer] + copies).lines == declined.lines)
        }
    }

    @Test("What the hook was called with is read as what it is, should it be no refusal")
    func noRefusal() throws {
        func offer(_ result: String) -> String {
            #"{"event":"preRetrySoftDecline","retry":true,"result":\#(result)}"#
        }
        #expect(
            try play(Line.sent + [offer(#"{"type":"AuthorisedSubmitResult"}"#)]).last?.facts
                == "succeeded(authorised) blocked held provider")
        for result in [#"{"type":"NewSubmitResult"}"#, #"{"type":"RefusedSubmitResult","state":"Authorised"}"#, "{}"] {
            #expect(
                try play(Line.sent + [offer(result)]).last?.facts
                    == "outcomeUnknown(unrecognised) blocked possible local")
        }
        // Some versions deliver every decline as a failed result.
        #expect(
            try play(Line.sent + [offer(#"{"type":"FailedSubmitResult"}"#)]).last?.facts
                == "processing blocked none nobody")
        #expect(PXPVocabulary.standard.softDeclines == ["RefusedSubmitResult", "FailedSubmitResult"])
    }

    @Test("Code 65 asks for authentication where a retry was offered, and is a limit elsewhere")
    func code65() throws {
        let round = Self.secondRound + [Line.data]
        #expect(try play(round + [Line.refused("65", id: "T2")]).last?.facts == Self.kept)
        #expect(
            try play(Line.sent + [Line.refused("65", id: "T2")]).last?.facts
                == "declined(limitExceeded) sameMethod none provider")
        #expect(
            try play(round + [Line.refused("51", id: "T2")]).last?.state.description == "declined(insufficientFunds)")
        #expect(PXPVocabulary.standard.declinesAfterOffer == ["65": .authenticationRequired])
    }

    @Test("A veto of the first round says nothing about the second")
    func vetoIgnored() throws {
        let round = Line.started + [Line.withheld, Line.softDecline(retry: true, id: "T1")]
        #expect(try play(round + [Line.error("SDK0500")]).last?.facts == Self.kept)
        #expect(try play(round + [Line.submitReturned]).last?.facts == Self.kept)
    }

    @Test("A submit that can't be stopped after a refusal is a payment of its own")
    func submittedAgain() throws {
        let again = #"{"event":"startSubmit","attempt":1}"#
        let lines = Line.started + [Line.refused("51", id: "T1"), again]
        let trace = try play(lines, hooks: [.onStartSubmit])
        #expect(trace.last?.facts == "outcomeUnknown(noAnswer) blocked possible local")
        #expect(trace.standing.anomalies == [.sentAfterEnd])
        // What the device says of it counts again.
        #expect(
            try play(lines + [Line.cancel], hooks: [.onStartSubmit]).last?.facts
                == "outcomeUnknown(closedAfterSubmission) blocked possible local")
    }

    @Test("Advice narrows the kept refusal")
    func advice() throws {
        let offer = """
            {"event":"preRetrySoftDecline","retry":true,"result":{"type":"RefusedSubmitResult",\
            "provider":{"code":"1A","merchantAdvice":{"code":"03"}}}}
            """
        #expect(
            try play(Line.sent + [offer, Line.cancel]).last?.facts
                == "declined(authenticationRequired) otherMethod none provider")
    }

    @Test(
        "Where no hook stops the second authorisation, it is on its way at once",
        arguments: [[PXPHook.onStartSubmit], []])
    func otherBoundary(_ hooks: [PXPHook]) throws {
        let trace = try play(Line.started + [Line.softDecline(retry: true, id: "T1")], hooks: hooks)
        #expect(trace.last?.facts == "processing blocked possible nobody")
        #expect(
            try play(Line.started + [Line.softDecline(retry: true, id: "T1"), Line.cancel], hooks: hooks)
                .last?.facts == "outcomeUnknown(closedAfterSubmission) blocked possible local")
    }
}
