import CheckoutCore
import CheckoutEpay
import CheckoutTesting
import ExampleSupport

/// Stands where Epay's SDK stands in an app: it is called like it, and calls back like it.
@MainActor final class SimulatedEpay {
    /// `onUpdate`, `onStateChanged` and the other events.
    var onEvent: (EpayEvent) -> Void = { _ in }
    /// `events.confirmSurcharge`.
    var confirmSurcharge: (EpaySurcharge, @escaping @MainActor () -> Void, @escaping @MainActor () -> Void) -> Void =
        { _, _, cancel in cancel() }

    private var simulator: EpaySimulator

    init(_ launch: Launch) {
        simulator = EpaySimulator(for: launch.scenario)
        // The app was killed; Epay's servers weren't.
        for turn in launch.history { _ = try? simulator.play(turn) }
    }

    /// Loads the session.
    func initialize() { try? happen(.load) }

    /// Creates an attempt and sends it: for Epay that is one call.
    ///
    /// - Returns: the attempt's first snapshot; its updates come afterwards.
    func createCardTransaction() -> EpayAttempt {
        let events = (try? events(of: .press)) ?? []
        guard case .attempt(let attempt)? = events.first else { return EpayAttempt(id: nil, state: nil) }
        return attempt
    }

    /// Something happens at Epay, at the bank or on the line.
    func happen(_ turn: Turn) throws {
        for event in try events(of: turn) {
            onEvent(event)
            if case .attempt(let attempt) = event, let surcharge = attempt.pendingSurcharge {
                confirmSurcharge(
                    surcharge, { [weak self] in try? self?.happen(.agreeToSurcharge) },
                    { [weak self] in try? self?.happen(.refuseSurcharge) })
            }
        }
    }

    private func events(of turn: Turn) throws -> [EpayEvent] {
        try simulator.play(turn).compactMap { if case .event(let event) = $0 { event.event } else { nil } }
    }
}
