public import CheckoutCore

/// Checks whether an adapter means by the neutral states what every other adapter means by them.
///
/// ```swift
/// let report = Conformance.check(adapter: AcmeAdapter(), telling: telling) { story, scenario in
///     try acmeScript(of: story, in: scenario)  // steps, or throw NotExpressible(because: "…")
/// }
/// #expect(report.findings.isEmpty, "\(report.findings)")
/// ```
///
/// It links no test framework: a test asserts that the report's findings are empty.
public enum Conformance {
    /// Plays every story of the catalogue with an adapter.
    ///
    /// - Parameters:
    ///   - adapter: a fresh adapter; each story begins with a copy of it.
    ///   - telling: what the vendor can tell at all.
    ///   - script: the story in the vendor's events. It throws ``NotExpressible`` with the reason for one it can't tell.
    public static func check<Adapter: CheckoutAdapter>(
        adapter: Adapter, telling: Telling = Telling(),
        script: (Scenario.Story, Scenario.ID) throws(NotExpressible) -> [ScriptStep<Adapter.Event>]
    ) -> ConformanceReport {
        check(telling: telling) { (story, scenario) throws(NotExpressible) in
            (adapter, try script(story, scenario))
        }
    }

    /// Plays every story of the catalogue with a simulator's adapter and the simulator's events.
    public static func check<Simulator: VendorSimulator>(_ simulator: Simulator.Type) -> ConformanceReport {
        check(telling: Simulator.telling) { (story, scenario) throws(NotExpressible) in
            try Simulator.script(of: story, in: scenario)
        }
    }

    private static func check<Adapter: CheckoutAdapter>(
        telling: Telling,
        script: (Scenario.Story, Scenario.ID) throws(NotExpressible) -> (
            adapter: Adapter, steps: [ScriptStep<Adapter.Event>]
        )
    ) -> ConformanceReport {
        var report = ConformanceReport(stories: [], findings: [])
        for scenario in Scenario.catalogue {
            for story in scenario.stories {
                let told: (adapter: Adapter, steps: [ScriptStep<Adapter.Event>])
                do throws(NotExpressible) {
                    told = try script(story, scenario.id)
                } catch {
                    report.add(.notExpressible(because: error.because), scenario, story)
                    continue
                }
                let verdict = StoryResult.Verdict(
                    playing: told.steps.map(\.erased), by: told.adapter, of: story, in: scenario.id, telling: telling,
                    on: Setting())
                report.add(verdict, scenario, story)
                let play = Rehearsal(adapter: told.adapter, steps: told.steps, story: story, scenario: scenario)
                report.findings += play.findings(repeatedEventsAreOne: telling.repeatedEventsAreOne)
            }
        }
        return report
    }

    /// The stories that no vendor is too silent for: without them the guard can't be trusted.
    static let essential: Set<Scenario.ID> = ["S01", "S27", "S30", "S31", "S32", "S45"]
}

/// What the kit found.
public struct ConformanceReport: Sendable {
    /// How each story was told.
    public internal(set) var stories: [StoryResult]
    /// What is wrong; empty for a conforming adapter.
    public internal(set) var findings: [ConformanceFinding]

    /// The number of stories that are told exactly as expected.
    public var exact: Int {
        stories.filter { result in
            if case .exact = result.verdict { true } else { false }
        }.count
    }

    fileprivate mutating func add(_ verdict: StoryResult.Verdict, _ scenario: Scenario, _ story: Scenario.Story) {
        stories.append(StoryResult(scenario: scenario.id, story: story.name, verdict: verdict))
        switch verdict {
        case .exact: break
        case .differs(let expected, let seen):
            findings.append(ConformanceFinding(scenario, story, .differs(expected: expected, seen: seen)))
        case .notExpressible(let because) where because.isEmpty:
            findings.append(ConformanceFinding(scenario, story, .noReason))
        case .notExpressible where Conformance.essential.contains(scenario.id):
            findings.append(ConformanceFinding(scenario, story, .untold))
        case .notExpressible: break
        }
    }
}

/// One thing that is wrong with an adapter, by the rules it breaks.
public struct ConformanceFinding: Sendable, Hashable {
    /// The rules that the story rests on, or that the check is about.
    public let rules: [Rule]
    /// The scenario in which it showed.
    public let scenario: Scenario.ID
    /// What sets the story apart from the scenario's others; empty if there is one.
    public let story: String
    /// What is wrong.
    public let problem: Problem

    /// What can be wrong.
    public enum Problem: Sendable, Hashable {
        /// An observer sees something else than the story says.
        case differs(expected: [String], seen: [String])
        /// A story is not expressible without a reason.
        case noReason
        /// A story is not expressible that every vendor can tell.
        case untold
        /// The same events give other signals the second time.
        case impure(event: String)
        /// An event that comes twice changes how the order ends.
        case repetition(event: String, expected: String, seen: String)
        /// After a kill something is forgotten.
        case forgotten(event: String, what: String)
        /// The traits promise an event at the submission boundary, and the outcome comes without one.
        case noBoundary
        /// The grant is the boundary, and yet the script holds something back before sending.
        case boundaryIsGrant
        /// The provider is made to speak about a payment that was never sent.
        case borrowedWord(event: String)
    }

    init(_ scenario: Scenario, _ story: Scenario.Story, _ problem: Problem) {
        rules =
            switch problem {
            case .differs, .noReason, .untold: scenario.rules
            case .impure, .repetition: [.r10]
            case .forgotten: [.r8]
            case .noBoundary, .boundaryIsGrant, .borrowedWord: [.r1]
            }
        self.scenario = scenario.id
        self.story = story.name
        self.problem = problem
    }
}

extension ConformanceFinding: CustomStringConvertible {
    /// The rules, the scenario, what is wrong, and what to look at.
    public var description: String {
        let name = story.isEmpty ? "\(scenario)" : "\(scenario) (\(story))"
        return "\(rules.map(\.description).joined(separator: ", ")) · \(name): \(message)"
    }

    private var message: String {
        switch problem {
        case .differs(let expected, let seen):
            "an observer has to see\n    " + expected.joined(separator: "\n    ") + "\n  and sees\n    "
                + seen.joined(separator: "\n    ")
        case .noReason:
            "the script says that it can't tell the story, and not why; give notExpressible(because:) a reason"
        case .untold: "every vendor can tell this story, and the guard rests on it; write a script for it"
        case .impure(let event):
            "interpreting “\(event)” twice from the same adapter gives different signals; an adapter has no clock and no "
                + "other state than its own"
        case .repetition(let event, let expected, let seen):
            "“\(event)” told twice ends the order as \(seen) instead of \(expected); the second time is no news, unless two "
                + "equal events are two attempts (then say so in the telling)"
        case .forgotten(let event, let what):
            "killed after “\(event)”, the order opens without what was known: \(what)"
        case .noBoundary:
            "the traits say that an event marks the submission, and no event of this script does; emit .submission, or say "
                + "that the grant is the boundary"
        case .boundaryIsGrant:
            "the traits say that the grant is the boundary, so nothing can be held back before sending; the story is not "
                + "expressible, or the boundary is an event"
        case .borrowedWord(let event):
            "“\(event)” is told as the provider's word, and nothing was sent: if something is sent all the same, the end would "
                + "stand; state it as .local(_:ifSubmitted:)"
        }
    }
}
