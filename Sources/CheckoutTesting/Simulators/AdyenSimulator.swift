public import CheckoutAdyen
import CheckoutCore

/// Stands in for Adyen's advanced flow: the component, the requests as they leave, the server's answers, webhooks, and a
/// `didProvide` that may come after `didFail(cancelled)`.
///
/// Sources: Checkout API v71; fact sheet adyen, sections 1 to 7.
public struct AdyenSimulator: VendorSimulator {
    /// Adyen has no refusal code for a lost or stolen card.
    public static let telling = Telling(
        reasons: Set(Decline.Reason.allCases).subtracting([.lostOrStolenCard]))

    /// The number of the latest attempt.
    public private(set) var attempt = 0
    private var isSent = false
    /// The present request waits for its answer.
    private var isAsked = false
    private var endpoint = "payments"
    private var last: [ScriptStep<AdyenEvent>] = []

    /// Makes a simulator.
    public init(for scenario: Scenario.ID) {}

    /// A session whose app reports the requests as they leave.
    public var adapter: AdyenAdapter { AdyenAdapter(reportsRequests: true) }

    /// The PSP reference.
    public func reference(of attempt: Int) -> String { "PSP\(attempt)" }

    /// What Adyen reports when this happens.
    public mutating func play(_ turn: Turn) throws(NotExpressible) -> [ScriptStep<AdyenEvent>] {
        if let steps = world(turn) { return steps }
        switch turn {
        case .load:
            return line("paymentMethodsResponse", ["status": 200, "body": ["paymentMethods": [["type": "scheme"]]]])
        case .failToLoad: return line("paymentMethodsError", ["status": 500])
        case .press:
            begin()
            return [.start("scheme")] + line("didSubmit", asks: true)
        case .holdBack: return []
        case .send: return send()
        case .sendInVain: return request
        case .sendAfterEnd: return request + answer(["resultCode": "Frozen"])
        case .leaveBeforeSending: return line("didFail", ["error": ["kind": "cancelled"]])
        case .abandon: return line("didFail", ["error": ["kind": "cancelled"]])
        case .dropLine:
            return send() + line("\(endpoint)Error", ["code": "timedOut", "bytesSent": 512], attempt: attempt)
        case .goOffline:
            return send() + line("paymentsError", ["code": "notConnectedToInternet", "bytesSent": 0], attempt: attempt)
        case .enterInvalidCard:
            begin()
            return [.start("scheme")] + line("didSubmit", asks: true) + send()
                + line("paymentsResponse", ["status": 422, "body": Self.invalidCard])
        case .askForAuthentication:
            return send()
                + answer([
                    "resultCode": "ChallengeShopper",
                    "action": ["type": "threeDS2", "subtype": "challenge", "token": "t"],
                ])
        case .redirect:
            return send()
                + answer([
                    "resultCode": "RedirectShopper",
                    "action": ["type": "redirect", "method": "GET", "url": "https://bank.example/pay"],
                ])
        case .showVoucher:
            return send()
                + answer([
                    "resultCode": "PresentToShopper", "action": ["type": "voucher", "reference": "501 422 944"],
                ])
        case .closeVoucher:
            isAsked = false
            return line("didComplete")
        case .authenticate, .comeBack: return provide()
        case .failAuthentication: return provide() + refuse("11")
        case .approve(.all): return send() + (isAsked ? tell(["resultCode": "Authorised"]) : webhook(attempt))
        case .approve(.less(let amount)):
            let order: JSONValue = ["remainingAmount": Self.amount(left(of: amount)), "orderData": "o"]
            return send() + tell(["resultCode": "Authorised", "amount": Self.amount(amount), "order": order])
        case .approve(.other(let amount)):
            return send() + tell(["resultCode": "Authorised", "amount": Self.amount(amount)])
        case .approveEarlier: return webhook(attempt - 1)
        case .approveUnasked:
            attempt += 1
            return webhook(attempt)
        case .decline(let reason): return try decline(reason)
        case .cancel: return send() + refuse("16")
        case .postpone: return send() + tell(["resultCode": "Received"])
        case .expire: return webhook(attempt, "OFFER_CLOSED")
        case .sayUnknownWord: return send() + tell(["resultCode": "Frozen"])
        case .repeatOutcome: return last
        case .contradictWithoutName:
            return line("paymentsResponse", ["status": 200, "body": ["resultCode": "Cancelled"]])
        case .declineForGood: throw NotExpressible(because: "Adyen's advanced flow sets a session no limit of attempts")
        case .declineInWallet:
            throw NotExpressible(because: "Adyen's components don't tell what a wallet's sheet refused")
        case .askForSurcharge, .agreeToSurcharge, .refuseSurcharge:
            throw NotExpressible(because: "Adyen asks nobody for a surcharge; it is part of the amount")
        case .refuseStart:
            throw NotExpressible(because: "a second submit of Adyen's asks the guard; there is no attempt")
        case .veto: throw NotExpressible(because: "Adyen asks no hook of the app; an unused grant is withdrawn")
        case .openAgain, .pressInVain, .passDeadline, .leave, .relaunch, .merchantSays, .elsewhere: return []
        }
    }

