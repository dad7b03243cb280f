import CheckoutCore
import CheckoutPXP
import Foundation

/// A hub that gives every reader an unbounded `AsyncStream`, with the current value first.
final class StreamHub: Sendable {
    private struct State: Sendable {
        var value: CheckoutUpdate
        var readers: [AsyncStream<CheckoutUpdate>.Continuation] = []
    }

    private let state: Locked<State>

    init(_ value: CheckoutUpdate) { state = Locked(State(value: value)) }

    func updates() -> AsyncStream<CheckoutUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(of: CheckoutUpdate.self, bufferingPolicy: .unbounded)
        state.withLock { state in
            state.readers.append(continuation)
            continuation.yield(state.value)
        }
        return stream
    }

    func send(_ value: CheckoutUpdate) {
        let readers = state.withLock { state in
            state.value = value
            return state.readers
        }
        for reader in readers { reader.yield(value) }
    }

    func finish() { for reader in state.withLock({ $0.readers }) { reader.finish() } }
}

/// A burst of updates to readers on other threads: from the first send to the last reader's last update.
enum Reading {
    static let group = "async"
    static let burst = 300

    static func run(_ report: inout Report, _ watch: Stopwatch) async {
        var growth = Growth(work: "a burst of \(burst) updates to asynchronous readers", size: "readers", points: [])
        for (readers, goal) in [(1, 0.5), (10, 0.25), (100, 0.2)] {
            var pairs: [(Double, Double)] = []
            for _ in 0..<max(watch.runs, 9) { pairs.append((await ours(readers), await streams(readers))) }
            let times = Comparison(
                subject: median(pairs.map(\.0)) / Double(burst), peer: median(pairs.map(\.1)) / Double(burst),
                ratio: median(pairs.map { $0.0 / $0.1 }))
            report.add(
                Row(
                    group, "an update to \(readers) reader\(readers == 1 ? "" : "s"), adapter and guard included",
                    times, in: .microseconds, to: "unbounded AsyncStreams", atMost: goal))
            growth.points.append(.init(size: readers, time: times.subject * Double(burst)))
        }
        report.add(growth)
    }

    private static func ours(_ readers: Int) async -> Double {
        let subject = Ticking()
        let updates = subject.checkout.updates
        return await time(readers, { updates }) { for index in 0..<burst { subject.tick(index) } }
    }

    private static func streams(_ readers: Int) async -> Double {
        let subject = Ticking()
        guard let update = await subject.checkout.updates.first(where: { _ in true }) else { return .nan }
        let hub = StreamHub(update)
        return await time(readers, { hub.updates() }) { for _ in 0..<burst { hub.send(update) } }
    }

    private static func time<Updates: AsyncSequence & Sendable>(
        _ readers: Int, _ updates: () -> Updates, _ send: () -> Void
    ) async -> Double where Updates.Element == CheckoutUpdate {
        let ready = Locked(0)
        let tasks = (0..<readers).map { _ in
            let updates = updates()
            return Task.detached {
                var count = 0
                var iterator = updates.makeAsyncIterator()
                while let update = try? await iterator.next() {
                    keep(update.order.submitted)
                    if count == 0 { ready.withLock { $0 += 1 } }
                    count += 1
                    if count == burst + 1 { break }
                }
            }
        }
        // Everybody has seen the current update and waits.
        while ready.withLock({ $0 }) < readers { try? await Task.sleep(nanoseconds: 1_000_000) }
        try? await Task.sleep(nanoseconds: 5_000_000)
        let clock = ContinuousClock()
        let start = clock.now
        send()
        for task in tasks { await task.value }
        return Double((clock.now - start).components.attoseconds) / 1e9
    }
}
