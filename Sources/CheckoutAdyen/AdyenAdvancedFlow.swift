public import CheckoutCore
public import Foundation

/// Adyen's advanced flow from end to end: `/payments`, the actions, `/payments/details`, until there is an outcome.
///
/// It tells the guard of everything that happens and sends nothing that isn't durably written first. What came of a
/// payment is the checkout's to say: the flow returns how the attempt stands and invents nothing.
///
/// ```swift
/// let flow = try AdyenAdvancedFlow(checkout: checkout, server: server, returnURL: "my-app://paid") { shown in
///     await screen.show(shown)
/// }
/// let methods = try await flow.paymentMethods(Data(#"{"countryCode":"NL"}"#.utf8))
/// let result = await flow.pay(try AdyenSubmission(data: submitted))
/// ```
///
/// Every method can be called from any thread, several at once. Cancelling the task of a call that has sent something
/// leaves the attempt in doubt; one that hasn't ends it.
///
/// Source: the vendor's page “Advanced flow integration guide” (iOS).
public final class AdyenAdvancedFlow: Sendable {
    /// How often and how long the flow goes on by itself.
    public struct Limits: Sendable, Hashable {
        /// The most actions of one payment.
        public var actions: Int
        /// How often a request that wasn't answered is sent again, with the same body and key.
        public var repeats: Int
        /// The pause before the first repeat; each further one is twice as long, up to half a minute.
        public var pause: Duration

        static let longestPause = Duration.seconds(30)

        /// Makes limits.
        public init(actions: Int = 10, repeats: Int = 2, pause: Duration = .seconds(1)) {
            self.actions = max(0, actions)
            self.repeats = max(0, repeats)
            self.pause = pause
        }
    }

    /// The session at Adyen that the flow opened, for events the app hears itself.
    public let session: CheckoutSession<AdyenAdapter>

    let server: any AdyenMerchantServer
    let returnAddress: AdyenReturnAddress
    let limits: Limits
    let onAction: AdyenActionHandler
    let memory = Locked(Memory())

    /// What the flow knows beside the journal, for as long as it lives.
    struct Memory: Sendable {
        var attempts: [AttemptID: AttemptMemory] = [:]
        var order: AdyenPartialOrder?
        /// How many calls are giving it up.
        var cancellations = 0
    }

    /// What the flow knows of an attempt.
    struct AttemptMemory: Sendable {
        /// Details that have their answer, by their digest: they aren't sent again.
        var answered: Set<UInt64> = []
        /// Details on their way, with all that follows from their answer.
        var underWay: [UInt64: Task<Void, Never>] = [:]
        /// The latest action's payment data, which belongs to the details of its return link.
        var paymentData: String?
        /// The latest action is one whose return only the SDK can turn into details.
        var isNativeRedirect = false
    }

    /// Opens a session at Adyen and the flow in it.
    ///
    /// - Parameters:
    ///   - checkout: the order.
    ///   - server: the merchant's server.
    ///   - returnURL: the app's own address for redirects, to which each attempt's id is added. With it, at most 1,024
    ///     characters.
    ///   - attempt: an attempt that began before the app was started: the one a return link names.
    ///   - limits: how often and how long the flow goes on by itself.
    ///   - onAction: shows an action to the shopper. The flow keeps it.
    /// - Throws: ``AdyenFlowError``, or `JournalError` if the checkout was closed.
    public init(
        checkout: Checkout, server: any AdyenMerchantServer, returnURL: String, resuming attempt: AttemptID? = nil,
        limits: Limits = Limits(), onAction: @escaping AdyenActionHandler
    ) throws {
        returnAddress = try AdyenReturnAddress(returnURL)
        guard (try? checkout.order.amount.minorUnits(in: .adyen)) != nil else { throw AdyenFlowError.unusableAmount }
        session = try checkout.open(AdyenAdapter(reportsRequests: true), resuming: attempt)
        self.server = server
        self.limits = limits
        self.onAction = onAction
    }

    /// What came of a call.
    public enum Result: Sendable, Hashable {
        /// The guard said no. Nothing was sent, and no attempt began.
        case refused(StartRefusal)
        /// How the attempt stands now.
        case attempt(AttemptSummary)
        /// There was nothing to do: the link isn't this flow's, or its attempt isn't known.
        case ignored
    }

