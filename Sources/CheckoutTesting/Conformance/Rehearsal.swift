import CheckoutCore

/// A script played again and again under harder conditions: twice, with repeated events, killed after every step.
struct Rehearsal<Adapter: CheckoutAdapter> {
    let adapter: Adapter
    let steps: [ScriptStep<Adapter.Event>]
    let story: Scenario.Story
    let scenario: Scenario

    func findings(repeatedEventsAreOne: Bool) -> [ConformanceFinding] {
        let problems =
            [boundary, borrowedWord].compactMap { $0 } + purity() + kills()
            + (repeatedEventsAreOne ? repetitions() : [])
        return problems.map { ConformanceFinding(scenario, story, $0) }
    }

    /// Whether the script keeps what the adapter's traits promise.
    private var boundary: ConformanceFinding.Problem? {
        switch adapter.traits.boundary {
        case .grant: story.turns.contains(.holdBack) ? .boundaryIsGrant : nil
        case .event:
            story.turns.contains(.send) && !heard().flatMap(\.signals).contains(where: \.isSubmission)
                ? .noBoundary : nil
        }
    }

    /// Whether the provider is quoted about a payment that it never got: the shopper left before anything was sent. The
    /// state looks the same, and a submission heard later would find the attempt ended for good.
    private var borrowedWord: ConformanceFinding.Problem? {
        guard adapter.traits.boundary == .event, story.turns.contains(.leaveBeforeSending) else { return nil }
        return heard().first { $0.signals.contains(where: \.isProvidersWord) }.map { .borrowedWord(event: $0.text) }
    }

    /// What each event means, one after the other, for an attempt under way.
    private func heard() -> [(text: String, signals: [CheckoutSignal])] {
        var adapter = adapter
        return events.map { event in
            var signals: [CheckoutSignal] = []
            adapter.interpret(event.event, for: context) { signals.append($0) }
            return (event.text, signals)
        }
    }

    private var events: [ScriptEvent<Adapter.Event>] {
        steps.compactMap { step in
            if case .event(let event) = step { event } else { nil }
        }
    }

    private var context: AttemptContext {
        AttemptContext(id: AttemptID(rawValue: "attempt-1"), asked: Scenario.order.amount)
    }

    /// Two copies of one adapter mean the same by the same event, each time.
    private func purity() -> [ConformanceFinding.Problem] {
        var adapter = adapter
        for event in events {
            for attempt in [context, nil] {
                var first = adapter
                var second = adapter
                var heard: [[CheckoutSignal]] = [[], []]
                first.interpret(event.event, for: attempt) { heard[0].append($0) }
                second.interpret(event.event, for: attempt) { heard[1].append($0) }
                if heard[0] != heard[1] { return [.impure(event: event.text)] }
            }
            adapter.interpret(event.event, for: context) { _ in }
        }
        return []
    }

    private func performance() -> Performance {
        Performance(adapter, on: Stage(order: Scenario.order, policy: story.policy))
    }

    /// Killed after every step, nothing is forgotten.
    private func kills() -> [ConformanceFinding.Problem] {
        var performance = performance()
        for step in steps {
            performance.play(step.erased)
            var killed = performance.copy()
            if let loss = killed.lossAtKill() { return [.forgotten(event: step.text, what: loss)] }
        }
        return []
    }

    /// Every event that asks nothing and starts nothing, told twice.
    private func repetitions() -> [ConformanceFinding.Problem] {
        let expected = ending(repeating: nil)
        return steps.indices.compactMap { index in
            guard case .event(let event) = steps[index], !event.asks, !startsAttempt(event.event) else { return nil }
            let seen = ending(repeating: index)
            return seen == expected ? nil : .repetition(event: event.text, expected: expected, seen: seen)
        }
    }

    private func startsAttempt(_ event: Adapter.Event) -> Bool {
        if case .start = adapter.subject(of: event).role { true } else { false }
    }

    private func ending(repeating index: Int?) -> String {
        var performance = performance()
        for (place, step) in steps.enumerated() {
            performance.play(step.erased)
            if place == index { performance.play(step.erased) }
        }
        return performance.stage.machine.standings.map(\.description).joined(separator: "; ")
    }
}

extension ScriptStep {
    /// The step in words.
    var text: String {
        switch self {
        case .open: "a further session opens"
        case .start: "a start"
        case .event(let event): event.text
        case .viewClosed: "the view closes"
        case .deadline: "the deadline passes"
        case .surcharge(let accept): accept ? "the surcharge is accepted" : "the surcharge is refused"
        case .relaunch: "the app is started again"
        case .merchant: "the merchant speaks"
        case .elsewhere(let turn): "at another provider: \(turn)"
        }
    }
}

extension CheckoutSignal {
    fileprivate var isSubmission: Bool {
        if case .submission = self { true } else { false }
    }

    fileprivate var isProvidersWord: Bool {
        if case .statement(let statement) = self { statement.evidence == .provider } else { false }
    }
}
