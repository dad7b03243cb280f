public import CheckoutCore
public import Foundation

/// The merchant's own server, which alone speaks to Adyen.
///
/// To write one:
/// 1. Send each request once. The flow repeats, with the same body and key, after it has told the guard.
/// 2. Hand the answer back as it came, whatever its status.
/// 3. Throw only if no answer came, with a code and a count of sent bytes that are true: they may prove that nothing was
///    charged.
public protocol AdyenMerchantServer: Sendable {
    /// Sends a request.
    func send(_ request: AdyenServerRequest) async throws(AdyenTransportError) -> AdyenServerReply
}

/// A request to the merchant's server.
public struct AdyenServerRequest: Sendable {
    /// What is asked for.
    public enum Endpoint: String, Sendable, Hashable, CaseIterable {
        /// The methods the shopper can pay with.
        case paymentMethods
        /// The payment itself.
        case payments
        /// What came of an action.
        case details
        /// Giving up an order of partial payments.
        case cancelOrder
    }

    /// What is asked for.
    public let endpoint: Endpoint
    /// The JSON text.
    public let body: Data
    /// The idempotency key: the attempt's id, with `-d1`, `-d2`, … for details. `nil` for a request that changes nothing.
    public let key: String?
}

extension AdyenServerRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What is asked for and under which key, and nothing of the body.
    public var description: String { "\(endpoint.rawValue) \(key ?? "without key")" }

    /// As the description.
    public var debugDescription: String { description }

    /// Shows no more than the description.
    public var customMirror: Mirror { Mirror(self, children: ["value": description]) }
}

/// An answer of the merchant's server.
public struct AdyenServerReply: Sendable {
    /// The HTTP status.
    public let status: Int
    /// The body as it came.
    public let body: Data

    /// Makes an answer.
    public init(status: Int, body: Data) {
        self.status = status
        self.body = body
    }
}

extension AdyenServerReply: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status, and nothing of the body.
    public var description: String { "HTTP \(status)" }

    /// As the description.
    public var debugDescription: String { description }

    /// Shows no more than the description.
    public var customMirror: Mirror { Mirror(self, children: ["value": description]) }
}

/// The merchant's server by HTTP.
///
/// Every request is a POST of JSON with the header `Idempotency-Key`. Nothing is repeated and no redirect followed: a
/// redirect is an answer like any other status. Answers are read up to 1 MiB. Any thread can use it.
public struct HTTPMerchantServer: AdyenMerchantServer {
    private let connection: BackendConnection
    private let paths: [AdyenServerRequest.Endpoint: String]

    /// Where the server answers, below its address, unless the app says otherwise.
    public static let standardPaths: [AdyenServerRequest.Endpoint: String] = [
        .paymentMethods: "paymentMethods", .payments: "payments", .details: "payments/details",
        .cancelOrder: "orders/cancel",
    ]

    /// Makes a server.
    ///
    /// - Parameters:
    ///   - base: its address: `https`, or `http` on this machine.
    ///   - paths: where it answers; what is left out is as in ``standardPaths``.
    ///   - timeout: how long a whole exchange may take, from the first byte to the last.
    ///   - headers: further headers, for example the app's authorisation; asked before each request.
    /// - Throws: `BackendAddressError`.
    public init(
        base: URL, paths: [AdyenServerRequest.Endpoint: String] = [:], timeout: Duration = .seconds(30),
        headers: @escaping @Sendable () -> [String: String] = { [:] }
    ) throws(BackendAddressError) {
        connection = try BackendConnection(base: base, headers: headers, timeout: timeout)
        self.paths = Self.standardPaths.merging(paths) { $1 }
    }

    /// Sends a request.
    public func send(_ request: AdyenServerRequest) async throws(AdyenTransportError) -> AdyenServerReply {
        let path = paths[request.endpoint] ?? request.endpoint.rawValue
        do {
            let answer = try await connection.post(path, body: Array(request.body), key: request.key)
            return AdyenServerReply(status: answer.status, body: Data(answer.body))
        } catch {
            throw AdyenTransportError(code: error.code, bytesSent: error.bytesSent)
        }
    }
}
