public import CheckoutCore

/// The `PaymentResult` of a success, without its token and its texts.
///
/// Source: the vendor's page “PrimerCheckoutState” (iOS), PaymentResult; fact sheet primer, section 1.
public struct PrimerResult: Sendable, Hashable {
    /// The payment id as the SDK gives it, if it can be a reference. It may be made up by the SDK; the adapter tells.
    public var paymentID: PaymentReference?
    /// The status: the word that carries the outcome. `nil` where it is missing.
    public var status: PrimerPaymentStatus?
    /// The amount in minor units; the SDK leaves it out for cards.
    public var amount: Int?
    /// Whether there was an amount that is no whole number of minor units. An SDK object never has one.
    public var hasUnreadableAmount: Bool
    /// The currency's ISO 4217 code.
    public var currencyCode: RawCode?
    /// The type of the method, for example `PAYMENT_CARD`.
    public var paymentMethodType: PaymentMethod?

    /// Makes a result of the texts the SDK gives.
    public init(
        paymentID: String? = nil, status: PrimerPaymentStatus? = nil, amount: Int? = nil,
        hasUnreadableAmount: Bool = false, currencyCode: String? = nil, paymentMethodType: PaymentMethod? = nil
    ) {
        self.paymentID = paymentID.flatMap(PaymentReference.init)
        self.status = status
        self.amount = amount
        self.hasUnreadableAmount = hasUnreadableAmount
        self.currencyCode = currencyCode.map { RawCode($0) }
        self.paymentMethodType = paymentMethodType
    }
}

/// A payment's status, in the spelling of where it stands; open, because the vendor may add words.
///
/// A `PaymentResult` has `success`, `pending` and `failed`; an error and the payment beside it have the words of the
/// Payments API, `SUCCESS`, `PENDING` and `FAILED` (fact sheet primer, section 4). An empty word stands for one that is
/// there and can't be read.
public struct PrimerPaymentStatus: RawRepresentable, Sendable, Hashable {
    /// The word, if it is shaped like a code.
    public let rawValue: String

    /// Makes a status from its word, kept as a `RawCode` keeps it.
    public init(rawValue: String) { self.rawValue = RawCode(rawValue).text }

    /// A result's `.success`.
    public static let success = PrimerPaymentStatus(rawValue: "success")
    /// A result's `.pending`.
    public static let pending = PrimerPaymentStatus(rawValue: "pending")
    /// A result's `.failed`.
    public static let failed = PrimerPaymentStatus(rawValue: "failed")
}

extension PrimerPaymentStatus {
    /// The word as it is kept.
    var raw: RawCode { rawValue.isEmpty ? "malformed" : RawCode(rawValue) }
}

extension PrimerResult {
    /// The amount, if the result states one that can be read, and whether what it states can't be what was asked.
    ///
    /// An amount and its currency are stated apart; one alone is only compared.
    func amount(asked: Money?) -> (money: Money?, isMismatch: Bool) {
        if hasUnreadableAmount { return (nil, true) }
        switch (amount, currencyCode) {
        case (nil, nil): return (nil, false)
        case (nil, let code?): return (nil, asked.map { $0.currency.code != code.text } ?? false)
        case (let amount?, nil): return (nil, asked.map { $0.minorUnits != Int64(amount) } ?? false)
        case (let amount?, let code?):
            // Primer counts in ISO 4217 minor units.
            guard let currency = Currency(code: code.text) else { return (nil, true) }
            return (Money(minorUnits: Int64(amount), currency: currency), false)
        }
    }
}
