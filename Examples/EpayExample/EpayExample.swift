import CheckoutTesting
import ExampleSupport

/// `swift run EpayExample`: stories of a payment screen with Epay.
@main struct EpayExample {
    static func main() async {
        await ExampleCommand<EpayPaymentScreen>.main("EpayExample", Array(CommandLine.arguments.dropFirst()))
    }
}

extension EpayPaymentScreen: PaymentExample {
    typealias Simulator = EpaySimulator

    /// Who does what: the shopper's turns are calls of the app, all others come from the SDK.
    func play(_ turn: Turn) async throws {
        switch turn {
        case .press, .pressInVain: try pay()
        case .agreeToSurcharge: answerSurcharge(accept: true)
        case .refuseSurcharge: answerSurcharge(accept: false)
        case .openAgain: try openAnotherSession()
        case .leave: viewClosed()
        default: try sdk.happen(turn)
        }
    }
}
