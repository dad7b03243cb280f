import CheckoutCore
import CheckoutEpay
import Testing

@Suite("States of an Epay attempt")
struct AttemptStateTests {
    /// What a snapshot is expected to come to; written out, not computed from the adapter's tables.
    struct Row: Sendable, CustomTestStringConvertible {
        let state: String
        var canRetry = true
        var maxAttemptsReached = false
        let expected: String
        let exposure: Exposure
        let retry: Retry

        var testDescription: String { "\(state), canRetry \(canRetry), maxAttemptsReached \(maxAttemptsReached)" }
    }

    static let rows = [
        Row(state: "Processing", expected: "processing", exposure: .possible, retry: .blocked),
        Row(state: "Processing", canRetry: false, expected: "processing", exposure: .possible, retry: .blocked),
        Row(state: "Accepted", expected: "succeeded(unstated) by provider", exposure: .held, retry: .blocked),
        Row(
            state: "Accepted", canRetry: false, expected: "succeeded(unstated) by provider", exposure: .held,
            retry: .blocked),
        Row(
            state: "Declined", expected: "declined(unspecified) by provider", exposure: .none, retry: .otherMethod),
        Row(
            state: "Declined", canRetry: false, expected: "declined(unspecified) by provider", exposure: .none,
            retry: .newSession),
        Row(
            state: "Declined", maxAttemptsReached: true, expected: "declined(unspecified) by provider",
            exposure: .none, retry: .newSession),
        Row(
            state: "Declined", canRetry: false, maxAttemptsReached: true,
            expected: "declined(unspecified) by provider", exposure: .none, retry: .newSession),
        Row(
            state: "Cancelled", expected: "cancelled(unstated) by provider", exposure: .none, retry: .sameMethod),
        Row(
            state: "Cancelled", canRetry: false, expected: "cancelled(unstated) by provider", exposure: .none,
            retry: .newSession),
        Row(
            state: "Cancelled", maxAttemptsReached: true, expected: "cancelled(unstated) by provider",
            exposure: .none, retry: .newSession),
        Row(state: "Failed", expected: "failed(provider) by provider", exposure: .none, retry: .sameMethod),
        Row(
            state: "Failed", canRetry: false, expected: "failed(provider) by provider", exposure: .none,
            retry: .newSession),
        Row(
            state: "OutcomeUnknown", expected: "outcomeUnknown(reportedByProvider) by provider",
            exposure: .possible, retry: .blocked),
        Row(
            state: "OutcomeUnknown", canRetry: false, expected: "outcomeUnknown(reportedByProvider) by provider",
            exposure: .possible, retry: .blocked),
    ]

    private static func event(_ row: Row) -> EpayEvent {
        .attempt(
            EpayAttempt(
                id: "e1", state: EpayAttemptState(rawValue: row.state), canRetry: row.canRetry,
                maxAttemptsReached: row.maxAttemptsReached))
    }

    @Test("Every documented state has a row")
    func complete() {
        #expect(Set(Self.rows.map(\.state)) == Set(EpayVocabulary.standard.attemptStates.keys))
    }

    @Test("A state comes to its row, before and after the submission", arguments: rows, [true, false])
    func meaning(_ row: Row, isSubmitted: Bool) {
        let standing = standing(of: Self.event(row), isSubmitted: isSubmitted)
        #expect(standing.description == row.expected)
        #expect(standing.exposure == row.exposure)
        #expect(standing.retry == row.retry)
        // The provider has spoken about a payment: it was sent, whether the device heard of it or not.
        #expect(standing.submitted)
        if standing.evidence != nil { #expect(standing.state.raw[.result]?.text == row.state) }
    }

    @Test("A redirect shows as an action, without its address")
    func redirect() {
        let snapshot = EpayAttempt(id: "e1", state: .processing, isRedirecting: true)
        #expect(standing(of: .attempt(snapshot), isSubmitted: true).state == .actionRequired(.redirect(nil)))
    }

    @Test(
        "Flags of a snapshot that isn't processing don't make it one",
        arguments: [EpayAttemptState.accepted, .declined, .cancelled, .failed, .outcomeUnknown])
    func flagsBesideAnOutcome(_ state: EpayAttemptState) {
        let plain = EpayAttempt(id: "e1", state: state)
        var flagged = plain
        flagged.isRedirecting = true
        flagged.pendingSurcharge = EpaySurcharge(originalAmount: 1000, updatedAmount: 1200, fee: 300)
        #expect(
            standing(of: .attempt(flagged), isSubmitted: true) == standing(of: .attempt(plain), isSubmitted: true))
    }

