/// Translates one provider's events into neutral signals.
///
/// An adapter is a value without clock, input or output: the same events give the same signals, so a session can be
/// replayed, explored and tested. To write one:
///
/// 1. Mirror the vendor's documented events as plain values (``Event``); keep open vocabularies open.
/// 2. Say in ``traits`` what the vendor, wired as it is, can report and where its submission boundary lies.
/// 3. Say in ``subject(of:)`` what an event names. The core finds the attempt (rule R6); the adapter never does.
/// 4. Say in ``interpret(_:for:_:)`` what it means. A local end is stated once, with both its readings
///    (``Statement/local(_:ifSubmitted:)``): the core applies the submission flag (rule R1).
/// 5. A word that carries an outcome and isn't in the adapter's tables is a ``Statement/doubt(_:)`` with cause
///    `unrecognised`; a word beside it changes only the reason (rule R5).
/// 6. Where the vendor documents no callback, make the end yourself (rule R14).
public protocol CheckoutAdapter: Sendable {
    /// What the vendor reports, as plain values.
    associatedtype Event: Sendable

    /// The provider the adapter speaks for.
    static var provider: Provider { get }

    /// What the vendor, wired as it is, can report.
    var traits: AdapterTraits { get }

    /// What an event names, and what role it plays.
    func subject(of event: Event) -> EventSubject

    /// Says what an event means.
    ///
    /// - Parameters:
    ///   - event: the event.
    ///   - attempt: the attempt the core found it to belong to; `nil` if none.
    ///   - emit: takes the signals, in order. It does not escape.
    mutating func interpret(_ event: Event, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void)
}

/// What an adapter knows about the attempt an event belongs to.
public struct AttemptContext: Sendable, Hashable {
    /// The attempt's id.
    public let id: AttemptID
    /// The method it was begun with.
    public let method: PaymentMethod?
    /// The amount it asked for.
    public let asked: Money?
    /// Whether something was submitted.
    public let isSubmitted: Bool
    /// Whether the guard granted it; an ungranted one was begun by nobody here.
    public let isGranted: Bool
    /// What is approved of it so far, if that is known.
    public let approved: Money?

    /// Makes a context.
    public init(
        id: AttemptID, method: PaymentMethod? = nil, asked: Money? = nil, isSubmitted: Bool = false,
        isGranted: Bool = true, approved: Money? = nil
    ) {
        self.id = id
        self.method = method
        self.asked = asked
        self.isSubmitted = isSubmitted
        self.isGranted = isGranted
        self.approved = approved
    }
}

/// What a provider, wired as it is, can report.
public struct AdapterTraits: Sendable, Hashable {
    /// How a session becomes ready.
    public enum Readiness: String, Sendable, Hashable {
        /// The vendor reports it, and no attempt may begin before.
        case required
        /// The vendor may report it; an attempt that begins earlier shows that the session is ready.
        case reported
        /// The vendor doesn't report it: a session is ready when opened.
        case whenOpened
    }

    /// Where an attempt counts as submitted.
    public enum Boundary: String, Sendable, Hashable {
        /// An event of the vendor says so.
        case event
        /// No event does, so the grant is the boundary: start and submission are one.
        case grant
    }

    /// How a session becomes ready.
    public var readiness: Readiness
    /// Where an attempt counts as submitted.
    public var boundary: Boundary
    /// Whether the vendor fixes the sum when the session is opened.
    public var fixesAmount: Bool

    /// Makes traits.
    public init(readiness: Readiness, boundary: Boundary, fixesAmount: Bool) {
        self.readiness = readiness
        self.boundary = boundary
        self.fixesAmount = fixesAmount
    }
}

/// What an event names, and what role it plays; the core finds the attempt with it (rule R6).
public struct EventSubject: Sendable, Hashable {
    /// What an event names.
    public enum Name: Sendable, Hashable {
        /// Nothing.
        case none
        /// The attempt by its id on this device. An id nobody has belongs to nobody.
        case attempt(AttemptID)
        /// The attempt by the vendor's id. One that nobody has belongs to nobody, unless `claimsGrant`.
        case vendorAttempt(String, claimsGrant: Bool)
        /// A payment that must be known: a reference nobody has reported belongs to nobody.
        case payment(PaymentReference)
        /// A payment that may be new: a result's own first reference is no name.
        case ownReference(PaymentReference)
    }

    /// What role an event plays.
    public enum Role: Sendable, Hashable {
        /// It speaks of the session.
        case session
        /// The vendor begins an attempt by itself: it takes the granted one that waits, or asks the guard.
        case start(PaymentMethod?)
        /// An attempt goes on, or is left.
        case progress
        /// The outcome of something that was submitted.
        case result
        /// The merchant's word about what it names.
        case merchant
        /// Not about a payment at all.
        case nothing
    }

    /// What the event names.
    public var name: Name
    /// What role it plays.
    public var role: Role

    /// Makes a subject.
    public init(_ role: Role, name: Name = .none) {
        self.name = name
        self.role = role
    }
}
