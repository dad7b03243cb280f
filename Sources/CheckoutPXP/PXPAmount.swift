public import CheckoutCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An amount as PXP's SDK takes it: major units as `Decimal` and the currency's code.
///
/// Hand both to `TransactionData`. PXP refuses more decimals than the currency has (SDK0407, SDK0408), and so does this
/// type: nothing is rounded. Never make a `Decimal` of a floating-point literal: `19.99` isn't 19.99.
///
/// Source: fact sheet pxp, section 6.
public struct PXPAmount: Sendable, Hashable {
    /// The amount in major units.
    public let amount: Decimal
    /// The currency's code, as ISO 4217 writes it.
    public let currency: String

    /// Takes an amount as the app or the SDK has it.
    public init(amount: Decimal, currency: String) {
        self.amount = amount
        self.currency = currency
    }

    /// Makes what the SDK takes of an amount, exactly.
    public init(_ money: Money) {
        amount = money.majorUnits
        currency = money.currency.code
    }

    /// The amount, exactly.
    ///
    /// - Throws: `MoneyError`: an unknown currency, more decimals than it has, or an amount that isn't a number.
    public func money() throws(MoneyError) -> Money {
        guard let known = Currency(code: currency) else { throw .unknownCurrency(RawCode(currency)) }
        return try Money(majorUnits: amount, currency: known)
    }
}
