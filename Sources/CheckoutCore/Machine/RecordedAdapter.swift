/// An adapter whose events can be read from a recording.
package protocol RecordedAdapter: CheckoutAdapter {
    /// Makes the adapter as a session of a recording was opened.
    ///
    /// - Parameter settings: what was told at opening; absent members have the defaults of the format.
    init(settings: JSONValue?)

    /// The names of the events that this provider's lines may have.
    static var eventNames: [String] { get }

    /// The events of a recorded line, usually one; `nil` if the provider has no event of that name.
    ///
    /// Missing or malformed payload members make no bad line: the event means what it means without them (rule R5).
    static func events(named name: String, line: JSONValue, order: CheckoutOrder) -> [Event]?
}
