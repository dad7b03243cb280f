/// The state machine of an attempt as data: the code, the tests and the diagram read this one table.
///
/// Three small tables decide everything: the order of statements (rule R4), where progress may show (rules R1 and R3),
/// and what is louder than a state (rule R2). ``TransitionTable/transitions`` spells them out as one row for each state and trigger.
public struct TransitionTable: Sendable, Hashable {
    /// A statement by case and evidence, without its payload.
    public struct Word: Sendable, Hashable {
        /// The state it says.
        public let kind: CheckoutState.Kind
        /// Whose word it is.
        public let evidence: Evidence

        /// Makes a word.
        public init(_ kind: CheckoutState.Kind, by evidence: Evidence) {
            self.kind = kind
            self.evidence = evidence
        }
    }

    /// What progress needs to show in place of a statement.
    public struct ProgressRow: Sendable, Hashable {
        /// The statement that stands.
        public let standing: Word
        /// Whether the device's own progress shows in its place.
        public let local: Bool
        /// Whether progress by the provider, or the same request repeated under the same key, shows in its place.
        public let alive: Bool

        /// Makes a row.
        public init(_ standing: Word, local: Bool, alive: Bool) {
            self.standing = standing
            self.local = local
            self.alive = alive
        }
    }

    /// Every word, the smallest first: of two statements about one attempt the later in this list stands (rule R4).
    public let order: [Word]
    /// Where progress shows although a statement stands (rule R3).
    public let progress: [ProgressRow]

    private let ranks: [UInt8]

    /// Makes a table; the tests make wrong ones to see that they are noticed.
    public init(order: [Word], progress: [ProgressRow]) {
        self.order = order
        self.progress = progress
        var ranks = [UInt8](repeating: 0, count: Evidence.allCases.count * Self.slots)
        for (index, word) in order.enumerated() { ranks[Self.slot(word)] = UInt8(clamping: index + 1) }
        self.ranks = ranks
    }

    /// The table of the design.
    public static let standard = TransitionTable(
        order: [
            // Without an approval the stronger evidence stands; within the same, the more definite word.
            Word(.outcomeUnknown, by: .local), Word(.pending, by: .local), Word(.cancelled, by: .local),
            Word(.failed, by: .local), Word(.declined, by: .local),
            Word(.outcomeUnknown, by: .provider), Word(.pending, by: .provider), Word(.cancelled, by: .provider),
            Word(.failed, by: .provider), Word(.declined, by: .provider),
            Word(.outcomeUnknown, by: .merchant), Word(.pending, by: .merchant), Word(.cancelled, by: .merchant),
            Word(.failed, by: .merchant), Word(.declined, by: .merchant),
            // An approval stands above everything else: success wins (rule R2).
            Word(.partiallyPaid, by: .local), Word(.succeeded, by: .local),
            Word(.partiallyPaid, by: .provider), Word(.succeeded, by: .provider),
            Word(.partiallyPaid, by: .merchant), Word(.succeeded, by: .merchant),
        ],
        progress: [
            ProgressRow(Word(.outcomeUnknown, by: .local), local: false, alive: true),
            ProgressRow(Word(.outcomeUnknown, by: .provider), local: false, alive: true),
        ])

    /// The place of a statement in ``order``; the higher one stands.
    public func rank(_ statement: Statement) -> Int {
        rank(Word(statement.outcome.state.kind, by: statement.evidence))
    }

    func rank(_ word: Word) -> Int { Int(ranks[Self.slot(word)]) }

    /// Whether progress shows in place of a statement that stands.
    func showsProgress(over standing: Word, alive: Bool) -> Bool {
        progress.contains { $0.standing == standing && (alive ? $0.alive : $0.local) }
    }

    /// Machines are compared by the million: the ranks stand for the whole order.
    public func hash(into hasher: inout Hasher) { hasher.combine(ranks) }

    private static let slots = 11

    private static func slot(_ word: Word) -> Int {
        let column =
            switch word.kind {
            case .initializing: 0
            case .ready: 1
            case .processing: 2
            case .actionRequired: 3
            case .pending: 4
            case .partiallyPaid: 5
            case .succeeded: 6
            case .declined: 7
            case .cancelled: 8
            case .failed: 9
            case .outcomeUnknown: 10
            }
        return word.evidence.strength * slots + column
    }
}
