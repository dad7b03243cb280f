import CheckoutCore

/// How a state looks on the page: a class for its colour, and a sign, so that colour is never the only one.
struct Tone {
    let name: HTML
    let sign: HTML

    init(_ kind: CheckoutState.Kind) {
        switch kind {
        case .initializing: self.init("idle", "○")
        case .ready: self.init("idle", "●")
        case .processing: self.init("active", "▸")
        case .actionRequired: self.init("active", "◆")
        case .pending: self.init("waiting", "◔")
        case .partiallyPaid: self.init("part", "◐")
        case .succeeded: self.init("good", "✓")
        case .declined: self.init("refused", "✕")
        case .cancelled: self.init("ended", "–")
        case .failed: self.init("ended", "△")
        case .outcomeUnknown: self.init("unknown", "?")
        }
    }

    private init(_ name: HTML, _ sign: HTML) {
        self.name = name
        self.sign = sign
    }
}

extension Standing {
    /// The state in few words, and whether anything was sent where the state doesn't tell.
    var label: String { state.kind.isActive && submitted ? "\(state), sent" : state.description }

    /// The label with the state's sign and colour; it may break before what stands in brackets.
    var chip: HTML {
        let tone = Tone(state.kind)
        let words = label.split(separator: "(", maxSplits: 1).map(String.init)
        let text: HTML = words.count == 2 ? "\(words[0])(<wbr/>\(words[1])" : "\(label)"
        return "<span class=\"chip \(tone.name)\"><span aria-hidden=\"true\">\(tone.sign)</span> \(text)</span>"
    }
}
