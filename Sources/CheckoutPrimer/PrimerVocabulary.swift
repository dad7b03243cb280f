package import CheckoutCore

/// What Primer's words mean: one table for each vocabulary, and nothing about them anywhere else.
///
/// Sources: the vendor's page “PrimerCheckoutState” (iOS, v3.0.0-beta.8) and the SDK's `PrimerError`; fact sheet primer,
/// sections 1, 3 and 4.
package struct PrimerVocabulary: Sendable {
    /// What the status of a result means.
    package enum ResultMeaning: Sendable, Hashable {
        case approved, pending, refused
    }

    /// What the status of a payment means beside `payment-failed`.
    package enum FailedPaymentMeaning: Sendable, Hashable {
        case pending, refused
    }

    /// What an `errorId` means.
    package enum ErrorMeaning: Sendable, Hashable {
        /// The payment's status decides.
        case paymentFailed
        /// The shopper left a sheet or a page; whether a payment exists by then depends on the method.
        case cancelled
        /// The shopper or Klarna didn't approve, before a payment exists.
        case notApproved
        /// The app's own no to the hook before a payment comes back.
        case merchantsOwn(Failure.Kind, Retry)
        /// Raised before a payment exists: form, session, availability.
        case beforePayment(Failure.Kind, Retry)
        /// Raised before a payment exists, and by other code after it: read as before only if nothing was submitted.
        case beforePaymentUnlessSubmitted(Failure.Kind, Retry)
        /// May be raised with a payment under way.
        case indeterminate
    }

    package var results: [String: ResultMeaning]
    package var failedPayments: [String: FailedPaymentMeaning]
    package var errors: [String: ErrorMeaning]
    /// The ids by which a start without a network fails; any other failed start is one of configuration.
    package var networkErrors: Set<String>
    /// The methods whose own sheet closes before a payment is created.
    package var sheetMethods: Set<String>
    /// The methods whose result names a payment method's token in place of a payment.
    package var tokenMethods: Set<String>
    /// What the SDK writes where it has no payment id, besides a random UUID.
    package var inventedIDs: Set<String>

    /// Primer's words as documented.
    package static let standard = PrimerVocabulary(
        results: [
            "success": .approved,
            "pending": .pending,
            "failed": .refused,
        ],
        failedPayments: [
            "FAILED": .refused,
            "PENDING": .pending,
        ],
        errors: [
            "payment-failed": .paymentFailed,
            "payment-cancelled": .cancelled,
            "klarna-user-not-approved": .notApproved,
            "merchant-error": .merchantsOwn(.notStarted, .sameMethod),
            "uninitialized-sdk-session": .beforePayment(.configuration, .newSession),
            "misconfigured-payment-methods": .beforePayment(.configuration, .newSession),
            "missing-primer-input-element": .beforePayment(.validation, .sameMethod),
            "failed-to-create-session": .beforePayment(.component, .sameMethod),
            "invalid-architecture": .beforePayment(.configuration, .newSession),
            "invalid-client-session-value": .beforePayment(.configuration, .newSession),
            "invalid-merchant-identifier": .beforePayment(.configuration, .otherMethod),
            "unable-to-make-payments-on-provided-networks": .beforePayment(.component, .otherMethod),
            "unsupported-session-intent": .beforePayment(.configuration, .newSession),
            "unsupported-payment-method-type": .beforePayment(.configuration, .otherMethod),
            "unsupported-payment-method-for-manager": .beforePayment(.configuration, .otherMethod),
            "missing-sdk-dependency": .beforePayment(.configuration, .otherMethod),
            "invalid-vaulted-payment-method-id": .beforePayment(.validation, .otherMethod),
            "nol-pay-sdk-init-error": .beforePayment(.configuration, .otherMethod),
            "klarna-sdk-error": .beforePayment(.component, .sameMethod),
            "unable-to-present-apple-pay": .beforePayment(.component, .sameMethod),
            "apple-pay-no-cards-in-wallet": .beforePayment(.component, .otherMethod),
            "apple-pay-device-not-supported": .beforePayment(.component, .otherMethod),
            "apple-pay-configuration-error": .beforePayment(.configuration, .otherMethod),
            "apple-pay-presentation-failed": .beforePayment(.component, .sameMethod),
            "failed-to-load-design-tokens": .beforePayment(.configuration, .newSession),
            "invalid-client-token": .beforePaymentUnlessSubmitted(.configuration, .newSession),
            "missing-configuration": .beforePaymentUnlessSubmitted(.configuration, .newSession),
            "invalid-url": .beforePaymentUnlessSubmitted(.configuration, .newSession),
            "invalid-value": .beforePaymentUnlessSubmitted(.validation, .sameMethod),
            "unable-to-present-payment-method": .beforePaymentUnlessSubmitted(.component, .sameMethod),
            "generic-underlying-errors": .beforePaymentUnlessSubmitted(.unrecognised, .sameMethod),
            "apple-pay-timed-out": .beforePaymentUnlessSubmitted(.timedOut, .sameMethod),
            "failed-to-redirect": .indeterminate,
            "failed-to-create-payment": .indeterminate,
            "failed-to-resume-payment": .indeterminate,
            "nol-pay-sdk-error": .indeterminate,
            "unknown": .indeterminate,
        ],
        networkErrors: ["unknown"],
        sheetMethods: ["APPLE_PAY", "PAYPAL", "KLARNA"],
        tokenMethods: ["PAYPAL"],
        inventedIDs: ["unknown"])
}

extension PrimerVocabulary {
    /// The payment's reference, unless the id is made up by the SDK.
    func reference(_ id: PaymentReference?) -> PaymentReference? {
        guard let id, !inventedIDs.contains(id.text), !Self.isRandom(id.text) else { return nil }
        return id
    }

    /// Whether an id has the form of a UUID. Primer's payment ids are short; a UUID is the SDK's own (fact sheet primer,
    /// section 1).
    private static func isRandom(_ id: String) -> Bool {
        let groups = id.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.utf8.count) == [8, 4, 4, 4, 12] && groups.joined().utf8.allSatisfy(isHexadecimal)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...70, 97...102: true
        default: false
        }
    }
}