    // MARK: - Methods

    /// Asks for the methods the shopper can pay with.
    ///
    /// - Parameter body: what the merchant's server wants to know, a JSON text.
    /// - Returns: the answer, for the SDK's `PaymentMethods`.
    /// - Throws: ``AdyenLoadingError``: the session shows it too.
    public func paymentMethods(_ body: Data = Data("{}".utf8)) async throws(AdyenLoadingError) -> Data {
        func failed(_ error: AdyenLoadingError) -> AdyenLoadingError {
            session.send(.paymentMethodsError(error))
            return error
        }
        let reply: AdyenServerReply
        do {
            reply = try await server.send(AdyenServerRequest(endpoint: .paymentMethods, body: body, key: nil))
        } catch {
            throw failed(.network)
        }
        guard reply.isSuccess, let methods = AdyenPaymentMethods(body: reply.body) else {
            throw failed(.configuration)
        }
        session.send(.paymentMethodsResponse(methods))
        return reply.body
    }

    // MARK: - Paying

    /// Pays with what a payment component has submitted, and goes on until there is an outcome or nobody can tell.
    ///
    /// A second call while one is under way is refused by the guard; it sends nothing.
    @discardableResult
    public func pay(_ submission: AdyenSubmission) async -> Result {
        guard !Task.isCancelled else { return .ignored }
        let grant: Grant
        switch session.begin(method: submission.method) {
        case .refused(let refusal): return .refused(refusal)
        case .granted(let granted): grant = granted
        }
        let attempt = grant.attempt
        let (order, isGivenUp) = memory.withLock { ($0.order, $0.cancellations > 0) }
        guard !isGivenUp else {
            grant.withdraw()
            return .refused(.attemptInProgress)
        }
        guard let value = try? grant.amount.minorUnits(in: .adyen) else {
            grant.withdraw()
            return result(attempt)
        }
        guard session.send(.didSubmit(method: submission.method), for: attempt) == .proceed else {
            return result(attempt)
        }
        let body = submission.body(
            amount: ["value": .integer(value), "currency": .string(grant.amount.currency.code)],
            reference: session.checkout.order.reference, returnURL: returnAddress.url(for: attempt),
            order: order)
        await goOn(attempt, with: Request(endpoint: .payments, body: body, digest: nil), actions: 0)
        return result(attempt)
    }

    /// How an attempt stands.
    func result(_ attempt: AttemptID) -> Result { summary(of: attempt).map { .attempt($0) } ?? .ignored }

    func summary(of attempt: AttemptID) -> AttemptSummary? {
        session.checkout.attempts.last { $0.id == attempt && $0.provider == .adyen }
    }

    // MARK: - The loop

    /// A request of an attempt: its body stays what it is, however often it is sent.
    struct Request: Sendable {
        let endpoint: AdyenServerRequest.Endpoint
        let body: Data
        /// The digest of the details; `nil` for `/payments`.
        let digest: UInt64?

        init(endpoint: AdyenServerRequest.Endpoint, body: JSONValue, digest: UInt64?) {
            self.endpoint = endpoint
            self.body = Data(body.jsonText.utf8)
            self.digest = digest
        }
    }

    /// Sends a request, shows the action of its answer, sends what comes of it, and so on.
    func goOn(_ attempt: AttemptID, with request: Request, actions: Int) async {
        guard let answer = await answer(to: request, of: attempt) else { return }
        keepOrder(of: answer)
        // The checkout says whether the shopper has to act: somebody else may have spoken meanwhile.
        guard case .actionRequired(let action)? = summary(of: attempt)?.standing.state,
            let json = answer["action"], json.object != nil
        else { return }
        guard actions < limits.actions else {
            session.send(.didFail(AdyenComponentError(kind: .other, code: "tooManyActions")), for: attempt)
            return
        }
        let answered = memory.withLock { memory -> Set<UInt64> in
            memory.attempts[attempt, default: AttemptMemory()].paymentData = json["paymentData"]?.string
            memory.attempts[attempt]?.isNativeRedirect = json["type"]?.string == "nativeRedirect"
            return memory.attempts[attempt]?.answered ?? []
        }
        let shown = AdyenShownAction(attempt: attempt, action: action, json: Data(json.jsonText.utf8))
        switch await onAction(shown) {
        case .provided(let details?) where answered.contains(details.digest):
            // The component gives the details of an earlier action: nothing of this one can be sent.
            session.send(.didFail(AdyenComponentError(kind: .other, code: "detailsRepeated")), for: attempt)
        case .provided(let details): await provided(details, for: attempt, actions: actions + 1)
        case .completed: session.send(.didComplete, for: attempt)
        case .failed(let error): session.send(.didFail(error), for: attempt)
        }
    }

