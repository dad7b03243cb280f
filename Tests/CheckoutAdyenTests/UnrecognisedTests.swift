import CheckoutTesting
import Foundation
import Testing

@testable import CheckoutAdyen
@testable import CheckoutCore

@Suite("Words that nobody has heard of")
struct UnrecognisedTests {
    /// A phase of an attempt, by the events that lead there.
    struct Phase: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let lines: [String]
    }

    static let answer = #"{"event":"paymentsResponse","status":200,"attempt":1,"body":"#
    static let sent = [#"{"event":"didSubmit"}"#]

    static let phases: [Phase] = [
        Phase(testDescription: "no attempt", lines: []),
        Phase(testDescription: "begun", lines: [#"{"event":"start"}"#]),
        Phase(testDescription: "submitted", lines: sent),
        Phase(
            testDescription: "action required",
            lines: sent + [answer + #"{"action":{"type":"await"},"pspReference":"PSP1"}}"#]),
        Phase(
            testDescription: "pending", lines: sent + [answer + #"{"resultCode":"Pending","pspReference":"PSP1"}}"#]),
        Phase(testDescription: "unknown", lines: sent + [#"{"event":"paymentsError","code":"timedOut"}"#]),
        Phase(
            testDescription: "part paid",
            lines: sent + [
                answer
                    + #"{"resultCode":"Authorised","pspReference":"PSP1","amount":{"value":4000,"currency":"EUR"}}}"#
            ]),
        Phase(
            testDescription: "approved", lines: sent + [answer + #"{"resultCode":"Authorised","pspReference":"PSP1"}}"#]
        ),
        Phase(
            testDescription: "declined", lines: sent + [answer + #"{"resultCode":"Refused","pspReference":"PSP1"}}"#]),
        Phase(testDescription: "interrupted", lines: [#"{"event":"start"}"#, #"{"event":"relaunch"}"#]),
    ]

    /// What may stand where a word should.
    static let values: [String] = [
        #""NoSuchWord""#, #""authorised ""#, #""""#, "null", "7", "true", "[]", "{}", #"["Authorised"]"#,
    ]

    /// Lines in which a field that carries an outcome has a value; the answers also without the field.
    static func lines(_ value: String) -> [String] {
        [
            answer + #"{"resultCode":\#(value),"pspReference":"PSP1"}}"#,
            answer + #"{"pspReference":"PSP1"}}"#,
            answer + #"{"action":{"type":"threeDS2","token":"t","subtype":\#(value)},"resultCode":"Authorised"}}"#,
            #"{"event":"detailsResponse","attempt":1,"status":200,"body":{"resultCode":\#(value)}}"#,
            #"{"event":"detailsResponse","attempt":1,"status":422,"body":{"errorCode":"101","errorType":\#(value)}}"#,
            #"{"event":"paymentsResponse","attempt":1,"status":\#(value),"body":{"resultCode":"Refused"}}"#,
            #"{"event":"paymentsResponse","attempt":1,"status":422,"body":{"errorCode":"101","errorType":\#(value)}}"#,
            #"{"event":"paymentsResponse","attempt":1,"status":422,"body":{"errorCode":\#(value),"errorType":"no such"}}"#,
            #"{"event":"paymentsResponse","attempt":1,"status":200,"body":\#(value)}"#,
            #"{"event":"paymentsError","attempt":1,"code":\#(value),"bytesSent":0}"#,
            #"{"event":"paymentsError","attempt":1,"code":"cannotFindHost","bytesSent":\#(value)}"#,
            #"{"event":"statusPoll","attempt":1,"body":{"resultCode":\#(value)}}"#,
            #"{"event":"sessionResult","attempt":1,"body":{"status":\#(value)}}"#,
            #"{"event":"notification","attempt":1,"body":{"eventCode":\#(value),"success":"true","pspReference":"PSP1"}}"#,
            #"{"event":"notification","attempt":1,"body":{"eventCode":"AUTHORISATION","success":\#(value),"pspReference":"PSP1"}}"#,
            #"{"event":"returnURL","attempt":1,"url":\#(value)}"#,
            #"{"event":"statement","attempt":1,"outcome":{"state":\#(value)}}"#,
            #"{"event":"statement","attempt":1,"outcome":\#(value)}"#,
        ]
    }

    static func play(_ lines: [String]) throws -> Trace {
        let header = """
            {"recording":1,"order":{"reference":"A","amount":{"minorUnits":10000,"currency":"EUR"}},\
            "sessions":[{"id":"a","provider":"adyen"}]}
            """
        return try Recording(([header] + lines).joined(separator: "\n").utf8).play()
    }

    @Test("R5 a word that carries an outcome and can't be read settles nothing, in any phase", arguments: phases)
    func ruleR5(phase: Phase) throws {
        let before = try Self.play(phase.lines)
        for line in Self.values.flatMap(Self.lines) {
            // A truth value is how some bodies write `success`, and where no status is told the body decides.
            if line.contains(#""success":true"#) || line.contains(#""status":null"#) { continue }
            let after = try Self.play(phase.lines + [line])
            for case .change(let step, let update) in after.lines where step > phase.lines.count {
                let kind = update.change.standing.state.kind
                let isOld = update.change.attempt == 1 && before.standing.standing.state.kind == kind
                #expect(isOld || [.outcomeUnknown, .processing, .ready, .initializing].contains(kind), "\(line)")
            }
            // What blocked still blocks, and nothing new may begin over it.
            if before.standing.refusal != nil { #expect(after.standing.refusal != nil, "\(line)") }
        }
    }

    @Test("R5 a word beside the outcome changes at most the reason and the retry", arguments: values)
    func beside(value: String) throws {
        func kind(_ body: String) throws -> CheckoutState.Kind {
            try Self.play(Self.sent + [Self.answer + body + "}"]).standing.standing.state.kind
        }
        #expect(
            try kind(#"{"resultCode":"Refused","refusalReasonCode":\#(value),"refusalReason":\#(value)}"#) == .declined)
        #expect(
            try kind(#"{"resultCode":"Authorised","refusalReasonCode":\#(value),"pspReference":\#(value)}"#)
                == .succeeded)
        #expect(
            try kind(#"{"resultCode":"Authorised","additionalData":\#(value),"merchantReference":\#(value)}"#)
                == .succeeded)
        #expect(try kind(#"{"resultCode":"Pending","details":\#(value)}"#) == .pending)
        #expect(
            try kind(
                #"{"action":{"type":"redirect","url":"https://x.example","method":\#(value),"paymentMethodType":\#(value)}}"#
            ) == .actionRequired)
        #expect(try kind(#"{"resultCode":"Cancelled","refusalReasonCode":\#(value)}"#) == .cancelled)
    }
}
