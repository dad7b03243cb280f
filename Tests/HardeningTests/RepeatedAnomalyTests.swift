import Testing

@testable import CheckoutCore
@testable import CheckoutTesting

@Suite("A vendor that repeats itself without end")
struct RepeatedAnomalyTests {
    private static func machine() -> OrderMachine {
        guard let euro = Currency(code: "EUR") else { preconditionFailure("the euro is a currency") }
        return OrderMachine(
            order: CheckoutOrder(reference: "A-1", amount: Money(minorUnits: 1000, currency: euro)))
    }

    private final class Log {
        var updates: [CheckoutUpdate] = []
        var records: [OrderRecord] = []
        var notices: Int { records.count { if case .noticed = $0 { true } else { false } } }
    }

    @Test("Its unowned events are each told, but kept and recorded once until something changes")
    func isBounded() {
        var machine = Self.machine()
        let log = Log()
        let sink = OrderMachine.Sink(update: { log.updates.append($0) }, record: { log.records.append($0) })
        let traits = AdapterTraits(readiness: .whenOpened, boundary: .event, fixesAmount: false)
        let first = machine.open("a", provider: .epay, traits: traits, sink)
        let second = machine.open("b", provider: .pxp, traits: traits, sink)
        let before = log.updates.count
        for _ in 0..<1000 {
            machine.changed(session: first, .unattributed, sink)
            machine.changed(session: second, .unattributed, sink)
        }
        #expect(log.updates.count == before + 2000)
        #expect(log.updates.suffix(2000).allSatisfy { $0.change.anomalies == [.unattributed] })
        #expect(log.notices == 2)
        #expect(machine.noticed == [.unattributed, .unattributed])

        _ = machine.begin(session: first, method: nil, id: { AttemptID(rawValue: "id-1") }, sink)
        machine.changed(session: first, .unattributed, sink)
        #expect(log.notices == 3)
        #expect(machine.noticed.count == 3)
        // Another anomaly is no repeat.
        machine.changed(session: first, .amountMismatch, sink)
        #expect(log.notices == 4)
    }
}
