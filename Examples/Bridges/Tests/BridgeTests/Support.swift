import CheckoutCore
import Testing

/// An order of 10.00 EUR that is remembered as long as the test runs.
func order() throws -> Checkout {
    try Checkout(
        order: CheckoutOrder(reference: "A-1", amount: Money(text: "EUR 10.00")), journal: InMemoryJournal())
}

extension Checkout {
    /// How every attempt stands.
    var states: [String] { attempts.map(\.standing.state.description) }
}
