#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Money {
    /// Makes an amount from major units, exactly.
    ///
    /// - Parameters:
    ///   - majorUnits: for example 12.5 for 12.50 euro.
    ///   - currency: the currency.
    /// - Throws: ``MoneyError/fraction`` if there are more decimals than the currency has (trailing zeros don't count),
    ///   ``MoneyError/overflow`` if the amount isn't finite or doesn't fit. Nothing is ever rounded.
    public init(majorUnits: Decimal, currency: Currency) throws(MoneyError) {
        guard majorUnits.isFinite else { throw .overflow }
        // `Decimal` prints plain digits without an exponent, so its text is an exact way to the digits.
        guard let number = ExactNumber(majorUnits.description) else { throw .overflow }
        self.init(minorUnits: try number.scaled(by: currency.exponent), currency: currency)
    }

    /// The amount in major units, exactly.
    public var majorUnits: Decimal {
        Decimal(
            sign: minorUnits < 0 ? .minus : .plus, exponent: -currency.exponent,
            significand: Decimal(minorUnits.magnitude))
    }

    /// Reads an amount as a person writes it: `EUR 10.00` or `10.00 EUR`, a dot before the decimals, nothing else.
    ///
    /// - Throws: ``MoneyError``: the text is checked digit by digit before it becomes a number.
    public init(text: String) throws(MoneyError) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2 else { throw .unreadable }
        let codeFirst = parts[0].utf8.allSatisfy { $0 >= 65 && $0 <= 90 }
        let (code, digits) = codeFirst ? (parts[0], parts[1]) : (parts[1], parts[0])
        guard let currency = Currency(code: String(code)) else { throw .unknownCurrency(RawCode(String(code))) }
        guard let number = ExactNumber(String(digits)) else { throw .unreadable }
        self.init(minorUnits: try number.scaled(by: currency.exponent), currency: currency)
    }
}
