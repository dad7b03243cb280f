public import CheckoutCore

/// A deterministic stand-in of a vendor: it tells a story's turns in the vendor's own events, quirks included.
///
/// To write one for another vendor:
///
/// 1. Make ``adapter`` the adapter a session of this simulator is opened with.
/// 2. Tell each ``Turn`` in ``play(_:)``; throw ``NotExpressible`` with the reason for one the vendor can't tell. A turn that
///    comes after the submission sends first, if that hasn't happened.
/// 3. Say in ``telling`` which reasons, causes, kinds and levels the vendor tells at all.
/// 4. Leave what isn't the vendor's (deadlines, kills, the merchant, the other provider) to ``world(_:)``.
public protocol VendorSimulator: Sendable {
    /// The adapter that reads the simulator's events.
    associatedtype Adapter: CheckoutAdapter

    /// Makes a simulator, as its session has to be opened for a scenario.
    init(for scenario: Scenario.ID)

    /// What the vendor can tell.
    static var telling: Telling { get }

    /// The adapter a session is opened with.
    var adapter: Adapter { get }

    /// The payment's reference that the vendor reports for its attempt.
    ///
    /// - Parameter attempt: the vendor's own attempt, counted from 1.
    func reference(of attempt: Int) -> String

    /// The number of the vendor's latest attempt, counted from 1; 0 before the first.
    var attempt: Int { get }

    /// What the vendor reports when this happens.
    mutating func play(_ turn: Turn) throws(NotExpressible) -> [ScriptStep<Adapter.Event>]
}

extension VendorSimulator {
    /// The steps of a turn that is no vendor's: a press that the guard refuses, a deadline, a kill, the merchant's word,
    /// what happens elsewhere.
    ///
    /// - Returns: the steps; `nil` if the vendor has to tell the turn.
    public func world(_ turn: Turn) -> [ScriptStep<Adapter.Event>]? {
        switch turn {
        case .openAgain: [.open]
        case .pressInVain: [.start(nil)]
        case .passDeadline: [.deadline]
        case .leave: [.viewClosed]
        case .relaunch(let amount): [.relaunch(amount)]
        case .merchantSays(let saying): [.merchant(word(saying))]
        case .elsewhere(let turn): [.elsewhere(turn)]
        case .load, .failToLoad, .press, .leaveBeforeSending, .abandon, .enterInvalidCard, .agreeToSurcharge,
            .refuseSurcharge, .authenticate, .failAuthentication, .comeBack, .closeVoucher, .holdBack, .send,
            .sendInVain, .sendAfterEnd, .askForSurcharge, .askForAuthentication, .redirect, .showVoucher, .approve,
            .approveEarlier,
            .approveUnasked, .decline, .declineForGood, .declineInWallet, .postpone, .cancel, .expire, .sayUnknownWord,
            .repeatOutcome, .contradictWithoutName, .refuseStart, .goOffline, .dropLine, .veto:
            nil
        }
    }

    private func word(_ saying: Turn.MerchantSaying) -> MerchantWord {
        switch saying {
        case .paid: .outcome(.succeeded(Approval(level: .authorised)))
        case .declined: .outcome(.declined(Decline(reason: .insufficientFunds)))
        case .expired: .outcome(.cancelled(Cancellation(cause: .expired)))
        case .closed: .outcome(.cancelled(Cancellation(cause: .merchant)))
        case .released: .released([PaymentReference(reference(of: attempt))].compactMap { $0 })
        }
    }

    /// The script of a story.
    ///
    /// - Throws: ``NotExpressible`` if the vendor can't tell one of its turns.
    public static func script(
        of story: Scenario.Story, in scenario: Scenario.ID
    ) throws(NotExpressible) -> (adapter: Adapter, steps: [ScriptStep<Adapter.Event>]) {
        var simulator = Self(for: scenario)
        let adapter = simulator.adapter
        var steps: [ScriptStep<Adapter.Event>] = []
        for turn in story.turns { steps += try simulator.play(turn) }
        return (adapter, steps)
    }
}

extension VendorSimulator where Adapter: RecordedAdapter {
    /// A line of the vendor as a recording has it, read by the vendor's own reader.
    func line(
        _ name: String, _ members: JSONObject = [:], attempt: Int? = nil, asks: Bool = false
    ) -> [ScriptStep<Adapter.Event>] {
        let json = JSONValue.object(JSONObject(members: [.init(key: "event", value: .string(name))] + members.members))
        let events = Adapter.events(named: name, line: json, order: Scenario.order) ?? []
        return events.map { .event(ScriptEvent($0, attempt: attempt, asks: asks, text: json.jsonText)) }
    }
}
