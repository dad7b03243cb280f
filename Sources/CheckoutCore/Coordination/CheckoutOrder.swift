/// What is being paid.
public struct CheckoutOrder: Sendable, Hashable {
    /// The merchant's stable reference: the same for every attempt, every provider and every start of the app.
    public var reference: String
    /// The exact amount.
    public var amount: Money

    /// Makes an order.
    public init(reference: String, amount: Money) {
        self.reference = reference
        self.amount = amount
    }
}

/// The id of an attempt, made on this device before anything is sent.
///
/// It serves as idempotency key and as the merchant's own transaction id at the provider, so it is unique over all
/// orders and never used for another attempt: at most 50 characters of letters, digits and `-`.
public struct AttemptID: RawRepresentable, Sendable, Hashable {
    /// The id.
    public let rawValue: String

    /// Takes an id as it is, for example from a return link or a journal.
    public init(rawValue: String) { self.rawValue = rawValue }
}

extension AttemptID: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The id, exactly.
    public var description: String { rawValue }

    /// The id as it may be logged: one from outside may be any text.
    public var debugDescription: String { RawCode(rawValue).text }

    /// Shows no more than the debug description.
    public var customMirror: Mirror { Mirror(self, children: ["id": debugDescription]) }
}

/// A payment method by the name its provider or the app gives it, for example `scheme` or `card`.
public struct PaymentMethod: RawRepresentable, Sendable, Hashable {
    /// The name.
    public let rawValue: String

    /// Makes a method from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
}

extension PaymentMethod: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name as it may be logged: an app may name a method after its card.
    public var description: String { RawCode(rawValue).text }

    /// As the description.
    public var debugDescription: String { description }

    /// Shows no more than the description.
    public var customMirror: Mirror { Mirror(self, children: ["name": description]) }
}

extension PaymentMethod: ExpressibleByStringLiteral {
    /// Makes a method from its name.
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}

/// How careful the guard is when an order changes the provider.
public enum GuardPolicy: String, Sendable, Hashable, CaseIterable {
    /// A provider's own end is enough to begin at another provider.
    case standard
    /// Beginning at another provider needs proof that nothing was sent, or a merchant's statement.
    case strict
}

/// Why a new attempt may not begin. Where several reasons apply, the first in this list is told.
public enum StartRefusal: String, Error, Sendable, Hashable, CaseIterable {
    /// The order's journal is damaged: nobody knows what was begun. The merchant has to settle the order.
    case journalDamaged
    /// The start can't be written to the journal, so it must not happen.
    case journalUnavailable
    /// The order is fully approved.
    case alreadyPaid
    /// Another attempt is under way, or being begun right now.
    case attemptInProgress
    /// An earlier attempt may still succeed: it is pending, or nobody can tell.
    case outcomeUnresolved
    /// Under the strict policy: an earlier attempt at another provider ended without proof or a merchant's statement.
    case needsMerchantStatement
    /// The order's lease isn't held by this device.
    case leaseNotHeld
    /// The session is over.
    case sessionClosed
    /// The session takes no further attempt: its declines are used up, or its sum is no longer right.
    case sessionSpent
    /// The provider's SDK isn't ready.
    case notReady
}

extension StartRefusal: CustomStringConvertible {
    /// What is in the way and what to do about it.
    public var description: String {
        switch self {
        case .journalDamaged:
            "The journal of this order is damaged; ask the merchant's backend to settle the whole order."
        case .journalUnavailable:
            "The start can't be written to the journal; free space, or fix its folder and open the order again."
        case .alreadyPaid: "The order is already paid."
        case .attemptInProgress: "Another attempt is under way; wait for its end."
        case .outcomeUnresolved: "An earlier attempt may still be paid; ask the merchant's backend about it."
        case .needsMerchantStatement:
            "Under the strict policy another provider waits for the merchant's word about the earlier attempt."
        case .leaseNotHeld: "This device doesn't hold the order's lease; acquire it first."
        case .sessionClosed: "This session is over; open a new one."
        case .sessionSpent: "This session takes no further attempt; open a new one."
        case .notReady: "The provider's SDK isn't ready yet."
        }
    }
}

/// Whether a new attempt may begin.
public enum StartPermission: Sendable, Hashable {
    /// It may.
    case yes
    /// It may not, for this reason.
    case no(StartRefusal)
}

/// What a vendor's hook is to do after an event was recorded.
public enum HookAnswer: Sendable, Hashable {
    /// Go on.
    case proceed
    /// Don't send: answer the vendor's hook with no.
    case stop(StopReason)
}

/// Why a hook is to answer no.
public enum StopReason: Sendable, Hashable {
    /// The guard refused the start.
    case refused(StartRefusal)
    /// The attempt has ended.
    case attemptEnded
    /// Nobody has begun the attempt.
    case noAttempt
}
