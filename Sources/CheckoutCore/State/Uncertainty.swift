/// Something was sent, and nobody here can tell what became of it.
///
/// The way out is the merchant's backend: it asks the provider, or makes every way to pay the attempt unusable.
public struct Uncertainty: Sendable, Hashable {
    /// Why nobody can tell.
    public struct Cause: NeutralVocabulary {
        /// The place of the word in ``words``.
        public let index: UInt8

        /// Makes the word at a place of ``words``; any other place is ``unrecognised``'s.
        public init(index: UInt8) { self.index = index < Self.words.count ? index : Self.unrecognised.index }

        /// The words in table order.
        public static let words = [
            "noAnswer", "closedAfterSubmission", "actionAbandoned", "observationStopped", "timedOut", "relaunched",
            "unrecognised", "reportedByProvider", "journalDamaged",
        ]
        /// The word for a cause on no list: ``unrecognised``.
        public static var unstated: Cause { .unrecognised }

        /// No answer came, or none that says anything.
        public static let noAnswer = Cause(index: 0)
        /// The provider's view was closed after the payment was sent.
        public static let closedAfterSubmission = Cause(index: 1)
        /// The shopper left an action, or the action broke, after the payment was created.
        public static let actionAbandoned = Cause(index: 2)
        /// The app stopped observing: a session or the checkout was closed.
        public static let observationStopped = Cause(index: 3)
        /// A deadline passed after the payment was sent.
        public static let timedOut = Cause(index: 4)
        /// The app was killed or restarted after the payment was sent.
        public static let relaunched = Cause(index: 5)
        /// The provider said something that isn't on any list, or left out the word that carries the outcome.
        public static let unrecognised = Cause(index: 6)
        /// The provider itself says that it can't tell.
        public static let reportedByProvider = Cause(index: 7)
        /// The journal of the order is damaged.
        public static let journalDamaged = Cause(index: 8)
    }

    /// What the attempt was last seen doing before anybody spoke about its outcome.
    public enum Phase: String, Sendable, Hashable, CaseIterable {
        /// It was under way.
        case processing
        /// The shopper had something to do.
        case actionRequired
    }

    /// Why nobody can tell.
    public var cause: Cause
    /// The last phase seen before the first statement. Set by the core.
    public internal(set) var phase: Phase?
    /// The payment, as far as named.
    public var payment: PaymentDetails {
        get { particulars.payment }
        set { particulars.payment = newValue }
    }
    /// The provider's own words.
    public var raw: RawCodes {
        get { particulars.raw }
        set { particulars.raw = newValue }
    }
    private var particulars: Particulars

    /// Makes an uncertainty.
    public init(cause: Cause, payment: PaymentDetails = .unknown, raw: RawCodes = .none) {
        self.cause = cause
        self.phase = nil
        particulars = Particulars(payment, raw)
    }
}
