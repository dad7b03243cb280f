import CheckoutCore
import CheckoutPXP
import Testing

/// A component made of texts: a result is its class, code and transaction id.
private enum Card: PXPComponent {
    typealias AuthenticationPreparation = String
    typealias AuthenticationStart = String
    typealias Transaction = String

    struct Refusal { var code = "51", id: String? }
    enum SubmitResult { case authorised(String), refused(Refusal), merchant }
    enum Failure { case code(String), carrying(SubmitResult) }

    static let offered = Set(PXPHook.allCases).subtracting([.onApprove])
    static let plainTransaction = "plain"

    static func copy(tokenisation: Bool) -> PXPTokenisation { PXPTokenisation(isSuccess: tokenisation) }
    static func copy(authentication: String) -> PXPAuthenticationState? {
        PXPAuthenticationState(rawValue: authentication)
    }
    static func copy(result: SubmitResult) -> PXPResult {
        switch result {
        case .authorised(let id):
            PXPResult(type: .authorised, fundingData: PXPFundingData(transactionId: PaymentReference(id)))
        case .refused(let refusal):
            PXPResult(
                type: .refused, provider: PXPProviderResult(code: PXPDeclineCode(rawValue: refusal.code)),
                fundingData: PXPFundingData(transactionId: refusal.id.flatMap(PaymentReference.init)))
        case .merchant: PXPResult(type: .merchant)
        }
    }
    static func copy(failure: Failure) -> PXPError {
        switch failure {
        case .code(let code): PXPError(errorCode: PXPErrorCode(rawValue: code))
        case .carrying(let result): PXPError(submitResult: copy(result: result))
        }
    }
    static func copy(approval: String) -> PaymentReference? { PaymentReference(approval) }
    typealias PreAuthorisation = String
}

/// A component that can't be stopped: it tells only that it starts, and how it ends.
private enum Unstoppable: PXPComponent {
    typealias Tokenisation = Bool
    typealias AuthenticationPreparation = String
    typealias AuthenticationStart = String
    typealias AuthenticationResult = String
    typealias PreAuthorisation = String
    typealias Transaction = String
    typealias SubmitResult = Card.SubmitResult
    typealias Failure = Card.Failure
    typealias Approval = String
    static let offered: Set<PXPHook> = [.onStartSubmit, .onPostAuthorisation, .onSubmitError]
    static let plainTransaction = ""
    static func copy(tokenisation: Bool) -> PXPTokenisation { Card.copy(tokenisation: tokenisation) }
    static func copy(authentication: String) -> PXPAuthenticationState? { nil }
    static func copy(result: SubmitResult) -> PXPResult { Card.copy(result: result) }
    static func copy(failure: Failure) -> PXPError { Card.copy(failure: failure) }
    static func copy(approval: String) -> PaymentReference? { nil }
}

/// A component whose first hook is the one before the tokenisation.
private enum Quiet: PXPComponent {
    typealias AuthenticationPreparation = String
    typealias AuthenticationStart = String
    typealias PreAuthorisation = String
    static let offered: Set<PXPHook> = [.onPreTokenisation, .onPreAuthorisation, .onPostAuthorisation]
    static let plainTransaction = "plain"
    static func copy(tokenisation: Bool) -> PXPTokenisation { Card.copy(tokenisation: tokenisation) }
    static func copy(authentication: String) -> PXPAuthenticationState? { nil }
    static func copy(result: Card.SubmitResult) -> PXPResult { Card.copy(result: result) }
    static func copy(failure: Card.Failure) -> PXPError { Card.copy(failure: failure) }
    static func copy(approval: String) -> PaymentReference? { nil }
}

/// A wallet: it starts by a hook of its own and only tells how it ends.
private enum Wallet: PXPComponent {
    typealias Tokenisation = Bool
    typealias AuthenticationPreparation = String
    typealias AuthenticationStart = String
    typealias AuthenticationResult = String
    typealias PreAuthorisation = String
    typealias Transaction = String
    typealias SubmitResult = Card.SubmitResult
    typealias Failure = Card.Failure
    typealias Approval = String
    static let offered: Set<PXPHook> = [.onApprove, .onCancel, .onError]
    static let plainTransaction = ""
    static func copy(tokenisation: Bool) -> PXPTokenisation { Card.copy(tokenisation: tokenisation) }
    static func copy(authentication: String) -> PXPAuthenticationState? { nil }
    static func copy(result: SubmitResult) -> PXPResult { Card.copy(result: result) }
    static func copy(failure: Failure) -> PXPError { Card.copy(failure: failure) }
    static func copy(approval: String) -> PaymentReference? { Card.copy(approval: approval) }
}

