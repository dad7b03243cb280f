import CheckoutCore
import CheckoutPrimer
import Testing

@Suite("Primer's words")
struct VocabularyTests {
    /// What an error id makes of an attempt: its standing if nothing was submitted, and if something was.
    struct ErrorRow: Sendable, CustomTestStringConvertible {
        let id: String
        let unsent: String
        let sent: String
        var testDescription: String { id }

        /// Raised before a payment: an end either way, by the device before the submission and by Primer after it.
        static func before(_ id: String, _ end: String, _ retry: String) -> ErrorRow {
            ErrorRow(
                id: id, unsent: "\(end) by local · \(retry) · none", sent: "\(end) by provider · \(retry) · none")
        }

        /// An end only as long as nothing was submitted.
        static func unless(_ id: String, _ end: String, _ retry: String, _ cause: String = "noAnswer") -> ErrorRow {
            ErrorRow(
                id: id, unsent: "\(end) by local · \(retry) · none",
                sent: "outcomeUnknown(\(cause)) by local · blocked · possible")
        }
    }

    static let errors: [ErrorRow] = [
        .before("uninitialized-sdk-session", "failed(configuration)", "newSession"),
        .before("misconfigured-payment-methods", "failed(configuration)", "newSession"),
        .before("missing-primer-input-element", "failed(validation)", "sameMethod"),
        .before("failed-to-create-session", "failed(component)", "sameMethod"),
        .before("invalid-architecture", "failed(configuration)", "newSession"),
        .before("invalid-client-session-value", "failed(configuration)", "newSession"),
        .before("invalid-merchant-identifier", "failed(configuration)", "otherMethod"),
        .before("unable-to-make-payments-on-provided-networks", "failed(component)", "otherMethod"),
        .before("unsupported-session-intent", "failed(configuration)", "newSession"),
        .before("unsupported-payment-method-type", "failed(configuration)", "otherMethod"),
        .before("unsupported-payment-method-for-manager", "failed(configuration)", "otherMethod"),
        .before("missing-sdk-dependency", "failed(configuration)", "otherMethod"),
        .before("invalid-vaulted-payment-method-id", "failed(validation)", "otherMethod"),
        .before("nol-pay-sdk-init-error", "failed(configuration)", "otherMethod"),
        .before("klarna-sdk-error", "failed(component)", "sameMethod"),
        .before("unable-to-present-apple-pay", "failed(component)", "sameMethod"),
        .before("apple-pay-no-cards-in-wallet", "failed(component)", "otherMethod"),
        .before("apple-pay-device-not-supported", "failed(component)", "otherMethod"),
        .before("apple-pay-configuration-error", "failed(configuration)", "otherMethod"),
        .before("apple-pay-presentation-failed", "failed(component)", "sameMethod"),
        .before("failed-to-load-design-tokens", "failed(configuration)", "newSession"),
        .before("klarna-user-not-approved", "cancelled(unstated)", "sameMethod"),
        .unless("invalid-client-token", "failed(configuration)", "newSession"),
        .unless("missing-configuration", "failed(configuration)", "newSession"),
        .unless("invalid-url", "failed(configuration)", "newSession"),
        .unless("invalid-value", "failed(validation)", "sameMethod"),
        .unless("unable-to-present-payment-method", "failed(component)", "sameMethod"),
        .unless("generic-underlying-errors", "failed(unrecognised)", "sameMethod"),
        .unless("apple-pay-timed-out", "failed(timedOut)", "sameMethod"),
        .unless("merchant-error", "failed(notStarted)", "sameMethod"),
        .unless("payment-cancelled", "cancelled(shopper)", "sameMethod", "actionAbandoned"),
        .unless("failed-to-redirect", "failed(unrecognised)", "sameMethod"),
        .unless("failed-to-create-payment", "failed(unrecognised)", "sameMethod"),
        .unless("failed-to-resume-payment", "failed(unrecognised)", "sameMethod"),
        .unless("nol-pay-sdk-error", "failed(unrecognised)", "sameMethod"),
        .unless("unknown", "failed(unrecognised)", "sameMethod"),
        .unless("an-id-on-no-list", "failed(unrecognised)", "sameMethod", "unrecognised"),
        // A failed payment whose status nobody tells.
        ErrorRow(
            id: "payment-failed", unsent: "outcomeUnknown(unrecognised) by local · blocked · possible",
            sent: "outcomeUnknown(unrecognised) by local · blocked · possible"),
    ]

    /// The standing an event makes of an attempt that was begun, and submitted or not.
    private func standing(of event: PrimerEvent, submitted: Bool, method: PaymentMethod? = nil) -> String {
        // The session with saved methods has no hook, so the submission is the grant's.
        var adapter = PrimerAdapter(host: .inlineSession(savedMethods: submitted))
        let context = AttemptContext(
            id: AttemptID(rawValue: "attempt-1"), method: method, asked: Money(minorUnits: 1000, currency: euro),
            isSubmitted: submitted)
        var machine = AttemptMachine(asked: context.asked, isSubmitted: submitted)
        adapter.interpret(event, for: context) { signal in machine.apply(signal) { _ in } }
        let standing = machine.standing
        return "\(standing) · \(standing.retry.rawValue) · \(standing.exposure.rawValue)"
    }

    private let euro = Currency(code: "EUR")!

    @Test("An error means what its row says, before and after the submission", arguments: errors)
    func error(_ row: ErrorRow) {
        let event = PrimerEvent.state(.failure(PrimerFailure(errorID: PrimerErrorID(rawValue: row.id))))
        #expect(standing(of: event, submitted: false) == row.unsent)
        #expect(standing(of: event, submitted: true) == row.sent)
    }

