package import CheckoutCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension PXPResult {
    /// Reads a result; what is missing or malformed is left out, the rest counts.
    package init(json: JSONValue) {
        let state: PXPState? =
            switch json["state"] {
            case nil: nil
            case .string(let text)?: PXPState(rawValue: text)
            case .null?, .bool?, .number?, .array?, .object?, .conflicting?: .unreadable
            }
        func object(_ key: String) -> JSONValue? { json[key].flatMap { $0.object == nil ? nil : $0 } }
        self.init(
            type: (json["type"]?.string).map(PXPResultClass.init(rawValue:)), state: state,
            stateCode: (json["stateData"]?["code"]?.text).map(PXPDeclineCode.init(rawValue:)),
            provider: object("provider").map { PXPProviderResult(json: $0) },
            fundingData: object("fundingData").map { PXPFundingData(json: $0) },
            errorCode: (json["errorCode"]?.text).map(PXPErrorCode.init(rawValue:)),
            httpStatusCode: (json["httpStatusCode"]?.integer).map { Int(clamping: $0) },
            correlationId: (json["correlationId"]?.text).map { RawCode($0) },
            merchantTransactionId: (json["merchantTransactionId"]?.text).flatMap {
                $0.isEmpty ? nil : AttemptID(rawValue: $0)
            },
            systemTransactionId: (json["systemTransactionId"]?.text).flatMap(PaymentReference.init))
    }

    /// The result as it stands in a recorded line.
    package var json: JSONValue {
        [
            "type": type.map { .string($0.rawValue) },
            "state": state.map { .string($0.rawValue) },
            "stateData": stateCode.map { ["code": .string($0.rawValue)] },
            "provider": provider?.json,
            "fundingData": fundingData?.json,
            "errorCode": errorCode.map { .string($0.rawValue) },
            "httpStatusCode": httpStatusCode.map { .integer(Int64($0)) },
            "correlationId": correlationId.map { .string($0.text) },
            "merchantTransactionId": merchantTransactionId.map { .string($0.rawValue) },
            "systemTransactionId": systemTransactionId.map { .string($0.text) },
        ]
    }
}

extension PXPProviderResult {
    init(json: JSONValue) {
        self.init(
            code: (json["code"]?.text).map(PXPDeclineCode.init(rawValue:)),
            transactionId: (json["transactionId"]?.text).flatMap(PaymentReference.init),
            merchantAdvice: (json["merchantAdvice"]?["code"]?.text).map(PXPAdviceCode.init(rawValue:)),
            cardVerificationCodeResult: (json["cardVerificationCodeResult"]?.text).map { RawCode($0) },
            addressVerificationServiceResult: (json["addressVerificationServiceResult"]?.text).map { RawCode($0) })
    }

    var json: JSONValue {
        [
            "code": code.map { .string($0.rawValue) },
            "transactionId": transactionId.map { .string($0.text) },
            "merchantAdvice": merchantAdvice.map { ["code": .string($0.rawValue)] },
            "cardVerificationCodeResult": cardVerificationCodeResult.map { .string($0.text) },
            "addressVerificationServiceResult": addressVerificationServiceResult.map { .string($0.text) },
        ]
    }
}

extension PXPFundingData {
    init(json: JSONValue) {
        self.init(
            transactionId: (json["transactionId"]?.text).flatMap(PaymentReference.init),
            amount: json["amount"].map { Self.amount($0) },
            currency: (json["currency"]?.string).map { RawCode($0) },
            cardVerificationCodeResult: (json["cardVerificationCodeResult"]?.text).map { RawCode($0) },
            addressVerificationServiceResult: (json["addressVerificationServiceResult"]?.text).map { RawCode($0) })
    }

    /// The amount of a number, or of a text that is one; not a number if it can't be read exactly.
    ///
    /// `Decimal(string:)` accepts text that only begins like a number, and rounds what has more than 38 digits.
    private static func amount(_ json: JSONValue) -> Decimal {
        guard let text = json.text, let number = ExactNumber(text), let decimal = Decimal(string: text),
            decimal.isFinite, ExactNumber(decimal.description) == number
        else { return .nan }
        return decimal
    }

    var json: JSONValue {
        [
            "transactionId": transactionId.map { .string($0.text) },
            "amount": amount.map { $0.isFinite ? .number($0.description) : .string("unreadable") },
            "currency": currency.map { .string($0.text) },
            "cardVerificationCodeResult": cardVerificationCodeResult.map { .string($0.text) },
            "addressVerificationServiceResult": addressVerificationServiceResult.map { .string($0.text) },
        ]
    }
}

extension PXPError {
    /// Reads an error. A result that is there and can't be read is one of no class.
    package init(json: JSONValue) {
        self.init(
            type: (json["type"]?.string).map(PXPExceptionClass.init(rawValue:)),
            errorCode: (json["errorCode"]?.text).map(PXPErrorCode.init(rawValue:)),
            submitResult: json["submitResult"].map { PXPResult(json: $0) })
    }

    /// The error as it stands in a recorded line.
    package var json: JSONValue {
        [
            "type": type.map { .string($0.rawValue) },
            "errorCode": errorCode.map { .string($0.rawValue) },
            "submitResult": submitResult?.json,
        ]
    }
}

extension PXPResult: Codable {
    /// Reads a result as it stands in a recorded line.
    public init(from decoder: any Decoder) throws { self.init(json: try JSONValue(from: decoder)) }

    /// Writes a result as it stands in a recorded line.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension PXPError: Codable {
    /// Reads an error as it stands in a recorded line.
    public init(from decoder: any Decoder) throws { self.init(json: try JSONValue(from: decoder)) }

    /// Writes an error as it stands in a recorded line.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
