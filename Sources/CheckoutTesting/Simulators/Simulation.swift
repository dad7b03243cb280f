public import CheckoutCore

/// A simulated vendor on a real checkout: for previews, examples and an app's own tests.
///
/// ```swift
/// var simulation = try Simulation(EpaySimulator.self, on: checkout)
/// for turn in [Turn.load, .press, .approve(.all)] { try simulation.play(turn) }
/// ```
///
/// In a SwiftUI preview, `.task { try? await simulation.run([.load, .press, .redirect], every: .seconds(1)) }` shows the
/// screen as a shopper would see it.
public struct Simulation<Simulator: VendorSimulator>: Sendable {
    /// The order.
    public let checkout: Checkout
    /// The session the vendor's events go to.
    public private(set) var session: CheckoutSession<Simulator.Adapter>
    /// The stand-in of the vendor.
    public private(set) var simulator: Simulator
    /// The vendor's attempts, the first one first.
    public private(set) var attempts: [AttemptID] = []

    /// What came of one step.
    public enum Answer: Sendable, Hashable {
        /// It was taken.
        case taken
        /// The guard refused a start, or a hook is to answer no.
        case refused(String)
        /// It isn't the vendor's, and the app has to make it happen: a kill, a deadline, another provider.
        case forTheApp
    }

    /// Opens a session of a simulated vendor.
    ///
    /// - Parameters:
    ///   - simulator: the vendor's.
    ///   - checkout: the checkout it drives.
    ///   - scenario: the scenario whose session settings are wanted; any without.
    /// - Throws: `JournalError` if the checkout is closed.
    public init(
        _ simulator: Simulator.Type, on checkout: Checkout, for scenario: Scenario.ID = "S01"
    ) throws(JournalError) {
        self.checkout = checkout
        self.simulator = Simulator(for: scenario)
        session = try checkout.open(self.simulator.adapter)
    }

    /// Lets something happen.
    ///
    /// - Returns: what came of each step, in order, with the step.
    /// - Throws: ``NotExpressible`` if the vendor can't tell it; `JournalError` if the checkout is closed.
    @discardableResult
    public mutating func play(_ turn: Turn) throws -> [(step: ScriptStep<Simulator.Adapter.Event>, answer: Answer)] {
        var answers: [(step: ScriptStep<Simulator.Adapter.Event>, answer: Answer)] = []
        for step in try simulator.play(turn) { answers.append((step, try take(step))) }
        return answers
    }

    /// Lets one thing happen after the other, with a pause before each.
    ///
    /// - Parameters:
    ///   - turns: what happens.
    ///   - pause: the pause.
    ///   - clock: what measures it.
    /// - Throws: what ``play(_:)`` throws; `CancellationError`.
    public mutating func run(
        _ turns: [Turn], every pause: Duration, clock: any Clock<Duration> = ContinuousClock()
    ) async throws {
        for turn in turns {
            try await clock.sleep(for: pause)
            try play(turn)
        }
    }

    private mutating func take(_ step: ScriptStep<Simulator.Adapter.Event>) throws -> Answer {
        switch step {
        case .open: session = try checkout.open(simulator.adapter)
        case .start(let method):
            switch session.begin(method: method) {
            case .granted(let grant): note(grant.attempt)
            case .refused(let refusal): return .refused(refusal.description)
            }
        case .event(let event):
            let answer = session.send(event.event, for: event.attempt.flatMap(attempt))
            noteNew()
            if case .stop(let reason) = answer, event.asks { return .refused("\(reason)") }
        case .viewClosed: session.viewClosed()
        case .surcharge(let accept): session.decideSurcharge(accept: accept)
        case .merchant(let word):
            if case .released = word {
                checkout.hear(word, about: nil)
            } else if let latest = attempts.last {
                checkout.hear(word, about: latest)
            }
        case .deadline, .relaunch, .elsewhere: return .forTheApp
        }
        return .taken
    }

    private func attempt(_ number: Int) -> AttemptID? {
        attempts.indices.contains(number - 1) ? attempts[number - 1] : nil
    }

    private mutating func note(_ attempt: AttemptID) {
        if !attempts.contains(attempt) { attempts.append(attempt) }
    }

    /// Attempts that the vendor has begun by itself.
    private mutating func noteNew() {
        for summary in checkout.attempts where summary.provider == Simulator.Adapter.provider { note(summary.id) }
    }
}

extension VendorSimulator {
    /// The vendor's events of what happens, with a pause before each: for code that takes an asynchronous sequence.
    ///
    /// A turn that the vendor can't tell ends the stream.
    public static func events(
        of turns: [Turn], every pause: Duration, clock: any Clock<Duration> = ContinuousClock()
    ) -> AsyncStream<Adapter.Event> {
        AsyncStream { continuation in
            let task = Task {
                var simulator = Self(for: "S01")
                for turn in turns {
                    guard let steps = try? simulator.play(turn) else { break }
                    for case .event(let event) in steps {
                        guard (try? await clock.sleep(for: pause)) != nil else { return continuation.finish() }
                        continuation.yield(event.event)
                    }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
