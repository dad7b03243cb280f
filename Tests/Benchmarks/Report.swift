import Foundation

/// One line of the table: what was measured, beside what, and what was to be reached.
struct Row: Codable {
    enum Unit: String, Codable {
        case nanoseconds = "ns"
        case microseconds = "µs"
        case milliseconds = "ms"
        case perSecond = "/s"
        case bytes = "B"
        case blocks = "blocks"

        /// How many of the unit a nanosecond is.
        var scale: Double {
            switch self {
            case .microseconds: 1e-3
            case .milliseconds: 1e-6
            case .nanoseconds, .perSecond, .bytes, .blocks: 1
            }
        }
    }

    /// The group's name, by which it can be run alone.
    var group: String
    var work: String
    var figure: Double
    var unit: Unit
    /// What it is compared with; absent where the figure itself is the goal.
    var peer: String?
    var peerFigure: Double?
    var ratio: Double?
    /// The largest ratio, or figure where there is no peer, that is good enough.
    var atMost: Double?
    /// The smallest figure that is good enough, where more is better.
    var atLeast: Double?
    /// Heap blocks asked for, for each piece of work.
    var blocks: Double?

    var isReached: Bool? {
        if let atLeast { return figure >= atLeast }
        return atMost.map { (ratio ?? figure) <= $0 }
    }
}

extension Row {
    /// A time beside a peer's.
    init(
        _ group: String, _ work: String, _ times: Comparison, in unit: Unit = .nanoseconds, to peer: String,
        atMost: Double? = nil, blocks: Double? = nil
    ) {
        self.init(
            group: group, work: work, figure: times.subject * unit.scale, unit: unit, peer: peer,
            peerFigure: times.peer * unit.scale, ratio: times.ratio, atMost: atMost, atLeast: nil, blocks: blocks)
    }

    /// A figure by itself.
    init(
        _ group: String, _ work: String, _ figure: Double, in unit: Unit, atMost: Double? = nil, atLeast: Double? = nil
    ) {
        self.init(
            group: group, work: work, figure: figure, unit: unit, peer: nil, peerFigure: nil, ratio: nil,
            atMost: atMost, atLeast: atLeast, blocks: nil)
    }
}

/// How the cost of one piece of work changes with a size.
struct Growth: Codable {
    struct Point: Codable {
        var size: Int
        /// Nanoseconds for the whole.
        var time: Double
    }

    var work: String
    /// What the size counts.
    var size: String
    var points: [Point]

    /// The power of the size that the time grows with, over the last decade measured: 1 is linear.
    var exponent: Double {
        guard let last = points.last, points.count > 1 else { return .nan }
        let first = points[points.count - 2]
        return log(last.time / first.time) / log(Double(last.size) / Double(first.size))
    }

    /// Noise makes a straight line look like a power a little above one.
    var isLinear: Bool { exponent <= 1.15 }
}

/// Everything measured in one run.
struct Report: Codable {
    var machine: String
    var date: String
    var rows: [Row] = []
    var growth: [Growth] = []

    init() {
        machine = Self.describeMachine()
        date = ISO8601DateFormatter().string(from: Date()).prefix(10).description
    }

    /// The processor and the system, without a name of the machine.
    private static func describeMachine() -> String {
        let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let model =
            information.split(separator: "\n").first { $0.hasPrefix("model name") }?
            .split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor"
        let process = ProcessInfo.processInfo
        return "\(process.activeProcessorCount) × \(model), \(process.operatingSystemVersionString)"
    }

    /// Rows for which one name each is printed while they come.
    mutating func add(_ row: Row) {
        rows.append(row)
        Self.say(Self.line(row))
    }

    mutating func add(_ line: Growth) {
        growth.append(line)
        Self.say(Self.line(line))
    }

    /// Prints at once, also into a file.
    static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    static func text(_ value: Double) -> String {
        switch abs(value) {
        case 1e15...: "-"
        case 10_000...: String(format: "%.0f", value)
        case 100...: String(format: "%.0f", value)
        case 1...: String(format: "%.1f", value)
        default: String(format: "%.2f", value)
        }
    }

    static func goal(_ row: Row) -> String {
        if let least = row.atLeast { return "≥ \(text(least))" }
        return row.atMost.map { "≤ \(text($0))" } ?? ""
    }

    static func mark(_ isReached: Bool?) -> String { isReached.map { $0 ? "yes" : "NO" } ?? "" }

    private static func line(_ row: Row) -> String {
        let peer = row.peer.map { "  \($0) \(text(row.peerFigure ?? .nan))" } ?? ""
        let ratio = row.ratio.map { "  ratio \(text($0))" } ?? ""
        let blocks = row.blocks.map { "  \(text($0)) blocks" } ?? ""
        let goal = goal(row).isEmpty ? "" : "  goal \(goal(row)) \(mark(row.isReached))"
        return "\(row.group): \(row.work)  \(text(row.figure)) \(row.unit.rawValue)\(peer)\(ratio)\(blocks)\(goal)"
    }

    private static func line(_ growth: Growth) -> String {
        let points = growth.points.map { "\($0.size): \(text($0.time / 1000)) µs" }.joined(separator: "  ")
        return
            "growth: \(growth.work) by \(growth.size)  \(points)  power \(text(growth.exponent)) \(growth.isLinear ? "" : "NOT LINEAR")"
    }

    /// The table as it stands in the documentation.
    var markdown: String {
        var lines = ["| work | here | beside | ratio | goal | reached |", "|---|---|---|---|---|---|"]
        for row in rows {
            let here =
                "\(Self.text(row.figure)) \(row.unit.rawValue)" + (row.blocks.map { ", \(Self.text($0)) blocks" } ?? "")
            let peer = row.peer.map { "\($0): \(Self.text(row.peerFigure ?? .nan)) \(row.unit.rawValue)" } ?? ""
            lines.append(
                "| \(row.group): \(row.work) | \(here) | \(peer) | \(row.ratio.map(Self.text) ?? "") | \(Self.goal(row)) | \(Self.mark(row.isReached)) |"
            )
        }
        lines += ["", "| cost of | by | sizes and times | power of the size |", "|---|---|---|---|"]
        for line in growth {
            let points = line.points.map { "\($0.size): \(Self.text($0.time / 1000)) µs" }.joined(separator: ", ")
            lines.append("| \(line.work) | \(line.size) | \(points) | \(Self.text(line.exponent)) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
