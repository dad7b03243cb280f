import CheckoutCore
import CheckoutEpay
import ExampleSupport

/// The payment screen of an app that pays with Epay: what you would write.
///
/// `SimulatedEpay` stands where Epay's SDK stands; `Examples/Bridges` has the file that copies the SDK's own objects.
@MainActor final class EpayPaymentScreen {
    let checkout: Checkout
    private let screen: Screen
    let sdk: SimulatedEpay
    private var gate: EpayGate
    private var observer: ObserverToken?

    /// Opens the order. What its journal knows is restored, and shown by the observer's first update.
    init(_ launch: Launch) throws {
        screen = launch.screen
        checkout = try Checkout(
            order: launch.order, journal: FileJournal(directory: launch.folder), policy: launch.policy,
            deadlines: launch.deadlines, clock: launch.clock)
        sdk = SimulatedEpay(launch)
        gate = try Self.openGate(checkout)
        // An app renders on the main actor (`on: .mainActor`); a story is printed in step with what happens.
        observer = checkout.observe(on: .sending) { [screen] update in screen.show(update) }
        wire()
    }

    private static func openGate(_ checkout: Checkout) throws -> EpayGate {
        EpayGate(
            try checkout.open(EpayAdapter()),
            conditions: EpayStartConditions(cardFieldsReady: true, buttonState: .active, hasReturnURL: true))
    }

    /// The SDK's handlers. The surcharge handler is always set: without it the SDK accepts every surcharge.
    private func wire() {
        let gate = gate
        sdk.onEvent = { event in gate.receive(event) }
        sdk.confirmSurcharge = { surcharge, confirm, cancel in
            gate.askSurcharge(surcharge, confirm: confirm, cancel: cancel)
        }
    }

    /// The shopper presses Pay. If the guard or the SDK's state says no, nothing is called.
    func pay() throws {
        // After some ends Epay permits no other attempt in the same session.
        if case .no(.retryNotPermitted) = gate.canStart(.card) { try openAnotherSession() }
        try gate.start(.card) { _ in sdk.createCardTransaction() }
    }

    /// The shopper's answer to the fee that `actionRequired(confirmSurcharge)` shows.
    func answerSurcharge(accept: Bool) { gate.answerSurcharge(accept: accept) }

    /// Another `Payment` of the SDK, with a session of its own.
    func openAnotherSession() throws {
        gate = try Self.openGate(checkout)
        wire()
        sdk.initialize()
    }

    /// The SDK's view went away without a word.
    func viewClosed() { gate.session.viewClosed() }

    // MARK: - The merchant's backend

    /// Asks about every payment that may have been made: at launch, and when the app comes to the foreground.
    func askBackend(_ backend: SimulatedBackend) async throws {
        try await checkout.resolveOpenAttempts(using: backend, patience: Patience(questions: 1))
    }

    /// A word of the backend that came by itself, by a push.
    func pushed(_ word: MerchantWord) { checkout.hear(word, about: nil) }
}
