import Dispatch
package import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Requests to the merchant's server: JSON out, one answer back, nothing followed and nothing kept.
///
/// It never repeats a request and never follows a redirect: a payment goes to the address it was meant for, or nowhere.
/// An answer is read up to a limit while it arrives. The time is that of the whole exchange, so a slow trickle doesn't
/// stretch it. An exchange ends once, whatever the network still reports afterwards.
package final class BackendConnection: Sendable {
    /// What came back.
    package struct Answer: Sendable {
        /// The HTTP status.
        package let status: Int
        /// The body as it came.
        package let body: [UInt8]
    }

    /// Why nothing came back.
    package struct Failure: Error, Sendable, Hashable {
        /// The name of the `URLError` code, or its number for one that nothing depends on.
        package let code: String
        /// How many bytes of the body had been handed to the network.
        package let bytesSent: Int64
    }

    private let address: BackendAddress
    private let headers: @Sendable () -> [String: String]
    private let timeout: Duration
    private let exchanges: Exchanges
    private let session: URLSession

    /// Makes a connection; it opens nothing before the first request.
    ///
    /// - Parameters:
    ///   - base: the server's address.
    ///   - headers: further headers, asked before each request.
    ///   - timeout: how long a whole exchange may take.
    ///   - limit: the largest answer, in bytes.
    package init(
        base: URL, headers: @escaping @Sendable () -> [String: String], timeout: Duration,
        limit: Int = JSONReader.maximumAnswerSize
    ) throws(BackendAddressError) {
        address = try BackendAddress(base)
        self.headers = headers
        self.timeout = timeout
        exchanges = Exchanges(limit: limit)
        let configuration = URLSessionConfiguration.ephemeral
        // The exchange's own time rules; this one counts whole seconds and starts anew with every byte.
        configuration.timeoutIntervalForRequest = seconds(timeout) + 5
        configuration.timeoutIntervalForResource = seconds(timeout) + 5
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Posts a JSON text.
    ///
    /// - Parameters:
    ///   - path: the path below the server's address.
    ///   - body: the JSON text.
    ///   - key: the idempotency key; `nil` for a request that changes nothing.
    /// - Throws: ``Failure``. A cancelled task ends the exchange with code `cancelled`.
    package func post(_ path: String, body: [UInt8], key: String?) async throws(Failure) -> Answer {
        var request = URLRequest(url: address.url(path))
        request.httpMethod = "POST"
        request.cachePolicy = .reloadIgnoringLocalCacheData
        for (name, value) in headers() { request.setValue(value, forHTTPHeaderField: name) }
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        if let key { request.setValue(key, forHTTPHeaderField: "Idempotency-Key") }
        request.httpBody = Data(body)

        let task = session.dataTask(with: request)
        // A queue's clock: a task's waits behind whatever keeps the app's tasks busy.
        let timer = DispatchWorkItem { [exchanges] in exchanges.end(task, "timedOut") }
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds(timeout), execute: timer)
        defer { timer.cancel() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in exchanges.begin(task, continuation) }
        } onCancel: {
            exchanges.end(task, "cancelled")
        }
        return try result.get()
    }
}

private func seconds(_ duration: Duration) -> TimeInterval {
    TimeInterval(duration.components.seconds) + TimeInterval(duration.components.attoseconds) / 1e18
}

/// The exchanges under way, each ended once by whoever is first: the network, the clock or the app.
private final class Exchanges: NSObject, URLSessionDataDelegate, Sendable {
    typealias Result = Swift.Result<BackendConnection.Answer, BackendConnection.Failure>
    typealias Continuation = CheckedContinuation<Result, Never>

    private enum Exchange: Sendable {
        case open(Continuation, body: [UInt8])
        /// It was ended before it began.
        case ended(Result)
    }

    private let limit: Int
    private let open = Locked<[Int: Exchange]>([:])

    init(limit: Int) { self.limit = limit }

    func begin(_ task: URLSessionDataTask, _ continuation: Continuation) {
        let early = open.withLock { open -> Result? in
            if case .ended(let result)? = open.removeValue(forKey: task.taskIdentifier) { return result }
            open[task.taskIdentifier] = .open(continuation, body: [])
            return nil
        }
        if let early { continuation.resume(returning: early) } else { task.resume() }
    }

    /// Ends an exchange before the network does.
    func end(_ task: URLSessionTask, _ code: String) {
        finish(task, with: .failure(.init(code: code, bytesSent: task.countOfBytesSent)), mayBeEarly: true)
        task.cancel()
    }

    private func finish(_ task: URLSessionTask, with result: Result, mayBeEarly: Bool = false) {
        let continuation = open.withLock { open -> Continuation? in
            switch open.removeValue(forKey: task.taskIdentifier) {
            case .open(let continuation, body: _)?: return continuation
            case .ended(let first)?: open[task.taskIdentifier] = .ended(first)
            case nil: if mayBeEarly, task.state == .suspended { open[task.taskIdentifier] = .ended(result) }
            }
            return nil
        }
        continuation?.resume(returning: result)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // The redirect itself is the answer.
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let fits = open.withLock { open -> Bool in
            guard case .open(let continuation, var body)? = open.removeValue(forKey: dataTask.taskIdentifier) else {
                return true
            }
            body += data
            open[dataTask.taskIdentifier] = .open(continuation, body: body)
            return body.count <= limit
        }
        if !fits { end(dataTask, "dataLengthExceedsMaximum") }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error {
            let code = BackendConnection.code(of: error)
            return finish(task, with: .failure(.init(code: code, bytesSent: task.countOfBytesSent)))
        }
        guard let response = task.response as? HTTPURLResponse else {
            return finish(task, with: .failure(.init(code: "badServerResponse", bytesSent: task.countOfBytesSent)))
        }
        let body = open.withLock { open -> [UInt8] in
            guard case .open(_, let body)? = open[task.taskIdentifier] else { return [] }
            return body
        }
        finish(task, with: .success(.init(status: response.statusCode, body: body)))
    }
}

extension BackendConnection {
    /// The name of a `URLError` code; `unknown` for any other error.
    package static func code(of error: any Error) -> String {
        // Read without a cast: the same on every platform, however the error is bridged.
        error._domain == NSURLErrorDomain ? names[error._code] ?? String(error._code) : "unknown"
    }

    /// The codes something depends on, or that support will want to read; others keep their number.
    private static let names = [
        NSURLErrorCannotFindHost: "cannotFindHost", NSURLErrorCannotConnectToHost: "cannotConnectToHost",
        NSURLErrorNotConnectedToInternet: "notConnectedToInternet", NSURLErrorTimedOut: "timedOut",
        NSURLErrorNetworkConnectionLost: "networkConnectionLost", NSURLErrorBadServerResponse: "badServerResponse",
        NSURLErrorSecureConnectionFailed: "secureConnectionFailed", NSURLErrorCancelled: "cancelled",
        NSURLErrorServerCertificateUntrusted: "serverCertificateUntrusted", NSURLErrorUnknown: "unknown",
    ]
}
