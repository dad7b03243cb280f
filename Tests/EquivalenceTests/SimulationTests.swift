import CheckoutCore
import CheckoutEpay
import Testing

@testable import CheckoutTesting

@Suite("A simulated vendor on a real checkout")
struct SimulationTests {
    private static let ofTheApp: Set<Scenario.ID> = [
        // A kill, a deadline, another amount or another provider is the app's to make happen.
        "S29", "S30", "S32", "S33", "S34", "S35", "S40", "S44", "S47", "S48",
    ]

    @Test(
        "ends every story as the stage does",
        arguments: Scenario.catalogue.filter { !SimulationTests.ofTheApp.contains($0.id) })
    func stories(scenario: Scenario) throws {
        try end(EpaySimulator.self, scenario)
        try end(PrimerSimulator.self, scenario)
        try end(AdyenSimulator.self, scenario)
        try end(PXPSimulator.self, scenario)
    }

    private func end<Simulator: VendorSimulator>(_ type: Simulator.Type, _ scenario: Scenario) throws {
        for story in scenario.stories where story.policy == .standard {
            guard (try? Simulator.script(of: story, in: scenario.id)) != nil else { continue }
            let checkout = try Checkout(order: Scenario.order, journal: InMemoryJournal())
            var simulation = try Simulation(Simulator.self, on: checkout, for: scenario.id)
            for turn in story.turns { try simulation.play(turn) }
            let last = story.expected.last { sight in
                switch sight.subject {
                case .attempt, .session: sight.content != .unchanged
                case .otherSession, .otherAttempt, .order, .answer: false
                }
            }
            #expect(checkout.standing.refusal == story.refusal, "\(scenario.id) at \(Simulator.Adapter.provider)")
            // A late approval of an earlier attempt stands above the attempt at work.
            if scenario.id != "S41", let last {
                let told = Simulator.telling.told(last, in: scenario.id)
                #expect(
                    Sight.Content(checkout.standing.standing) == told.content,
                    "\(scenario.id) at \(Simulator.Adapter.provider)")
            }
        }
    }

    @Test("runs at a chosen speed, on a clock of the test's")
    func speed() async throws {
        let checkout = try Checkout(order: Scenario.order, journal: InMemoryJournal())
        var simulation = try Simulation(AdyenSimulator.self, on: checkout)
        try await simulation.run([.load, .press, .redirect, .comeBack, .approve(.all)], every: .milliseconds(1))
        #expect(checkout.state.kind == .succeeded)
        #expect(simulation.attempts.count == 1)
    }

    @Test("says who has to make something happen, and what the guard refused")
    func answers() throws {
        let checkout = try Checkout(order: Scenario.order, journal: InMemoryJournal())
        var simulation = try Simulation(PXPSimulator.self, on: checkout)
        try simulation.play(.load)
        try simulation.play(.press)
        #expect(
            try simulation.play(.pressInVain).map(\.answer) == [.refused(StartRefusal.attemptInProgress.description)])
        #expect(try simulation.play(.passDeadline).map(\.answer) == [.forTheApp])
        #expect(throws: NotExpressible.self) { try simulation.play(.showVoucher) }
    }

    @Test("gives its events as a stream, in order, and ends it")
    func stream() async {
        var kinds: [String] = []
        for await event in EpaySimulator.events(of: [.load, .press, .approve(.all)], every: .zero) {
            switch event {
            case .sdk(let state, _): kinds.append(state?.rawValue ?? "")
            case .attempt(let snapshot): kinds.append(snapshot.state?.rawValue ?? "")
            default: break
            }
        }
        #expect(kinds == ["initializing", "ready", "Processing", "Processing", "Accepted"])
    }
}
