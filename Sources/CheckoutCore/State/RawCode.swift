/// A word of a provider kept as it came, for support and logs: a result code, a refusal code, an error code.
///
/// Codes come from outside, so only what can't identify a card or a person is kept: up to 64 characters of letters,
/// digits, `_`, `.`, space and `-`, without a run of 12 or more digits that passes the Luhn check (a card number), and
/// no signed token.
/// Anything else becomes `‹n characters›`, which says that there was something and how long it was.
public struct RawCode: Sendable, Hashable {
    /// The code, or the placeholder for a text that isn't kept.
    public let text: String

    /// Keeps a provider's text if it is shaped like a code.
    public init(_ text: String) {
        self.text = Self.isKept(text.utf8) ? text : "‹\(text.count) characters›"
    }

    /// Keeps only how long a text was, for one that could be anything.
    package init(counting text: String) { self.text = "‹\(text.count) characters›" }

    static func isKept(_ bytes: String.UTF8View) -> Bool {
        guard bytes.count <= 64, !bytes.starts(with: SignedToken.beginning.utf8) else { return false }
        var digits = 0
        for byte in bytes {
            switch byte {
            case 48...57: digits += 1
            case 65...90, 97...122, 95, 46, 32, 45: continue
            default: return Self.isPlaceholder(bytes)
            }
        }
        return digits < 12 || !CardNumber.isContained(in: bytes)
    }

    /// A placeholder read back from JSON stays what it is.
    private static func isPlaceholder(_ bytes: String.UTF8View) -> Bool {
        let text = String(bytes)
        guard text.hasPrefix("‹"), text.hasSuffix(" characters›") else { return false }
        let number = text.dropFirst().dropLast(" characters›".count)
        return !number.isEmpty && number.utf8.allSatisfy { $0 >= 48 && $0 <= 57 }
    }
}

extension RawCode: Comparable {
    /// Orders codes by their bytes.
    public static func < (left: RawCode, right: RawCode) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}

extension RawCode: CustomStringConvertible {
    /// The kept text.
    public var description: String { text }
}

extension RawCode: ExpressibleByStringLiteral {
    /// Keeps a literal by the same rule as any other text.
    public init(stringLiteral value: String) { self.init(value) }
}

/// Tells a signed token (JWT) by its beginning.
package enum SignedToken {
    /// The header's first characters: it is JSON in base64.
    package static let beginning = "eyJ"
}

/// Tells whether a text contains something that could be a card number.
package enum CardNumber {
    /// Whether there is a run of 12 or more digits that passes the Luhn check; spaces and punctuation may group the digits.
    package static func isContained(in bytes: some Sequence<UInt8>) -> Bool {
        var run: [UInt8] = []
        for byte in bytes {
            switch byte {
            case 48...57: run.append(byte - 48)
            case 32, 45, 46, 47, 58, 95: continue
            default:
                if hasCard(run) { return true }
                run.removeAll(keepingCapacity: true)
            }
        }
        return hasCard(run)
    }

    private static func hasCard(_ run: [UInt8]) -> Bool {
        guard run.count >= 12 else { return false }
        if passesLuhn(run[...]) { return true }
        // A card number may stand inside a longer run.
        guard run.count > 12 else { return false }
        for length in 12...min(19, run.count) {
            for start in 0...(run.count - length) where passesLuhn(run[start..<(start + length)]) && length >= 13 {
                return true
            }
        }
        return false
    }

    static func passesLuhn(_ digits: ArraySlice<UInt8>) -> Bool {
        var sum = 0
        for (offset, digit) in digits.reversed().enumerated() {
            let value = offset.isMultiple(of: 2) ? Int(digit) : Int(digit) * 2
            sum += value > 9 ? value - 9 : value
        }
        return sum.isMultiple(of: 10)
    }
}
