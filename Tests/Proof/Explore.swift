import CheckoutTesting
import Foundation

/// Runs every exploration and prints what each has visited.
///
/// - Returns: whether every invariant held.
func explore() -> Bool {
    let begin = DispatchTime.now()
    let reports = Exploration.run(ExplorationBounds.proof)
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
