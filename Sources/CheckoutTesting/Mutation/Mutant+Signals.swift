import CheckoutCore

extension Mutant {
    /// An adapter of each vendor that says something else than it should.
    static let signals: [Mutant] = Columns.all.flatMap { column in
        lies.compactMap { lie, rewrite in
            let name = "\(column.provider): \(lie)"
            // A lie about a word that the vendor's adapter never says is none.
            guard !unsaid.contains(name) else { return nil }
            return Mutant(
                name: name, provider: column.provider,
                setting: Setting(adapter: { adapter in rewritten(adapter, column.provider, rewrite) }))
        }
    }

    private static let unsaid: Set<String> = [
        "epay: the boundary is forgotten",
        "epay: the vendor sends without asking",
        "epay: pending is a success",
        "epay: an approval's amount is dropped",
        "epay: a part is all",
        "epay: nothing ever left",
        "primer: an action is only progress",
        "primer: every action is a redirect",
        "primer: every reason is unspecified",
        "primer: a part is all",
        "pxp: a part is all",
        "pxp: nothing ever left",
        "adyen: a session that is over goes on",
        "pxp: a session that is over goes on",
    ]

    private typealias Rewrite = @Sendable (CheckoutSignal) -> [CheckoutSignal]

    private static func rewritten(
        _ adapter: any CheckoutAdapter, _ provider: Provider, _ rewrite: @escaping Rewrite
    ) -> any CheckoutAdapter {
        func wrapped<Adapter: CheckoutAdapter>(_ adapter: Adapter) -> any CheckoutAdapter {
            Adapter.provider == provider ? LyingAdapter(base: adapter, rewrite: rewrite) : adapter
        }
        return wrapped(adapter)
    }

    private static let lies: [(String, Rewrite)] = [
        ("an unrecognised outcome is a success", unrecognised { .provider(.succeeded(Approval(level: .unstated))) }),
        ("an unrecognised outcome is a refusal", unrecognised { .provider(.declined(Decline(reason: .unspecified))) }),
        ("an unrecognised outcome is a failure", unrecognised { .provider(.failed(Failure(kind: .unrecognised))) }),
        (
            "an unrecognised outcome is a cancellation",
            unrecognised { .provider(.cancelled(Cancellation(cause: .unstated))) }
        ),
        (
            "an unrecognised outcome is pending",
            unrecognised { .provider(.pending(PendingPayment(waitingFor: .provider))) }
        ),
        ("an unrecognised outcome is dropped", { isUnrecognised($0) ? [] : [$0] }),
        (
            "what this device saw is the provider's word",
            { signal in
                guard case .statement(let word) = signal, word.evidence == .local else { return [signal] }
                return [.statement(.provider(word.outcome))]
            }
        ),
        (
            "the provider's word is only this device's",
            { signal in
                guard case .statement(let word) = signal, word.evidence == .provider else { return [signal] }
                return [local(word.outcome, ifSubmitted: .noAnswer) ?? signal]
            }
        ),
        ("the boundary is forgotten", { if case .submission = $0 { [] } else { [$0] } }),
        (
            "the vendor sends without asking",
            { if case .submission(.announced) = $0 { [.submission(.made)] } else { [$0] } }
        ),
        ("progress is dropped", { if case .progress = $0 { [] } else { [$0] } }),
        (
            "an action is only progress",
            { signal in
                if case .progress(.actionRequired, let evidence) = signal {
                    [.progress(.processing, by: evidence)]
                } else {
                    [signal]
                }
            }
        ),
        (
            "every action is a redirect",
            { signal in
                if case .progress(.actionRequired, let evidence) = signal {
                    [.progress(.actionRequired(.redirect(nil)), by: evidence)]
                } else {
                    [signal]
                }
            }
        ),
        ("readiness is dropped", { if case .session(.ready) = $0 { [] } else { [$0] } }),
        ("a failed start is dropped", { if case .session(.failed) = $0 { [] } else { [$0] } }),
        ("a session that is over goes on", { if case .session(.over) = $0 { [] } else { [$0] } }),
        (
            "a refusal is a technical failure",
            outcomes { if case .declined = $0 { .failed(Failure(kind: .provider)) } else { $0 } }
        ),
        (
            "a cancellation is a refusal",
            outcomes {
                if case .cancelled = $0 { .declined(Decline(reason: .unspecified)) } else { $0 }
            }
        ),
        (
            "a failure is a refusal",
            outcomes { if case .failed = $0 { .declined(Decline(reason: .unspecified)) } else { $0 } }
        ),
        (
            "every reason is unspecified",
            outcomes { outcome in
                guard case .declined(let decline) = outcome else { return outcome }
                return .declined(Decline(reason: .unspecified, payment: decline.payment))
            }
        ),
        (
            "every refusal may be retried with the same card",
            outcomes { outcome in
                guard case .declined(var decline) = outcome else { return outcome }
                decline.retry = .sameMethod
                return .declined(decline)
            }
        ),
        (
            "every cancellation may be retried in the same session",
            outcomes { outcome in
                guard case .cancelled(var end) = outcome else { return outcome }
                end.retry = .sameMethod
                end.cause = .provider
                return .cancelled(end)
            }
        ),
        (
            "pending is a success",
            outcomes { if case .pending = $0 { .succeeded(Approval(level: .unstated)) } else { $0 } }
        ),
        (
            "a success is only pending",
            outcomes {
                if case .succeeded = $0 { .pending(PendingPayment(waitingFor: .provider)) } else { $0 }
            }
        ),
        (
            "every approval is captured",
            outcomes { outcome in
                guard case .succeeded(var approval) = outcome else { return outcome }
                approval.level = .captured
                return .succeeded(approval)
            }
        ),
        (
            "an approval's amount is dropped",
            outcomes { outcome in
                guard case .succeeded(var approval) = outcome else { return outcome }
                approval.payment.amount = nil
                return .succeeded(approval)
            }
        ),
        (
            "a part is all",
            outcomes { if case .partiallyPaid = $0 { .succeeded(Approval(level: .unstated)) } else { $0 } }
        ),
        (
            "doubt is a cancellation",
            { signal in
                guard case .statement(let word) = signal, case .outcomeUnknown = word.outcome else { return [signal] }
                return [.statement(.provider(.cancelled(Cancellation(cause: .unstated))))]
            }
        ),
        (
            "references are dropped",
            outcomes { outcome in
                guard case .succeeded(var approval) = outcome else {
                    guard case .declined(var decline) = outcome else { return outcome }
                    decline.payment.reference = nil
                    return .declined(decline)
                }
                approval.payment.reference = nil
                return .succeeded(approval)
            }
        ),
        (
            "nothing ever left",
            { signal in
                guard case .statement(let word) = signal, case .outcomeUnknown(let doubt) = word.outcome,
                    doubt.cause == .noAnswer
                else { return [signal] }
                return [.nothingLeft(Failure(kind: .network))]
            }
        ),
    ]

