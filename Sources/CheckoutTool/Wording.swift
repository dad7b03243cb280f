import CheckoutCore
import CheckoutTesting

/// Neutral words in sentences, for a person at a terminal.
enum Wording {
    static func meaning(_ state: CheckoutState) -> String {
        switch state {
        case .initializing: "configuration and methods are loading"
        case .ready: "the shopper can pay; nothing is sent"
        case .processing: "the attempt is under way; nobody has spoken of its outcome"
        case .actionRequired(let action): meaning(action)
        case .pending(let pending):
            switch pending.waitingFor {
            case .provider: "the provider has it, and works on it"
            case .shopper: "the provider has it, and waits for the shopper to pay"
            case .merchant: "nothing is authorised yet; the merchant's server has to go on"
            }
        case .partiallyPaid: "part of the amount is held or taken"
        case .succeeded(let approval):
            switch approval.level {
            case .unstated: "approved; the provider doesn't say whether it is authorised or captured"
            case .authorised: "authorised: the money is reserved"
            case .captured: "captured: the money is taken"
            }
        case .declined: "the provider refused this attempt"
        case .cancelled: "withdrawn; no payment was made"
        case .failed: "a technical end; no payment was made"
        case .outcomeUnknown: "something was sent, and nobody here can tell what became of it"
        }
    }

    private static func meaning(_ action: ShopperAction) -> String {
        switch action {
        case .confirmSurcharge: "the shopper has to accept or refuse a fee"
        case .authenticate: "the shopper's bank wants strong authentication"
        case .redirect: "the shopper has to go to another page"
        case .switchApp: "the shopper has to go on in another app or sheet"
        case .presentVoucher: "the shopper gets a voucher to pay later"
        case .scanQRCode: "the shopper has to scan a code"
        case .awaitConfirmation: "the shopper has to approve in another app"
        case .transferFunds: "the shopper has to make a bank transfer"
        case .unsupported: "the payment exists, but needs an action that can't be shown"
        }
    }

    static func meaning(_ evidence: Evidence?) -> String {
        switch evidence {
        case nil: "nobody has spoken about the outcome"
        case .local: "only this device concluded it"
        case .provider: "the provider said so"
        case .merchant: "the merchant's backend said so"
        }
    }

    static func meaning(_ exposure: Exposure) -> String {
        switch exposure {
        case .none: "no money moved"
        case .possible: "the shopper may be charged"
        case .held: "money is reserved"
        case .taken: "money is taken"
        }
    }

    static func meaning(_ step: NextStep) -> String {
        switch step {
        case .pay: "offer the payment form"
        case .act: "let the shopper do that; don't offer to pay"
        case .wait: "show progress; don't offer to pay"
        case .checkStatus: "say that it is being confirmed and ask the backend; don't offer to pay"
        case .payAgain(.sameMethod): "offer to pay again, with any method"
        case .payAgain(.otherMethod): "offer to pay again, with another card or method"
        case .payAgain(.newSession): "offer to pay again, in a new session"
        case .payAgain(.blocked): "don't offer to pay again"
        case .payRemaining(let amount): "offer to pay the \(amount) that are left"
        case .finish: "thank the shopper; goods go out on the server's own confirmation"
        case .contactSupport: "somebody has to look at it; don't offer to pay"
        }
    }

    static func meaning(_ anomaly: Anomaly) -> String {
        switch anomaly {
        case .lateSuccess: "an approval came after another end; it counts"
        case .contradiction: "an end came after an approval; it changes nothing"
        case .secondApproval: "approved more than once; money may be held twice"
        case .amountMismatch: "an amount is not the one that was asked for"
        case .sentAfterEnd: "something was sent for an attempt that had ended here"
        case .unattributed: "an event belongs to no attempt known here"
        }
    }

    /// A provider's name as it is written.
    static func name(_ provider: Provider) -> String {
        switch provider {
        case .epay: "Epay"
        case .primer: "Primer"
        case .adyen: "Adyen"
        case .pxp: "PXP"
        default: provider.rawValue
        }
    }

    /// What an observer saw, for a cell of a table.
    static func short(_ sight: Sight) -> String {
        let words =
            switch sight.content {
            case .progress(let kind): kind.rawValue
            case .action(let kind): "actionRequired(\(kind.rawValue))"
            case .pending: "pending"
            case .partiallyPaid(_, let remaining): "partiallyPaid, \(remaining.map { "\($0)" } ?? "?") left"
            case .succeeded(let level, _): level == .unstated ? "succeeded" : "succeeded(\(level.rawValue))"
            case .declined(let reason, _): "declined(\(reason))"
            case .cancelled(let cause, _, _): "cancelled(\(cause))"
            case .failed(let kind, _): "failed(\(kind))"
            case .outcomeUnknown: "outcomeUnknown"
            case .refused: "start refused"
            case .stopped: "answered no"
            case .unchanged: "no change"
            }
        let place =
            switch sight.subject {
            case .session, .attempt, .order, .answer: ""
            case .otherSession, .otherAttempt: "other: "
            }
        return place + words + sight.anomalies.map { " ⚠ \($0.rawValue)" }.joined()
    }
}
