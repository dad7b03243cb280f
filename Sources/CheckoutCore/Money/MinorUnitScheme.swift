/// How a provider counts minor units: ISO 4217, with the currencies where it counts otherwise.
///
/// The exceptions are data in one place. Adyen's come from its currency table, which marks four rows as differing from
/// the standard (docs.adyen.com/development-resources/currency-codes; fact sheet adyen, section 5). Epay and Primer
/// count in ISO minor units; PXP sends major units (``Money/init(majorUnits:currency:)``).
public struct MinorUnitScheme: Sendable, Hashable {
    /// The currencies that the provider gives another number of decimals than ISO 4217.
    public let exceptions: [Currency: Int]

    /// Makes a scheme from a table of exceptions.
    ///
    /// - Parameter exceptions: decimals by currency code. A code that is no active currency is left out.
    public init(exceptions: KeyValuePairs<String, Int> = [:]) {
        var table: [Currency: Int] = [:]
        for (code, exponent) in exceptions {
            if let currency = Currency(code: code) { table[currency] = exponent }
        }
        self.exceptions = table
    }

    /// ISO 4217 without exceptions.
    public static let iso4217 = MinorUnitScheme()

    /// Adyen: CLP 2, ISK 2, CVE 0, IDR 0; every other currency as ISO 4217.
    public static let adyen = MinorUnitScheme(exceptions: ["CLP": 2, "ISK": 2, "CVE": 0, "IDR": 0])

    /// The number of decimals the provider gives a currency.
    public func exponent(of currency: Currency) -> Int {
        exceptions.isEmpty ? currency.exponent : exceptions[currency] ?? currency.exponent
    }
}

extension Money {
    /// Makes an amount from a provider's minor units.
    ///
    /// - Parameters:
    ///   - minorUnits: the amount as the provider counts it.
    ///   - currency: the currency.
    ///   - scheme: how the provider counts.
    /// - Throws: ``MoneyError/fraction`` if the amount is no whole number of ISO minor units (the provider says 1.50 of a
    ///   currency without decimals), ``MoneyError/overflow`` if it doesn't fit.
    public init(minorUnits: Int64, currency: Currency, scheme: MinorUnitScheme) throws(MoneyError) {
        self.init(
            minorUnits: try Self.rescale(minorUnits, from: scheme.exponent(of: currency), to: currency.exponent),
            currency: currency)
    }

    /// The amount in a provider's minor units.
    ///
    /// - Throws: ``MoneyError/fraction`` or ``MoneyError/overflow``.
    public func minorUnits(in scheme: MinorUnitScheme) throws(MoneyError) -> Int64 {
        try Self.rescale(minorUnits, from: currency.exponent, to: scheme.exponent(of: currency))
    }

    static func rescale(_ units: Int64, from: Int, to: Int) throws(MoneyError) -> Int64 {
        var units = units
        for _ in 0..<max(0, to - from) {
            let (product, overflow) = units.multipliedReportingOverflow(by: 10)
            guard !overflow else { throw .overflow }
            units = product
        }
        for _ in 0..<max(0, from - to) {
            guard units.isMultiple(of: 10) else { throw .fraction }
            units /= 10
        }
        return units
    }
}
