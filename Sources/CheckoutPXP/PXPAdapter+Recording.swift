package import CheckoutCore

extension PXPAdapter: RecordedAdapter {
    /// Reads `{"intent":"purchase","hooks":["onPreAuthorisation"]}`; an authorisation with every hook where left out.
    package init(settings: JSONValue?) {
        let intent = (settings?["intent"]?.string).map(PXPIntent.init(rawValue:)) ?? .authorisation
        let hooks = (settings?["hooks"]?.array).map { names in
            PXPHookSet(unchecked: Set(names.compactMap { $0.string.flatMap(Self.hook(named:)) }))
        }
        self.init(intent: intent, hooks: hooks ?? .all, vocabulary: .standard)
    }

    /// A hook by its own name, or by its event's.
    private static func hook(named name: String) -> PXPHook? {
        PXPHook(rawValue: name) ?? PXPHook(rawValue: "on" + name.prefix(1).uppercased() + name.dropFirst())
    }

    /// The events a recorded line of PXP may have.
    package static var eventNames: [String] { PXPEvent.names }

    /// Reads a recorded line.
    package static func events(named name: String, line: JSONValue, order: CheckoutOrder) -> [PXPEvent]? {
        PXPEvent(name: name, line: line).map { [$0] }
    }
}
