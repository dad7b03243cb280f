import CheckoutCore
import CheckoutEpay
import CheckoutTesting
import Testing

@Suite("Transactions on Epay's server")
struct TransactionTests {
    /// What a failed transaction comes to where it is no decline; written out.
    static let ends: [String: String] = [
        "CANCELLED_BY_USER": "cancelled(shopper)",
        "SCA_CANCELLED_BY_USER": "cancelled(shopper)",
        "EXPIRED": "cancelled(expired)",
        "SCA_EXPIRED": "cancelled(expired)",
        "REJECTED_BY_MERCHANT": "cancelled(merchant)",
        "MANUAL_ABORTED": "cancelled(merchant)",
        "SYSTEM_ERROR": "failed(provider)",
        "ACQUIRER_DOWN": "failed(provider)",
        "ACQUIRER_TIMEOUT": "failed(provider)",
        "MISSING_ACQUIRER_AGREEMENT": "failed(provider)",
        "INVALID_AGREEMENT": "failed(provider)",
    ]

    private func transaction(_ state: String, code: String? = nil, id: String = "T1") -> String {
        #"{"event":"transaction","id":"\#(id)","state":"\#(state)""#
            + (code.map { #","errorCode":"\#($0)""# } ?? "") + "}"
    }

    private let unknown = attempt("OutcomeUnknown", #""transactionId":"T1""#)

    @Test("Every documented state has been thought of")
    func complete() {
        #expect(
            Set(EpayVocabulary.standard.transactionStates.keys) == ["PENDING", "PROCESSING", "SUCCESS", "FAILED"])
        #expect(Set(EpayVocabulary.standard.transactionEnds.keys) == Set(Self.ends.keys))
    }

    @Test("A transaction that isn't over is no statement", arguments: ["PENDING", "PROCESSING"])
    func stillOpen(_ state: String) throws {
        let before = try play([start, unknown])
        let after = try play([start, unknown, transaction(state)])
        #expect(after.standing == before.standing)
        #expect(after.lines.count == before.lines.count)
    }

    @Test("A transaction that succeeded is the merchant's approval, whatever the SDK said")
    func success() throws {
        for state in ["Processing", "OutcomeUnknown", "Accepted"] {
            let trace = try play([start, attempt(state, #""transactionId":"T1""#), transaction("SUCCESS")])
            #expect(trace.standing(of: 1)?.description == "succeeded(unstated) by merchant")
            #expect(trace.standing.anomalies == [])
        }
        for state in ["Declined", "Cancelled", "Failed"] {
            let trace = try play([start, attempt(state, #""transactionId":"T1""#), transaction("SUCCESS")])
            #expect(trace.standing(of: 1)?.description == "succeeded(unstated) by merchant")
            #expect(trace.standing.anomalies == [.lateSuccess])
        }
    }

    @Test(
        "A failed transaction ends the attempt by its code",
        arguments: Array(EpayVocabulary.standard.declineReasons.keys).sorted() + ["NEW_CODE", ""])
    func failed(_ code: String) throws {
        let trace = try play([start, unknown, transaction("FAILED", code: code)])
        let standing = try #require(trace.standing(of: 1))
        let reason = DeclineReasonTests.rows.first { $0.code == code }?.reason ?? .unspecified
        #expect(standing.state.description == Self.ends[code] ?? "declined(\(reason))")
        #expect(standing.evidence == .merchant)
        #expect(standing.exposure == .none)
        // The SDK starts nothing else after an outcome it couldn't tell.
        #expect(standing.retry == .newSession)
        #expect(standing.state.payment.reference == PaymentReference("T1"))
    }

    @Test("A failed transaction leaves the retry that the SDK permits")
    func retry() throws {
        let cancelled = attempt("Cancelled", #""transactionId":"T1","canRetry":true"#)
        let trace = try play([start, cancelled, transaction("FAILED", code: "CARD_EXPIRED")])
        #expect(trace.standing(of: 1)?.description == "declined(expiredCard) by merchant")
        #expect(trace.standing(of: 1)?.retry == .sameMethod)
    }

    @Test(
        "A failed transaction says nothing while the shopper may try again",
        arguments: [
            [attempt("Processing", #""transactionId":"T1""#)],
            // The latest snapshot names another transaction, or none.
            [attempt("Processing", #""transactionId":"T1""#), attempt("OutcomeUnknown", #""transactionId":"T2""#)],
            [attempt("Processing", #""transactionId":"T1""#), attempt("OutcomeUnknown")],
            // A state on no list may be work too.
            [attempt("Resuming", #""transactionId":"T1""#)],
        ])
    func ignored(_ lines: [String]) throws {
        let before = try play([start] + lines)
        let after = try play([start] + lines + [transaction("FAILED", code: "EXPIRED")])
        #expect(after.standing(of: 1) == before.standing(of: 1))
        #expect(after.lines.count == before.lines.count)
        #expect(after.standing.refusal != nil)
    }

    @Test("After a relaunch nobody knows whether the failed transaction was the last")
    func relaunched() throws {
        let trace = try play([
            start, attempt("Processing", #""transactionId":"T1""#), #"{"event":"relaunch"}"#,
            transaction("FAILED", code: "EXPIRED"),
        ])
        #expect(trace.standing.refusal == .outcomeUnresolved)
        #expect(trace.standing.standing.state.description == "outcomeUnknown(relaunched)")
    }

    @Test("A failed transaction that nobody has reported changes nothing")
    func unknownFailure() throws {
        let trace = try play([start, unknown, transaction("FAILED", code: "EXPIRED", id: "T9")])
        #expect(trace.standing(of: 1)?.description == "outcomeUnknown(reportedByProvider) by provider")
        #expect(trace.attempts == [1])
    }

    @Test("An approval that nobody has reported makes an attempt of its own, which blocks the order")
    func unknownSuccess() throws {
        let trace = try play([transaction("SUCCESS", id: "T9"), start])
        #expect(trace.standing(of: 1)?.description == "succeeded(unstated) by merchant")
        #expect(trace.standing.anomalies == [.unattributed])
        #expect(trace.refusals == [.alreadyPaid])
    }

    @Test("A failed transaction ends an attempt that nobody began, too")
    func ungranted() throws {
        let trace = try play([unknown, transaction("FAILED", code: "EXPIRED"), start])
        #expect(trace.standing(of: 1)?.description == "cancelled(expired) by merchant")
        // The order may be paid again, in a new session: the SDK starts nothing else in this one.
        #expect(trace.standing.refusal == nil)
        #expect(trace.refusals == [.sessionSpent])
    }
}

/// A snapshot of the attempt `e1`.
private func attempt(_ state: String, _ members: String = "") -> String {
    CheckoutEpayTests.attempt("e1", state, members)
}
