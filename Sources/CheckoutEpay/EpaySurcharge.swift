public import CheckoutCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A surcharge that waits for the shopper's answer, as Epay tells it.
///
/// All sums are minor units of the session's currency. `updatedAmount` contains the fee already. A fee is never computed
/// from ``percentage``: minimum and flat parts and Epay's rounding make it another. Source: the vendor's page “Payments
/// and outcomes”; fact sheet epay, section 5.
public struct EpaySurcharge: Sendable, Hashable {
    /// The method the fee is for.
    public var paymentMethodType: EpayMethodType?
    /// The method's variant, for example a card scheme.
    public var paymentMethodSubType: EpayMethodType?
    /// The price before the fee.
    public var originalAmount: Int64?
    /// The price with the fee.
    public var updatedAmount: Int64?
    /// The whole fee.
    public var fee: Int64?
    /// The least the fee can be.
    public var minimumFee: Int64?
    /// The part of the fee that doesn't depend on the price.
    public var flatFee: Int64?
    /// The part that depends on it: 2.5 is 2.5 %. For display only.
    public var percentage: Decimal?
    /// The session's currency; `nil` is the currency the attempt asked in.
    public var currency: Currency?

    /// A sum was there and is no whole number.
    package var isUnreadable = false

    /// Makes a surcharge from what is told.
    public init(
        paymentMethodType: EpayMethodType? = nil, paymentMethodSubType: EpayMethodType? = nil,
        originalAmount: Int64? = nil, updatedAmount: Int64? = nil, fee: Int64? = nil, minimumFee: Int64? = nil,
        flatFee: Int64? = nil, percentage: Decimal? = nil, currency: Currency? = nil
    ) {
        self.paymentMethodType = paymentMethodType
        self.paymentMethodSubType = paymentMethodSubType
        self.originalAmount = originalAmount
        self.updatedAmount = updatedAmount
        self.fee = fee
        self.minimumFee = minimumFee
        self.flatFee = flatFee
        self.percentage = percentage
        self.currency = currency
    }

    /// The rate as the SDK types it, exactly as it prints; `nil` for infinity and what is no number.
    public static func percentage(of rate: Double) -> Decimal? { Self.decimal(rate.description) }

    /// Whether the sums contradict each other: the price with the fee isn't the price plus the fee.
    ///
    /// A sum that isn't told contradicts nothing; one that can't be read does.
    public var contradictsItself: Bool {
        if isUnreadable { return true }
        guard let originalAmount, let updatedAmount, let fee else { return false }
        let (sum, overflow) = originalAmount.addingReportingOverflow(fee)
        return overflow || sum != updatedAmount
    }

    /// The surcharge in neutral words.
    func neutral(currency asked: Currency?) -> Surcharge {
        func money(_ units: Int64?) -> Money? {
            guard let units, let currency = currency ?? asked else { return nil }
            return Money(minorUnits: units, currency: currency)
        }
        return Surcharge(
            methodType: paymentMethodType?.raw, methodSubType: paymentMethodSubType?.raw,
            originalAmount: money(originalAmount), updatedAmount: money(updatedAmount), fee: money(fee),
            minimumFee: money(minimumFee), flatFee: money(flatFee), percentage: percentage)
    }

    private static func decimal(_ text: String) -> Decimal? {
        // `Decimal(string:)` accepts text that only begins like a number.
        ExactNumber(text) == nil ? nil : Decimal(string: text)
    }
}

extension EpaySurcharge {
    /// Reads an object member by member: what can't be read is missing, the rest counts.
    package init?(json: JSONValue?, currency: Currency?) {
        guard let json else { return nil }
        // Two that differ are still one that waits, of which nothing is certain.
        guard json.object != nil || json == .conflicting else { return nil }
        func sum(_ key: String) -> Int64? { json[key]?.integer }
        self.init(
            paymentMethodType: EpayMethodType(json: json["paymentMethodType"]),
            paymentMethodSubType: EpayMethodType(json: json["paymentMethodSubType"]),
            originalAmount: sum("originalAmount"), updatedAmount: sum("updatedAmount"), fee: sum("fee"),
            minimumFee: sum("minimumFee"), flatFee: sum("flatFee"),
            percentage: (json["percentage"]?.text).flatMap(Self.decimal),
            currency: (json["currency"]?.string).flatMap(Currency.init(code:)) ?? currency)
        isUnreadable =
            json == .conflicting
            || ["originalAmount", "updatedAmount", "fee"].contains { json[$0] != nil && sum($0) == nil }
    }

    package var json: JSONValue {
        [
            "paymentMethodType": paymentMethodType?.json,
            "paymentMethodSubType": paymentMethodSubType?.json,
            "originalAmount": originalAmount.map { .integer($0) },
            "updatedAmount": updatedAmount.map { .integer($0) },
            "fee": fee.map { .integer($0) },
            "minimumFee": minimumFee.map { .integer($0) },
            "flatFee": flatFee.map { .integer($0) },
            // A text, because an encoder would pass a number through floating point.
            "percentage": percentage.map { .string($0.description) },
            "currency": (currency?.code).map { .string($0) },
        ]
    }
}
