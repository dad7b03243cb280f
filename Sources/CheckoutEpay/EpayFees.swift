public import CheckoutCore

/// The total to show while the shopper chooses: the base amount and the fee that Epay adds to it.
///
/// A fee of `feeUpdated` comes on top of the base; 0 clears it. The `updatedAmount` of a surcharge contains its fee
/// already, so nothing is added to it. All of it is for display: what is granted and compared is the base. Source: the
/// vendor's page “Payments and outcomes”; fact sheet epay, section 5.
public struct EpayFees: Sendable, Hashable {
    /// The amount without any fee.
    public let base: Money
    /// The fee on top, in minor units of the base's currency; `nil` before Epay has told one, and after it cleared it.
    public private(set) var fee: Int64?

    /// Begins without a fee.
    public init(base: Money) { self.base = base }

    /// Takes the fee out of `feeUpdated`; any other event, and a fee that can't be read, changes nothing.
    public mutating func receive(_ event: EpayEvent) {
        guard case .feeUpdated(let fee?) = event else { return }
        self.fee = fee == 0 ? nil : fee
    }

    /// The base with the fee.
    ///
    /// - Throws: `MoneyError.overflow`.
    public var total: Money {
        get throws(MoneyError) { try base.adding(Money(minorUnits: fee ?? 0, currency: base.currency)) }
    }

    /// The total to show beside a surcharge: its own, as it stands; without one, ``total``.
    ///
    /// - Throws: `MoneyError.overflow`.
    public func total(with surcharge: Surcharge) throws(MoneyError) -> Money {
        guard let updated = surcharge.updatedAmount else { return try total }
        return updated
    }
}
