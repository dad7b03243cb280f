import CheckoutCore
import Foundation

extension AdyenAdvancedFlow {
    /// The order of partial payments that the next payment pays into; `nil` if there is none.
    ///
    /// Answers that bring an order replace it. How much is left is the checkout's to say: `nextStep` asks for it, and the
    /// next ``pay(_:)`` charges it.
    public var partialOrder: AdyenPartialOrder? { memory.withLock { $0.order } }

    /// Takes an order that the app has had created (`/orders`), before the first payment of a part.
    public func use(_ order: AdyenPartialOrder) { memory.withLock { $0.order = order } }

    /// What came of giving up an order.
    public enum OrderCancellation: Sendable, Hashable {
        /// Adyen gives the parts back. What was paid counts as paid until the merchant's backend says that it is released.
        case accepted
        /// The server said no: its HTTP status.
        case refused(Int)
        /// Nobody can tell; asking again is safe.
        case noAnswer
    }

    /// Gives up the order of partial payments, so that the parts go back to the shopper.
    ///
    /// It changes no state by itself: Adyen has accepted to give the parts back, not given them back.
    ///
    /// Until it returns, ``pay(_:)`` is refused as if an attempt were under way.
    ///
    /// - Throws: ``AdyenFlowError/noPartialOrder``; ``AdyenFlowError/attemptUnresolved`` while a part may still be paid.
    public func cancelOrder() async throws(AdyenFlowError) -> OrderCancellation {
        // Said before the attempts are looked at, and asked after one has begun: a payment can't slip in between.
        memory.withLock { $0.cancellations += 1 }
        defer { memory.withLock { $0.cancellations -= 1 } }
        guard let order = partialOrder else { throw .noPartialOrder }
        guard !session.checkout.attempts.contains(where: \.mayStillBePaid) else { throw .attemptUnresolved }
        let body: JSONValue = ["order": order.json]
        let request = AdyenServerRequest(
            endpoint: .cancelOrder, body: Data(body.jsonText.utf8), key: "\(order.reference.text)-cancel")
        guard let reply = try? await server.send(request) else { return .noAnswer }
        guard reply.isSuccess else { return (400..<500).contains(reply.status) ? .refused(reply.status) : .noAnswer }
        guard reply.json?["resultCode"]?.string == "Received" else { return .noAnswer }
        memory.withLock { if $0.order?.reference == order.reference { $0.order = nil } }
        return .accepted
    }

    /// Keeps the order that an answer brings; one with nothing left is complete.
    func keepOrder(of answer: JSONValue) {
        guard let json = answer["order"], let order = AdyenPartialOrder(json: json) else { return }
        let isComplete = json["remainingAmount"]?["value"]?.integer == 0
        memory.withLock { $0.order = isComplete ? nil : order }
    }
}

extension AttemptSummary {
    /// Whether it is under way or in doubt.
    fileprivate var mayStillBePaid: Bool {
        switch standing.state {
        case .processing, .actionRequired, .pending, .outcomeUnknown: true
        case .initializing, .ready, .partiallyPaid, .succeeded, .declined, .cancelled, .failed: false
        }
    }
}
