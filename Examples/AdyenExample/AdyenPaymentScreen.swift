import CheckoutAdyen
import CheckoutCore
import ExampleSupport

/// The payment screen of an app that drives Adyen's advanced flow itself: what you would write.
///
/// `SimulatedAdyen` stands where Adyen's components and the merchant's server stand. An app that has no flow of its own
/// yet lets `AdyenAdvancedFlow` do all of this: see `ServerFlow`.
@MainActor final class AdyenPaymentScreen {
    let checkout: Checkout
    let adyen: SimulatedAdyen
    private let screen: Screen
    private var session: CheckoutSession<AdyenAdapter>
    private var observer: ObserverToken?
    /// The attempts, by the number of the component's submit.
    private var attempts: [Int: AttemptID]

    /// Opens the order. What its journal knows is restored, and shown by the observer's first update.
    init(_ launch: Launch) throws {
        screen = launch.screen
        checkout = try Checkout(
            order: launch.order, journal: FileJournal(directory: launch.folder), policy: launch.policy,
            deadlines: launch.deadlines, clock: launch.clock)
        adyen = SimulatedAdyen(launch)
        // `reportsRequests`: the guard hears of each request before it leaves.
        session = try checkout.open(AdyenAdapter(reportsRequests: true))
        // After a kill the attempts are known by the journal.
        let known = checkout.attempts.filter { $0.provider == .adyen }
        attempts = Dictionary(uniqueKeysWithValues: known.enumerated().map { ($0.offset + 1, $0.element.id) })
        // An app renders on the main actor (`on: .mainActor`); a story is printed in step with what happens.
        observer = checkout.observe(on: .sending) { [screen] update in screen.show(update) }
        adyen.onEvent = { [unowned self] event, submit in hear(event, of: submit) }
    }

    /// The shopper presses Pay: the component may submit only with a grant.
    ///
    /// - Parameter submit: lets the component submit.
    /// - Throws: `StartRefusal`: then nothing is submitted.
    func pay(_ submit: () throws -> Void) throws {
        switch session.begin(method: "scheme") {
        case .refused(let refusal): throw refusal
        case .granted(let grant):
            // The attempt's id is the idempotency key of `/payments`, `grant.amount` what is charged.
            attempts[adyen.submits + 1] = grant.attempt
            try submit()
        }
    }

    /// Takes what the components' delegates, the app's own requests and the server's answers tell.
    ///
    /// - Parameter submit: the submit that a request belongs to.
    /// - Returns: whether it may go on. A request that may not leave is not sent.
    private func hear(_ event: AdyenEvent, of submit: Int?) -> Bool {
        switch session.send(event, for: submit.flatMap { attempts[$0] }) {
        case .proceed: return true
        case .stop(let reason):
            screen.note("not sent: \(reason)")
            return false
        }
    }

    /// Another session, for example because the first one could not load.
    func openAnotherSession() throws { session = try checkout.open(AdyenAdapter(reportsRequests: true)) }

    /// The component's view went away without a word.
    func viewClosed() { session.viewClosed() }

    // MARK: - The merchant's backend

    /// Asks about every payment that may have been made: at launch, and when the app comes to the foreground.
    func askBackend(_ backend: SimulatedBackend) async throws {
        try await checkout.resolveOpenAttempts(using: backend, patience: Patience(questions: 1))
    }

    /// A word of the backend that came by itself, by a push.
    func pushed(_ word: MerchantWord) { checkout.hear(word, about: nil) }
}
