package import CheckoutCore

extension PrimerAdapter: RecordedAdapter {
    /// Reads `{"host":"managedView","errorScreen":true,"savedMethods":false,"trustsDismissal":false}`.
    ///
    /// Left out: an inline session without saved methods, the error screen on, a dismissal that isn't trusted. What is
    /// there and can't be read is taken for what exposes the attempt earlier and longer.
    package init(settings: JSONValue?) {
        self.init(host: PrimerHost(settings: settings))
    }

    /// The events a recorded line of Primer may have.
    package static var eventNames: [String] { PrimerEvent.Name.allCases.map(\.rawValue) }

    /// Reads a recorded line; what a session is compared with is the order's, unless the line says what is `asked`.
    package static func events(named name: String, line: JSONValue, order: CheckoutOrder) -> [PrimerEvent]? {
        guard let event = PrimerEvent(named: name, line: line) else { return nil }
        if case .state(.ready(let session, asked: nil)) = event { return [.state(.ready(session, asked: order))] }
        return [event]
    }
}

extension PrimerHost {
    private enum Word: String {
        case inlineSession, managedView, presenter
    }

    init(settings: JSONValue?) {
        let errorScreen = settings?["errorScreen"].map { $0.bool ?? true } ?? true
        let savedMethods = settings?["savedMethods"].map { $0.bool ?? true } ?? false
        let trustsDismissal = settings?["trustsDismissal"]?.bool ?? false
        guard let host = settings?["host"] else {
            self = .inlineSession(savedMethods: savedMethods)
            return
        }
        switch host.string.flatMap(Word.init(rawValue:)) {
        case .inlineSession?: self = .inlineSession(savedMethods: savedMethods)
        case .managedView?: self = .managedView(errorScreen: errorScreen, trustsDismissal: trustsDismissal)
        case .presenter?: self = .presenter(errorScreen: errorScreen, trustsDismissal: trustsDismissal)
        case nil: self = .inlineSession(savedMethods: true)
        }
    }
}
