// The code of the documentation's articles, compiled. `ArticleTests` finds each block here, in an example or in a test.

import CheckoutAdyen
import CheckoutCore
import CheckoutPXP
import CheckoutPrimer
import CheckoutTesting
import Foundation

/// What the articles leave to the app.
@MainActor final class SnippetScreen {
    let checkout: Checkout
    let order: CheckoutOrder
    let folder: URL
    let server: any AdyenMerchantServer
    let flow: AdyenAdvancedFlow
    var waiting: CheckedContinuation<AdyenActionResult, Never>?

    init(_ flow: AdyenAdvancedFlow, _ server: any AdyenMerchantServer, _ folder: URL) {
        self.flow = flow
        self.server = server
        self.folder = folder
        checkout = flow.session.checkout
        order = checkout.order
    }

    func refused(_ refusal: StartRefusal) {}
    func stopLoading() {}
    func handle(_ action: Data) {}
    func render(_ update: CheckoutUpdate) {}

    // MARK: - Driving Adyen's advanced flow

    /// The component's `didSubmit`, with what it submitted as a JSON text: `{"paymentMethod":{…},"browserInfo":{…},…}`.
    func submitted(_ data: Data) async throws {
        switch await flow.pay(try AdyenSubmission(data: data)) {
        case .refused(let refusal): refused(refusal)  // nothing was sent
        case .attempt, .ignored: stopLoading()  // the observer renders the state
        }
    }

    /// The flow's action handler: it returns when the action component's delegate was called.
    func show(_ shown: AdyenShownAction) async -> AdyenActionResult {
        await withCheckedContinuation { continuation in
            waiting = continuation
            handle(shown.json)  // decoded by the SDK and given to its action component
        }
    }

    /// The action component's `didProvide`, with its details as a JSON text.
    func provided(_ details: Data, paymentData: String?, for attempt: AttemptID) {
        let details = AdyenDetails(details: details, paymentData: paymentData)
        if let waiting = take() { return waiting.resume(returning: .provided(details)) }
        Task { await flow.provide(details, for: attempt) }  // late: after it had failed
    }

    /// The action component's `didComplete` and `didFail`.
    func completed() { take()?.resume(returning: .completed) }
    func failed(isCancelled: Bool) {
        take()?.resume(returning: .failed(AdyenComponentError(kind: isCancelled ? .cancelled : .other)))
    }

    /// The action that is shown, forgotten.
    func take() -> CheckedContinuation<AdyenActionResult, Never>? {
        defer { waiting = nil }
        return waiting
    }

    func comeBack(by url: URL) async {
        await flow.handle(url)
    }

    func resolve() async throws {
        let resolver = try HTTPOutcomeResolver(base: URL(string: "https://shop.example/adyen")!)
        try await checkout.resolveOpenAttempts(using: resolver)
    }

    func comeBackAfterAKill(by url: URL) async throws {
        let link = AdyenReturnURL(url.absoluteString)
        let checkout = try Checkout(order: order, journal: FileJournal(directory: folder))
        let flow = try AdyenAdvancedFlow(
            checkout: checkout, server: server, returnURL: "my-app://paid", resuming: link.attempt, onAction: show)
        await flow.handle(url)
    }
}

@MainActor enum Snippets {
    static func adyenEvents(
        _ order: CheckoutOrder, _ folder: URL, _ methods: Data,
        _ post: (Int64, AttemptID) async throws -> (status: Int, body: Data)
    ) async throws {
        let checkout = try Checkout(order: order, journal: FileJournal(directory: folder))
        let adyen = try checkout.open(AdyenAdapter(reportsRequests: true))

        // the answer of /paymentMethods: from here on the next step is to pay
        adyen.send(
            AdyenPaymentMethods(body: methods).map { .paymentMethodsResponse($0) }
                ?? .paymentMethodsError(.configuration))

        // PaymentComponentDelegate.didSubmit: the guard decides before anything is written
        guard case .granted(let grant) = adyen.begin(method: "scheme") else { return }
        // before the request to /payments leaves: what isn't written isn't sent
        guard let value = try? grant.amount.minorUnits(in: .adyen),  // not ISO's for four currencies
            adyen.send(.paymentsRequest, for: grant.attempt) == .proceed
        else {
            grant.withdraw()
            return
        }
        do {
            let answer = try await post(value, grant.attempt)  // the attempt's id is the idempotency key
            adyen.send(.paymentsResponse(AdyenAnswer(status: answer.status, body: answer.body)), for: grant.attempt)
        } catch {
            // In doubt, unless the error proves that nothing left.
            adyen.send(.paymentsError(AdyenTransportError(error)), for: grant.attempt)
        }
    }

