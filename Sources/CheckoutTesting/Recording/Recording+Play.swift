package import CheckoutCore

extension Recording {
    /// Plays the recording through the adapters, the guard and the machines, and returns what an observer saw.
    public func play() -> Trace { play(on: Stage(order: order, policy: policy)) }

    /// What the order's journal holds after the recording was played.
    package func records() -> [OrderRecord] {
        let stage = Stage(order: order, policy: policy)
        _ = play(on: stage)
        return stage.records
    }

    /// Plays the recording on a stage.
    ///
    /// - Parameter changing: may put another adapter in the place of a session's.
    func play(
        on stage: Stage, changing: @escaping @Sendable (any CheckoutAdapter) -> any CheckoutAdapter = { $0 }
    ) -> Trace {
        var player = Player(recording: self, stage: stage, changing: changing)
        player.play()
        return player.trace
    }
}

/// Plays one recording: each of its lines is one call of the stage.
private struct Player {
    let recording: Recording
    var stage: Stage
    let changing: @Sendable (any CheckoutAdapter) -> any CheckoutAdapter

    var trace: Trace {
        Trace(
            reference: recording.order.reference,
            lines: stage.lines.compactMap { line in
                switch line {
                case .change(let step, let update): .change(step: step, update)
                case .refused(let step, let reason): .refused(step: step, reason)
                case .stopped: nil
                }
            },
            standing: stage.machine.standing)
    }

    mutating func play() {
        let openedLater = Set(recording.events.filter { $0.name == "open" }.map(\.session))
        for index in recording.sessions.indices where !openedLater.contains(index) { open(index) }
        for line in recording.events {
            stage.step = line.step
            play(line)
        }
    }

    private mutating func open(_ index: Int) {
        let header = recording.sessions[index]
        guard let type = RecordedProviders.all[header.provider] else { return }
        open(index, name: header.id, changing(type.init(settings: header.settings)))
    }

    private mutating func open(_ index: Int, name: String, _ adapter: some CheckoutAdapter) {
        stage.open(index, name: name, adapter)
    }

    private mutating func play(_ line: Recording.Line) {
        switch line.name {
        case "open": open(line.session)
        case "start":
            stage.start(line.session, method: line.json["method"]?.string.map(PaymentMethod.init(rawValue:)))
        case "withdraw": if let attempt = attemptOrActive(line) { stage.withdraw(attempt: attempt) }
        case "closed": stage.close(line.session)
        case "deadline": if let attempt = attemptOrActive(line) { stage.deadlinePassed(attempt: attempt) }
        case "relaunch": stage.relaunch()
        case "statement": state(line)
        case "confirmSurcharge": if let attempt = attemptOrActive(line) { stage.acceptSurcharge(attempt: attempt) }
        case "cancelSurcharge":
            // The vendor reports what comes of it; a decision alone changes nothing.
            break
        default: send(line)
        }
    }

    /// The attempt that a line names by its number; `nil` if it names none, or one nobody has.
    private func attempt(_ line: Recording.Line) -> Int? {
        guard let number = line.json["attempt"]?.integer, number >= 1, number <= stage.machine.attemptCount else {
            return nil
        }
        return Int(number) - 1
    }

    /// The attempt that a line names, or the one at work where it names none.
    private func attemptOrActive(_ line: Recording.Line) -> Int? {
        line.json["attempt"] == nil ? stage.machine.activeAttempt : attempt(line)
    }

    private func binding(_ line: Recording.Line) -> OrderMachine.Binding {
        guard line.json["attempt"] != nil else { return .unbound }
        return attempt(line).map { .to($0) } ?? .toNobody
    }

    private mutating func state(_ line: Recording.Line) {
        let word = MerchantWord(json: line.json["outcome"] ?? .null)
        guard line.json["attempt"] != nil else { return stage.hear(word) }
        guard let attempt = attempt(line) else { return stage.hearUnowned(word) }
        stage.hear(word, attempt: attempt)
    }

    private mutating func send(_ line: Recording.Line) {
        // A vendor that speaks shows that its session is open.
        if !stage.isOpen(line.session) { open(line.session) }
        guard let type = RecordedProviders.all[recording.sessions[line.session].provider] else { return }
        for event in events(of: line, type) { stage.receive(event, line.session, bound: binding(line)) }
    }

    private func events<Adapter: RecordedAdapter>(of line: Recording.Line, _ type: Adapter.Type) -> [any Sendable] {
        Adapter.events(named: line.name, line: line.json, order: recording.order) ?? []
    }
}
