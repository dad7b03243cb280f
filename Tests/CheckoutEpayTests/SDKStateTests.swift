import CheckoutCore
import CheckoutEpay
import CheckoutTesting
import Testing

@Suite("The SDK's own state")
struct SDKStateTests {
    private static func sdk(_ state: String, _ code: String? = nil) -> String {
        #"{"event":"sdk","state":"\#(state)""# + (code.map { #","error":{"errorCode":"\#($0)"}"# } ?? "") + "}"
    }

    @Test("Every state has been thought of")
    func complete() {
        #expect(Set(EpayVocabulary.standard.sdkStates.keys) == ["initializing", "ready", "failed", "disposed"])
    }

    @Test("No attempt begins before the SDK is ready")
    func notReady() throws {
        #expect(try play([start], isReady: false).refusals == [.notReady])
        #expect(try play([Self.sdk("initializing"), start], isReady: false).refusals == [.notReady])
        #expect(try play([Self.sdk("failed"), start], isReady: false).refusals == [.notReady])
        #expect(try play([start]).refusals == [])
    }

    @Test(
        "Loading that fails tells the set-up from the network",
        arguments: [
            ("SDK_NOT_READY", "failed(configuration)"), ("RATE_LIMIT_REACHED", "failed(network)"),
            ("SYSTEM_ERROR", "failed(network)"), ("NEW_CODE", "failed(configuration)"), (nil, "failed(configuration)"),
        ] as [(String?, String)])
    func failure(_ code: String?, _ expected: String) throws {
        let trace = try play([Self.sdk("failed", code)], isReady: false)
        #expect(trace.standing.standing.state.description == expected)
        #expect(trace.standing.standing.retry == .newSession)
        #expect(trace.standing.standing.exposure == .none)
        #expect(trace.standing.standing.state.raw[.code]?.text == code)
    }

    @Test("Loading that works after it failed makes the session ready")
    func secondTry() throws {
        let trace = try play([Self.sdk("failed"), Self.sdk("initializing"), Self.sdk("ready"), start], isReady: false)
        #expect(trace.refusals == [])
        #expect(trace.standing(of: 1)?.state == .processing)
    }

    @Test(
        "An attempt under way is in doubt once nobody observes it, and the session is over",
        arguments: ["disposed", "failed", "initializing"])
    func observationStopped(_ state: String) throws {
        for under in [[], [attempt("e1", "Processing")], [attempt("e1", "Processing", #""isRedirecting":true"#)]] {
            let lines = [start] + under + [Self.sdk(state)]
            let trace = try play(lines)
            let standing = try #require(trace.standing(of: 1))
            #expect(standing.description == "outcomeUnknown(observationStopped) by local")
            #expect(standing.exposure == .possible)
            #expect(standing.retry == .blocked)

            let settled = try play(
                lines + [
                    Self.sdk("ready"), #"{"event":"statement","attempt":1,"outcome":{"state":"cancelled"}}"#, start,
                ])
            #expect(settled.standing(of: 1)?.retry == .newSession)
            #expect(settled.refusals == [.sessionClosed])
        }
    }

    @Test("Before anything was sent the same is a cancellation", arguments: ["disposed", "failed", "initializing"])
    func beforeSubmission(_ state: String) {
        let standing = standing(of: .sdk(EpaySDKState(rawValue: state)), isSubmitted: false)
        #expect(standing.description == "cancelled(merchant) by local")
        #expect(standing.retry == .newSession)
        #expect(standing.exposure == .none)
    }

    @Test("A late update still reaches the attempt", arguments: ["disposed", "failed", "initializing"])
    func lateUpdate(_ state: String) throws {
        for known in [true, false] {
            let trace = try play(
                [start] + (known ? [attempt("e1", "Processing")] : [])
                    + [Self.sdk(state), attempt("e1", "Declined", #""canRetry":true"#)])
            #expect(trace.standing(of: 1)?.description == "declined(unspecified) by provider")
            #expect(trace.standing(of: 1)?.retry == .newSession)
        }
    }

    @Test("An SDK disposed with no attempt under way only closes the session")
    func disposed() throws {
        #expect(try play([Self.sdk("disposed"), start]).refusals == [.sessionClosed])
        let ended = try play([start, attempt("e1", "Declined", #""canRetry":true"#), Self.sdk("disposed"), start])
        #expect(ended.standing(of: 1)?.description == "declined(unspecified) by provider")
        #expect(ended.standing(of: 1)?.retry == .newSession)
        #expect(ended.refusals == [.sessionClosed])
    }

    @Test("Readiness that is told again touches no attempt")
    func readyAgain() throws {
        let trace = try play([start, attempt("e1", "Processing", #""isRedirecting":true"#), Self.sdk("ready")])
        #expect(trace.standing(of: 1)?.state == .actionRequired(.redirect(nil)))
    }

    @Test("An exception of loading or of a query touches no attempt")
    func exception() throws {
        for under in [[start], [start, attempt("e1", "Processing")], [start, attempt("e1", "OutcomeUnknown")]] {
            let error = #"{"event":"error","error":{"errorCode":"SDK_NOT_READY","message":"m"}}"#
            #expect(try play(under + [error]).standing == play(under).standing)
        }
    }

    @Test("The traits say what Epay, opened so, can report")
    func traits() {
        #expect(EpayAdapter().traits == AdapterTraits(readiness: .required, boundary: .grant, fixesAmount: true))
        #expect(
            EpayAdapter(dynamicAmount: true).traits
                == AdapterTraits(readiness: .required, boundary: .grant, fixesAmount: false))
    }
}
