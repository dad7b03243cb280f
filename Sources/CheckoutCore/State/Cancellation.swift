/// The attempt was withdrawn before it could succeed. No payment was made.
public struct Cancellation: Sendable, Hashable {
    /// Who withdrew it.
    public struct Cause: NeutralVocabulary {
        /// The place of the word in ``words``.
        public let index: UInt8

        /// Makes the word at a place of ``words``; any other place is ``unstated``'s.
        public init(index: UInt8) { self.index = min(index, UInt8(Self.words.count - 1)) }

        /// The words in table order.
        public static let words = ["shopper", "merchant", "provider", "expired", "unstated"]

        /// The shopper left.
        public static let shopper = Cause(index: 0)
        /// The app or the merchant's backend withdrew it.
        public static let merchant = Cause(index: 1)
        /// The provider withdrew it.
        public static let provider = Cause(index: 2)
        /// Its time was over.
        public static let expired = Cause(index: 3)
        /// Nobody says.
        public static let unstated = Cause(index: 4)
    }

    /// Who withdrew it.
    public var cause: Cause
    /// Whether the provider had refused a payment within this attempt before it was withdrawn.
    public var earlierRefusal: Bool
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

    /// Makes a cancellation. ``Retry/blocked`` is widened to ``Retry/newSession``.
    public init(
        cause: Cause, retry: Retry = .sameMethod, earlierRefusal: Bool = false, payment: PaymentDetails = .unknown,
        raw: RawCodes = .none
    ) {
        self.cause = cause
        self.earlierRefusal = earlierRefusal
        self.retry = max(.newSession, retry)
        particulars = Particulars(payment, raw)
    }
}
