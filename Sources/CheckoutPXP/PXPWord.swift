package import CheckoutCore

/// A word of PXP's that stays open to new ones, in PXP's spelling.
///
/// The words come from outside, so a text that isn't shaped like a code is replaced by a placeholder that says how long
/// it was (see `RawCode`): no message, name or number of a card is ever kept.
public protocol PXPWord: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible,
    ExpressibleByStringLiteral
where RawValue == String {
    /// Makes a word of the text PXP spells it with.
    init(rawValue: String)
}

extension PXPWord {
    /// Makes a word of a literal.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// The word in PXP's spelling.
    public var description: String { rawValue }

    /// The word as it is kept beside an outcome.
    package var raw: RawCode { RawCode(rawValue) }
}

/// The name of a submit result's class, which carries the outcome.
///
/// Source: the page “Non-3DS transactions”, callback data; fact sheet pxp, section 2.
public struct PXPResultClass: PXPWord {
    /// The class's name.
    public let rawValue: String

    /// Makes a class of its name.
    public init(rawValue: String) { self.rawValue = RawCode(rawValue).text }

    /// The money is reserved.
    public static let authorised: PXPResultClass = "AuthorisedSubmitResult"
    /// The money is taken.
    public static let captured: PXPResultClass = "CapturedSubmitResult"
    /// The payment was refused.
    public static let refused: PXPResultClass = "RefusedSubmitResult"
    /// The request failed.
    public static let failed: PXPResultClass = "FailedSubmitResult"
    /// The payment succeeded; only its ids are told.
    public static let merchant: PXPResultClass = "MerchantSubmitResult"
}

/// The `state` of a transaction, which accompanies a result's class.
///
/// Source: fact sheet pxp, section 2 (`TransactionState`, `MerchantTransactionState`).
public struct PXPState: PXPWord {
    /// The state.
    public let rawValue: String

    /// Makes a state of its text.
    public init(rawValue: String) { self.rawValue = RawCode(rawValue).text }

    /// Stands for a state that is there, but isn't a text.
    public static let unreadable: PXPState = "unreadable"
}

/// The code of a decline: a text with leading zeros, as ISO 8583 has it. “05” is not “5”.
///
/// Source: fact sheet pxp, section 5.
public struct PXPDeclineCode: PXPWord {
    /// The code.
    public let rawValue: String

    /// Makes a code of its text.
    public init(rawValue: String) { self.rawValue = RawCode(rawValue).text }
}

/// The code of the schemes' advice to the merchant. Approvals carry one too.
///
/// Source: fact sheet pxp, section 5.
public struct PXPAdviceCode: PXPWord {
    /// The code.
    public let rawValue: String

    /// Makes a code of its text.
    public init(rawValue: String) { self.rawValue = RawCode(rawValue).text }
}

/// The `errorCode` of an exception or of a failed result, by the SDK or by PXP's servers.
///
/// Source: fact sheet pxp, section 4.
public struct PXPErrorCode: PXPWord {
    /// The code.
    public let rawValue: String

    /// Makes a code of its text.
    public init(rawValue: String) { self.rawValue = RawCode(rawValue).text }
}

/// The name of an exception's class.
///
/// Source: fact sheet pxp, section 4.
public struct PXPExceptionClass: PXPWord {
    /// The class's name.
    public let rawValue: String

    /// Makes a class of its name.
    public init(rawValue: String) { self.rawValue = RawCode(rawValue).text }
}

/// The state of an authentication. It never ends an attempt.
///
/// Source: fact sheet pxp, section 2 (`StateType`).
public struct PXPAuthenticationState: PXPWord {
    /// The state.
    public let rawValue: String

    /// Makes a state of its text.
    public init(rawValue: String) { self.rawValue = RawCode(rawValue).text }
}

/// What the app answered a hook with.
///
/// A hook that returns data was answered with ``proceed``, one that returned `nil` with ``skip`` or ``cancel``; what
/// `nil` does depends on the hook. ``unanswered`` stands for an answer that isn't known.
public struct PXPHookAnswer: PXPWord {
    /// The answer.
    public let rawValue: String

    /// Makes an answer of its name.
    public init(rawValue: String) { self.rawValue = RawCode(rawValue).text }

    /// Data, or `true`.
    public static let proceed: PXPHookAnswer = "proceed"
    /// `nil`, meant as: leave this step out.
    public static let skip: PXPHookAnswer = "skip"
    /// `nil` or `false`, meant as: don't go on.
    public static let cancel: PXPHookAnswer = "cancel"
    /// No answer is known.
    public static let unanswered: PXPHookAnswer = ""
}

/// What a session was opened for.
///
/// Source: fact sheet pxp, section 6 (`IntentType`).
public struct PXPIntent: PXPWord {
    /// The intent.
    public let rawValue: String

    /// Makes an intent of its name.
    public init(rawValue: String) { self.rawValue = RawCode(rawValue).text }

    /// The money is reserved.
    public static let authorisation: PXPIntent = "Authorisation"
    /// The money is reserved; the amount may change.
    public static let estimatedAuthorisation: PXPIntent = "EstimatedAuthorisation"
    /// The money is taken at once.
    public static let purchase: PXPIntent = "Purchase"
    /// A card is checked; no money moves.
    public static let verification: PXPIntent = "Verification"
    /// The shopper is paid.
    public static let payout: PXPIntent = "Payout"
}
