import CheckoutCore

/// Plays a script on a ``Stage`` and keeps what an observer saw as ``Sight``s.
struct Performance {
    private(set) var stage: Stage
    private var other: any Counterpart
    private let adapter: any CheckoutAdapter
    /// The session the vendor's events go to; each opening makes a new one.
    private var session = 0
    private static let otherSession = -1
    /// The name of the session at the other provider.
    static let otherName = "other"

    init(
        _ adapter: any CheckoutAdapter, on stage: Stage, beside other: any Counterpart = SimulatedCounterpart.reference
    ) {
        self.adapter = adapter
        self.stage = stage
        self.other = other
        openSession()
    }

    private mutating func openSession() { open(adapter, name: "own-\(session)") }

    private mutating func open(_ adapter: some CheckoutAdapter, name: String) {
        stage.open(session, name: name, adapter)
    }

    /// Plays one step.
    mutating func play(_ step: ScriptStep<any Sendable>) {
        stage.step += 1
        switch step {
        case .open:
            session += 1
            openSession()
        case .elsewhere(.open): other.open(Self.otherSession, on: &stage)
        case .elsewhere(let turn):
            for step in other.steps(turn) { play(step, session: Self.otherSession) }
        case .start, .event, .viewClosed, .deadline, .surcharge, .relaunch, .merchant: play(step, session: session)
        }
    }

    private mutating func play(_ step: ScriptStep<any Sendable>, session: Int) {
        switch step {
        case .start(let method): stage.start(session, method: method)
        case .event(let event):
            var binding = OrderMachine.Binding.unbound
            if let attempt = event.attempt {
                let own = attempts(elsewhere: session == Self.otherSession)
                binding = own.indices.contains(attempt - 1) ? .to(own[attempt - 1] - 1) : .toNobody
            }
            stage.receive(event.event, session, bound: binding, asks: event.asks)
        case .viewClosed: stage.close(session)
        case .deadline: if let active = stage.machine.activeAttempt { stage.deadlinePassed(attempt: active) }
        case .surcharge(true): if let active = stage.machine.activeAttempt { stage.acceptSurcharge(attempt: active) }
        case .surcharge(false): break
        case .relaunch(let amount):
            var order = stage.order
            if let amount { order.amount = amount }
            stage.relaunch(order: order)
        case .merchant(let word):
            if case .released = word { return stage.hear(word) }
            if let latest = attempts(elsewhere: false).last, latest <= stage.machine.attemptCount {
                stage.hear(word, attempt: latest - 1)
            }
        case .open, .elsewhere: break
        }
    }

    /// The same play so far, to go on with in another way.
    func copy() -> Performance {
        var copy = self
        copy.stage = stage.copy()
        return copy
    }

    /// Kills the app at the end, and says what it has forgotten then: an outcome, an anomaly, or what was sent.
    mutating func lossAtKill() -> String? {
        let before = standings
        let anomalies = stage.machine.standing.anomalies
        stage.relaunch()
        let after = standings
        for (number, standing) in before {
            // What was under way can't be any more.
            let isKept =
                standing.state.kind.isActive
                ? after[number].map { $0.exposure >= standing.exposure } : after[number].map { $0 == standing }
            if isKept != true { return "attempt \(number) was \(standing)" }
        }
        return stage.machine.standing.anomalies == anomalies ? nil : "an anomaly is lost"
    }

    /// How each attempt stands, by its number over the order.
    private var standings: [Int: Standing] {
        Dictionary(uniqueKeysWithValues: stage.machine.standings.enumerated().map { ($0.offset + 1, $0.element) })
    }

    /// The numbers, over the order, of the attempts of the vendor or of the other provider.
    private func attempts(elsewhere: Bool) -> [Int] {
        var numbers: [Int] = []
        for case .change(_, let update) in stage.lines {
            guard let number = update.change.attempt, !numbers.contains(number),
                (update.change.session == Performance.otherName) == elsewhere
            else { continue }
            numbers.append(number)
        }
        return numbers
    }

    /// What an observer saw: from the first `ready` on unless loading is the story, states on the way once each.
    func sights(fromTheBeginning: Bool) -> [Sight] {
        var numbers: [Int: Int] = [:]
        for elsewhere in [false, true] {
            for (index, number) in attempts(elsewhere: elsewhere).enumerated() { numbers[number] = index + 1 }
        }
        var sights = stage.lines.compactMap { Sight($0, numbers: numbers) }
        if !fromTheBeginning, let ready = sights.firstIndex(of: .ready) { sights.removeFirst(ready) }
        // The other provider's loading is no part of the story.
        sights.removeAll { $0 == Sight.initializing.elsewhere }
        var last: [Sight.Subject: Sight] = [:]
        return sights.filter { sight in
            defer { last[sight.subject] = sight }
            return !(sight.content.isOnTheWay && sight == last[sight.subject])
        }
    }
}

extension Sight {
    /// - Parameter numbers: an attempt's number among those of its provider, by its number over the order.
    fileprivate init?(_ line: Stage.Line, numbers: [Int: Int]) {
        switch line {
        case .refused(_, let reason): self.init(.answer, .refused(reason))
        case .stopped: self.init(.answer, .stopped)
        case .change(_, let update):
            let change = update.change
            guard !change.isEvidenceOnly else { return nil }
            let isElsewhere = change.session == Performance.otherName
            if let number = change.attempt {
                let own = numbers[number] ?? 0
                self.init(
                    isElsewhere ? .otherAttempt(own) : .attempt(own), Content(change.standing),
                    anomalies: change.anomalies)
                if exposure != nil { exposure = change.standing.exposure }
            } else {
                let subject: Subject =
                    change.session == nil ? .order : isElsewhere ? .otherSession : .session
                self.init(
                    subject, change.anomalies.isEmpty ? Content(change.standing) : .unchanged,
                    anomalies: change.anomalies)
            }
        }
    }
}

/// The other provider of a story.
protocol Counterpart: Sendable {
    /// Opens its session.
    mutating func open(_ key: Int, on stage: inout Stage)
    /// What happens there.
    mutating func steps(_ turn: Turn.OtherTurn) -> [ScriptStep<any Sendable>]
    /// How a line of the story is told there.
    func told(_ sight: Sight, in scenario: Scenario.ID) -> Sight
}

/// A simulator in the role of the other provider.
struct SimulatedCounterpart<Simulator: VendorSimulator>: Counterpart {
    private var simulator = Simulator(for: "S33")

    mutating func open(_ key: Int, on stage: inout Stage) {
        stage.open(key, name: Performance.otherName, simulator.adapter)
        for case .event(let event) in play(.load) { stage.receive(event.event, key) }
    }

    mutating func steps(_ turn: Turn.OtherTurn) -> [ScriptStep<any Sendable>] {
        switch turn {
        case .open: []
        case .press: play(.press)
        case .pressInVain: play(.pressInVain)
        case .approve: play(.approve(.all))
        case .approveUnasked: play(.approveUnasked)
        }
    }

    private mutating func play(_ turn: Turn) -> [ScriptStep<any Sendable>] {
        // Every vendor can tell that a payment was made.
        ((try? simulator.play(turn)) ?? []).map(\.erased)
    }

    func told(_ sight: Sight, in scenario: Scenario.ID) -> Sight {
        guard case .otherAttempt(let number) = sight.subject else { return sight }
        var own = sight
        own.subject = .attempt(number)
        var told = Simulator.telling.told(own, in: scenario)
        told.subject = sight.subject
        return told
    }
}

extension SimulatedCounterpart where Simulator == ReferenceSimulator {
    static var reference: Self { Self() }
}
