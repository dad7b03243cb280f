import CheckoutAdyen
import CheckoutCore
import CheckoutPXP
import Synchronization

/// What an app has without a library: a lock, the value, and closures.
@available(macOS 15, iOS 18, *)
final class LockAndClosures: Sendable {
    private struct State: Sendable {
        var value: CheckoutUpdate
        var closures: [@Sendable (CheckoutUpdate) -> Void] = []
    }

    private let state: Mutex<State>

    init(_ value: CheckoutUpdate) { state = Mutex(State(value: value)) }

    func observe(_ body: @escaping @Sendable (CheckoutUpdate) -> Void) { state.withLock { $0.closures.append(body) } }

    func send(_ value: CheckoutUpdate) {
        let closures = state.withLock { state in
            state.value = value
            return state.closures
        }
        for closure in closures { closure(value) }
    }
}

/// A checkout whose attempt goes back and forth between two states, so that every event is an update.
struct Ticking {
    let checkout: Checkout
    let session: CheckoutSession<PXPAdapter>
    /// Progress of this device: every update is delivered, none is written.
    let events: [PXPEvent] = [.preAuthentication(.proceed), .postAuthentication(nil)]

    init(journal: any AttemptJournal = InMemoryJournal(), number: Int = 1) {
        guard let checkout = try? Checkout(order: Samples.order(number), journal: journal),
            let session = try? checkout.open(PXPAdapter()), case .granted = session.begin()
        else { fatalError("an order in memory opens") }
        self.checkout = checkout
        self.session = session
        session.send(.startSubmit(method: nil))
    }

    func tick(_ index: Int) { session.send(events[index & 1]) }
}

/// An event through adapter, guard and log to observers on the sending thread.
enum Sending {
    static let group = "send"

    static func run(_ report: inout Report, _ watch: Stopwatch) async {
        guard #available(macOS 15, iOS 18, *) else { return }
        var growth = Growth(work: "send to observers on the sending thread", size: "observers", points: [])
        for observers in [1, 10, 100, 1000] {
            let subject = Ticking()
            let tokens = (0..<observers).map { _ in
                subject.checkout.observe(on: .sending) { keep($0.order.submitted) }
            }
            guard let update = await subject.checkout.updates.first(where: { _ in true }) else { return }
            let peer = LockAndClosures(update)
            for _ in 0..<observers { peer.observe { keep($0.order.submitted) } }
            let times = watch.compare(
                { count in for index in 0..<count { subject.tick(index) } },
                with: { count in for _ in 0..<count { peer.send(update) } })
            let blocks = heap { for index in 0..<100 { subject.tick(index) } }.blocks
            // OpenCombine's subject was 14.4 × a lock and a closure, RxSwift's 13.5 × with ten (recorded once).
            let goal: Double? =
                switch observers {
                case 1: 2 * 14.4
                case 10: 13.5
                case 100: 3
                default: nil
                }
            report.add(
                Row(
                    group, "\(observers) observer\(observers == 1 ? "" : "s")", times, to: "lock and closures",
                    atMost: goal, blocks: Double(blocks) / 100))
            growth.points.append(.init(size: observers, time: times.subject))
            withExtendedLifetime(tokens) {}
        }
        report.add(growth)
        attempts(&report, watch)
        written(&report, watch)
    }

    /// An event that is recorded too, in memory.
    @available(macOS 15, iOS 18, *)
    private static func written(_ report: inout Report, _ watch: Stopwatch) {
        let subject = Ticking(journal: ForgetfulJournal())
        subject.session.send(.preAuthorisation(.proceed))
        let token = subject.checkout.observe(on: .sending) { keep($0.order.submitted) }
        guard
            let checkout = try? Checkout(order: Samples.order(2), journal: ForgetfulJournal()),
            let session = try? checkout.open(AdyenSamples.adapter), case .granted = session.begin()
        else { return }
        session.send(.paymentsRequest)
        let events = AdyenSamples.backAndForth
        let time = watch.time { count in for index in 0..<count { session.send(events[index & 1]) } }
        report.add(Row(group, "an event that is written too, in memory", time, in: .nanoseconds))
        withExtendedLifetime(token) {}
    }

    /// The same event in an order that has had more and more attempts.
    private static func attempts(_ report: inout Report, _ watch: Stopwatch) {
        var growth = Growth(work: "send in an order with earlier attempts", size: "attempts", points: [])
        for attempts in [1, 10, 100, 1000] {
            let subject = Ticking(journal: ForgetfulJournal())
            for _ in 1..<attempts { subject.refuseAndBegin() }
            let time = watch.time { count in for index in 0..<count { subject.tick(index) } }
            growth.points.append(.init(size: attempts, time: time))
        }
        report.add(growth)
    }
}

extension Ticking {
    private static let refused = PXPEvent.postAuthorisation(
        PXPResult(type: .refused, provider: PXPProviderResult(code: "51")))

    /// The attempt is refused and the next one begins.
    func refuseAndBegin() {
        session.send(.preAuthorisation(.proceed))
        session.send(Self.refused)
        guard case .granted = session.begin() else { fatalError("a refused attempt lets the next one begin") }
        session.send(.startSubmit(method: nil))
    }
}
