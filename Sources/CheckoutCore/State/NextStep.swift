/// What the screen should offer now: the one answer an app needs after every update.
public enum NextStep: Sendable, Hashable {
    /// Offer the payment form.
    case pay
    /// Let the shopper do what the provider asks for.
    case act(ShopperAction)
    /// Show progress; don't offer to pay.
    case wait
    /// Say that the payment is being confirmed and ask the merchant's backend; don't offer to pay.
    case checkStatus
    /// Offer another attempt, this wide.
    case payAgain(Retry)
    /// Offer to pay what is left.
    case payRemaining(Money)
    /// Thank the shopper. Goods go out on the merchant's own confirmation.
    case finish
    /// Something needs a person: money may be held twice, or the order's record is damaged.
    case contactSupport
}

extension NextStep {
    /// The name of the step as it stands in traces.
    public var name: String {
        switch self {
        case .pay: "pay"
        case .act: "act"
        case .wait: "wait"
        case .checkStatus: "checkStatus"
        case .payAgain: "payAgain"
        case .payRemaining: "payRemaining"
        case .finish: "finish"
        case .contactSupport: "contactSupport"
        }
    }
}

extension NextStep: CustomStringConvertible {
    /// The step with what belongs to it. Safe to log.
    public var description: String {
        switch self {
        case .act(let action): "act(\(action))"
        case .payAgain(let retry): "payAgain(\(retry.rawValue))"
        case .payRemaining(let amount): "payRemaining(\(amount))"
        case .pay, .wait, .checkStatus, .finish, .contactSupport: name
        }
    }
}
