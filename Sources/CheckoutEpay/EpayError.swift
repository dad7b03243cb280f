package import CheckoutCore

/// An error of the SDK, of an attempt or of a query.
///
/// The vendor's `message` is for diagnostics and isn't mirrored. The localised text of `getClientMessage()` may be
/// carried for the screen; it is never written, logged or compared. Source: the vendor's page “Payments and outcomes”.
public struct EpayError: Sendable {
    /// What went wrong; `nil` if the error names nothing.
    public var errorCode: EpayErrorCode?
    /// The one text that is meant for the shopper, in their language.
    public var shopperMessage: String?

    /// Makes an error.
    public init(errorCode: EpayErrorCode?, shopperMessage: String? = nil) {
        self.errorCode = errorCode
        self.shopperMessage = shopperMessage
    }
}

extension EpayError: Hashable {
    /// Two errors are equal if their codes are: a text for display says nothing more.
    public static func == (left: EpayError, right: EpayError) -> Bool { left.errorCode == right.errorCode }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(errorCode) }
}

extension EpayError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The code. Safe to log.
    public var description: String { errorCode?.description ?? "no code" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Shows nothing but the code, so that dumping an error is safe to log.
    public var customMirror: Mirror { Mirror(self, children: ["errorCode": description]) }
}

extension EpayError {
    /// Reads an object; an error that is there and can't be read is one without a code.
    package init?(json: JSONValue?) {
        guard let json else { return nil }
        self.init(errorCode: (json["errorCode"]?.text).map(EpayErrorCode.init(rawValue:)))
    }

    package var json: JSONValue { ["errorCode": errorCode?.json] }
}
