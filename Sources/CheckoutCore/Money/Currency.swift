/// A currency that money can be held in, by its ISO 4217 alphabetic code.
///
/// Only active currencies with a minor unit exist as values: an unknown code, a withdrawn one and the codes ISO lists
/// without a minor unit (gold, `XXX`, …) are refused, because an amount in them can't be compared or charged.
///
/// The code is packed into 16 bits, so a ``Money`` stays small and copies without reference counting.
public struct Currency: Sendable, Hashable {
    /// Three letters of five bits each; orders like the alphabetic code.
    let packed: UInt16

    init(packed: UInt16) { self.packed = packed }

    /// Makes a currency from its three-letter code, exactly as ISO 4217 writes it (upper case).
    ///
    /// - Returns: `nil` for anything that isn't the code of an active currency with a minor unit.
    public init?(code: String) {
        guard let packed = Self.pack(code), CurrencyTable.exponent(of: packed) != nil else { return nil }
        self.packed = packed
    }

    /// The three-letter ISO 4217 code, for example `EUR`.
    public var code: String {
        let letters = [packed >> 10, packed >> 5, packed].map { UInt8(truncatingIfNeeded: $0 & 31) + 64 }
        return String(decoding: letters, as: UTF8.self)
    }

    /// The number of decimals of the currency by ISO 4217: 2 for EUR, 0 for JPY, 3 for KWD.
    public var exponent: Int {
        // A value can only be made from a code of the table.
        Int(CurrencyTable.exponent(of: packed) ?? 0)
    }

    static func pack(_ code: some StringProtocol) -> UInt16? {
        var packed: UInt16 = 0
        var count = 0
        for letter in code.utf8 {
            guard letter >= 65, letter <= 90, count < 3 else { return nil }
            packed = packed << 5 | UInt16(letter - 64)
            count += 1
        }
        return count == 3 ? packed : nil
    }
}

extension Currency: Comparable {
    /// Orders currencies by their alphabetic code.
    public static func < (left: Currency, right: Currency) -> Bool { left.packed < right.packed }
}

extension Currency: CaseIterable {
    /// Every active currency with a minor unit, by code.
    public static var allCases: [Currency] { CurrencyTable.rows.map { Currency(packed: $0.packed) } }
}

extension Currency: CustomStringConvertible {
    /// The three-letter code.
    public var description: String { code }
}
