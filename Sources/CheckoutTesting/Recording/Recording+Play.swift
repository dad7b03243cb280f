import CheckoutCore

extension Recording {
    /// Plays the recording through the adapters, the guard and the machines, and returns what an observer saw.
    public func play() -> Trace { play(table: .standard) }

    func play(table: TransitionTable) -> Trace {
        var player = Player(recording: self, table: table)
        player.play()
        return player.trace
    }
}

/// Plays one recording.
private struct Player {
    let recording: Recording
    let table: TransitionTable
    var machine: OrderMachine
    /// What was opened, by the session's place in the header.
    var open: [Int: OpenSession] = [:]
    var output = Output()

    /// A session as the app holds it: its adapter and its place in the machine.
    struct OpenSession {
        var adapter: any RecordedAdapter
        let place: Int
    }

    /// What came out so far. Shared with the machine's sink, on this thread only.
    final class Output {
        var lines: [Trace.Line] = []
        var records: [OrderRecord] = []
        var step = 0
        var attempts = 0
    }

    init(recording: Recording, table: TransitionTable) {
        self.recording = recording
        self.table = table
        machine = OrderMachine(order: recording.order, policy: recording.policy, table: table)
        output.records = [.opened(recording.order)]
    }

    var sink: OrderMachine.Sink {
        OrderMachine.Sink(
            update: { [output] in output.lines.append(.change(step: output.step, $0)) },
            record: { [output] in output.records.append($0) })
    }

    var trace: Trace {
        Trace(reference: recording.order.reference, lines: output.lines, standing: machine.standing)
    }

    mutating func play() {
        let openedLater = Set(recording.events.filter { $0.name == "open" }.map(\.session))
        for index in recording.sessions.indices where !openedLater.contains(index) { openSession(index) }
        for line in recording.events {
            output.step = line.step
            play(line)
        }
    }

    /// Attempts are numbered in the order they begin, and named after their number: a recording can name them in links.
    private var nextID: () -> AttemptID {
        { [output] in
            output.attempts += 1
            return AttemptID(rawValue: "attempt-\(output.attempts)")
        }
    }

    private mutating func openSession(_ index: Int) {
        let header = recording.sessions[index]
        guard let type = RecordedProviders.all[header.provider] else { return }
        let adapter = type.init(settings: header.settings)
        let place = machine.open(header.id, provider: header.provider, traits: adapter.traits, sink)
        open[index] = OpenSession(adapter: adapter, place: place)
    }

    private mutating func play(_ line: Recording.Line) {
        switch line.name {
        case "open": openSession(line.session)
        case "start":
            guard let session = open[line.session] else {
                return refuse(machine.standing.refusal ?? .sessionClosed)
            }
            let method = line.json["method"]?.string.map(PaymentMethod.init(rawValue:))
            if case .failure(let refusal) = machine.begin(session: session.place, method: method, id: nextID, sink) {
                refuse(refusal)
            }
        case "withdraw":
            if let attempt = attemptOrActive(line) { _ = machine.withdraw(attempt: attempt, sink) }
        case "closed":
            guard let session = open[line.session] else { return }
            machine.close(
                session: session.place, Cancellation(cause: .unstated, retry: .newSession),
                ifSubmitted: .closedAfterSubmission, sink)
        case "deadline":
            if let attempt = attemptOrActive(line) { machine.deadlinePassed(attempt: attempt, sink) }
        case "relaunch": relaunch()
        case "statement": state(line)
        case "confirmSurcharge":
            if let attempt = attemptOrActive(line) { machine.acceptSurcharge(attempt: attempt, sink) }
        case "cancelSurcharge":
            // The vendor reports what comes of it; a decision alone changes nothing.
            break
        default: send(line)
        }
    }

    private mutating func refuse(_ reason: StartRefusal) { output.lines.append(.refused(step: output.step, reason)) }

    /// The attempt that a line names by its number; `nil` if it names none, or one nobody has.
    private func attempt(_ line: Recording.Line) -> Int? {
        guard let number = line.json["attempt"]?.integer, number >= 1, number <= machine.attemptCount else {
            return nil
        }
        return Int(number) - 1
    }

    /// The attempt that a line names, or the one at work where it names none.
    private func attemptOrActive(_ line: Recording.Line) -> Int? {
        line.json["attempt"] == nil ? machine.activeAttempt : attempt(line)
    }

    private func binding(_ line: Recording.Line) -> OrderMachine.Binding {
        guard line.json["attempt"] != nil else { return .unbound }
        return attempt(line).map { .to($0) } ?? .toNobody
    }

    /// The process dies: what is left is what the journal's lines say.
    private mutating func relaunch() {
        let lines = OrderRecord.line(output.records).map { [$0] } ?? []
        guard
            let restored = try? RestoredOrder(
                order: recording.order, policy: recording.policy, table: table, from: JournalContent(lines: lines))
        else { return }
        machine = restored.machine
        for update in restored.updates { output.lines.append(.change(step: output.step, update)) }
        output.records += restored.records
        for index in open.keys.sorted() { openSession(index) }
    }

    private mutating func state(_ line: Recording.Line) {
        let outcome = line.json["outcome"] ?? .null
        let word = MerchantWord(json: outcome)
        if line.json["attempt"] != nil {
            guard let attempt = attempt(line) else { return machine.hearUnowned(word, id: nextID, sink) }
            return machine.hear(word, attempt: attempt, sink)
        }
        if case .released(let references) = word { return machine.hear(released: references, sink) }
        for reference in word.references {
            if let attempt = machine.attempt(of: reference) { return machine.hear(word, attempt: attempt, sink) }
        }
        if !word.references.isEmpty { machine.hearUnowned(word, id: nextID, sink) }
    }

    private mutating func send(_ line: Recording.Line) {
        // A vendor that speaks shows that its session is open.
        if open[line.session] == nil { openSession(line.session) }
        guard var session = open[line.session] else { return }
        send(line, to: &session.adapter, place: session.place)
        open[line.session] = session
    }

    private mutating func send(_ line: Recording.Line, to adapter: inout any RecordedAdapter, place: Int) {
        func deliver<Adapter: RecordedAdapter>(_ adapter: Adapter) -> any RecordedAdapter {
            var adapter = adapter
            let events = Adapter.events(named: line.name, line: line.json, order: recording.order) ?? []
            for event in events {
                let answer = machine.receive(
                    event, by: &adapter, session: place, bound: binding(line), id: nextID, sink)
                if case .stop(.refused(let reason)) = answer { refuse(reason) }
            }
            return adapter
        }
        adapter = deliver(adapter)
    }
}
