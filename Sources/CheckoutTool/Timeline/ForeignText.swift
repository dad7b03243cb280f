import CheckoutCore
import CheckoutTesting

/// A text from outside, for a page or a table that others read: an order's reference, a session's name.
///
/// What could be a payment's reference stands as in the trace. Of any other text that may hold a card number, a signed
/// token or a mail address only the length is told.
struct ForeignText {
    /// What may be shown; not escaped.
    let shown: String

    init(_ text: String) {
        shown = text.isEmpty ? RawCode(counting: text).text : Terminal.plain(Trace.shown(text))
    }

    /// The text as a piece of a page that keeps its own direction of writing.
    var html: HTML { "<bdi>\(shown)</bdi>" }
}
