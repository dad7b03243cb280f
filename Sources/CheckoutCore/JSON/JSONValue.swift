/// A JSON text as a value, for payloads from outside.
///
/// Unlike Foundation's coders it keeps numbers as their text (a reference sent as a number loses no digit, an amount
/// never passes through floating point), keeps what stands beside a malformed neighbour, and can tell that a key is
/// repeated.
package enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    /// The number's text, exactly as it came.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
    /// Not in any text: the answer to a look-up of a key that stands twice with different values.
    case conflicting
}

/// The members of a JSON object, in their order.
package struct JSONObject: Sendable, Hashable {
    package struct Member: Sendable, Hashable {
        package let key: String
        package let value: JSONValue

        package init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    package var members: [Member]

    package init(members: [Member] = []) { self.members = members }

    /// The value of a key; ``JSONValue/conflicting`` if it stands more than once with different values.
    package subscript(key: String) -> JSONValue? {
        var found: JSONValue?
        for member in members where member.key == key {
            if let found, found != member.value { return .conflicting }
            found = member.value
        }
        return found
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Keeps those members that are there, in the order written.
    package init(dictionaryLiteral elements: (String, JSONValue?)...) {
        members = elements.compactMap { key, value in value.map { Member(key: key, value: $0) } }
    }
}

extension JSONValue {
    /// The member of an object; `nil` for a key that is absent or null, and for anything that is no object.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let object) = self, let value = object[key], value != .null else { return nil }
        return value
    }

    package var object: JSONObject? {
        guard case .object(let object) = self else { return nil }
        return object
    }

    package var array: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    package var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    package var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The text of a string, or the digits of a number: for references and codes that may be sent as either.
    package var text: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .null, .bool, .array, .object, .conflicting: nil
        }
    }

    /// The exact whole number of a number, or of a string that is one.
    package var integer: Int64? {
        guard let text, let number = ExactNumber(text) else { return nil }
        return try? number.scaled(by: 0)
    }

    /// A whole number as a value.
    package static func integer(_ value: Int64) -> JSONValue { .number(String(value)) }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONValue?)...) {
        self = .object(
            JSONObject(
                members: elements.compactMap { key, value in value.map { JSONObject.Member(key: key, value: $0) } }))
    }
}

extension JSONValue {
    /// The value as JSON text on one line, keys in their order.
    package var jsonText: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null, .conflicting: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let number): text += number
        case .string(let string): Self.write(string, to: &text)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                element.write(to: &text)
            }
            text += "]"
        case .object(let object):
            text += "{"
            for (index, member) in object.members.enumerated() {
                if index > 0 { text += "," }
                Self.write(member.key, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{00}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
