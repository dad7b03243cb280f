import CheckoutCore
import CheckoutEpay
import CheckoutTesting
import Foundation
import Testing

@Suite("Surcharges and fees of Epay")
struct SurchargeTests {
    private static func surcharge(_ members: String) -> String {
        attempt("e1", "Processing", #""isRedirecting":true,"pendingSurcharge":{\#(members)}"#)
    }

    @Test("A surcharge carries all eight fields and wins over a redirect")
    func carried() throws {
        let line = Self.surcharge(
            #""paymentMethodType":"CARD","paymentMethodSubType":"VISA","originalAmount":1000,"updatedAmount":1035,"#
                + #""fee":35,"minimumFee":10,"flatFee":10,"percentage":2.5"#)
        let trace = try play([start, line])
        guard case .actionRequired(.confirmSurcharge(let surcharge)) = trace.standing(of: 1)?.state else {
            Issue.record("no surcharge")
            return
        }
        #expect(
            surcharge
                == Surcharge(
                    methodType: "CARD", methodSubType: "VISA", originalAmount: euros(1000), updatedAmount: euros(1035),
                    fee: euros(35), minimumFee: euros(10), flatFee: euros(10), percentage: Decimal(string: "2.5")))
        #expect(trace.standing.anomalies == [])
        #expect(trace.standing(of: 1)?.exposure == .possible)
    }

    @Test(
        "Sums that contradict each other are asked all the same, with an anomaly, once",
        arguments: [
            #""originalAmount":1000,"updatedAmount":1036,"fee":35"#,
            #""originalAmount":1000,"updatedAmount":1000,"fee":35"#,
            #""originalAmount":9223372036854775807,"updatedAmount":-9223372036854775774,"fee":35"#,
            #""originalAmount":1000,"updatedAmount":"much","fee":35"#, #""fee":0.5"#, #""updatedAmount":true"#,
        ])
    func contradiction(_ members: String) throws {
        let trace = try play([start, Self.surcharge(members), Self.surcharge(members)])
        #expect(trace.standing(of: 1)?.state.description == "actionRequired(confirmSurcharge)")
        #expect(trace.standing.anomalies == [.amountMismatch])
    }

    @Test(
        "Sums that aren't told contradict nothing, and texts of whole numbers are numbers",
        arguments: [
            "", #""fee":35"#, #""originalAmount":1000,"updatedAmount":1035"#, #""originalAmount":null,"fee":35"#,
            #""originalAmount":"1000","updatedAmount":"1035","fee":"35""#,
            #""originalAmount":0,"updatedAmount":0,"fee":0"#,
        ])
    func incomplete(_ members: String) throws {
        let trace = try play([start, Self.surcharge(members)])
        #expect(trace.standing(of: 1)?.state.description == "actionRequired(confirmSurcharge)")
        #expect(trace.standing.anomalies == [])
    }

    @Test("No surcharge is accepted silently: it stays open until the SDK goes on")
    func staysOpen() throws {
        let line = Self.surcharge(#""originalAmount":1000,"updatedAmount":1035,"fee":35"#)
        for answer in [#"{"event":"confirmSurcharge"}"#, #"{"event":"cancelSurcharge"}"#] {
            let trace = try play([start, line, answer])
            #expect(trace.standing(of: 1)?.state.kind == .actionRequired)
            #expect(try play([start, line, answer, start]).refusals == [.attemptInProgress])
        }
    }

    @Test("A rate is exactly what the SDK prints, and never a rounded one")
    func percentage() {
        #expect(EpaySurcharge.percentage(of: 2.5)?.description == "2.5")
        #expect(EpaySurcharge.percentage(of: 0.1)?.description == "0.1")
        #expect(EpaySurcharge.percentage(of: 1.45)?.description == "1.45")
        #expect(EpaySurcharge.percentage(of: .nan) == nil)
        #expect(EpaySurcharge.percentage(of: .infinity) == nil)
    }

    @Test("The session's own currency wins over the one asked in, and without either no sum is shown")
    func currency() throws {
        let surcharge = EpaySurcharge(fee: 35, currency: Currency(code: "DKK"))
        let event = EpayEvent.attempt(EpayAttempt(id: "e1", state: .processing, pendingSurcharge: surcharge))
        guard case .actionRequired(.confirmSurcharge(let kroner)) = standing(of: event, isSubmitted: true).state else {
            Issue.record("no surcharge")
            return
        }
        #expect(kroner.fee?.description == "0.35 DKK")
        let plain = EpayEvent.attempt(
            EpayAttempt(id: "e1", state: .processing, pendingSurcharge: EpaySurcharge(fee: 35)))
        #expect(
            standing(of: plain, isSubmitted: true, asked: nil).state
                == .actionRequired(.confirmSurcharge(Surcharge())))
    }

    @Test("A fee comes on top of the base, replaces the one before, and 0 clears it")
    func fees() throws {
        var fees = EpayFees(base: try #require(euros(1000)))
        #expect(fees.fee == nil)
        #expect(try fees.total == euros(1000))
        fees.receive(.feeUpdated(fee: 35))
        #expect(try fees.total == euros(1035))
        fees.receive(.feeUpdated(fee: 20))
        #expect(try fees.total == euros(1020))
        fees.receive(.feeUpdated(fee: nil))
        fees.receive(.cardFields(buttonState: .active))
        #expect(fees.fee == 20)
        // The total of a surcharge has its fee in it already.
        #expect(try fees.total(with: Surcharge(updatedAmount: euros(1035), fee: euros(35))) == euros(1035))
        #expect(try fees.total(with: Surcharge(fee: euros(35))) == euros(1020))
        fees.receive(.feeUpdated(fee: 0))
        #expect(fees.fee == nil)
        #expect(try fees.total == euros(1000))
        fees.receive(.feeUpdated(fee: .max))
        #expect(throws: MoneyError.overflow) { try fees.total }
    }
}
