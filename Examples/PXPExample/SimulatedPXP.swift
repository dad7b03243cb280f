import CheckoutCore
import CheckoutPXP
import CheckoutTesting
import ExampleSupport

/// The card component for `PXPHooks`. Its objects are the adapter's own values; an app names the SDK's types here.
enum SimulatedCard: PXPComponent {
    static let offered = Set(PXPHook.allCases)
    static let plainTransaction = ""

    static func copy(tokenisation: PXPTokenisation) -> PXPTokenisation { tokenisation }
    static func copy(authentication: PXPAuthenticationState) -> PXPAuthenticationState? { authentication }
    static func copy(result: PXPResult) -> PXPResult { result }
    static func copy(failure: PXPError) -> PXPError { failure }
    static func copy(approval: PaymentReference) -> PaymentReference? { approval }

    typealias AuthenticationPreparation = String
    typealias AuthenticationStart = String
    typealias PreAuthorisation = String
    typealias Transaction = String
}

/// Stands where a submit component of PXP's SDK stands: it calls the hooks it was given.
@MainActor final class SimulatedComponent {
    private let hooks: PXPHandlers<SimulatedCard>
    private(set) var isUsed = false
    private var isRunning = false
    private var waiting: CheckedContinuation<Void, Never>?

    init(_ hooks: PXPHandlers<SimulatedCard>) { self.hooks = hooks }

    /// Returns when the submit is over; at once if the form isn't valid.
    func submitAsync(isFormValid: Bool) async {
        guard isFormValid else { return }
        isUsed = true
        isRunning = true
        await withCheckedContinuation { waiting = $0 }
    }

    /// Lets `submitAsync` return.
    func end() {
        isRunning = false
        waiting?.resume()
        waiting = nil
    }

    /// Calls the hook of an event.
    ///
    /// - Returns: whether the component goes on.
    func call(_ event: PXPEvent) async -> Bool {
        switch event {
        case .startSubmit: hooks.onStartSubmit?()
        case .preTokenisation: return hooks.onPreTokenisation?() ?? true
        case .postTokenisation(let end): hooks.onPostTokenisation?(end)
        case .preInitiateAuthentication: return await hooks.onPreInitiateAuthentication?() != nil
        case .postInitiateAuthentication(let state?): hooks.onPostInitiateAuthentication?(state)
        case .preAuthentication: return await hooks.onPreAuthentication?() != nil
        case .postAuthentication(let state?): hooks.onPostAuthentication?(state)
        case .preAuthorisation: return await hooks.onPreAuthorisation?(nil) != nil
        case .postAuthorisation(let result): hooks.onPostAuthorisation?(result)
        case .submitError(let error): hooks.onSubmitError?(error)
        case .cancel: hooks.onCancel?(nil)
        case .submitReturned: end()
        case .created, .createFailed, .submit, .postInitiateAuthentication, .postAuthentication, .preRetrySoftDecline,
            .approve, .error:
            break
        }
        return true
    }
}

/// Stands where PXP's SDK stands: it creates components and lets things happen in them.
@MainActor final class SimulatedPXP {
    /// The components were created, or couldn't be.
    var onCreated: (PXPEvent) throws -> Void = { _ in }
    /// What is told about a payment of an earlier start of the app.
    var onLateEvent: (PXPEvent) -> Void = { _ in }
    /// The component on the screen.
    var component: SimulatedComponent?

    private var simulator: PXPSimulator
    /// The components by the number of their submit: what an old one still tells belongs to its own payment.
    private var submitted: [Int: SimulatedComponent] = [:]

    init(_ launch: Launch) {
        simulator = PXPSimulator(for: launch.scenario)
        // The app was killed; PXP's servers weren't.
        for turn in launch.history { _ = try? simulator.play(turn) }
    }

    /// Something happens in a component, at PXP, at the bank or on the line.
    func happen(_ turn: Turn) async throws {
        let before = simulator.attempt
        let steps = try simulator.play(turn)
        if turn == .press { submitted[simulator.attempt] = component }
        var goesOn = true
        for case .event(let event) in steps {
            switch event.event {
            case .created where turn == .load, .createFailed: try onCreated(event.event)
            // The app makes a component anew itself, and `PXPHooks` tells the submit.
            case .created, .submit: break
            case .submitReturned: await ended(event.attempt)
            // What was stopped isn't sent; one story sends all the same.
            case _ where !goesOn && turn != .sendAfterEnd: break
            default:
                if let number = event.attempt, number <= before, submitted[number] == nil {
                    onLateEvent(event.event)
                } else {
                    let owner = event.attempt.flatMap { submitted[$0] } ?? component
                    goesOn = await owner?.call(event.event) ?? false
                }
            }
        }
    }

    /// A submit is over; what waits for it goes on.
    private func ended(_ number: Int?) async {
        (number.flatMap { submitted[$0] } ?? component)?.end()
        for _ in 0..<10 { await Task.yield() }
    }
}