    @Test("A cancellation keeps a refusal within the wallet", arguments: [true, false])
    func earlierRefusal(_ had: Bool) {
        let snapshot = EpayAttempt(
            id: "e1", state: .cancelled, canRetry: true, metadata: .init(hadDeclinedAuthorization: had))
        guard case .cancelled(let cancellation) = standing(of: .attempt(snapshot), isSubmitted: true).state else {
            Issue.record("not cancelled")
            return
        }
        #expect(cancellation.earlierRefusal == had)
    }

    @Test("A transaction is kept as the payment's reference, in every state", arguments: rows)
    func reference(_ row: Row) {
        var adapter = EpayAdapter()
        var machine = AttemptMachine(asked: euros(1000), isSubmitted: true)
        let snapshot = EpayAttempt(id: "e1", state: EpayAttemptState(rawValue: row.state), transactionId: "T1")
        adapter.interpret(.attempt(snapshot), for: context()) { machine.apply($0) { _ in } }
        #expect(machine.references == [PaymentReference("T1")])
    }

    @Test("A failed attempt tells an SDK that isn't ready from the provider's failure")
    func failures() {
        let notReady = EpayAttempt(id: "e1", state: .failed, error: EpayError(errorCode: .sdkNotReady), canRetry: true)
        #expect(standing(of: .attempt(notReady), isSubmitted: true).description == "failed(configuration) by provider")
        let other = EpayAttempt(
            id: "e1", state: .failed, error: EpayError(errorCode: EpayErrorCode(rawValue: "ACQUIRER_TIMEOUT")))
        #expect(standing(of: .attempt(other), isSubmitted: true).description == "failed(provider) by provider")
    }

    @Test("The code of an error never replaces the state", arguments: ["Accepted", "OutcomeUnknown", "Processing"])
    func codeIsNoState(_ state: String) {
        for code in EpayVocabulary.standard.declineReasons.keys {
            let snapshot = EpayAttempt(
                id: "e1", state: EpayAttemptState(rawValue: state),
                error: EpayError(errorCode: EpayErrorCode(rawValue: code)))
            #expect(!standing(of: .attempt(snapshot), isSubmitted: true).state.kind.isEnd)
        }
    }

    @Test("An unknown outcome is resolved by a later update of the same attempt", arguments: rows)
    func resolved(_ row: Row) throws {
        let later = try play([
            start, attempt("OutcomeUnknown"),
            attempt(
                row.state, #""canRetry":\#(row.canRetry),"maxAttemptsReached":\#(row.maxAttemptsReached)"#),
        ])
        #expect(later.standing(of: 1)?.description == row.expected)
    }

    @Test("The table decides, not the code beside it")
    func mutated() {
        var vocabulary = EpayVocabulary.standard
        vocabulary.attemptStates["Declined"] = .accepted
        let declined = EpayEvent.attempt(EpayAttempt(id: "e1", state: .declined))
        #expect(standing(of: declined, isSubmitted: true, vocabulary: vocabulary).state.kind == .succeeded)
    }

    private func attempt(_ state: String, _ members: String = "") -> String {
        CheckoutEpayTests.attempt("e1", state, members)
    }
}
