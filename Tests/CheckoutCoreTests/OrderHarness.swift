import Testing

@testable import CheckoutCore

/// Expects a value that a mutating call returns, which `#expect` can't take apart.
func expect<Value: Equatable>(
    _ value: Value, _ expected: Value, sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(value == expected, sourceLocation: sourceLocation)
}

/// An adapter whose events say themselves what they name and mean.
struct ScriptedAdapter: CheckoutAdapter {
    struct Event: Sendable {
        var subject: EventSubject
        var signals: [CheckoutSignal]

        init(_ role: EventSubject.Role, _ name: EventSubject.Name = .none, _ signals: CheckoutSignal...) {
            subject = EventSubject(role, name: name)
            self.signals = signals
        }
    }

    static let provider = Provider(rawValue: "scripted")
    var traits = AdapterTraits(readiness: .whenOpened, boundary: .event, fixesAmount: false)

    func subject(of event: Event) -> EventSubject { event.subject }

    mutating func interpret(_ event: Event, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void) {
        for signal in event.signals { emit(signal) }
    }
}

/// An order with a note of everything it told and recorded.
struct Order {
    var machine: OrderMachine
    let log = Log()

    final class Log {
        var updates: [CheckoutUpdate] = []
        var records: [OrderRecord] = []
        var ids = 0
    }

    init(_ amount: Money = Samples.euro(1000), policy: GuardPolicy = .standard) {
        machine = OrderMachine(order: CheckoutOrder(reference: "A-1", amount: amount), policy: policy)
    }

    /// An order whose first attempt was submitted.
    static func submitted(sourceLocation: SourceLocation = #_sourceLocation) -> Order {
        var order = Order()
        _ = order.open()
        order.begin()
        expect(order.submit(), .proceed, sourceLocation: sourceLocation)
        return order
    }

    var sink: OrderMachine.Sink {
        OrderMachine.Sink(update: { [log] in log.updates.append($0) }, record: { [log] in log.records.append($0) })
    }

    var nextID: () -> AttemptID {
        { [log] in
            log.ids += 1
            return AttemptID(rawValue: "id-\(log.ids)")
        }
    }

    mutating func open(
        _ name: String = "a", provider: String = "one", readiness: AdapterTraits.Readiness = .whenOpened,
        boundary: AdapterTraits.Boundary = .event, fixesAmount: Bool = false
    ) -> Int {
        machine.open(
            name, provider: Provider(rawValue: provider),
            traits: AdapterTraits(readiness: readiness, boundary: boundary, fixesAmount: fixesAmount), sink)
    }

    @discardableResult
    mutating func begin(_ session: Int = 0) -> Result<Int, StartRefusal> {
        machine.begin(session: session, method: "card", id: nextID, sink)
    }

    @discardableResult
    mutating func receive(
        _ event: ScriptedAdapter.Event, in session: Int = 0, bound: OrderMachine.Binding = .unbound
    ) -> HookAnswer {
        var adapter = ScriptedAdapter()
        return machine.receive(event, by: &adapter, session: session, bound: bound, id: nextID, sink)
    }

    /// A result that names nothing.
    @discardableResult
    mutating func result(_ signals: CheckoutSignal..., in session: Int = 0) -> HookAnswer {
        var event = ScriptedAdapter.Event(.result)
        event.signals = signals
        return receive(event, in: session)
    }

    mutating func submit(_ session: Int = 0) -> HookAnswer {
        receive(.init(.progress, .none, .submission(.announced)), in: session)
    }

    func kind(_ attempt: Int) -> CheckoutState.Kind { machine.attempts[attempt].machine.standing.state.kind }
    func standing(_ attempt: Int) -> Standing { machine.attempts[attempt].machine.standing }
    var anomalies: [Anomaly] { machine.standing.anomalies }
    var state: CheckoutState.Kind { machine.standing.standing.state.kind }
    var nextStep: NextStep { machine.standing.nextStep }
}