    @Test("Every error of the table is walked, and one that is on no list")
    func errorsAreComplete() {
        let walked = Set(Self.errors.map(\.id)).subtracting(["an-id-on-no-list"])
        #expect(walked == Set(PrimerVocabulary.standard.errors.keys))
    }

    @Test(
        "A result's status decides what a success is",
        arguments: [
            ("success", "succeeded(unstated) by provider · blocked · held"),
            ("pending", "pending(provider) by provider · blocked · possible"),
            ("failed", "declined(unspecified) by provider · otherMethod · none"),
            ("SUCCESS", "outcomeUnknown(unrecognised) by local · blocked · possible"),
            ("", "outcomeUnknown(unrecognised) by local · blocked · possible"),
        ])
    func result(status: String, expected: String) {
        let result = PrimerResult(paymentID: "pay_1", status: PrimerPaymentStatus(rawValue: status))
        #expect(standing(of: .state(.success(result)), submitted: true) == expected)
        #expect(standing(of: .state(.success(result)), submitted: false) == expected)
    }

    @Test(
        "The status of a failed payment decides, the error's own before that of its payment",
        arguments: [
            ("FAILED", nil, "declined(unspecified) by provider · otherMethod · none"),
            ("PENDING", nil, "pending(provider) by provider · blocked · possible"),
            (nil, "FAILED", "declined(unspecified) by provider · otherMethod · none"),
            (nil, "PENDING", "pending(provider) by provider · blocked · possible"),
            ("FAILED", "PENDING", "declined(unspecified) by provider · otherMethod · none"),
            ("PENDING", "FAILED", "pending(provider) by provider · blocked · possible"),
            ("SUCCESS", nil, "outcomeUnknown(unrecognised) by local · blocked · possible"),
            ("", "FAILED", "outcomeUnknown(unrecognised) by local · blocked · possible"),
            ("failed", nil, "outcomeUnknown(unrecognised) by local · blocked · possible"),
        ] as [(String?, String?, String)])
    func failedPayment(own: String?, beside: String?, expected: String) {
        let failure = PrimerFailure(
            errorID: "payment-failed", status: own.map(PrimerPaymentStatus.init(rawValue:)),
            payment: beside.map { .init(id: "pay_1", status: PrimerPaymentStatus(rawValue: $0)) })
        for submitted in [false, true] {
            #expect(standing(of: .state(.failure(failure)), submitted: submitted) == expected)
        }
    }

    @Test("The status tables hold no row that isn't walked")
    func statusesAreComplete() {
        #expect(Set(PrimerVocabulary.standard.results.keys) == ["success", "pending", "failed"])
        #expect(Set(PrimerVocabulary.standard.failedPayments.keys) == ["FAILED", "PENDING"])
    }

    @Test(
        "A sheet that closes before a payment is created is a clean cancel, any other page isn't",
        arguments: [
            ("APPLE_PAY", true), ("PAYPAL", true), ("KLARNA", true), ("PAYMENT_CARD", false), ("ADYEN_KLARNA", false),
            ("apple_pay", false), (nil, false),
        ] as [(String?, Bool)])
    func sheets(method: String?, isClean: Bool) {
        let clean = "cancelled(shopper) by provider · sameMethod · none"
        let doubt = "outcomeUnknown(actionAbandoned) by local · blocked · possible"
        let cancelled = PrimerFailure(errorID: "payment-cancelled")
        let method = method.map(PaymentMethod.init(rawValue:))
        #expect(
            standing(of: .state(.failure(cancelled)), submitted: true, method: method) == (isClean ? clean : doubt))
        // The method the error names is nearer than the one the attempt was begun with.
        var named = cancelled
        named.paymentMethodType = method
        #expect(
            standing(of: .state(.failure(named)), submitted: true, method: "PAYMENT_CARD")
                == (isClean ? clean : doubt))
        // With a payment beside it nothing is clean.
        var paid = cancelled
        paid.payment = .init(id: "pay_1", status: PrimerPaymentStatus(rawValue: "PENDING"))
        #expect(standing(of: .state(.failure(paid)), submitted: true, method: method) == doubt)
        #expect(Set(PrimerVocabulary.standard.sheetMethods) == ["APPLE_PAY", "PAYPAL", "KLARNA"])
    }

    @Test("A payment beside an error is never read as no payment", arguments: errors)
    func createdPayment(_ row: ErrorRow) {
        let failure = PrimerFailure(
            errorID: PrimerErrorID(rawValue: row.id),
            payment: .init(id: "pay_1", status: PrimerPaymentStatus(rawValue: "SUCCESS")))
        for submitted in [false, true] {
            let standing = standing(of: .state(.failure(failure)), submitted: submitted)
            #expect(standing.hasPrefix("outcomeUnknown("), "\(standing)")
        }
    }

    @Test("The table in use decides: a swapped row changes the outcome")
    func injected() {
        var vocabulary = PrimerVocabulary.standard
        vocabulary.results["success"] = .refused
        var adapter = PrimerAdapter(host: .inlineSession(savedMethods: false), vocabulary: vocabulary)
        var kinds: [CheckoutState.Kind] = []
        adapter.interpret(
            .state(.success(PrimerResult(status: .success))), for: AttemptContext(id: AttemptID(rawValue: "1"))
        ) { signal in
            if case .statement(let statement) = signal { kinds.append(statement.outcome.state.kind) }
        }
        #expect(kinds == [.declined])
    }
}
