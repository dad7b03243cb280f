import CheckoutCore

/// What the client session says, for display; a snapshot that changes of the session don't update.
///
/// Every member is optional, because the merchant configures the session. Customer, addresses and tokens are left out on
/// purpose. Source: the vendor's page “PrimerCheckoutState” (iOS), PrimerClientSession.
///
/// Its texts are the merchant's and are for display: no description, debug description or mirror shows them.
public struct PrimerSessionSnapshot: Sendable, Hashable {
    /// The merchant's order id.
    public var orderID: String?
    /// The total in minor units.
    public var totalAmount: Int?
    /// The currency's ISO 4217 code.
    public var currencyCode: String?
    /// The order's line items.
    public var lineItems: [LineItem]?
    /// The fees. `nil` may mean that there is a fee of a type the SDK doesn't know, not that there is none.
    public var fees: [Fee]?
    /// What shipping costs, in minor units.
    public var shippingAmount: Int?
    /// The card networks the session allows, in its order and the SDK's spelling; an unknown one stays in its place.
    public var allowedCardNetworks: [String]?

    /// Makes a snapshot.
    public init(
        orderID: String? = nil, totalAmount: Int? = nil, currencyCode: String? = nil, lineItems: [LineItem]? = nil,
        fees: [Fee]? = nil, shippingAmount: Int? = nil, allowedCardNetworks: [String]? = nil
    ) {
        self.orderID = orderID
        self.totalAmount = totalAmount
        self.currencyCode = currencyCode
        self.lineItems = lineItems
        self.fees = fees
        self.shippingAmount = shippingAmount
        self.allowedCardNetworks = allowedCardNetworks
    }

    /// An item of the order. Amounts are minor units; the tax is the item's own and doesn't add up to the order's.
    public struct LineItem: Sendable, Hashable {
        /// The merchant's id for the item.
        public var itemID: String?
        /// The merchant's text for it.
        public var itemDescription: String?
        /// The price of one unit.
        public var amount: Int?
        /// The discount on the item.
        public var discountAmount: Int?
        /// The number of units.
        public var quantity: Int?
        /// The tax code.
        public var taxCode: String?
        /// The tax on the item.
        public var taxAmount: Int?

        /// Makes an item.
        public init(
            itemID: String? = nil, itemDescription: String? = nil, amount: Int? = nil, discountAmount: Int? = nil,
            quantity: Int? = nil, taxCode: String? = nil, taxAmount: Int? = nil
        ) {
            self.itemID = itemID
            self.itemDescription = itemDescription
            self.amount = amount
            self.discountAmount = discountAmount
            self.quantity = quantity
            self.taxCode = taxCode
            self.taxAmount = taxAmount
        }
    }

    /// A fee. It is part of the total already.
    public struct Fee: Sendable, Hashable {
        /// The type; `SURCHARGE` so far.
        public var type: String
        /// The fee in minor units.
        public var amount: Int

        /// Makes a fee.
        public init(type: String, amount: Int) {
            self.type = type
            self.amount = amount
        }
    }
}

extension PrimerSessionSnapshot: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The total and how many items there are.
    public var description: String {
        let total = totalAmount.map { "\($0) " } ?? ""
        return "PrimerSessionSnapshot(\(total)\(RawCode(currencyCode ?? "")), \(lineItems?.count ?? 0) items)"
    }

    /// As the description.
    public var debugDescription: String { description }

    /// Shows no more than the description.
    public var customMirror: Mirror { Mirror(self, children: ["snapshot": description]) }
}

extension PrimerSessionSnapshot.LineItem: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The price of one unit and how many there are.
    public var description: String {
        let price = amount.map { String($0) } ?? "–"
        return "LineItem(\(quantity ?? 0) × \(price))"
    }

    /// As the description.
    public var debugDescription: String { description }

    /// Shows no more than the description.
    public var customMirror: Mirror { Mirror(self, children: ["item": description]) }
}