/// An order of 10.00 EUR with one session at PXP.
private struct Desk<Component: PXPComponent> {
    let checkout: Checkout
    let session: CheckoutSession<PXPAdapter>
    let handlers: PXPHandlers<Component>
    let stops = Locked<[StopReason]>([])

    init(_ handlers: PXPHandlers<Component>) throws {
        self.handlers = handlers
        checkout = try Checkout(
            order: CheckoutOrder(reference: "A-1", amount: Money(text: "EUR 10.00")), journal: InMemoryJournal())
        session = try checkout.open(PXPAdapter(hooks: handlers.hookSet))
        session.send(.created)
    }

    /// The hooks of a new component.
    func hooks(grant: Grant? = nil) throws -> PXPHooks<Component> {
        try PXPHooks(session, handlers, method: "card", grant: grant) { [stops] reason in
            stops.withLock { $0.append(reason) }
        }
    }

    var states: [String] { checkout.attempts.map(\.standing.state.description) }
    var exposures: [Exposure] { checkout.attempts.map(\.standing.exposure) }
    var reasons: [StopReason] { stops.withLock { $0 } }
}

extension PXPHandlers where Component == Card {
    fileprivate static var plain: Self { Self() }
}

@Suite("Hooks of PXP's submit component") struct HooksTests {
    /// Plays a component's submit up to the authorisation.
    private func send(_ wired: PXPHandlers<Card>) async -> String? {
        wired.onStartSubmit?()
        guard wired.onPreTokenisation?() == true else { return nil }
        wired.onPostTokenisation?(true)
        return await wired.onPreAuthorisation?("token")
    }

    @Test("The app's data passes through, and a result ends the attempt")
    func through() async throws {
        var handlers = PXPHandlers<Card>.plain
        let seen = Locked<[String]>([])
        handlers.onStartSubmit = { seen.withLock { $0.append("start") } }
        handlers.onPreTokenisation = {
            seen.withLock { $0.append("pre") }; return true
        }
        handlers.onPostTokenisation = { ok in seen.withLock { $0.append("post \(ok)") } }
        handlers.onPreAuthorisation = { data in "\(data ?? "no") and more" }
        handlers.onPostAuthorisation = { _ in seen.withLock { $0.append("result") } }
        let desk = try Desk(handlers)
        let hooks = try desk.hooks()
        try await hooks.submit {
            #expect(await send(hooks.wired) == "token and more")
            #expect(desk.checkout.attempts.first?.standing.submitted == true)
            hooks.wired.onPostAuthorisation?(.authorised("T1"))
        }
        #expect(seen.withLock { $0 } == ["start", "pre", "post true", "result"])
        #expect(desk.states == ["succeeded(authorised)"])
        #expect(desk.checkout.anomalies == [])
        #expect(desk.reasons == [])
    }

    @Test("Where the app adds nothing, the authorisation goes out with plain data")
    func plain() async throws {
        let desk = try Desk(PXPHandlers<Card>.plain)
        let hooks = try desk.hooks()
        #expect(await send(hooks.wired) == "plain")
        #expect(hooks.attempt == desk.checkout.attempts.first?.id)
        #expect(desk.states == ["processing"])
    }

    // MARK: - Two submits

    @Test("A double tap on the component's own button is stopped at both places, and submits once")
    func doubleTap() async throws {
        let desk = try Desk(PXPHandlers<Card>.plain)
        let wired = try desk.hooks().wired
        wired.onStartSubmit?()
        wired.onStartSubmit?()
        #expect(wired.onPreTokenisation?() == true)
        #expect(wired.onPreTokenisation?() == false)
        #expect(await wired.onPreAuthorisation?(nil) == "plain")
        #expect(await wired.onPreAuthorisation?(nil) == Optional<String>.none)
        wired.onPostAuthorisation?(.authorised("T1"))
        #expect(desk.states == ["succeeded(authorised)"])
        #expect(desk.checkout.anomalies == [])
    }

