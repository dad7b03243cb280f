import CheckoutCore
public import CheckoutEpay

/// Stands in for Epay: attempt snapshots, the supplementary events beside them, and the replay of the present snapshot when
/// an attempt is observed.
///
/// Sources: the vendor's page on attempts; fact sheet epay, sections 2 to 5.
public struct EpaySimulator: VendorSimulator {
    /// Epay tells a reason by its error codes, and neither whether an approval is captured nor who cancelled.
    public static let telling = Telling(
        levels: false, cancellationCauses: false, authenticatesByRedirect: true,
        variations: Dictionary(
            uniqueKeysWithValues: (["S09", "S10", "S13", "S15", "S32", "S43", "S46"] as [Scenario.ID]).map {
                ($0, Telling.Variation(doubt: .reportedByProvider, because: "Epay itself says that it doesn't know"))
            }))

    /// The number of the latest attempt.
    public private(set) var attempt = 0
    private var last: [ScriptStep<EpayEvent>] = []

    /// Makes a simulator.
    public init(for scenario: Scenario.ID) {}

    /// A session with a sum fixed at opening.
    public var adapter: EpayAdapter { EpayAdapter() }

    /// The transaction's id.
    public func reference(of attempt: Int) -> String { "T\(attempt)" }

    /// What Epay reports when this happens.
    public mutating func play(_ turn: Turn) throws(NotExpressible) -> [ScriptStep<EpayEvent>] {
        if let steps = world(turn) { return steps }
        switch turn {
        case .load: return line("sdk", ["state": "initializing"]) + line("sdk", ["state": "ready"])
        case .failToLoad:
            return line("sdk", ["state": "initializing"])
                + line("sdk", ["state": "failed", "error": ["errorCode": "SESSION_NOT_FOUND"]])
        case .press:
            attempt += 1
            // Whoever observes a new attempt hears its present snapshot at once, and then its first update.
            return [.start("card")] + snapshot("Processing") + snapshot("Processing")
        // The SDK sends inside the call that creates the attempt: after the press everything was sent.
        case .send: return []
        case .holdBack: throw NotExpressible(because: "the grant is Epay's boundary: what was begun was sent")
        case .sendInVain, .sendAfterEnd:
            throw NotExpressible(because: "Epay asks nobody before it sends: the grant is the boundary")
        case .leaveBeforeSending, .cancel: return tell("Cancelled", ["canRetry": true])
        case .abandon, .dropLine: return tell("OutcomeUnknown")
        case .askForAuthentication: return redirect("SCA")
        case .redirect: return redirect("PAYMENT_METHOD")
        case .authenticate, .comeBack: return snapshot("Processing", ["isRedirecting": false])
        case .failAuthentication:
            return snapshot("Processing", ["isRedirecting": false]) + decline("REJECTED_BY_SCA")
        case .askForSurcharge: return snapshot("Processing", ["pendingSurcharge": Self.surcharge])
        case .agreeToSurcharge: return [.surcharge(accept: true)] + snapshot("Processing")
        case .refuseSurcharge:
            return [.surcharge(accept: false)] + snapshot("Processing") + tell("Cancelled", ["canRetry": true])
        case .approve(.all):
            return line("transactionAccepted", ["transactionId": .string(reference(of: attempt))]) + tell("Accepted")
        case .approve(.less), .approve(.other): throw NotExpressible(because: "an attempt of Epay's carries no amount")
        case .approveEarlier: return snapshot("Accepted", of: attempt - 1)
        case .approveUnasked:
            attempt += 1
            return snapshot("Accepted")
        case .decline(let reason):
            guard let code = Self.codes[reason] else {
                throw NotExpressible(because: "Epay has no error code for \(reason)")
            }
            return decline(code)
        case .declineForGood:
            return line("transactionDeclined", ["maxAttemptsReached": true])
                + tell("Declined", ["error": ["errorCode": "DO_NOT_HONOR"], "maxAttemptsReached": true])
        case .declineInWallet:
            return line("transactionDeclined", ["maxAttemptsReached": false])
                + line("paymentCancel", ["paymentMethodType": "PAYPAL"])
                + tell("Cancelled", ["canRetry": true, "metadata": ["hadDeclinedAuthorization": true]])
        case .sayUnknownWord: return tell("Frozen")
        case .repeatOutcome: return last
        case .refuseStart:
            return line("attempt", ["id": "refused", "state": "Failed", "canRetry": true])
        case .closeVoucher, .showVoucher: throw NotExpressible(because: "Epay has no vouchers")
        case .postpone, .expire: throw NotExpressible(because: "an attempt of Epay's is never told to be pending")
        case .contradictWithoutName: throw NotExpressible(because: "every snapshot of Epay's names its attempt")
        case .goOffline:
            throw NotExpressible(because: "Epay sends in the call that creates the attempt, and names no network error")
        case .veto: throw NotExpressible(because: "Epay asks no hook of the app before it sends")
        case .enterInvalidCard:
            throw NotExpressible(
                because: "Epay's card fields keep an attempt from beginning; a number it sends is a decline")
        case .openAgain, .pressInVain, .passDeadline, .leave, .relaunch, .merchantSays, .elsewhere: return []
        }
    }

    // MARK: - In Epay's words

    private static let codes: [Decline.Reason: String] = [
        .insufficientFunds: "INSUFFICIENT_FUNDS", .limitExceeded: "AMOUNT_LIMIT_EXCEEDED",
        .expiredCard: "CARD_EXPIRED", .invalidCardDetails: "INVALID_CVC", .lostOrStolenCard: "CARD_LOST_OR_STOLEN",
        .suspectedFraud: "SUSPECTED_FRAUD", .authenticationRequired: "SCA_REQUIRED",
        .authenticationFailed: "REJECTED_BY_SCA", .notPermitted: "CARD_RESTRICTED", .issuerUnavailable: "ISSUER_DOWN",
        .doNotHonour: "DO_NOT_HONOR", .unspecified: "OTHER",
    ]

    private static let surcharge: JSONValue = [
        "paymentMethodType": "CARD", "paymentMethodSubType": "VISA", "originalAmount": 1000, "updatedAmount": 1025,
        "fee": 25, "minimumFee": 0, "flatFee": 0, "percentage": .number("2.5"),
    ]

    private func redirect(_ reason: JSONValue) -> [ScriptStep<EpayEvent>] {
        line("clientRedirect", ["reason": reason]) + snapshot("Processing", ["isRedirecting": true])
    }

    private mutating func decline(_ code: String) -> [ScriptStep<EpayEvent>] {
        line("transactionDeclined", ["maxAttemptsReached": false])
            + tell("Declined", ["error": ["errorCode": .string(code)], "canRetry": true])
    }

    /// An outcome of the latest attempt.
    private mutating func tell(_ state: String, _ members: JSONObject = [:]) -> [ScriptStep<EpayEvent>] {
        last = snapshot(state, members)
        return last
    }

    private func snapshot(
        _ state: String, _ members: JSONObject = [:], of number: Int? = nil
    ) -> [ScriptStep<EpayEvent>] {
        let number = number ?? attempt
        let own: JSONObject = [
            "id": .string("e\(number)"), "state": .string(state),
            "transactionId": state == "Processing" ? nil : .string(reference(of: number)),
        ]
        return line("attempt", JSONObject(members: own.members + members.members))
    }
}