    static func pxp() throws -> PXPAdapter {
        let hooks = try PXPHookSet([.onStartSubmit, .onPreAuthorisation, .onPostAuthorisation, .onSubmitError])
        let adapter = PXPAdapter(intent: .authorisation, hooks: hooks)
        return adapter
    }

    static func primer() -> [PrimerAdapter] {
        // The app's own layout, every payment asked for by the hook.
        let inline = PrimerAdapter(host: .inlineSession(savedMethods: false))
        // Primer's own screen.
        let managed = PrimerAdapter(host: .managedView(errorScreen: true, trustsDismissal: false))
        return [inline, managed]
    }

    static func servers() throws {
        let base = URL(string: "http://127.0.0.1:8080")!
        let server = try HTTPMerchantServer(base: base)
        let resolver = try HTTPOutcomeResolver(base: base)
        _ = (server, resolver)
    }

    /// Whether the stories end as the articles say.
    static func testing(_ order: CheckoutOrder) throws -> NextStep {
        let checkout = try Checkout(order: order, journal: InMemoryJournal())
        var vendor = try Simulation(AdyenSimulator.self, on: checkout)
        for turn in [Turn.load, .press, .redirect, .abandon] { try vendor.play(turn) }
        return checkout.nextStep
    }

    static func replayed(_ bytes: [UInt8]) throws -> NextStep {
        let trace = try Recording(bytes).play()
        return trace.standing.nextStep
    }
}

// MARK: - Recovering after a kill, and wiring a resolver

/// What an app does with an order at launch, and when it comes to the foreground.
@MainActor final class Recovery {
    let resolver: HTTPOutcomeResolver
    private var observers: [ObserverToken] = []

    init(resolver: HTTPOutcomeResolver) { self.resolver = resolver }

    /// - Parameter token: the app's own authorisation at its backend, asked for before each question.
    static func resolver(at backend: URL, token: @escaping @Sendable () -> String) throws -> HTTPOutcomeResolver {
        try HTTPOutcomeResolver(base: backend, headers: { ["Authorization": "Bearer \(token())"] })
    }

    /// At launch, for every order the app has begun and not finished.
    func open(_ order: CheckoutOrder, in folder: URL) async throws -> Checkout {
        let checkout = try Checkout(order: order, journal: FileJournal(directory: folder))
        observers.append(checkout.observe(on: .mainActor) { update in self.render(update) })
        // Whatever was sent is in doubt now. The first picture is there before anybody has answered.
        try? await checkout.resolveOpenAttempts(using: resolver)
        return checkout
    }

    /// The app comes to the foreground: a webhook may have come meanwhile.
    func cameToForeground(_ checkout: Checkout) async {
        try? await checkout.resolveOpenAttempts(using: resolver)
    }

    /// The shopper gives an unanswered payment up and wants to pay otherwise.
    ///
    /// - Returns: whether another attempt may begin.
    func giveUp(_ attempt: AttemptID, of checkout: Checkout) async throws -> Bool {
        try await checkout.close(attempt, using: resolver) && checkout.standing.refusal == nil
    }

    /// The backend's own push: the word comes without a question.
    func pushed(_ body: Data, about attempt: AttemptID, of checkout: Checkout) {
        checkout.hear(MerchantWord(body: body), about: attempt)
    }

    private func render(_ update: CheckoutUpdate) {}
}

// MARK: - SwiftUI

#if canImport(SwiftUI)
    import SwiftUI

    /// From iOS 17 on: the view follows the model's properties by itself.
    @available(iOS 17, macOS 14, *)
    struct CheckoutView: View {
        let model: CheckoutModel
        let pay: () -> Void

        var body: some View {
            switch model.nextStep {
            case .pay, .payAgain, .payRemaining: Button("Pay", action: pay)
            case .wait, .act: ProgressView()
            case .checkStatus: Text("We are confirming your payment.")
            case .finish: Text("Thank you.")
            case .contactSupport: Text("Please contact us.")
            }
        }
    }

    /// On iOS 16: an observable object with the same two values.
    @MainActor final class CheckoutStore: ObservableObject {
        @Published private(set) var standing: OrderStanding
        private var token: ObserverToken?

        init(_ checkout: Checkout) {
            standing = checkout.standing
            token = checkout.observe(on: .mainActor) { [weak self] _ in self?.standing = checkout.standing }
        }
    }
#endif
