import CheckoutCore
import Testing

@testable import CheckoutTesting

@Suite("Every order that can come of any steps")
struct ExplorationTests {
    /// The proof's own explorations, as deep as a debug build is quick.
    static let shallow: [ExplorationBounds] = ExplorationBounds.proof.map { bounds in
        var bounds = bounds
        bounds.depth = bounds.name == "everything" ? 2 : 3
        return bounds
    }

    @Test("every invariant holds after every step", arguments: shallow.indices)
    func holds(index: Int) {
        let report = Exploration.run(Self.shallow[index])
        #expect(report.violation == nil)
        #expect(report.states > 20)
        #expect(report.transitions > report.states)
        #expect(report.kills > 5)
    }

    @Test("a closed exploration ends by itself and finds the same when it is repeated")
    func closed() {
        let bounds = ExplorationBounds(
            name: "closed", shops: [.eventful], words: [.announced, .approved], attempts: 1, sessions: 1)
        let report = Exploration.run(bounds)
        #expect(report.isClosed)
        #expect(report.violation == nil)
        #expect(report == Exploration.run(bounds))
    }

    /// A fault and the invariant that must notice it.
    struct Fault: Sendable, CustomTestStringConvertible {
        let name: String
        let noticed: Invariant
        let bounds: ExplorationBounds
        var testDescription: String { name }

        init(
            _ name: String, _ noticed: Invariant, _ bounds: ExplorationBounds,
            _ change: (inout ExplorationBounds.Subject) -> Void
        ) {
            self.name = name
            self.noticed = noticed
            var bounds = bounds
            change(&bounds.subject)
            bounds.depth = 6
            self.bounds = bounds
        }
    }

    static let faults: [Fault] = [
        Fault("the journal forgets submissions", .journalTellsAll, .life) { subject in
            subject.keeps = { if case .heard(_, .submission) = $0 { false } else { true } }
        },
        Fault("the journal forgets starts", .journalTellsAll, .life) { subject in
            subject.keeps = { if case .began = $0 { false } else { true } }
        },
        Fault("the guard is less strict than it is told to be", .startOnlyWhenSafe, .strict) { subject in
            subject.policy = .standard
        },
        Fault("a refusal ranks above an approval", .moneyNeverDropped, .two) { subject in
            let standard = TransitionTable.standard
            let approvals = standard.order.filter(\.kind.isApproval)
            let others = standard.order.filter { !$0.kind.isApproval }
            subject.table = TransitionTable(order: approvals + others, progress: standard.progress)
        },
    ]

    @Test("a fault is noticed, with the shortest way to it", arguments: faults)
    func bites(fault: Fault) throws {
        let violation = try #require(Exploration.run(fault.bounds).violation)
        #expect(violation.invariant == fault.noticed)
        #expect((1...5).contains(violation.path.count))
        #expect(violation.path.first == "session 1: the app asks for an attempt")
    }
}
