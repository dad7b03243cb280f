import Testing

@testable import CheckoutCore

@Suite("Restoring an order from its records")
struct RestoreTests {
    private func restored(_ order: Order) -> Order {
        var copy = Order()
        copy.machine = OrderMachine(
            order: order.machine.order, policy: order.machine.policy, restoring: order.log.records, copy.sink)
        return copy
    }

    @Test("An attempt that wasn't submitted ends as interrupted, one that was is in doubt")
    func relaunch() {
        var order = Order()
        _ = order.open()
        order.begin()
        var after = restored(order)
        #expect(after.standing(0).state == .failed(Failure(kind: .interrupted, retry: .newSession)))
        expect(after.open(), 0)
        // A session opened after the relaunch is a new one, whatever its name.
        #expect(after.machine.refusal(session: 0) == nil)

        _ = order.submit()
        after = restored(order)
        guard case .outcomeUnknown(let uncertainty) = after.standing(0).state else {
            Issue.record("\(after.standing(0))")
            return
        }
        #expect(uncertainty.cause == .relaunched)
        #expect(after.log.updates.count == 1)
        #expect(after.log.records.count == 1)
    }

    @Test("Where the grant is the boundary a kill right after it leaves doubt")
    func grantBoundary() {
        var order = Order()
        _ = order.open(boundary: .grant)
        order.begin()
        #expect(restored(order).kind(0) == .outcomeUnknown)
    }

    @Test(
        "What has ended stays ended, what is pending stays pending, word for word",
        arguments: [
            Say.provider(Say.pending), Say.provider(Say.declined), Say.provider(Say.approved("PSP1")),
            Say.provider(Say.part("PSP1", paid: Samples.euro(300))), Say.noAnswer, Say.nothingLeft, Say.unrecognised,
        ])
    func ends(word: CheckoutSignal) {
        var order = Order()
        _ = order.open()
        order.begin()
        _ = order.submit()
        order.result(word)
        let after = restored(order)
        #expect(after.standing(0) == order.standing(0))
        #expect(after.machine.standing == order.machine.standing)
        #expect(after.log.updates.isEmpty)
    }

    @Test("Releases, withdrawals, closed sessions and anomalies are restored too")
    func everyRecord() {
        var order = Order()
        _ = order.open()
        order.begin()
        _ = order.machine.withdraw(attempt: 0, order.sink)
        order.begin()
        _ = order.submit()
        order.result(Say.provider(Say.approved("PSP1")))
        order.machine.hear(.released([Samples.reference("PSP1")]), attempt: 1, order.sink)
        order.result(Say.provider(Say.failed))
        order.machine.end(session: 0, order.sink)
        let after = restored(order)
        #expect(after.machine.standing == order.machine.standing)
        #expect((0...1).allSatisfy { after.standing($0) == order.standing($0) })
        #expect(after.anomalies == order.anomalies)
    }

    @Test("A record of an attempt that no record began changes nothing")
    func strayRecords() {
        let order = Order()
        order.log.records = [
            .heard(attempt: 3, Say.provider(Say.approved())), .withdrew(attempt: 0), .narrowed(attempt: 1, .newSession),
            .released(attempt: 2, [Samples.reference("X")]),
        ]
        #expect(restored(order).machine.attemptCount == 0)
    }

    @Test("A signal that comes from a session opened after a relaunch is no first event of an old grant")
    func noOldGrant() {
        var order = Order()
        _ = order.open(boundary: .grant)
        order.begin()
        var after = restored(order)
        _ = after.open(boundary: .grant)
        after.receive(.init(.result, .vendorAttempt("v9", claimsGrant: true), Say.provider(Say.declined)))
        #expect(after.kind(0) == .outcomeUnknown)
        #expect(after.anomalies == [.unattributed])
    }
}
