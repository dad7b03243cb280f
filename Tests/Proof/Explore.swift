import CheckoutTesting
import Foundation

/// Runs explorations and prints what each has visited.
///
/// - Parameters:
///   - name: the one to run; `nil` for all.
///   - depth: how many steps its paths may have, 0 for no limit; `nil` for its own.
/// - Returns: whether every invariant held.
func explore(only name: String?, depth: Int?) -> Bool {
    let begin = DispatchTime.now()
    var list = ExplorationBounds.proof
    if let name { list = list.filter { $0.name == name } }
    if let depth { for index in list.indices { list[index].depth = depth == 0 ? nil : depth } }
    var reports = Exploration.run(list)
    if name == nil || name == "pairs" {
        reports.append(Exploration.run(ExplorationBounds.everyTwo, as: "every two words"))
    }
    let seconds = (DispatchTime.now().uptimeNanoseconds - begin.uptimeNanoseconds) / 1_000_000_000
    for report in reports {
        say(report.description)
        guard let violation = report.violation else { continue }
        say("  VIOLATED \(violation.invariant.rawValue): \(violation.detail)")
        for (number, step) in violation.path.enumerated() { say("  \(number + 1). \(step)") }
    }
    let transitions = reports.reduce(0) { $0 + $1.transitions }
    let states = reports.reduce(0) { $0 + $1.states }
    say("\(states) states, \(transitions) transitions in \(seconds) s")
    return reports.allSatisfy { $0.violation == nil }
}
