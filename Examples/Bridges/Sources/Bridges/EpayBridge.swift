// Copy this file into the app. It turns the objects of Epay's SDK into values and starts payments through the gate.
// Epay delivers every callback on the main thread.

import CheckoutCore
import CheckoutEpay
@preconcurrency import EpayPayPal

/// Epay's part of a payment screen: one SDK instance, one `Payment`, one session.
@MainActor final class EpayBridge {
    let gate: EpayGate
    /// The total to show while the shopper chooses.
    private(set) var fees: EpayFees
    let payment: Payment

    init(
        _ checkout: Checkout, sdk: Epay, dynamicAmount: Bool = false,
        conditions: EpayStartConditions = EpayStartConditions()
    ) throws {
        gate = EpayGate(try checkout.open(EpayAdapter(dynamicAmount: dynamicAmount)), conditions: conditions)
        fees = EpayFees(base: checkout.order.amount)
        payment = sdk.payment()
        wire(sdk)
    }

    /// The closures are formed on the main actor, where Epay calls them.
    private func wire(_ sdk: Epay) {
        let gate = gate
        payment.handlers.onUpdate = { attempt in gate.receive(.attempt(EpayAttempt(attempt))) }
        sdk.onStateChanged = { state in gate.receive(.sdk(EpaySDKState(rawValue: state.name.lowercased()))) }
        // Always set: without a handler the SDK accepts every surcharge.
        sdk.events.confirmSurcharge = { surcharge, decision in
            gate.askSurcharge(
                EpaySurcharge(surcharge), confirm: { decision.confirm() }, cancel: { decision.cancel() })
        }
        sdk.events.transactionAccepted = { event in
            gate.receive(.transactionAccepted(transactionId: event.transactionId.flatMap(PaymentReference.init)))
        }
        sdk.events.transactionDeclined = { event in
            gate.receive(
                .transactionDeclined(
                    transactionId: event.transactionId.flatMap(PaymentReference.init),
                    maxAttemptsReached: event.maxAttemptsReached))
        }
        sdk.events.feeUpdated = { [weak self] event in
            self?.fees.receive(.feeUpdated(fee: event.fee))
            gate.receive(.feeUpdated(fee: event.fee))
        }
        sdk.events.paymentCancel = { event in
            gate.receive(.paymentCancel(paymentMethodType: EpayMethodType(rawValue: event.paymentMethodType)))
        }
        // The address may carry secrets: only the reason is copied.
        sdk.events.clientRedirect = { event in
            gate.receive(.clientRedirect(reason: EpayRedirectReason(rawValue: event.reason)))
        }
        sdk.events.error = { error in gate.receive(.error(EpayError(error))) }
    }

    /// The card fields' `onUpdate`.
    func fieldsUpdated(_ status: HostedFieldsStatus, areReady: Bool) {
        gate.conditions.cardFieldsReady = areReady
        gate.receive(
            .cardFields(buttonState: EpayPaymentButtonState(rawValue: status.paymentButtonState.name)))
    }

    /// `initialize` threw: session information, no payment's.
    func initializeFailed(errorCode: String) {
        gate.receive(.sdk(.failed, error: EpayError(errorCode: EpayErrorCode(rawValue: errorCode))))
    }

    /// Pays: call it from the app's own Pay button. Whatever it throws, the SDK wasn't called.
    func pay(_ method: EpayPaymentMethod, options: EpayTransactionOptions = EpayTransactionOptions()) throws {
        let payment = payment
        let conditions = gate.conditions
        try gate.start(method, options: options) { options in
            payment.options.amount = options.amount.map(KotlinLong.init(value:))
            payment.options.note = options.note
            if let store = options.store { _ = payment.options.setStorageConsent(store: store) }
            return EpayAttempt(try Self.create(method, payment, conditions))
        }
    }

    private static func create(
        _ method: EpayPaymentMethod, _ payment: Payment, _ conditions: EpayStartConditions
    ) throws -> PaymentAttempt {
        switch method {
        case .card: payment.createCardTransaction()
        case .vippsMobilePay: payment.createVippsMobilePayTransaction()
        case .twint: payment.createTwintTransaction()
        case .wero: payment.createWeroTransaction()
        case .ideal: payment.createIdealTransaction()
        case .swish: payment.createSwishTransaction()
        case .anyday: payment.createAnydayTransaction()
        case .viaBill: payment.createViabillTransaction()
        case .klarna: payment.createKlarnaTransaction()
        case .payPal: payment.createPayPalTransaction()
        case .applePay:
            payment.createApplePayTransaction(
                data: ApplePayPaymentData(merchantIdentifier: conditions.merchantIdentifier ?? ""))
        case .storedPaymentMethod:
            payment.createStoredPaymentMethodTransaction(
                data: StoredPaymentMethodData(paymentMethodId: conditions.storedMethodID ?? ""))
        // The gate never lets it come here: it doesn't exist on iOS.
        case .googlePay: throw EpayStartObstacle.platform
        }
    }
}

extension EpayAttempt {
    init(_ attempt: PaymentAttempt) {
        self.init(
            id: attempt.id, state: EpayAttemptState(rawValue: attempt.state.name), transactionId: attempt.transactionId,
            error: attempt.error.map(EpayError.init), canRetry: attempt.canRetry,
            maxAttemptsReached: attempt.maxAttemptsReached, isRedirecting: attempt.isRedirecting,
            pendingSurcharge: attempt.pendingSurcharge.map(EpaySurcharge.init),
            metadata: Metadata(hadDeclinedAuthorization: attempt.metadata.hadDeclinedAuthorization))
    }
}

extension EpayError {
    init(_ error: SdkError) {
        self.init(errorCode: EpayErrorCode(rawValue: error.errorCode), shopperMessage: error.getClientMessage())
    }
}

extension EpaySurcharge {
    init(_ surcharge: EpayPayPal.Surcharge) {
        self.init(
            paymentMethodType: EpayMethodType(rawValue: surcharge.paymentMethodType),
            paymentMethodSubType: surcharge.paymentMethodSubType.map(EpayMethodType.init(rawValue:)),
            originalAmount: surcharge.originalAmount, updatedAmount: surcharge.updatedAmount, fee: surcharge.fee,
            minimumFee: surcharge.minimumFee, flatFee: surcharge.flatFee,
            percentage: EpaySurcharge.percentage(of: surcharge.percentage))
    }
}
