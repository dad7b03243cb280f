#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@testable import CheckoutCore

/// Values that the tests share.
enum Samples {
    static func euro(_ cents: Int64) -> Money { Money(minorUnits: cents, currency: currency("EUR")) }

    static func currency(_ code: String) -> Currency { Currency(code: code)! }

    static func reference(_ text: String) -> PaymentReference { PaymentReference(text)! }

    static let details = PaymentDetails(reference: reference("PSP1"), amount: euro(1250))
    static let raw: RawCodes = [.code: "43", .result: "Refused"]

    static let surcharge = Surcharge(
        methodType: "CARD", methodSubType: "visa", originalAmount: euro(1000), updatedAmount: euro(1025), fee: euro(25),
        minimumFee: euro(10), flatFee: euro(0), percentage: Decimal(string: "2.5"))

    static let actions: [ShopperAction] = [
        .confirmSurcharge(surcharge), .confirmSurcharge(Surcharge()), .authenticate(nil),
        .authenticate(.fingerprint), .authenticate(.challenge), .redirect(nil), .switchApp, .presentVoucher,
        .scanQRCode, .awaitConfirmation, .transferFunds, .unsupported("handoffV9"),
    ]

    /// At least one state of every case, with every word of every vocabulary.
    static let states: [CheckoutState] = {
        var states: [CheckoutState] = [.initializing, .ready, .processing]
        states += actions.map { .actionRequired($0) }
        states += PendingPayment.WaitingFor.allCases.map { .pending(PendingPayment(waitingFor: $0, payment: details)) }
        states += [
            .partiallyPaid(PartialPayment()), .partiallyPaid(PartialPayment(paid: euro(400), remaining: euro(600))),
            .partiallyPaid(PartialPayment(remaining: euro(600), payment: details, raw: raw)),
        ]
        for level in Approval.Level.allCases {
            for intent in PaymentIntent.allCases {
                states.append(.succeeded(Approval(level: level, payment: details, intent: intent, raw: raw)))
            }
        }
        for reason in Decline.Reason.allCases {
            for retry in Retry.allCases {
                states.append(.declined(Decline(reason: reason, retry: retry, payment: details, raw: raw)))
            }
        }
        for cause in Cancellation.Cause.allCases {
            states.append(.cancelled(Cancellation(cause: cause, retry: .otherMethod, earlierRefusal: true)))
        }
        states += Failure.Kind.allCases.map { .failed(Failure(kind: $0, raw: raw)) }
        for cause in Uncertainty.Cause.allCases {
            for phase in Uncertainty.Phase.allCases.map({ Optional($0) }) + [nil] {
                var uncertainty = Uncertainty(cause: cause, payment: details, raw: raw)
                uncertainty.phase = phase
                states.append(.outcomeUnknown(uncertainty))
            }
        }
        return states
    }()
}
