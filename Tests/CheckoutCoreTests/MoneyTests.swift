import Foundation
import Testing

@testable import CheckoutCore

@Suite("Money")
struct MoneyTests {
    /// Written down apart from the table: the currencies that don't have two decimals.
    static let unusual: [String: Int] = [
        "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0, "UGX": 0,
        "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0, "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3,
        "OMR": 3, "TND": 3, "CLF": 4, "UYW": 4,
    ]

    @Test("Every active currency has its ISO 4217 exponent", arguments: Currency.allCases)
    func exponent(currency: Currency) {
        #expect(currency.exponent == Self.unusual[currency.code] ?? 2)
        #expect(Currency(code: currency.code) == currency)
    }

    @Test("The table holds every active currency once, in order")
    func table() {
        let codes = Currency.allCases.map(\.code)
        #expect(codes.count == 165)
        #expect(codes == codes.sorted())
        #expect(Set(codes).count == codes.count)
        #expect(Set(Self.unusual.keys).isSubset(of: codes))
    }

    @Test(
        "A code that is no active currency with a minor unit is refused",
        arguments: [
            "", "EU", "EURO", "eur", "Eur", "XXX", "XAU", "XTS", "BGN", "HRK", "ANG", "ZZZ", "€UR", "EU1", "E R",
        ])
    func refusedCode(code: String) { #expect(Currency(code: code) == nil) }

    @Test("R12 amounts are exact: a vendor's minor units are converted without rounding or refused")
    func ruleR12VendorExponents() throws {
        let isk = try #require(Currency(code: "ISK"))
        let clp = try #require(Currency(code: "CLP"))
        let cve = try #require(Currency(code: "CVE"))
        let idr = try #require(Currency(code: "IDR"))
        #expect(try Money(minorUnits: 12_300, currency: isk, scheme: .adyen).minorUnits == 123)
        #expect(try Money(minorUnits: 100, currency: clp, scheme: .adyen).minorUnits == 1)
        #expect(try Money(minorUnits: 5, currency: cve, scheme: .adyen).minorUnits == 500)
        #expect(try Money(minorUnits: 5, currency: idr, scheme: .adyen).minorUnits == 500)
        #expect(throws: MoneyError.fraction) { try Money(minorUnits: 12_350, currency: isk, scheme: .adyen) }
        #expect(throws: MoneyError.overflow) { try Money(minorUnits: .max, currency: cve, scheme: .adyen) }
        #expect(try Money(minorUnits: 123, currency: isk).minorUnits(in: .adyen) == 12_300)
        #expect(throws: MoneyError.fraction) { try Money(minorUnits: 550, currency: cve).minorUnits(in: .adyen) }
        #expect(throws: MoneyError.overflow) { try Money(minorUnits: .max, currency: isk).minorUnits(in: .adyen) }
    }

    @Test("Adyen's exponents differ from ISO 4217 in four currencies and in no other", arguments: Currency.allCases)
    func adyenScheme(currency: Currency) {
        let expected = ["CLP": 2, "ISK": 2, "CVE": 0, "IDR": 0][currency.code] ?? currency.exponent
        #expect(MinorUnitScheme.adyen.exponent(of: currency) == expected)
        #expect(MinorUnitScheme.iso4217.exponent(of: currency) == currency.exponent)
    }

    @Test("A vendor's minor units survive the way in and out, in every currency", arguments: Currency.allCases)
    func schemeRoundTrip(currency: Currency) throws {
        // A multiple of 100 is whole in every scheme.
        for units: Int64 in [0, 100, 123_400, -5_000] {
            let money = try Money(minorUnits: units, currency: currency, scheme: .adyen)
            #expect(try money.minorUnits(in: .adyen) == units)
        }
    }

    @Test("Major units become minor units exactly or not at all")
    func decimals() throws {
        let eur = try #require(Currency(code: "EUR"))
        let jpy = try #require(Currency(code: "JPY"))
        let kwd = try #require(Currency(code: "KWD"))
        #expect(try Money(majorUnits: #require(Decimal(string: "19.99")), currency: eur).minorUnits == 1999)
        #expect(try Money(majorUnits: #require(Decimal(string: "19.9900")), currency: eur).minorUnits == 1999)
        #expect(try Money(majorUnits: #require(Decimal(string: "-0.01")), currency: eur).minorUnits == -1)
        #expect(try Money(majorUnits: 500, currency: jpy).minorUnits == 500)
        #expect(try Money(majorUnits: #require(Decimal(string: "1.234")), currency: kwd).minorUnits == 1234)
        #expect(throws: MoneyError.fraction) {
            try Money(majorUnits: #require(Decimal(string: "19.999")), currency: eur)
        }
        #expect(throws: MoneyError.fraction) {
            try Money(majorUnits: #require(Decimal(string: "0.5")), currency: jpy)
        }
        #expect(throws: MoneyError.overflow) { try Money(majorUnits: .nan, currency: eur) }
        #expect(throws: MoneyError.overflow) { try Money(majorUnits: .greatestFiniteMagnitude, currency: eur) }
        #expect(
            try Money(majorUnits: #require(Decimal(string: "92233720368547758.07")), currency: eur).minorUnits == .max)
        #expect(throws: MoneyError.overflow) {
            try Money(majorUnits: #require(Decimal(string: "92233720368547758.08")), currency: eur)
        }
        #expect(
            try Money(majorUnits: #require(Decimal(string: "-92233720368547758.08")), currency: eur).minorUnits == .min)
    }

    @Test("Minor units become major units and back without a change", arguments: Currency.allCases)
    func decimalRoundTrip(currency: Currency) throws {
        for units: Int64 in [0, 1, 9, 10, 99, 1_000_001, -1, -12_345, .max, .min] {
            let money = Money(minorUnits: units, currency: currency)
            #expect(try Money(majorUnits: money.majorUnits, currency: currency) == money)
        }
    }

    @Test(
        "An amount in words is read digit by digit",
        arguments: [
            ("EUR 10.00", 1000, "EUR"), ("10.00 EUR", 1000, "EUR"), ("JPY 500", 500, "JPY"), ("EUR 0", 0, "EUR"),
            ("EUR -1.5", -150, "EUR"), ("EUR 1e2", 10_000, "EUR"), ("EUR 1.50e1", 1500, "EUR"),
        ])
    func text(text: String, units: Int64, code: String) throws {
        #expect(try Money(text: text) == Money(minorUnits: units, currency: #require(Currency(code: code))))
    }

    @Test(
        "A text that only begins like an amount is none",
        arguments: [
            "EUR 12abc", "EUR 1,00", "EUR", "10.00", "EUR 1.", "EUR .5", "EUR 01", "EUR +1", "EUR 0x10", "EUR 1e", "",
            "EUR 1 2", "EUR --1", "EUR 1.2.3", "EUR 1e9999999",
        ])
    func unreadableText(text: String) {
        #expect(throws: MoneyError.unreadable) { try Money(text: text) }
    }

    @Test("An amount in an unknown currency, with too many decimals or too large says so")
    func refusedText() {
        #expect(throws: MoneyError.unknownCurrency("XXX")) { try Money(text: "XXX 1") }
        #expect(throws: MoneyError.fraction) { try Money(text: "JPY 1.5") }
        #expect(throws: MoneyError.overflow) { try Money(text: "EUR 1e30") }
        #expect(throws: MoneyError.overflow) { try Money(text: "EUR 99999999999999999999") }
    }

    @Test("Every error has a message that says what to do")
    func messages() throws {
        let eur = try #require(Currency(code: "EUR"))
        let jpy = try #require(Currency(code: "JPY"))
        let errors: [MoneyError] = [
            .unknownCurrency("ABC"), .fraction, .overflow, .currencyMismatch(eur, jpy), .unreadable,
        ]
        #expect(Set(errors.map(\.description)).count == errors.count)
        #expect(errors[3].description.contains("EUR") && errors[3].description.contains("JPY"))
    }

    @Test("Sums and differences are exact and refuse to mix currencies or overflow")
    func arithmetic() throws {
        let eur = try #require(Currency(code: "EUR"))
        let jpy = try #require(Currency(code: "JPY"))
        let one = Money(minorUnits: 1, currency: eur)
        #expect(try one.adding(one).minorUnits == 2)
        #expect(try one.subtracting(Money(minorUnits: 3, currency: eur)).minorUnits == -2)
        #expect(throws: MoneyError.overflow) { try Money(minorUnits: .max, currency: eur).adding(one) }
        #expect(throws: MoneyError.overflow) { try Money(minorUnits: .min, currency: eur).subtracting(one) }
        #expect(throws: MoneyError.currencyMismatch(eur, jpy)) { try one.adding(Money(minorUnits: 1, currency: jpy)) }
        #expect(throws: MoneyError.currencyMismatch(eur, jpy)) {
            try one.subtracting(Money(minorUnits: 1, currency: jpy))
        }
    }

    @Test(
        "An amount prints with all its decimals",
        arguments: [
            (1250, "EUR", "12.50 EUR"), (5, "EUR", "0.05 EUR"), (-5, "EUR", "-0.05 EUR"), (500, "JPY", "500 JPY"),
            (1, "KWD", "0.001 KWD"), (Int64.min, "EUR", "-92233720368547758.08 EUR"),
        ])
    func description(units: Int64, code: String, expected: String) throws {
        #expect(Money(minorUnits: units, currency: try #require(Currency(code: code))).description == expected)
    }
}
