/// A provider's name for a payment: Adyen's PSP reference, Primer's payment id, Epay's or PXP's transaction id.
///
/// It correlates: a statement that names a reference belongs to the attempt that has reported it. It is therefore kept
/// exactly, unless it can't be a reference: it is empty, longer than 128 characters, has characters other than letters,
/// digits and `_ . - : / + =`, is a signed token, or looks like a card number.
public struct PaymentReference: Sendable, Hashable {
    /// The reference, exactly as the provider wrote it.
    public let text: String

    /// Returns `nil` for a text that can't be a reference.
    public init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= 128 else { return nil }
        var digits = 0
        for byte in text.utf8 {
            switch byte {
            case 48...57: digits += 1
            case 65...90, 97...122, 95, 46, 45, 58, 47, 43, 61: continue
            default: return nil
            }
        }
        if text.utf8.starts(with: SignedToken.beginning.utf8) || digits >= 13 && Self.containsCardNumber(text) {
            return nil
        }
        self.text = text
    }

    /// Adyen's references are often 16 digits too, and one in ten passes the Luhn check by chance; they begin with 7,
    /// 8, 9 or 1, card numbers with 2 to 6.
    private static func containsCardNumber(_ text: String) -> Bool {
        var run: [UInt8] = []
        // Where the digits stand that nothing parts: a card number may follow another number.
        var group = 0
        func isCard(_ digits: ArraySlice<UInt8>) -> Bool {
            guard (13...19).contains(digits.count), let first = digits.first else { return false }
            return (2...6).contains(first) && CardNumber.passesLuhn(digits)
        }
        for byte in text.utf8 {
            if case 48...57 = byte {
                run.append(byte - 48)
                continue
            }
            if isCard(run[group...]) { return true }
            group = run.count
            if [95, 46, 45, 58, 47].contains(byte) { continue }
            if isCard(run[...]) { return true }
            run.removeAll(keepingCapacity: true)
            group = 0
        }
        return isCard(run[group...]) || isCard(run[...])
    }
}

extension PaymentReference: Comparable {
    /// Orders references by their bytes.
    public static func < (left: PaymentReference, right: PaymentReference) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}

extension PaymentReference: CustomStringConvertible {
    /// The reference.
    public var description: String { text }
}

/// The payment a statement speaks of, as far as the provider names it.
public struct PaymentDetails: Sendable, Hashable {
    /// The provider's name for the payment. Absent where it gives none, or none that can be one.
    public var reference: PaymentReference?
    /// The amount the statement names. Absent where it names none: then it is taken as asked, unverified.
    public var amount: Money?

    /// Makes the details from what is known.
    public init(reference: PaymentReference? = nil, amount: Money? = nil) {
        self.reference = reference
        self.amount = amount
    }

    /// Nothing is known.
    public static var unknown: PaymentDetails { PaymentDetails() }

    /// Whether nothing is known.
    public var isEmpty: Bool { reference == nil && amount == nil }
}
