package import CheckoutCore

/// A word of Epay's, in Epay's spelling.
///
/// The lists are open: a word this version doesn't know is kept as a `RawCode` keeps it and never settles anything (rule
/// R5).
public protocol EpayWord: RawRepresentable, Sendable, Hashable, CustomStringConvertible where RawValue == String {
    /// Keeps a word as a `RawCode` keeps it.
    init(rawValue: String)
}

extension EpayWord {
    /// The word; safe to log.
    public var description: String { rawValue }

    /// Reads a text; anything else is no word.
    package init?(json: JSONValue?) {
        guard let text = json?.string else { return nil }
        self.init(rawValue: text)
    }

    /// The word as a recording keeps it.
    package var json: JSONValue { .string(description) }

    package var raw: RawCode { RawCode(rawValue) }
}

/// What Epay's SDK says about itself.
///
/// The vendor's page doesn't spell the names of the states; these are the recording format's. Source: fact sheet epay,
/// section 1.
public struct EpaySDKState: EpayWord {
    /// The word, if it is shaped like a code.
    public let rawValue: String

    /// Keeps a word as a `RawCode` keeps it.
    public init(rawValue: String) { self.rawValue = RawCode(rawValue).text }

    /// A session is being loaded.
    public static let initializing = EpaySDKState(rawValue: "initializing")
    /// Payments can start.
    public static let ready = EpaySDKState(rawValue: "ready")
    /// The session couldn't be loaded.
    public static let failed = EpaySDKState(rawValue: "failed")
    /// The SDK was released.
    public static let disposed = EpaySDKState(rawValue: "disposed")
}

/// The state of a payment attempt, `PaymentAttemptState`.
///
/// Source: the vendor's page “Payments and outcomes”; fact sheet epay, section 2.
public struct EpayAttemptState: EpayWord {
    /// The word, if it is shaped like a code.
    public let rawValue: String

    /// Keeps a word as a `RawCode` keeps it.
    public init(rawValue: String) { self.rawValue = RawCode(rawValue).text }

    /// In progress, or waiting for the shopper.
    public static let processing = EpayAttemptState(rawValue: "Processing")
    /// The transaction was accepted.
    public static let accepted = EpayAttemptState(rawValue: "Accepted")
    /// The payment was declined.
    public static let declined = EpayAttemptState(rawValue: "Declined")
    /// The flow was cancelled.
    public static let cancelled = EpayAttemptState(rawValue: "Cancelled")
    /// An error ended it.
    public static let failed = EpayAttemptState(rawValue: "Failed")
    /// The SDK can't tell what became of it.
    public static let outcomeUnknown = EpayAttemptState(rawValue: "OutcomeUnknown")
}

/// The state of the card fields' pay button, `PaymentButtonState`.
///
/// Only two of the names are readable in the vendor's documents. Source: fact sheet epay, section 1.
public struct EpayPaymentButtonState: EpayWord {
    /// The word, if it is shaped like a code.
    public let rawValue: String

    /// Keeps a word as a `RawCode` keeps it.
    public init(rawValue: String) { self.rawValue = RawCode(rawValue).text }

    /// The button isn't to be shown.
    public static let hidden = EpayPaymentButtonState(rawValue: "Hidden")
    /// The shopper may press it.
    public static let active = EpayPaymentButtonState(rawValue: "Active")
}

/// The code of an error, of the SDK's or the server's list.
///
/// Source: fact sheet epay, section 8.
public struct EpayErrorCode: EpayWord {
    /// The word, if it is shaped like a code.
    public let rawValue: String

    /// Keeps a word as a `RawCode` keeps it.
    public init(rawValue: String) { self.rawValue = RawCode(rawValue).text }

    /// The SDK isn't ready, has failed, or was released.
    public static let sdkNotReady = EpayErrorCode(rawValue: "SDK_NOT_READY")
}

/// The state of a transaction on Epay's server.
///
/// Source: fact sheet epay, section 9.
public struct EpayTransactionState: EpayWord {
    /// The word, if it is shaped like a code.
    public let rawValue: String

    /// Keeps a word as a `RawCode` keeps it.
    public init(rawValue: String) { self.rawValue = RawCode(rawValue).text }

    /// Not begun.
    public static let pending = EpayTransactionState(rawValue: "PENDING")
    /// Under way.
    public static let processing = EpayTransactionState(rawValue: "PROCESSING")
    /// Authorised, or captured where the session captures at once.
    public static let success = EpayTransactionState(rawValue: "SUCCESS")
    /// Ended without a payment.
    public static let failed = EpayTransactionState(rawValue: "FAILED")
}

/// The type of a payment method, for example `CARD`.
///
/// Source: fact sheet epay, section 7.
public struct EpayMethodType: EpayWord {
    /// The word, if it is shaped like a code.
    public let rawValue: String

    /// Keeps a word as a `RawCode` keeps it.
    public init(rawValue: String) { self.rawValue = RawCode(rawValue).text }
}

/// Why the SDK opened a page or an app.
///
/// Source: the vendor's page “Payments and outcomes”; fact sheet epay, section 6.
public struct EpayRedirectReason: EpayWord {
    /// The word, if it is shaped like a code.
    public let rawValue: String

    /// Keeps a word as a `RawCode` keeps it.
    public init(rawValue: String) { self.rawValue = RawCode(rawValue).text }

    /// Strong customer authentication (SCA).
    public static let strongAuthentication = EpayRedirectReason(rawValue: "SCA")
    /// The method's own page or app.
    public static let paymentMethod = EpayRedirectReason(rawValue: "PAYMENT_METHOD")
    /// A check of the shopper's age.
    public static let ageVerification = EpayRedirectReason(rawValue: "AGE_VERIFICATION")
}
