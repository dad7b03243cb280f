extension OrderRecord {
    /// The record as it is written: an allow-list of fields, none of which is free text.
    var json: JSONValue {
        switch self {
        case .opened(let order):
            ["kind": "order", "reference": .string(order.reference), "amount": order.amount.json]
        case .began(let began):
            [
                "kind": "began", "attempt": .string(began.id.rawValue), "session": .string(began.session),
                "provider": .string(began.provider.rawValue),
                // A method is the app's own word; one that isn't shaped like a code isn't written.
                "method": began.method.map { .string(RawCode($0.rawValue).text) }, "asked": began.asked?.json,
                "granted": .bool(began.isGranted), "submitted": .bool(began.isSubmitted),
            ]
        case .heard(let attempt, let signal):
            ["kind": "heard", "of": .integer(Int64(attempt)), "signal": signal.json]
        case .withdrew(let attempt): ["kind": "withdrew", "of": .integer(Int64(attempt))]
        case .released(let attempt, let references):
            [
                "kind": "released", "of": .integer(Int64(attempt)),
                "payments": .array(references.map { .string($0.text) }),
            ]
        case .releasedEarly(let references):
            ["kind": "releasedEarly", "payments": .array(references.map { .string($0.text) })]
        case .narrowed(let attempt, let retry):
            ["kind": "narrowed", "of": .integer(Int64(attempt)), "retry": .string(retry.rawValue)]
        case .noticed(let anomaly): ["kind": "noticed", "anomaly": .string(anomaly.rawValue)]
        }
    }

    /// Reads a record; `nil` for one that can't be read: whoever wrote it acknowledged it, so the journal is damaged.
    init?(json: JSONValue) {
        let attempt = (json["of"]?.integer).map { Int(clamping: $0) }
        switch json["kind"]?.string {
        case "order":
            guard let reference = json["reference"]?.string, let amount = Money(json: json["amount"]) else {
                return nil
            }
            self = .opened(CheckoutOrder(reference: reference, amount: amount))
        case "began":
            guard let id = json["attempt"]?.string, let session = json["session"]?.string,
                let provider = json["provider"]?.string, let granted = json["granted"]?.bool,
                let submitted = json["submitted"]?.bool
            else { return nil }
            let asked = Money(json: json["asked"])
            if asked == nil, json["asked"] != nil { return nil }
            self = .began(
                BeganAttempt(
                    id: AttemptID(rawValue: id), session: session, provider: Provider(rawValue: provider),
                    method: (json["method"]?.string).map(PaymentMethod.init(rawValue:)), asked: asked,
                    isGranted: granted, isSubmitted: submitted))
        case "heard":
            guard let attempt, let signal = json["signal"].flatMap(CheckoutSignal.init(json:)) else { return nil }
            self = .heard(attempt: attempt, signal)
        case "withdrew":
            guard let attempt else { return nil }
            self = .withdrew(attempt: attempt)
        case "released":
            guard let attempt, let references = Self.payments(json) else { return nil }
            self = .released(attempt: attempt, references)
        case "releasedEarly":
            guard let references = Self.payments(json) else { return nil }
            self = .releasedEarly(references)
        case "narrowed":
            guard let attempt, let retry = (json["retry"]?.string).flatMap(Retry.init(rawValue:)) else { return nil }
            self = .narrowed(attempt: attempt, retry)
        case "noticed":
            guard let anomaly = (json["anomaly"]?.string).flatMap(Anomaly.init(rawValue:)) else { return nil }
            self = .noticed(anomaly)
        case nil, _?: return nil
        }
    }

    private static func payments(_ json: JSONValue) -> [PaymentReference]? {
        guard let list = json["payments"]?.array else { return nil }
        let references = list.compactMap { $0.string.flatMap(PaymentReference.init) }
        return references.count == list.count ? references : nil
    }

    /// What happened at once, as one journal line: either all of it is read back, or nothing. `nil` for nothing.
    package static func line(_ records: [OrderRecord]) -> [UInt8]? {
        records.isEmpty ? nil : JSONValue.array(records.map(\.json)).jsonBytes
    }

    /// The records of a line; `nil` if one of them can't be read.
    package static func records(in line: [UInt8]) -> [OrderRecord]? {
        guard let list = (try? JSONReader.read(line))?.array else { return nil }
        let records = list.compactMap { OrderRecord(json: $0) }
        return records.count == list.count ? records : nil
    }

    /// Whether the record has to survive a power cut before anything goes on: a start, a submission, and an end that
    /// begins the next attempt.
    var isDurable: Bool {
        switch self {
        case .opened, .began: true
        case .heard(_, .submission): true
        case .heard, .withdrew, .released, .releasedEarly, .narrowed, .noticed: false
        }
    }
}

