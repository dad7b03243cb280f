/// An approval: the payment is authorised or captured.
///
/// Fulfil an order only on the merchant's own confirmation: the device's word is enough for the screen, not for goods.
public struct Approval: Sendable, Hashable {
    /// How far the approval goes. It is never upgraded without a statement that says captured.
    public enum Level: String, Sendable, Hashable, CaseIterable {
        /// The provider doesn't say.
        case unstated
        /// The money is reserved.
        case authorised
        /// The money is taken.
        case captured
    }

    /// How far the approval goes.
    public var level: Level
    /// What was approved; see ``PaymentIntent``.
    public var intent: PaymentIntent
    /// The payment's reference and amount, as far as told.
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

    /// Makes an approval.
    public init(
        level: Level, payment: PaymentDetails = .unknown, intent: PaymentIntent = .payment, raw: RawCodes = .none
    ) {
        self.level = level
        self.intent = intent
        particulars = Particulars(payment, raw)
    }
}

extension Approval.Level: Comparable {
    /// The lower level comes first.
    public static func < (left: Self, right: Self) -> Bool { left.height < right.height }

    private var height: Int {
        switch self {
        case .unstated: 0
        case .authorised: 1
        case .captured: 2
        }
    }
}

/// What an attempt was for.
public enum PaymentIntent: String, Sendable, Hashable, CaseIterable {
    /// The shopper pays.
    case payment
    /// A card is checked; no money moves.
    case verification
    /// The shopper is paid; no money comes from them.
    case payout
}
