import CheckoutCore
import CheckoutPXP
import Foundation

/// Starts that are refused because an attempt is under way, from four threads at once.
enum Beginning {
    static let group = "begin"
    static let threads = 4

    static func run(_ report: inout Report, _ watch: Stopwatch) async {
        let rates = (0..<watch.runs).map { _ in rate() }
        report.add(Row(group, "refused, from \(threads) threads", median(rates), in: .perSecond, atLeast: 3_000_000))
        let latencies = (0..<watch.runs).map { _ in percentile() }
        report.add(
            Row(
                group, "the slowest of 10,000 answers (99.99 %)", median(latencies) / 1e6, in: .milliseconds, atMost: 10
            ))
    }

    private static func rate() -> Double {
        let subject = Ticking(journal: ForgetfulJournal())
        let calls = 200_000
        let time = ContinuousClock().measure {
            DispatchQueue.concurrentPerform(iterations: threads) { _ in
                for _ in 0..<calls { keep(subject.session.begin()) }
            }
        }
        return Double(threads * calls) / (Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds))
    }

    private static func percentile() -> Double {
        let subject = Ticking(journal: ForgetfulJournal())
        let all = Locked<[Double]>([])
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            var times: [Double] = []
            times.reserveCapacity(50_000)
            let clock = ContinuousClock()
            for _ in 0..<50_000 {
                let start = clock.now
                keep(subject.session.begin())
                times.append(Double((clock.now - start).components.attoseconds) / 1e9)
            }
            all.withLock { [times] in $0 += times }
        }
        let sorted = all.withLock { $0 }.sorted()
        return sorted[Int(Double(sorted.count) * 0.9999)]
    }
}
