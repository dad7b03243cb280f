package import CheckoutCore

extension PXPEvent {
    /// The names that an event's line may have.
    package static let names = [
        "created", "createFailed", "submit", "startSubmit", "submitReturned", "preTokenisation", "postTokenisation",
        "preInitiateAuthentication", "postInitiateAuthentication", "preAuthentication", "postAuthentication",
        "preAuthorisation", "preRetrySoftDecline", "postAuthorisation", "submitError", "approve", "cancel", "error",
    ]

    /// Reads a recorded line. Members that are missing or malformed never fail it: the event means what it means
    /// without them (rule R5).
    ///
    /// - Returns: `nil` if there is no event of that name.
    package init?(name: String, line: JSONValue) {
        let method = line["method"]?.string.map(PaymentMethod.init(rawValue:))
        let answer = (line["answer"]?.string).map(PXPHookAnswer.init(rawValue:)) ?? .unanswered
        let error = line["error"].map { PXPError(json: $0) } ?? PXPError()
        switch name {
        case "created": self = .created
        case "createFailed": self = .createFailed(error)
        case "submit": self = .submit(method: method)
        case "startSubmit": self = .startSubmit(method: method)
        case "submitReturned": self = .submitReturned
        case "preTokenisation": self = .preTokenisation(answer)
        case "postTokenisation":
            self = .postTokenisation(
                PXPTokenisation(
                    isSuccess: line["success"]?.bool, error: line["error"].map { PXPError(json: $0) }))
        case "preInitiateAuthentication": self = .preInitiateAuthentication(answer)
        case "postInitiateAuthentication": self = .postInitiateAuthentication(Self.authentication(line["result"]))
        case "preAuthentication": self = .preAuthentication(answer)
        case "postAuthentication": self = .postAuthentication(Self.authentication(line["result"]))
        case "preAuthorisation": self = .preAuthorisation(answer)
        case "preRetrySoftDecline":
            self = .preRetrySoftDecline(
                PXPSoftDecline(retry: line["retry"]?.bool, result: line["result"].map { PXPResult(json: $0) }))
        case "postAuthorisation": self = .postAuthorisation(PXPResult(json: line["result"] ?? .null))
        case "submitError": self = .submitError(error)
        case "approve": self = .approve(order: (line["orderID"]?.text).flatMap(PaymentReference.init))
        case "cancel": self = .cancel
        case "error": self = .error(error)
        default: return nil
        }
    }

    /// The event as its recorded line.
    package var line: JSONValue {
        switch self {
        case .created: ["event": "created"]
        case .createFailed(let error): ["event": "createFailed", "error": error.json]
        case .submit(let method): ["event": "submit", "method": (method?.rawValue).map { .string($0) }]
        case .startSubmit(let method): ["event": "startSubmit", "method": (method?.rawValue).map { .string($0) }]
        case .submitReturned: ["event": "submitReturned"]
        case .preTokenisation(let answer): Self.line("preTokenisation", answer)
        case .postTokenisation(let end):
            ["event": "postTokenisation", "success": end.isSuccess.map { .bool($0) }, "error": end.error?.json]
        case .preInitiateAuthentication(let answer): Self.line("preInitiateAuthentication", answer)
        case .postInitiateAuthentication(let state): Self.line("postInitiateAuthentication", state)
        case .preAuthentication(let answer): Self.line("preAuthentication", answer)
        case .postAuthentication(let state): Self.line("postAuthentication", state)
        case .preAuthorisation(let answer): Self.line("preAuthorisation", answer)
        case .preRetrySoftDecline(let offer):
            ["event": "preRetrySoftDecline", "retry": offer.retry.map { .bool($0) }, "result": offer.result?.json]
        case .postAuthorisation(let result): ["event": "postAuthorisation", "result": result.json]
        case .submitError(let error): ["event": "submitError", "error": error.json]
        case .approve(let order): ["event": "approve", "orderID": (order?.text).map { .string($0) }]
        case .cancel: ["event": "cancel"]
        case .error(let error): ["event": "error", "error": error.json]
        }
    }

    private static func line(_ name: String, _ answer: PXPHookAnswer) -> JSONValue {
        ["event": .string(name), "answer": answer == .unanswered ? nil : .string(answer.rawValue)]
    }

    private static func line(_ name: String, _ state: PXPAuthenticationState?) -> JSONValue {
        ["event": .string(name), "result": state.map { ["state": .string($0.rawValue)] }]
    }

    /// The state stands in the result, or in its `stateData` as a code.
    private static func authentication(_ json: JSONValue?) -> PXPAuthenticationState? {
        (json?["state"]?.string ?? json?["stateData"]?["code"]?.string).map(PXPAuthenticationState.init(rawValue:))
    }
}

extension PXPEvent: Codable {
    /// Reads the event's recorded line, for example `{"event":"submitReturned"}`.
    ///
    /// - Throws: `DecodingError` when there is no event of that name.
    public init(from decoder: any Decoder) throws {
        let line = try JSONValue(from: decoder)
        guard let name = line["event"]?.string, let event = PXPEvent(name: name, line: line) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "no event of the submit component"))
        }
        self = event
    }

    /// Writes the event's recorded line.
    public func encode(to encoder: any Encoder) throws { try line.encode(to: encoder) }
}
