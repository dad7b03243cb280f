public import CheckoutCore

/// A link by which the shopper comes back from a redirect.
///
/// It is never an outcome, whatever its parameters say: they are chosen by whoever made the link. It only tells that
/// there may be details to send. Adyen's own parser traps on a repeated key and decodes twice (fact sheet adyen,
/// section 4); this one reads any text.
public struct AdyenReturnURL: Sendable, Hashable {
    /// The name of the query item in which the app's return address carries the attempt's id.
    public static let attemptKey = "checkoutAttempt"

    /// The attempt whose return address it is; `nil` if it names none, or several.
    public let attempt: AttemptID?
    /// Whether it carries what `/payments/details` needs: `redirectResult`, `payload`, or `PaRes` and `MD`.
    public let hasDetails: Bool

    /// Reads a link.
    public init(_ text: String) {
        let query = Self.query(of: text)
        attempt = query[Self.attemptKey].map(AttemptID.init(rawValue:))
        hasDetails = Self.details(in: query) != nil
    }

    /// What goes to `/payments/details`, exactly; `nil` if the link has nothing that does.
    ///
    /// It is kept out of the value itself: it lets whoever has it finish the payment.
    static func details(of text: String) -> JSONObject? { details(in: query(of: text)) }

    private static func details(in query: [String: String]) -> JSONObject? {
        if let result = query["redirectResult"] { return ["redirectResult": .string(result)] }
        if let payload = query["payload"] { return ["payload": .string(payload)] }
        if let response = query["PaRes"], let data = query["MD"] {
            return ["PaRes": .string(response), "MD": .string(data)]
        }
        return nil
    }

    /// The query items that say something: a key that stands twice with different values, or has none, doesn't.
    private static func query(of text: String) -> [String: String] {
        var values: [String: Set<String>] = [:]
        let withoutFragment = text.prefix { $0 != "#" }
        if let mark = withoutFragment.firstIndex(of: "?") {
            for pair in withoutFragment[withoutFragment.index(after: mark)...].split(separator: "&") {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard let key = decoded(parts[0]) else { continue }
                values[key, default: []].insert(parts.count == 2 ? decoded(parts[1]) ?? "" : "")
            }
        }
        return values.compactMapValues { all in
            guard all.count == 1, let only = all.first, !only.isEmpty else { return nil }
            return only
        }
    }

    /// Decodes percent escapes once; a plus sign stays one. `nil` if an escape is broken.
    static func decoded(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        func digit(_ byte: UInt8) -> UInt8? {
            switch byte {
            case 48...57: byte - 48
            case 65...70: byte - 55
            case 97...102: byte - 87
            default: nil
            }
        }
        while let byte = rest.popFirst() {
            guard byte == 37 else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
