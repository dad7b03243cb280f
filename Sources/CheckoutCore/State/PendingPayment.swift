/// The provider has the payment; its result comes later.
public struct PendingPayment: Sendable, Hashable {
    /// Whose turn it is.
    public enum WaitingFor: String, Sendable, Hashable, CaseIterable {
        /// The provider works on it.
        case provider
        /// The shopper pays elsewhere: at a bank, in a shop, in another app.
        case shopper
        /// The merchant's server has to go on.
        case merchant
    }

    /// Whose turn it is.
    public var waitingFor: WaitingFor
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

    /// Makes a pending payment.
    public init(waitingFor: WaitingFor, payment: PaymentDetails = .unknown, raw: RawCodes = .none) {
        self.waitingFor = waitingFor
        particulars = Particulars(payment, raw)
    }
}

extension PendingPayment.WaitingFor: Comparable {
    /// Orders as rule R4 does: provider, shopper, merchant.
    public static func < (left: Self, right: Self) -> Bool { left.order < right.order }

    private var order: Int {
        switch self {
        case .provider: 0
        case .shopper: 1
        case .merchant: 2
        }
    }
}
