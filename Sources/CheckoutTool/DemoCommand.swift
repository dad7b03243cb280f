import CheckoutCore
import CheckoutTesting

/// `checkout demo`: a story through all four providers, side by side.
struct DemoCommand {
    private var scenarios: [Scenario] = []

    /// What a newcomer sees first: a retry, a doubt that blocks another provider, and a word nobody knows.
    private static let telling: [Scenario.ID] = ["S02", "S32", "S27"]

    init(_ words: inout Words) throws(CommandError) {
        while let word = words.next() {
            if CheckoutCommand.isHelp(word) { throw .help }
            guard let scenario = Scenario.named(Scenario.ID(rawValue: word.uppercased())) else {
                throw .usage(
                    "demo knows no scenario “\(Terminal.plain(word))”; the scenarios are "
                        + "\(Scenario.catalogue[0].id) to \(Scenario.catalogue[Scenario.catalogue.count - 1].id)")
            }
            scenarios.append(scenario)
        }
        if scenarios.isEmpty { scenarios = Self.telling.compactMap(Scenario.named) }
    }

    func run() -> CommandResult {
        CommandResult(output: Self.opening + "\n\n" + scenarios.map(page).joined(separator: "\n\n") + "\n")
    }

    private static let morals: [Scenario.ID: String] = [
        "S02": "A refusal ends the attempt: the shopper may try again, as wide as the reason allows where it is told.",
        "S32": """
        Nobody knows whether the first payment went through. The guard spans all providers, so another one can't be
        paid either, until the merchant's server has said what became of the first.
        """,
        "S27": "A word that nobody knows is never taken for success or failure: either could cost somebody money.",
    ]

    private static let opening = """
        Four payment providers, one order of \(Scenario.order.amount). Each provider tells what happens in its own words;
        the package says it in one language, and whether the shopper may press Pay again.
        """

    private func page(_ scenario: Scenario) -> String {
        let demonstration = Demonstration(scenario)
        let heading = "\(scenario.id)  \(scenario.title)"
        let providers = demonstration.columns
        var rows = [["what happens"] + providers.map { Wording.name($0.provider) }]
        for (index, turn) in demonstration.story.turns.enumerated() {
            let cells = providers.map { column -> [String] in
                guard let turns = column.turns else { return [index == 0 ? "can't tell this story" : ""] }
                let sights = turns[index].sights.map(Wording.short)
                return sights.isEmpty ? ["·"] : sights
            }
            for line in 0..<(cells.map(\.count).max() ?? 1) {
                rows.append(
                    [line == 0 ? turn.description : ""] + cells.map { $0.indices.contains(line) ? $0[line] : "" })
            }
        }
        rows.append(["may Pay be pressed again?"] + providers.map { $0.ending?.mayPayAgain ?? "" })
        var parts = [heading, String(repeating: "─", count: heading.count), Terminal.table(rows)]
        if let moral = Self.morals[scenario.id] { parts.append(moral + "\n") }
        parts.append("In their own words:")
        parts.append(Terminal.table(words(demonstration)))
        let silent = providers.compactMap { column in
            column.reason.map { "\(Wording.name(column.provider)): \($0)." }
        }
        if !silent.isEmpty { parts.append(silent.joined(separator: "\n")) }
        return parts.joined(separator: "\n")
    }

    private func shortened(_ words: String) -> String {
        let text = Terminal.plain(words)
        return text.count <= 100 ? text : text.prefix(99) + "…"
    }

    /// The most telling event of each turn after the press, for each provider.
    private func words(_ demonstration: Demonstration) -> [[String]] {
        demonstration.story.turns.enumerated().flatMap { index, turn -> [[String]] in
            switch turn {
            // What every payment begins with tells nothing about this one.
            case .load, .press, .send, .openAgain: return []
            default: break
            }
            let rows = demonstration.columns.compactMap { column -> [String]? in
                guard let words = column.turns?[index].words.max(by: { $0.count < $1.count }) else { return nil }
                return ["", Wording.name(column.provider), shortened(words)]
            }
            return rows.isEmpty ? [] : [[turn.description]] + rows
        }
    }
}
