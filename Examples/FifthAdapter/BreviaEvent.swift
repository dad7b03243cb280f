import CheckoutCore

/// What Brevia reports, as plain values. A bridge in the app copies the SDK's objects into them.
///
/// Brevia is invented. It has an order, which its SDK loads, and charges, which it makes for the order; a feed of notices
/// tells about both in one vocabulary of words.
public enum BreviaEvent: Sendable, Hashable {
    /// A notice of the feed.
    case notice(BreviaNotice)
    /// `willSend`: the charge is about to be sent, and the SDK waits for yes or no. The app hands the closure over with
    /// each `pay(…)`, so it knows which of its attempts is meant.
    case willSend(charge: String)
    /// The app's own check answered `willSend` with no. Brevia has no notice for that (rule R14).
    case vetoed
    /// The shopper closed the sheet. Brevia says nothing about the charge then.
    case sheetClosed
    /// The call that carries the charge got no answer; whether any byte of it has left the device.
    case callFailed(bytesSent: Bool)
}

/// A notice of Brevia's feed: the word that says what happened, and what stands beside it.
public struct BreviaNotice: Sendable, Hashable {
    /// What happened, for example `charge.settled`. An open vocabulary: what isn't known yet is kept as it came.
    public var word: String
    /// The charge it is about; it is also the payment's reference at Brevia.
    public var charge: String?
    /// What refines the word: why a charge was refused, which step is required, who withdrew.
    public var code: String?
    /// The sum, in minor units of the currency as ISO 4217 counts them.
    public var amount: Int64?
    /// The sum's currency.
    public var currency: String?
    /// How many declines the order still bears.
    public var triesLeft: Int?

    /// Makes a notice.
    public init(
        _ word: String, charge: String? = nil, code: String? = nil, amount: Int64? = nil, currency: String? = nil,
        triesLeft: Int? = nil
    ) {
        self.word = word
        self.charge = charge
        self.code = code
        self.amount = amount
        self.currency = currency
        self.triesLeft = triesLeft
    }
}

extension BreviaNotice {
    /// What the notice names, as far as it can be a reference, and the sum, as far as it can be read.
    var payment: PaymentDetails {
        var sum: Money?
        if let amount, let currency = currency.flatMap({ Currency(code: $0) }) {
            sum = Money(minorUnits: amount, currency: currency)
        }
        return PaymentDetails(reference: charge.flatMap { PaymentReference($0) }, amount: sum)
    }

    /// Whether the notice tells a sum that can't be read.
    var hasUnreadableAmount: Bool { (amount != nil || currency != nil) && payment.amount == nil }

    /// Brevia's own words, kept for support and logs.
    var raw: RawCodes { [.result: RawCode(word), .code: code.map { RawCode($0) }] }
}
