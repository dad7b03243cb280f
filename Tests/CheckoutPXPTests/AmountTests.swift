import CheckoutCore
import CheckoutPXP
import CheckoutTesting
import Foundation
import Testing

/// Amounts in major units, exactly.
@Suite struct AmountTests {
    static let pairs: [(minor: Int64, currency: String, major: String)] = [
        (1999, "GBP", "19.99"), (501, "EUR", "5.01"), (7, "EUR", "0.07"), (123_456_789, "USD", "1234567.89"),
        (500, "JPY", "500"), (1300, "BHD", "1.3"), (1, "KWD", "0.001"), (0, "EUR", "0"), (-250, "EUR", "-2.5"),
        (9_223_372_036_854_775_807, "EUR", "92233720368547758.07"),
    ]

    @Test("An amount goes to the SDK and comes back as it was", arguments: pairs.indices)
    func roundTrip(_ index: Int) throws {
        let row = Self.pairs[index]
        let money = Money(minorUnits: row.minor, currency: try #require(Currency(code: row.currency)))
        let amount = PXPAmount(money)
        #expect(amount.amount == Decimal(string: row.major))
        #expect(amount.currency == row.currency)
        #expect(try amount.money() == money)
    }

    @Test("An amount that isn't exact is refused, never rounded")
    func refused() {
        func error(_ amount: Decimal, _ currency: String) -> MoneyError? {
            do throws(MoneyError) {
                _ = try PXPAmount(amount: amount, currency: currency).money()
                return nil
            } catch { return error }
        }
        #expect(error(Decimal(sign: .plus, exponent: -3, significand: 1234), "GBP") == .fraction)
        #expect(error(Decimal(sign: .plus, exponent: -1, significand: 15), "JPY") == .fraction)
        // A literal with a fraction passes through floating point and isn't what it looks like.
        #expect(error(19.99, "GBP") == .fraction)
        #expect(error(.nan, "GBP") == .overflow)
        #expect(error(Decimal(sign: .plus, exponent: 30, significand: 1), "GBP") == .overflow)
        #expect(error(1, "gbp") == .unknownCurrency("gbp"))
        #expect(error(1, "XXX") == .unknownCurrency("XXX"))
        // Zeros after the last decimal are none.
        #expect(error(Decimal(sign: .plus, exponent: -3, significand: 1230), "GBP") == nil)
    }

    static let full = "succeeded(authorised) blocked held provider"

    /// What a result's amount makes of an approval for 10.00 EUR, and whether it doesn't fit.
    static let amounts: [(json: String, facts: String, mismatch: Bool)] = [
        (#""amount":10,"currency":"EUR""#, full, false), (#""amount":10.00,"currency":"EUR""#, full, false),
        (#""amount":"10.0","currency":"EUR""#, full, false), (#""amount":1e1,"currency":"EUR""#, full, false),
        (#""amount":null,"currency":"EUR""#, full, false), (#""currency":"EUR""#, full, false),
        (#""amount":6.5,"currency":"EUR""#, "partiallyPaid(remaining 3.50 EUR) otherMethod held provider", false),
        (#""amount":0.01,"currency":"EUR""#, "partiallyPaid(remaining 9.99 EUR) otherMethod held provider", false),
        (#""amount":10.01,"currency":"EUR""#, full, true), (#""amount":10,"currency":"USD""#, full, true),
        (#""amount":5,"currency":"USD""#, full, true),
        // Nothing, or less, can't be what is held.
        (#""amount":0,"currency":"EUR""#, full, true), (#""amount":-1,"currency":"EUR""#, full, true),
        // What can't be read is no amount, and that is said aloud.
        (#""amount":6.505,"currency":"EUR""#, full, true), (#""amount":6"#, full, true),
        (#""amount":6,"currency":"eur""#, full, true), (##""amount":6,"currency":"""##, full, true),
        (#""amount":6,"currency":978"#, full, true), (#""amount":"6,50","currency":"EUR""#, full, true),
        (#""amount":"6x","currency":"EUR""#, full, true), (#""amount":"","currency":"EUR""#, full, true),
        (#""amount":true,"currency":"EUR""#, full, true), (#""amount":{"value":6},"currency":"EUR""#, full, true),
        (#""amount":1e40,"currency":"EUR""#, full, true), (#""amount":1e400,"currency":"EUR""#, full, true),
        (#""amount":6.\#(String(repeating: "0", count: 60))1,"currency":"EUR""#, full, true),
    ]

    @Test("An approval's amount is compared exactly with what was asked", arguments: amounts.indices)
    func approval(_ index: Int) throws {
        let row = Self.amounts[index]
        let trace = try play(Line.sent + [Line.result("AuthorisedSubmitResult", #""fundingData":{\#(row.json)}"#)])
        #expect(trace.last?.facts == row.facts, "\(row.json)")
        #expect(trace.standing.anomalies == (row.mismatch ? [.amountMismatch] : []), "\(row.json)")
        // Only a part leaves something to pay.
        #expect((trace.standing.refusal == nil) == row.facts.hasPrefix("partiallyPaid"), "\(row.json)")
    }

    @Test("A currency without decimals has none, and one with three has three")
    func exponents() throws {
        func facts(_ amount: String, _ currency: String, _ asked: String) throws -> String? {
            let line = Line.result(
                "CapturedSubmitResult", #""fundingData":{"amount":\#(amount),"currency":"\#(currency)"}"#)
            return try play(Line.sent + [line], amount: asked, currency: currency).last?.facts
        }
        #expect(try facts("1000", "JPY", "1000") == "succeeded(captured) blocked taken provider")
        #expect(try facts("999", "JPY", "1000") == "partiallyPaid(remaining 1 JPY) otherMethod held provider")
        #expect(try facts("1.3", "BHD", "1300") == "succeeded(captured) blocked taken provider")
        #expect(try facts("1.299", "BHD", "1300") == "partiallyPaid(remaining 0.001 BHD) otherMethod held provider")
    }

    @Test("Where no money comes from the shopper, no amount is missed")
    func otherIntents() throws {
        for intent in [PXPIntent.verification, .payout] {
            for json in [#""amount":0,"currency":"EUR""#, #""amount":"?""#] {
                let line = Line.result("AuthorisedSubmitResult", #""fundingData":{\#(json)}"#)
                let trace = try play(Line.sent + [line], intent: intent)
                #expect(trace.last?.exposure == CheckoutCore.Exposure.none)
                #expect(trace.last?.state.kind == .succeeded)
                #expect(trace.standing.anomalies.isEmpty)
            }
        }
    }
}
