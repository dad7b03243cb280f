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
        FieldCheck("K07-06") { refused { try vendorUnits("CVE 12.34", .adyen) } },
        FieldCheck("K07-07") {
            let iraqi = try #require(Currency(code: "IQD"))
            return String(
                try Money(minorUnits: 1500, currency: iraqi, scheme: .adyen).description.dropLast(" IQD".count))
        },
        FieldCheck("K07-08") { try vendorUnits("KWD 1.234", .adyen) },
        // There is no display precision to mistake for the exponent: the currency's own counts.
        FieldCheck("K07-09") { try vendorUnits("USD 100") },
        FieldCheck("K07-10") {
            let price = try #require(Decimal(string: "8.20"))
            return String(try PXPAmount(amount: price, currency: "USD").money().minorUnits)
        },
        FieldCheck("K07-11") {
            let exact = try (1...10_000).filter { cents in
                let text = "USD \(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
                let money = try Money(text: text)
                let wire = PXPAmount(money)
                return try money.minorUnits == cents && wire.money() == money
            }
            return "\(exact.count) of 10000"
        },
        FieldCheck("K07-12") {
            let price = try #require(Decimal(string: "0.999"))
            return refused { String(try PXPAmount(amount: price, currency: "USD").money().minorUnits) }
        },
        FieldCheck("K07-13") { refused { try vendorUnits("MRO 5", .adyen) } },
        FieldCheck("K07-14") {
            let euro = try #require(Currency(code: "EUR"))
            return PXPAmount(Money(minorUnits: 12345, currency: euro)).amount.description
        },
        FieldCheck("K07-15") {
            let schemes = [MinorUnitScheme(exceptions: ["COP": 0]), .iso4217]
            return try schemes.map { try vendorUnits("COP 4251", $0) }.joined(separator: ", ")
        },
    ]

    /// An amount in major units, in the minor units of a vendor.
    private static func vendorUnits(_ text: String, _ scheme: MinorUnitScheme = .iso4217) throws -> String {
        String(try Money(text: text).minorUnits(in: scheme))
    }

    /// An amount that can't be taken as it is gives an error, never a number.
    private static func refused(_ body: () throws -> String) -> String {
        do {
            return try body()
        } catch is MoneyError {
            return "refused"
        } catch {
            return "\(error)"
        }
    }
}
