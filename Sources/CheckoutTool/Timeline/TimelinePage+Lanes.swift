import CheckoutCore
import CheckoutTesting

extension TimelinePage {
    /// The lanes: the order's, then one for each session; every state and mark leads to its event.
    var lanes: HTML {
        let timeline = Timeline(recording, trace)
        return """
            <section class="card" aria-labelledby="timeline">
            <h2 id="timeline">Timeline</h2>
            <div class="scroll" role="region" aria-label="Lanes: the order, then each session" tabindex="0">
            <div class="lanes" style="--places:\(timeline.places)">
            <div class="axis" aria-hidden="true">\(Self.ticks(timeline.places))</div>
            \(timeline.lanes.filter { !$0.rows.isEmpty }.map(lane))</div>
            </div>
            \(Self.legend(timeline))</section>

            """
    }

    private func lane(_ lane: Timeline.Lane) -> HTML {
        let title: HTML =
            lane.session.map { "Session \(name(of: recording.sessions[$0].id))" } ?? "Order"
        return """
            <section class="lane">
            <h3>\(title)</h3>
            \(lane.rows.map(Self.row))</section>

            """
    }

    private static func row(_ row: Timeline.Row) -> HTML {
        let name: HTML =
            switch row.subject {
            case .order: "State"
            case .session: "Before an attempt"
            case .attempt(let number): "Attempt \(number)"
            case .refusedStarts: "Refused starts"
            }
        let spans: HTML = row.spans.isEmpty ? "" : "<ol role=\"list\">\(row.spans.map(span))</ol>"
        let marks: HTML = row.marks.isEmpty ? "" : "<ol role=\"list\" class=\"marks\">\(row.marks.map(mark))</ol>"
        return "<div class=\"row\"><h4>\(name)</h4><div class=\"tracks\">\(spans)\(marks)</div></div>\n"
    }

    private static func span(_ span: Timeline.Span) -> HTML {
        let tone = Tone(span.standing.state.kind)
        let last = span.end - 1
        let steps: HTML = last == span.from ? "Step \(span.from)" : "Steps \(span.from) to \(last)"
        return """
            <li style="--from:\(span.from);--end:\(span.end)">\
            <a class="\(tone.name)" href="#step-\(span.from)" title="\(steps): \(span.standing.label)">\
            <span class="hidden">\(steps): </span><span aria-hidden="true">\(tone.sign)</span> \(span.standing.label)</a></li>
            """
    }

    private static func mark(_ mark: Timeline.Mark) -> HTML {
        let (sign, word): (HTML, String) =
            switch mark.what {
            case .anomaly(let anomaly): ("!", anomaly.rawValue)
            case .refusal(let reason): ("⊘", reason.rawValue)
            }
        return """
            <li style="--from:\(mark.step);--end:\(mark.step + 1)">\
            <a class="badge" href="#step-\(mark.step)" title="Step \(mark.step): \(word)">\
            <span class="hidden">Step \(mark.step): \(word)</span><span aria-hidden="true">\(sign)</span></a></li>
            """
    }

    /// The numbers on the axis: at most eleven, at round distances.
    private static func ticks(_ places: Int) -> [HTML] {
        var distance = 1
        var factors = [2, 5, 10]
        while places > 11 * distance {
            if factors.isEmpty { factors = [20, 50, 100].map { $0 * distance / 10 } }
            distance = factors.removeFirst()
        }
        return stride(from: 0, to: places, by: distance).map { place in
            "<span style=\"--from:\(place);--end:\(place + 1)\">\(place)</span>"
        }
    }

    /// The signs that stand alone where a span is narrow.
    private static func legend(_ timeline: Timeline) -> HTML {
        let rows = timeline.lanes.flatMap(\.rows)
        let shown = Set(rows.flatMap(\.spans).map(\.standing.state.kind))
        var items: [HTML] = CheckoutState.Kind.allCases.filter(shown.contains).map { kind in
            let tone = Tone(kind)
            return
                "<li><span class=\"chip \(tone.name)\" aria-hidden=\"true\">\(tone.sign)</span> \(kind.rawValue)</li>"
        }
        let marks = rows.flatMap(\.marks).map(\.what)
        if marks.contains(where: { if case .anomaly = $0 { true } else { false } }) {
            items.append("<li><span class=\"badge\" aria-hidden=\"true\">!</span> anomaly</li>")
        }
        if marks.contains(where: { if case .refusal = $0 { true } else { false } }) {
            items.append("<li><span class=\"badge\" aria-hidden=\"true\">⊘</span> refused start</li>")
        }
        return "<ul role=\"list\" class=\"legend\" aria-label=\"Signs\">\(items)</ul>\n"
    }
}
