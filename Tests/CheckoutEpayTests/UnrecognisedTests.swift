import CheckoutCore
import CheckoutEpay
import CheckoutTesting
import Testing

/// Rule R5: what isn't recognised never settles anything.
@Suite("Unrecognised words of Epay")
struct UnrecognisedTests {
    /// A phase of an attempt, as the lines that lead to it.
    struct Phase: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let lines: [String]
    }

    static let phases = [
        Phase(testDescription: "no attempt", lines: []),
        Phase(testDescription: "submitted by the grant", lines: [start]),
        Phase(testDescription: "submitted, seen", lines: [start, attempt("e1", "Processing", known)]),
        Phase(testDescription: "withdrawn", lines: [start, #"{"event":"withdraw"}"#]),
        Phase(
            testDescription: "action required",
            lines: [start, attempt("e1", "Processing", known + #","isRedirecting":true"#)]),
        Phase(
            testDescription: "surcharge",
            lines: [start, attempt("e1", "Processing", known + #","pendingSurcharge":{"fee":1}"#)]),
        Phase(
            testDescription: "pending",
            lines: [
                start, attempt("e1", "Processing", known),
                #"{"event":"statement","attempt":1,"outcome":{"state":"pending"}}"#,
            ]),
        Phase(testDescription: "unknown", lines: [start, attempt("e1", "OutcomeUnknown", known)]),
        Phase(testDescription: "declined", lines: [start, attempt("e1", "Declined", known + #","canRetry":true"#)]),
        Phase(testDescription: "cancelled", lines: [start, attempt("e1", "Cancelled", known)]),
        Phase(testDescription: "failed", lines: [start, attempt("e1", "Failed", known)]),
        Phase(testDescription: "approved", lines: [start, attempt("e1", "Accepted", known)]),
    ]

    private static let known = #""transactionId":"T1""#

    /// Values that no list has, as JSON; `nil` leaves the member out.
    static let values: [String?] = [
        #""Unheard-Of""#, #""""#, nil, "null", "7", "1.5", "true", "[]", "{}", #"["Accepted"]"#,
        #"{"state":"Accepted"}"#,
        #""accepted""#, #""ACCEPTED""#, #"" Accepted""#, #""success""#, #""Ready""#,
    ]

    private static let outcomes: Set<CheckoutState.Kind> = [.succeeded, .partiallyPaid, .declined, .cancelled, .failed]

    private static func line(_ event: String, _ rest: String, _ key: String, _ value: String?) -> String {
        #"{"event":"\#(event)""# + rest + (value.map { #","\#(key)":\#($0)"# } ?? "") + "}"
    }

    /// The outcomes that stand, by attempt.
    private static func ends(_ trace: Trace) -> [Int: CheckoutState.Kind] {
        var ends: [Int: CheckoutState.Kind] = [:]
        for number in trace.attempts {
            if let kind = trace.standing(of: number)?.state.kind, outcomes.contains(kind) { ends[number] = kind }
        }
        return ends
    }

    /// Plays a phase with and without a line, and checks that the line made no outcome.
    private static func makesNoOutcome(_ phase: Phase, _ line: String) throws -> (before: Trace, after: Trace) {
        let before = try play(phase.lines)
        let after = try play(phase.lines + [line])
        for (number, kind) in ends(after) { #expect(ends(before)[number] == kind, "\(line)") }
        return (before, after)
    }

    @Test("An attempt's state that isn't recognised makes no outcome, in any phase", arguments: phases, values)
    func attemptState(_ phase: Phase, _ value: String?) throws {
        for id in [#","id":"e1""#, ""] {
            for flags in ["", #","canRetry":true,"maxAttemptsReached":true,"isRedirecting":true"#] {
                let line = Self.line("attempt", id + flags, "state", value)
                let (before, after) = try Self.makesNoOutcome(phase, line)
                switch phase.testDescription {
                case "no attempt":
                    #expect(after.attempts == [])
                    #expect(after.standing.standing == before.standing.standing)
                    #expect(after.standing.anomalies == [.unattributed])
                case "submitted by the grant", "submitted, seen", "action required", "surcharge":
                    let standing = try #require(after.standing(of: 1))
                    #expect(standing.state.description == "outcomeUnknown(unrecognised)")
                    #expect(standing.evidence == .local)
                    #expect(standing.retry == .blocked)
                case "pending", "unknown", "approved":
                    #expect(after.standing.refusal != nil)
                case "withdrawn" where !id.isEmpty:
                    // A new id isn't the first one of a grant that was taken back.
                    #expect(after.standing(of: 1)?.state.description == "cancelled(merchant)")
                    #expect(after.standing.anomalies == [.unattributed])
                default: break
                }
            }
        }
    }

    @Test("A word of an unrecognised state is kept if it is shaped like a code")
    func raw() throws {
        let kept = try play([start, attempt("e1", "Reserved")]).standing(of: 1)
        #expect(kept?.state.raw[.result]?.text == "Reserved")
        let card = try play([start, attempt("e1", "4111 1111 1111 1111")]).standing(of: 1)
        #expect(card?.state.raw[.result]?.text == "‹19 characters›")
    }

    @Test("A state told twice with different values is none")
    func conflicting() throws {
        let trace = try play([start, #"{"event":"attempt","id":"e1","state":"Accepted","state":"Declined"}"#])
        #expect(trace.standing(of: 1)?.state.description == "outcomeUnknown(unrecognised)")
    }

    @Test("A transaction's state that isn't recognised is no statement, in any phase", arguments: phases, values)
    func transactionState(_ phase: Phase, _ value: String?) throws {
        for id in ["T1", "T9"] {
            let line = Self.line("transaction", #","id":"\#(id)","errorCode":"EXPIRED""#, "state", value)
            let (before, after) = try Self.makesNoOutcome(phase, line)
            #expect(after.standing == before.standing)
            #expect(after.lines.count == before.lines.count)
        }
    }

    @Test("A state of the SDK that isn't recognised changes nothing, in any phase", arguments: phases, values)
    func sdkState(_ phase: Phase, _ value: String?) throws {
        let (before, after) = try Self.makesNoOutcome(phase, Self.line("sdk", "", "state", value))
        #expect(after.standing == before.standing)
        #expect(after.lines.count == before.lines.count)
    }

    /// Members beside the outcome: event, members that carry it, and the member to spoil.
    static let besides: [(event: String, rest: String, key: String)] = {
        var besides: [(event: String, rest: String, key: String)] = []
        let states = ["Processing", "Accepted", "Declined", "Cancelled", "Failed", "OutcomeUnknown"]
        let keys = [
            "transactionId", "error", "canRetry", "maxAttemptsReached", "isRedirecting", "pendingSurcharge", "metadata",
        ]
        for state in states { for key in keys { besides.append(("attempt", #","id":"e1","state":"\#(state)""#, key)) } }
        for state in ["PENDING", "SUCCESS", "FAILED"] {
            besides.append(("transaction", #","id":"T1","state":"\#(state)""#, "errorCode"))
        }
        for state in ["initializing", "ready", "failed", "disposed"] {
            besides.append(("sdk", #","state":"\#(state)""#, "error"))
        }
        besides.append(("cardFields", "", "buttonState"))
        besides.append(("clientRedirect", "", "reason"))
        besides.append(("paymentCancel", "", "paymentMethodType"))
        besides.append(("feeUpdated", "", "fee"))
        besides.append(("transactionAccepted", "", "transactionId"))
        besides.append(("transactionDeclined", "", "transactionId"))
        besides.append(("transactionDeclined", "", "maxAttemptsReached"))
        besides.append(("error", "", "error"))
        return besides
    }()

    @Test("A word beside the outcome changes at most the reason and the retry", arguments: phases, besides.indices)
    func beside(_ phase: Phase, _ index: Int) throws {
        let (event, rest, key) = Self.besides[index]
        let plain = try play(phase.lines + [Self.line(event, rest, key, nil)])
        for value in Self.values.compactMap({ $0 }) {
            let spoilt = try play(phase.lines + [Self.line(event, rest, key, value)])
            #expect(spoilt.attempts == plain.attempts, "\(value)")
            for number in plain.attempts {
                let (mine, theirs) = (spoilt.standing(of: number), plain.standing(of: number))
                // An empty surcharge is one that waits: it is progress, and the only word here that isn't a reason.
                if key == "pendingSurcharge", mine?.state.kind == .actionRequired {
                    #expect(theirs?.state.kind.isActive == true, "\(value)")
                } else if key == "isRedirecting", mine?.state.kind == .actionRequired {
                    #expect(theirs?.state.kind.isActive == true, "\(value)")
                } else {
                    #expect(mine?.state.kind == theirs?.state.kind, "\(value)")
                }
                #expect(mine?.exposure == theirs?.exposure, "\(value)")
                // Nothing unreadable ever widens what may be tried next.
                if let mine, let theirs, key != "canRetry" { #expect(mine.retry <= theirs.retry, "\(value)") }
            }
        }
    }

    @Test(
        "A permission to retry that isn't plainly true isn't given",
        arguments: [#""true""#, "1", "null", "[true]", "{}"])
    func permission(_ value: String) throws {
        for state in ["Declined", "Cancelled", "Failed"] {
            let trace = try play([start, attempt("e1", state, #""canRetry":\#(value)"#), start])
            #expect(trace.standing(of: 1)?.retry == .newSession)
            #expect(trace.refusals == [.sessionSpent])
        }
    }
}
