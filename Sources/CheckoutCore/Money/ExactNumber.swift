/// A decimal number read from text without floating point: digits and a power of ten.
///
/// Reads the number grammar of JSON (RFC 8259, section 6), and nothing else: no leading plus, no hexadecimal, no spaces.
package struct ExactNumber: Sendable, Hashable {
    let isNegative: Bool
    /// The significant digits, without leading zeros; empty for zero.
    let digits: [UInt8]
    /// The power of ten that the digits, read as a whole number, are multiplied with.
    let exponent: Int

    /// Returns `nil` when the text isn't a JSON number, or has an exponent that no amount needs.
    package init?(_ text: some StringProtocol) {
        var digits: [UInt8] = []
        var exponent = 0
        var rest = text.utf8[...]
        isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest.removeFirst() }

        func digit(_ byte: UInt8?) -> UInt8? { byte.flatMap { $0 >= 48 && $0 <= 57 ? $0 - 48 : nil } }

        guard let first = digit(rest.first) else { return nil }
        if first == 0 {
            rest.removeFirst()
            guard digit(rest.first) == nil else { return nil }
        }
        while let next = digit(rest.first) {
            digits.append(next)
            rest.removeFirst()
        }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard digit(rest.first) != nil else { return nil }
            while let next = digit(rest.first) {
                if next != 0 || !digits.isEmpty { digits.append(next) }
                exponent -= 1
                rest.removeFirst()
            }
        }
        if let byte = rest.first, byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            rest.removeFirst()
            let negative = rest.first == UInt8(ascii: "-")
            if negative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
            guard digit(rest.first) != nil else { return nil }
            var power = 0
            while let next = digit(rest.first) {
                power = power * 10 + Int(next)
                guard power <= 4096 else { return nil }
                rest.removeFirst()
            }
            exponent += negative ? -power : power
        }
        guard rest.isEmpty else { return nil }
        while digits.last == 0 {
            digits.removeLast()
            exponent += 1
        }
        self.digits = digits
        self.exponent = digits.isEmpty ? 0 : exponent
    }

    /// The number times ten to `power`, as a whole number.
    ///
    /// - Throws: ``MoneyError/fraction`` if it isn't whole, ``MoneyError/overflow`` if it doesn't fit.
    package func scaled(by power: Int) throws(MoneyError) -> Int64 {
        guard !digits.isEmpty else { return 0 }
        let zeros = exponent + power
        guard zeros >= 0 else { throw .fraction }
        guard digits.count + zeros <= 19 else { throw .overflow }
        var magnitude: UInt64 = 0
        for digit in digits + Array(repeating: 0, count: zeros) {
            let (product, first) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, second) = product.addingReportingOverflow(UInt64(digit))
            guard !first, !second else { throw .overflow }
            magnitude = sum
        }
        if isNegative, magnitude == Int64.min.magnitude { return .min }
        guard let result = Int64(exactly: magnitude) else { throw .overflow }
        return isNegative ? -result : result
    }
}
