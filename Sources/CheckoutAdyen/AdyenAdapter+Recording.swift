package import CheckoutCore

extension AdyenAdapter: RecordedAdapter {
    /// Reads `{"reportsRequests":true}`; false where left out.
    package init(settings: JSONValue?) {
        self.init(reportsRequests: settings?["reportsRequests"]?.bool ?? false)
    }

    /// The events a recorded line of Adyen may have.
    package static var eventNames: [String] {
        [
            "paymentMethodsResponse", "paymentMethodsError", "didSubmit", "paymentsRequest", "paymentsResponse",
            "paymentsError", "detailsRequest", "detailsResponse", "detailsError", "didProvide", "didComplete",
            "didFail", "returnURL", "sessionResult", "statusPoll", "notification",
        ]
    }

    /// Reads a recorded line; a webhook with several items is several events.
    package static func events(named name: String, line: JSONValue, order: CheckoutOrder) -> [AdyenEvent]? {
        let body = body(line["body"])
        switch name {
        case "paymentMethodsResponse":
            guard let status = line["status"]?.integer, !(200..<300).contains(status) else {
                guard body != nil || line["body"] == nil else { return [.paymentMethodsError(.configuration)] }
                let methods = body.map { AdyenPaymentMethods(json: $0) } ?? AdyenPaymentMethods()
                return [methods.map { .paymentMethodsResponse($0) } ?? .paymentMethodsError(.configuration)]
            }
            return [.paymentMethodsError(.configuration)]
        case "paymentMethodsError":
            let isAnswer = line["status"] != nil || body != nil
            return [.paymentMethodsError(isAnswer ? .configuration : .network)]
        case "didSubmit": return [.didSubmit(method: line["method"]?.string.map(PaymentMethod.init(rawValue:)))]
        case "paymentsRequest": return [.paymentsRequest]
        case "paymentsResponse": return [.paymentsResponse(answer(line, body))]
        case "paymentsError": return [.paymentsError(transportError(line))]
        case "detailsRequest": return [.detailsRequest(digest: line["details"]?.object.map(AdyenDetails.digest))]
        case "detailsResponse": return [.detailsResponse(answer(line, body))]
        case "detailsError": return [.detailsError(transportError(line))]
        case "didProvide":
            let details = line["details"]
            return [.didProvide(canBeSent: details == nil || details?.object != nil)]
        case "didComplete": return [.didComplete]
        case "didFail":
            let error = line["error"]
            return [
                .didFail(
                    AdyenComponentError(
                        kind: (error?["kind"]?.string).flatMap(AdyenComponentError.Kind.init(rawValue:)) ?? .other,
                        domain: (error?["domain"]?.text).map { RawCode($0) },
                        code: (error?["code"]?.text).map { RawCode($0) }))
            ]
        case "returnURL": return [.returnURL(AdyenReturnURL(line["url"]?.string ?? ""))]
        case "sessionResult": return [.sessionResult(AdyenSessionResult(json: body ?? .null))]
        case "statusPoll": return [.statusPoll(AdyenStatusPoll(json: body ?? .null))]
        case "notification": return AdyenNotification.items(json: body ?? .null).map { .notification($0) }
        default: return nil
        }
    }

    /// A body is an object, or the raw text as it came.
    private static func body(_ value: JSONValue?) -> JSONValue? {
        guard case .string(let text)? = value else { return value }
        return JSONReader.readAnswer(text.utf8)
    }

    private static func answer(_ line: JSONValue, _ body: JSONValue?) -> AdyenAnswer {
        // A status that can't be read is none that says the request succeeded.
        let status = line["status"].map { $0.integer ?? 0 }
        return AdyenAnswer(status: status.map { Int(clamping: $0) }, json: body, vocabulary: .standard)
    }

    private static func transportError(_ line: JSONValue) -> AdyenTransportError {
        // A number that can't be read proves nothing.
        AdyenTransportError(
            code: line["code"]?.text ?? "", bytesSent: line["bytesSent"].map { $0.integer ?? .max })
    }
}
