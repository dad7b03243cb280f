#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What the shopper has to do before a payment goes on.
public enum ShopperAction: Sendable, Hashable {
    /// Accept or refuse a fee on top of the price.
    indirect case confirmSurcharge(Surcharge)
    /// Authenticate inside the app (3-D Secure).
    case authenticate(Authentication?)
    /// Go to a page of the bank or the method. The address is absent where the SDK opens it itself.
    case redirect(URL?)
    /// Go on in another app, or in the method's own sheet.
    case switchApp
    /// Keep or print a voucher and pay it later.
    case presentVoucher
    /// Scan a code with another device or app.
    case scanQRCode
    /// Approve in another app, while this one waits.
    case awaitConfirmation
    /// Make a bank transfer.
    case transferFunds
    /// An action of a type this version doesn't know: the payment exists, but nothing can be shown.
    case unsupported(RawCode)

    /// A step of strong customer authentication.
    public enum Authentication: String, Sendable, Hashable, CaseIterable {
        /// The device is identified, without the shopper.
        case fingerprint
        /// The shopper answers a challenge.
        case challenge
    }

    /// What kind of action it is, without what belongs to it.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// See ``ShopperAction/confirmSurcharge(_:)``.
        case confirmSurcharge
        /// See ``ShopperAction/authenticate(_:)``.
        case authenticate
        /// See ``ShopperAction/redirect(_:)``.
        case redirect
        /// See ``ShopperAction/switchApp``.
        case switchApp
        /// See ``ShopperAction/presentVoucher``.
        case presentVoucher
        /// See ``ShopperAction/scanQRCode``.
        case scanQRCode
        /// See ``ShopperAction/awaitConfirmation``.
        case awaitConfirmation
        /// See ``ShopperAction/transferFunds``.
        case transferFunds
        /// See ``ShopperAction/unsupported(_:)``.
        case unsupported
    }

    /// What kind of action it is.
    public var kind: Kind {
        switch self {
        case .confirmSurcharge: .confirmSurcharge
        case .authenticate: .authenticate
        case .redirect: .redirect
        case .switchApp: .switchApp
        case .presentVoucher: .presentVoucher
        case .scanQRCode: .scanQRCode
        case .awaitConfirmation: .awaitConfirmation
        case .transferFunds: .transferFunds
        case .unsupported: .unsupported
        }
    }

    /// Whether the payment can succeed although the shopper never comes back to the app.
    public var isApprovableElsewhere: Bool {
        switch kind {
        case .confirmSurcharge, .authenticate: false
        case .redirect, .switchApp, .presentVoucher, .scanQRCode, .awaitConfirmation, .transferFunds, .unsupported:
            true
        }
    }
}

extension ShopperAction: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind, and what is safe to log: never an address, which may carry secrets.
    public var description: String {
        switch self {
        case .authenticate(let step?): "authenticate(\(step.rawValue))"
        case .unsupported(let type): "unsupported(\(type))"
        case .confirmSurcharge, .authenticate, .redirect, .switchApp, .presentVoucher, .scanQRCode, .awaitConfirmation,
            .transferFunds:
            kind.rawValue
        }
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Shows nothing but the kind, so that dumping a state is safe to log.
    public var customMirror: Mirror { Mirror(self, children: ["kind": kind.rawValue]) }
}

/// A fee that the provider adds to the price, as the provider tells it. All amounts are for display and comparison.
public struct Surcharge: Sendable, Hashable {
    /// The method the fee is for.
    public var methodType: RawCode?
    /// The method's variant, where told.
    public var methodSubType: RawCode?
    /// The price before the fee.
    public var originalAmount: Money?
    /// The price with the fee.
    public var updatedAmount: Money?
    /// The whole fee.
    public var fee: Money?
    /// The least the fee can be.
    public var minimumFee: Money?
    /// The part of the fee that doesn't depend on the price.
    public var flatFee: Money?
    /// The part that depends on it, in percent; for display only, a fee is never computed from it.
    public var percentage: Decimal?

    /// Makes a surcharge from what is told.
    public init(
        methodType: RawCode? = nil, methodSubType: RawCode? = nil, originalAmount: Money? = nil,
        updatedAmount: Money? = nil, fee: Money? = nil, minimumFee: Money? = nil, flatFee: Money? = nil,
        percentage: Decimal? = nil
    ) {
        self.methodType = methodType
        self.methodSubType = methodSubType
        self.originalAmount = originalAmount
        self.updatedAmount = updatedAmount
        self.fee = fee
        self.minimumFee = minimumFee
        self.flatFee = flatFee
        self.percentage = percentage
    }
}