    @Test("A second component's submit is refused while the first is under way")
    func secondComponent() async throws {
        let desk = try Desk(PXPHandlers<Card>.plain)
        let (first, second) = (try desk.hooks(), try desk.hooks())
        #expect(await send(first.wired) == "plain")
        #expect(await send(second.wired) == nil)
        #expect(await second.wired.onPreAuthorisation?(nil) == Optional<String>.none)
        #expect(desk.reasons == [.refused(.attemptInProgress)])
        await #expect(throws: StartRefusal.attemptInProgress) { try await second.submit {} }
        // What the refused one tells of itself says nothing about the first.
        second.wired.onSubmitError?(.code("SDK0501"))
        second.wired.onCancel?(nil)
        #expect(desk.states == ["processing"])
        #expect(desk.checkout.anomalies == [])
        // A payment is never dropped.
        second.wired.onPostAuthorisation?(.authorised("T2"))
        #expect(desk.states == ["processing", "succeeded(authorised)"])
        #expect(desk.checkout.anomalies == [.unattributed])
    }

    @Test("A call while the first one runs is refused, and one after it needs a new component")
    func secondCall() async throws {
        let desk = try Desk(PXPHandlers<Card>.plain)
        let hooks = try desk.hooks()
        try await hooks.submit {
            await #expect(throws: StartRefusal.attemptInProgress) { try await hooks.submit {} }
            _ = await send(hooks.wired)
            hooks.wired.onPostAuthorisation?(.refused(Card.Refusal(id: "T1")))
        }
        let used = await #expect(throws: PXPComponentUsed.self) { try await hooks.submit {} }
        #expect(used?.description.contains("new one") == true)
        #expect(desk.states == ["declined(insufficientFunds)"])
        // By its own button it is stopped too.
        #expect(await send(hooks.wired) == nil)
        #expect(await hooks.wired.onPreAuthorisation?(nil) == Optional<String>.none)
        #expect(desk.states == ["declined(insufficientFunds)"])
        #expect(desk.checkout.anomalies == [])
    }

    @Test("A form that isn't valid uses nothing up")
    func invalidForm() async throws {
        let desk = try Desk(PXPHandlers<Card>.plain)
        let hooks = try desk.hooks()
        try await hooks.submit {}
        try await hooks.submit { _ = await send(hooks.wired) }
        #expect(desk.states == ["failed(validation)", "processing"])
    }

    @Test("A late second copy lands on its own attempt, never on the next")
    func lateCopy() async throws {
        let desk = try Desk(PXPHandlers<Card>.plain)
        let (first, second) = (try desk.hooks(), try desk.hooks())
        let refusal = Card.SubmitResult.refused(Card.Refusal(code: "43", id: nil))
        try await first.submit {
            _ = await send(first.wired)
            first.wired.onPostAuthorisation?(refusal)
        }
        #expect(await send(second.wired) == "plain")
        first.wired.onPostAuthorisation?(refusal)
        first.wired.onSubmitError?(.carrying(refusal))
        first.wired.onCancel?(nil)
        #expect(desk.states == ["declined(lostOrStolenCard)", "processing"])
        #expect(desk.checkout.anomalies == [])
        first.wired.onPostAuthorisation?(.authorised("T9"))
        #expect(desk.states == ["succeeded(authorised)", "processing"])
        #expect(desk.checkout.anomalies == [.lateSuccess])
    }

    // MARK: - Who says no

    @Test("The app's no stops the SDK and is a cancellation")
    func veto() async throws {
        var handlers = PXPHandlers<Card>.plain
        handlers.onPreTokenisation = { false }
        let tokenisation = try Desk(handlers)
        #expect(await send(try tokenisation.hooks().wired) == nil)
        #expect(tokenisation.states == ["cancelled(merchant)"])

        handlers = .plain
        handlers.onPreAuthorisation = { _ in nil }
        let authorisation = try Desk(handlers)
        let hooks = try authorisation.hooks()
        try await hooks.submit {
            #expect(await send(hooks.wired) == nil)
            #expect(authorisation.states == ["processing"])
        }
        #expect(authorisation.states == ["cancelled(merchant)"])
        #expect(authorisation.exposures == [.none])
    }

