/// A set of anomalies in two bytes.
public struct AnomalySet: OptionSet, Sendable, Hashable {
    /// One bit for each anomaly, in table order.
    public let rawValue: UInt16

    /// Makes a set of bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Makes a set of one.
    public init(_ anomaly: Anomaly) { rawValue = 1 << (Anomaly.allCases.firstIndex(of: anomaly) ?? 0) }

    /// See ``Anomaly/lateSuccess``.
    public static let lateSuccess = AnomalySet(.lateSuccess)
    /// See ``Anomaly/contradiction``.
    public static let contradiction = AnomalySet(.contradiction)
    /// See ``Anomaly/secondApproval``.
    public static let secondApproval = AnomalySet(.secondApproval)
    /// See ``Anomaly/amountMismatch``.
    public static let amountMismatch = AnomalySet(.amountMismatch)
    /// See ``Anomaly/sentAfterEnd``.
    public static let sentAfterEnd = AnomalySet(.sentAfterEnd)
    /// See ``Anomaly/unattributed``.
    public static let unattributed = AnomalySet(.unattributed)

    /// The anomalies in table order.
    public var anomalies: [Anomaly] { isEmpty ? [] : Anomaly.allCases.filter { contains(AnomalySet($0)) } }
}