extension CheckoutSignal {
    fileprivate var json: JSONValue {
        switch self {
        case .submission(.announced), .submission(.made): ["submission": "made"]
        case .submission(.repeated): ["submission": "repeated"]
        case .submission(.followUp(let digest)):
            ["submission": "followUp", "digest": .string(String(digest, radix: 16))]
        // What the shopper had to do is over when this is read; that the payment was alive is not.
        case .progress(.processing, by: _): ["alive": "processing"]
        case .progress(.actionRequired, by: _): ["alive": "actionRequired"]
        case .statement(let statement):
            [
                "state": Standing(statement.outcome.state, evidence: statement.evidence, submitted: true).json,
                "doubt": (statement.doubt?.rawValue).map { .string($0) },
            ]
        case .nothingLeft(let failure): ["nothingLeft": Standing(.failed(failure), evidence: .local).json]
        case .refusedRound(let decline): ["refusedRound": Standing(.declined(decline), evidence: .provider).json]
        case .reference(let reference): ["reference": .string(reference.text)]
        case .vendorAttempt(let id): ["vendorAttempt": .string(VendorAttemptName.kept(id))]
        case .acceptedAmount(let amount): ["acceptedAmount": amount.json]
        case .anomaly(let anomaly): ["anomaly": .string(anomaly.rawValue)]
        case .session, .nextAttempt: [:]
        }
    }

    fileprivate init?(json: JSONValue) {
        if let word = json["submission"]?.string {
            switch word {
            case "made": self = .submission(.made)
            case "repeated": self = .submission(.repeated)
            case "followUp":
                guard let digest = (json["digest"]?.string).flatMap({ UInt64($0, radix: 16) }) else { return nil }
                self = .submission(.followUp(digest: digest))
            default: return nil
            }
        } else if let word = json["alive"]?.string {
            switch Uncertainty.Phase(rawValue: word) {
            case .processing?: self = .progress(.processing, by: .provider)
            case .actionRequired?: self = .progress(.actionRequired(.unsupported(RawCode(""))), by: .provider)
            case nil: return nil
            }
        } else if let state = json["state"] {
            guard let standing = Standing(json: state), let evidence = standing.evidence,
                let outcome = Outcome(standing.state)
            else { return nil }
            let doubt = (json["doubt"]?.string).map { Uncertainty.Cause(rawValue: $0) }
            self = .statement(Statement(outcome, evidence: evidence, doubt: doubt))
        } else if let state = json["nothingLeft"] {
            guard case .failed(let failure)? = Standing(json: state)?.state else { return nil }
            self = .nothingLeft(failure)
        } else if let state = json["refusedRound"] {
            guard case .declined(let decline)? = Standing(json: state)?.state else { return nil }
            self = .refusedRound(decline)
        } else if let text = json["reference"]?.string {
            guard let reference = PaymentReference(text) else { return nil }
            self = .reference(reference)
        } else if let id = json["vendorAttempt"]?.string {
            self = .vendorAttempt(id)
        } else if json["acceptedAmount"] != nil {
            guard let amount = Money(json: json["acceptedAmount"]) else { return nil }
            self = .acceptedAmount(amount)
        } else if let word = json["anomaly"]?.string {
            guard let anomaly = Anomaly(rawValue: word) else { return nil }
            self = .anomaly(anomaly)
        } else {
            return nil
        }
    }
}
