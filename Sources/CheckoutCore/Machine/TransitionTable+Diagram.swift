extension TransitionTable {
    /// A language a diagram is drawn in.
    public enum DiagramFormat: String, Sendable, CaseIterable {
        /// Mermaid's state diagram.
        case mermaid
        /// Graphviz.
        case dot
        /// A picture: a table of the states with a dot for each who can lead from one to the other.
        case svg
    }

    /// One arrow of the diagram: every row of the table between two states, by what causes it.
    struct Arrow {
        let from: CheckoutState.Kind
        let to: CheckoutState.Kind
        let causes: [String]

        var label: String { causes.joined(separator: ", ") }
    }

    /// The machine as a diagram, drawn from the table.
    public func diagram(_ format: DiagramFormat) -> String {
        let arrows = arrows
        switch format {
        case .mermaid:
            let lines = arrows.map { "    \($0.from.rawValue) --> \($0.to.rawValue): \($0.label)" }
            let ends = Self.drawn.filter { $0.isEnd || $0 == .succeeded }.map { "    \($0.rawValue) --> [*]" }
            return (["stateDiagram-v2", "    [*] --> processing: start"] + lines + ends).joined(separator: "\n") + "\n"
        case .dot:
            let lines = arrows.map { "    \($0.from.rawValue) -> \($0.to.rawValue) [label=\"\($0.label)\"];" }
            return
                (["digraph checkout {", "    rankdir=LR;", "    start [shape=point];", "    start -> processing;"]
                + lines + ["}"]).joined(separator: "\n") + "\n"
        case .svg: return picture
        }
    }

    static let drawn: [CheckoutState.Kind] = [
        .processing, .actionRequired, .pending, .partiallyPaid, .succeeded, .declined, .cancelled, .failed,
        .outcomeUnknown,
    ]

    var arrows: [Arrow] {
        let rows = transitions
        return Self.drawn.flatMap { from in
            Self.drawn.compactMap { to in
                guard from != to else { return nil }
                let causes = rows.filter { $0.from.kind == from && $0.to.kind == to }.map(\.cause)
                let known = ["local", "submission", "provider", "merchant"].filter { causes.contains($0) }
                return known.isEmpty ? nil : Arrow(from: from, to: to, causes: known)
            }
        }
    }
}

extension TransitionTable.Transition {
    /// Who causes the transition, in one word.
    fileprivate var cause: String {
        switch trigger {
        case .submission: "submission"
        case .progress, .localWord: "local"
        case .aliveProgress: "provider"
        case .statement(let word): word.evidence.rawValue
        }
    }
}
