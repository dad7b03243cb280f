public import CheckoutCore

/// The equivalence matrix: every scenario, told by every provider.
public struct Matrix: Sendable {
    /// One scenario at one provider.
    public struct Cell: Sendable {
        /// The scenario.
        public let scenario: Scenario.ID
        /// The provider.
        public let provider: Provider
        /// How it tells each of the scenario's stories.
        public let stories: [StoryResult]
    }

    /// The providers, in the order of the columns.
    public let providers: [Provider]
    /// The cells, scenario by scenario.
    public let cells: [Cell]

    /// Plays the whole catalogue with every provider's simulator.
    public static func played() -> Matrix { played(on: Setting()) }

    static func played(on setting: Setting) -> Matrix {
        let columns = Columns.all
        return Matrix(
            providers: columns.map(\.provider),
            cells: Scenario.catalogue.flatMap { scenario in
                columns.map { column in
                    Cell(scenario: scenario.id, provider: column.provider, stories: column.tell(scenario, setting))
                }
            })
    }

    /// Whether no cell differs from what is expected.
    public var isExact: Bool { cells.allSatisfy { !$0.differs } }
}

extension Matrix.Cell {
    /// Whether some story is told otherwise than expected.
    public var differs: Bool {
        stories.contains { result in
            if case .differs = result.verdict { true } else { false }
        }
    }

    /// Whether the provider can tell at least one of the stories.
    public var isExpressible: Bool { stories.contains { $0.reason == nil } }

    /// Why the provider can't tell a story, the first reason if there are several.
    public var reason: String? { stories.lazy.compactMap(\.reason).first }

    /// What the provider tells otherwise by its mapping.
    public var variation: Telling.Variation? {
        stories.lazy.compactMap { result in
            if case .exact(let variation) = result.verdict { variation } else { nil }
        }.first
    }
}

extension StoryResult {
    /// Why the provider can't tell the story; `nil` if it can.
    public var reason: String? {
        if case .notExpressible(let because) = verdict { because } else { nil }
    }
}

/// The providers of the matrix with the simulators that speak for them.
struct Columns: Sendable {
    let provider: Provider
    let tell: @Sendable (Scenario, Setting) -> [StoryResult]
    /// A story in the provider's events, with the faults in it that change what happens.
    let script:
        @Sendable (Scenario.Story, Scenario.ID, [Fault]) throws(NotExpressible) -> (
            adapter: any CheckoutAdapter, steps: [ScriptStep<any Sendable>]
        )
    /// A story turn by turn.
    let demonstrate: @Sendable (Scenario.Story, Scenario.ID) -> Demonstration.Column
    /// What a kill at the end of a scenario's stories loses; `nil` if nothing.
    let loss: @Sendable (Scenario, Setting) -> String?

    private init<Simulator: VendorSimulator>(_ simulator: Simulator.Type) {
        provider = Simulator.Adapter.provider
        tell = { scenario, setting in Simulator.tell(scenario, on: setting) }
        script = { (story, scenario, faults) throws(NotExpressible) in
            let turned = Scenario.Story(
                name: story.name, turns: story.turns(with: faults), expected: [], refusal: nil, policy: story.policy)
            let (adapter, steps) = try Simulator.script(of: turned, in: scenario)
            return (adapter, steps.map(\.erased))
        }
        demonstrate = { story, scenario in Simulator.demonstrate(story, scenario) }
        loss = { scenario, setting in
            for story in scenario.stories {
                guard let (adapter, steps) = try? Simulator.script(of: story, in: scenario.id) else { continue }
                var performance = setting.performance(
                    of: steps.map(\.erased), by: adapter, policy: story.policy)
                if let loss = performance.lossAtKill() { return loss }
            }
            return nil
        }
    }

    static let all: [Columns] = [
        Columns(EpaySimulator.self), Columns(PrimerSimulator.self), Columns(AdyenSimulator.self),
        Columns(PXPSimulator.self),
    ]
}
