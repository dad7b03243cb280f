// Copy this file into the app. It is the delegate of Adyen's components (iOS 5.x, advanced flow): it asks the guard, posts
// to the merchant's server, and turns what comes back into events. Adyen calls its delegates on the main thread.
//
// For version 6 the same calls move into its closures: `onSubmit` does what `submit` does and returns `.action` or
// `.completion(resultCode:)`; `onAdditionalDetails` does what `didProvide` does and can only complete, so an action in the
// answer to details has to be handled by the app; `onError` is `didFail`. `onComplete` comes for every result code, also
// for a refusal, and a submit that a newer one replaced is dropped in silence: neither of them is an event.
//
// The details requests of an attempt are counted in memory. After a kill, leave what is open to the merchant's server.

import Adyen
@preconcurrency import AdyenActions
import CheckoutAdyen
import CheckoutCore
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The merchant's server.
protocol AdyenServer: Sendable {
    /// Posts a request to `/payments` or `/payments/details`. It repeats nothing by itself.
    ///
    /// - Returns: Adyen's answer as it came: its HTTP status and its body.
    func post(_ request: AdyenRequest) async throws -> (status: Int, body: Data)
}

/// A request to the merchant's server.
struct AdyenRequest: Sendable {
    enum Endpoint: Sendable { case payments, details }

    let endpoint: Endpoint
    /// The `Idempotency-Key` of the request to Adyen.
    let idempotencyKey: String
    /// What the component gave, as JSON: the `paymentMethod`, or `details` and `paymentData`.
    let body: Data
    /// What to charge; for `/payments` only.
    var amount: Money?
    /// The return address, which carries the attempt's id; for `/payments` only.
    var returnURL: String?
}

/// Adyen's part of a payment screen.
@MainActor final class AdyenBridge: PaymentComponentDelegate, ActionComponentDelegate {
    let session: CheckoutSession<AdyenAdapter>
    /// Told why a start was refused.
    var onRefused: ((StartRefusal) -> Void)?
    private let server: any AdyenServer
    private let makeActions: () -> AdyenActionComponent
    private let returnAddress: String
    private var works: [Work] = []
    private(set) var running: Task<Void, Never>?

    /// What is done for one attempt. Its action component is its own: what that one still tells late is this attempt's.
    private final class Work {
        let attempt: AttemptID
        let component: any PaymentComponent
        let actions: AdyenActionComponent
        /// The different details that were sent, in their order.
        var details: [Data] = []
        /// … without those whose request was lost: they may be sent again, under the same key.
        var kept: Set<Data> = []

        init(_ attempt: AttemptID, _ component: any PaymentComponent, _ actions: AdyenActionComponent) {
            self.attempt = attempt
            self.component = component
            self.actions = actions
        }
    }

    /// Opens the session.
    ///
    /// - Parameters:
    ///   - returnAddress: the app's address for the way back, without a query, for example `my-app://adyen`.
    ///   - actions: makes an action component with its context and its presentation delegate.
    init(
        _ checkout: Checkout, server: any AdyenServer, returnAddress: String,
        actions: @escaping () -> AdyenActionComponent
    ) throws {
        session = try checkout.open(AdyenAdapter(reportsRequests: true))
        self.server = server
        self.returnAddress = returnAddress
        makeActions = actions
    }

    // MARK: - The payment component

    func didSubmit(_ data: PaymentComponentData, from component: any PaymentComponent) {
        let method = CheckoutCore.PaymentMethod(rawValue: component.paymentMethod.type.rawValue)
        switch session.begin(method: method) {
        case .refused(let refusal):
            component.stopLoadingIfNeeded()
            onRefused?(refusal)
        case .granted(let grant):
            let work = Work(grant.attempt, component, makeActions())
            work.actions.delegate = self
            works.append(work)
            session.send(.didSubmit(method: method), for: grant.attempt)
            guard let body = try? JSONEncoder().encode(data.paymentMethod) else { return giveUp(work) }
            let request = AdyenRequest(
                endpoint: .payments, idempotencyKey: grant.attempt.rawValue, body: body, amount: grant.amount,
                returnURL: "\(returnAddress)?\(AdyenReturnURL.attemptKey)=\(grant.attempt.rawValue)")
            running = Task { _ = await send(request, for: work) }
        }
    }

    /// One form serves several attempts: it speaks of the latest one, and of none that has ended.
    func didFail(with error: any Error, from component: any PaymentComponent) {
        if let work = works.last(where: { $0.component === component }) { failed(error, work) }
    }

    // MARK: - The action component

    func didOpenExternalApplication(component: any ActionComponent) {}

    func didProvide(_ data: ActionComponentData, from component: any ActionComponent) {
        guard let work = work(of: component) else { return }
        guard let details = try? Self.details(data), let body = try? Self.details(data, paymentData: data.paymentData)
        else {
            session.send(.didProvide(canBeSent: false), for: work.attempt)
            return
        }
        session.send(.didProvide(canBeSent: true), for: work.attempt)
        guard work.kept.insert(details).inserted else { return }
        if !work.details.contains(details) { work.details.append(details) }
        let number = (work.details.firstIndex(of: details) ?? 0) + 1
        let request = AdyenRequest(
            endpoint: .details, idempotencyKey: "\(work.attempt.rawValue)-d\(number)", body: body)
        running = Task {
            // Lost details may be sent again.
            if await !send(request, for: work) { work.kept.remove(details) }
        }
    }

