public import CheckoutCore

/// A failure: the SDK's `PrimerError` and the payment beside it, without texts.
///
/// Source: the vendor's page “PrimerCheckoutState” (iOS); fact sheet primer, section 3.
public struct PrimerFailure: Sendable, Hashable {
    /// The error's `errorId`. `nil` where it is missing or no text.
    public var errorID: PrimerErrorID?
    /// The id for Primer's support.
    public var diagnosticsID: RawCode?
    /// The type of the method the error names.
    public var paymentMethodType: PaymentMethod?
    /// The payment id of the error itself, if it can be a reference; only `payment-failed` has one. The adapter tells if it
    /// is made up.
    public var paymentID: PaymentReference?
    /// The merchant's order id of the error itself.
    public var orderID: RawCode?
    /// The payment's status of the error itself; only `payment-failed` has one.
    public var status: PrimerPaymentStatus?
    /// The payment of the error's `checkoutData`: set when one was created before the failure.
    public var payment: CreatedPayment?

    /// A payment that was created before the failure.
    public struct CreatedPayment: Sendable, Hashable {
        /// The payment's id, if it can be a reference.
        public var id: PaymentReference?
        /// The merchant's order id.
        public var orderID: RawCode?
        /// The status of the last answer of the Payments API.
        public var status: PrimerPaymentStatus?

        /// Makes a payment.
        public init(id: String? = nil, orderID: RawCode? = nil, status: PrimerPaymentStatus? = nil) {
            self.id = id.flatMap(PaymentReference.init)
            self.orderID = orderID
            self.status = status
        }
    }

    /// Makes a failure.
    public init(
        errorID: PrimerErrorID? = nil, diagnosticsID: RawCode? = nil, paymentMethodType: PaymentMethod? = nil,
        paymentID: String? = nil, orderID: RawCode? = nil, status: PrimerPaymentStatus? = nil,
        payment: CreatedPayment? = nil
    ) {
        self.errorID = errorID
        self.diagnosticsID = diagnosticsID
        self.paymentMethodType = paymentMethodType
        self.paymentID = paymentID.flatMap(PaymentReference.init)
        self.orderID = orderID
        self.status = status
        self.payment = payment
    }
}

/// An error's id; open, because the ids of Stripe errors are made by its SDK.
public struct PrimerErrorID: RawRepresentable, Sendable, Hashable {
    /// The id, if it is shaped like a code.
    public let rawValue: String

    /// Makes an id from its text, kept as a `RawCode` keeps it.
    public init(rawValue: String) { self.rawValue = RawCode(rawValue).text }
}

extension PrimerErrorID: ExpressibleByStringLiteral {
    /// Makes an id from its text.
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}
