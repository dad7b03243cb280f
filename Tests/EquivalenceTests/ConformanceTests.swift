import CheckoutCore
import Testing

@testable import CheckoutTesting

@Suite("The conformance kit")
struct ConformanceTests {
    @Test("passes the reference and the four vendors, under harder conditions too")
    func good() {
        let reports: [(String, ConformanceReport)] = [
            ("reference", Conformance.check(ReferenceSimulator.self)), ("epay", Conformance.check(EpaySimulator.self)),
            ("primer", Conformance.check(PrimerSimulator.self)), ("adyen", Conformance.check(AdyenSimulator.self)),
            ("pxp", Conformance.check(PXPSimulator.self)),
        ]
        for (name, report) in reports {
            // The reference speaks for both providers of a story, which only vendors tell apart.
            for finding in report.findings where !(name == "reference" && Self.pairs.contains(finding.scenario)) {
                Issue.record("\(name): \(finding)")
            }
        }
    }

    private static let pairs: Set<Scenario.ID> = ["S33", "S40"]

    @Test("takes a script without a simulator, and wants a reason for what isn't told")
    func script() {
        let report = Conformance.check(adapter: ReferenceAdapter()) { (_, scenario) throws(NotExpressible) in
            guard scenario == "S01" else {
                throw NotExpressible(because: scenario == "S02" ? "" : "this test tells one story")
            }
            return [
                .says(.init(.session, .session(.ready))), .start(nil),
                .says(.init(.progress, .submission(.announced)), asks: true),
                .says(.init(.result, .statement(.provider(.succeeded(Approval(level: .authorised)))))),
            ]
        }
        #expect(report.exact == 1)
        #expect(
            report.findings.map(\.problem)
                == [.noReason] + Array(repeating: .untold, count: report.findings.count - 1))
        #expect(Set(report.findings.dropFirst().map(\.scenario)) == Conformance.essential.subtracting(["S01"]))
    }
}

@Suite("Whatever goes wrong on the way, no rule breaks")
struct FaultTests {
    /// A fault of every kind at every place.
    private static let faults: [Fault] =
        (0..<16).flatMap { place -> [Fault] in
            [.duplicate(place), .drop(place), .delay(place, by: 1), .delay(place, by: 3), .kill(after: place)]
        } + [.lateSuccess, .unknownValue]

    @Test("one fault in any story", arguments: Scenario.catalogue)
    func single(scenario: Scenario) {
        for column in Columns.all {
            for fault in Self.faults { column.check(scenario, [fault]) }
        }
    }

    @Test("two faults at once, drawn with a seed", arguments: 0..<8)
    func pairs(seed: Int) {
        var generator = SplitMix(state: UInt64(seed))
        for scenario in Scenario.catalogue {
            for column in Columns.all {
                let faults = (0..<2).map { _ in Self.faults[Int(generator.next() % UInt64(Self.faults.count))] }
                column.check(scenario, faults)
            }
        }
    }
}

/// A small generator with a seed: the same faults in every run.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}

extension Columns {
    /// Plays the scenario's stories with faults, and looks at the rules after every step.
    fileprivate func check(_ scenario: Scenario, _ faults: [Fault]) {
        for story in scenario.stories {
            guard let (adapter, steps) = try? script(story, scenario.id, faults) else { continue }
            var watch = Watch(Performance(adapter, on: Stage(order: Scenario.order, policy: story.policy)))
            // A place beyond the last event changes nothing.
            let events = steps.filter { if case .event = $0 { true } else { false } }.count
            guard faults.allSatisfy({ $0.place.map { $0 < events } ?? true }) else { continue }
            let broken = steps.injecting(faults).lazy.compactMap { watch.play($0) }.first ?? watch.kill()
            if let broken { Issue.record("\(scenario.id) at \(provider) with \(faults): \(broken)") }
        }
    }
}

/// Looks at the rules after every step of a play.
private struct Watch {
    private var performance: Performance
    private var approved: Set<Int> = []

    init(_ performance: Performance) { self.performance = performance }

    /// - Returns: the rule that is broken, in words.
    mutating func play(_ step: ScriptStep<any Sendable>) -> String? {
        let before = performance.stage.machine.standings
        let exposed = performance.stage.machine.standing.refusal != nil
        performance.play(step)
        let after = performance.stage.machine.standings
        if case .start = step, exposed, after.count > before.count { return "a start was granted while one is exposed" }
        var isReleased = false
        if case .merchant(.released) = step { isReleased = true }
        for (index, standing) in after.enumerated() {
            let number = index + 1
            if standing.state.kind.isApproval {
                approved.insert(number)
            } else if approved.contains(number) {
                if isReleased { approved.remove(number) } else { return "the approval of attempt \(number) is lost" }
            }
            if standing.submitted, standing.state.kind.isEnd, standing.evidence == .local {
                return "a local word ended attempt \(number), which was submitted"
            }
        }
        return nil
    }

    /// Kills the app at the end.
    mutating func kill() -> String? { performance.lossAtKill() }
}

extension Fault {
    fileprivate var place: Int? {
        switch self {
        case .duplicate(let place), .drop(let place), .delay(let place, _), .kill(let place): place
        case .lateSuccess, .unknownValue: nil
        }
    }
}
