#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Standing {
    /// The standing in the stable JSON form, version 1, that state, trace and statement share.
    ///
    /// An address to redirect to is left out: it may carry secrets.
    package var json: JSONValue {
        var members: JSONObject = [
            "state": .string(state.kind.rawValue),
            "evidence": (evidence?.rawValue).map { .string($0) },
            "exposure": .string(exposure.rawValue),
            "retry": .string(retry.rawValue),
        ]
        func add(_ key: String, _ value: JSONValue?) {
            if let value { members.members.append(.init(key: key, value: value)) }
        }
        switch state {
        case .initializing, .ready: break
        case .processing: add("submitted", .bool(submitted))
        case .actionRequired(let action):
            add("submitted", .bool(submitted))
            add("action", action.json)
        case .pending(let pending): add("waitingFor", .string(pending.waitingFor.rawValue))
        case .partiallyPaid(let part):
            add("paid", part.paid?.json)
            add("remaining", part.remaining?.json)
        case .succeeded(let approval):
            add("level", .string(approval.level.rawValue))
            add("intent", approval.intent == .payment ? nil : .string(approval.intent.rawValue))
        case .declined(let decline): add("reason", .string(decline.reason.rawValue))
        case .cancelled(let cancellation):
            add("cause", .string(cancellation.cause.rawValue))
            add("earlierRefusal", .bool(cancellation.earlierRefusal))
        case .failed(let failure): add("kind", .string(failure.kind.rawValue))
        case .outcomeUnknown(let uncertainty):
            add("cause", .string(uncertainty.cause.rawValue))
            add("phase", (uncertainty.phase?.rawValue).map { .string($0) })
        }
        add("raw", state.raw.json)
        add("payment", state.payment.json)
        return .object(members)
    }

    /// Reads the stable form.
    ///
    /// `exposure` is ignored: it is derived. `submitted` is read for `processing` and `actionRequired`. `retry` is read for
    /// the three ends; left out there, it is the reason's, or `sameMethod`; an unknown word is `newSession`. Unknown
    /// reasons, causes and kinds read as the unstated ones.
    ///
    /// An amount that can't be read is none; a part payment of which one sum can't be read has none of the two.
    ///
    /// - Returns: `nil` when the object has no `state` or one of no known name, or an
    ///   `actionRequired` without its action. An `evidence` of no known name reads as none.
    package init?(json: JSONValue) {
        guard let word = json["state"]?.string, let kind = CheckoutState.Kind(rawValue: word),
            let state = CheckoutState(kind, json, PaymentDetails(json: json["payment"]))
        else { return nil }
        // A word beside the outcome never takes the outcome with it.
        let evidence = (json["evidence"]?.string).flatMap(Evidence.init(rawValue:))
        self.init(state, evidence: evidence, submitted: state.statedSubmission(json) ?? state.impliesSubmission)
    }
}

extension CheckoutState {
    /// What is said about the submission, where the format says it: beside an end it would say nothing.
    fileprivate func statedSubmission(_ json: JSONValue) -> Bool? {
        switch self {
        case .processing, .actionRequired: json["submitted"]?.bool
        case .initializing, .ready, .pending, .partiallyPaid, .succeeded, .declined, .cancelled, .failed,
            .outcomeUnknown:
            nil
        }
    }

    /// Whether the state can only stand for something that was sent, or must be read so when nothing is said.
    var impliesSubmission: Bool {
        switch self {
        case .initializing, .ready, .cancelled, .failed: false
        case .processing, .actionRequired, .pending, .partiallyPaid, .succeeded, .declined, .outcomeUnknown: true
        }
    }

    fileprivate init?(_ kind: Kind, _ json: JSONValue, _ payment: PaymentDetails) {
        let raw = RawCodes(json: json["raw"])
        func retry(_ absent: Retry) -> Retry {
            guard let word = json["retry"] else { return absent }
            return word.string.flatMap(Retry.init(rawValue:)) ?? .newSession
        }
        func word(_ key: String) -> String { json[key]?.string ?? "" }
        switch kind {
        case .initializing: self = .initializing
        case .ready: self = .ready
        case .processing: self = .processing
        case .actionRequired:
            guard let action = json["action"].flatMap(ShopperAction.init(json:)) else { return nil }
            self = .actionRequired(action)
        case .pending:
            let waiting = PendingPayment.WaitingFor(rawValue: word("waitingFor")) ?? .provider
            self = .pending(PendingPayment(waitingFor: waiting, payment: payment, raw: raw))
        case .partiallyPaid:
            var part = PartialPayment(
                paid: Money(json: json["paid"]), remaining: Money(json: json["remaining"]), payment: payment, raw: raw)
            // A sum that is there and can't be read is not the same as none: it must not be guessed from the other.
            if part.paid == nil, json["paid"] != nil { part.remaining = nil }
            if part.remaining == nil, json["remaining"] != nil { part.paid = nil }
            self = .partiallyPaid(part)
        case .succeeded:
            let intent = json["intent"] == nil ? .payment : PaymentIntent(rawValue: word("intent"))
            self = .succeeded(
                Approval(
                    level: Approval.Level(rawValue: word("level")) ?? .unstated, payment: payment,
                    intent: intent ?? .payment, raw: raw))
        case .declined:
            let reason = Decline.Reason(rawValue: word("reason"))
            self = .declined(Decline(reason: reason, retry: retry(reason.widestRetry), payment: payment, raw: raw))
        case .cancelled:
            self = .cancelled(
                Cancellation(
                    cause: Cancellation.Cause(rawValue: word("cause")), retry: retry(.sameMethod),
                    earlierRefusal: json["earlierRefusal"]?.bool ?? false, payment: payment, raw: raw))
        case .failed:
            self = .failed(
                Failure(
                    kind: Failure.Kind(rawValue: word("kind")), retry: retry(.sameMethod), payment: payment, raw: raw))
        case .outcomeUnknown:
            var uncertainty = Uncertainty(
                cause: Uncertainty.Cause(rawValue: word("cause")), payment: payment, raw: raw)
            uncertainty.phase = Uncertainty.Phase(rawValue: word("phase"))
            self = .outcomeUnknown(uncertainty)
        }
    }
}

