/// A technical end with no payment made. It is never used for doubt: that is ``Uncertainty``.
public struct Failure: Sendable, Hashable {
    /// What failed.
    public struct Kind: NeutralVocabulary {
        /// The place of the word in ``words``.
        public let index: UInt8

        /// Makes the word at a place of ``words``; any other place is ``unrecognised``'s.
        public init(index: UInt8) { self.index = min(index, UInt8(Self.words.count - 1)) }

        /// The words in table order.
        public static let words = [
            "configuration", "validation", "network", "component", "notStarted", "interrupted", "timedOut", "provider",
            "unrecognised",
        ]
        /// The word for a failure on no list: ``unrecognised``.
        public static var unstated: Kind { .unrecognised }

        /// The integration is set up wrongly: a key, a session, an SDK that isn't ready.
        public static let configuration = Kind(index: 0)
        /// What was entered or sent isn't valid.
        public static let validation = Kind(index: 1)
        /// Nothing could be sent.
        public static let network = Kind(index: 2)
        /// A component of the provider's SDK failed.
        public static let component = Kind(index: 3)
        /// The provider refused to start the attempt.
        public static let notStarted = Kind(index: 4)
        /// The attempt was cut off before anything was sent: the app was killed, the form went away.
        public static let interrupted = Kind(index: 5)
        /// A deadline passed before anything was sent.
        public static let timedOut = Kind(index: 6)
        /// The provider says that processing failed.
        public static let provider = Kind(index: 7)
        /// An error on no list, before anything was sent.
        public static let unrecognised = Kind(index: 8)
    }

    /// What failed.
    public var kind: Kind
    /// How wide a new attempt may be.
    public var retry: Retry
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

    /// Makes a failure. ``Retry/blocked`` is widened to ``Retry/newSession``.
    public init(
        kind: Kind, retry: Retry = .sameMethod, payment: PaymentDetails = .unknown, raw: RawCodes = .none
    ) {
        self.kind = kind
        self.retry = max(.newSession, retry)
        particulars = Particulars(payment, raw)
    }
}
