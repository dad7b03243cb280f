import CheckoutCore
public import CheckoutPXP

/// Stands in for PXP's submit component: its hooks in their order, results and errors, after either of the two contracts
/// that the published SDK has had. The component is created anew after every end.
///
/// Sources: the vendor's pages on the card submit component; fact sheet pxp, sections 2 to 6.
public struct PXPSimulator: VendorSimulator {
    /// What the SDK delivers to `onPostAuthorisation`.
    public enum Contract: Sendable, CaseIterable {
        /// Every result.
        case results
        /// Approvals only; refusals come inside an error to `onSubmitError`.
        case refusalsAsErrors
    }

    /// PXP tells everything that the stories ask for.
    public static let telling = Telling()

    /// The number of the latest attempt.
    public private(set) var attempt = 0
    private let contract: Contract
    private var isSent = false
    private var isUsed = false
    private var isPending = false
    private var last: [ScriptStep<PXPEvent>] = []

    /// Makes a simulator of the contract that delivers every result.
    public init(for scenario: Scenario.ID) { self.init(contract: .results) }

    /// Makes a simulator.
    public init(contract: Contract) { self.contract = contract }

    /// A session with every hook wired.
    public var adapter: PXPAdapter { PXPAdapter() }

    /// The transaction's id.
    public func reference(of attempt: Int) -> String { "T\(attempt)" }

    /// What PXP reports when this happens.
    public mutating func play(_ turn: Turn) throws(NotExpressible) -> [ScriptStep<PXPEvent>] {
        if turn == .leave { return hook("cancel") }
        if let steps = world(turn) { return steps }
        switch turn {
        case .load: return line("created")
        case .failToLoad: return line("createFailed", ["error": ["errorCode": "SDK0101"]])
        case .press:
            return submit() + hook("startSubmit") + hook("preTokenisation", ["answer": "proceed"], asks: true)
                + hook("postTokenisation", ["success": true])
        case .holdBack: return []
        case .send: return send()
        case .sendInVain: return authorise
        case .sendAfterEnd: return authorise + result("PartlyAuthorisedSubmitResult")
        case .leaveBeforeSending: return hook("cancel") + error("SDK0615") + hook("submitReturned")
        case .dropLine: return send() + error("SDK0500") + hook("submitReturned")
        case .goOffline: return error("SDK0500") + hook("submitReturned")
        case .enterInvalidCard: return submit() + hook("submitReturned")
        case .veto:
            return hook("preAuthorisation", ["answer": "cancel"]) + hook("submitReturned")
        case .askForAuthentication:
            guard !isSent else {
                throw NotExpressible(because: "PXP authenticates before it sends: leaving then is S05")
            }
            return hook("preInitiateAuthentication", ["answer": "proceed"])
                + hook("postInitiateAuthentication", ["result": ["state": "PendingCustomerChallenge"]])
                + hook("preAuthentication", ["answer": "proceed"])
        case .authenticate: return hook("postAuthentication", ["result": ["state": "AuthenticationSuccessful"]])
        case .failAuthentication:
            return hook("postAuthentication", ["result": ["state": "AuthenticationFailed"]]) + error("SDK0505")
                + hook("submitReturned")
        case .approve(.all) where isPending:
            throw NotExpressible(because: "PXP's component tells nothing after a pending result; the server does")
        case .approve(.all): return send() + tell(result("AuthorisedSubmitResult", "Authorised"))
        case .approve(.less(let amount)), .approve(.other(let amount)):
            return send() + tell(result("AuthorisedSubmitResult", "Authorised", amount: amount))
        case .approveEarlier: return result("AuthorisedSubmitResult", "Authorised", of: attempt - 1)
        case .approveUnasked:
            attempt += 1
            return result("AuthorisedSubmitResult", "Authorised")
        case .decline(let reason):
            guard let code = Self.codes[reason] else {
                throw NotExpressible(because: "PXP has no decline code for \(reason)")
            }
            return send() + tell(refusal(code)) + hook("submitReturned")
        case .postpone:
            isPending = true
            return send() + tell(result("UnknownSubmitResult", "Pending"))
        case .sayUnknownWord: return send() + tell(result("PartlyAuthorisedSubmitResult", "PartlyAuthorised"))
        case .repeatOutcome: return last
        case .declineForGood: throw NotExpressible(because: "PXP sets a session no limit of attempts")
        case .declineInWallet: throw NotExpressible(because: "PXP doesn't tell what a wallet's sheet refused")
        case .cancel: throw NotExpressible(because: "PXP has no result class for a cancellation")
        case .expire:
            throw NotExpressible(because: "PXP's component tells nothing after a pending result; the server does")
        case .redirect, .comeBack, .abandon: throw NotExpressible(because: "PXP's submit component has no redirect")
        case .showVoucher, .closeVoucher: throw NotExpressible(because: "PXP's components have no vouchers")
        case .askForSurcharge, .agreeToSurcharge, .refuseSurcharge:
            throw NotExpressible(because: "PXP asks nobody for a surcharge")
        case .contradictWithoutName:
            throw NotExpressible(because: "a component's closures belong to one submit: each of its events is bound")
        case .refuseStart: throw NotExpressible(because: "a second submit of PXP's asks the guard; there is no attempt")
        case .openAgain, .pressInVain, .passDeadline, .leave, .relaunch, .merchantSays, .elsewhere: return []
        }
    }

