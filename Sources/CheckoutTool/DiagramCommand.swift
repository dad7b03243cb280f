import CheckoutCore

/// `checkout diagram`: the state machine, drawn from the table the code runs on.
struct DiagramCommand {
    private var format = TransitionTable.DiagramFormat.mermaid

    init(_ words: inout Words) throws(CommandError) {
        while let word = words.next() {
            if CheckoutCommand.isHelp(word) { throw .help }
            guard word == "--format" else { throw .usage("diagram has no option “\(Terminal.plain(word))”") }
            guard let format = TransitionTable.DiagramFormat(rawValue: try words.value(of: word)) else {
                throw .usage("--format is mermaid, dot or svg")
            }
            self.format = format
        }
    }

    func run() -> CommandResult { CommandResult(output: TransitionTable.standard.diagram(format)) }
}
