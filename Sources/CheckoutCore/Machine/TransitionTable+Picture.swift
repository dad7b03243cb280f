extension TransitionTable {
    /// The machine as a picture: from each state (a row) to each state (a column), and whose word leads there.
    ///
    /// A drawing with fifty arrows can't be read; a table of dots can.
    var picture: String {
        let states = Self.drawn
        let (cell, left, top) = (64, 132, 116)
        let width = left + states.count * cell + 64
        let height = top + states.count * cell + 56
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" font-family=\"system-ui, sans-serif\" "
                + "font-size=\"12\" role=\"img\">",
            "<title>Where an attempt can go, and whose word leads there</title>",
            "<rect width=\"\(width)\" height=\"\(height)\" rx=\"8\" fill=\"#ffffff\" stroke=\"#d0d7de\"/>",
        ]
        for (index, state) in states.enumerated() {
            let center = index * cell + cell / 2
            let weight = state.isEnd || state == .succeeded ? "600" : "400"
            lines += [
                text(state.rawValue, left - 12, top + center + 4, "end", weight),
                "<text transform=\"translate(\(left + center - 4) \(top - 10)) rotate(-45)\" font-weight=\"\(weight)\" "
                    + "fill=\"#1f2328\">\(state.rawValue)</text>",
                "<path d=\"M\(left) \(top + index * cell)h\(states.count * cell)M\(left + index * cell) \(top)"
                    + "v\(states.count * cell)\" stroke=\"#eaeef2\"/>",
                "<rect x=\"\(left + index * cell)\" y=\"\(top + index * cell)\" width=\"\(cell)\" height=\"\(cell)\" "
                    + "fill=\"#f6f8fa\"/>",
            ]
        }
        for arrow in arrows {
            guard let row = states.firstIndex(of: arrow.from), let column = states.firstIndex(of: arrow.to) else {
                continue
            }
            for cause in arrow.causes {
                let place = Self.causes.firstIndex { $0.word == cause } ?? 0
                let x = left + column * cell + 14 + place * 12
                lines.append(dot(x, top + row * cell + cell / 2, Self.causes[place].color, Self.causes[place].sign))
            }
        }
        for (place, cause) in Self.causes.enumerated() {
            let x = left + place * 140
            lines += [
                dot(x, height - 28, cause.color, cause.sign), text(cause.meaning, x + 12, height - 24, "start", "400"),
            ]
        }
        return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    /// Who causes a transition, with its colour and its letter: colour is never the only sign.
    private static let causes: [(word: String, sign: String, color: String, meaning: String)] = [
        ("local", "d", "#8250df", "this device"), ("submission", "s", "#bc4c00", "a submission"),
        ("provider", "p", "#0969da", "the provider"), ("merchant", "m", "#1a7f37", "the merchant"),
    ]

    private func dot(_ x: Int, _ y: Int, _ color: String, _ sign: String) -> String {
        "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"6\" fill=\"\(color)\"/>"
            + "<text x=\"\(x)\" y=\"\(y + 3)\" text-anchor=\"middle\" font-size=\"9\" fill=\"#ffffff\">\(sign)</text>"
    }

    private func text(_ text: String, _ x: Int, _ y: Int, _ anchor: String, _ weight: String) -> String {
        "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\" font-weight=\"\(weight)\" fill=\"#1f2328\">\(text)</text>"
    }
}
