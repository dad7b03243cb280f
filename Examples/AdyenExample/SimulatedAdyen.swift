import CheckoutAdyen
import CheckoutTesting
import ExampleSupport

/// Stands where Adyen's components and the merchant's server stand in an app.
@MainActor final class SimulatedAdyen {
    /// What the delegates are called with, what is about to be sent and what is answered; with the number of the submit
    /// it belongs to. Answers whether a request may leave.
    var onEvent: (AdyenEvent, Int?) -> Bool = { _, _ in false }

    private var simulator: AdyenSimulator

    /// How often a component has submitted.
    var submits: Int { simulator.attempt }

    init(_ launch: Launch) {
        simulator = AdyenSimulator(for: launch.scenario)
        // The app was killed; Adyen's servers weren't.
        for turn in launch.history { _ = try? simulator.play(turn) }
    }

    /// Something happens in a component, at Adyen, at the bank or on the line.
    func happen(_ turn: Turn) throws {
        for case .event(let event) in try simulator.play(turn) {
            let mayGoOn = onEvent(event.event, event.attempt)
            // What isn't sent is never answered; one story sends all the same.
            if event.asks, !mayGoOn, turn != .sendAfterEnd { return }
        }
    }
}
