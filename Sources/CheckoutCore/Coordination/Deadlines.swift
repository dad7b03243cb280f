/// How long an attempt may be silent before the app asks a question (rule R9).
///
/// A deadline never makes anything safe: it turns silence of a submitted attempt into doubt, and ends one nothing was sent
/// for. It doesn't run while a payment is pending.
public struct Deadlines: Sendable, Hashable {
    /// While the attempt is under way; `nil` for no deadline.
    public var processing: Duration?
    /// While the shopper has to act; `nil` for no deadline.
    public var actionRequired: Duration?

    /// Makes deadlines.
    public init(processing: Duration? = nil, actionRequired: Duration? = nil) {
        self.processing = processing
        self.actionRequired = actionRequired
    }

    /// No deadlines.
    public static let none = Deadlines()

    func length(in state: CheckoutState) -> Duration? {
        switch state {
        case .processing: processing
        case .actionRequired: actionRequired
        case .initializing, .ready, .pending, .partiallyPaid, .succeeded, .declined, .cancelled, .failed,
            .outcomeUnknown:
            nil
        }
    }
}

/// Watches the attempt at work and tells when its deadline passes.
final class DeadlineTimer: Sendable {
    private let deadlines: Deadlines
    private let clock: any Clock<Duration>
    private let state = Locked(State())

    private struct State: Sendable {
        weak var checkout: Checkout?
        var watched: Watched?
        var task: Task<Void, Never>?
        var generation = 0
    }

    /// A phase of an attempt: a new one has a new deadline.
    private struct Watched: Sendable, Equatable {
        let attempt: Int
        let state: CheckoutState
    }

    init(_ deadlines: Deadlines, clock: any Clock<Duration>) {
        self.deadlines = deadlines
        self.clock = clock
    }

    func start(for checkout: Checkout) { state.withLock { $0.checkout = checkout } }

    func stop() {
        state.withLock { state in
            state.generation += 1
            state.task?.cancel()
            state.task = nil
        }
    }

    /// The attempt at work stands so now.
    func changed(to active: (attempt: Int, standing: Standing)?) {
        state.withLock { state in
            let watched = active.map { Watched(attempt: $0.attempt, state: $0.standing.state) }
            guard watched != state.watched else { return }
            state.watched = watched
            state.generation += 1
            state.task?.cancel()
            state.task = nil
            guard let watched, let length = deadlines.length(in: watched.state) else { return }
            state.task = Task { [weak self, clock, generation = state.generation] in
                guard (try? await clock.sleep(for: length)) != nil else { return }
                self?.passed(watched.attempt, generation)
            }
        }
    }

    private func passed(_ attempt: Int, _ generation: Int) {
        let checkout = state.withLock { $0.generation == generation ? $0.checkout : nil }
        checkout?.change { work in
            // What came meanwhile has ended the phase, and its deadline with it.
            guard state.withLock({ $0.generation == generation }) else { return }
            work.record { machine, sink in machine.deadlinePassed(attempt: attempt, sink) }
        }
    }
}
