public import CheckoutCore

/// What happens in Adyen's advanced flow, as plain values.
///
/// Source: the vendor's page “Advanced flow integration guide” (iOS); fact sheet adyen, section 4.
public enum AdyenEvent: Sendable, Hashable {
    /// The payment methods were loaded.
    case paymentMethodsResponse(AdyenPaymentMethods)
    /// They could not be loaded.
    case paymentMethodsError(AdyenLoadingError)
    /// The payment component handed over what the shopper entered.
    case didSubmit(method: PaymentMethod?)
    /// The request to `/payments` is about to leave.
    case paymentsRequest
    /// The answer of `/payments`.
    case paymentsResponse(AdyenAnswer)
    /// No answer of `/payments` came.
    case paymentsError(AdyenTransportError)
    /// The request to `/payments/details` is about to leave, known by the digest of its details
    /// (``AdyenDetails/digest``); `nil` where the app doesn't tell it: then no two are told apart.
    case detailsRequest(digest: UInt64? = nil)
    /// The answer of `/payments/details`.
    case detailsResponse(AdyenAnswer)
    /// No answer of `/payments/details` came.
    case detailsError(AdyenTransportError)
    /// The action component has details for `/payments/details`; `canBeSent` is false if they can't be encoded.
    case didProvide(canBeSent: Bool)
    /// The shopper has pressed “Done” on a voucher or a document.
    case didComplete
    /// A component failed or was left.
    case didFail(AdyenComponentError)
    /// The shopper came back by a link.
    case returnURL(AdyenReturnURL)
    /// The merchant's server asked for the result of a session.
    case sessionResult(AdyenSessionResult)
    /// The status of a payment was polled.
    case statusPoll(AdyenStatusPoll)
    /// The merchant's server received a webhook item and checked its signature.
    case notification(AdyenNotification)
}

/// Why the payment methods could not be loaded.
public enum AdyenLoadingError: String, Error, Sendable, Hashable {
    /// Nothing came back.
    case network
    /// Something came back that is no list: the set-up is wrong.
    case configuration
}

/// An error of the transport.
public struct AdyenTransportError: Error, Sendable, Hashable {
    /// The name of the `URLError` code, for example `timedOut`.
    public var code: RawCode
    /// How many bytes of the body had been handed to the network; `nil` when the transport doesn't say.
    public var bytesSent: Int64?

    /// Makes an error.
    public init(code: String, bytesSent: Int64? = nil) {
        self.code = RawCode(code)
        self.bytesSent = bytesSent
    }

    /// Takes the error that a request ended with: a `URLError` by the name of its code, any other as one that proves
    /// nothing.
    public init(_ error: any Error, bytesSent: Int64? = nil) {
        self.init(code: BackendConnection.code(of: error), bytesSent: bytesSent)
    }
}

/// An error of a component.
public struct AdyenComponentError: Sendable, Hashable {
    /// What a component says.
    public enum Kind: String, Sendable, Hashable {
        /// `ComponentError.cancelled`: the shopper, or the SDK's guess that it was.
        case cancelled
        /// Anything else.
        case other
    }

    /// What the component says.
    public var kind: Kind
    /// The domain of an `NSError`, for support.
    public var domain: RawCode?
    /// The code of an `NSError`, for support.
    public var code: RawCode?

    /// Makes an error.
    public init(kind: Kind, domain: RawCode? = nil, code: RawCode? = nil) {
        self.kind = kind
        self.domain = domain
        self.code = code
    }
}

/// The list of payment methods, as far as the order needs it: their types.
///
/// A method of an unknown type, or one that can't be read, doesn't take the list down.
public struct AdyenPaymentMethods: Sendable, Hashable {
    /// The types of all methods that have one, in Adyen's order.
    public let types: [RawCode]

    /// Reads the answer of `/paymentMethods`; `nil` if it is no list.
    public init?(body: some Sequence<UInt8>) {
        guard let json = try? JSONReader.read(Array(body), wanted: ["paymentMethods"]) else { return nil }
        self.init(json: json)
    }

    package init?(json: JSONValue) {
        guard let methods = json["paymentMethods"]?.array else { return nil }
        types = methods.compactMap { ($0["type"]?.string).map { RawCode($0) } }
    }

    /// Makes a list of types.
    public init(types: [RawCode] = []) { self.types = types }
}
