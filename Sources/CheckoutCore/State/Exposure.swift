/// What may have happened to the shopper's money.
///
/// It is derived by one total function (``Standing/exposure``) and never set by an adapter.
public enum Exposure: String, Sendable, Hashable, CaseIterable {
    /// Nothing: no money moved and none will.
    case none
    /// Nobody here can tell yet.
    case possible
    /// Money is reserved.
    case held
    /// Money is taken.
    case taken
}

extension Exposure: Comparable {
    /// Less exposure comes first.
    public static func < (left: Exposure, right: Exposure) -> Bool { left.degree < right.degree }

    var degree: Int {
        switch self {
        case .none: 0
        case .possible: 1
        case .held: 2
        case .taken: 3
        }
    }
}
