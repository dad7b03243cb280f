/// The provider's own words beside an outcome, by name.
///
/// They explain an outcome to an engineer and never decide one. A shopper never sees them.
public struct RawCodes: Sendable, Hashable {
    /// The name under which a provider's word is kept; open, because every provider names other things.
    public struct Name: RawRepresentable, Sendable, Hashable {
        /// The name as it stands in JSON.
        public let rawValue: String

        /// Makes a name; keep to camel case, as in JSON.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The code of a refusal or an error.
        public static let code = Name(rawValue: "code")
        /// The word that carries the outcome: result code, state, result class.
        public static let result = Name(rawValue: "result")
        /// A reason in words, where it is shaped like a code.
        public static let reason = Name(rawValue: "reason")
        /// The HTTP status of the answer.
        public static let status = Name(rawValue: "status")
        /// A type the provider names: of an error, an event, an action.
        public static let type = Name(rawValue: "type")
        /// The scheme's or acquirer's advice to the merchant.
        public static let advice = Name(rawValue: "advice")
        /// The provider's identifier for its support.
        public static let diagnostics = Name(rawValue: "diagnostics")
    }

    /// One kept word.
    struct Entry: Sendable, Hashable {
        let name: Name
        let code: RawCode
    }

    /// Sorted by name.
    private(set) var entries: [Entry]

    /// Keeps those of the given words that are there.
    public init(_ words: KeyValuePairs<Name, RawCode?>) { self.init(present: words) }

    init(entries: [Entry]) {
        self.entries = entries
        sort()
    }

    private init(present words: some Collection<(key: Name, value: RawCode?)>) {
        entries = []
        for (name, code) in words {
            guard let code else { continue }
            // One block for all words, and none where there is no word.
            if entries.isEmpty { entries.reserveCapacity(words.count { $0.value != nil }) }
            entries.append(Entry(name: name, code: code))
        }
        sort()
    }

    /// Words are few, and mostly written in their order.
    private mutating func sort() {
        for place in entries.indices.dropFirst() {
            var place = place
            while place > 0, entries[place].name.rawValue < entries[place - 1].name.rawValue {
                entries.swapAt(place, place - 1)
                place -= 1
            }
        }
    }

    /// No words.
    public static var none: RawCodes { RawCodes(entries: []) }

    /// The word kept under a name.
    public subscript(name: Name) -> RawCode? {
        entries.first { $0.name == name }?.code
    }

    /// Whether nothing is kept.
    public var isEmpty: Bool { entries.isEmpty }
}

extension RawCodes: ExpressibleByDictionaryLiteral {
    /// Keeps those of the given words that are there.
    public init(dictionaryLiteral elements: (Name, RawCode?)...) {
        self.init(present: elements.lazy.map { (key: $0.0, value: $0.1) })
    }
}

extension RawCodes: Comparable {
    /// Orders by names and codes, byte by byte.
    public static func < (left: RawCodes, right: RawCodes) -> Bool {
        left.entries.lexicographicallyPrecedes(right.entries) { first, second in
            first.name == second.name ? first.code < second.code : first.name.rawValue < second.name.rawValue
        }
    }
}

extension RawCodes: CustomStringConvertible {
    /// `name=code` for each word.
    public var description: String {
        entries.map { "\($0.name.rawValue)=\($0.code)" }.joined(separator: " ")
    }
}
