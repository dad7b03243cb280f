public import CheckoutCore
public import Foundation

extension AdyenAdvancedFlow {
    /// Takes details that the action component gives outside of an action the flow is showing: late, after it had failed,
    /// or after a relaunch.
    ///
    /// The same details are sent once, whether they come from here, from the action or from a return link.
    ///
    /// - Parameters:
    ///   - details: what `didProvide` hands over; `nil` if it can't be encoded.
    ///   - attempt: the attempt whose action was handled.
    @discardableResult
    public func provide(_ details: AdyenDetails?, for attempt: AttemptID) async -> Result {
        guard summary(of: attempt) != nil else { return .ignored }
        await provided(details, for: attempt, actions: 0)
        return result(attempt)
    }

    /// Takes a link by which the shopper may have come back. Hand it every link the app is opened with.
    ///
    /// A link is never an outcome. One of this flow's address that names a submitted attempt and carries details has them
    /// sent, once; any other changes nothing, and the merchant's backend is the one to ask.
    ///
    /// - Returns: how the attempt stands that the link names.
    @discardableResult
    public func handle(_ url: URL) async -> Result { await handle(link: url.absoluteString) }

    func handle(link: String) async -> Result {
        guard returnAddress.isPlace(of: link) else { return .ignored }
        let url = AdyenReturnURL(link)
        guard session.send(.returnURL(url)) == .proceed, let attempt = url.attempt,
            summary(of: attempt)?.standing.exposure == .possible, let details = AdyenReturnURL.details(of: link)
        else { return url.attempt.map(result) ?? .ignored }
        let known = memory.withLock { $0.attempts[attempt] }
        // Only the SDK can turn the return of a native redirect into details.
        guard known?.isNativeRedirect != true else { return result(attempt) }
        await send(AdyenDetails(details: details, paymentData: known?.paymentData), for: attempt, actions: 0)
        return result(attempt)
    }

    /// Tells the guard that there are details, and sends them.
    func provided(_ details: AdyenDetails?, for attempt: AttemptID, actions: Int) async {
        guard session.send(.didProvide(canBeSent: details != nil), for: attempt) == .proceed, let details else {
            return
        }
        await send(details, for: attempt, actions: actions)
    }

    /// Sends details once: whoever brings the same ones meanwhile waits for what comes of them.
    private func send(_ details: AdyenDetails, for attempt: AttemptID, actions: Int) async {
        let request = Request(endpoint: .details, body: details.body, digest: details.digest)
        // Whoever sent them may have been cancelled, and theirs with it: then it is this caller's turn.
        while await sendOrWait(request, details.digest, for: attempt, actions: actions) == .isCancelled,
            !Task.isCancelled
        {}
    }

    private enum Sending: Sendable { case isOver, isCancelled }

    private func sendOrWait(
        _ request: Request, _ digest: UInt64, for attempt: AttemptID, actions: Int
    ) async -> Sending {
        let (task, isOwn) = memory.withLock { memory -> (Task<Void, Never>?, Bool) in
            let known = memory.attempts[attempt, default: AttemptMemory()]
            if let task = known.underWay[digest] { return (known.answered.contains(digest) ? nil : task, false) }
            if known.answered.contains(digest) { return (nil, false) }
            let task = Task {
                await goOn(attempt, with: request, actions: actions)
                isOver(digest, of: attempt)
            }
            memory.attempts[attempt, default: AttemptMemory()].underWay[digest] = task
            return (task, true)
        }
        guard let task else { return .isOver }
        guard isOwn else {
            await task.value
            return task.isCancelled ? .isCancelled : .isOver
        }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        return .isOver
    }

    private func isOver(_ digest: UInt64, of attempt: AttemptID) {
        memory.withLock { _ = $0.attempts[attempt]?.underWay.removeValue(forKey: digest) }
    }
}
