import CheckoutAdyen
import CheckoutCore
import CheckoutEpay
import CheckoutPXP
import CheckoutPrimer
import Foundation
import Testing

@testable import CheckoutTesting

/// A recording played through a real checkout, journal and observers and all, instead of the bare machine.
struct LiveRun {
    let checkout: Checkout
    let journal: InMemoryJournal
    /// Every update an observer was told.
    let updates: [CheckoutUpdate]

    /// What a live checkout has no line for: a process that dies, and a clock.
    static let unplayable: Set = ["relaunch", "deadline", "open"]

    /// Whether a recording has one session and nothing that only a machine can play.
    static func canPlay(_ lines: [String]) throws -> Bool {
        let json = try lines.map { try JSONReader.read(Array($0.utf8)) }
        return json[0]["sessions"]?.array?.count == 1
            && !json.dropFirst().contains { unplayable.contains($0["event"]?.string ?? "") }
    }

    /// Plays the lines of a recording with one session.
    init(_ lines: [String]) throws {
        let recording = try Recording(lines.joined(separator: "\n").utf8)
        let header = try #require(recording.sessions.first)
        let type = try #require(RecordedProviders.all[header.provider])
        self = try Self.play(recording, type.init(settings: header.settings))
    }

    init(checkout: Checkout, journal: InMemoryJournal, updates: [CheckoutUpdate]) {
        (self.checkout, self.journal, self.updates) = (checkout, journal, updates)
    }

    /// A checkout whose attempts have the names that recordings give them.
    static func open(_ order: CheckoutOrder, _ journal: InMemoryJournal) throws -> Checkout {
        let count = Locked(0)
        return try Checkout(
            order: order, journal: journal, policy: .standard, scope: .thisDevice, deadlines: .none,
            clock: ContinuousClock(), table: .standard,
            makeID: {
                count.withLock { count in
                    count += 1
                    return AttemptID(rawValue: "attempt-\(count)")
                }
            })
    }

    private static func play<Adapter: RecordedAdapter>(
        _ recording: Recording, _ adapter: Adapter
    ) throws -> LiveRun {
        let journal = InMemoryJournal()
        let checkout = try open(recording.order, journal)
        let session = try checkout.open(adapter)
        let heard = Locked<[CheckoutUpdate]>([])
        let token = checkout.observe(on: .sending) { update in heard.withLock { $0.append(update) } }
        for line in recording.events {
            let named = line.json["attempt"]?.integer.map { AttemptID(rawValue: "attempt-\($0)") }
            switch line.name {
            case "start": _ = session.begin(method: line.json["method"]?.string.map(PaymentMethod.init(rawValue:)))
            case "closed": session.viewClosed()
            case "withdraw": break
            case "statement": checkout.hear(MerchantWord(json: line.json["outcome"] ?? .null), about: named)
            default:
                for event in Adapter.events(named: line.name, line: line.json, order: recording.order) ?? [] {
                    session.send(event, for: named)
                }
            }
        }
        token.cancel()
        return LiveRun(checkout: checkout, journal: journal, updates: heard.withLock { $0 })
    }
}
