import CheckoutCore
import CheckoutTesting
import ExampleSupport

/// `swift run PXPExample`: stories of a payment screen with PXP.
@main struct PXPExample {
    static func main() async {
        await ExampleCommand<PXPPaymentScreen>.main("PXPExample", Array(CommandLine.arguments.dropFirst()))
    }
}

extension PXPPaymentScreen: PaymentExample {
    typealias Simulator = PXPSimulator

    /// Who does what: a press is the app's call, all else happens in the component.
    func play(_ turn: Turn) async throws {
        switch turn {
        case .press:
            try await begin()
            try await pxp.happen(turn)
        case .pressInVain: try await begin()
        case .enterInvalidCard: try await pay(isFormValid: false)
        case .veto:
            allowsPayments = false
            defer { allowsPayments = true }
            try await pxp.happen(turn)
        case .openAgain: try openAnotherSession()
        default: try await pxp.happen(turn)
        }
    }

    /// Presses Pay and goes on as soon as the component submits: its end comes with a later turn of the story.
    private func begin() async throws {
        var refusal: (any Error)?
        var isOver = false
        let known = checkout.attempts.count
        Task {
            do { try await pay() } catch { refusal = error }
            isOver = true
        }
        while !isOver, checkout.attempts.count == known || pxp.component?.isUsed != true { await Task.yield() }
        if let refusal { throw refusal }
    }
}
