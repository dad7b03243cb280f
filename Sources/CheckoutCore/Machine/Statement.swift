/// Somebody's word about the outcome of an attempt.
///
/// A local end has two readings (rule R1): the end itself as long as nothing was submitted, and doubt once something
/// was, also when the submission is heard later. An adapter states it once and the core reads it.
public struct Statement: Sendable, Hashable {
    /// What is said. Of a local end: what it means before the submission.
    public let outcome: Outcome
    /// Whose word it is.
    public let evidence: Evidence
    /// Why nobody can tell, if a local end turns out to stand after the submission; `nil` for all other statements.
    public let doubt: Uncertainty.Cause?

    init(_ outcome: Outcome, evidence: Evidence, doubt: Uncertainty.Cause? = nil) {
        self.outcome = outcome
        self.evidence = evidence
        self.doubt = doubt
    }

    /// The provider says so, about a payment it has.
    public static func provider(_ outcome: Outcome) -> Statement { Statement(outcome, evidence: .provider) }

    /// The merchant's backend says so.
    public static func merchant(_ outcome: Outcome) -> Statement { Statement(outcome, evidence: .merchant) }

    /// This device saw an end.
    ///
    /// - Parameters:
    ///   - end: what it means if nothing was submitted.
    ///   - doubt: why nobody can tell, if something was.
    public static func local(_ end: LocalEnd, ifSubmitted doubt: Uncertainty.Cause) -> Statement {
        Statement(end.outcome, evidence: .local, doubt: doubt)
    }

    /// This device concludes that nobody here can tell. It counts as a submission heard: an attempt nothing was sent for
    /// is never in doubt.
    public static func doubt(_ uncertainty: Uncertainty) -> Statement {
        Statement(.outcomeUnknown(uncertainty), evidence: .local)
    }

    /// A local end read as after the submission.
    var asDoubt: Statement? {
        doubt.map {
            Statement(
                .outcomeUnknown(Uncertainty(cause: $0, payment: outcome.state.payment, raw: outcome.state.raw)),
                evidence: .local)
        }
    }
}
