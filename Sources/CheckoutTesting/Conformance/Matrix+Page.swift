import CheckoutCore

extension Matrix {
    /// The matrix as an article of the documentation.
    package var page: String {
        let titles = providers.map(\.rawValue)
        var lines = [
            "# The equivalence matrix", "",
            "Every story of the catalogue, told by every provider.", "",
            "## Overview", "",
            "Each story is told once in neutral turns (``Turn``), with one expected trace (``Sight``). A simulator tells it in its",
            "vendor's events, the real adapter, machine and guard take them, and what an observer sees has to be exactly the",
            "expected trace, after what the vendor can't tell (``Telling``). `=` is exact; `–` is a story that the vendor can't tell,",
            "for the reason below.", "",
            "| | story | " + titles.joined(separator: " | ") + " |",
            "|---|---|" + titles.map { _ in "---|" }.joined(),
        ]
        for scenario in Scenario.catalogue {
            let marks = cells.filter { $0.scenario == scenario.id }.map(\.mark)
            lines.append("| \(scenario.id) | \(scenario.title) | " + marks.joined(separator: " | ") + " |")
        }
        let exact = cells.filter { $0.isExpressible && !$0.differs }.count
        let silent = cells.filter { !$0.isExpressible }.count
        lines += [
            "", "\(exact) cells are exact, \(silent) are not expressible, \(cells.count - exact - silent) differ.", "",
            "### What a vendor can't tell, or tells otherwise", "", "| | provider | why |", "|---|---|---|",
        ]
        for cell in cells {
            if let note = cell.note { lines.append("| \(cell.scenario) | \(cell.provider) | \(note) |") }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
