/// A row of the mapping that no table of words holds: what happens, and what it comes to.
///
/// The documentation prints the rows, and the tests play them.
package struct EpayMappingRow: Sendable {
    /// What happens, in words.
    package let event: String
    /// What it means, in words.
    package let meaning: String
    /// The events as recorded lines, after the SDK was ready.
    package let lines: [String]
    /// How the order stands then.
    package let state: String
    /// Why the next start is refused; `nil` if it is granted.
    package let refusal: String?

    private init(_ event: String, _ meaning: String, _ lines: [String], state: String, refusal: String?) {
        self.event = event
        self.meaning = meaning
        self.lines = lines
        self.state = state
        self.refusal = refusal
    }

    private static let start = #"{"event":"start","method":"card"}"#
    private static let working = #"{"event":"attempt","id":"e1","state":"Processing","transactionId":"T1"}"#

    /// Every row.
    package static let all = sdk + attempts + refusedStarts + server

    private static let sdk = [
        EpayMappingRow(
            "SDK disposed, with no attempt under way", "the session is over",
            [#"{"event":"sdk","state":"disposed"}"#], state: "ready", refusal: "sessionClosed"),
        EpayMappingRow(
            "SDK disposed while an attempt is under way", "outcomeUnknown(observationStopped); the session is over",
            [start, working, #"{"event":"sdk","state":"disposed"}"#],
            state: "outcomeUnknown(observationStopped)", refusal: "outcomeUnresolved"),
        EpayMappingRow(
            "SDK failed while an attempt is under way", "outcomeUnknown(observationStopped); the session is over",
            [start, working, #"{"event":"sdk","state":"failed"}"#],
            state: "outcomeUnknown(observationStopped)", refusal: "outcomeUnresolved"),
        EpayMappingRow(
            "SDK initializing again while an attempt is under way: the session is replaced",
            "outcomeUnknown(observationStopped); the session is over",
            [start, working, #"{"event":"sdk","state":"initializing"}"#],
            state: "outcomeUnknown(observationStopped)", refusal: "outcomeUnresolved"),
        EpayMappingRow(
            "a state of the SDK on no list", "no change",
            [start, working, #"{"event":"sdk","state":"suspended"}"#],
            state: "processing", refusal: "attemptInProgress"),
        EpayMappingRow(
            "`error`, an exception of loading or of a query", "no change: it never touches an attempt",
            [start, working, #"{"event":"error","error":{"errorCode":"SDK_NOT_READY"}}"#],
            state: "processing", refusal: "attemptInProgress"),
    ]

    private static let attempts = [
        EpayMappingRow(
            "a granted start", "processing, submitted: the SDK sends before it says so", [start],
            state: "processing", refusal: "attemptInProgress"),
        EpayMappingRow(
            "attempt `Processing` with `isRedirecting`", "actionRequired(redirect); the SDK opens the page",
            [start, #"{"event":"attempt","id":"e1","state":"Processing","isRedirecting":true}"#],
            state: "actionRequired(redirect)", refusal: "attemptInProgress"),
        EpayMappingRow(
            "attempt `Processing` with `pendingSurcharge`",
            "actionRequired(confirmSurcharge), which wins over a redirect; sums that contradict each other are asked all "
                + "the same, with amountMismatch",
            [
                start,
                #"{"event":"attempt","id":"e1","state":"Processing","isRedirecting":true,"pendingSurcharge":{"fee":20}}"#,
            ], state: "actionRequired(confirmSurcharge)", refusal: "attemptInProgress"),
        EpayMappingRow(
            "attempt `Declined` without `canRetry`, or with `maxAttemptsReached`", "declined; retry newSession",
            [start, #"{"event":"attempt","id":"e1","state":"Declined","canRetry":true,"maxAttemptsReached":true}"#],
            state: "declined(unspecified)", refusal: "sessionSpent"),
        EpayMappingRow(
            "attempt `Cancelled` or `Failed` without `canRetry`", "retry newSession",
            [start, #"{"event":"attempt","id":"e1","state":"Cancelled"}"#],
            state: "cancelled(unstated)", refusal: "sessionSpent"),
        EpayMappingRow(
            "attempt in a state on no list, or without one", "outcomeUnknown(unrecognised)",
            [start, #"{"event":"attempt","id":"e1","state":"Paused"}"#],
            state: "outcomeUnknown(unrecognised)", refusal: "outcomeUnresolved"),
        EpayMappingRow(
            "`transactionAccepted`, `transactionDeclined`, `paymentCancel`, `clientRedirect`, `feeUpdated`, `cardFields`",
            "no change: the attempt's state decides",
            [
                start, working, #"{"event":"transactionAccepted","transactionId":"T1"}"#,
                #"{"event":"transactionDeclined","transactionId":"T1"}"#,
                #"{"event":"paymentCancel","paymentMethodType":"CARD"}"#,
                #"{"event":"clientRedirect","reason":"SCA"}"#, #"{"event":"feeUpdated","fee":20}"#,
                #"{"event":"cardFields","buttonState":"Active"}"#,
            ], state: "processing", refusal: "attemptInProgress"),
        EpayMappingRow(
            "`transactionDeclined` with `maxAttemptsReached`", "the session takes no further attempt",
            [
                start, #"{"event":"attempt","id":"e1","state":"Declined","canRetry":true}"#,
                #"{"event":"transactionDeclined","maxAttemptsReached":true}"#,
            ], state: "declined(unspecified)", refusal: "sessionSpent"),
    ]

    private static let refusedStarts = [
        EpayMappingRow(
            "a new attempt, of no grant, that is `Failed` at once while another blocks the session",
            "no change, unattributed; the other is untouched",
            [
                start, #"{"event":"attempt","id":"e1","state":"OutcomeUnknown"}"#,
                #"{"event":"attempt","id":"e2","state":"Failed"}"#,
            ], state: "outcomeUnknown(reportedByProvider)", refusal: "outcomeUnresolved"),
        EpayMappingRow(
            "the same, of a granted start", "that attempt is failed(notStarted); the other is untouched",
            [
                start, #"{"event":"attempt","id":"e1","state":"OutcomeUnknown"}"#,
                #"{"event":"statement","attempt":1,"outcome":{"state":"cancelled"}}"#, start,
                #"{"event":"attempt","id":"e2","state":"Failed"}"#,
            ], state: "failed(notStarted)", refusal: "sessionSpent"),
    ]

    private static let server = [
        EpayMappingRow(
            "transaction `FAILED` while the attempt is `Processing`", "no statement: the shopper may try again",
            [start, working, #"{"event":"transaction","id":"T1","state":"FAILED"}"#],
            state: "processing", refusal: "attemptInProgress"),
        EpayMappingRow(
            "transaction `FAILED` that the attempt's latest snapshot doesn't name", "no statement",
            [
                start, working, #"{"event":"attempt","id":"e1","state":"OutcomeUnknown","transactionId":"T2"}"#,
                #"{"event":"transaction","id":"T1","state":"FAILED"}"#,
            ], state: "outcomeUnknown(reportedByProvider)", refusal: "outcomeUnresolved"),
        EpayMappingRow(
            "transaction in a state on no list, or without one", "no statement",
            [start, working, #"{"event":"transaction","id":"T1","state":"REVERSED"}"#],
            state: "processing", refusal: "attemptInProgress"),
        EpayMappingRow(
            "transaction `SUCCESS` that no attempt has reported", "an attempt nobody began; unattributed",
            [#"{"event":"transaction","id":"T9","state":"SUCCESS"}"#],
            state: "succeeded(unstated)", refusal: "alreadyPaid"),
    ]
}
