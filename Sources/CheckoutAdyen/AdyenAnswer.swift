public import CheckoutCore

/// The answer of `/payments` or `/payments/details`, as far as it says what happened.
///
/// Reading never fails and never throws one part away because of another: what can't be read is marked, the rest
/// counts. Only the fields named here are kept; the body itself, which carries card and shopper data, is not.
public struct AdyenAnswer: Sendable, Hashable {
    /// The HTTP status; `nil` where it isn't known.
    public let status: Int?

    let body: Body

    /// What the body is.
    enum Body: Sendable, Hashable {
        /// Not a JSON object, or too large or too deep to be one of Adyen's.
        case unreadable
        case object(Fields)
    }

    /// The fields of the body that matter.
    struct Fields: Sendable, Hashable {
        var resultCode: Word
        var action: AdyenAction
        var refusalReasonCode: RawCode?
        var refusalReason: RawCode?
        var reference: PaymentReference?
        var amount: Sum
        var order: Order?
        var errorCode: RawCode?
        var errorType: RawCode?
        var advice: RawCode?
        /// The status that an error body carries itself.
        var errorStatus: Int64?
    }

    /// A word that carries an outcome.
    enum Word: Sendable, Hashable {
        case absent
        case text(RawCode)
        /// It is there, but not a text.
        case malformed
    }

    /// An amount of the body.
    enum Sum: Sendable, Hashable {
        case absent
        case money(Money)
        /// It is there, but no whole number of an active currency.
        case unreadable
    }

    /// The `order` that partial payments belong to.
    struct Order: Sendable, Hashable {
        var reference: PaymentReference?
        var remaining: Sum
    }

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - status: the HTTP status.
    ///   - body: the body as it came, at most 1 MiB; a larger one is unreadable.
    public init(status: Int?, body: some Sequence<UInt8>) {
        self.init(
            status: status, json: JSONReader.readAnswer(body, wanted: Self.fieldNames), vocabulary: .standard)
    }

    /// The members that are read below; nothing is made of any other.
    private static let fieldNames: Set<String> = [
        "resultCode", "action", "refusalReasonCode", "refusalReason", "pspReference", "amount", "order", "errorCode",
        "errorType", "additionalData", "status", "statusCode",
    ]

    package init(status: Int?, json: JSONValue?, vocabulary: AdyenVocabulary) {
        self.status = status
        guard let json, case .object = json else {
            body = .unreadable
            return
        }
        let resultCode: Word =
            switch json["resultCode"] {
            case nil: .absent
            case .string(let text)?: .text(RawCode(text))
            case .null?, .bool?, .number?, .array?, .object?, .conflicting?: .malformed
            }
        body = .object(
            Fields(
                resultCode: resultCode,
                action: AdyenAction(json: json["action"], vocabulary: vocabulary),
                refusalReasonCode: RawCode(of: json["refusalReasonCode"]),
                refusalReason: (json["refusalReason"]?.string).map(vocabulary.keptReason),
                reference: (json["pspReference"]?.text).flatMap(PaymentReference.init),
                amount: Sum(json: json["amount"]),
                order: json["order"].map { order in
                    Order(
                        reference: (order["pspReference"]?.text).flatMap(PaymentReference.init),
                        remaining: Sum(json: order["remainingAmount"]))
                },
                errorCode: RawCode(of: json["errorCode"]),
                errorType: (json["errorType"]?.string).map { RawCode($0) },
                advice: RawCode(of: json["additionalData"]?["merchantAdviceCode"]),
                errorStatus: json["status"]?.integer ?? json["statusCode"]?.integer))
    }

    /// The payment's reference, if the body names one.
    public var reference: PaymentReference? {
        guard case .object(let fields) = body else { return nil }
        return fields.reference
    }

    /// The status of the answer, or the one that an error body carries.
    var effectiveStatus: Int64 {
        if let status { return Int64(status) }
        guard case .object(let fields) = body, fields.errorCode != nil else { return 200 }
        return fields.errorStatus ?? 0
    }
}

extension AdyenAnswer.Sum {
    /// Reads `{"value":1000,"currency":"EUR"}` in Adyen's minor units.
    init(json: JSONValue?) {
        guard let json else {
            self = .absent
            return
        }
        guard let value = json["value"]?.integer, let code = json["currency"]?.string,
            let currency = Currency(code: code),
            let money = try? Money(minorUnits: value, currency: currency, scheme: .adyen)
        else {
            self = .unreadable
            return
        }
        self = .money(money)
    }

    var money: Money? {
        guard case .money(let money) = self else { return nil }
        return money
    }
}

extension AdyenAnswer.Word {
    var raw: RawCode? {
        switch self {
        case .absent: nil
        case .text(let code): code
        case .malformed: "malformed"
        }
    }
}

extension RawCode {
    /// A code is written as a text or as a number.
    fileprivate init?(of json: JSONValue?) {
        guard let text = json?.text else { return nil }
        self.init(text)
    }
}
