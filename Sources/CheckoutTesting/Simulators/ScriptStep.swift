public import CheckoutCore

/// One step of a script: what the vendor reports, or what the app and the world do.
public enum ScriptStep<Event: Sendable>: Sendable {
    /// The app opens another session of the vendor.
    case open
    /// The app asks the guard for a new attempt.
    case start(PaymentMethod?)
    /// The vendor reports something.
    case event(ScriptEvent<Event>)
    /// The vendor's view or session went away.
    case viewClosed
    /// The deadline of the attempt at work passes.
    case deadline
    /// The shopper answers the surcharge.
    case surcharge(accept: Bool)
    /// The app is killed and started again, with another amount of the order if one is given.
    case relaunch(Money?)
    /// The merchant's backend speaks about the latest attempt of this vendor.
    case merchant(MerchantWord)
    /// Something happens at the other provider.
    case elsewhere(Turn.OtherTurn)
}

/// An event of a script.
public struct ScriptEvent<Event: Sendable>: Sendable {
    /// What the vendor reports.
    public var event: Event
    /// The vendor's own attempt that a hook or request binds it to, counted from 1; `nil` if it isn't bound.
    public var attempt: Int?
    /// Whether the vendor waits for the answer.
    public var asks: Bool
    /// The event in the vendor's words.
    public var text: String

    /// Makes an event.
    public init(_ event: Event, attempt: Int? = nil, asks: Bool = false, text: String? = nil) {
        self.event = event
        self.attempt = attempt
        self.asks = asks
        self.text = text ?? String(describing: event)
    }
}

extension ScriptStep {
    /// The vendor reports something.
    ///
    /// - Parameters:
    ///   - event: what it reports.
    ///   - attempt: the vendor's own attempt that a hook or request binds it to, counted from 1.
    ///   - asks: whether the vendor waits for the answer.
    public static func says(_ event: Event, attempt: Int? = nil, asks: Bool = false) -> Self {
        .event(ScriptEvent(event, attempt: attempt, asks: asks))
    }

    /// The step with the type of its event erased.
    var erased: ScriptStep<any Sendable> {
        switch self {
        case .open: .open
        case .start(let method): .start(method)
        case .event(let event):
            .event(ScriptEvent(event.event, attempt: event.attempt, asks: event.asks, text: event.text))
        case .viewClosed: .viewClosed
        case .deadline: .deadline
        case .surcharge(let accept): .surcharge(accept: accept)
        case .relaunch(let amount): .relaunch(amount)
        case .merchant(let word): .merchant(word)
        case .elsewhere(let turn): .elsewhere(turn)
        }
    }
}

/// A turn that a vendor has no way to tell.
public struct NotExpressible: Error, Sendable, Hashable {
    /// Why not.
    public let because: String

    /// Makes the reason.
    public init(because: String) { self.because = because }
}
