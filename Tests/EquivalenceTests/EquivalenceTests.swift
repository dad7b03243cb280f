import CheckoutCore
import Testing

@testable import CheckoutTesting

@Suite("Every provider tells every story alike")
struct EquivalenceTests {
    @Test("the reference tells every story exactly, without an allowance", arguments: Scenario.catalogue)
    func reference(scenario: Scenario) {
        for result in ReferenceSimulator.tell(scenario) {
            switch result.verdict {
            case .exact: break
            default: Issue.record("\(scenario.id) \(result.story): \(result.verdict)")
            }
        }
    }

    @Test("print", arguments: Scenario.catalogue)
    func all(scenario: Scenario) {
        func show<S: VendorSimulator>(_ s: S.Type) {
            for result in S.tell(scenario) {
                if case .differs(let expected, let seen) = result.verdict {
                    Issue.record(
                        "\(S.Adapter.provider) \(scenario.id) \(result.story)\n  \(expected.joined(separator: "\n  "))\n--\n  \(seen.joined(separator: "\n  "))"
                    )
                }
            }
        }
        show(EpaySimulator.self)
        show(PrimerSimulator.self)
        show(AdyenSimulator.self)
        show(PXPSimulator.self)
    }
}
