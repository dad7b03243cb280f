/// The provider refused this attempt. The order may still be paid.
public struct Decline: Sendable, Hashable {
    /// Why; the same words for every provider, so the screen needs one set of texts.
    public struct Reason: NeutralVocabulary {
        /// The place of the word in ``words``.
        public let index: UInt8

        /// Makes the word at a place of ``words``; any other place is ``unspecified``'s.
        public init(index: UInt8) { self.index = min(index, UInt8(Self.table.count - 1)) }

        /// Every reason with the widest retry it allows.
        static let table: [(word: String, retry: Retry)] = [
            ("insufficientFunds", .sameMethod),
            ("limitExceeded", .sameMethod),
            ("expiredCard", .sameMethod),
            ("invalidCardDetails", .sameMethod),
            ("authenticationRequired", .sameMethod),
            ("authenticationFailed", .sameMethod),
            ("issuerUnavailable", .sameMethod),
            ("doNotHonour", .sameMethod),
            ("lostOrStolenCard", .otherMethod),
            ("suspectedFraud", .otherMethod),
            ("notPermitted", .otherMethod),
            ("unspecified", .otherMethod),
        ]

        /// The words in table order.
        public static let words = table.map(\.word)
        /// The word for no code, or a code on no list: ``unspecified``.
        public static var unstated: Reason { .unspecified }

        /// Not enough money on the account.
        public static let insufficientFunds = Reason(index: 0)
        /// An amount or a count exceeds what the card allows.
        public static let limitExceeded = Reason(index: 1)
        /// The card has expired.
        public static let expiredCard = Reason(index: 2)
        /// Number, expiry date or security code don't fit.
        public static let invalidCardDetails = Reason(index: 3)
        /// A soft decline: the issuer asks for strong customer authentication (SCA).
        public static let authenticationRequired = Reason(index: 4)
        /// Strong authentication was tried and failed.
        public static let authenticationFailed = Reason(index: 5)
        /// The issuer or the acquirer couldn't be reached.
        public static let issuerUnavailable = Reason(index: 6)
        /// The issuer refuses without saying why.
        public static let doNotHonour = Reason(index: 7)
        /// The card is reported lost or stolen.
        public static let lostOrStolenCard = Reason(index: 8)
        /// Somebody's risk check refused.
        public static let suspectedFraud = Reason(index: 9)
        /// This card may not pay this way.
        public static let notPermitted = Reason(index: 10)
        /// No reason is told, or one that is on no list.
        public static let unspecified = Reason(index: 11)

        /// The widest retry the reason allows. A provider may narrow it, never widen it.
        public var widestRetry: Retry { Self.table[Int(index)].retry }
    }

    /// Why.
    public var reason: Reason
    /// How wide a new attempt may be.
    public var retry: Retry
    /// The payment that was refused, as far as named.
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

    /// Makes a decline.
    ///
    /// A wider retry than the reason's is narrowed to it, and ``Retry/blocked`` is widened to ``Retry/newSession``: a
    /// refused attempt leaves a way out.
    public init(
        reason: Reason, retry: Retry = .sameMethod, payment: PaymentDetails = .unknown, raw: RawCodes = .none
    ) {
        self.reason = reason
        self.retry = max(.newSession, min(retry, reason.widestRetry))
        particulars = Particulars(payment, raw)
    }
}