    func didComplete(from component: any ActionComponent) {
        if let work = work(of: component) { session.send(.didComplete, for: work.attempt) }
    }

    func didFail(with error: any Error, from component: any ActionComponent) {
        if let work = work(of: component) { failed(error, work) }
    }

    /// A link opened the app. It is never an outcome; it may lead to `didProvide`.
    ///
    /// - Returns: whether it was one of this screen.
    @discardableResult
    func opened(_ url: URL) -> Bool {
        let link = AdyenReturnURL(url.absoluteString)
        guard let attempt = link.attempt, works.contains(where: { $0.attempt == attempt }) else { return false }
        session.send(.returnURL(link))
        // The SDK traps on a link with a repeated key, and gives any link to the action that was shown last.
        let names = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems?.map(\.name) ?? []
        guard link.hasDetails, Set(names).count == names.count, works.last?.attempt == attempt else { return true }
        return RedirectComponent.applicationDidOpen(from: url)
    }

    private func work(of component: any ActionComponent) -> Work? { works.last { $0.actions === component } }

    private func failed(_ error: any Error, _ work: Work) {
        guard let kind = standing(work)?.state.kind, !kind.isEnd else { return }
        var copy = AdyenComponentError(kind: .other)
        if case ComponentError.cancelled = error {
            copy.kind = .cancelled
        } else {
            let error = error as NSError
            copy.domain = RawCode(error.domain)
            copy.code = RawCode(String(error.code))
        }
        session.send(.didFail(copy), for: work.attempt)
        settle(work)
    }

    // MARK: - Requests

    /// - Returns: whether an answer came, or none is to be waited for.
    private func send(_ request: AdyenRequest, for work: Work) async -> Bool {
        let isPayments = request.endpoint == .payments
        // Written before it leaves, or it doesn't leave.
        guard session.send(isPayments ? .paymentsRequest : .detailsRequest(), for: work.attempt) == .proceed else {
            if isPayments { giveUp(work) }
            return true
        }
        var isAnswered = true
        do {
            let (status, body) = try await server.post(request)
            let answer = AdyenAnswer(status: status, body: body)
            session.send(isPayments ? .paymentsResponse(answer) : .detailsResponse(answer), for: work.attempt)
            show(body, for: work)
        } catch {
            let copy = AdyenTransportError(error)
            session.send(isPayments ? .paymentsError(copy) : .detailsError(copy), for: work.attempt)
            isAnswered = false
        }
        settle(work)
        return isAnswered
    }

    /// Nothing was sent, and nothing will be.
    private func giveUp(_ work: Work) {
        if standing(work)?.state.kind.isActive == true {
            session.send(.didFail(AdyenComponentError(kind: .other)), for: work.attempt)
        }
        settle(work)
    }

    /// Lets the SDK show the action, if the answer is one that asks for it. One the SDK doesn't know shows nothing: the
    /// payment exists all the same.
    private func show(_ body: Data, for work: Work) {
        struct Answer: Decodable { let action: Action? }
        guard standing(work)?.state.kind == .actionRequired,
            let action = try? JSONDecoder().decode(Answer.self, from: body).action
        else { return }
        work.actions.handle(action)
    }

    private func standing(_ work: Work) -> Standing? {
        session.checkout.attempts.last { $0.id == work.attempt }?.standing
    }

    /// Closes Apple Pay's sheet, and stops the spinner of the others, once nothing more is asked of the component.
    private func settle(_ work: Work) {
        guard let success = standing(work)?.state.sheetSucceeds else { return }
        work.component.stopLoadingIfNeeded()
        work.component.finalizeIfNeeded(with: success, completion: nil)
    }

    private static func details(_ data: ActionComponentData, paymentData: String? = nil) throws -> Data {
        struct Body: Encodable {
            let data: ActionComponentData
            let paymentData: String?

            enum Keys: String, CodingKey { case details, paymentData }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                try data.details.encode(to: container.superEncoder(forKey: .details))
                try container.encodeIfPresent(paymentData, forKey: .paymentData)
            }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(Body(data: data, paymentData: paymentData))
    }
}

extension CheckoutState {
    /// What Apple Pay's sheet is to show; `nil` while it has to wait.
    ///
    /// “Payment not completed” invites to pay again, so it is shown only where nothing was charged. Doubt closes the sheet
    /// without that claim; the app's own screen then says that the payment is being confirmed.
    var sheetSucceeds: Bool? {
        switch self {
        case .initializing, .ready, .processing, .actionRequired: nil
        case .succeeded, .partiallyPaid, .pending, .outcomeUnknown: true
        case .declined, .cancelled, .failed: false
        }
    }
}