    private static func isUnrecognised(_ signal: CheckoutSignal) -> Bool {
        guard case .statement(let word) = signal, case .outcomeUnknown(let doubt) = word.outcome else { return false }
        return doubt.cause == .unrecognised
    }

    private static func unrecognised(_ statement: @escaping @Sendable () -> Statement) -> Rewrite {
        { isUnrecognised($0) ? [.statement(statement())] : [$0] }
    }

    /// Changes what is said, and leaves whose word it is.
    private static func outcomes(_ change: @escaping @Sendable (Outcome) -> Outcome) -> Rewrite {
        { signal in
            guard case .statement(let word) = signal else { return [signal] }
            let outcome = change(word.outcome)
            guard outcome != word.outcome else { return [signal] }
            switch word.evidence {
            case .provider: return [.statement(.provider(outcome))]
            case .merchant: return [.statement(.merchant(outcome))]
            case .local: return [local(outcome, ifSubmitted: word.doubt ?? .noAnswer) ?? signal]
            }
        }
    }

    /// An end as this device's word; `nil` for what a device can't state.
    private static func local(_ outcome: Outcome, ifSubmitted doubt: Uncertainty.Cause) -> CheckoutSignal? {
        switch outcome {
        case .declined(let end): .statement(.local(.declined(end), ifSubmitted: doubt))
        case .cancelled(let end): .statement(.local(.cancelled(end), ifSubmitted: doubt))
        case .failed(let end): .statement(.local(.failed(end), ifSubmitted: doubt))
        case .pending, .partiallyPaid, .succeeded, .outcomeUnknown: nil
        }
    }
}

/// An adapter whose signals are rewritten.
private struct LyingAdapter<Base: CheckoutAdapter>: CheckoutAdapter {
    var base: Base
    let rewrite: @Sendable (CheckoutSignal) -> [CheckoutSignal]

    static var provider: Provider { Base.provider }

    var traits: AdapterTraits { base.traits }

    func subject(of event: Base.Event) -> EventSubject { base.subject(of: event) }

    mutating func interpret(_ event: Base.Event, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void) {
        let rewrite = rewrite
        base.interpret(event, for: attempt) { signal in
            for rewritten in rewrite(signal) { emit(rewritten) }
        }
    }
}
