import CheckoutCore

/// How one provider tells one story.
public struct StoryResult: Sendable {
    /// The scenario.
    public let scenario: Scenario.ID
    /// What sets the story apart from the scenario's others.
    public let story: String
    /// What came of it.
    public let verdict: Verdict

    /// What came of a story.
    public enum Verdict: Sendable, Hashable {
        /// The trace is exactly the expected one.
        case exact(Telling.Variation?)
        /// The trace differs.
        case differs(expected: [String], seen: [String])
        /// The vendor can't tell it.
        case notExpressible(because: String)
    }
}

extension VendorSimulator {
    /// Tells a scenario's stories in this vendor's events and compares what an observer sees with what they expect.
    public static func tell(_ scenario: Scenario) -> [StoryResult] { tell(scenario, on: Setting()) }

    static func tell(_ scenario: Scenario, on setting: Setting) -> [StoryResult] {
        scenario.stories.map { story in
            StoryResult(scenario: scenario.id, story: story.name, verdict: verdict(story, scenario.id, setting))
        }
    }

    private static func verdict(
        _ story: Scenario.Story, _ scenario: Scenario.ID, _ setting: Setting
    ) -> StoryResult.Verdict {
        do throws(NotExpressible) {
            let (adapter, steps) = try script(of: story, in: scenario)
            return StoryResult.Verdict(
                playing: steps.map(\.erased), by: adapter, of: story, in: scenario, telling: telling, on: setting)
        } catch {
            return .notExpressible(because: error.because)
        }
    }
}

extension StoryResult.Verdict {
    /// Plays a script and compares what was seen with the story, as this vendor can tell it.
    init(
        playing steps: [ScriptStep<any Sendable>], by adapter: any CheckoutAdapter, of story: Scenario.Story,
        in scenario: Scenario.ID, telling: Telling, on setting: Setting
    ) {
        let performance = setting.performance(of: steps, by: adapter, policy: story.policy)
        let expected = story.expected.map { setting.counterpart.told(telling.told($0, in: scenario), in: scenario) }
        let seen = performance.sights(fromTheBeginning: story.expected.first == .initializing)
        let refusal = performance.stage.machine.standing.refusal
        if expected == seen, story.refusal == refusal {
            self = .exact(telling.variations[scenario])
        } else {
            self = .differs(
                expected: expected.map(\.description) + [Self.ending(story.refusal)],
                seen: seen.map(\.description) + [Self.ending(refusal)])
        }
    }

    private static func ending(_ refusal: StartRefusal?) -> String {
        refusal.map { "a new attempt is refused: \($0.rawValue)" } ?? "a new attempt may begin"
    }
}

/// What a story is played on: the machine's table, the journal, the other provider. The tests change parts of it to see
/// that it is noticed.
struct Setting: Sendable {
    var table = TransitionTable.standard
    /// The guard treats every order after the standard policy.
    var ignoresPolicy = false
    var keeps: @Sendable (OrderRecord) -> Bool = { _ in true }
    var adapter: @Sendable (any CheckoutAdapter) -> any CheckoutAdapter = { $0 }
    var counterpart: any Counterpart = SimulatedCounterpart.reference

    func stage(_ order: CheckoutOrder, policy: GuardPolicy = .standard) -> Stage {
        Stage(order: order, policy: ignoresPolicy ? .standard : policy, table: table, keeping: keeps)
    }

    /// A script played to its end.
    func performance(
        of steps: [ScriptStep<any Sendable>], by adapter: any CheckoutAdapter, policy: GuardPolicy
    ) -> Performance {
        var performance = Performance(
            self.adapter(adapter), on: stage(Scenario.order, policy: policy), beside: counterpart)
        for step in steps { performance.play(step) }
        return performance
    }
}
