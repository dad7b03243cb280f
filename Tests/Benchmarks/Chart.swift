import Foundation

/// The ratios to the goals and the growth of the costs as one picture.
struct Chart {
    let report: Report

    init(_ report: Report) { self.report = report }

    /// How far from its goal a row is: 1 is the goal, less is better.
    private struct Bar {
        let label: String
        let value: Double
    }

    private var bars: [Bar] {
        report.rows.compactMap { row in
            let label = "\(row.group): \(row.work.split(separator: "(")[0])"
            if let least = row.atLeast { return Bar(label: label, value: least / row.figure) }
            return row.atMost.map { Bar(label: label, value: (row.ratio ?? row.figure) / $0) }
        }
    }

    var svg: String {
        let (left, width, line) = (430.0, 420.0, 20.0)
        var y = 64.0
        var body = text(20, 28, "How far from the goal: 1 is the goal, left of it is better", size: 15)
        body += text(20, 46, "\(report.machine), \(report.date)", size: 11, colour: "#888")
        // From a hundredth of the goal to a hundred times.
        func x(_ value: Double) -> Double { left + width * (min(2, max(-2, log10(value))) + 2) / 4 }
        let top = y
        for bar in bars {
            let (from, to) = (min(x(1), x(bar.value)), max(x(1), x(bar.value)))
            body += text(left - 8, y + 13, bar.label, anchor: "end")
            body += rectangle(from, y + 2, max(1, to - from), line - 6, bar.value <= 1 ? "#2a9d5c" : "#d1495b")
            let isLeft = bar.value <= 1 && from > left + 30
            body += text(
                isLeft ? from - 4 : to + 4, y + 13, Report.text(bar.value), anchor: isLeft ? "end" : "start")
            y += line
        }
        for power in -2...2 {
            let place = x(pow(10, Double(power)))
            body += rectangle(place, top, power == 0 ? 1.5 : 0.5, y - top, "#888")
            body += text(
                place, y + 14, power < 0 ? "1/\(Int(pow(10, Double(-power))))" : "\(Int(pow(10, Double(power))))",
                anchor: "middle")
        }
        y += 52
        body += text(
            20, y, "How the cost grows: time of the whole, each axis in tens; the dashed line is linear", size: 15)
        y += 16
        for (place, growth) in report.growth.enumerated() {
            let column = Double(place % 3)
            body += panel(growth, x: 20 + column * 300, y: y)
            if place % 3 == 2 || place == report.growth.count - 1 { y += 200 }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 920 \(Int(y + 10))" font-family="sans-serif">
            <rect width="100%" height="100%" fill="#fff"/>
            \(body)</svg>

            """
    }

    private func panel(_ growth: Growth, x: Double, y: Double) -> String {
        guard let first = growth.points.first, let last = growth.points.last, last.size > first.size else { return "" }
        let size = 130.0
        let span = log10(Double(last.size) / Double(first.size))
        let times = growth.points.map { log10($0.time / first.time) }
        let height = max(span, times.max() ?? span)
        func point(_ horizontal: Double, _ vertical: Double) -> String {
            "\(place(x + 10 + size * 1.9 * horizontal / span)),\(place(y + 28 + size - size * vertical / height))"
        }
        let curve = zip(growth.points, times).map { point(log10(Double($0.size) / Double(first.size)), $1) }
        return text(x, y + 14, growth.work, size: 11)
            + "<polyline points=\"\(point(0, 0)) \(point(span, span))\" fill=\"none\" stroke=\"#aaa\" stroke-dasharray=\"4 3\"/>\n"
            + "<polyline points=\"\(curve.joined(separator: " "))\" fill=\"none\" stroke=\"#2a6f9d\" stroke-width=\"2\"/>\n"
            + text(
                x, y + size + 44,
                "\(first.size) to \(last.size) \(growth.size): \(Report.text(first.time / 1000)) to \(Report.text(last.time / 1000)) µs",
                size: 10, colour: "#666")
    }

    private func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ colour: String) -> String {
        "<rect x=\"\(place(x))\" y=\"\(place(y))\" width=\"\(place(width))\" height=\"\(place(height))\" fill=\"\(colour)\"/>\n"
    }

    private func text(
        _ x: Double, _ y: Double, _ text: String, size: Int = 11, anchor: String = "start", colour: String = "#222"
    ) -> String {
        let escaped = text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
        return
            "<text x=\"\(place(x))\" y=\"\(place(y))\" font-size=\"\(size)\" text-anchor=\"\(anchor)\" fill=\"\(colour)\">\(escaped)</text>\n"
    }

    private func place(_ value: Double) -> String { String(format: "%.1f", value) }
}
