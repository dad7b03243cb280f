import CheckoutCore
import CheckoutTesting
import FifthAdapter
import Testing

/// Brevia's adapter with something wrong in it.
struct BrokenAdapter: CheckoutAdapter {
    static var provider: Provider { BreviaAdapter.provider }

    var traits = BreviaAdapter().traits
    var inner = BreviaAdapter()
    /// A count of the adapter's own, as far as the fault needs one.
    var count = 0
    var naming: @Sendable (EventSubject) -> EventSubject = { $0 }
    var saying: @Sendable ([CheckoutSignal], BreviaEvent, AttemptContext?, inout Int) -> [CheckoutSignal] = {
        signals, _, _, _ in signals
    }

    func subject(of event: BreviaEvent) -> EventSubject { naming(inner.subject(of: event)) }

    mutating func interpret(_ event: BreviaEvent, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void) {
        var signals: [CheckoutSignal] = []
        inner.interpret(event, for: attempt) { signals.append($0) }
        for signal in saying(signals, event, attempt, &count) { emit(signal) }
    }
}

/// A fault put into the adapter, and where the kit has to find it.
struct SeededFault: Sendable, CustomTestStringConvertible {
    let name: String
    let adapter: BrokenAdapter
    /// Rules and scenarios that have to be among the findings'.
    let rules: Set<Rule>
    let scenarios: Set<String>

    var testDescription: String { name }

    // MARK: - A row of a table

    private static func row(
        _ name: String, _ rules: Set<Rule>, _ scenarios: Set<String>, _ change: (inout BreviaVocabulary) -> Void
    ) -> SeededFault {
        var vocabulary = BreviaVocabulary.standard
        change(&vocabulary)
        return SeededFault(
            name: name, adapter: BrokenAdapter(inner: BreviaAdapter(vocabulary: vocabulary)), rules: rules,
            scenarios: scenarios)
    }

    private static let rows = [
        row("an unknown word is a success", [.r5], ["S27"]) { $0.words["charge.frozen"] = .approved(.authorised) },
        row("an unknown word is passed over", [.r5], ["S27"]) { $0.words["charge.frozen"] = .goesOn },
        row("pending is told as success", [.r3], ["S17", "S18"]) {
            $0.words["charge.parked"] = .approved(.authorised)
        },
        row("a reservation is told as captured", [.r2], ["S01"]) { $0.words["charge.reserved"] = .approved(.captured) },
        row("a refusal's reason is another one", [.r7], ["S02"]) { $0.refusals["no_funds"] = .lostOrStolenCard },
        row("a redirect is told as waiting for another app", [.r3], ["S14"]) { $0.steps["page"] = .awaitConfirmation },
        row("an expiry is nobody's", [.r3], ["S18"]) { $0.withdrawals["time"] = nil },
    ]

    // MARK: - A trait, or a name

    private static let declarations = [
        SeededFault(
            name: "the traits say that the grant is the boundary",
            adapter: BrokenAdapter(
                traits: AdapterTraits(readiness: .required, boundary: .grant, fixesAmount: false)),
            rules: [.r1], scenarios: ["S05", "S08"]),
        SeededFault(
            name: "the traits say that readiness isn't reported",
            adapter: BrokenAdapter(
                traits: AdapterTraits(readiness: .whenOpened, boundary: .event, fixesAmount: false)),
            rules: [.r14], scenarios: ["S19"]),
        SeededFault(
            name: "references aren't read",
            adapter: BrokenAdapter(
                naming: { EventSubject($0.role) },
                saying: { signals, _, _, _ in
                    signals.filter { if case .vendorAttempt = $0 { false } else { true } }
                }),
            rules: [.r6], scenarios: ["S41"]),
        SeededFault(
            name: "a charge that nobody has begun takes the grant that waits",
            adapter: BrokenAdapter(naming: { subject in
                guard case .vendorAttempt(let charge, _) = subject.name else { return subject }
                return EventSubject(subject.role, name: .vendorAttempt(charge, claimsGrant: true))
            }), rules: [.r6], scenarios: ["S42"]),
    ]

    // MARK: - A signal

    private static func signal(
        _ name: String, _ rules: Set<Rule>, _ scenarios: Set<String>,
        _ saying: @escaping @Sendable ([CheckoutSignal], BreviaEvent, AttemptContext?, inout Int) -> [CheckoutSignal]
    ) -> SeededFault {
        SeededFault(name: name, adapter: BrokenAdapter(saying: saying), rules: rules, scenarios: scenarios)
    }

