import CheckoutCore
import CheckoutPXP
import Foundation
import Testing

extension FieldCheck {
    /// Amounts on their way to a vendor and back.
    static let amounts: [FieldCheck] = [
        FieldCheck("K07-02") { try vendorUnits("JPY 80") },
        FieldCheck("K07-05") {
            try ["CLP 1000", "CVE 1000"].map { try vendorUnits($0, .adyen) }.joined(separator: ", ")
        },
        FieldCheck("K07-06") { try vendorUnits("CVE 12.34", .adyen) },
        FieldCheck("K07-07") {
            let dinar = try #require(Currency(code: "IQD"))
            return "1500 is \(try Money(minorUnits: 1500, currency: dinar, scheme: .adyen))"
        },
        FieldCheck("K07-08") { try vendorUnits("KWD 1.234", .adyen) },
        // There is no display precision to mistake for the exponent: the currency's own counts.
        FieldCheck("K07-09") { try vendorUnits("USD 100") },
        FieldCheck("K07-10") { try pxpUnits("8.20") },
        FieldCheck("K07-11") {
            let exact = try (1...10_000).filter { cents in
                let text = "USD \(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
                let money = try Money(text: text)
                return try money.minorUnits == cents && PXPAmount(money).money() == money
            }
            return "\(exact.count) of 10000 prices are exact"
        },
        FieldCheck("K07-12") { try pxpUnits("0.999") },
        FieldCheck("K07-13") { try vendorUnits("MRO 5", .adyen) },
        FieldCheck("K07-14") {
            let euro = try #require(Currency(code: "EUR"))
            return "12345 cents are \(PXPAmount(Money(minorUnits: 12345, currency: euro)).amount)"
        },
        FieldCheck("K07-15") {
            let schemes = [MinorUnitScheme(exceptions: ["COP": 0]), .iso4217]
            return try schemes.map { try vendorUnits("COP 4251", $0) }.joined(separator: ", ")
        },
    ]

    /// An amount in major units, in the minor units of a vendor.
    private static func vendorUnits(_ text: String, _ scheme: MinorUnitScheme = .iso4217) throws -> String {
        try outcome(text) { try Money(text: text).minorUnits(in: scheme) }
    }

    /// An amount of dollars as PXP's SDK has it, in minor units.
    private static func pxpUnits(_ text: String) throws -> String {
        let amount = try #require(Decimal(string: text))
        return try outcome("USD \(text)") { try PXPAmount(amount: amount, currency: "USD").money().minorUnits }
    }

    /// An amount that can't be taken as it is gives an error, never a number.
    private static func outcome(_ text: String, _ units: () throws -> Int64) throws -> String {
        do {
            return "\(text) is \(try units())"
        } catch is MoneyError {
            return "\(text) is refused"
        }
    }
}
