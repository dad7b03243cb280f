import CheckoutCore

/// A deliberate fault, put into a table or a signal while everything else is real. A kit that doesn't notice it proves
/// nothing about it.
package struct Mutant: Sendable {
    /// What is wrong, in words.
    package let name: String
    /// The vendor whose adapter it is in; `nil` for one of the core.
    let provider: Provider?
    let setting: Setting

    /// Every mutant: rows of every vendor's vocabulary, the signals of every adapter, the machine's table, the journal's
    /// records and the guard's policy.
    package static let all: [Mutant] = vocabularies + signals + core
}

/// What notices mutants: the stories, the second bookkeeping of the vendors' words, and the rules told a second time.
package struct MutantHunt: Sendable {
    private let rows: [MappingRow]

    /// Hunts with rows.
    package init(rows: [MappingRow]) { self.rows = rows }

    /// What noticed the mutant: a story or a row; `nil` if it survived.
    package func kill(_ mutant: Mutant) -> String? { kill(mutant.setting, of: mutant.provider) }

    /// The scenarios that notice at least one of some mutants.
    package static func bites(_ mutants: [Mutant]) -> Set<Scenario.ID> {
        var biting: Set<Scenario.ID> = []
        for mutant in mutants {
            for column in Columns.all where mutant.provider.map({ $0 == column.provider }) ?? true {
                for scenario in Scenario.catalogue where !biting.contains(scenario.id) {
                    let notices = column.tell(scenario, mutant.setting).contains { result in
                        if case .differs = result.verdict { true } else { false }
                    }
                    if notices { biting.insert(scenario.id) }
                }
            }
        }
        return biting
    }

    func kill(_ setting: Setting, of provider: Provider?) -> String? {
        if provider == nil, let difference = StatementOracle.difference(setting.table) { return difference }
        for column in Columns.all where provider.map({ $0 == column.provider }) ?? true {
            for scenario in Scenario.catalogue {
                for result in column.tell(scenario, setting) {
                    if case .differs = result.verdict { return "\(scenario.id) at \(column.provider)" }
                }
                if provider == nil, let loss = column.loss(scenario, setting) {
                    return "a kill after \(scenario.id) at \(column.provider): \(loss)"
                }
            }
        }
        for row in rows where provider.map({ $0 == row.provider }) ?? true {
            if row.difference(on: setting) != nil { return row.id }
        }
        return nil
    }
}

extension Mutant {
    // MARK: - The core

    /// Faults of the machine's table, of the journal and of the guard.
    static let core: [Mutant] =
        swappedRanks + progress + forgottenRecords + [
            Mutant(name: "the guard ignores the strict policy", provider: nil, setting: Setting(ignoresPolicy: true))
        ]

    private static var swappedRanks: [Mutant] {
        let order = TransitionTable.standard.order
        return order.indices.flatMap { first in
            // Each word with the next one, and with the one four places on.
            [first + 1, first + 4].filter { $0 < order.count }.map { second in
                var swapped = order
                swapped.swapAt(first, second)
                return Mutant(
                    name:
                        "\(order[first].kind) by \(order[first].evidence) stands above \(order[second].kind) by \(order[second].evidence)",
                    provider: nil,
                    setting: Setting(
                        table: TransitionTable(order: swapped, progress: TransitionTable.standard.progress)))
            }
        }
    }

    private static var progress: [Mutant] {
        let rows = TransitionTable.standard.progress
        let withoutRow = rows.indices.map { index in
            (
                "progress doesn't show over \(rows[index].standing.evidence) doubt",
                rows.indices.filter { $0 != index }.map { rows[$0] }
            )
        }
        let local = rows.indices.map { index in
            (
                "the device's own progress shows over \(rows[index].standing.evidence) doubt",
                rows.indices.map {
                    rows[$0].standing == rows[index].standing
                        ? TransitionTable.ProgressRow(rows[$0].standing, local: true, alive: true) : rows[$0]
                }
            )
        }
        let over = TransitionTable.standard.order.filter { !$0.kind.isApproval && $0.kind != .outcomeUnknown }.map {
            word in
            (
                "progress shows over \(word.kind) by \(word.evidence)",
                rows + [TransitionTable.ProgressRow(word, local: false, alive: true)]
            )
        }
        return (withoutRow + local + over).map { name, rows in
            Mutant(
                name: name, provider: nil,
                setting: Setting(table: TransitionTable(order: TransitionTable.standard.order, progress: rows)))
        }
    }

    /// A journal that forgets one kind of record.
    private static var forgottenRecords: [Mutant] {
        let kinds: [(String, @Sendable (OrderRecord) -> Bool)] = [
            ("the start of an attempt", { if case .began = $0 { true } else { false } }),
            ("a submission", { if case .heard(_, .submission) = $0 { true } else { false } }),
            ("a statement", { if case .heard(_, .statement) = $0 { true } else { false } }),
            (
                "a merchant's statement",
                { if case .heard(_, .statement(let word)) = $0 { word.evidence == .merchant } else { false } }
            ),
            ("a payment given back", { if case .released = $0 { true } else { false } }),
            ("a session that is over", { if case .narrowed = $0 { true } else { false } }),
            ("a provider's name for an attempt", { if case .heard(_, .vendorAttempt) = $0 { true } else { false } }),
            ("an anomaly", { if case .noticed = $0 { true } else { false } }),
        ]
        return kinds.map { name, isForgotten in
            Mutant(name: "the journal forgets \(name)", provider: nil, setting: Setting(keeps: { !isForgotten($0) }))
        }
    }
}
