import Foundation

/// Measures the package beside hand-written peers, in one process and one run.
///
/// usage: Benchmarks [GROUP …] [--json FILE] [--chart FILE] [--table FILE] [--quick]
@main enum Benchmarks {
    private static let groups: [(name: String, run: @Sendable (inout Report, Stopwatch) async -> Void)] = [
        ("interpret", Interpreting.run), ("decode", Decoding.run), ("send", Sending.run), ("async", Reading.run),
        ("journal", Journalling.run), ("restore", Restoring.run), ("replay", Replaying.run), ("begin", Beginning.run),
        ("memory", Memory.run), ("start", Starting.run),
    ]

    static func main() async throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        func option(_ name: String) -> URL? {
            guard let place = arguments.firstIndex(of: name), place + 1 < arguments.count else { return nil }
            defer { arguments.removeSubrange(place...(place + 1)) }
            return URL(fileURLWithPath: arguments[place + 1])
        }
        let (json, chart, table) = (option("--json"), option("--chart"), option("--table"))
        var watch = Stopwatch()
        if let place = arguments.firstIndex(of: "--quick") {
            arguments.remove(at: place)
            watch = Stopwatch(runs: 5, target: .milliseconds(5))
        }

        var report = Report()
        Report.say("\(report.machine), \(report.date)")
        for group in groups where arguments.isEmpty || arguments.contains(group.name) {
            await group.run(&report, watch)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        if let json { try encoder.encode(report).write(to: json) }
        if let table { try Data(report.markdown.utf8).write(to: table) }
        if let chart { try Data(Chart(report).svg.utf8).write(to: chart) }
        let missed = report.rows.count { $0.isReached == false } + report.growth.count { !$0.isLinear }
        Report.say(missed == 0 ? "Every goal is reached." : "\(missed) goals are not reached.")
    }
}
