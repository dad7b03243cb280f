package import CheckoutCore

extension PrimerEvent {
    /// The names of the events, as they stand in recordings.
    package enum Name: String, Sendable, CaseIterable {
        case state, presented, paymentWillBeCreated, sessionCancelled
    }

    /// Reads a recorded line; `nil` if its event has a name that Primer doesn't have.
    ///
    /// Members that are missing or malformed read as absent: what that means is the adapter's to say (rule R5).
    package init?(named name: String, line: JSONValue) {
        switch Name(rawValue: name) {
        case nil: return nil
        case .state?: self = .state(PrimerState(json: line))
        case .presented?: self = .presented
        case .paymentWillBeCreated?:
            // Only a clear “cancel” says that nothing was sent.
            self = .paymentWillBeCreated(
                method: (line["method"]?.string).map(PaymentMethod.init(rawValue:)),
                answer: (line["answer"]?.string).flatMap(Answer.init(rawValue:)) ?? .proceed)
        case .sessionCancelled?: self = .sessionCancelled
        }
    }

    /// The event as its line in a recording.
    package var json: JSONValue {
        switch self {
        case .state(let state): state.json
        case .presented: Self.line(.presented)
        case .paymentWillBeCreated(let method, let answer):
            [
                "event": .string(Name.paymentWillBeCreated.rawValue),
                "method": (method?.rawValue).map { .string($0) }, "answer": .string(answer.rawValue),
            ]
        case .sessionCancelled: Self.line(.sessionCancelled)
        }
    }

    private static func line(_ name: Name) -> JSONValue { ["event": .string(name.rawValue)] }
}

extension PrimerEvent: Codable {
    /// Reads the event's line in a recording.
    ///
    /// - Throws: `DecodingError` when there is no `event` with a name that Primer has.
    public init(from decoder: any Decoder) throws {
        let line = try JSONValue(from: decoder)
        guard let event = (line["event"]?.string).flatMap({ PrimerEvent(named: $0, line: line) }) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "no event of Primer"))
        }
        self = event
    }

    /// Writes the event's line in a recording.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension PrimerState {
    private enum Case: String {
        case initializing, ready, success, dismissed, failure
    }

    init(json line: JSONValue) {
        switch (line["case"]?.string).flatMap(Case.init(rawValue:)) {
        case .initializing?: self = .initializing
        case .ready?:
            self = .ready(
                PrimerSessionSnapshot(json: line["clientSession"]), asked: CheckoutOrder(json: line["asked"]))
        case .success?: self = .success(PrimerResult(json: line["result"]))
        case .dismissed?: self = .dismissed
        case .failure?: self = .failure(PrimerFailure(json: line["error"], checkoutData: line["checkoutData"]))
        case nil: self = .other((line["case"]?.text).map { RawCode($0) })
        }
    }

    var json: JSONValue {
        func line(_ word: String?, _ members: JSONObject = [:]) -> JSONValue {
            let start: JSONObject = [
                "event": .string(PrimerEvent.Name.state.rawValue), "case": word.map { .string($0) },
            ]
            return .object(JSONObject(members: start.members + members.members))
        }
        switch self {
        case .initializing: return line(Case.initializing.rawValue)
        case .ready(let session, let asked):
            return line(Case.ready.rawValue, ["clientSession": session.json, "asked": asked?.json])
        case .success(let result): return line(Case.success.rawValue, ["result": result.json])
        case .dismissed: return line(Case.dismissed.rawValue)
        case .failure(let failure):
            return line(Case.failure.rawValue, ["error": failure.json, "checkoutData": failure.checkoutData])
        case .other(let word): return line(word?.text)
        }
    }
}

extension CheckoutOrder {
    init?(json: JSONValue?) {
        guard let reference = json?["reference"]?.text, let amount = Money(json: json?["amount"]) else { return nil }
        self.init(reference: reference, amount: amount)
    }

    fileprivate var json: JSONValue { ["reference": .string(reference), "amount": amount.json] }
}

extension PrimerResult {
    /// Reads what can be read. Amounts are whole minor units, as a number or as its text.
    init(json: JSONValue?) {
        self.init(
            paymentID: json?["paymentId"]?.text, status: PrimerPaymentStatus(json: json?["status"]),
            amount: json?["amount"]?.int,
            hasUnreadableAmount: json?["amount"].map { $0.int == nil } ?? false,
            currencyCode: json?["currencyCode"]?.text,
            paymentMethodType: (json?["paymentMethodType"]?.string).map(PaymentMethod.init(rawValue:)))
    }

    fileprivate var json: JSONValue {
        [
            "paymentId": (paymentID?.text).map { .string($0) }, "status": status?.json,
            "amount": hasUnreadableAmount ? "unreadable" : amount.map { .integer(Int64($0)) },
            "currencyCode": (currencyCode?.text).map { .string($0) },
            "paymentMethodType": (paymentMethodType?.rawValue).map { .string($0) },
        ]
    }
}

