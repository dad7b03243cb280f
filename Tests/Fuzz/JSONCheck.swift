import CheckoutCore
import Foundation

/// The reader agrees with Foundation's, and a standing is read back as it was written.
enum JSONCheck {
    static func differential(_ bytes: [UInt8]) -> String? {
        // Foundation guesses other encodings from zeros; the reader knows UTF-8 alone.
        guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
            _ = try? JSONReader.read(bytes)
            return nil
        }
        let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        do {
            let mine = try JSONReader.read(bytes)
            if (try? JSONReader.read(mine.jsonText)) != mine { return "what is written isn't read back" }
            if let theirs { return agree(mine, theirs) ? nil : "another value than Foundation's" }
            // Lone surrogates and numbers beyond Foundation's types are read all the same.
            return hasLoneSurrogate(bytes) || hasHugeNumber(mine) ? nil : "read, but not by Foundation"
        } catch {
            // Foundation lets a trailing comma pass and nests deeper.
            return theirs == nil || error.problem == .tooDeep || hasTrailingComma(bytes)
                ? nil : "not read, but by Foundation: \(error)"
        }
    }

    static func state(_ bytes: [UInt8]) -> String? {
        guard let json = try? JSONReader.read(bytes), let standing = Standing(json: json) else { return nil }
        let written = standing.json
        guard let again = (try? JSONReader.read(written.jsonText)).flatMap(Standing.init(json:)) else {
            return "what is written can't be read"
        }
        if again.json != written { return "written otherwise the second time" }
        // The address to redirect to is left out on purpose.
        return again == standing || standing.state.kind == .actionRequired ? nil : "\(standing) is read as \(again)"
    }

    private static func agree(_ mine: JSONValue, _ theirs: Any) -> Bool {
        switch mine {
        case .null: return theirs is NSNull
        case .bool(let value): return (theirs as? NSNumber)?.boolValue == value
        case .number(let text):
            guard let number = theirs as? NSNumber else { return false }
            if text != "-0", let whole = Int64(text) { return number.int64Value == whole }
            // Foundation reads long fractions and large exponents as a decimal or a double of its own rounding.
            guard let value = Double(text) else { return false }
            let digits = text.prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber)
            guard digits.count <= 15, text.count <= 18 else { return true }
            return abs(value - number.doubleValue) <= 4 * value.ulp
        case .string(let text): return (theirs as? String) == text
        case .array(let elements):
            guard let others = theirs as? [Any], others.count == elements.count else { return false }
            return zip(elements, others).allSatisfy { agree($0, $1) }
        case .object(let object):
            guard let others = theirs as? [String: Any] else { return false }
            guard Set(object.members.map(\.key)) == Set(others.keys) else { return false }
            return others.allSatisfy { key, other in
                let value = object[key]
                return value == .conflicting || value.map { agree($0, other) } ?? false
            }
        case .conflicting: return false
        }
    }

    private static func hasLoneSurrogate(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes, as: UTF8.self).lowercased().contains("\\ud")
    }

    private static func hasHugeNumber(_ value: JSONValue) -> Bool {
        switch value {
        case .number(let text): Int64(text) == nil && (text.count > 15 || text.lowercased().contains("e"))
        case .array(let elements): elements.contains { hasHugeNumber($0) }
        case .object(let object): object.members.contains { hasHugeNumber($0.value) }
        case .null, .bool, .string, .conflicting: false
        }
    }

    private static func hasTrailingComma(_ bytes: [UInt8]) -> Bool {
        let text = bytes.filter { ![32, 9, 10, 13].contains($0) }
        return zip(text, text.dropFirst()).contains { $0 == 44 && ($1 == 93 || $1 == 125) }
    }
}