    @Test("Another provider's approval stops the authorisation, and what goes on all the same isn't lost")
    func risen() async throws {
        var handlers = PXPHandlers<Card>.plain
        let other = Locked<CheckoutSession<PXPAdapter>?>(nil)
        handlers.onPreAuthorisation = { _ in
            other.withLock { $0 }?.send(
                .postAuthorisation(Card.copy(result: .authorised("T7"))), for: AttemptID(rawValue: "nobody's"))
            return "data"
        }
        let desk = try Desk(handlers)
        let session = try desk.checkout.open(PXPAdapter())
        other.withLock { $0 = session }
        let hooks = try desk.hooks()
        try await hooks.submit { #expect(await send(hooks.wired) == nil) }
        #expect(desk.reasons == [.refused(.alreadyPaid)])
        #expect(desk.states == ["cancelled(merchant)", "succeeded(authorised)"])
        hooks.wired.onSubmitError?(.code("SDK0500"))
        #expect(desk.states == ["outcomeUnknown(noAnswer)", "succeeded(authorised)"])
    }

    @Test("Only one of the two authentication hooks is refused when the hooks are built")
    func mismatch() throws {
        var handlers = PXPHandlers<Card>.plain
        handlers.onPreAuthentication = { "data" }
        let error = PXPConfigurationError.authenticationHooksDiffer(missing: .onPreInitiateAuthentication)
        #expect(throws: error) { try handlers.hookSet }
        let desk = try Desk(PXPHandlers<Card>.plain)
        #expect(throws: error) { try PXPHooks(desk.session, handlers) }
        handlers.onPreInitiateAuthentication = { nil }
        // The session was opened without them.
        #expect(throws: PXPConfigurationError.hooksDiffer) { try PXPHooks(desk.session, handlers) }
        #expect(PXPConfigurationError.hooksDiffer.description.contains("hookSet"))
    }

    @Test("Every hook is wired that the component has and somebody answers")
    func wiring() throws {
        var handlers = PXPHandlers<Card>.plain
        let listening: Set<PXPHook> = [
            .onStartSubmit, .onPreTokenisation, .onPostTokenisation, .onPostInitiateAuthentication,
            .onPostAuthentication, .onPreAuthorisation, .onPostAuthorisation, .onSubmitError, .onCancel, .onError,
        ]
        #expect(try handlers.hookSet.hooks == listening)
        handlers.onPreRetrySoftDecline = { _ in true }
        handlers.onPreAuthentication = { nil }
        handlers.onPreInitiateAuthentication = { nil }
        #expect(try handlers.hookSet.hooks == Card.offered)
        let wired = try Desk(handlers).hooks().wired
        #expect(wired.onApprove == nil)
        #expect(wired.onPreRetrySoftDecline != nil)
        #expect(try Desk(PXPHandlers<Card>.plain).hooks().wired.onPreRetrySoftDecline == nil)
        #expect(try PXPHandlers<Wallet>().hookSet.hooks == [.onApprove, .onCancel, .onError])
    }

    @Test("After the component is gone every hook is answered no, and a result still counts")
    func retired() async throws {
        let desk = try Desk(PXPHandlers<Card>.plain)
        let hooks = try desk.hooks()
        hooks.wired.onStartSubmit?()
        #expect(hooks.wired.onPreTokenisation?() == true)
        hooks.retire()
        #expect(desk.states == ["failed(interrupted)"])
        #expect(await hooks.wired.onPreAuthorisation?(nil) == Optional<String>.none)
        hooks.retire()
        #expect(desk.states == ["failed(interrupted)"])
        hooks.wired.onPostAuthorisation?(.authorised("T1"))
        #expect(desk.states == ["succeeded(authorised)"])
    }

    @Test("An SDK that goes on after its component is gone, and gets no answer, may have sent")
    func goesOnRetired() async throws {
        let desk = try Desk(PXPHandlers<Card>.plain)
        let hooks = try desk.hooks()
        hooks.wired.onStartSubmit?()
        hooks.retire()
        #expect(await hooks.wired.onPreAuthorisation?(nil) == Optional<String>.none)
        #expect(desk.states == ["failed(interrupted)"])
        hooks.wired.onSubmitError?(.code("SDK0500"))
        #expect(desk.states == ["outcomeUnknown(noAnswer)"])
    }

    @Test("One grant serves one component")
    func sharedGrant() async throws {
        let desk = try Desk(PXPHandlers<Card>.plain)
        guard case .granted(let grant) = desk.session.begin() else { throw StartRefusal.notReady }
        let (first, second) = (try desk.hooks(grant: grant), try desk.hooks(grant: grant))
        #expect(await send(first.wired) == "plain")
        #expect(await send(second.wired) == nil)
        #expect(desk.reasons == [.refused(.attemptInProgress)])
        #expect(second.attempt == nil)
        second.wired.onCancel?(nil)
        #expect(desk.states == ["processing"])
    }

    @Test("A component that is taken away while the app is asked sends nothing")
    func retiredWhileAsked() async throws {
        var handlers = PXPHandlers<Card>.plain
        let hooks = Locked<PXPHooks<Card>?>(nil)
        handlers.onPreAuthorisation = { _ in
            hooks.withLock { $0 }?.retire()
            return "data"
        }
        let desk = try Desk(handlers)
        let own = try desk.hooks()
        hooks.withLock { $0 = own }
        try await own.submit { #expect(await send(own.wired) == nil) }
        #expect(desk.states == ["failed(interrupted)"])
        #expect(desk.exposures == [.none])
    }

    // MARK: - Authentication

    @Test("Authentication passes through, and a soft decline is tried again with it in the same submit")
    func softDecline() async throws {
        var handlers = PXPHandlers<Card>.plain
        let authenticates = Locked(false)
        handlers.onPreInitiateAuthentication = { authenticates.withLock { $0 ? "prepare" : nil } }
        handlers.onPreAuthentication = { authenticates.withLock { $0 ? "challenge" : nil } }
        handlers.onPreRetrySoftDecline = { _ in
            authenticates.withLock { $0 = true }
            return true
        }
        let desk = try Desk(handlers)
        let hooks = try desk.hooks()
        let wired = hooks.wired
        try await hooks.submit {
            wired.onStartSubmit?()
            #expect(wired.onPreTokenisation?() == true)
            #expect(await wired.onPreInitiateAuthentication?() == Optional<String>.none)
            #expect(await wired.onPreAuthorisation?(nil) == "plain")
            #expect(wired.onPreRetrySoftDecline?(.refused(Card.Refusal(code: "1A", id: "T1"))) == true)
            #expect(desk.checkout.attempts.first?.standing.exposure == Exposure.none)
            #expect(await wired.onPreInitiateAuthentication?() == "prepare")
            wired.onPostInitiateAuthentication?("PendingClientData")
            #expect(await wired.onPreAuthentication?() == "challenge")
            #expect(desk.states == ["actionRequired(authenticate(challenge))"])
            wired.onPostAuthentication?("AuthenticationSuccessful")
            #expect(await wired.onPreAuthorisation?(nil) == "plain")
            #expect(desk.checkout.attempts.first?.standing.exposure == .possible)
            #expect(await wired.onPreAuthorisation?(nil) == Optional<String>.none)
            wired.onPostAuthorisation?(.refused(Card.Refusal(code: "1A", id: "T1")))
            #expect(desk.states == ["processing"])
            wired.onPostAuthorisation?(.authorised("T2"))
        }
        #expect(desk.states == ["succeeded(authorised)"])
        #expect(desk.checkout.anomalies == [])
    }

    // MARK: - Other components

    @Test("Where nothing can stop the SDK, a second start is told as a payment that nobody began")
    func unstoppable() throws {
        let desk = try Desk(PXPHandlers<Unstoppable>())
        let wired = try desk.hooks().wired
        wired.onStartSubmit?()
        #expect(desk.exposures == [.possible])
        wired.onStartSubmit?()
        #expect(desk.exposures == [.possible, .possible])
        #expect(desk.checkout.anomalies == [.unattributed])
        wired.onPostAuthorisation?(.refused(Card.Refusal(id: "T1")))
        #expect(
            desk.checkout.standing.refusal == .outcomeUnresolved || desk.checkout.standing.refusal == .attemptInProgress
        )
    }

    @Test("A component that is taken away while its start is granted gives the grant back")
    func retiredWhileBeginning() throws {
        let desk = try Desk(PXPHandlers<Wallet>())
        let hooks = try desk.hooks()
        let token = desk.checkout.observe(on: .sending) { update in
            if update.order.state == .processing { hooks.retire() }
        }
        defer { token.cancel() }
        #expect(!hooks.begin())
        #expect(desk.exposures == [Exposure.none])
        #expect(desk.checkout.mayBegin(with: desk.session) == .yes)
    }

    @Test("A wallet begins by its own hook; closing it is doubt, because nobody tells when it sends")
    func wallet() throws {
        let desk = try Desk(PXPHandlers<Wallet>())
        let hooks = try desk.hooks()
        #expect(hooks.begin())
        #expect(!hooks.begin())
        #expect(!(try desk.hooks().begin()))
        hooks.wired.onCancel?(.code("SDK0615"))
        #expect(desk.states == ["outcomeUnknown(closedAfterSubmission)"])
        hooks.wired.onApprove?("5O190127TN364715T")
        #expect(desk.states == ["pending(merchant)"])
    }

    @Test("A component that doesn't tell its start begins at its first hook")
    func quiet() async throws {
        let desk = try Desk(PXPHandlers<Quiet>())
        let (first, second) = (try desk.hooks().wired, try desk.hooks().wired)
        #expect(first.onPreTokenisation?() == true)
        #expect(second.onPreTokenisation?() == false)
        #expect(await second.onPreAuthorisation?(nil) == Optional<String>.none)
        #expect(await first.onPreAuthorisation?(nil) == "plain")
        first.onPostAuthorisation?(.authorised("T1"))
        #expect(desk.states == ["succeeded(authorised)"])
    }

    @Test("However many taps and components there are at once, one authorisation goes out", arguments: [true, false])
    func race(_ sharesComponent: Bool) async throws {
        for _ in 0..<20 {
            let desk = try Desk(PXPHandlers<Card>.plain)
            let shared = try desk.hooks()
            let sent = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<6 {
                    let wired = try (sharesComponent ? shared : desk.hooks()).wired
                    group.addTask {
                        wired.onStartSubmit?()
                        // A saved card asks nobody before it is authorised.
                        _ = wired.onPreTokenisation?()
                        let answer: String? = await wired.onPreAuthorisation?(nil) ?? nil
                        return answer == nil ? 0 : 1
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(sent == 1)
            #expect(desk.states == ["processing"])
        }
    }

    @Test("A grant that the app asked for is the submit's, and is taken back if nothing comes of it")
    func ownGrant() async throws {
        let desk = try Desk(PXPHandlers<Card>.plain)
        guard case .granted(let unused) = desk.session.begin(method: "card") else { throw StartRefusal.notReady }
        let idle = try desk.hooks(grant: unused)
        idle.retire()
        #expect(desk.exposures == [.none])
        guard case .granted(let grant) = desk.session.begin(method: "card") else { throw StartRefusal.notReady }
        let hooks = try desk.hooks(grant: grant)
        try await hooks.submit {
            _ = await send(hooks.wired)
            hooks.wired.onPostAuthorisation?(.merchant)
        }
        #expect(hooks.attempt == grant.attempt)
        #expect(desk.checkout.attempts.last?.id == grant.attempt)
        #expect(desk.states.last == "succeeded(unstated)")
    }

    @Test("A grant whose attempt has ended starts nothing")
    func endedGrant() async throws {
        let desk = try Desk(PXPHandlers<Card>.plain)
        guard case .granted(let grant) = desk.session.begin() else { throw StartRefusal.notReady }
        let hooks = try desk.hooks(grant: grant)
        grant.withdraw()
        await #expect(throws: AttemptEnded.self) { try await hooks.submit { Issue.record("called") } }
    }
}
