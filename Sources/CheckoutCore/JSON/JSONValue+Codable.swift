#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension JSONValue: Codable {
    /// Reads any JSON value. Numbers are read as decimals, so that none is rounded to a whole number; payloads that decide
    /// about money are read by ``JSONReader`` instead, which keeps their text.
    package init(from decoder: any Decoder) throws {
        if let keyed = try? decoder.container(keyedBy: AnyKey.self) {
            self = .object(
                JSONObject(
                    members: try keyed.allKeys.map {
                        JSONObject.Member(key: $0.stringValue, value: try keyed.decode(JSONValue.self, forKey: $0))
                    }))
            return
        }
        if var elements = try? decoder.unkeyedContainer() {
            var values: [JSONValue] = []
            while !elements.isAtEnd { values.append(try elements.decode(JSONValue.self)) }
            self = .array(values)
            return
        }
        let single = try decoder.singleValueContainer()
        if single.decodeNil() {
            self = .null
        } else if let value = try? single.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? single.decode(Decimal.self) {
            self = .number(value.description)
        } else {
            self = .string(try single.decode(String.self))
        }
    }

    /// Writes the value into any encoder.
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .null, .conflicting:
            var single = encoder.singleValueContainer()
            try single.encodeNil()
        case .bool(let value):
            var single = encoder.singleValueContainer()
            try single.encode(value)
        case .number(let text):
            var single = encoder.singleValueContainer()
            if let whole = Int64(text) { try single.encode(whole) } else { try single.encode(text) }
        case .string(let text):
            var single = encoder.singleValueContainer()
            try single.encode(text)
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .object(let object):
            var container = encoder.container(keyedBy: AnyKey.self)
            for member in object.members { try container.encode(member.value, forKey: AnyKey(member.key)) }
        }
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(_ text: String) { stringValue = text }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
