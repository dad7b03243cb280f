import CheckoutCore
public import CheckoutPrimer

/// Stands in for Primer: checkout states and the before-create hook of an inline session, or the outcomes alone of a
/// presented checkout. Two equal failures are told with equal words.
///
/// Sources: the vendor's page “PrimerCheckoutState” (iOS); fact sheet primer, sections 1 to 4.
public struct PrimerSimulator: VendorSimulator {
    /// Primer tells no reason of a refusal and no level of an approval, and no kind of a failure outside its forms.
    public static let telling = Telling(
        levels: false, reasons: [], failureKinds: Set(Failure.Kind.allCases).subtracting([.network]),
        repeatedEventsAreOne: false,
        variations: [
            "S05": Telling.Variation(retry: .newSession, because: "a dismissed checkout delivers nothing more"),
            "S07": Telling.Variation(retry: .newSession, because: "a dismissed checkout delivers nothing more"),
            "S18": Telling.Variation(retry: .newSession, because: "a checkout with a result delivers nothing more"),
        ])

    /// The number of the latest attempt.
    public private(set) var attempt = 0
    private let host: PrimerHost
    private var isSent = false
    /// The status of the last result.
    private var status: String?
    private var last: [ScriptStep<PrimerEvent>] = []

    /// Makes a simulator with the host that the scenario needs: the app's own layout unless it speaks of another one.
    public init(for scenario: Scenario.ID) { host = Self.hosts[scenario] ?? .inlineSession(savedMethods: false) }

    private static let hosts: [Scenario.ID: PrimerHost] = [
        "S04": .presenter(errorScreen: false, trustsDismissal: false),
        "S07": .managedView(errorScreen: true, trustsDismissal: true),
    ]

    /// A session in the simulator's host.
    public var adapter: PrimerAdapter { PrimerAdapter(host: host) }

    /// The payment's id.
    public func reference(of attempt: Int) -> String { "pay_\(attempt)" }

    /// What Primer reports when this happens.
    public mutating func play(_ turn: Turn) throws(NotExpressible) -> [ScriptStep<PrimerEvent>] {
        if turn == .leave { return state("dismissed") }
        if let steps = world(turn) { return steps }
        switch turn {
        case .load: return isInline ? state("initializing") + state("ready", ["clientSession": Self.session]) : []
        case .failToLoad:
            return state("initializing") + state("failure", ["error": ["errorId": "invalid-client-token"]])
        case .press:
            attempt += 1
            isSent = !isInline
            status = nil
            return [.start("PAYMENT_CARD")] + (isInline ? [] : line("presented"))
        case .holdBack: return []
        case .send: return send()
        case .sendInVain: return hook()
        case .sendAfterEnd:
            return hook() + tell(result("settling", bound: true))
        case .leaveBeforeSending, .cancel: return state("dismissed")
        case .dropLine: return send() + fail("unknown")
        case .goOffline: return fail("unknown")
        case .enterInvalidCard:
            attempt += 1
            return [.start("PAYMENT_CARD")] + fail("invalid-value")
        case .veto: return hook("cancel") + fail("merchant-error")
        case .approve(.all) where status == "pending":
            throw NotExpressible(because: "Primer's SDK tells nothing after a pending result; the server does")
        case .approve(.all): return send() + tell(result("success"))
        case .approve(.less(let amount)), .approve(.other(let amount)):
            return send() + tell(result("success", amount: amount))
        case .approveEarlier where isInline && isSent:
            throw NotExpressible(because: "a success of Primer's that comes while an attempt is sent is that attempt's")
        case .approveEarlier: return result("success", of: attempt - 1)
        case .approveUnasked:
            attempt += 1
            return result("success")
        case .decline, .declineForGood:
            // Without a payment's id: two refusals are told in equal words. Only a second word about a payment names it.
            let id = status.map { _ in JSONValue.string(reference(of: attempt)) }
            return send() + tell(fail("payment-failed", ["status": "FAILED", "paymentId": id]))
        case .postpone: return send() + tell(result("pending"))
        case .sayUnknownWord: return send() + tell(result("settling"))
        case .repeatOutcome: return last
        case .askForAuthentication, .authenticate, .failAuthentication, .redirect, .comeBack, .abandon:
            throw NotExpressible(
                because: "Primer's SDK shows authentications and pages by itself, and tells no state of them")
        case .showVoucher, .closeVoucher:
            throw NotExpressible(because: "Primer's SDK shows vouchers by itself, and tells no state of them")
        case .askForSurcharge, .agreeToSurcharge, .refuseSurcharge:
            throw NotExpressible(because: "a surcharge is part of Primer's client session; nobody is asked")
        case .declineInWallet:
            throw NotExpressible(because: "Primer doesn't tell that a sheet refused before it was closed")
        case .expire:
            throw NotExpressible(because: "Primer's SDK tells nothing after a pending result; the server does")
        case .contradictWithoutName:
            throw NotExpressible(
                because: "a nameless failure of Primer's is about the attempt begun since the last outcome")
        case .refuseStart:
            throw NotExpressible(
                because: "a hook that is refused is told as an error of the session, not as an attempt")
        case .openAgain, .pressInVain, .passDeadline, .leave, .relaunch, .merchantSays, .elsewhere: return []
        }
    }

    // MARK: - In Primer's words

    private var isInline: Bool {
        switch host {
        case .inlineSession: true
        case .managedView, .presenter: false
        }
    }

    private static let session: JSONValue = [
        "orderId": .string(Scenario.order.reference), "totalAmount": nil, "currencyCode": "EUR",
    ]

    private func state(_ name: String, _ members: JSONObject = [:]) -> [ScriptStep<PrimerEvent>] {
        line("state", JSONObject(members: [.init(key: "case", value: .string(name))] + members.members))
    }

    private func hook(_ answer: JSONValue = "proceed") -> [ScriptStep<PrimerEvent>] {
        line("paymentWillBeCreated", ["method": "PAYMENT_CARD", "answer": answer], asks: true)
    }

    private mutating func send() -> [ScriptStep<PrimerEvent>] {
        guard !isSent else { return [] }
        isSent = true
        return hook()
    }

    private mutating func result(
        _ status: String, of number: Int? = nil, amount: Money? = nil, bound: Bool = false
    ) -> [ScriptStep<PrimerEvent>] {
        if number == nil { self.status = status }
        let number = number ?? attempt
        let result: JSONValue = [
            "paymentId": .string(reference(of: number)), "status": .string(status),
            "paymentMethodType": "PAYMENT_CARD", "amount": (amount?.minorUnits).map { .integer($0) },
            "currencyCode": (amount?.currency.code).map { .string($0) },
        ]
        return line("state", ["case": "success", "result": result], attempt: bound ? number : nil)
    }

    private func fail(_ id: String, _ members: JSONObject = [:]) -> [ScriptStep<PrimerEvent>] {
        let error = JSONObject(members: [.init(key: "errorId", value: .string(id))] + members.members)
        return state("failure", ["error": .object(error)])
    }

    private mutating func tell(_ steps: [ScriptStep<PrimerEvent>]) -> [ScriptStep<PrimerEvent>] {
        last = steps
        return steps
    }
}
