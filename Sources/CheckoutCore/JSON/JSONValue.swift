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
        for index in members.indices where members[index].key == key {
            if let found, found != members[index].value { return .conflicting }
            found = members[index].value
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
        guard let text else { return nil }
        return Self.plainInteger(text.utf8) ?? ExactNumber(text).flatMap { try? $0.scaled(by: 0) }
    }

    /// The number that at most 18 digits make; `nil` for any other text, which has to be read with more care.
    private static func plainInteger(_ digits: String.UTF8View) -> Int64? {
        guard (1...18).contains(digits.count), digits.first != 48 || digits.count == 1 else { return nil }
        var value: Int64 = 0
        for digit in digits {
            guard digit >= 48, digit <= 57 else { return nil }
            value = value * 10 + Int64(digit - 48)
        }
        return value
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
    package var jsonText: String { String(decoding: jsonBytes, as: UTF8.self) }

    /// The bytes of ``jsonText``.
    package var jsonBytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        write(to: &bytes)
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .null, .conflicting: bytes += "null".utf8
        case .bool(let value): bytes += value ? "true".utf8 : "false".utf8
        case .number(let number): bytes += number.utf8
        case .string(let string): Self.write(string, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in object.members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ string: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        let isPlain = string.utf8.allSatisfy {
            (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        if isPlain { bytes += string.utf8 } else { writeEscaped(string, to: &bytes) }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func writeEscaped(_ string: String, to bytes: inout [UInt8]) {
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": bytes += "\\\"".utf8
            case "\\": bytes += "\\\\".utf8
            case "\n": bytes += "\\n".utf8
            case "\r": bytes += "\\r".utf8
            case "\t": bytes += "\\t".utf8
            case "\u{00}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                bytes += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
            default: bytes += UTF8.encode(scalar).map { Array($0) } ?? []
            }
        }
    }
}
