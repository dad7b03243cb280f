import CheckoutCore

/// What must hold whatever happens.
package enum Invariant: String, Sendable, Hashable, CaseIterable {
    /// A start is granted only while no other attempt is exposed, and for no more than what is missing (rule R7).
    case startOnlyWhenSafe
    /// A hook that asks before it sends hears yes only for an attempt that is open, unsent and alone (rules R1, R7).
    case submitsOnlyOnce
    /// A second attempt gets exposed by a word of the world only, never by something this device did or allowed.
    case oneExposed
    /// A word that nobody can tell, or that can't be read, ends and approves nothing (rule R5).
    case unknownNeverSettles
    /// This device, its clock and its death end no submitted attempt and lower no exposure (rules R1, R9).
    case deviceNeverSettles
    /// An approval goes only with the merchant's word that it was given back (rule R2).
    case approvalNeverLost
    /// A word that money is held is never dropped, whoever owns it (rule R6).
    case moneyNeverDropped
    /// What the records give back is what was known (rule R8).
    case journalTellsAll
    /// A kill changes nothing but what was under way: unsent it ends, sent it is in doubt.
    case killLosesNothing
    /// Every observer sees every standing once, in order, and the last one is the order's (rule R11).
    case seenOnce
    /// The screen offers a payment exactly when the guard grants one, and a question only when somebody can be asked.
    case screenTellsTruth
    /// The deadline and the merchant's answers lead out of everything that blocks the order.
    case wayOut
    /// Two words about an attempt leave the same machine in either order (rule R10).
    case orderLeavesNoTrace
    /// A word said twice leaves the same machine as said once (rule R10).
    case twiceIsOnce
}

/// An invariant that doesn't hold, and how to see it.
package struct ExplorationViolation: Sendable, Hashable {
    /// What doesn't hold.
    package let invariant: Invariant
    /// What was seen instead.
    package let detail: String
    /// The shortest way there, a step a line.
    package let path: [String]
}

/// A finding before its path is known.
struct Finding {
    let invariant: Invariant
    let detail: String

    init(_ invariant: Invariant, _ detail: String) {
        self.invariant = invariant
        self.detail = detail
    }
}
