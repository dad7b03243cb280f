extension TransitionTable {
    /// Where an attempt can stand, as far as the next transition depends on it.
    public struct Place: Sendable, Hashable {
        /// The state.
        public let kind: CheckoutState.Kind
        /// Whose word it is; `nil` for progress.
        public let evidence: Evidence?
        /// Whether something was submitted.
        public let isSubmitted: Bool

        /// Makes a place.
        public init(_ kind: CheckoutState.Kind, by evidence: Evidence? = nil, isSubmitted: Bool) {
            self.kind = kind
            self.evidence = evidence
            self.isSubmitted = isSubmitted
        }
    }

    /// What can happen to an attempt.
    public enum Trigger: Sendable, Hashable {
        /// Its first submission is heard.
        case submission
        /// The device does something.
        case progress(CheckoutState.Kind)
        /// The provider shows that the payment is alive, or the same request is repeated under the same key.
        case aliveProgress(CheckoutState.Kind)
        /// The device states an end, or concludes that nobody can tell.
        case localWord(CheckoutState.Kind)
        /// Provider or merchant speak about the outcome.
        case statement(Word)
    }

    /// One row of the machine.
    public struct Transition: Sendable, Hashable {
        /// Where the attempt stands.
        public let from: Place
        /// What happens.
        public let trigger: Trigger
        /// Where it stands then.
        public let to: Place
        /// What is louder than the state.
        public let anomalies: AnomalySet
    }

    /// Every place an attempt can be in.
    public static let places: [Place] = [
        Place(.processing, isSubmitted: false), Place(.processing, isSubmitted: true),
        Place(.actionRequired, isSubmitted: false), Place(.actionRequired, isSubmitted: true),
        Place(.cancelled, by: .local, isSubmitted: false), Place(.failed, by: .local, isSubmitted: false),
        Place(.declined, by: .local, isSubmitted: false), Place(.outcomeUnknown, by: .local, isSubmitted: true),
        Place(.outcomeUnknown, by: .provider, isSubmitted: true), Place(.pending, by: .provider, isSubmitted: true),
        Place(.cancelled, by: .provider, isSubmitted: true), Place(.failed, by: .provider, isSubmitted: true),
        Place(.declined, by: .provider, isSubmitted: true), Place(.partiallyPaid, by: .provider, isSubmitted: true),
        Place(.succeeded, by: .provider, isSubmitted: true), Place(.pending, by: .merchant, isSubmitted: true),
        Place(.cancelled, by: .merchant, isSubmitted: true), Place(.failed, by: .merchant, isSubmitted: true),
        Place(.declined, by: .merchant, isSubmitted: true), Place(.partiallyPaid, by: .merchant, isSubmitted: true),
        Place(.succeeded, by: .merchant, isSubmitted: true),
    ]

    /// Everything that can happen.
    public static let triggers: [Trigger] =
        [.submission]
        + [.processing, .actionRequired].flatMap { [.progress($0), .aliveProgress($0)] }
        + [.cancelled, .failed, .declined, .outcomeUnknown].map { .localWord($0) }
        + [.outcomeUnknown, .pending, .cancelled, .failed, .declined, .partiallyPaid, .succeeded].map {
            .statement(Word($0, by: .provider))
        }
        + [.pending, .cancelled, .failed, .declined, .partiallyPaid, .succeeded].map {
            .statement(Word($0, by: .merchant))
        }

    /// Every row: what each trigger does in each place.
    public var transitions: [Transition] {
        Self.places.flatMap { place in Self.triggers.map { transition(from: place, on: $0) } }
    }

    /// What a trigger does in a place.
    public func transition(from place: Place, on trigger: Trigger) -> Transition {
        let (to, anomalies) = consequence(place, trigger)
        return Transition(from: place, trigger: trigger, to: to, anomalies: anomalies)
    }

    private func consequence(_ place: Place, _ trigger: Trigger) -> (Place, AnomalySet) {
        let isUnsentEnd = place.kind.isEnd && place.evidence == .local
        switch trigger {
        case .submission:
            if isUnsentEnd { return (Place(.outcomeUnknown, by: .local, isSubmitted: true), .sentAfterEnd) }
            let late: AnomalySet = place.kind.isEnd ? .sentAfterEnd : []
            return (Place(place.kind, by: place.evidence, isSubmitted: true), late)
        case .progress(let next): return (shown(next, over: place, alive: false), [])
        case .aliveProgress(let next):
            let sent = isUnsentEnd ? Place(.outcomeUnknown, by: .local, isSubmitted: true) : place
            let alive = Place(sent.kind, by: sent.evidence, isSubmitted: true)
            return (shown(next, over: alive, alive: true), isUnsentEnd ? .sentAfterEnd : [])
        case .localWord(let kind):
            let isDoubt = place.isSubmitted || kind == .outcomeUnknown
            let word = Word(isDoubt ? .outcomeUnknown : kind, by: .local)
            // Doubt of an ended attempt says that something was sent after all.
            let standing =
                isUnsentEnd && isDoubt ? Place(.outcomeUnknown, by: .local, isSubmitted: true) : place
            return (heard(word, at: standing, isSubmitted: isDoubt), isUnsentEnd && isDoubt ? .sentAfterEnd : [])
        case .statement(let word):
            var anomalies: AnomalySet = []
            let provesSubmission = word.evidence == .provider
            if isUnsentEnd, provesSubmission { anomalies.insert(.sentAfterEnd) }
            if word.kind.isApproval, place.kind.isEnd { anomalies.insert(.lateSuccess) }
            if word.kind.isEnd, place.kind.isApproval { anomalies.insert(.contradiction) }
            return (heard(word, at: place, isSubmitted: place.isSubmitted || provesSubmission), anomalies)
        }
    }

    private func shown(_ next: CheckoutState.Kind, over place: Place, alive: Bool) -> Place {
        guard let evidence = place.evidence else { return Place(next, isSubmitted: place.isSubmitted) }
        return showsProgress(over: Word(place.kind, by: evidence), alive: alive)
            ? Place(next, isSubmitted: place.isSubmitted) : place
    }

    private func heard(_ word: Word, at place: Place, isSubmitted: Bool) -> Place {
        guard let evidence = place.evidence, rank(Word(place.kind, by: evidence)) > rank(word) else {
            return Place(word.kind, by: word.evidence, isSubmitted: isSubmitted)
        }
        return Place(place.kind, by: evidence, isSubmitted: isSubmitted)
    }
}
