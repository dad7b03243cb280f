import CheckoutCore
import CheckoutTesting
import Foundation

/// Hunts every mutant and prints what noticed each, and which survived.
///
/// - Parameter folder: where the rows of the second bookkeeping are.
/// - Returns: whether at least 95 of a hundred were killed, and every survivor is explained.
func mutants(rows folder: String) -> Bool {
    let providers: [Provider] = [.epay, .primer, .adyen, .pxp]
    var rows: [MappingRow] = []
    for provider in providers {
        guard let text = FileManager.default.contents(atPath: "\(folder)/\(provider.rawValue).jsonl"),
            let read = MappingRow.rows(Array(text), provider: provider)
        else {
            say("there are no rows of \(provider) in \(folder)")
            return false
        }
        rows += read
    }
    let hunt = MutantHunt(rows: rows)
    let all = Mutant.all
    var unexplained = 0
    var survivors = 0
    for mutant in all {
        if hunt.kill(mutant) != nil { continue }
        survivors += 1
        let reason = Mutant.survivors[mutant.name]
        if reason == nil { unexplained += 1 }
        say("survives: \(mutant.name) (\(reason ?? "NOT EXPLAINED"))")
    }
    let biting = MutantHunt.bites(all)
    let toothless = Scenario.catalogue.map(\.id).filter { !biting.contains($0) }
    say("\(all.count) mutants, \(all.count - survivors) killed, \(survivors) survive, \(unexplained) unexplained")
    say(
        toothless.isEmpty
            ? "every scenario fails for at least one mutant"
            : "no mutant fails \(toothless.map(\.rawValue).joined(separator: " "))")
    return unexplained == 0 && survivors * 20 <= all.count && toothless.isEmpty
}
