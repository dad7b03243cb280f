/// Something that goes wrong on the way from a vendor to the app.
public enum Fault: Sendable, Hashable {
    /// The event at this place comes twice.
    case duplicate(Int)
    /// The event at this place never comes.
    case drop(Int)
    /// The event at this place comes so many events later.
    case delay(Int, by: Int)
    /// The app is killed after the event at this place, and started again.
    case kill(after: Int)
    /// After everything, the attempt is approved after all.
    case lateSuccess
    /// The outcome comes in a word nobody knows.
    case unknownValue
}

extension Scenario.Story {
    /// The turns with the faults in them that change what happens; the others change only what arrives.
    func turns(with faults: [Fault]) -> [Turn] {
        var turns = turns
        if faults.contains(.unknownValue) { turns = turns.map { $0.isOutcome ? .sayUnknownWord : $0 } }
        if faults.contains(.lateSuccess) { turns.append(.approve(.all)) }
        return turns
    }
}

extension Turn {
    /// Whether the vendor says what has become of the payment, in a word that could be another.
    fileprivate var isOutcome: Bool {
        switch self {
        case .approve, .decline, .declineForGood, .cancel, .postpone: true
        case .load, .failToLoad, .openAgain, .press, .pressInVain, .leaveBeforeSending, .leave, .abandon,
            .enterInvalidCard, .agreeToSurcharge, .refuseSurcharge, .authenticate, .failAuthentication, .comeBack,
            .closeVoucher, .holdBack, .send, .sendInVain, .sendAfterEnd, .askForSurcharge, .askForAuthentication,
            .redirect, .showVoucher, .approveEarlier, .approveUnasked, .declineInWallet, .expire, .sayUnknownWord,
            .repeatOutcome, .contradictWithoutName, .refuseStart, .goOffline, .dropLine, .veto, .passDeadline,
            .relaunch, .merchantSays, .elsewhere:
            false
        }
    }
}

extension Array {
    /// The script with faults injected, one after the other. Places count the vendor's events from 0; a place there is none
    /// of changes nothing.
    public func injecting<Event>(_ faults: [Fault]) -> [ScriptStep<Event>] where Element == ScriptStep<Event> {
        faults.reduce(self) { steps, fault in steps.injecting(fault) }
    }

    private func injecting<Event>(_ fault: Fault) -> [ScriptStep<Event>] where Element == ScriptStep<Event> {
        let events = indices.filter { if case .event = self[$0] { true } else { false } }
        func place(_ number: Int) -> Int? { events.indices.contains(number) ? events[number] : nil }
        var steps = self
        switch fault {
        case .duplicate(let number): if let place = place(number) { steps.insert(self[place], at: place) }
        case .drop(let number): if let place = place(number) { steps.remove(at: place) }
        case .delay(let number, let later):
            guard let place = place(number) else { break }
            let target = self.index(place, offsetBy: Swift.max(0, later), limitedBy: count - 1) ?? count - 1
            steps.insert(steps.remove(at: place), at: target)
        case .kill(let number): if let place = place(number) { steps.insert(.relaunch(nil), at: place + 1) }
        case .lateSuccess, .unknownValue: break
        }
        return steps
    }
}
