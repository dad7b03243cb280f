package import CheckoutCore

extension EpayAdapter: RecordedAdapter {
    /// Reads `{"dynamicAmount":true}`; false where left out.
    package init(settings: JSONValue?) {
        self.init(dynamicAmount: settings?["dynamicAmount"]?.bool ?? false)
    }

    /// The events a recorded line of Epay may have.
    package static var eventNames: [String] { EpayEvent.Name.allCases.map(\.rawValue) }

    /// Reads a recorded line. The session's currency is the order's.
    package static func events(named name: String, line: JSONValue, order: CheckoutOrder) -> [EpayEvent]? {
        EpayEvent(named: name, line: line, currency: order.amount.currency).map { [$0] }
    }
}
