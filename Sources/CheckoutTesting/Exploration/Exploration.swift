import CheckoutCore
import Dispatch

/// Visits every order that can come of any steps within bounds, and looks at each with every invariant.
///
/// What an order can come to is found by letting every step happen to every order that was found, until nothing new is
/// found. A word that is lost is a step that isn't taken, a duplicate one that is taken twice, and words that come late or
/// in another order are steps taken then: a search over all steps has them all. A kill is possible after every step.
package enum Exploration {
    /// Explores within bounds.
    package static func run(_ bounds: ExplorationBounds) -> ExplorationReport {
        var search = Search(bounds)
        search.run()
        return search.report
    }

    /// Explores within each of several bounds and adds up what was visited; the first violation stands.
    package static func run(_ list: [ExplorationBounds], as name: String) -> ExplorationReport {
        var whole = ExplorationReport(name: name)
        whole.isClosed = true
        for report in run(list) {
            whole.states += report.states
            whole.transitions += report.transitions
            whole.kills += report.kills
            whole.outside += report.outside
            whole.machines += report.machines
            whole.pairs += report.pairs
            whole.isClosed = whole.isClosed && report.isClosed
            whole.depth = max(whole.depth, report.depth)
            whole.violation = whole.violation ?? report.violation
        }
        return whole
    }

    /// Explores within several bounds, as many at a time as there are processors. The result doesn't depend on that.
    package static func run(_ list: [ExplorationBounds]) -> [ExplorationReport] {
        let reports = Locked<[Int: ExplorationReport]>([:])
        DispatchQueue.concurrentPerform(iterations: list.count) { index in
            let report = run(list[index])
            reports.withLock { $0[index] = report }
        }
        return reports.withLock { found in list.indices.compactMap { found[$0] } }
    }
}

/// What an exploration has visited.
package struct ExplorationReport: Sendable, Hashable {
    /// What it is called.
    package let name: String
    /// How many different orders were found: the live machine together with what its journal gives back.
    package internal(set) var states = 0
    /// How many steps were taken and looked at.
    package internal(set) var transitions = 0
    /// How many of them were kills.
    package internal(set) var kills = 0
    /// How many steps led out of the bounds. They were looked at and not followed.
    package internal(set) var outside = 0
    /// How many different attempt machines were found, and how many pairs of words were said to them in both orders.
    package internal(set) var machines = 0
    package internal(set) var pairs = 0
    /// Whether nothing new was left to find within the bounds.
    package internal(set) var isClosed = false
    /// The length of the longest shortest path.
    package internal(set) var depth = 0
    /// The first violation found; the search ends with it.
    package internal(set) var violation: ExplorationViolation?
}

/// A breadth-first search: the first path to a violation is a shortest one.
private struct Search {
    private let bounds: ExplorationBounds
    private let world: ExploredWorld
    private var convergence: Convergence
    private var known: [ExploredOrder: Int32] = [:]
    /// The order that each one was found from, and the step that led to it.
    private var origins: [(from: Int32, step: ExplorationStep)] = []
    var report: ExplorationReport

    init(_ bounds: ExplorationBounds) {
        self.bounds = bounds
        world = ExploredWorld(bounds)
        convergence = Convergence(bounds)
        report = ExplorationReport(name: bounds.name)
    }

    mutating func run() {
        search()
        report.states = known.count
        report.machines = convergence.machines
        report.pairs = convergence.pairs
    }

    private mutating func search() {
        let beginning = world.beginning
        known[beginning] = 0
        origins.append((-1, .kill(comesBack: true)))
        var frontier = [(beginning, Int32(0))]
        while !frontier.isEmpty {
            if let depth = bounds.depth, report.depth >= depth { return }
            var next: [(ExploredOrder, Int32)] = []
            for (order, place) in frontier {
                for step in bounds.steps(of: order.live) {
                    guard let found = take(step, from: order, place) else { continue }
                    if report.violation != nil { return }
                    next.append(found)
                }
                if report.violation != nil { return }
            }
            if !next.isEmpty { report.depth += 1 }
            frontier = next
        }
        report.isClosed = true
    }

    /// Takes a step.
    ///
    /// - Returns: the order it leads to, if that is a new one.
    private mutating func take(
        _ step: ExplorationStep, from order: ExploredOrder, _ place: Int32
    ) -> (ExploredOrder, Int32)? {
        let happening = world.perform(step, on: order)
        report.transitions += 1
        if step.isKill { report.kills += 1 }
        let judgement = Judgement(policy: bounds.policy, before: order, step: step, happening: happening)
        if let finding = judgement.finding {
            note(finding, place, step)
            return nil
        }
        let found = happening.order
        guard bounds.contains(found.live) else {
            report.outside += 1
            return nil
        }
        guard known[found] == nil else { return nil }
        let number = Int32(origins.count)
        known[found] = number
        origins.append((place, step))
        if let finding = found.live.finding(bounds.shops)
            ?? (bounds.comparesOrders ? convergence.finding(found.live) : nil)
        {
            note(finding, place, step)
            return nil
        }
        return (found, number)
    }

    private mutating func note(_ finding: Finding, _ place: Int32, _ step: ExplorationStep) {
        var path = [step.description]
        var place = place
        while place > 0 {
            let origin = origins[Int(place)]
            path.append(origin.step.description)
            place = origin.from
        }
        report.violation = ExplorationViolation(
            invariant: finding.invariant, detail: finding.detail, path: path.reversed())
    }
}

extension ExplorationReport: CustomStringConvertible {
    /// One line with the numbers.
    package var description: String {
        let end = isClosed ? "closed at depth \(depth)" : "to depth \(depth)"
        return "\(name): \(states) states, \(transitions) transitions (\(kills) kills, \(outside) out of bounds), "
            + "\(machines) machines with \(pairs) pairs of words, \(end)"
    }
}
