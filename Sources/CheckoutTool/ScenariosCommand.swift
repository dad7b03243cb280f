import CheckoutCore
import CheckoutTesting

/// `checkout scenarios`: the equivalence matrix.
struct ScenariosCommand {
    private var asJSON = false

    init(_ words: inout Words) throws(CommandError) {
        while let word = words.next() {
            switch word {
            case _ where CheckoutCommand.isHelp(word): throw .help
            case "--json": asJSON = true
            default: throw .usage("scenarios has no option “\(Terminal.plain(word))”")
            }
        }
    }

    func run() -> CommandResult {
        let matrix = Matrix.played()
        return CommandResult(
            output: asJSON ? matrix.jsonLines.joined(separator: "\n") + "\n" : table(matrix),
            message: matrix.isExact ? "" : matrix.differences.joined(separator: "\n"),
            code: matrix.isExact ? .success : .failure)
    }

    private func table(_ matrix: Matrix) -> String {
        var rows = [["scenario", "story"] + matrix.providers.map(\.rawValue)]
        for scenario in Scenario.catalogue {
            let cells = matrix.cells.filter { $0.scenario == scenario.id }
            rows.append([scenario.id.rawValue, scenario.title] + cells.map(\.mark))
        }
        let exact = matrix.cells.filter { $0.isExpressible && !$0.differs }.count
        let silent = matrix.cells.filter { !$0.isExpressible }
        var notes: [[String]] = []
        for cell in matrix.cells {
            guard let note = cell.note else { continue }
            notes.append([cell.scenario.rawValue, cell.provider.rawValue, note])
        }
        return Terminal.table(rows)
            + "\n= exactly the expected trace · – the vendor can't tell the story, for the reason below\n"
            + "\(exact) cells exact, \(silent.count) not expressible, \(matrix.cells.count - exact - silent.count) differ\n\n"
            + Terminal.table(notes)
    }
}
