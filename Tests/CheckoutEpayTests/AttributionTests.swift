import CheckoutCore
import CheckoutEpay
import CheckoutTesting
import Foundation
import Testing

@Suite("Whose an event of Epay is")
struct AttributionTests {
    @Test("A snapshot names its attempt and may be the first of a grant; a transaction must be known")
    func subjects() throws {
        let adapter = EpayAdapter()
        let snapshot = EpayEvent.attempt(EpayAttempt(id: "e1", state: .processing))
        #expect(adapter.subject(of: snapshot) == EventSubject(.result, name: .vendorAttempt("e1", claimsGrant: true)))
        let nameless = EpayEvent.attempt(EpayAttempt(id: nil, state: .processing))
        #expect(adapter.subject(of: nameless) == EventSubject(.result))
        let empty = EpayEvent.attempt(EpayAttempt(id: "", state: .processing))
        #expect(adapter.subject(of: empty) == EventSubject(.result))
        let reference = try #require(PaymentReference("T1"))
        let transaction = EpayEvent.transaction(EpayTransaction(id: "T1", state: .success))
        #expect(adapter.subject(of: transaction) == EventSubject(.merchant, name: .payment(reference)))
        let unnamed = EpayEvent.transaction(EpayTransaction(id: nil, state: .success))
        #expect(adapter.subject(of: unnamed) == EventSubject(.merchant))
        #expect(adapter.subject(of: .sdk(.ready)) == EventSubject(.session))
        #expect(
            adapter.subject(of: .transactionDeclined(transactionId: nil, maxAttemptsReached: true))
                == EventSubject(.session))
        let information: [EpayEvent] = [
            .cardFields(buttonState: .active), .transactionAccepted(transactionId: reference), .feeUpdated(fee: 1),
            .paymentCancel(paymentMethodType: nil), .clientRedirect(reason: .strongAuthentication),
            .error(EpayError(errorCode: .sdkNotReady)),
        ]
        for event in information { #expect(adapter.subject(of: event) == EventSubject(.nothing)) }
    }

    @Test("The SDK's id is told once, however many snapshots come")
    func toldOnce() {
        var adapter = EpayAdapter()
        let snapshot = EpayEvent.attempt(EpayAttempt(id: "e1", state: .processing, transactionId: "T1"))
        #expect(signals(snapshot, by: &adapter).first == .vendorAttempt("e1"))
        #expect(signals(snapshot, by: &adapter) == [.progress(.processing, by: .provider)])
    }

    @Test("An id that isn't shaped like one is never kept, and still tells attempts apart")
    func unshapedIDs() {
        var adapter = EpayAdapter()
        func name(_ id: String) -> CheckoutSignal? {
            signals(.attempt(EpayAttempt(id: id, state: .processing)), for: context(id), by: &adapter).first
        }
        let (first, second) = (name("Ann Smith, 4111 1111 1111 1111"), name("Ann Smith, 4111 1111 1111 1112"))
        #expect(first != second)
        #expect(!"\(String(describing: first))".contains("Smith"))
        #expect(!"\(String(describing: first))".contains("4111"))
    }

    @Test("The first unseen id after a grant is that grant's, the second attempt's too")
    func twoAttempts() throws {
        let trace = try play([
            start, attempt("e1", "Declined", #""canRetry":true"#), start, attempt("e2", "Processing"),
            attempt("e1", "Accepted", #""transactionId":"T1""#), attempt("e2", "Accepted", #""transactionId":"T2""#),
        ])
        #expect(trace.standing(of: 1)?.state.kind == .succeeded)
        #expect(trace.standing(of: 2)?.state.kind == .succeeded)
        #expect(trace.standing.anomalies == [.lateSuccess, .secondApproval])
    }

    @Test("A late end of an old attempt leaves the new one alone")
    func oldAttempt() throws {
        let lines = [
            start, attempt("e1", "Declined", #""canRetry":true"#), start, attempt("e2", "Processing"),
            attempt("e1", "Cancelled", #""canRetry":false"#),
        ]
        let trace = try play(lines)
        #expect(trace.standing(of: 2)?.state == .processing)
        #expect(trace.standing(of: 1)?.state.description == "declined(unspecified)")
        // The narrowest retry of all that was told.
        #expect(trace.standing(of: 1)?.retry == .newSession)
    }

    @Test("A nameless contrary snapshot of an attempt that has ended changes nothing")
    func nameless() throws {
        let lines = [start, attempt("e1", "Accepted", #""transactionId":"T1""#)]
        let trace = try play(lines + [#"{"event":"attempt","state":"Declined"}"#])
        #expect(trace.standing.standing == (try play(lines)).standing.standing)
        #expect(trace.standing.anomalies == [.unattributed])
    }

    @Test("A nameless snapshot while one attempt is open is that attempt's")
    func namelessOpen() throws {
        let trace = try play([start, attempt("e1", "Processing"), #"{"event":"attempt","state":"Accepted"}"#])
        #expect(trace.standing(of: 1)?.state.kind == .succeeded)
        #expect(trace.standing.anomalies == [])
    }

    @Test("An attempt nobody began blocks the order and is followed to its end")
    func ungranted() throws {
        let trace = try play([attempt("e9", "Processing"), start])
        #expect(trace.standing.anomalies == [.unattributed])
        #expect(trace.refusals == [.attemptInProgress])
        let ended = try play([
            attempt("e9", "Processing", #""transactionId":"T9""#), attempt("e9", "Cancelled", #""canRetry":true"#),
            start,
            attempt("e1", "Accepted"),
        ])
        #expect(ended.standing(of: 1)?.description == "cancelled(unstated) by provider")
        #expect(ended.standing(of: 2)?.description == "succeeded(unstated) by provider")
        #expect(ended.refusals == [])
    }

    @Test("An end of an attempt nobody began changes nothing", arguments: ["Declined", "Cancelled", "Failed"])
    func ungrantedEnd(_ state: String) throws {
        let trace = try play([attempt("e9", state), start])
        #expect(trace.attempts == [1])
        #expect(trace.standing(of: 1)?.state == .processing)
        #expect(trace.standing.anomalies == [.unattributed])
    }

    @Test("Every event told twice leaves what it left the first time", arguments: RecordingTests.names)
    func twice(_ name: String) throws {
        let url = try #require(Bundle.module.url(forResource: "Recordings/\(name).jsonl", withExtension: nil))
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
        let vendorEvents = EpayAdapter.eventNames.map { #"{"event":"\#($0)""# }
        let doubled = lines.flatMap { line in
            // A disposed SDK is disposed for good, but loading again replaces what was loaded.
            let isVendors = vendorEvents.contains { line.hasPrefix($0) } && !line.contains("initializing")
            return isVendors ? [line, line] : [line]
        }
        let once = try Recording(lines.joined(separator: "\n").utf8).play()
        let twice = try Recording(doubled.joined(separator: "\n").utf8).play()
        #expect(twice.standing.standing == once.standing.standing)
        #expect(twice.standing.refusal == once.standing.refusal)
        #expect(Set(twice.standing.anomalies) == Set(once.standing.anomalies))
        #expect(twice.attempts == once.attempts)
    }
}