    // MARK: - In PXP's words

    private static let codes: [Decline.Reason: String] = [
        .insufficientFunds: "51", .limitExceeded: "61", .expiredCard: "54", .invalidCardDetails: "14",
        .lostOrStolenCard: "43", .suspectedFraud: "59", .authenticationRequired: "1A", .notPermitted: "57",
        .issuerUnavailable: "91", .doNotHonour: "05", .unspecified: "00X",
    ]

    /// A hook of the present component, whose closures belong to the present attempt.
    private func hook(_ name: String, _ members: JSONObject = [:], asks: Bool = false) -> [ScriptStep<PXPEvent>] {
        line(name, members, attempt: attempt == 0 ? nil : attempt, asks: asks)
    }

    /// Pay is pressed: a new component, unless this is the first submit of the one that is there.
    private mutating func submit() -> [ScriptStep<PXPEvent>] {
        let anew = isUsed ? line("created") : []
        isUsed = true
        attempt += 1
        isSent = false
        return anew + [.start("card")] + line("submit")
    }

    private var authorise: [ScriptStep<PXPEvent>] { hook("preAuthorisation", ["answer": "proceed"], asks: true) }

    private mutating func send() -> [ScriptStep<PXPEvent>] {
        guard !isSent else { return [] }
        isSent = true
        return authorise
    }

    private func error(_ code: String) -> [ScriptStep<PXPEvent>] {
        hook("submitError", ["error": ["errorCode": .string(code)]])
    }

    private func refusal(_ code: String) -> [ScriptStep<PXPEvent>] {
        let refused = body("RefusedSubmitResult", "Refused", of: attempt, code: code)
        switch contract {
        case .results: return hook("postAuthorisation", ["result": refused])
        case .refusalsAsErrors:
            return hook("submitError", ["error": ["errorCode": .string(code), "submitResult": refused]])
        }
    }

    private func result(
        _ type: String, _ state: String? = nil, of number: Int? = nil, amount: Money? = nil
    ) -> [ScriptStep<PXPEvent>] {
        let number = number ?? attempt
        return line("postAuthorisation", ["result": body(type, state, of: number, amount: amount)], attempt: number)
    }

    private func body(
        _ type: String, _ state: String?, of number: Int, code: String? = nil, amount: Money? = nil
    ) -> JSONValue {
        let sum = amount.map { JSONValue.number(String(describing: $0).split(separator: " ")[0].description) }
        return [
            "type": .string(type), "state": state.map { .string($0) },
            "provider": code.map { ["code": .string($0)] },
            "fundingData": [
                "transactionId": .string(reference(of: number)), "amount": sum,
                "currency": (amount?.currency.code).map { .string($0) },
            ],
        ]
    }

    private mutating func tell(_ steps: [ScriptStep<PXPEvent>]) -> [ScriptStep<PXPEvent>] {
        last = steps
        return steps
    }
}
