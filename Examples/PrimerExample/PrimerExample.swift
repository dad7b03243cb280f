import CheckoutTesting
import ExampleSupport

/// `swift run PrimerExample`: stories of a payment screen with Primer.
@main struct PrimerExample {
    static func main() async {
        await ExampleCommand<PrimerPaymentScreen>.main("PrimerExample", Array(CommandLine.arguments.dropFirst()))
    }
}

extension PrimerPaymentScreen: PaymentExample {
    typealias Simulator = PrimerSimulator

    /// Who does what. In the app's own layout a press on Pay is the SDK's business until it asks the hook.
    func play(_ turn: Turn) async throws {
        switch turn {
        case .press where !sdk.isInline: try present()
        case .press:
            try sdk.happen(turn)
            screen.note("Primer's form has the press; the payment begins in the hook before it is created")
        case .pressInVain: try sdk.pressTwice()
        case .veto:
            allowsPayments = false
            defer { allowsPayments = true }
            try sdk.happen(turn)
        case .openAgain: try openAnotherSession()
        case .leave: dismissed()
        default: try sdk.happen(turn)
        }
    }
}
