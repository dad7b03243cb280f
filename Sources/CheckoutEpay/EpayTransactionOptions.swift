public import CheckoutCore

/// The options of one payment, `TransactionOptions`.
///
/// A value: the copy that is handed to the SDK for an attempt is that attempt's own, later changes are the next one's.
/// What isn't set keeps the session's default and is never the same as zero or false: an amount of 0 only creates a
/// token. Source: the vendor's page “Payments and outcomes”; fact sheet epay, section 4.
///
/// ```swift
/// let options = try EpayTransactionOptions(store: consent).snapshot(asking: grant.amount, in: session)
/// payment.options.amount = options.amount.map(KotlinLong.init(value:))
/// ```
public struct EpayTransactionOptions: Sendable, Hashable {
    /// The base amount without any fee, in minor units of the session's currency; only for a session whose amount is
    /// dynamic.
    public var amount: Int64?
    /// A note that goes with the payment. It is never written or printed here: people write names into notes.
    public var note: String?
    /// Whether the shopper agreed to storing the method; `nil` if nobody asked.
    public var store: Bool?

    /// The largest amount the SDK takes: 2^53 − 1.
    public static let maximumAmount: Int64 = 9_007_199_254_740_991

    /// Makes options.
    public init(amount: Int64? = nil, note: String? = nil, store: Bool? = nil) {
        self.amount = amount
        self.note = note
        self.store = store
    }

    /// The options, if the SDK may take them in this session.
    ///
    /// - Throws: ``EpayOptionsError`` for the first thing that may not be.
    public func validated(for session: EpaySessionInfo) throws(EpayOptionsError) -> EpayTransactionOptions {
        if let amount {
            guard session.dynamicAmount else { throw .amountIsFixed }
            guard (0...Self.maximumAmount).contains(amount) else { throw .amountOutOfRange(amount) }
        }
        if store == true, !session.canStorePaymentMethod { throw .storingNotSupported }
        return self
    }

    /// The options of one attempt: what the guard granted, and nothing else, is what Epay is asked for.
    ///
    /// A dynamic session gets the amount; in any other the session's own must be the granted one, as far as it is known.
    ///
    /// - Parameters:
    ///   - asked: the amount of the grant.
    ///   - session: what is known about the session.
    /// - Throws: ``EpayOptionsError`` for the first thing that may not be.
    public func snapshot(
        asking asked: Money, in session: EpaySessionInfo
    ) throws(EpayOptionsError) -> EpayTransactionOptions {
        if let currency = session.currency, currency != asked.currency {
            throw .currencyDiffers(asked: asked.currency, session: currency)
        }
        var options = self
        if session.dynamicAmount {
            // An explicit zero isn't the same as none: it stays, and isn't what was granted.
            let amount = options.amount ?? asked.minorUnits
            guard amount == asked.minorUnits else { throw .amountDiffers }
            options.amount = amount
        } else if let amount = session.amount, amount != asked.minorUnits {
            throw .amountDiffers
        }
        return try options.validated(for: session)
    }
}

extension EpayTransactionOptions: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What is set, without the note. Safe to log.
    public var description: String {
        let amount = amount.map { String($0) } ?? "unset"
        let store = store.map { String($0) } ?? "unset"
        return "amount \(amount), note \(note == nil ? "unset" : "set"), store \(store)"
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Shows what ``description`` shows, so that dumping options is safe to log.
    public var customMirror: Mirror { Mirror(self, children: ["options": description]) }
}

/// Why options may not be handed to the SDK.
public enum EpayOptionsError: Error, Sendable, Hashable {
    /// The session has its amount; an attempt may not name one.
    case amountIsFixed
    /// The amount is negative, or more than the SDK takes.
    case amountOutOfRange(Int64)
    /// The amount isn't the one that was granted.
    case amountDiffers
    /// The session is in another currency than the order.
    case currencyDiffers(asked: Currency, session: Currency)
    /// The session can't store a payment method.
    case storingNotSupported
}

extension EpayOptionsError: CustomStringConvertible {
    /// What is wrong and what to do about it.
    public var description: String {
        switch self {
        case .amountIsFixed:
            "The session fixes the amount; leave it unset, or create the session with a dynamic amount."
        case .amountOutOfRange(let amount):
            "\(amount) isn't between 0 and \(EpayTransactionOptions.maximumAmount) minor units."
        case .amountDiffers: "The amount isn't the one that was granted; open a session for what is asked."
        case .currencyDiffers(let asked, let session):
            "The session is in \(session), the order in \(asked); open a session in the order's currency."
        case .storingNotSupported: "This session can't store a payment method; leave the consent unset or false."
        }
    }
}
