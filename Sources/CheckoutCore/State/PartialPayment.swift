/// Part of the asked amount is held or taken; the rest is still to be paid.
public struct PartialPayment: Sendable, Hashable {
    /// What is paid. `nil` when it is known only that something is.
    public var paid: Money?
    /// What is left of the attempt's asked amount. `nil` when unknown.
    public var remaining: Money?
    /// The payment's reference, as far as told.
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

    /// Makes a part payment. Leave out what the provider doesn't say: the core completes one sum from the other.
    public init(
        paid: Money? = nil, remaining: Money? = nil, payment: PaymentDetails = .unknown, raw: RawCodes = .none
    ) {
        self.paid = paid
        self.remaining = remaining
        particulars = Particulars(payment, raw)
    }

    /// Whether both sums are known, so that a new attempt can ask for what remains.
    public var isKnown: Bool { paid != nil && remaining != nil }
}
