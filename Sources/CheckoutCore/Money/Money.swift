/// An exact amount: minor units of a currency, with the decimals ISO 4217 gives it.
///
/// `try Money(text: "EUR 12.50")` is 1250 minor units of the euro. A provider that counts in other decimals
/// (see ``MinorUnitScheme``) converts when it reads and when it writes; inside the package every amount is in ISO minor
/// units, so two amounts of one currency compare by their number.
public struct Money: Sendable, Hashable {
    /// The amount in the minor unit of ``currency``: cents for EUR, yen for JPY. May be zero or negative.
    public var minorUnits: Int64
    /// The currency.
    public var currency: Currency

    /// Makes an amount from ISO 4217 minor units.
    public init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// The sum of two amounts.
    ///
    /// - Throws: ``MoneyError/currencyMismatch(_:_:)`` or ``MoneyError/overflow``.
    public func adding(_ other: Money) throws(MoneyError) -> Money {
        guard currency == other.currency else { throw .currencyMismatch(currency, other.currency) }
        let (sum, overflow) = minorUnits.addingReportingOverflow(other.minorUnits)
        guard !overflow else { throw .overflow }
        return Money(minorUnits: sum, currency: currency)
    }

    /// The difference of two amounts; negative when `other` is larger.
    ///
    /// - Throws: ``MoneyError/currencyMismatch(_:_:)`` or ``MoneyError/overflow``.
    public func subtracting(_ other: Money) throws(MoneyError) -> Money {
        guard currency == other.currency else { throw .currencyMismatch(currency, other.currency) }
        let (difference, overflow) = minorUnits.subtractingReportingOverflow(other.minorUnits)
        guard !overflow else { throw .overflow }
        return Money(minorUnits: difference, currency: currency)
    }
}

extension Money: CustomStringConvertible {
    /// The amount in major units with all its decimals, a dot, and the currency's code: `12.50 EUR`. Not localised.
    public var description: String {
        let digits = String(minorUnits.magnitude)
        let exponent = currency.exponent
        let sign = minorUnits < 0 ? "-" : ""
        guard exponent > 0 else { return "\(sign)\(digits) \(currency.code)" }
        let padded = String(repeating: "0", count: max(0, exponent + 1 - digits.count)) + digits
        return "\(sign)\(padded.dropLast(exponent)).\(padded.suffix(exponent)) \(currency.code)"
    }
}

/// Why an amount can't be taken as it is.
///
/// No case is ever answered with a rounded amount: the caller decides.
public enum MoneyError: Error, Sendable, Hashable {
    /// The code is no active ISO 4217 currency with a minor unit.
    case unknownCurrency(RawCode)
    /// The amount has more decimals than the currency, or isn't a whole number of minor units.
    case fraction
    /// The amount doesn't fit into 64 bits, or isn't a finite number.
    case overflow
    /// Two amounts of different currencies were added or compared.
    case currencyMismatch(Currency, Currency)
    /// The text is no amount.
    case unreadable
}

extension MoneyError: CustomStringConvertible {
    /// What is wrong and what to do about it.
    public var description: String {
        switch self {
        case .unknownCurrency(let code):
            "“\(code)” is no active ISO 4217 currency with a minor unit; pass the three-letter code in upper case."
        case .fraction:
            "The amount has more decimals than its currency; round it where the price is made, not here."
        case .overflow:
            "The amount is not a finite number of minor units that fits into 64 bits."
        case .currencyMismatch(let first, let second):
            "Amounts in \(first) and \(second) can't be added or compared."
        case .unreadable:
            "The text is no amount; write it like “EUR 10.00”."
        }
    }
}
