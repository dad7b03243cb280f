import CheckoutCore
import CheckoutTesting

/// A trace laid out by lanes: which state stood from which event to which.
struct Timeline {
    /// A state while it stood: from one event up to, but not including, another.
    struct Span: Equatable {
        var from: Int
        var end: Int
        var standing: Standing
    }

    /// Something that happened at one event and is louder than a state.
    struct Mark: Equatable {
        enum What: Equatable {
            case anomaly(Anomaly)
            case refusal(StartRefusal)
        }

        var step: Int
        var what: What
    }

    /// One line of a lane.
    struct Row: Equatable {
        enum Subject: Hashable {
            case order
            case session
            case attempt(Int)
            case refusedStarts
        }

        var subject: Subject
        var spans: [Span] = []
        var marks: [Mark] = []
    }

    /// The order's own lane, or a session's.
    struct Lane: Equatable {
        /// The place of the session in the recording's header; `nil` for the order.
        var session: Int?
        var rows: [Row] = []
    }

    /// The number of places on the axis: the header's, and one for each event.
    let places: Int
    /// The order's lane, then the sessions' in the order of the header.
    private(set) var lanes: [Lane]

    init(_ recording: Recording, _ trace: Trace) {
        places = recording.events.count + 1
        lanes = [Lane(session: nil)] + recording.sessions.indices.map { Lane(session: $0) }
        let laneOfSession = Dictionary(
            recording.sessions.enumerated().map { ($1.id, $0 + 1) }, uniquingKeysWith: { first, _ in first })
        for line in trace.lines {
            switch line {
            case .refused(let step, let reason):
                let lane = step == 0 ? 0 : recording.events[step - 1].session + 1
                row(.refusedStarts, in: lane) { $0.marks.append(Mark(step: step, what: .refusal(reason))) }
            case .change(let step, let update):
                let change = update.change
                show(update.order, at: step, .order, in: 0)
                let lane = change.session.flatMap { laneOfSession[$0] } ?? 0
                let subject: Row.Subject =
                    if let attempt = change.attempt { .attempt(attempt) } else { lane == 0 ? .order : .session }
                if subject != .order { show(change.standing, at: step, subject, in: lane) }
                row(subject, in: lane) { row in
                    row.marks += change.anomalies.map { Mark(step: step, what: .anomaly($0)) }
                }
                // A session's own states show until its first attempt.
                if case .attempt = subject { end(.session, at: step, in: lane) }
            }
        }
        for lane in lanes.indices {
            for row in lanes[lane].rows.indices {
                lanes[lane].rows[row].spans.removeAll { $0.from == $0.end }
            }
        }
    }

    private mutating func row(_ subject: Row.Subject, in lane: Int, _ change: (inout Row) -> Void) {
        let place = lanes[lane].rows.firstIndex { $0.subject == subject } ?? lanes[lane].rows.endIndex
        if place == lanes[lane].rows.endIndex { lanes[lane].rows.append(Row(subject: subject)) }
        change(&lanes[lane].rows[place])
    }

    private mutating func show(_ standing: Standing, at step: Int, _ subject: Row.Subject, in lane: Int) {
        let places = places
        row(subject, in: lane) { row in
            if let last = row.spans.indices.last {
                if row.spans[last].standing == standing { return }
                row.spans[last].end = min(row.spans[last].end, step)
            }
            row.spans.append(Span(from: step, end: places, standing: standing))
        }
    }

    private mutating func end(_ subject: Row.Subject, at step: Int, in lane: Int) {
        guard let row = lanes[lane].rows.firstIndex(where: { $0.subject == subject }),
            let last = lanes[lane].rows[row].spans.indices.last
        else { return }
        let end = lanes[lane].rows[row].spans[last].end
        lanes[lane].rows[row].spans[last].end = min(end, max(step, lanes[lane].rows[row].spans[last].from))
    }
}
