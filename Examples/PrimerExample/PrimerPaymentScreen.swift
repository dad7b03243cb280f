import CheckoutCore
import CheckoutPrimer
import ExampleSupport

/// The payment screen of an app that pays with Primer: what you would write.
///
/// `SimulatedPrimer` stands where Primer's SDK stands; `Examples/Bridges` has the file that copies the SDK's own objects.
@MainActor final class PrimerPaymentScreen {
    let checkout: Checkout
    let sdk: SimulatedPrimer
    let screen: Screen
    private var gate: PrimerGate
    private var observer: ObserverToken?
    /// The app's own word about a payment, for example of its fraud check.
    var allowsPayments = true

    /// Opens the order. What its journal knows is restored, and shown by the observer's first update.
    init(_ launch: Launch) throws {
        screen = launch.screen
        checkout = try Checkout(
            order: launch.order, journal: FileJournal(directory: launch.folder), policy: launch.policy,
            deadlines: launch.deadlines, clock: launch.clock)
        sdk = SimulatedPrimer(launch)
        // How the checkout is shown decides what Primer reports.
        gate = PrimerGate(try checkout.open(PrimerAdapter(host: sdk.host)))
        // An app renders on the main actor (`on: .mainActor`); a story is printed in step with what happens.
        observer = checkout.observe(on: .sending) { [screen] update in screen.show(update) }
        wire()
    }

    /// The hook before a payment, and every state of the SDK.
    private func wire() {
        sdk.onBeforePaymentCreate = { [unowned self] method in
            let decision = gate.beforePayment(method: method, appAllows: allowsPayments)
            if case .abort(let reason?) = decision { screen.note("the hook answers no: \(reason)") }
            return decision
        }
        sdk.onState = { [unowned self] state in
            switch state {
            // The client session is compared with what is left to pay.
            case .ready(let session, _): gate.receive(.ready(session, asked: gate.asked))
            default:
                if case .mustGo(let refusal) = gate.receive(state) { screen.note("the screen must go: \(refusal)") }
            }
        }
    }

    /// Shows Primer's own screen. It can't be stopped once it is shown, so the guard is asked before.
    func present() throws {
        try gate.present { _ in sdk.present() }
    }

    /// Another client session, with a checkout of its own.
    func openAnotherSession() throws { gate = PrimerGate(try checkout.open(PrimerAdapter(host: sdk.host))) }

    /// The shopper closed the checkout.
    func dismissed() { gate.receive(.dismissed) }

    // MARK: - The merchant's backend

    /// Asks about every payment that may have been made: at launch, and when the app comes to the foreground.
    func askBackend(_ backend: SimulatedBackend) async throws {
        try await checkout.resolveOpenAttempts(using: backend, patience: Patience(questions: 1))
    }

    /// A word of the backend that came by itself, by a push.
    func pushed(_ word: MerchantWord) { checkout.hear(word, about: nil) }
}
