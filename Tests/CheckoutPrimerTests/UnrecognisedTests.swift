import CheckoutCore
import CheckoutTesting
import Testing

/// Rule R5 at Primer: what isn't recognised settles nothing.
@Suite("R5: unrecognised never settles")
struct UnrecognisedTests {
    /// A phase of an attempt: the recorded lines that lead there, and how the attempt stands then.
    struct Phase: Sendable, CustomTestStringConvertible {
        let name: String
        let settings: String
        let lines: [String]
        let kind: CheckoutState.Kind?
        var testDescription: String { name }
    }

    static let phases: [Phase] = [
        Phase(name: "no attempt", settings: Host.inline, lines: [Line.ready], kind: nil),
        Phase(name: "begun", settings: Host.inline, lines: [Line.ready, Line.start], kind: .processing),
        Phase(name: "submitted", settings: Host.inline, lines: [Line.ready, Line.hook()], kind: .processing),
        Phase(name: "submitted by grant", settings: Host.managed, lines: [Line.presented], kind: .processing),
        Phase(
            name: "pending", settings: Host.inline, lines: [Line.hook(), Line.success("pay_1", "pending")],
            kind: .pending),
        Phase(
            name: "unknown", settings: Host.inline, lines: [Line.hook(), Line.failure("unknown")],
            kind: .outcomeUnknown),
        Phase(name: "ended", settings: Host.inline, lines: [Line.hook(), Line.declined("pay_1")], kind: .declined),
        Phase(
            name: "ended here", settings: Host.inline, lines: [Line.ready, Line.start, Line.deadline], kind: .failed),
        Phase(name: "approved", settings: Host.inline, lines: [Line.hook(), Line.success()], kind: .succeeded),
    ]

    /// What stands where a word should: on no list, empty, absent, of a wrong type.
    static let words = [#""no-such-word""#, #""""#, "null", "5", "true", "[]", #"{"a":"success"}"#]

    /// Lines whose outcome word is the given one.
    static func events(_ word: String) -> [String] {
        [
            #"{"event":"state","case":\#(word)}"#,
            #"{"event":"state","case":\#(word),"result":{"paymentId":"pay_9","status":"success"}}"#,
            #"{"event":"state","case":"success","result":{"paymentId":"pay_9","status":\#(word)}}"#,
            #"{"event":"state","case":"success","result":\#(word)}"#,
            Line.failure("payment-failed", #""status":\#(word)"#),
            Line.failure("payment-failed", #""paymentId":"pay_9","status":\#(word)"#),
            Line.failure("payment-failed", checkoutData: #"{"payment":{"id":"pay_9","status":\#(word)}}"#),
            Line.failure("payment-failed", checkoutData: word),
        ]
    }

    @Test("A word that carries an outcome and can't be read ends no attempt and approves none", arguments: phases)
    func outcomeWord(_ phase: Phase) throws {
        let before = try play(phase.settings, lines: phase.lines)
        #expect(before.lines.isEmpty == false)
        #expect(before.attempt(1)?.state.kind == phase.kind)
        for event in Self.words.flatMap(Self.events) {
            let trace = try play(phase.settings, lines: phase.lines + [event])
            for case .change(let step, let update) in trace.lines where step > phase.lines.count {
                let change = update.change
                let kind = change.standing.state.kind
                // A success ends the session: what had ended before can be retried in a new session at most.
                let isNarrowed = change.attempt == 1 && kind == phase.kind && change.standing.retry == .newSession
                #expect(
                    kind == .outcomeUnknown || kind == .processing && change.attempt == 2 || isNarrowed,
                    "\(event): \(change.standing)")
            }
        }
    }

    @Test("A readable word is read: the same events with their own words do settle", arguments: ["FAILED", "failed"])
    func readable(_ word: String) throws {
        let ends = try Self.events(#""\#(word)""#).filter { event in
            try play(Host.inline, Line.ready, Line.hook(), event).attempt(1)?.state.kind == .declined
        }
        #expect(ends.count == (word == "FAILED" ? 3 : 1))
    }

    @Test("An error's id changes the reason: failed before the submission, unknown after it", arguments: words)
    func errorID(_ word: String) throws {
        let event = #"{"event":"state","case":"failure","error":{"errorId":\#(word)}}"#
        let unsent = try #require(try play(Host.inline, Line.ready, Line.start, event).attempt(1))
        #expect(unsent.words() == ["failed(unrecognised)", "sameMethod", "none"])
        let sent = try #require(try play(Host.inline, Line.ready, Line.hook(), event).attempt(1))
        #expect(sent.words() == ["outcomeUnknown(unrecognised)", "blocked", "possible"])
        let nobody = try play(Host.inline, Line.ready, event)
        #expect(nobody.told.last == "1 · outcomeUnknown(noAnswer) · blocked · possible · unattributed")
    }

    @Test("Words beside an outcome change nothing of it", arguments: words)
    func beside(_ word: String) throws {
        let success = """
            {"event":"state","case":"success","result":{"status":"success","paymentId":\(word),\
            "paymentMethodType":\(word),"network":\(word)}}
            """
        #expect(
            try play(Host.inline, Line.hook(), success).attempt(1)?.words()
                == ["succeeded(unstated)", "blocked", "held"])
        let declined = """
            {"event":"state","case":"failure","error":{"errorId":"payment-failed","status":"FAILED",\
            "diagnosticsId":\(word),"orderId":\(word),"paymentId":\(word),"paymentMethodType":\(word)}}
            """
        #expect(
            try play(Host.inline, Line.hook(), declined).attempt(1)?.words()
                == ["declined(unspecified)", "otherMethod", "none"])
        let hook = #"{"event":"paymentWillBeCreated","method":\#(word),"answer":\#(word)}"#
        #expect(try play(Host.inline, hook).attempt(1)?.words() == ["processing", "blocked", "possible"])
        let left = try play(Host.inline, hook, Line.failure("payment-cancelled")).attempt(1)
        #expect(left?.state.kind == .outcomeUnknown)
    }

    @Test(
        "Settings that can't be read expose the attempt earlier, never later", arguments: words.filter { $0 != "null" })
    func settings(_ word: String) throws {
        #expect(try play(#"{"host":\#(word)}"#, Line.start).attempt(1)?.submitted == true)
        let trusting = #"{"host":"managedView","trustsDismissal":\#(word == "true" ? "false" : word)}"#
        #expect(try play(trusting, Line.presented, Line.dismissed).attempt(1)?.state.kind == .outcomeUnknown)
        #expect(try play(#"{"savedMethods":\#(word)}"#, Line.start).attempt(1)?.submitted == true)
        let shown = try play(#"{"host":"presenter","errorScreen":\#(word)}"#, Line.presented, Line.failure("unknown"))
        #expect(shown.attempt(2)?.exposure == .possible)
    }
}
