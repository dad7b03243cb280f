public import CheckoutCore

/// What a payment component hands over in `didSubmit`: `PaymentComponentData` as JSON.
///
/// It carries the shopper's encrypted card: it is sent, and neither written nor printed.
public struct AdyenSubmission: Sendable {
    /// The method, by Adyen's name.
    public let method: PaymentMethod
    private let data: JSONObject

    /// What the flow itself says, whatever the component's data says of it.
    private static let reserved: Set<String> = ["amount", "reference", "returnUrl", "order"]

    /// Takes the component's data.
    ///
    /// - Parameter data: a JSON object with the member `paymentMethod`, as the vendor page has it, and whatever else the
    ///   merchant's server passes on: browser information, the wish to store the card, the channel.
    /// - Throws: ``AdyenFlowError/unusableSubmission``.
    public init(data: some Sequence<UInt8>) throws(AdyenFlowError) {
        guard let object = (try? JSONReader.read(Array(data)))?.object,
            let type = JSONValue.object(object)["paymentMethod"]?["type"]?.string, !type.isEmpty
        else { throw .unusableSubmission }
        method = PaymentMethod(rawValue: type)
        self.data = JSONObject(members: object.members.filter { !Self.reserved.contains($0.key) })
    }

    /// The body of the request to `/payments`.
    func body(amount: JSONValue, reference: String, returnURL: String, order: AdyenPartialOrder?) -> JSONValue {
        var object: JSONObject = [
            "amount": amount, "reference": .string(reference), "returnUrl": .string(returnURL), "order": order?.json,
        ]
        object.members += data.members
        return .object(object)
    }
}

extension AdyenSubmission: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method, and nothing of the data.
    public var description: String { "AdyenSubmission(\(RawCode(method.rawValue)))" }

    /// As the description.
    public var debugDescription: String { description }

    /// Shows no more than the description.
    public var customMirror: Mirror { Mirror(self, children: ["value": description]) }
}

/// Why a flow can't be built or fed.
public enum AdyenFlowError: Error, Sendable, Hashable {
    /// The return address is no address of an app or a page, has a fragment, or names an attempt itself.
    case unusableReturnURL
    /// With an attempt's id the return address is longer than the 1,024 characters Adyen allows.
    case returnURLTooLong(Int)
    /// The order's amount is no whole number of Adyen's minor units.
    case unusableAmount
    /// What the component submitted is no JSON object with a payment method of some type.
    case unusableSubmission
    /// No order of partial payments is open.
    case noPartialOrder
    /// An attempt is under way, or nobody can tell how it ended.
    case attemptUnresolved
}

extension AdyenFlowError: CustomStringConvertible {
    /// What is wrong and what to do about it.
    public var description: String {
        switch self {
        case .unusableReturnURL:
            "The return address must have a scheme, no fragment and no query item \(AdyenReturnURL.attemptKey)."
        case .returnURLTooLong(let length):
            "The return address has \(length) characters with an attempt's id; Adyen allows 1,024."
        case .unusableAmount: "The order's amount is no whole number of Adyen's minor units."
        case .unusableSubmission: "The submitted data must be a JSON object with a paymentMethod that has a type."
        case .noPartialOrder: "No order of partial payments is open."
        case .attemptUnresolved: "An attempt may still be paid; wait for its end, or ask the merchant's backend."
        }
    }
}
