import CheckoutCore
import Testing

@testable import CheckoutTesting

@Suite("Every provider tells every story alike")
struct EquivalenceTests {
    @Test("the reference vendor tells every story exactly, without an allowance", arguments: Scenario.catalogue)
    func reference(scenario: Scenario) {
        // Beside a vendor: two sessions of the reference would be one provider's.
        let setting = Setting(counterpart: SimulatedCounterpart<AdyenSimulator>())
        for result in ReferenceSimulator.tell(scenario, on: setting) {
            #expect(result.verdict == .exact(nil), "\(scenario.id) \(result.story)")
        }
    }

    @Test(
        "every cell of the matrix is exact or says why its vendor can't tell the story", arguments: Scenario.catalogue)
    func cells(scenario: Scenario) {
        for column in Columns.all {
            for result in column.tell(scenario, Setting()) {
                switch result.verdict {
                case .exact: break
                case .notExpressible(let because): #expect(!because.isEmpty)
                case .differs(let expected, let seen):
                    Issue.record("\(scenario.id) at \(column.provider): expected \(expected), seen \(seen)")
                }
            }
        }
    }

    @Test("what a vendor can't tell is known, cell by cell")
    func silence() {
        let silent = Dictionary(grouping: Matrix.played().cells.filter { !$0.isExpressible }, by: \.provider)
            .mapValues { $0.map(\.scenario.rawValue).joined(separator: " ") }
        #expect(
            silent == [
                .epay: "S08 S16 S17 S18 S28 S29 S35 S36 S37 S38 S43 S44 S48",
                .primer: "S11 S12 S13 S14 S15 S16 S21 S22 S39 S42",
                .adyen: "S04 S21 S22 S36 S39 S42",
                .pxp: "S04 S07 S13 S14 S15 S16 S21 S22 S39 S42",
            ])
    }

    @Test("both contracts of PXP's published SDK tell every story alike", arguments: Scenario.catalogue)
    func contracts(scenario: Scenario) {
        for result in SecondContract.tell(scenario) {
            if case .differs(let expected, let seen) = result.verdict {
                Issue.record("\(scenario.id): expected \(expected), seen \(seen)")
            }
        }
    }

    @Test(
        "with any two vendors on one order, the stories that need two providers are exact",
        arguments: ["S32", "S33", "S40", "S48"] as [Scenario.ID])
    func pairs(id: Scenario.ID) throws {
        let scenario = try #require(Scenario.named(id))
        let others: [(Provider, any Counterpart)] = [
            (.epay, SimulatedCounterpart<EpaySimulator>()), (.primer, SimulatedCounterpart<PrimerSimulator>()),
            (.adyen, SimulatedCounterpart<AdyenSimulator>()), (.pxp, SimulatedCounterpart<PXPSimulator>()),
        ]
        for column in Columns.all {
            for (other, counterpart) in others where other != column.provider {
                for result in column.tell(scenario, Setting(counterpart: counterpart)) {
                    if case .differs(let expected, let seen) = result.verdict {
                        Issue.record("\(id) at \(column.provider) beside \(other): expected \(expected), seen \(seen)")
                    }
                }
            }
        }
    }

    @Test("the ids are S01 to S49, each once")
    func ids() {
        let numbers = 1...49
        #expect(Scenario.catalogue.map(\.id.rawValue) == numbers.map { ($0 < 10 ? "S0" : "S") + String($0) })
    }
}

/// PXP's simulator with refusals inside errors.
private struct SecondContract: VendorSimulator {
    static let telling = PXPSimulator.telling
    private var simulator = PXPSimulator(contract: .refusalsAsErrors)

    init(for scenario: Scenario.ID) {}

    var adapter: PXPSimulator.Adapter { simulator.adapter }
    var attempt: Int { simulator.attempt }

    func reference(of attempt: Int) -> String { simulator.reference(of: attempt) }

    mutating func play(_ turn: Turn) throws(NotExpressible) -> [ScriptStep<PXPSimulator.Adapter.Event>] {
        try simulator.play(turn)
    }
}
