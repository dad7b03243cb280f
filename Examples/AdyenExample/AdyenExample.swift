import CheckoutTesting
import ExampleSupport

/// `swift run AdyenExample`: stories of a payment screen with Adyen; with `--server URL` the whole flow by HTTP.
@main struct AdyenExample {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.contains("--server") { await ServerFlow.main(arguments) }
        await ExampleCommand<AdyenPaymentScreen>.main("AdyenExample", arguments, more: ServerFlow.usage)
    }
}

extension AdyenPaymentScreen: PaymentExample {
    typealias Simulator = AdyenSimulator

    /// Who does what: a submit needs a grant, all else comes from the components and the server.
    func play(_ turn: Turn) async throws {
        switch turn {
        case .press, .enterInvalidCard: try pay { try adyen.happen(turn) }
        case .pressInVain: try pay { try adyen.happen(.press) }
        case .openAgain: try openAnotherSession()
        case .leave: viewClosed()
        default: try adyen.happen(turn)
        }
    }
}
