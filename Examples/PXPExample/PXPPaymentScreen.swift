import CheckoutCore
import CheckoutPXP
import ExampleSupport

/// The payment screen of an app that pays with PXP's card submit component: what you would write.
///
/// `SimulatedComponent` stands where the SDK's component stands; `Examples/Bridges` has the file that copies the SDK's own
/// objects.
@MainActor final class PXPPaymentScreen {
    let checkout: Checkout
    let pxp: SimulatedPXP
    private let screen: Screen
    private var session: CheckoutSession<PXPAdapter>
    private var hooks: PXPHooks<SimulatedCard>?
    private var observer: ObserverToken?
    /// The app's own word about a payment, for example of its fraud check.
    var allowsPayments = true

    /// Opens the order. What its journal knows is restored, and shown by the observer's first update.
    init(_ launch: Launch) throws {
        screen = launch.screen
        checkout = try Checkout(
            order: launch.order, journal: FileJournal(directory: launch.folder), policy: launch.policy,
            deadlines: launch.deadlines, clock: launch.clock)
        pxp = SimulatedPXP(launch)
        session = try checkout.open(PXPAdapter(hooks: Self.handlers().hookSet))
        // An app renders on the main actor (`on: .mainActor`); a story is printed in step with what happens.
        observer = checkout.observe(on: .sending) { [screen] update in screen.show(update) }
        pxp.onCreated = { [unowned self] event in
            session.send(event)
            if event == .created { try newComponent() }
        }
        pxp.onLateEvent = { [unowned self] event in session.send(event, for: checkout.attempts.last?.id) }
    }

    /// What the app adds to the component. Each hook that isn't set here is answered by the guard alone.
    ///
    /// - Parameter allows: the app's own word before the authorisation is sent.
    private static func handlers(
        allows: @escaping @Sendable () async -> Bool = { true }
    ) -> PXPHandlers<SimulatedCard> {
        var handlers = PXPHandlers<SimulatedCard>()
        handlers.onPreInitiateAuthentication = { "the authentication's data" }
        handlers.onPreAuthentication = { "the challenge's data" }
        handlers.onPreAuthorisation = { _ in await allows() ? "the transaction's data" : nil }
        return handlers
    }

    /// A new component, with hooks of its own: one for each submit.
    private func newComponent() throws {
        hooks?.retire()
        let handlers = Self.handlers { [weak self] in await self?.allowsPayments ?? false }
        let hooks = try PXPHooks(session, handlers, method: "card") { [screen] reason in
            screen.note("the hook answers no: \(reason)")
        }
        self.hooks = hooks
        pxp.component = SimulatedComponent(hooks.wired)
    }

    /// The shopper presses Pay: the guard is asked, then `submitAsync` is called, which returns when all is over.
    ///
    /// - Throws: `StartRefusal`, or `PXPComponentUsed`: then nothing is called.
    func pay(isFormValid: Bool = true) async throws {
        // A component has one submit; after its end the next one needs a new component.
        if pxp.component?.isUsed ?? true, checkout.standing.refusal == nil { try newComponent() }
        guard let hooks, let component = pxp.component else { throw StartRefusal.notReady }
        try await hooks.submit { await component.submitAsync(isFormValid: isFormValid) }
    }

    /// Another session, for example because the first one could not load.
    func openAnotherSession() throws {
        session = try checkout.open(PXPAdapter(hooks: Self.handlers().hookSet))
    }

    // MARK: - The merchant's backend

    /// Asks about every payment that may have been made: at launch, and when the app comes to the foreground.
    func askBackend(_ backend: SimulatedBackend) async throws {
        try await checkout.resolveOpenAttempts(using: backend, patience: Patience(questions: 1))
    }

    /// A word of the backend that came by itself, by a push.
    func pushed(_ word: MerchantWord) { checkout.hear(word, about: nil) }
}
