// Copy this file into the app. It turns the objects of Primer's checkout SDK (3.0.0-beta.8) into values and answers its
// hook. The published API has changed in every beta: pin the exact version.
//
// With SwiftUI, for an inline session:
//
//     PrimerCardForm()
//         .primerCheckoutSession(primer) { state in bridge.completed(state) }
//         .onReceive(primer.$phase) { state in bridge.lifecycle(state) }
//
// The modifier cancels the session on every `onDisappear`, also when a view is pushed over it: call
// `bridge.cancelled()` there. Never compare two states before passing them on: the SDK's own equality takes two equal
// failures, which are two attempts, for one.

import CheckoutCore
import CheckoutPrimer
@preconcurrency import PrimerSDK

/// Primer's part of a payment screen.
@MainActor final class PrimerBridge {
    let gate: PrimerGate

    /// Opens the session, for one way to show the checkout.
    init(_ checkout: Checkout, host: PrimerHost) throws {
        gate = PrimerGate(try checkout.open(PrimerAdapter(host: host)))
    }

    // MARK: - The hook

    /// Takes the hook of an inline session. It is answered once, whatever the app says.
    ///
    /// - Parameter allows: the app's own word about a method.
    func attach(
        _ primer: PrimerCheckoutSession,
        allows: @escaping @Sendable (CheckoutCore.PaymentMethod) -> Bool = { _ in true }
    ) {
        let gate = gate
        // Nothing tells on which thread the SDK calls.
        primer.onBeforePaymentCreate = { @Sendable data, decide in
            let method = CheckoutCore.PaymentMethod(rawValue: data.paymentMethodType.type)
            switch gate.beforePayment(method: method, appAllows: allows(method)) {
            case .proceed(let key): decide(.continuePaymentCreation(withIdempotencyKey: key.rawValue))
            case .abort: decide(.abortPaymentCreation(withErrorMessage: nil))
            }
        }
    }

    // MARK: - What the SDK tells

    /// The session's `phase`. Outcomes come through `completed` and are left out here: each is one event.
    func lifecycle(_ state: PrimerCheckoutState) {
        switch state {
        case .initializing: gate.receive(.initializing)
        case .ready(let session): gate.receive(.ready(PrimerSessionSnapshot(session), asked: gate.asked))
        case .success, .dismissed, .failure: break
        }
    }

    /// `onCompletion` of the view or the modifier, and the presenter's delegate.
    ///
    /// - Returns: whether the screen may stay.
    @discardableResult
    func completed(_ state: PrimerCheckoutState) -> PrimerGate.Screen { gate.receive(PrimerState(state, gate.asked)) }

    /// The app cancelled the session, or its view disappeared.
    func cancelled() { gate.sessionCancelled() }
}

extension PrimerState {
    /// A case that a later version adds stops the compiler here.
    init(_ state: PrimerCheckoutState, _ asked: CheckoutOrder?) {
        switch state {
        case .initializing: self = .initializing
        case .ready(let session): self = .ready(PrimerSessionSnapshot(session), asked: asked)
        case .success(let result): self = .success(PrimerResult(result))
        case .dismissed: self = .dismissed
        case .failure(let error, let data): self = .failure(PrimerFailure(error, data))
        }
    }
}

extension PrimerResult {
    init(_ result: PaymentResult) {
        let status: PrimerPaymentStatus =
            switch result.status {
            case .success: .success
            case .pending: .pending
            case .failed: .failed
            }
        self.init(
            paymentID: result.paymentId, status: status, amount: result.amount, currencyCode: result.currencyCode,
            paymentMethodType: result.paymentMethodType.map(CheckoutCore.PaymentMethod.init(rawValue:)))
    }
}

extension PrimerFailure {
    init(_ error: PrimerError, _ data: PrimerCheckoutData?) {
        self.init(errorID: PrimerErrorID(rawValue: error.errorId), diagnosticsID: RawCode(error.diagnosticsId))
        switch error {
        case .paymentFailed(let method, let payment, let order, let status, _):
            paymentMethodType = method.map(CheckoutCore.PaymentMethod.init(rawValue:))
            paymentID = PaymentReference(payment)
            orderID = order.map { RawCode($0) }
            self.status = PrimerPaymentStatus(rawValue: status)
        case .cancelled(let method, _): paymentMethodType = CheckoutCore.PaymentMethod(rawValue: method)
        default: break
        }
        payment = (data?.payment).map {
            CreatedPayment(
                id: $0.id, orderID: $0.orderId.map { RawCode($0) }, status: PrimerPaymentStatus(rawValue: $0.status))
        }
    }
}

extension PrimerSessionSnapshot {
    init(_ session: PrimerClientSession) {
        self.init(
            orderID: session.orderId, totalAmount: session.totalAmount, currencyCode: session.currencyCode,
            lineItems: session.lineItems?.map { item in
                LineItem(
                    itemID: item.itemId, itemDescription: item.itemDescription, amount: item.amount,
                    discountAmount: item.discountAmount, quantity: item.quantity, taxCode: item.taxCode,
                    taxAmount: item.taxAmount)
            },
            fees: session.fees?.map { Fee(type: $0.type, amount: $0.amount) },
            shippingAmount: session.orderDetails?.shipping?.amount,
            allowedCardNetworks: session.paymentMethod?.orderedAllowedCardNetworks.map(\.rawValue))
    }
}