    private static let cancelledByProvider = [
        CheckoutSignal.statement(.provider(.cancelled(Cancellation(cause: .shopper))))
    ]

    private static let boundary = [
        signal("the event at the boundary is forgotten", [.r1], ["S06", "S30"]) { signals, _, _, _ in
            signals.filter { if case .submission = $0 { false } else { true } }
        },
        signal("a sheet that closes after sending is a cancellation", [.r1, .r14], ["S06", "S26"]) {
            signals, event, attempt, _ in
            event == .sheetClosed && attempt?.isSubmitted == true ? cancelledByProvider : signals
        },
        signal("a local cancellation is told as the provider's word", [.r1], ["S05"]) { signals, event, attempt, _ in
            event == .sheetClosed && attempt?.isSubmitted == false ? cancelledByProvider : signals
        },
        signal("a sheet that closes is no news", [.r1, .r14], ["S05", "S06"]) { signals, event, _, _ in
            event == .sheetClosed ? [] : signals
        },
        signal("the app's own no is no news", [.r13], ["S36"]) { signals, event, _, _ in
            event == .vetoed ? [] : signals
        },
        signal("offline is told as doubt", [.r1], ["S08"]) { signals, event, _, _ in
            event == .callFailed(bytesSent: false)
                ? [.statement(.doubt(Uncertainty(cause: .noAnswer)))] : signals
        },
        signal("a line that drops after sending is told as a failure", [.r1, .r3], ["S09", "S10"]) {
            signals, event, _, _ in
            event == .callFailed(bytesSent: true)
                ? [.statement(.provider(.failed(Failure(kind: .network))))] : signals
        },
    ]

    /// The approvals among the signals, changed or left out.
    private static func approvals(
        _ signals: [CheckoutSignal], _ change: (Approval) -> Approval?
    ) -> [CheckoutSignal] {
        signals.compactMap { signal in
            guard case .statement(let statement) = signal, case .succeeded(let approval) = statement.outcome else {
                return signal
            }
            return change(approval).map { .statement(.provider(.succeeded($0))) }
        }
    }

    private static let money = [
        signal("amounts aren't read", [.r12], ["S28", "S38"]) { signals, _, _, _ in
            approvals(signals) { approval in
                var approval = approval
                approval.payment.amount = nil
                return approval
            }
        },
        signal("a part payment is told as paid", [.r7, .r12], ["S28", "S38", "S43"]) { signals, _, attempt, _ in
            approvals(signals) { approval in
                guard let amount = approval.payment.amount, let asked = attempt?.asked,
                    amount.minorUnits < asked.minorUnits
                else { return approval }
                var approval = approval
                approval.payment.amount = asked
                return approval
            }
        },
        signal("an approval after a refusal is swallowed", [.r2], ["S24"]) { signals, event, _, refusals in
            if case .notice(let notice) = event, notice.word == "charge.refused" { refusals += 1 }
            return approvals(signals) { refusals == 0 ? $0 : nil }
        },
        signal("an approval of a payment nobody knows is dropped", [.r6, .r7], ["S45"]) { signals, _, attempt, _ in
            approvals(signals) { attempt == nil ? nil : $0 }
        },
        signal("an approval that comes again is another payment", [.r10], ["S23"]) { signals, _, _, count in
            count += 1
            let reference = PaymentReference("payment-\(count)")
            return approvals(signals) { approval in
                var approval = approval
                approval.payment.reference = reference
                return approval
            }
        },
        signal("the declines never use the session up", [.r7], ["S04"]) { signals, _, _, _ in
            signals.filter { $0 != .session(.spent) }
        },
    ]

    // MARK: - A state outside

    private static let calls = Locked(0)

    private static let impure = [
        signal("references are counted outside the adapter", [.r10], ["S01"]) { signals, _, _, _ in
            let number = calls.withLock { calls in
                calls += 1
                return calls
            }
            return signals + [PaymentReference("call-\(number)")].compactMap { $0.map { .reference($0) } }
        },
        signal("references are drawn by lot", [.r10], ["S01"]) { signals, _, _, _ in
            let lot = String(UInt64.random(in: 0...UInt64.max), radix: 2)
            return signals + [PaymentReference("lot-\(lot)")].compactMap { $0.map { .reference($0) } }
        },
    ]

    static let all = rows + declarations + boundary + money + impure
}
