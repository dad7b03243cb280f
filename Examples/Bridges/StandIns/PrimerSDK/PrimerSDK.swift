// A stand-in for Primer's checkout SDK for iOS (3.0.0-beta.8): the documented names, types and optionality that the bridge
// touches. Nothing of it is the vendor's code. SwiftUI's part isn't here: on Apple platforms `PrimerCheckoutSession` is an
// `ObservableObject` that the modifier `.primerCheckoutSession(_:onCompletion:)` runs, and the presenter is UIKit's.

import Foundation

public enum PaymentStatus: Sendable {
    case pending
    case success
    case failed
}

public struct PaymentResult: Sendable, Equatable {
    public let paymentId: String
    public let status: PaymentStatus
    public let token: String?
    public let redirectUrl: String?
    public let errorMessage: String?
    public let amount: Int?
    public let currencyCode: String?
    public let paymentMethodType: String?

    public init(
        paymentId: String, status: PaymentStatus, token: String? = nil, redirectUrl: String? = nil,
        errorMessage: String? = nil, amount: Int? = nil, currencyCode: String? = nil, paymentMethodType: String? = nil
    ) {
        self.paymentId = paymentId
        self.status = status
        self.token = token
        self.redirectUrl = redirectUrl
        self.errorMessage = errorMessage
        self.amount = amount
        self.currencyCode = currencyCode
        self.paymentMethodType = paymentMethodType
    }
}

/// Some of the errors.
public enum PrimerError: Error {
    case cancelled(paymentMethodType: String, diagnosticsId: String = "d-1")
    case invalidClientToken(reason: String? = nil, diagnosticsId: String = "d-1")
    case merchantError(message: String, diagnosticsId: String = "d-1")
    case paymentFailed(
        paymentMethodType: String?, paymentId: String, orderId: String?, status: String, diagnosticsId: String = "d-1")
    case stripeError(key: String, message: String?, diagnosticsId: String = "d-1")
    case unknown(message: String? = nil, diagnosticsId: String = "d-1")

    public var errorId: String {
        switch self {
        case .cancelled: "payment-cancelled"
        case .invalidClientToken: "invalid-client-token"
        case .merchantError: "merchant-error"
        case .paymentFailed: "payment-failed"
        case .stripeError(let key, _, _): key
        case .unknown: "unknown"
        }
    }

    public var diagnosticsId: String {
        switch self {
        case .cancelled(_, let id), .invalidClientToken(_, let id), .merchantError(_, let id),
            .paymentFailed(_, _, _, _, let id), .stripeError(_, _, let id), .unknown(_, let id):
            id
        }
    }
}

public final class PrimerCheckoutDataPayment {
    public let id: String?
    public let orderId: String?
    public let status: String

    public init(id: String?, orderId: String?, status: String) {
        self.id = id
        self.orderId = orderId
        self.status = status
    }
}

public final class PrimerCheckoutData {
    public let payment: PrimerCheckoutDataPayment?

    public init(payment: PrimerCheckoutDataPayment?) { self.payment = payment }
}

public final class PrimerLineItem {
    public let itemId: String?
    public let itemDescription: String?
    public let amount: Int?
    public let discountAmount: Int?
    public let quantity: Int?
    public let taxCode: String?
    public let taxAmount: Int?

    public init(
        itemId: String?, itemDescription: String?, amount: Int?, discountAmount: Int?, quantity: Int?, taxCode: String?,
        taxAmount: Int?
    ) {
        self.itemId = itemId
        self.itemDescription = itemDescription
        self.amount = amount
        self.discountAmount = discountAmount
        self.quantity = quantity
        self.taxCode = taxCode
        self.taxAmount = taxAmount
    }
}

public final class PrimerShipping {
    public let amount: Int?

    public init(amount: Int?) { self.amount = amount }
}

public final class PrimerOrder {
    public let countryCode: String?
    public let shipping: PrimerShipping?

    public init(countryCode: String?, shipping: PrimerShipping?) {
        self.countryCode = countryCode
        self.shipping = shipping
    }
}

public final class PrimerFee {
    public let type: String
    public let amount: Int

    public init(type: String, amount: Int) {
        self.type = type
        self.amount = amount
    }
}

public enum CardNetwork: String {
    case visa = "VISA"
    case masterCard = "MASTERCARD"
    case unknown = "OTHER"
}

public final class PrimerClientSession {
    public struct PaymentMethod: Equatable {
        public let orderedAllowedCardNetworks: [CardNetwork]

        public init(orderedAllowedCardNetworks: [CardNetwork]) {
            self.orderedAllowedCardNetworks = orderedAllowedCardNetworks
        }
    }

    public let orderId: String?
    public let currencyCode: String?
    public let totalAmount: Int?
    public let lineItems: [PrimerLineItem]?
    public let orderDetails: PrimerOrder?
    public let paymentMethod: PrimerClientSession.PaymentMethod?
    public let fees: [PrimerFee]?

    public init(
        orderId: String? = nil, currencyCode: String? = nil, totalAmount: Int? = nil,
        lineItems: [PrimerLineItem]? = nil,
        orderDetails: PrimerOrder? = nil, paymentMethod: PrimerClientSession.PaymentMethod? = nil,
        fees: [PrimerFee]? = nil
    ) {
        self.orderId = orderId
        self.currencyCode = currencyCode
        self.totalAmount = totalAmount
        self.lineItems = lineItems
        self.orderDetails = orderDetails
        self.paymentMethod = paymentMethod
        self.fees = fees
    }
}

/// The vendor's is `Equatable`, and looks at the error's id or the payment's id alone.
public enum PrimerCheckoutState {
    case initializing
    case ready(clientSession: PrimerClientSession)
    case success(PaymentResult)
    case dismissed
    case failure(PrimerError, checkoutData: PrimerCheckoutData? = nil)
}

public struct PrimerCheckoutPaymentMethodType {
    public let type: String

    public init(type: String) { self.type = type }
}

public struct PrimerCheckoutPaymentMethodData {
    public let paymentMethodType: PrimerCheckoutPaymentMethodType

    public init(type: PrimerCheckoutPaymentMethodType) { paymentMethodType = type }
}

public struct PrimerPaymentCreationDecision {
    /// Not the vendor's: what was decided.
    public enum StandIn: Equatable {
        case abort(String?)
        case proceed(String?)
    }

    /// Not the vendor's.
    public let standIn: StandIn

    public static func abortPaymentCreation(withErrorMessage errorMessage: String? = nil) -> Self {
        Self(standIn: .abort(errorMessage))
    }

    public static func continuePaymentCreation(withIdempotencyKey idempotencyKey: String? = nil) -> Self {
        Self(standIn: .proceed(idempotencyKey))
    }
}

public typealias BeforePaymentCreateHandler = (
    PrimerCheckoutPaymentMethodData, @escaping (PrimerPaymentCreationDecision) -> Void
) -> Void

@MainActor public final class PrimerCheckoutSession {
    public let clientToken: String
    public var onBeforePaymentCreate: BeforePaymentCreateHandler?
    public private(set) var phase = PrimerCheckoutState.initializing

    public init(clientToken: String) { self.clientToken = clientToken }

    /// Delivers nothing.
    public func cancel() {}
}
