import CheckoutCore

/// A text from outside, for a page that others read: an order's reference, a session's name.
///
/// What could be a payment's reference stands as in the trace. Of any other text that may hold a card number, a signed
/// token or a mail address only the length is told.
struct ForeignText {
    /// What may be shown; not escaped.
    let shown: String

    init(_ text: String) {
        if PaymentReference(text) != nil {
            shown = text
        } else if text.isEmpty || Self.isPrivate(text) {
            shown = RawCode(counting: text).text
        } else {
            shown = Terminal.plain(text)
        }
    }

    private static func isPrivate(_ text: String) -> Bool {
        // A number stays one in another script's digits, and however it is grouped.
        let digits = text.map { character in
            if let digit = character.wholeNumberValue, digit < 10 { return UInt8(48 + digit) }
            return UInt8(ascii: character.isLetter ? "x" : " ")
        }
        return CardNumber.isContained(in: digits) || text.contains("eyJ") || text.contains("@")
    }

    /// The text as a piece of a page that keeps its own direction of writing.
    var html: HTML { "<bdi>\(shown)</bdi>" }
}
