import CheckoutAdyen
import CheckoutCore
import CheckoutEpay
import CheckoutPXP
import CheckoutPrimer
import Dispatch
import Foundation
import Testing

extension FieldCheck {
    /// What threads do to each other.
    static let races: [FieldCheck] = [
        FieldCheck("K05-02") {
            let checkout = try LiveRun.open(order("taps", 1000), InMemoryJournal())
            let session = try checkout.open(AdyenAdapter(reportsRequests: true))
            let granted = Locked(0)
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                if case .granted = session.begin() { granted.withLock { $0 += 1 } }
            }
            return "\(granted.withLock { $0 }) of 8 granted"
        },
        FieldCheck("K10-02") {
            let checkout = try LiveRun.open(order("lock", 1000), InMemoryJournal())
            let session = try checkout.open(AdyenAdapter())
            let answered = Locked(false)
            // An observer waits for another thread that asks the checkout.
            let token = checkout.observe(on: .sending) { _ in
                let done = DispatchSemaphore(value: 0)
                DispatchQueue.global().async {
                    _ = (checkout.state, checkout.attempts, checkout.mayBegin(with: session))
                    done.signal()
                }
                let isInTime = done.wait(timeout: .now() + 10) == .success
                answered.withLock { $0 = isInTime }
            }
            _ = session.begin()
            token.cancel()
            return answered.withLock { $0 } ? "no deadlock" : "deadlock"
        },
        FieldCheck("K10-03") {
            let checkout = try LiveRun.open(order("main", 1000), InMemoryJournal())
            let session = try checkout.open(PXPAdapter())
            let (stream, told) = AsyncStream.makeStream(of: String.self)
            let token = checkout.observe(on: .mainActor) { update in
                MainActor.assertIsolated()
                if update.order.state.kind == .succeeded { told.yield("told on the main actor") }
            }
            let lines = try FieldReports.lines("K10-03").dropFirst()
            await Task.detached {
                for line in lines { try? Line.send([line], session) }
            }.value
            var place = stream.makeAsyncIterator()
            let seen = await place.next()
            token.cancel()
            return seen ?? "nowhere"
        },
        FieldCheck("K10-05") {
            let run = try LiveRun(FieldReports.lines("K10-05"))
            func reader() -> Task<String, Never> {
                Task {
                    var last = "nothing"
                    for await update in run.checkout.updates { last = update.order.state.kind.rawValue }
                    return last
                }
            }
            // Both loops end: one because its task is cancelled, one because nothing more can come.
            let (left, waiting) = (reader(), reader())
            left.cancel()
            _ = await left.value
            run.checkout.close()
            return "resumed with \(await waiting.value), resumed by a cancel"
        },
        FieldCheck("K10-06") {
            let checkout = try LiveRun.open(order("parallel", 1000), InMemoryJournal())
            let session = try checkout.open(EpayAdapter())
            try Line.send([#"{"event":"sdk","state":"ready"}"#], session)
            _ = session.begin()
            let counter = Counter(checkout)
            let event = try #require(
                try Line.events(
                    #"{"event":"attempt","id":"A1","state":"Accepted"}"#, EpayAdapter.self, checkout.order
                ).first)
            DispatchQueue.concurrentPerform(iterations: 1000) { _ in session.send(event) }
            return counter.told
        },
        FieldCheck("K10-08") {
            try race(
                200, AdyenAdapter(reportsRequests: true),
                before: [#"{"event":"didSubmit"}"#, #"{"event":"paymentsRequest"}"#],
                outcome: """
                    {"event":"detailsResponse","status":200,"body":{"resultCode":"Authorised","pspReference":"PSP1"}}
                    """)
        },
        FieldCheck("K10-09") {
            try race(
                500, PXPAdapter(),
                before: [
                    #"{"event":"created"}"#, #"{"event":"submit"}"#, #"{"event":"startSubmit"}"#,
                    #"{"event":"preAuthorisation","answer":"proceed"}"#,
                ],
                outcome: """
                    {"event":"postAuthorisation","result":{"type":"AuthorisedSubmitResult","state":"Authorised"}}
                    """)
        },
        FieldCheck("K10-12") {
            var ends: Set<String> = []
            for _ in 0..<500 {
                let checkout = try LiveRun.open(order("read", 1000), InMemoryJournal())
                let session = try checkout.open(AdyenAdapter(reportsRequests: true))
                try Line.send([#"{"event":"didSubmit"}"#], session)
                let left = try #require(
                    try Line.events(
                        #"{"event":"didFail","error":{"kind":"cancelled"}}"#, AdyenAdapter.self, checkout.order
                    ).first)
                DispatchQueue.concurrentPerform(iterations: 2) { side in
                    if side == 0 {
                        session.send(left)
                    } else {
                        _ = (checkout.standing, session.state, checkout.attempts)
                    }
                }
                ends.insert(Verdict.summary(checkout.standing))
            }
            return ends.sorted().joined(separator: " or ") + " in 500 races"
        },
        FieldCheck("K10-13") {
            let checkout = try LiveRun.open(order("thread", 1000), InMemoryJournal())
            let session = try checkout.open(PXPAdapter())
            let (stream, told) = AsyncStream.makeStream(of: String.self)
            Thread.detachNewThread {
                try? Line.send([#"{"event":"created"}"#], session)
                let before = Verdict.summary(checkout.standing)
                let isGranted = if case .granted = session.begin() { true } else { false }
                told.yield("\(before), \(isGranted ? "granted" : "refused")")
            }
            var place = stream.makeAsyncIterator()
            return await place.next() ?? "nothing"
        },
    ]

    /// The vendor and the merchant tell the same success at once.
    private static func race<Adapter: RecordedAdapter>(
        _ times: Int, _ adapter: Adapter, before: [String], outcome: String
    ) throws -> String {
        var results: Set<String> = []
        for _ in 0..<times {
            let checkout = try LiveRun.open(order("race", 1000), InMemoryJournal())
            let session = try checkout.open(adapter)
            try Line.send(before, session)
            let attempt = try #require(checkout.attempts.last).id
            let counter = Counter(checkout)
            let event = try #require(try Line.events(outcome, Adapter.self, checkout.order).first)
            let word = MerchantWord.outcome(.succeeded(Approval(level: .authorised)))
            DispatchQueue.concurrentPerform(iterations: 2) { side in
                if side == 0 { session.send(event) } else { checkout.hear(word, about: attempt) }
            }
            results.insert(checkout.anomalies.isEmpty ? counter.told : "\(checkout.anomalies)")
        }
        return results.sorted().joined(separator: " or ") + " in \(times) races"
    }

    /// Counts how often an order becomes paid for an observer.
    private final class Counter: Sendable {
        private let seen: Locked<[CheckoutState.Kind]>
        private let token: ObserverToken

        init(_ checkout: Checkout) {
            let seen = Locked<[CheckoutState.Kind]>([])
            self.seen = seen
            token = checkout.observe(on: .sending) { update in
                // A stronger word for the same state isn't a state of its own.
                seen.withLock { if $0.last != update.order.state.kind { $0.append(update.order.state.kind) } }
            }
        }

        var told: String {
            let states = seen.withLock { $0 }
            let count = states.filter { $0 == .succeeded }.count
            return "\(states.last?.rawValue ?? "nothing"), told \(count == 1 ? "once" : "\(count) times")"
        }
    }
}
