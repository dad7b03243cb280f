import CheckoutAdyen
import CheckoutCore
import CheckoutEpay
import CheckoutPXP
import CheckoutPrimer
import Foundation
import Testing

extension FieldCheck {
    /// What a live checkout does beyond what a recording shows.
    static let orders: [FieldCheck] = [
        FieldCheck("K04-04") {
            // An observer that comes later sees where things stand.
            let run = try LiveRun(FieldReports.lines("K04-04"))
            return try firstUpdate(of: run.checkout)
        },
        FieldCheck("K04-16") {
            var told: [String] = []
            var listeners: [ObserverToken] = []
            for name in ["first", "second"] {
                let checkout = try LiveRun.open(order(name, 1000), InMemoryJournal())
                let count = Locked(0)
                listeners.append(
                    checkout.observe(on: .sending) { update in
                        if update.order.state.kind == .succeeded { count.withLock { $0 += 1 } }
                    })
                try Line.payAtEpay(checkout)
                told.append("\(name) told \(count.withLock { $0 } == 1 ? "once" : "otherwise")")
            }
            return told.joined(separator: ", ")
        },
        FieldCheck("K05-23") {
            let run = try LiveRun(FieldReports.lines("K05-23"))
            let (checkout, attempt) = (run.checkout, try #require(run.checkout.attempts.last))
            func answer() throws -> String {
                switch try checkout.open(PrimerAdapter(host: .presenter(errorScreen: true, trustsDismissal: false)))
                    .begin()
                {
                case .granted: "granted"
                case .refused: "refused"
                }
            }
            await #expect(throws: Backend.Unreachable.self) {
                try await checkout.close(attempt.id, using: Backend(closes: nil))
            }
            let failed = "\(checkout.state.kind.rawValue) and \(try answer()) after a failed close"
            let closed = MerchantWord.outcome(.cancelled(Cancellation(cause: .merchant)))
            #expect(try await checkout.close(attempt.id, using: Backend(closes: closed)))
            return "\(failed), \(try answer()) after a close"
        },
        FieldCheck("K06-05") { try await asked("K06-05") },
        FieldCheck("K09-10") {
            let journal = InMemoryJournal()
            let gift = """
                {"event":"paymentsResponse","status":200,"body":{"resultCode":"Authorised","pspReference":"PSP1",
                "amount":{"value":2500,"currency":"EUR"},"order":{"remainingAmount":{"value":7500,"currency":"EUR"}}}}
                """
            let before = try LiveRun.open(order("cart", 10_000), journal)
            try Line.adyen([#"{"event":"didSubmit"}"#, #"{"event":"paymentsRequest"}"#, gift], before)
            before.close()
            let after = try LiveRun.open(order("cart", 13_000), journal).standing
            guard case .payRemaining(let money) = after.nextStep else { return "\(after.nextStep)" }
            let anomalies = after.anomalies.map(\.rawValue).joined(separator: ", ")
            return "\(Verdict.summary(after)), \(money) remaining, \(anomalies)"
        },
        FieldCheck("K10-11") { try firstUpdate(of: LiveRun(FieldReports.lines("K10-11")).checkout) },
        FieldCheck("K11-06") { try await asked("K11-06") },
    ]

    static func order(_ reference: String, _ cents: Int64) throws -> CheckoutOrder {
        let euro = try #require(Currency(code: "EUR"))
        return CheckoutOrder(reference: reference, amount: Money(minorUnits: cents, currency: euro))
    }

    private static func firstUpdate(of checkout: Checkout) throws -> String {
        let seen = Locked<[String]>([])
        let token = checkout.observe(on: .sending) { update in
            seen.withLock { $0.append(update.order.state.kind.rawValue) }
        }
        token.cancel()
        return "a later observer sees \(try #require(seen.withLock { $0.first }))"
    }

    /// The app comes to the foreground without a link: the backend is asked about what is open.
    private static func asked(_ id: String) async throws -> String {
        let lines = try FieldReports.lines(id).filter { !$0.contains(#""statement""#) }
        let checkout = try LiveRun(lines).checkout
        let backend = Backend()
        try await checkout.resolveOpenAttempts(using: backend)
        // What is settled isn't asked about again.
        try await checkout.resolveOpenAttempts(using: backend)
        let questions = backend.questions.withLock { $0 }
        return "asked \(questions == 1 ? "once" : "\(questions) times"), \(checkout.state.kind.rawValue)"
    }

    /// A backend that knows every payment as paid, and closes one if it can.
    private struct Backend: OutcomeResolver {
        struct Unreachable: Error {}

        let questions = Locked(0)
        /// What comes of closing; `nil` if the server fails.
        var closes: MerchantWord?

        func status(of attempt: AttemptSummary) async throws -> MerchantWord {
            questions.withLock { $0 += 1 }
            return .outcome(.succeeded(Approval(level: .authorised)))
        }

        func status(ofOrder reference: String) async throws -> MerchantWord { .nothing }

        func close(_ attempt: AttemptSummary) async throws -> MerchantWord {
            guard let closes else { throw Unreachable() }
            return closes
        }
    }
}

/// Lines of recordings, sent to a checkout that is at hand.
enum Line {
    /// A card that is paid at Epay, and told twice.
    static func payAtEpay(_ checkout: Checkout) throws {
        let session = try checkout.open(EpayAdapter())
        try send([#"{"event":"sdk","state":"ready"}"#], session)
        _ = session.begin()
        let accepted = #"{"event":"attempt","id":"A1","state":"Accepted","transactionId":"TX1"}"#
        try send([accepted, accepted], session)
    }

    static func adyen(_ lines: [String], _ checkout: Checkout) throws {
        try send(lines, try checkout.open(AdyenAdapter(reportsRequests: true)))
    }

    static func send<Adapter: RecordedAdapter>(_ lines: [String], _ session: CheckoutSession<Adapter>) throws {
        for line in lines {
            for event in try events(line, Adapter.self, session.checkout.order) { session.send(event) }
        }
    }

    static func events<Adapter: RecordedAdapter>(
        _ line: String, _ adapter: Adapter.Type, _ order: CheckoutOrder
    ) throws -> [Adapter.Event] {
        let json = try JSONReader.read(Array(line.utf8))
        return try #require(Adapter.events(named: json["event"]?.string ?? "", line: json, order: order))
    }
}
