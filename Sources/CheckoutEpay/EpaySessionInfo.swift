public import CheckoutCore

/// What the app knows about Epay's session when it is opened, as far as a payment's options depend on it.
///
/// `sessionData()` tells it once the SDK is ready; whether the amount is dynamic is what the merchant's server asked for
/// when it created the session. Source: fact sheet epay, section 1.
public struct EpaySessionInfo: Sendable, Hashable {
    /// Whether each attempt names the amount.
    public var dynamicAmount: Bool
    /// Whether the session can store a payment method.
    public var canStorePaymentMethod: Bool
    /// The amount the session was created for, in minor units of its currency; `nil` if it isn't known.
    public var amount: Int64?
    /// The session's currency; `nil` if it isn't known.
    public var currency: Currency?

    /// Makes the session's data. What isn't known isn't allowed.
    public init(
        dynamicAmount: Bool = false, canStorePaymentMethod: Bool = false, amount: Int64? = nil,
        currency: Currency? = nil
    ) {
        self.dynamicAmount = dynamicAmount
        self.canStorePaymentMethod = canStorePaymentMethod
        self.amount = amount
        self.currency = currency
    }
}
