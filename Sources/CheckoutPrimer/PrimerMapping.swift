import CheckoutCore

/// The rows of the mapping that no table of words holds: what an event means by the host and by what came before.
///
/// The documentation shows them and the tests play them.
package enum PrimerMapping {
    /// One row.
    package struct Row: Sendable {
        /// The event, as a person reads it.
        package let event: String
        /// The settings of the session, as JSON.
        package let settings: String
        /// The recorded lines that come before, and the event's own line.
        package let lines: [String]
        /// What the event's last change is: the state, the retry, the exposure and the anomalies; `nil` for no change.
        package let outcome: String?
        /// What else to know.
        package let note: String

        /// A row of an inline session without saved methods.
        init(_ event: String, _ lines: [String], _ outcome: String?, _ note: String = "") {
            self.init(event, "{}", lines, outcome, note)
        }

        init(_ event: String, _ settings: String, _ lines: [String], _ outcome: String?, _ note: String = "") {
            self.event = event
            self.settings = settings
            self.lines = lines
            self.outcome = outcome
            self.note = note
        }
    }

    private static let managed = #"{"host":"managedView"}"#
    private static let trusting = #"{"host":"managedView","trustsDismissal":true}"#
    private static let bare = #"{"host":"presenter","errorScreen":false}"#
    private static let saved = #"{"host":"inlineSession","savedMethods":true}"#

    private static let start = #"{"event":"start"}"#
    private static let presented = #"{"event":"presented"}"#
    private static let hook = #"{"event":"paymentWillBeCreated","method":"PAYMENT_CARD","answer":"proceed"}"#
    private static let veto = #"{"event":"paymentWillBeCreated","method":"PAYMENT_CARD","answer":"cancel"}"#
    private static let applePay = #"{"event":"paymentWillBeCreated","method":"APPLE_PAY","answer":"proceed"}"#
    private static let initializing = #"{"event":"state","case":"initializing"}"#
    private static let ready = #"{"event":"state","case":"ready"}"#
    private static let dismissed = #"{"event":"state","case":"dismissed"}"#
    private static let cancelled = #"{"event":"sessionCancelled"}"#
    private static let success =
        #"{"event":"state","case":"success","result":{"paymentId":"pay_1","status":"success"}}"#
    private static let declined =
        #"{"event":"state","case":"failure","error":{"errorId":"payment-failed","status":"FAILED"}}"#

    private static func failure(_ id: String) -> String {
        #"{"event":"state","case":"failure","error":{"errorId":"\#(id)"}}"#
    }

    /// Every row.
    package static let rows: [Row] = [
        Row("`.initializing`", [ready, initializing], "initializing · blocked · none"),
        Row("`.ready`", [initializing, ready], "ready · sameMethod · none"),
        Row(
            "`.ready` with another order id, total or currency than is asked",
            [#"{"event":"state","case":"ready","clientSession":{"totalAmount":999}}"#],
            "ready · sameMethod · none · amountMismatch", "told once, before anything is sent"),
        Row("a managed view or presenter is shown", managed, [presented], "processing · blocked · possible"),
        Row("hook before a payment, answered yes", [hook], "processing · blocked · possible"),
        Row("hook before a payment, answered no", [start, veto], "cancelled(merchant) · sameMethod · none"),
        Row(
            "hook before a payment, in a session with saved methods", saved, [start, hook], nil,
            "the grant is the boundary; the hook only confirms"),
        Row("`.success`", [hook, success], "succeeded(unstated) · blocked · held", "an invented id is no reference"),
        Row(
            "`.success` after a `.failure`, managed view", managed, [presented, failure("unknown"), success],
            "succeeded(unstated) · blocked · held", "the next attempt's; the earlier one keeps its state"),
        Row(
            "`.success` after a `.failure`, inline, none begun since", [hook, declined, success],
            "succeeded(unstated) · blocked · held · lateSuccess"),
        Row("`.dismissed`, nothing submitted", [start, dismissed], "cancelled(shopper) · newSession · none"),
        Row(
            "`.dismissed` after the hook", [hook, dismissed],
            "outcomeUnknown(closedAfterSubmission) · blocked · possible"),
        Row(
            "`.dismissed` of a managed view", managed, [presented, dismissed],
            "outcomeUnknown(closedAfterSubmission) · blocked · possible"),
        Row(
            "`.dismissed` where the host trusts it", trusting, [presented, dismissed],
            "cancelled(shopper) · newSession · none", "by the provider's word"),
        Row(
            "… but an indeterminate failure came before", trusting, [presented, failure("unknown"), dismissed],
            "outcomeUnknown(closedAfterSubmission) · blocked · possible"),
        Row(
            "… but a payment is known", trusting, [presented, declined, dismissed],
            "outcomeUnknown(closedAfterSubmission) · blocked · possible"),
        Row("`.dismissed` after `.success`", [hook, success, dismissed], nil),
        Row("`.dismissed` after the app's own cancel", [start, cancelled, dismissed], nil),
        Row(
            "session cancelled or torn down, nothing submitted", [start, cancelled],
            "cancelled(merchant) · newSession · none"),
        Row(
            "session cancelled or torn down after the hook", [hook, cancelled],
            "outcomeUnknown(observationStopped) · blocked · possible"),
        Row(
            "the view went by itself, nothing submitted", [start, #"{"event":"closed"}"#],
            "cancelled(unstated) · newSession · none"),
        Row(
            "`.failure` before the first `.ready`, inline", [initializing, failure("invalid-client-token")],
            "failed(configuration) · newSession · none", "the session is over"),
        Row(
            "… with an attempt begun before it was shown", saved,
            [start, initializing, failure("invalid-client-token")], "failed(configuration) · newSession · none",
            "the session is over"),
        Row(
            "… without a network", [initializing, failure("unknown")], "failed(network) · newSession · none",
            "the session is over"),
        Row(
            "`.failure`, managed view or presenter", managed, [presented, declined],
            "processing · blocked · possible", "the attempt ends by its class, and the next begins in the same breath"),
        Row(
            "`.failure`, presenter without error screen", bare, [presented, declined],
            "declined(unspecified) · newSession · none", "the session is over"),
        Row("`.failure` of a class before a payment, none begun", [ready, failure("invalid-value")], nil),
        Row("`.failure(payment-cancelled)`, none begun", [ready, failure("payment-cancelled")], nil),
        Row(
            "any other `.failure`, none begun", [ready, failure("failed-to-create-payment")],
            "outcomeUnknown(noAnswer) · blocked · possible · unattributed", "an attempt nobody granted"),
        Row("`.failure(merchant-error)` after a hook answered no", [start, veto, failure("merchant-error")], nil),
        Row(
            "`.failure(merchant-error)` while an attempt goes on whose hook was answered yes",
            [hook, failure("merchant-error")], nil, "it is about another hook, which the guard refused"),
        Row(
            "`.failure(payment-cancelled)`, Apple Pay, PayPal or Klarna with no payment",
            [applePay, failure("payment-cancelled")], "cancelled(shopper) · sameMethod · none"),
        Row(
            "`.failure(payment-cancelled)`, any other method or a payment",
            [hook, failure("payment-cancelled")], "outcomeUnknown(actionAbandoned) · blocked · possible"),
        Row(
            "another case of the enum", [hook, #"{"event":"state","case":"paused"}"#],
            "outcomeUnknown(unrecognised) · blocked · possible"),
    ]
}

extension PrimerVocabulary {
    /// The mapping as a page of the documentation, made of the tables and of ``PrimerMapping/rows``.
    package var mappingPage: String {
        var lines = [
            "# What Primer's words mean", "",
            "The tables the adapter reads, and what an event means by its host and by what came before.", "",
            "## Overview", "",
            "Generated from the code's own tables; a test compares it with them.", "",
            "### Status of a success", "", "| status | neutral |", "|---|---|",
        ]
        lines += results.sorted { $0.key < $1.key }.map { "| `\($0.key)` | \($0.value.words) |" }
        lines += ["| any other, or none | outcomeUnknown(unrecognised) |", ""]
        lines += ["### Status of a failed payment", "", "| status | neutral |", "|---|---|"]
        lines += failedPayments.sorted { $0.key < $1.key }.map { "| `\($0.key)` | \($0.value.words) |" }
        lines += ["| any other, or none | outcomeUnknown(unrecognised) |", ""]
        lines += ["### Error ids", "", "| errorId | not submitted | submitted |", "|---|---|---|"]
        lines += errors.sorted { $0.key < $1.key }.map { "| `\($0.key)` | \($0.value.unsent) | \($0.value.sent) |" }
        lines += ["| any other, or none | failed(unrecognised), sameMethod | outcomeUnknown(unrecognised) |", ""]
        lines += ["Whatever the id: a payment in the error's `checkoutData` is never read as no payment.", ""]
        lines += ["### Sets", "", "| words | what they do |", "|---|---|"]
        lines += [
            "| \(Self.list(sheetMethods)) | their own sheet closes before a payment is created |",
            "| \(Self.list(tokenMethods)) | their result names a token, which is no payment's reference |",
            "| \(Self.list(inventedIDs)), an empty text, a UUID | no payment id |",
            "| \(Self.list(networkErrors)) | a failed start is one of the network; any other is one of configuration |",
            "",
        ]
        lines += ["### By host and history", "", "| event | state · retry · money | note |", "|---|---|---|"]
        lines += PrimerMapping.rows.map { "| \($0.event) | \($0.outcome ?? "no change") | \($0.note) |" }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func list(_ words: Set<String>) -> String {
        words.sorted().map { "`\($0)`" }.joined(separator: ", ")
    }
}

extension PrimerVocabulary.ResultMeaning {
    fileprivate var words: String {
        switch self {
        case .approved: "succeeded(unstated)"
        case .pending: "pending(provider)"
        case .refused: "declined(unspecified)"
        }
    }
}

extension PrimerVocabulary.FailedPaymentMeaning {
    fileprivate var words: String {
        switch self {
        case .pending: "pending(provider)"
        case .refused: "declined(unspecified)"
        }
    }
}

extension PrimerVocabulary.ErrorMeaning {
    /// What it means before a submission.
    fileprivate var unsent: String {
        switch self {
        case .paymentFailed: "by the payment's status"
        case .cancelled: "cancelled(shopper), sameMethod"
        case .notApproved: "cancelled(unstated), sameMethod"
        case .merchantsOwn(let kind, let retry), .beforePayment(let kind, let retry),
            .beforePaymentUnlessSubmitted(let kind, let retry):
            "failed(\(kind)), \(retry.rawValue)"
        case .indeterminate: "failed(unrecognised), sameMethod"
        }
    }

    /// What it means after a submission.
    fileprivate var sent: String {
        switch self {
        case .paymentFailed, .notApproved, .beforePayment: unsent
        case .cancelled: "outcomeUnknown(actionAbandoned), or cancelled by the method (see below)"
        case .merchantsOwn: "outcomeUnknown(noAnswer), or no change (see below)"
        case .beforePaymentUnlessSubmitted, .indeterminate: "outcomeUnknown(noAnswer)"
        }
    }
}
