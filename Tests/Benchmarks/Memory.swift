#if canImport(AllocationCount)
    import AllocationCount
#endif
import CheckoutCore
import CheckoutPXP

/// What open orders and finished attempts hold on the heap.
enum Memory {
    static let group = "memory"

    static func run(_ report: inout Report, _ watch: Stopwatch) async {
        guard heap_use_is_counted() != 0 else { return }
        let journal = ForgetfulJournal()
        keep(Ticking(journal: journal, number: 0))
        var open: [(Checkout, CheckoutSession<PXPAdapter>)] = []
        open.reserveCapacity(1000)
        let orders = heap {
            for number in 1...1000 {
                guard let checkout = try? Checkout(order: Samples.order(number), journal: journal),
                    let session = try? checkout.open(PXPAdapter())
                else { continue }
                open.append((checkout, session))
            }
        }
        report.add(
            Row(group, "an open checkout with one session", Double(orders.bytes) / 1000, in: .bytes, atMost: 2048))
        keep(open)
        let subject = Ticking(journal: journal)
        let attempts = heap { for _ in 0..<1000 { subject.refuseAndBegin() } }
        report.add(
            Row(group, "a finished attempt, of 1,000", Double(attempts.bytes) / 1000, in: .bytes, atMost: 512))
        report.add(
            Row(
                group,
                "sizes of Standing, AttemptMachine, CheckoutUpdate: \(MemoryLayout<Standing>.size), \(MemoryLayout<AttemptMachine>.size), \(MemoryLayout<CheckoutUpdate>.size); of a state",
                Double(MemoryLayout<CheckoutState>.size), in: .bytes))
    }
}
