import CheckoutCore
import CheckoutEpay
import CheckoutPrimer
import Testing

extension FieldCheck {
    /// What reaches a vendor's SDK, where a gate stands before it.
    static let gates: [FieldCheck] = [
        FieldCheck("K02-16") {
            let (checkout, gate) = try primer()
            let first = gate.beforePayment(method: "PAYMENT_CARD")
            gate.receive(.dismissed)
            let answers = [first, gate.beforePayment(method: "PAYMENT_CARD")]
            return "\(goingOn(answers)) of 2 hooks go on, \(checkout.state.kind.rawValue)"
        },
        FieldCheck("K05-13") { try await epay() },
        FieldCheck("K05-19") {
            let (checkout, gate) = try primer()
            let first = gate.beforePayment(method: "PAYMENT_CARD")
            try Line.send([#"{"event":"state","case":"ready"}"#], gate.session)
            let answers = [first, gate.beforePayment(method: "PAYMENT_CARD")]
            return "\(goingOn(answers)) of 2 hooks go on, \(checkout.state.kind.rawValue)"
        },
    ]

    private static func primer() throws -> (Checkout, PrimerGate) {
        let checkout = try LiveRun.open(order("gate", 1000), InMemoryJournal())
        let gate = PrimerGate(try checkout.open(PrimerAdapter(host: .inlineSession(savedMethods: false))))
        try Line.send([#"{"event":"state","case":"ready"}"#], gate.session)
        return (checkout, gate)
    }

    private static func goingOn(_ answers: [PrimerGate.Decision]) -> Int {
        answers.filter { if case .proceed = $0 { true } else { false } }.count
    }

    /// Pay is pressed again while the first payment is at the bank's page.
    @MainActor private static func epay() throws -> String {
        let checkout = try LiveRun.open(order("gate", 1000), InMemoryJournal())
        let conditions = EpayStartConditions(cardFieldsReady: true, buttonState: .active)
        let gate = EpayGate(try checkout.open(EpayAdapter()), conditions: conditions)
        for event in try Line.events(#"{"event":"sdk","state":"ready"}"#, EpayAdapter.self, checkout.order) {
            gate.receive(event)
        }
        let snapshot = #"{"event":"attempt","id":"A1","state":"Processing","isRedirecting":true}"#
        guard case .attempt(let created)? = try Line.events(snapshot, EpayAdapter.self, checkout.order).first else {
            return "no attempt"
        }
        var calls = 0
        for _ in 0..<2 {
            _ = try? gate.start(.card) { _ in
                calls += 1
                return created
            }
        }
        return "\(calls) of 2 starts reach the SDK, \(checkout.state.kind.rawValue)"
    }
}
