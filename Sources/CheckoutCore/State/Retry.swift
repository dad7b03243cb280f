/// How wide a new attempt may be. Each width includes the narrower ones.
///
/// It speaks of the attempt that has it. Whether the order lets a new one begin is the guard's to say: it also looks at
/// every other attempt. ``newSession`` is enforced; the two wider ones are advice to the screen, because the guard can't
/// see which card is used.
public enum Retry: String, Sendable, Hashable, CaseIterable {
    /// No new attempt.
    case blocked
    /// Only in a new session of the provider, or at another provider.
    case newSession
    /// With another instrument: another card is another method.
    case otherMethod
    /// With the same instrument too.
    case sameMethod
}

extension Retry: Comparable {
    /// The narrower width comes first.
    public static func < (left: Retry, right: Retry) -> Bool { left.width < right.width }

    var width: Int {
        switch self {
        case .blocked: 0
        case .newSession: 1
        case .otherMethod: 2
        case .sameMethod: 3
        }
    }
}
