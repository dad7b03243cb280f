import CheckoutCore
import CheckoutPXP
import CheckoutTesting
import Testing

/// R5: unrecognised never settles. Every field of every event, in every phase of an attempt.
@Suite struct RuleR5Tests {
    // MARK: - Phases

    /// How an attempt came to where it is.
    struct Phase: Sendable, CustomTestStringConvertible {
        let name: String
        var hooks: [PXPHook]?
        let lines: [String]
        var testDescription: String { name }
    }

    static let phases = [
        Phase(name: "no attempt", lines: [#"{"event":"created"}"#]),
        Phase(name: "granted", lines: [Line.start]),
        Phase(name: "begun", lines: Line.started),
        Phase(name: "action required", lines: Line.started + [Line.challenge]),
        Phase(name: "withheld", lines: Line.started + [Line.withheld]),
        Phase(name: "submitted", lines: Line.sent),
        Phase(name: "submitted by its start", hooks: [.onStartSubmit], lines: Line.started),
        Phase(name: "submitted by its grant", hooks: [], lines: [Line.submit, Line.challenge]),
        Phase(name: "pending", lines: Line.sent + [Line.result("UnknownSubmitResult", #""state":"Pending""#)]),
        Phase(name: "unknown", lines: Line.sent + [Line.error("SDK0500")]),
        Phase(name: "second round", lines: Line.sent + [Line.softDecline(retry: true, id: "T0")]),
        Phase(name: "second round, sent", lines: Line.sent + [Line.softDecline(retry: true, id: "T0"), Line.data]),
        Phase(name: "failed unsent", lines: [Line.submit, Line.submitReturned]),
        Phase(name: "cancelled unsent", lines: Line.started + [Line.cancel]),
        Phase(name: "declined", lines: Line.sent + [Line.refused("51", id: "T0")]),
        Phase(name: "approved", lines: Line.sent + [Line.result("AuthorisedSubmitResult")]),
    ]

    // MARK: - Fields

    /// A field of an event, by its path.
    struct Field: Sendable, CustomTestStringConvertible {
        let line: String
        let path: [String]
        /// A null is the same as absent, and absent is documented to mean something.
        var mayBeAbsent = false
        var testDescription: String { "\(path.joined(separator: ".")) of \(line)" }
    }

    private static let approved = #"{"type":"AuthorisedSubmitResult","state":"Authorised"}"#
    private static let declined = #"{"type":"RefusedSubmitResult","state":"Refused","provider":{"code":"51"}}"#
    private static let rejected =
        #"{"type":"FailedSubmitResult","state":"Failed","errorCode":"INVALID_CVC","httpStatusCode":422}"#

    static let outcomes: [Field] = {
        var fields: [Field] = []
        for result in [approved, declined, rejected] {
            let lines = [
                (#"{"event":"postAuthorisation","result":\#(result)}"#, ["result"]),
                (#"{"event":"submitError","error":{"submitResult":\#(result)}}"#, ["error", "submitResult"]),
                (#"{"event":"error","error":{"submitResult":\#(result)}}"#, ["error", "submitResult"]),
            ]
            for (line, path) in lines {
                fields.append(Field(line: line, path: path + ["type"]))
                // The class alone decides about an approval; elsewhere a state may be missing, not another.
                if result != approved { fields.append(Field(line: line, path: path + ["state"], mayBeAbsent: true)) }
                // Without a result an error is read by its code.
                fields.append(Field(line: line, path: path, mayBeAbsent: path.first == "error"))
            }
            let offer = #"{"event":"preRetrySoftDecline","retry":false,"result":\#(result)}"#
            fields += [
                Field(line: offer, path: ["result", "type"]),
                Field(line: #"{"event":"preRetrySoftDecline","result":\#(result)}"#, path: ["result", "type"]),
            ]
            if result != approved {
                fields.append(Field(line: offer, path: ["retry"]))
                fields.append(Field(line: offer, path: ["result", "state"], mayBeAbsent: true))
            }
        }
        for hook in ["preTokenisation", "preInitiateAuthentication", "preAuthentication", "preAuthorisation"] {
            fields.append(Field(line: #"{"event":"\#(hook)","answer":"cancel"}"#, path: ["answer"]))
        }
        fields.append(
            Field(
                line: #"{"event":"postTokenisation","success":false,"error":{"errorCode":"SDK0304"}}"#,
                path: ["success"]))
        return fields
    }()

    static let wrong: [JSONValue?] = [
        "Unheard of", "authorisedsubmitresult", "", " ", .integer(7), .number("1.5"), false, [],
        ["AuthorisedSubmitResult"],
        [:], ["type": "AuthorisedSubmitResult"], .null, nil,
    ]

    @Test(
        "A word that carries an outcome and isn't recognised never settles an attempt", arguments: phases,
        outcomes)
    func outcome(_ phase: Phase, _ field: Field) throws {
        let before = try play(phase.lines, hooks: phase.hooks)
        for value in Self.wrong {
            if field.mayBeAbsent, value == nil || value == .null { continue }
            // The answer no is a word of its own for a hook that returns a Bool, and so is what a result may lack.
            if field.path == ["success"] || field.path == ["retry"], value == false { continue }
            if field.path.last == "submitResult" || field.path == ["result"], value?["type"] != nil { continue }
            let line = try Self.line(field, value)
            let after = try play(phase.lines + [line], hooks: phase.hooks)
            for update in after.updates(step: phase.lines.count + 1) {
                let state = update.change.standing.state
                guard state.kind.isEnd || state.kind.isApproval else { continue }
                let stood = before.updates.last { $0.change.attempt == update.change.attempt }
                #expect(stood?.change.standing.state == state, "\(line)")
            }
            if before.standing.refusal != nil { #expect(after.standing.refusal != nil, "\(line)") }
        }
    }

    @Test("An unrecognised outcome of an attempt under way is doubt, and keeps the word", arguments: phases)
    func doubt(_ phase: Phase) throws {
        let line = Line.result("NewSubmitResult", #""fundingData":{"transactionId":"T7"}"#)
        let trace = try play(phase.lines + [line], hooks: phase.hooks)
        let update = try #require(trace.updates(step: phase.lines.count + 1).last)
        switch phase.name {
        case "no attempt", "failed unsent", "cancelled unsent", "declined":
            // Nobody's word: with no attempt it changes nothing.
            #expect(update.change.anomalies == [.unattributed])
            #expect(trace.standing.refusal == nil)
        case "approved", "pending":
            #expect(trace.standing.refusal != nil)
        default:
            guard case .outcomeUnknown(let uncertainty) = update.change.standing.state else {
                Issue.record("\(update.change.standing)")
                return
            }
            #expect(uncertainty.cause == .unrecognised)
            #expect(uncertainty.raw[.result] == "NewSubmitResult")
            #expect(uncertainty.payment.reference?.text == "T7")
            #expect(update.change.standing.exposure == .possible)
        }
    }

    // MARK: - Words beside an outcome

    private static func full(_ type: String) -> String {
        """
        {"type":"\(type)","stateData":{"code":"51"},"correlationId":"c-1",\
        "provider":{"code":"51","message":"m","transactionId":"T2","merchantAdvice":{"code":"01","reason":"r"},\
        "cardVerificationCodeResult":"M","addressVerificationServiceResult":"Y"},\
        "fundingData":{"transactionId":"T2","currency":"EUR","cardVerificationCodeResult":"Matched",\
        "addressVerificationServiceResult":"Y","timestamp":"t"},"systemTransactionId":"T2"}
        """
    }

    static let beside: [Field] = {
        let paths = [
            ["stateData"], ["stateData", "code"], ["correlationId"], ["provider"], ["provider", "code"],
            ["provider", "message"], ["provider", "transactionId"], ["provider", "merchantAdvice"],
            ["provider", "merchantAdvice", "code"], ["provider", "cardVerificationCodeResult"],
            ["provider", "addressVerificationServiceResult"], ["fundingData"], ["fundingData", "transactionId"],
            ["fundingData", "currency"], ["fundingData", "cardVerificationCodeResult"],
            ["fundingData", "addressVerificationServiceResult"], ["fundingData", "timestamp"],
            ["systemTransactionId"], ["unheardOf"],
        ]
        var fields: [Field] = []
        for type in ["AuthorisedSubmitResult", "CapturedSubmitResult", "MerchantSubmitResult", "RefusedSubmitResult"] {
            let line = #"{"event":"postAuthorisation","result":\#(full(type))}"#
            fields += paths.map { Field(line: line, path: ["result"] + $0) }
        }
        fields += [
            Field(line: Line.error("SDK0501"), path: ["error", "errorCode"]),
            Field(line: Line.error("SDK0501"), path: ["error", "errorMessage"]),
            Field(line: Line.error("SDK0501"), path: ["error", "type"]),
            Field(line: Line.error("SDK0501"), path: ["error"]),
            Field(line: #"{"event":"postTokenisation","success":false}"#, path: ["error"]),
            Field(line: #"{"event":"createFailed"}"#, path: ["error"]),
            Field(line: #"{"event":"approve","orderID":"O1"}"#, path: ["orderID"]),
            Field(line: #"{"event":"approve","orderID":"O1"}"#, path: ["payerID"]),
            Field(line: #"{"event":"postAuthentication"}"#, path: ["result"]),
            Field(line: #"{"event":"postInitiateAuthentication"}"#, path: ["result"]),
            Field(line: Line.submit, path: ["method"]),
            Field(line: Line.cancel, path: ["error"]),
        ]
        return fields
    }()

    @Test(
        "A word beside an outcome changes at most the reason and the retry",
        arguments: [phases[0], phases[2], phases[3], phases[5], phases[9]], beside)
    func reasonOnly(_ phase: Phase, _ field: Field) throws {
        let expected = try play(phase.lines + [field.line], hooks: phase.hooks)
        for value in Self.wrong {
            let line = try Self.line(field, value)
            let trace = try play(phase.lines + [line], hooks: phase.hooks)
            #expect(trace.last?.state.kind == expected.last?.state.kind, "\(line)")
            #expect(trace.last?.exposure == expected.last?.exposure, "\(line)")
            #expect(trace.last?.evidence == expected.last?.evidence, "\(line)")
            #expect((trace.standing.refusal == nil) == (expected.standing.refusal == nil), "\(line)")
        }
    }

    @Test("A rejection of the card's own fields is one only with its code and its status")
    func rejection() throws {
        let line = #"{"event":"postAuthorisation","result":\#(Self.rejected)}"#
        for path in [["result", "errorCode"], ["result", "httpStatusCode"]] {
            for value in Self.wrong {
                let trace = try play(Line.sent + [Self.line(Field(line: line, path: path), value)])
                #expect(trace.last?.facts == "outcomeUnknown(noAnswer) blocked possible local")
            }
        }
    }

    // MARK: - Changing a line

    private static func line(_ field: Field, _ value: JSONValue?) throws -> String {
        try replacing(JSONReader.read(field.line), field.path[...], value).jsonText
    }

    private static func replacing(_ json: JSONValue, _ path: ArraySlice<String>, _ value: JSONValue?) -> JSONValue {
        guard let key = path.first else { return value ?? .null }
        var members = (json.object?.members ?? []).filter { $0.key != key }
        if path.count > 1 {
            members.append(.init(key: key, value: replacing(json[key] ?? .null, path.dropFirst(), value)))
        } else if let value {
            members.append(.init(key: key, value: value))
        }
        return .object(JSONObject(members: members))
    }
}
