public import Foundation

/// Asks the merchant's backend by HTTP how an attempt stands, and lets it close one.
///
/// Every question is a POST with a JSON object, and the answer is status 200 with a word as ``MerchantWord/init(body:)``
/// reads it. Whatever else comes back is an error, never a word: a page of a proxy can't settle a payment.
///
/// | question | body |
/// |---|---|
/// | status of an attempt | `{"attempt":"…","provider":"adyen","payments":["…"]}`, with `vendorAttempt` where it has one |
/// | status of an order | `{"order":"…"}`, asked only while the order's journal is damaged |
/// | close | as for the status of an attempt |
///
/// It can be used from any thread; a cancelled task ends its question.
public struct HTTPOutcomeResolver: OutcomeResolver {
    /// Where the merchant's server answers, below its address.
    public struct Paths: Sendable, Hashable {
        /// The path of both questions.
        public var status: String
        /// The path of closing.
        public var close: String

        /// Makes paths.
        public init(status: String = "status", close: String = "close") {
            self.status = status
            self.close = close
        }
    }

    /// The backend gave no word.
    public enum NoWord: Error, Sendable, Hashable, CustomStringConvertible {
        /// It answered with another status than 200.
        case status(Int)
        /// No answer came; the name or number of the `URLError` code.
        case transport(String)

        /// What happened.
        public var description: String {
            switch self {
            case .status(let status): "The merchant's server answered with status \(status), which says nothing."
            case .transport(let code): "No answer of the merchant's server came (\(code))."
            }
        }
    }

    private let connection: BackendConnection
    private let paths: Paths

    /// Makes a resolver.
    ///
    /// - Parameters:
    ///   - base: the address of the merchant's server: `https`, or `http` on this machine.
    ///   - paths: where it answers.
    ///   - timeout: how long a whole exchange may take.
    ///   - headers: further headers, for example the app's authorisation; asked before each request.
    /// - Throws: ``BackendAddressError``.
    public init(
        base: URL, paths: Paths = Paths(), timeout: Duration = .seconds(15),
        headers: @escaping @Sendable () -> [String: String] = { [:] }
    ) throws(BackendAddressError) {
        connection = try BackendConnection(base: base, headers: headers, timeout: timeout)
        self.paths = paths
    }

    /// How an attempt stands.
    ///
    /// - Throws: ``NoWord``.
    public func status(of attempt: AttemptSummary) async throws -> MerchantWord {
        try await ask(paths.status, Self.question(attempt))
    }

    /// How a whole order stands.
    ///
    /// - Throws: ``NoWord``.
    public func status(ofOrder reference: String) async throws -> MerchantWord {
        try await ask(paths.status, ["order": .string(reference)])
    }

    /// Makes every way to pay an attempt unusable.
    ///
    /// - Throws: ``NoWord``: then nobody knows whether it is closed.
    public func close(_ attempt: AttemptSummary) async throws -> MerchantWord {
        try await ask(paths.close, Self.question(attempt))
    }

    private func ask(_ path: String, _ question: JSONValue) async throws(NoWord) -> MerchantWord {
        let answer: BackendConnection.Answer
        do {
            answer = try await connection.post(path, body: Array(question.jsonText.utf8), key: nil)
        } catch {
            throw .transport(error.code)
        }
        guard answer.status == 200 else { throw .status(answer.status) }
        return MerchantWord(body: answer.body)
    }

    private static func question(_ attempt: AttemptSummary) -> JSONValue {
        [
            "attempt": .string(attempt.id.rawValue), "provider": .string(attempt.provider.rawValue),
            "payments": .array(attempt.references.map { .string($0.text) }),
            "vendorAttempt": attempt.vendorAttempt.map { .string($0) },
        ]
    }
}
