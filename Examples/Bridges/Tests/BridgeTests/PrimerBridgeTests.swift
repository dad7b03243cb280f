import CheckoutCore
import CheckoutPrimer
@preconcurrency import PrimerSDK
import Testing

@testable import Bridges

@Suite("The bridge of Primer") @MainActor struct PrimerBridgeTests {
    private let checkout: Checkout
    private let primer = PrimerCheckoutSession(clientToken: "token")

    init() throws { checkout = try order() }

    private func inline(allows: @escaping @Sendable (CheckoutCore.PaymentMethod) -> Bool = { _ in true }) throws
        -> PrimerBridge
    {
        let bridge = try PrimerBridge(checkout, host: .inlineSession(savedMethods: false))
        bridge.attach(primer, allows: allows)
        bridge.lifecycle(.initializing)
        bridge.lifecycle(
            .ready(clientSession: PrimerClientSession(orderId: "A-1", currencyCode: "EUR", totalAmount: 1000)))
        return bridge
    }

    /// The shopper presses Pay: what the hook decides.
    private func press(_ method: String = "PAYMENT_CARD") -> [PrimerPaymentCreationDecision.StandIn] {
        var decisions: [PrimerPaymentCreationDecision.StandIn] = []
        let data = PrimerCheckoutPaymentMethodData(type: PrimerCheckoutPaymentMethodType(type: method))
        primer.onBeforePaymentCreate?(data) { decisions.append($0.standIn) }
        return decisions
    }

    private static let paid = PrimerCheckoutState.success(
        PaymentResult(paymentId: "pay_1", status: .success, paymentMethodType: "PAYMENT_CARD"))

    private static func declined(_ payment: String) -> PrimerCheckoutState {
        .failure(
            .paymentFailed(paymentMethodType: "PAYMENT_CARD", paymentId: payment, orderId: "A-1", status: "FAILED"),
            checkoutData: PrimerCheckoutData(
                payment: PrimerCheckoutDataPayment(id: payment, orderId: "A-1", status: "FAILED")))
    }

    @Test("Paid, with the attempt's id as idempotency key")
    func paid() throws {
        let bridge = try inline()
        let decisions = press()
        #expect(decisions == [.proceed(try #require(checkout.attempts.first).id.rawValue)])
        bridge.completed(Self.paid)
        #expect(checkout.states == ["succeeded(unstated)"])
        #expect(checkout.anomalies == [])
    }

    @Test("Declined, then paid; two equal failures are two attempts")
    func declinedThenPaid() throws {
        let bridge = try inline()
        let keys = [press(), press()].map(\.first)
        #expect(keys.last == .abort(nil))
        bridge.completed(Self.declined("pay_1"))
        #expect(press() != [keys[0]])
        bridge.completed(Self.declined("pay_2"))
        _ = press()
        bridge.completed(.success(PaymentResult(paymentId: "pay_3", status: .success)))
        #expect(checkout.states == ["declined(unspecified)", "declined(unspecified)", "succeeded(unstated)"])
        #expect(checkout.anomalies == [])
    }

    @Test("The app's no aborts, and the SDK's error about it is its echo")
    func abort() throws {
        let bridge = try inline { $0 != "PAYPAL" }
        #expect(press("PAYPAL") == [.abort(nil)])
        bridge.completed(.failure(.merchantError(message: "")))
        #expect(checkout.states == ["cancelled(merchant)"])
        #expect(checkout.attempts.first?.standing.exposure == Exposure.none)
        #expect(press().first != .abort(nil))
    }

    @Test("Closed after sending, and by a view that went away")
    func closed() throws {
        let bridge = try inline()
        _ = press()
        bridge.completed(.dismissed)
        #expect(checkout.states == ["outcomeUnknown(closedAfterSubmission)"])
        #expect(press() == [.abort(nil)])
        let other = try order()
        let view = try PrimerBridge(other, host: .managedView(errorScreen: true, trustsDismissal: false))
        try view.gate.present { _ in }
        view.cancelled()
        #expect(other.states == ["outcomeUnknown(observationStopped)"])
    }

    @Test("An error that nobody knows is doubt once something was sent")
    func unknown() throws {
        let bridge = try inline()
        _ = press("STRIPE_ACH")
        bridge.completed(.failure(.stripeError(key: "new_error", message: nil)))
        #expect(checkout.states == ["outcomeUnknown(unrecognised)"])
    }

    @Test("A client session for another sum is told before anything is sent")
    func otherSum() throws {
        let bridge = try inline()
        bridge.lifecycle(
            .ready(
                clientSession: PrimerClientSession(
                    totalAmount: 999,
                    lineItems: [
                        PrimerLineItem(
                            itemId: "1", itemDescription: nil, amount: 999, discountAmount: nil, quantity: 1,
                            taxCode: nil, taxAmount: nil)
                    ],
                    orderDetails: PrimerOrder(countryCode: "NL", shipping: PrimerShipping(amount: 0)),
                    paymentMethod: .init(orderedAllowedCardNetworks: [.visa]),
                    fees: [PrimerFee(type: "SURCHARGE", amount: 1)])))
        #expect(checkout.anomalies == [.amountMismatch])
    }
}
