/// CRC-32 (ISO 3309), which notices every flipped bit and every changed byte of a journal line.
enum Checksum {
    static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var remainder = UInt32.max
        let table = table
        for byte in bytes {
            remainder = table[Int((remainder ^ UInt32(byte)) & 0xFF)] ^ (remainder >> 8)
        }
        return ~remainder
    }

    /// Eight lower-case hexadecimal digits.
    static func text(_ value: UInt32) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return (0..<8).map { digits[Int(value >> (28 - 4 * UInt32($0)) & 0xF)] }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }
}
