public import CheckoutCore

/// An order of partial payments at Adyen: a gift card pays a part, another method the rest.
///
/// Every answer brings new `orderData`, which the next request must carry (fact sheet adyen, section 6). It lets whoever
/// has it pay into the order, so it lives in memory only; after a relaunch the merchant's server, which has seen every
/// answer, adds it.
public struct AdyenPartialOrder: Sendable, Hashable {
    /// The order's reference at Adyen.
    public let reference: PaymentReference
    private let orderData: String

    /// Reads the answer of `/orders`; `nil` if it is none.
    public init?(body: some Sequence<UInt8>) {
        guard let json = try? JSONReader.read(Array(body)) else { return nil }
        self.init(json: json)
    }

    init?(json: JSONValue?) {
        guard let reference = (json?["pspReference"]?.text).flatMap(PaymentReference.init),
            let orderData = json?["orderData"]?.string, !orderData.isEmpty
        else { return nil }
        self.reference = reference
        self.orderData = orderData
    }

    var json: JSONValue { ["pspReference": .string(reference.text), "orderData": .string(orderData)] }
}

extension AdyenPartialOrder: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The order's reference, and nothing of its data.
    public var description: String { reference.text }

    /// As the description.
    public var debugDescription: String { description }

    /// Shows no more than the description.
    public var customMirror: Mirror { Mirror(self, children: ["value": description]) }
}
