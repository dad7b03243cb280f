import CheckoutAdyen
import CheckoutCore
import CheckoutEpay
import CheckoutPXP
import CheckoutPrimer

/// One event through adapter and attempt machine, beside a hand-written switch that does the same job.
enum Interpreting {
    static let group = "interpret"
    static let asked = Money(minorUnits: 1000, currency: Samples.euro)

    static func run(_ report: inout Report, _ watch: Stopwatch) async {
        let epay = EpaySamples.payment
        measure(
            "Epay, a whole payment", EpayAdapter(), isSubmitted: true, epay, peer: epay, { $0.hear($1, $2) }, &report,
            watch)
        let primer = PrimerSamples.payment
        measure(
            "Primer, a whole payment", PrimerAdapter(host: .inlineSession(savedMethods: false)), isSubmitted: false,
            primer, peer: primer, { $0.hear($1, $2) }, &report, watch)
        measure(
            "Adyen, a whole payment", AdyenAdapter(reportsRequests: true), isSubmitted: false, AdyenSamples.payment,
            peer: AdyenSamples.handWritten, { $0.hear($1, $2) }, &report, watch)
        let pxp = PXPSamples.payment
        measure(
            "PXP, a whole payment", PXPAdapter(), isSubmitted: false, pxp, peer: pxp, { $0.hear($1, $2) }, &report,
            watch)
        let steps: [PXPEvent] = [.preAuthentication(.proceed), .postAuthentication(nil)]
        measureProgress("PXP, progress without a payload", PXPAdapter(), steps, { $0.hear($1, $2) }, &report, watch)
        countBlocks(&report)
        let words = AdyenSamples.resultCodes
        let table = Dictionary(uniqueKeysWithValues: words.enumerated().map { ($1, $0) })
        let lookUp = watch.time { count in
            for index in 0..<count { keep(table[words[index % words.count]]) }
        }
        // SwiftState needed 3,287 ns where a result code's switch needed 36 ns (recorded once, same machine).
        let step = report.rows.first { $0.work.hasPrefix("PXP, progress") }?.figure ?? .nan
        report.add(
            Row(
                group: group, work: "times faster than SwiftState (recorded: 91 × a look-up of a result code)",
                figure: 91 * lookUp / step, unit: .perSecond, peer: nil, peerFigure: nil, ratio: nil, atMost: nil,
                atLeast: 60, blocks: nil))
    }

    /// A payment from its first event to its outcome; the figure is that of one event.
    private static func measure<Adapter: CheckoutAdapter, Peer>(
        _ work: String, _ adapter: Adapter, isSubmitted: Bool, _ events: [Adapter.Event], peer: [Peer],
        _ hear: (inout HandWritten, Peer, (HandWritten.State) -> Void) -> Void, _ report: inout Report,
        _ watch: Stopwatch
    ) {
        let id = AttemptID(rawValue: "0b9ad5ea-8f7a-4c8e-a1a5-6f6a0a3f1f52")
        func pay() {
            var adapter = adapter
            var machine = AttemptMachine(asked: asked, isSubmitted: isSubmitted)
            for event in events {
                let context = AttemptContext(id: id, asked: asked, isSubmitted: machine.isSubmitted)
                adapter.interpret(event, for: context) { signal in
                    machine.apply(signal) { change in keep(change) }
                }
            }
        }
        func payByHand() {
            var machine = HandWritten(asked: asked)
            for event in peer { hear(&machine, event) { state in keep(state) } }
        }
        let blocks = heap { for _ in 0..<100 { pay() } }.blocks
        var times = watch.compare(
            { count in for _ in 0..<count { pay() } }, with: { count in for _ in 0..<count { payByHand() } })
        times.subject /= Double(events.count)
        times.peer /= Double(events.count)
        report.add(
            Row(
                group, work, times, to: "hand-written switch", atMost: 3,
                blocks: Double(blocks) / Double(100 * events.count)))
    }

    /// Two events without a payload in turn, in an attempt that is under way.
    private static func measureProgress<Adapter: CheckoutAdapter>(
        _ work: String, _ adapter: Adapter, _ events: [Adapter.Event],
        _ hear: (inout HandWritten, Adapter.Event, (HandWritten.State) -> Void) -> Void, _ report: inout Report,
        _ watch: Stopwatch
    ) {
        var adapter = adapter
        var machine = AttemptMachine(asked: asked)
        var byHand = HandWritten(asked: asked)
        let context = AttemptContext(id: AttemptID(rawValue: "0b9ad5ea-8f7a-4c8e-a1a5-6f6a0a3f1f52"), asked: asked)
        func step(_ event: Adapter.Event) {
            adapter.interpret(event, for: context) { signal in machine.apply(signal) { change in keep(change) } }
        }
        for event in events { step(event) }
        let blocks = heap { for _ in 0..<100 { for event in events { step(event) } } }.blocks
        let times = watch.compare(
            { count in for index in 0..<count { step(events[index & 1]) } },
            with: { count in for index in 0..<count { hear(&byHand, events[index & 1]) { state in keep(state) } } })
        report.add(
            Row(
                group, work, times, to: "hand-written switch", atMost: 3,
                blocks: Double(blocks) / Double(100 * events.count)))
    }

    /// The blocks that a result needs, from the adapter to the standing; the adapter has seen the attempt before.
    private static func countBlocks(_ report: inout Report) {
        let id = AttemptID(rawValue: "0b9ad5ea-8f7a-4c8e-a1a5-6f6a0a3f1f52")
        func blocks<Adapter: CheckoutAdapter>(
            _ work: String, _ adapter: Adapter, _ events: [Adapter.Event]
        ) {
            var total = 0
            for _ in 0..<100 {
                var adapter = adapter
                var machine = AttemptMachine(asked: asked)
                for (place, event) in events.enumerated() {
                    let context = AttemptContext(id: id, asked: asked, isSubmitted: machine.isSubmitted)
                    let used = heap {
                        adapter.interpret(event, for: context) { signal in machine.apply(signal) { keep($0) } }
                    }
                    if place == events.count - 1 { total += used.blocks }
                }
            }
            report.add(Row(group, "\(work), blocks of the result", Double(total) / 100, in: .blocks, atMost: 1))
        }
        blocks("Epay", EpayAdapter(), EpaySamples.payment)
        blocks("Primer", PrimerAdapter(host: .inlineSession(savedMethods: false)), PrimerSamples.payment)
        blocks("Adyen", AdyenAdapter(reportsRequests: true), AdyenSamples.payment)
        blocks("PXP", PXPAdapter(), PXPSamples.payment)
    }
}
