import CheckoutCore

/// What an action component gives for `/payments/details`: `ActionComponentData` as JSON.
///
/// Whoever has it can finish the payment: it is sent, and neither written nor printed.
public struct AdyenDetails: Sendable {
    let details: JSONObject
    var paymentData: String?

    /// Takes what `didProvide` hands over; `nil` if the details are no JSON object.
    ///
    /// - Parameters:
    ///   - details: `data.details`, encoded as JSON.
    ///   - paymentData: `data.paymentData`.
    public init?(details: some Sequence<UInt8>, paymentData: String? = nil) {
        guard let object = (try? JSONReader.read(Array(details)))?.object else { return nil }
        self.init(details: object, paymentData: paymentData)
    }

    init(details: JSONObject, paymentData: String? = nil) {
        self.details = details
        self.paymentData = paymentData
    }

    /// A digest of the details that doesn't depend on the order of their keys nor on `paymentData`: the same details have
    /// the same one, whether the component gives them or the return link.
    public var digest: UInt64 { Self.digest(of: details) }

    /// FNV-1a over the JSON text with its keys sorted.
    static func digest(of details: JSONObject) -> UInt64 {
        JSONValue.object(details).sorted.jsonText.utf8.reduce(0xCBF2_9CE4_8422_2325) { digest, byte in
            (digest ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
    }

    var body: JSONValue { ["details": .object(details), "paymentData": paymentData.map { .string($0) }] }
}

extension AdyenDetails: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// That there are details, and nothing of them.
    public var description: String { "AdyenDetails(\(details.members.count) values)" }

    /// As the description.
    public var debugDescription: String { description }

    /// Shows no more than the description.
    public var customMirror: Mirror { Mirror(self, children: ["value": description]) }
}

extension JSONValue {
    /// The value with the keys of all objects in one order.
    fileprivate var sorted: JSONValue {
        switch self {
        case .object(let object):
            .object(
                JSONObject(
                    members: object.members.map { .init(key: $0.key, value: $0.value.sorted) }
                        .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }))
        case .array(let elements): .array(elements.map(\.sorted))
        case .null, .bool, .number, .string, .conflicting: self
        }
    }
}
