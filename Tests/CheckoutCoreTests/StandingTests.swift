import Foundation
import Testing

@testable import CheckoutCore

@Suite("Exposure and retry are total functions of the standing")
struct StandingTests {
    @Test("The exposure is the one of the design's table", arguments: Samples.states)
    func exposure(state: CheckoutState) {
        for submitted in [false, true] {
            let standing = Standing(state, submitted: submitted)
            let expected: Exposure
            switch state {
            case .initializing, .ready, .declined, .cancelled, .failed: expected = .none
            case .processing, .actionRequired: expected = submitted ? .possible : .none
            case .pending, .outcomeUnknown: expected = .possible
            case .partiallyPaid: expected = .held
            case .succeeded(let approval):
                expected = approval.intent != .payment ? .none : approval.level == .captured ? .taken : .held
            }
            #expect(standing.exposure == expected)
        }
    }

    @Test("The retry is the one of the design's table", arguments: Samples.states)
    func retry(state: CheckoutState) {
        let retry = Standing(state, submitted: true).retry
        switch state {
        case .ready: #expect(retry == .sameMethod)
        case .initializing, .processing, .actionRequired, .pending, .succeeded, .outcomeUnknown:
            #expect(retry == .blocked)
        // An unknown rest can't be asked for.
        case .partiallyPaid(let part):
            #expect(retry == (part.paid == nil && part.remaining == nil ? .blocked : .otherMethod))
        case .declined, .cancelled, .failed: #expect(retry >= .newSession)
        }
    }

    @Test("Every scale is ordered as the design writes it")
    func scales() {
        #expect(Evidence.allCases == Evidence.allCases.sorted())
        #expect(Exposure.allCases == Exposure.allCases.sorted())
        #expect(Retry.allCases == Retry.allCases.sorted())
        #expect(Approval.Level.allCases == Approval.Level.allCases.sorted())
        #expect(PendingPayment.WaitingFor.allCases == PendingPayment.WaitingFor.allCases.sorted())
    }

    @Test("A payment can be approved elsewhere unless the app itself must answer")
    func approvableElsewhere() {
        for action in Samples.actions {
            let isInApp = action.kind == .confirmSurcharge || action.kind == .authenticate
            #expect(action.isApprovableElsewhere == !isInApp)
        }
        #expect(Set(Samples.actions.map(\.kind)) == Set(ShopperAction.Kind.allCases))
    }

    @Test("Describing or dumping a state shows no address", arguments: ["https://bank.example/pay?secret=abc"])
    func noAddress(address: String) throws {
        let json: JSONValue = ["kind": "redirect"]
        #expect(ShopperAction(json: json) == .redirect(nil))
        let state = CheckoutState.actionRequired(.redirect(URL(string: address)))
        var dumped = ""
        dump(Standing(state), to: &dumped)
        for text in ["\(state)", String(reflecting: state), dumped, Standing(state).json.jsonText] {
            #expect(!text.contains("secret"))
        }
    }

    @Test("Every state of the tests describes itself in one short line", arguments: Samples.states)
    func description(state: CheckoutState) {
        let text = Standing(state, evidence: .provider).description
        #expect(text.hasPrefix(state.kind.rawValue))
        #expect(text.hasSuffix("by provider"))
        #expect(!text.contains("\n") && text.count < 90)
        #expect(Standing(state).description == state.description)
    }

    @Test("Next steps describe themselves and have a name")
    func nextSteps() {
        let steps: [NextStep] = [
            .pay, .act(.switchApp), .wait, .checkStatus, .payAgain(.otherMethod), .payRemaining(Samples.euro(5)),
            .finish, .contactSupport,
        ]
        #expect(Set(steps.map(\.name)).count == steps.count)
        for step in steps { #expect(step.description.hasPrefix(step.name)) }
        #expect(NextStep.payRemaining(Samples.euro(5)).description == "payRemaining(0.05 EUR)")
    }
}
