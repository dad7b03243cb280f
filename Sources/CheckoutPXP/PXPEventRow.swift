package import CheckoutCore

/// What a course of events means that no table of words decides: one row of the mapping's last table.
///
/// The rows are played by the tests and printed into the documentation, so neither can drift from the adapter.
package struct PXPEventRow: Sendable {
    /// What happens, in words.
    package let story: String
    /// The wired hooks; `nil` for all of them.
    package let hooks: [PXPHook]?
    /// What the session was opened for; `nil` for an authorisation.
    package let intent: PXPIntent?
    /// The events, as recorded lines.
    package let lines: [String]
    /// What it amounts to: of the attempt, or of the session if there is none.
    package let state: String
    package let retry: Retry
    package let exposure: Exposure

    init(
        _ story: String, hooks: [PXPHook]? = nil, intent: PXPIntent? = nil, _ lines: [String], _ state: String,
        _ retry: Retry, _ exposure: Exposure
    ) {
        self.story = story
        self.hooks = hooks
        self.intent = intent
        self.lines = lines
        self.state = state
        self.retry = retry
        self.exposure = exposure
    }

    private static let submit = #"{"event":"submit"}"#
    private static let started = [submit, #"{"event":"startSubmit"}"#]
    private static let returned = #"{"event":"submitReturned"}"#
    private static let data = #"{"event":"preAuthorisation","answer":"proceed"}"#
    private static let sent = started + [data]
    private static let withheld = started + [#"{"event":"preAuthorisation","answer":"cancel"}"#]
    private static let cancel = #"{"event":"cancel"}"#
    private static let secondRound =
        sent + [#"{"event":"preRetrySoftDecline","retry":true,"result":"# + refused("1A", "T1") + "}"]

    private static func refused(_ code: String, _ id: String?) -> String {
        let funding = id.map { #","fundingData":{"transactionId":"\#($0)"}"# } ?? ""
        return #"{"type":"RefusedSubmitResult","provider":{"code":"\#(code)"}\#(funding)}"#
    }

    private static func result(_ json: String) -> String { #"{"event":"postAuthorisation","result":\#(json)}"# }

    private static func error(_ code: String) -> String {
        #"{"event":"submitError","error":{"errorCode":"\#(code)"}}"#
    }

    private static func approved(_ fields: String = "") -> String {
        result(#"{"type":"AuthorisedSubmitResult"\#(fields)}"#)
    }

    private static func funding(_ amount: String) -> String {
        #","fundingData":{"transactionId":"T1","amount":\#(amount),"currency":"EUR"}"#
    }

    /// Every row; what is asked is 10.00 EUR.
    package static let all: [PXPEventRow] = [
        PXPEventRow("the components were created", [#"{"event":"created"}"#], "ready", .sameMethod, .none),
        PXPEventRow(
            "creating them threw", [#"{"event":"createFailed","error":{"errorCode":"SDK0102"}}"#],
            "failed(configuration)", .newSession, .none),
        PXPEventRow(
            "only one of the two authentication hooks is set", hooks: [.onPreAuthentication],
            [#"{"event":"created"}"#], "failed(configuration)", .newSession, .none),
        PXPEventRow("`onStartSubmit`", started, "processing", .blocked, .none),
        PXPEventRow(
            "`onStartSubmit`, where `onPreAuthorisation` isn't wired", hooks: [.onStartSubmit], started, "processing",
            .blocked, .possible),
        PXPEventRow(
            "a granted start, where neither is wired", hooks: [.onPostAuthorisation], [submit], "processing", .blocked,
            .possible),
        PXPEventRow(
            "`submitAsync` returned, `onStartSubmit` never came", [submit, returned], "failed(validation)",
            .sameMethod, .none),
        PXPEventRow(
            "`submitAsync` returned after `onStartSubmit`, nothing told, nothing sent", started + [returned],
            "failed(interrupted)", .sameMethod, .none),
        PXPEventRow(
            "`submitAsync` returned after sending, no result yet", sent + [returned], "processing", .blocked, .possible),
        PXPEventRow(
            "`onPreTokenisation` answered false", started + [#"{"event":"preTokenisation","answer":"cancel"}"#],
            "cancelled(merchant)", .sameMethod, .none),
        PXPEventRow(
            "`onPostTokenisation` failure, told again by `onSubmitError`",
            started + [#"{"event":"postTokenisation","success":false}"#, error("SDK0304")], "failed(validation)",
            .sameMethod, .none),
        PXPEventRow(
            "`onPreInitiateAuthentication` and `onPreAuthentication` answered nil",
            started + [
                #"{"event":"preInitiateAuthentication","answer":"skip"}"#,
                #"{"event":"preAuthentication","answer":"skip"}"#,
            ], "processing", .blocked, .none),
        PXPEventRow(
            "`onPreAuthentication` answered with data",
            started + [#"{"event":"preAuthentication","answer":"proceed"}"#],
            "actionRequired(authenticate(challenge))", .blocked, .none),
        PXPEventRow(
            "`onPostAuthentication`, whatever its result",
            started + [
                #"{"event":"preAuthentication","answer":"proceed"}"#,
                #"{"event":"postAuthentication","result":{"state":"AuthenticationFailed"}}"#,
            ], "processing", .blocked, .none),
        PXPEventRow(
            "authentication failed before the authorisation", started + [error("SDK0505")],
            "declined(authenticationFailed)", .sameMethod, .none),
        PXPEventRow("`onPreAuthorisation` answered with data", sent, "processing", .blocked, .possible),
        PXPEventRow("`onPreAuthorisation` answered nil", withheld, "processing", .blocked, .none),
        PXPEventRow("… and `submitAsync` returned", withheld + [returned], "cancelled(merchant)", .sameMethod, .none),
        PXPEventRow(
            "… and a result came all the same", withheld + [approved()], "succeeded(authorised)", .blocked, .held),
        PXPEventRow(
            "… and a network error came: it went on without data", withheld + [error("SDK0500")],
            "outcomeUnknown(noAnswer)", .blocked, .possible),
        PXPEventRow("the retry of a soft decline was accepted", secondRound, "processing", .blocked, .none),
        PXPEventRow(
            "… and the second round was vetoed, or ended unsent otherwise",
            secondRound + [#"{"event":"preAuthorisation","answer":"cancel"}"#, returned],
            "declined(authenticationRequired)", .sameMethod, .none),
        PXPEventRow(
            "… and the first refusal came again in the second round",
            secondRound + [data, result(refused("1A", "T1"))],
            "processing", .blocked, .possible),
        PXPEventRow(
            "… and a refusal without a transaction id came", secondRound + [data, result(refused("51", nil))],
            "outcomeUnknown(unrecognised)", .blocked, .possible),
        PXPEventRow(
            "… and another refusal came", secondRound + [data, result(refused("51", "T2"))],
            "declined(insufficientFunds)", .sameMethod, .none),
        PXPEventRow(
            "the retry of a soft decline was not accepted", sent + [#"{"event":"preRetrySoftDecline","retry":false}"#],
            "declined(authenticationRequired)", .sameMethod, .none),
        PXPEventRow(
            "an approval of less than asked", sent + [approved(funding("6.00"))], "partiallyPaid(remaining 4.00 EUR)",
            .otherMethod, .held),
        PXPEventRow(
            "an approval whose amount can't be read (also `amountMismatch`)", sent + [approved(funding(#""6,00""#))],
            "succeeded(authorised)", .blocked, .held),
        PXPEventRow(
            "an approval where the session was opened for a verification", intent: .verification, sent + [approved()],
            "succeeded(authorised, verification)", .blocked, .none),
        PXPEventRow(
            "an approval where the session was opened for a payout", intent: .payout, sent + [approved()],
            "succeeded(authorised, payout)", .blocked, .none),
        PXPEventRow(
            "`onApprove`", started + [#"{"event":"approve","orderID":"5O190127TN364715T"}"#], "pending(merchant)",
            .blocked, .possible),
        PXPEventRow(
            "`onSubmitError` that carries a result",
            sent + [
                #"{"event":"submitError","error":{"submitResult":\#(refused("43", "T1"))}}"#
            ], "declined(lostOrStolenCard)", .otherMethod, .none),
        PXPEventRow("`onCancel` before sending", started + [cancel], "cancelled(shopper)", .sameMethod, .none),
        PXPEventRow(
            "`onCancel` after sending", sent + [cancel], "outcomeUnknown(closedAfterSubmission)", .blocked, .possible),
    ]
}
