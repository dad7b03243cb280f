import CheckoutCore
import CheckoutEpay
@preconcurrency import EpayPayPal
import Testing

@testable import Bridges

@Suite("The bridge of Epay") @MainActor struct EpayBridgeTests {
    private let checkout: Checkout
    private let sdk = Epay()
    private let bridge: EpayBridge

    init() throws {
        checkout = try order()
        bridge = try EpayBridge(checkout, sdk: sdk)
        sdk.onStateChanged?(.ready)
        bridge.fieldsUpdated(HostedFieldsStatus(paymentButtonState: .active), areReady: true)
    }

    /// Changes the SDK's latest attempt.
    private func update(_ change: (PaymentAttempt) -> Void) { bridge.payment.update(change) }

    @Test("Paid")
    func paid() throws {
        try bridge.pay(.card)
        #expect(checkout.states == ["processing"])
        update {
            $0.state = .accepted; $0.transactionId = "T1"
        }
        #expect(checkout.states == ["succeeded(unstated)"])
        #expect(bridge.payment.created == ["createCardTransaction"])
        #expect(throws: (any Error).self) { try bridge.pay(.card) }
        #expect(bridge.payment.created.count == 1)
    }

    @Test("Declined, then paid")
    func declinedThenPaid() throws {
        try bridge.pay(.card)
        update {
            $0.state = .declined
            $0.canRetry = true
            $0.error = SdkError(errorCode: "INSUFFICIENT_FUNDS", message: "diagnostics")
        }
        try bridge.pay(.twint)
        update { $0.state = .accepted }
        #expect(checkout.states == ["declined(insufficientFunds)", "succeeded(unstated)"])
        #expect(bridge.payment.created == ["createCardTransaction", "createTwintTransaction"])
    }

    @Test("The SDK goes away after sending, and a state that nobody knows is no end")
    func doubt() throws {
        try bridge.pay(.card)
        update { $0.state = .later }
        #expect(checkout.states == ["outcomeUnknown(unrecognised)"])
        #expect(throws: (any Error).self) { try bridge.pay(.card) }
        let closed = try order()
        let sdk = Epay()
        let other = try EpayBridge(closed, sdk: sdk)
        sdk.onStateChanged?(.ready)
        try other.pay(.wero)
        sdk.onStateChanged?(.disposed)
        #expect(closed.states == ["outcomeUnknown(observationStopped)"])
    }

    @Test("A surcharge is never accepted without an answer")
    func surcharge() throws {
        try bridge.pay(.card)
        let surcharge = EpayPayPal.Surcharge(
            paymentMethodType: "CARD", paymentMethodSubType: "VISA", originalAmount: 1000, updatedAmount: 1025, fee: 25,
            minimumFee: 0, flatFee: 0, percentage: 2.5)
        let decision = SurchargeDecision()
        update { $0.pendingSurcharge = surcharge }
        sdk.events.confirmSurcharge?(surcharge, decision)
        #expect(decision.answer == nil)
        #expect(checkout.states == ["actionRequired(confirmSurcharge)"])
        #expect(bridge.gate.answerSurcharge(accept: false))
        #expect(!bridge.gate.answerSurcharge(accept: true))
        #expect(decision.answer == false)
        update {
            $0.state = .cancelled; $0.pendingSurcharge = nil
        }
        #expect(checkout.states == ["cancelled(unstated)"])
    }

    @Test("Every method of iOS calls its own function", arguments: EpayPaymentMethod.allCases)
    func methods(_ method: EpayPaymentMethod) throws {
        bridge.gate.conditions.hasReturnURL = true
        bridge.gate.conditions.hasPlatformHost = true
        bridge.gate.conditions.merchantIdentifier = "merchant.com.example.shop"
        bridge.gate.conditions.storedMethodID = "pm_1"
        guard method.platforms.contains(.iOS) else {
            #expect(throws: EpayStartObstacle.platform) { try bridge.pay(method) }
            return
        }
        try bridge.pay(method)
        #expect(bridge.payment.created == [method.creationMethod])
    }
}
