public import CheckoutCore

/// A story told by several providers side by side, turn by turn: what each says, and what the app sees.
public struct Demonstration: Sendable {
    /// One provider's telling.
    public struct Column: Sendable {
        /// The provider.
        public let provider: Provider
        /// What it says and what the app sees at each turn; `nil` if the provider can't tell the story.
        public let turns: [Turn]?
        /// Why it can't.
        public let reason: String?
        /// The answer to the question whether Pay may be pressed again, at the end.
        public let ending: OrderStanding?

        /// One turn.
        public struct Turn: Sendable {
            /// The provider's events, in its own words.
            public let words: [String]
            /// What the app sees then; empty if nothing changes.
            public let sights: [Sight]
        }
    }

    /// The scenario.
    public let scenario: Scenario
    /// The story that is told.
    public let story: Scenario.Story
    /// The providers.
    public let columns: [Column]

    /// Lets every provider tell a scenario's first story.
    public init(_ scenario: Scenario) {
        self.scenario = scenario
        story = scenario.stories[0]
        let story = story
        columns = Columns.all.map { $0.demonstrate(story, scenario.id) }
    }
}

extension VendorSimulator {
    static func demonstrate(_ story: Scenario.Story, _ scenario: Scenario.ID) -> Demonstration.Column {
        var simulator = Self(for: scenario)
        var performance = Performance(simulator.adapter, on: Stage(order: Scenario.order, policy: story.policy))
        var turns: [Demonstration.Column.Turn] = []
        do throws(NotExpressible) {
            for turn in story.turns {
                let steps = try simulator.play(turn)
                let before = performance.sights(fromTheBeginning: true).count
                for step in steps { performance.play(step.erased) }
                let sights = performance.sights(fromTheBeginning: true)
                turns.append(
                    .init(
                        words: steps.compactMap { if case .event(let event) = $0 { event.text } else { nil } },
                        sights: Array(sights.dropFirst(turns.isEmpty ? 0 : before))))
            }
        } catch {
            return .init(provider: Adapter.provider, turns: nil, reason: error.because, ending: nil)
        }
        return .init(
            provider: Adapter.provider, turns: turns, reason: nil, ending: performance.stage.machine.standing)
    }
}