    /// Sends a request until it is answered, within the limits: always the same body, always the same key.
    ///
    /// - Returns: the answer; `nil` if none came, or nothing may be sent (any more).
    private func answer(to request: Request, of attempt: AttemptID) async -> JSONValue? {
        var pause = limits.pause
        for round in 0...limits.repeats {
            if round > 0 {
                guard summary(of: attempt)?.standing.exposure == .possible,
                    (try? await Task.sleep(for: pause)) != nil
                else { return nil }
                pause = min(pause * 2, Limits.longestPause)
            }
            guard !Task.isCancelled else {
                giveUp(request, of: attempt, code: "cancelled")
                return nil
            }
            switch session.send(request.isLeaving, for: attempt) {
            case .proceed: break
            case .stop(let reason):
                if case .refused = reason { giveUp(request, of: attempt, code: "notSent") }
                return nil
            }
            // The guard has written the request down: it has its ordinal.
            guard let key = key(of: request, attempt) else {
                // The order has another owner, who knows the ordinal: this flow's checkout was closed.
                session.send(request.failed(AdyenTransportError(code: "notSent")), for: attempt)
                return nil
            }
            do {
                let reply = try await server.send(
                    AdyenServerRequest(endpoint: request.endpoint, body: request.body, key: key))
                let json = reply.json
                let isAnswer = reply.isSuccess && json?.object != nil
                if isAnswer, let digest = request.digest {
                    memory.withLock { _ = $0.attempts[attempt, default: AttemptMemory()].answered.insert(digest) }
                }
                session.send(request.answered(reply), for: attempt)
                if isAnswer { return json }
            } catch {
                session.send(request.failed(error), for: attempt)
            }
        }
        return nil
    }

    /// The idempotency key: the attempt's id, with the ordinal of the details where there are some.
    private func key(of request: Request, _ attempt: AttemptID) -> String? {
        guard let digest = request.digest else { return attempt.rawValue }
        guard let place = summary(of: attempt)?.followUps.firstIndex(of: digest) else { return nil }
        return "\(attempt.rawValue)-d\(place + 1)"
    }

    /// A request isn't sent and nobody will go on: one of an attempt that wasn't sent ends it, any other leaves doubt.
    private func giveUp(_ request: Request, of attempt: AttemptID, code: String) {
        guard let standing = summary(of: attempt)?.standing else { return }
        switch standing.state {
        case .processing, .actionRequired: break
        case .initializing, .ready, .pending, .partiallyPaid, .succeeded, .declined, .cancelled, .failed,
            .outcomeUnknown:
            return
        }
        if standing.submitted {
            session.send(request.failed(AdyenTransportError(code: code)), for: attempt)
        } else {
            let kind: AdyenComponentError.Kind = code == "cancelled" ? .cancelled : .other
            session.send(.didFail(AdyenComponentError(kind: kind, code: RawCode(code))), for: attempt)
        }
    }
}

extension AdyenAdvancedFlow.Request {
    var isLeaving: AdyenEvent { digest.map { .detailsRequest(digest: $0) } ?? .paymentsRequest }

    func answered(_ reply: AdyenServerReply) -> AdyenEvent {
        let answer = AdyenAnswer(status: reply.status, body: reply.body)
        return digest == nil ? .paymentsResponse(answer) : .detailsResponse(answer)
    }

    func failed(_ error: AdyenTransportError) -> AdyenEvent {
        digest == nil ? .paymentsError(error) : .detailsError(error)
    }
}

extension AdyenServerReply {
    var isSuccess: Bool { (200..<300).contains(status) }

    /// The body; `nil` if it can't be read, as the adapter finds it too.
    var json: JSONValue? {
        JSONReader.readAnswer(body)
    }
}
