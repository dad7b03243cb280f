import CheckoutAdyen
import CheckoutCore
import CheckoutPXP
import Foundation

/// An order opened from its journal, beside `JSONDecoder` over the same lines.
enum Restoring {
    static let group = "restore"

    /// The fields of a line's records that these orders have.
    private struct Record: Decodable {
        struct Amount: Decodable {
            var minorUnits: Int64
            var currency: String
        }

        struct Payment: Decodable {
            var reference: String?
            var amount: Amount?
        }

        struct State: Decodable {
            var state: String
            var evidence: String?
            var exposure: String
            var retry: String
            var reason: String?
            var level: String?
            var raw: [String: String]?
            var payment: Payment?
        }

        struct Signal: Decodable {
            var submission: String?
            var alive: String?
            var state: State?
            var reference: String?
        }

        var kind: String
        var reference: String?
        var amount: Amount?
        var attempt: String?
        var session: String?
        var provider: String?
        var asked: Amount?
        var granted: Bool?
        var submitted: Bool?
        var of: Int?
        var signal: Signal?
    }

    static func run(_ report: inout Report, _ watch: Stopwatch) async {
        var watch = watch
        watch.runs = 5
        for (what, make) in [
            ("one attempt", lines(ofOneAttempt:)), ("attempts of three records", lines(ofAttempts:)),
        ] {
            var growth = Growth(work: "restore an order, \(what)", size: "records", points: [])
            for count in [1, 1_000, 100_000] {
                let lines = make(count)
                let times = watch.compare({ open(lines, $0) }, with: { decode(lines, $0) })
                report.add(
                    Row(
                        group, "\(count) record\(count == 1 ? "" : "s"), \(what)", times, in: .microseconds,
                        to: "JSONDecoder", atMost: 1.5))
                growth.points.append(.init(size: count, time: times.subject))
            }
            report.add(growth)
        }
    }

    private static func open(_ lines: [[UInt8]], _ count: Int) {
        let journal = ForgetfulJournal(lines: lines)
        for _ in 0..<count {
            guard let checkout = try? Checkout(order: Samples.order(), journal: journal) else { return }
            keep(checkout.state)
            checkout.close()
        }
    }

    private static func decode(_ lines: [[UInt8]], _ count: Int) {
        let decoder = JSONDecoder()
        for _ in 0..<count {
            for line in lines { keep(try? decoder.decode([Record].self, from: Data(line))) }
        }
    }

    /// An attempt of which the provider has reported progress again and again.
    private static func lines(ofOneAttempt count: Int) -> [[UInt8]] {
        let journal = InMemoryJournal()
        guard count > 1, let checkout = try? Checkout(order: Samples.order(), journal: journal),
            let session = try? checkout.open(AdyenSamples.adapter), case .granted = session.begin()
        else { return opened() }
        session.send(.paymentsRequest)
        let events = AdyenSamples.backAndForth
        var index = 0
        // An answer with an action is two records in one line.
        while records(journal) < count {
            for _ in 0..<max(1, (count - records(journal)) / 4) {
                session.send(events[index & 1])
                index += 1
            }
        }
        return journal.lines(of: Samples.order().reference)
    }

    /// Attempts that were refused one after the other.
    private static func lines(ofAttempts count: Int) -> [[UInt8]] {
        guard count > 1 else { return opened() }
        let journal = InMemoryJournal()
        let subject = Ticking(journal: journal)
        subject.refuseAndBegin()
        // The lines of the first attempt, with another number and id each time.
        let lines = journal.lines(of: Samples.order().reference).map { String(decoding: $0, as: UTF8.self) }
        let began = lines.indices.filter { lines[$0].contains(#""kind":"began""#) }
        guard let first = began.first, let second = began.last, first < second,
            let id = lines[first].components(separatedBy: #""attempt":""#).last?.prefix(36)
        else { return [] }
        let attempt = lines[first..<second]
        return lines[..<first].map { Array($0.utf8) }
            + (0..<(count / 3)).flatMap { number in
                attempt.map { line in
                    let ownID = String(format: "%036d", number)
                    return Array(
                        line.replacingOccurrences(of: #""of":0"#, with: "\"of\":\(number)")
                            .replacingOccurrences(of: id, with: ownID).utf8)
                }
            }
    }

    private static func opened() -> [[UInt8]] {
        let journal = InMemoryJournal()
        try? Checkout(order: Samples.order(), journal: journal).close()
        return journal.lines(of: Samples.order().reference)
    }

    private static func records(_ journal: InMemoryJournal) -> Int {
        journal.lines(of: Samples.order().reference)
            .reduce(0) { $0 + String(decoding: $1, as: UTF8.self).components(separatedBy: #""kind""#).count - 1 }
    }
}