extension PrimerPaymentStatus {
    /// A word that is there and no text reads as the empty one.
    init?(json: JSONValue?) {
        guard let json else { return nil }
        self.init(rawValue: json.string ?? "")
    }

    fileprivate var json: JSONValue { .string(rawValue) }
}

extension PrimerFailure {
    /// Reads what can be read. A payment that is there and can't be read is still a payment.
    init(json: JSONValue?, checkoutData: JSONValue?) {
        self.init(
            errorID: (json?["errorId"]?.string).map(PrimerErrorID.init(rawValue:)),
            diagnosticsID: (json?["diagnosticsId"]?.text).map { RawCode($0) },
            paymentMethodType: (json?["paymentMethodType"]?.string).map(PaymentMethod.init(rawValue:)),
            paymentID: json?["paymentId"]?.text,
            orderID: (json?["orderId"]?.text).map { RawCode($0) },
            status: PrimerPaymentStatus(json: json?["status"]),
            payment: CreatedPayment(checkoutData: checkoutData))
    }

    fileprivate var json: JSONValue {
        [
            "errorId": (errorID?.rawValue).map { .string($0) },
            "diagnosticsId": (diagnosticsID?.text).map { .string($0) },
            "paymentMethodType": (paymentMethodType?.rawValue).map { .string($0) },
            "paymentId": (paymentID?.text).map { .string($0) }, "orderId": (orderID?.text).map { .string($0) },
            "status": status?.json,
        ]
    }

    fileprivate var checkoutData: JSONValue? {
        guard let payment else { return nil }
        return [
            "payment": [
                "id": (payment.id?.text).map { .string($0) }, "orderId": (payment.orderID?.text).map { .string($0) },
                "status": payment.status?.json,
            ]
        ]
    }
}

extension PrimerFailure.CreatedPayment {
    fileprivate init?(checkoutData: JSONValue?) {
        guard let checkoutData else { return nil }
        let payment = checkoutData["payment"]
        // An object without a payment says that none was created; anything else leaves that open.
        if payment == nil, checkoutData.object != nil { return nil }
        self.init(
            id: payment?["id"]?.text, orderID: (payment?["orderId"]?.text).map { RawCode($0) },
            status: PrimerPaymentStatus(json: payment?["status"]))
    }
}

extension PrimerSessionSnapshot {
    init(json: JSONValue?) {
        self.init(
            orderID: json?["orderId"]?.text, totalAmount: json?["totalAmount"]?.int,
            currencyCode: json?["currencyCode"]?.text,
            lineItems: (json?["lineItems"]?.array).map { $0.map(LineItem.init(json:)) },
            fees: (json?["fees"]?.array).flatMap { list in
                // As the SDK does: one fee that can't be read leaves all unknown.
                let fees = list.compactMap(Fee.init(json:))
                return fees.count == list.count ? fees : nil
            },
            shippingAmount: json?["orderDetails"]?["shipping"]?["amount"]?.int,
            allowedCardNetworks: (json?["paymentMethod"]?["orderedAllowedCardNetworks"]?.array).map {
                $0.map { $0.string ?? "" }
            })
    }

    fileprivate var json: JSONValue {
        [
            "orderId": orderID.map { .string($0) }, "totalAmount": totalAmount.map { .integer(Int64($0)) },
            "currencyCode": currencyCode.map { .string($0) },
            "lineItems": lineItems.map { .array($0.map(\.json)) },
            "fees": fees.map { .array($0.map { ["type": .string($0.type), "amount": .integer(Int64($0.amount))] }) },
            "orderDetails": shippingAmount.map { ["shipping": ["amount": .integer(Int64($0))]] },
            "paymentMethod": allowedCardNetworks.map {
                ["orderedAllowedCardNetworks": .array($0.map { .string($0) })]
            },
        ]
    }
}

extension PrimerSessionSnapshot.LineItem {
    fileprivate init(json: JSONValue) {
        self.init(
            itemID: json["itemId"]?.text, itemDescription: json["itemDescription"]?.string,
            amount: json["amount"]?.int, discountAmount: json["discountAmount"]?.int,
            quantity: json["quantity"]?.int, taxCode: json["taxCode"]?.text, taxAmount: json["taxAmount"]?.int)
    }

    fileprivate var json: JSONValue {
        func number(_ value: Int?) -> JSONValue? { value.map { .integer(Int64($0)) } }
        return [
            "itemId": itemID.map { .string($0) }, "itemDescription": itemDescription.map { .string($0) },
            "amount": number(amount), "discountAmount": number(discountAmount), "quantity": number(quantity),
            "taxCode": taxCode.map { .string($0) }, "taxAmount": number(taxAmount),
        ]
    }
}

extension PrimerSessionSnapshot.Fee {
    fileprivate init?(json: JSONValue) {
        guard let type = json["type"]?.string, let amount = json["amount"]?.int else { return nil }
        self.init(type: type, amount: amount)
    }
}

extension JSONValue {
    /// The exact whole number, if it fits the vendor's type.
    fileprivate var int: Int? { integer.flatMap { Int(exactly: $0) } }
}
