import CheckoutCore
import CheckoutEpay
import CheckoutTesting
import Testing

@Suite("Starts that Epay's SDK refuses, and sessions that are used up")
struct RefusedStartTests {
    /// What makes the SDK refuse another start, with the merchant's word that lets the guard grant one.
    private static let blocked = [
        start, attempt("e1", "OutcomeUnknown", #""transactionId":"T1""#),
        #"{"event":"statement","attempt":1,"outcome":{"state":"cancelled"}}"#,
    ]

    @Test("A start nobody granted that fails at once leaves the attempt that blocked it alone")
    func notGranted() throws {
        for state in ["Processing", "OutcomeUnknown", "Accepted"] {
            let lines = [start, attempt("e1", state, #""transactionId":"T1""#)]
            let before = try play(lines)
            let after = try play(lines + [attempt("e2", "Failed", #""canRetry":true"#)])
            #expect(after.standing.standing == before.standing.standing)
            #expect(after.standing.refusal == before.standing.refusal)
            #expect(after.standing.anomalies == [.unattributed])
            #expect(after.attempts == [1])
        }
    }

    @Test("A granted start that fails at once because the session is blocked wasn't started")
    func granted() throws {
        let trace = try play(Self.blocked + [start, attempt("e2", "Failed", #""canRetry":true"#)])
        let standing = try #require(trace.standing(of: 2))
        #expect(standing.description == "failed(notStarted) by provider")
        #expect(standing.exposure == .none)
        #expect(standing.retry == .sameMethod)
        #expect(trace.standing(of: 1)?.description == "cancelled(unstated) by merchant")
    }

    @Test("Told twice it is still one word")
    func grantedTwice() throws {
        let failed = attempt("e2", "Failed", #""canRetry":true"#)
        let once = try play(Self.blocked + [start, failed])
        let twice = try play(Self.blocked + [start, failed, failed])
        #expect(twice.standing(of: 2) == once.standing(of: 2))
        #expect(twice.lines.count == once.lines.count)
    }

    @Test("A start that fails at once with nothing in the way is the provider's failure")
    func nothingInTheWay() throws {
        let declined = attempt("e1", "Declined", #""canRetry":true"#)
        let trace = try play([start, declined, start, attempt("e2", "Failed", #""canRetry":true"#)])
        #expect(trace.standing(of: 2)?.description == "failed(provider) by provider")
    }

    @Test("An attempt that was seen at work and then failed was started")
    func failedLater() throws {
        let trace = try play(Self.blocked + [start, attempt("e2", "Processing"), attempt("e2", "Failed")])
        #expect(trace.standing(of: 2)?.description == "failed(provider) by provider")
    }

    @Test("An SDK that isn't ready is named as the reason even in a blocked session")
    func notReady() throws {
        let failed = attempt("e2", "Failed", #""error":{"errorCode":"SDK_NOT_READY"}"#)
        let trace = try play(Self.blocked + [start, failed])
        #expect(trace.standing(of: 2)?.description == "failed(configuration) by provider")
    }

    @Test("An id that was nobody's before a grant isn't the first one after it")
    func strayID() {
        var adapter = EpayAdapter()
        let stray = EpayEvent.attempt(EpayAttempt(id: "e2", state: .failed))
        _ = signals(stray, for: nil, by: &adapter)
        #expect(adapter.subject(of: stray) == EventSubject(.result, name: .vendorAttempt("e2", claimsGrant: false)))
    }

    @Test("Used-up declines close the session to further attempts, wherever they are told")
    func spent() throws {
        let event = #"{"event":"transactionDeclined","maxAttemptsReached":true}"#
        let retryable = attempt("e1", "Declined", #""canRetry":true"#)
        let exhausted = attempt("e1", "Declined", #""canRetry":true,"maxAttemptsReached":true"#)
        for lines in [[start, event, retryable], [start, retryable, event], [start, exhausted]] {
            #expect(try play(lines + [start]).refusals == [.sessionSpent])
            #expect(try play(lines + [start]).standing.refusal == nil)
        }
        for lines in [[start, event, retryable], [start, exhausted]] {
            #expect(try play(lines).standing(of: 1)?.retry == .newSession)
        }
        // Before any attempt it holds too, and for the ends of another kind.
        #expect(try play([event, start]).refusals == [.sessionSpent])
        for state in ["Cancelled", "Failed"] {
            let trace = try play([start, event, attempt("e1", state, #""canRetry":true"#)])
            #expect(trace.standing(of: 1)?.retry == .newSession)
        }
    }

    @Test("A later snapshot doesn't take it back")
    func latched() throws {
        let trace = try play([
            start, attempt("e1", "Processing", #""maxAttemptsReached":true"#),
            attempt("e1", "Declined", #""canRetry":true,"maxAttemptsReached":false"#), start,
        ])
        #expect(trace.standing(of: 1)?.retry == .newSession)
        #expect(trace.refusals == [.sessionSpent])
    }

    @Test("A refusal within an attempt that isn't the last word ends nothing")
    func refusedWithin() throws {
        let event = #"{"event":"transactionDeclined","transactionId":"T1","maxAttemptsReached":false}"#
        let trace = try play([start, attempt("e1", "Processing"), event, event])
        #expect(trace.standing(of: 1)?.state == .processing)
        #expect(trace.standing.anomalies == [])
    }
}