extension PaymentDetails {
    var json: JSONValue? {
        isEmpty ? nil : ["reference": (reference?.text).map { .string($0) }, "amount": amount?.json]
    }

    /// Reads what can be read; a reference that can't be one is none, and so is an amount.
    init(json: JSONValue?) {
        self.init(
            reference: (json?["reference"]?.text).flatMap(PaymentReference.init), amount: Money(json: json?["amount"]))
    }
}

extension RawCodes {
    var json: JSONValue? {
        isEmpty
            ? nil
            : .object(
                JSONObject(members: entries.map { .init(key: $0.name.rawValue, value: .string($0.code.text)) }))
    }

    /// Keeps every member that is a text and whose key is shaped like a name.
    init(json: JSONValue?) {
        self.init(
            entries: (json?.object?.members ?? []).compactMap { member in
                guard let text = member.value.text, RawCode.isKept(member.key.utf8) else { return nil }
                return Entry(name: Name(rawValue: member.key), code: RawCode(text))
            })
    }
}

extension ShopperAction {
    var json: JSONValue {
        var members: JSONObject = ["kind": .string(kind.rawValue)]
        switch self {
        case .confirmSurcharge(let surcharge): members.members.append(.init(key: "surcharge", value: surcharge.json))
        case .authenticate(let step?):
            members.members.append(.init(key: "authentication", value: .string(step.rawValue)))
        case .unsupported(let type): members.members.append(.init(key: "type", value: .string(type.text)))
        case .authenticate(nil), .redirect, .switchApp, .presentVoucher, .scanQRCode, .awaitConfirmation,
            .transferFunds:
            break
        }
        return .object(members)
    }

    init?(json: JSONValue) {
        guard let word = json["kind"]?.string, let kind = Kind(rawValue: word) else { return nil }
        switch kind {
        case .confirmSurcharge: self = .confirmSurcharge(Surcharge(json: json["surcharge"] ?? .null))
        case .authenticate:
            self = .authenticate((json["authentication"]?.string).flatMap(Authentication.init(rawValue:)))
        case .redirect: self = .redirect(nil)
        case .switchApp: self = .switchApp
        case .presentVoucher: self = .presentVoucher
        case .scanQRCode: self = .scanQRCode
        case .awaitConfirmation: self = .awaitConfirmation
        case .transferFunds: self = .transferFunds
        case .unsupported: self = .unsupported(RawCode(json["type"]?.text ?? ""))
        }
    }
}

extension Surcharge {
    var json: JSONValue {
        [
            "methodType": (methodType?.text).map { .string($0) },
            "methodSubType": (methodSubType?.text).map { .string($0) },
            "originalAmount": originalAmount?.json,
            "updatedAmount": updatedAmount?.json,
            "fee": fee?.json,
            "minimumFee": minimumFee?.json,
            "flatFee": flatFee?.json,
            "percentage": percentage.map { .string($0.description) },
        ]
    }

    init(json: JSONValue) {
        self.init(
            methodType: (json["methodType"]?.text).map { RawCode($0) },
            methodSubType: (json["methodSubType"]?.text).map { RawCode($0) },
            originalAmount: Money(json: json["originalAmount"]),
            updatedAmount: Money(json: json["updatedAmount"]),
            fee: Money(json: json["fee"]),
            minimumFee: Money(json: json["minimumFee"]),
            flatFee: Money(json: json["flatFee"]),
            percentage: (json["percentage"]?.text).flatMap { text in
                // `Decimal(string:)` accepts text that only begins like a number.
                ExactNumber(text) == nil ? nil : Decimal(string: text)
            })
    }
}

extension Standing: Codable {
    /// Reads the stable JSON form, version 1.
    ///
    /// - Throws: `DecodingError` when there is no state that can be read.
    public init(from decoder: any Decoder) throws {
        guard let standing = Standing(json: try JSONValue(from: decoder)) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "no checkout state that can be read"))
        }
        self = standing
    }

    /// Writes the stable JSON form, version 1.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension CheckoutState: Codable {
    /// Reads the state out of the stable JSON form of a ``Standing``.
    ///
    /// - Throws: `DecodingError` when there is no state that can be read.
    public init(from decoder: any Decoder) throws { self = try Standing(from: decoder).state }

    /// Writes the stable JSON form of a ``Standing`` of which only the state is known; what is derived from the rest is
    /// written for the worse case, that something was sent.
    public func encode(to encoder: any Encoder) throws {
        try Standing(self, submitted: impliesSubmission).encode(to: encoder)
    }
}
