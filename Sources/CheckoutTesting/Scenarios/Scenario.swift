public import CheckoutCore

/// A story that every provider's adapter has to tell alike.
public struct Scenario: Sendable, Hashable {
    /// The stable name of a scenario, `S01`, `S02`, …
    public struct ID: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
        /// The name.
        public let rawValue: String

        /// Makes an id from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Makes an id from its name.
        public init(stringLiteral value: String) { rawValue = value }
    }

    /// One way the story goes.
    public struct Story: Sendable, Hashable {
        /// What sets it apart from the scenario's other stories; empty if there is one.
        public let name: String
        /// What happens.
        public let turns: [Turn]
        /// What an observer has to see.
        public let expected: [Sight]
        /// Why no new attempt may begin at the end; `nil` if one may.
        public let refusal: StartRefusal?
        /// The guard's policy.
        public let policy: GuardPolicy
    }

    /// The stable id.
    public let id: ID
    /// The story in one sentence.
    public let title: String
    /// The rules it rests on.
    public let rules: [Rule]
    /// The ways it goes, at least one.
    public let stories: [Story]

    /// The order of every story.
    public static let order = CheckoutOrder(
        reference: "S-1001", amount: euros(1000))

    /// An amount in the currency of the stories.
    static func euros(_ cents: Int64) -> Money {
        Money(minorUnits: cents, currency: Currency(code: "EUR") ?? Currency.allCases[0])
    }
}

extension Scenario.ID: CustomStringConvertible, Comparable {
    /// The name.
    public var description: String { rawValue }

    /// By number.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A rule of the package, as the article “The rules” of the core names them.
public enum Rule: Int, Sendable, Hashable, CaseIterable {
    /// Only a provider or the merchant ends a submitted attempt.
    case r1 = 1
    /// Success wins.
    case r2
    /// Pending and unknown are open.
    case r3
    /// The greatest statement stands, whatever the order.
    case r4
    /// Unrecognised never settles.
    case r5
    /// An event belongs to the attempt it names.
    case r6
    /// One exposed attempt for each order, over all providers.
    case r7
    /// Written before sent.
    case r8
    /// Time never makes it safe.
    case r9
    /// Duplicates and order don't matter.
    case r10
    /// Every observer sees every change, in order, once.
    case r11
    /// Amounts are exact, and compared with what was asked.
    case r12
    /// Every question is answered once.
    case r13
    /// What the vendor has no callback for, the adapter makes.
    case r14
}

extension Rule: CustomStringConvertible {
    /// For example `R5`.
    public var description: String { "R\(rawValue)" }
}
