import CheckoutCore
public import CheckoutTesting

/// Stands in for Brevia: it tells the stories of the conformance kit in Brevia's own events.
public struct BreviaSimulator: VendorSimulator {
    /// Brevia tells every reason, cause, kind and level.
    public static let telling = Telling()

    /// The number of the latest charge.
    public private(set) var attempt = 0
    private var isSent = false
    private var last: [ScriptStep<BreviaEvent>] = []

    /// Makes a simulator.
    public init(for scenario: Scenario.ID) {}

    /// A fresh adapter.
    public var adapter: BreviaAdapter { BreviaAdapter() }

    /// The charge's id.
    public func reference(of attempt: Int) -> String { "chg_\(attempt)" }

    /// What Brevia reports when this happens.
    public mutating func play(_ turn: Turn) throws(NotExpressible) -> [ScriptStep<BreviaEvent>] {
        switch turn {
        case .load: return [.says(.notice(BreviaNotice("order.opened")))]
        case .failToLoad: return [.says(.notice(BreviaNotice("order.notOpened", code: "key_unknown")))]
        case .press: return press()
        case .holdBack: return []
        case .send: return send()
        case .sendInVain: return [willSend]
        case .sendAfterEnd: return [willSend, notice("charge.frozen")]
        case .leaveBeforeSending: return [.says(.sheetClosed)]
        case .leave: return send() + [.says(.sheetClosed)]
        case .veto: return [.says(.vetoed)]
        case .enterInvalidCard: return press() + [.says(.notice(BreviaNotice("form.invalid", code: "card_number")))]
        case .goOffline: return [willSend, .says(.callFailed(bytesSent: false))]
        case .dropLine: return send() + [.says(.callFailed(bytesSent: true))]
        case .askForAuthentication: return send() + [notice("step.required", code: "challenge")]
        case .redirect: return send() + [notice("step.required", code: "page")]
        case .showVoucher: return send() + [notice("step.required", code: "voucher")]
        case .authenticate, .comeBack: return [notice("step.done")]
        case .abandon: return [notice("step.left")]
        case .failAuthentication: return [notice("step.done")] + tell(notice("charge.refused", code: "not_proven"))
        case .closeVoucher: return tell(notice("charge.awaited"))
        case .approve(.all): return send() + tell(notice("charge.reserved"))
        case .approve(.less(let sum)), .approve(.other(let sum)):
            return send() + tell(notice("charge.reserved", amount: sum))
        case .approveEarlier: return [notice("charge.reserved", of: attempt - 1)]
        case .approveUnasked:
            attempt += 1
            return [notice("charge.reserved")]
        case .decline(let reason): return send() + tell(notice("charge.refused", code: Self.codes[reason]))
        case .declineForGood: return send() + tell(notice("charge.refused", code: "bank_refuses", triesLeft: 0))
        case .postpone: return send() + tell(notice("charge.parked"))
        case .cancel: return send() + tell(notice("charge.withdrawn", code: "shopper"))
        case .expire: return tell(notice("charge.withdrawn", code: "time"))
        case .sayUnknownWord: return send() + tell(notice("charge.frozen"))
        case .repeatOutcome: return last
        case .contradictWithoutName: return [.says(.notice(BreviaNotice("charge.withdrawn", code: "brevia")))]
        case .refuseStart: return [.says(.notice(BreviaNotice("charge.notStarted", charge: "chg_busy")))]
        case .declineInWallet:
            throw NotExpressible(because: "Brevia's sheet tells each refusal of a wallet as a charge of its own")
        case .askForSurcharge, .agreeToSurcharge, .refuseSurcharge:
            throw NotExpressible(because: "Brevia asks nobody for a surcharge")
        // What is no vendor's, is the kit's.
        case .openAgain, .pressInVain, .passDeadline, .relaunch, .merchantSays, .elsewhere: return world(turn) ?? []
        }
    }

    // MARK: - In Brevia's words

    private static let codes = Dictionary(
        BreviaVocabulary.standard.refusals.map { ($0.value, $0.key) }, uniquingKeysWith: min)

    private mutating func press() -> [ScriptStep<BreviaEvent>] {
        attempt += 1
        isSent = false
        return [.start("card")]
    }

    private var willSend: ScriptStep<BreviaEvent> {
        .says(.willSend(charge: reference(of: attempt)), attempt: attempt, asks: true)
    }

    /// The charge is sent, if it wasn't: Brevia asks first, and says so afterwards.
    private mutating func send() -> [ScriptStep<BreviaEvent>] {
        guard !isSent else { return [] }
        isSent = true
        return [willSend, notice("charge.sent")]
    }

    private func notice(
        _ word: String, of number: Int? = nil, code: String? = nil, amount: Money? = nil, triesLeft: Int? = nil
    ) -> ScriptStep<BreviaEvent> {
        let charge = reference(of: number ?? attempt)
        return .says(
            .notice(
                BreviaNotice(
                    word, charge: charge, code: code, amount: amount?.minorUnits, currency: amount?.currency.code,
                    triesLeft: triesLeft)))
    }

    private mutating func tell(_ step: ScriptStep<BreviaEvent>) -> [ScriptStep<BreviaEvent>] {
        last = [step]
        return last
    }
}
