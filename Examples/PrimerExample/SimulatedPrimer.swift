import CheckoutCore
import CheckoutPrimer
import CheckoutTesting
import ExampleSupport

/// Stands where Primer's SDK stands in an app: it asks the hook before a payment, and tells its states.
@MainActor final class SimulatedPrimer {
    /// `onBeforePaymentCreate`.
    var onBeforePaymentCreate: (PaymentMethod?) -> PrimerGate.Decision = { _ in .abort(nil) }
    /// The session's states.
    var onState: (PrimerState) -> Void = { _ in }
    /// How the checkout is shown.
    let host: PrimerHost

    private var simulator: PrimerSimulator

    /// Whether the app's own layout shows the methods, so that the shopper's press comes to the hook.
    var isInline: Bool { if case .inlineSession = host { true } else { false } }

    init(_ launch: Launch) {
        simulator = PrimerSimulator(for: launch.scenario)
        host =
            switch launch.scenario {
            case "S04": .presenter(errorScreen: false, trustsDismissal: false)
            case "S07": .managedView(errorScreen: true, trustsDismissal: true)
            default: .inlineSession(savedMethods: false)
            }
        // The app was killed; Primer's servers weren't.
        for turn in launch.history { _ = try? simulator.play(turn) }
    }

    /// Shows the SDK's own screen; the shopper presses Pay in it.
    func present() { _ = try? simulator.play(.press) }

    /// The shopper presses Pay twice in the app's own layout: the hook is asked twice.
    func pressTwice() throws {
        try happen(.send)
        _ = onBeforePaymentCreate("PAYMENT_CARD")
    }

    /// Something happens in the SDK, at Primer, at the bank or on the line.
    func happen(_ turn: Turn) throws {
        for case .event(let event) in try simulator.play(turn) {
            switch event.event {
            case .state(let state): onState(state)
            case .paymentWillBeCreated(let method, _):
                guard case .abort = onBeforePaymentCreate(method) else { continue }
                // Aborted: no payment is created. The SDK tells it, or is told to send all the same.
                if turn != .veto, turn != .sendAfterEnd { return }
            // The gate tells these itself.
            case .presented, .sessionCancelled: break
            }
        }
    }
}
