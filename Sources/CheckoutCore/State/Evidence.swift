/// Whose word a statement is. A stronger one prevails over a weaker one.
public enum Evidence: String, Sendable, Hashable, CaseIterable {
    /// This device saw it: a closed view, no answer, an unreadable one, a deadline, a relaunch.
    case local
    /// The provider said so, through its SDK or the answer of its API, about a payment it has.
    case provider
    /// The merchant's backend said so.
    case merchant
}

extension Evidence: Comparable {
    /// Weaker evidence comes first.
    public static func < (left: Evidence, right: Evidence) -> Bool { left.strength < right.strength }

    var strength: Int {
        switch self {
        case .local: 0
        case .provider: 1
        case .merchant: 2
        }
    }
}
