/// A payment service provider (PSP); an open set.
public struct Provider: RawRepresentable, Sendable, Hashable {
    /// The name as it stands in recordings and journals: lower case, no spaces.
    public let rawValue: String

    /// Makes a provider from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Epay's native SDK.
    public static let epay = Provider(rawValue: "epay")
    /// Primer's checkout SDK.
    public static let primer = Provider(rawValue: "primer")
    /// Adyen's advanced flow.
    public static let adyen = Provider(rawValue: "adyen")
    /// PXP's checkout SDK.
    public static let pxp = Provider(rawValue: "pxp")
}

extension Provider: CustomStringConvertible {
    /// The name.
    public var description: String { rawValue }
}