    // MARK: - In Adyen's words

    private static let codes: [Decline.Reason: String] = [
        .doNotHonour: "2", .expiredCard: "6", .invalidCardDetails: "24", .issuerUnavailable: "9",
        .insufficientFunds: "12", .limitExceeded: "28", .authenticationRequired: "38", .authenticationFailed: "11",
        .suspectedFraud: "20", .notPermitted: "23",
    ]

    private static let invalidCard: JSONValue = [
        "status": 422, "errorCode": "101", "errorType": "validation", "message": "Invalid card number",
    ]

    private static func amount(_ money: Money) -> JSONValue {
        ["value": .integer(money.minorUnits), "currency": .string(money.currency.code)]
    }

    private func left(of paid: Money) -> Money {
        Money(minorUnits: Scenario.order.amount.minorUnits - paid.minorUnits, currency: paid.currency)
    }

    private mutating func begin() {
        attempt += 1
        isSent = false
        isAsked = false
        endpoint = "payments"
    }

    private var request: [ScriptStep<AdyenEvent>] { line("paymentsRequest", attempt: attempt, asks: true) }

    private mutating func send() -> [ScriptStep<AdyenEvent>] {
        guard !isSent else { return [] }
        isSent = true
        isAsked = true
        return request
    }

    /// The component hands details over, and they are sent.
    private mutating func provide() -> [ScriptStep<AdyenEvent>] {
        endpoint = "details"
        isAsked = true
        return line("didProvide", ["details": ["redirectResult": "r"]], attempt: attempt)
            + line("detailsRequest", attempt: attempt, asks: true)
    }

    /// An answer to the present request.
    private func answer(_ body: JSONObject) -> [ScriptStep<AdyenEvent>] {
        let reference = JSONObject.Member(key: "pspReference", value: .string(reference(of: attempt)))
        let members = [reference] + body.members
        return line(
            "\(endpoint)Response", ["status": 200, "body": .object(JSONObject(members: members))], attempt: attempt)
    }

    private mutating func tell(_ body: JSONObject) -> [ScriptStep<AdyenEvent>] {
        isAsked = false
        last = answer(body)
        return last
    }

    private mutating func refuse(_ code: String?) -> [ScriptStep<AdyenEvent>] {
        tell(["resultCode": "Refused", "refusalReasonCode": code.map { .string($0) }])
    }

    private mutating func decline(_ reason: Decline.Reason) throws(NotExpressible) -> [ScriptStep<AdyenEvent>] {
        let sending = send()
        return sending + (isAsked ? refuse(Self.codes[reason]) : webhook(attempt, "AUTHORISATION", "false"))
    }

    private func webhook(
        _ number: Int, _ code: String = "AUTHORISATION", _ success: String = "true"
    ) -> [ScriptStep<AdyenEvent>] {
        line(
            "notification",
            [
                "body": [
                    "eventCode": .string(code), "success": .string(success),
                    "pspReference": .string(reference(of: number)),
                ]
            ])
    }
}
