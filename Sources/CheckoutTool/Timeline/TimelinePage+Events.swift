import CheckoutCore
import CheckoutTesting

extension TimelinePage {
    /// Every event in order, with what changed; an event that changed nothing says so.
    var eventList: HTML {
        let lines = Dictionary(grouping: trace.lines, by: \.step)
        var before = Before()
        var items = [item(0, "the recording begins", lines[0] ?? [], &before)]
        for event in recording.events {
            var title: HTML = "<code>\(event.name)</code>"
            if let method = event.method { title = "\(title) <span class=\"method\">\(method.text)</span>" }
            if event.isOfOrder {
                title = "\(title) <span class=\"place\">order</span>"
            } else if recording.sessions.count > 1 {
                title = "\(title) <span class=\"place\">\(name(of: recording.sessions[event.session].id))</span>"
            }
            items.append(item(event.step, title, lines[event.step] ?? [], &before))
        }
        return """
            <section class="card" aria-labelledby="events">
            <h2 id="events">Events</h2>
            <ol role="list" class="events">
            \(items)</ol>
            </section>

            """
    }

    /// What stood before a change.
    private struct Before {
        struct Subject: Hashable {
            var session: String?
            var attempt: Int?
        }

        var standings: [Subject: Standing] = [:]
        var order: CheckoutState.Kind?
    }

    private func item(_ step: Int, _ title: HTML, _ lines: [Trace.Line], _ before: inout Before) -> HTML {
        var changes: [HTML] = []
        for line in lines {
            switch line {
            case .refused(_, let reason):
                changes.append(
                    """
                    <li><p><span class="badge" aria-hidden="true">⊘</span> \
                    <strong>start refused</strong>, \(reason.rawValue): \(reason.description)</p></li>
                    """)
            case .change(_, let update): changes.append(change(update, &before))
            }
        }
        let body: HTML =
            changes.isEmpty ? "<p class=\"nothing\">no change</p>" : "<ul role=\"list\">\(changes)</ul>"
        return """
            <li id="step-\(step)"\(changes.isEmpty ? " class=\"quiet\"" : "" as HTML)>\
            <p class="event"><span class="number"><span class="hidden">Step </span>\(step)</span> \(title)</p>\(body)</li>

            """
    }

    private func change(_ update: CheckoutUpdate, _ before: inout Before) -> HTML {
        let change = update.change
        let subject = Before.Subject(session: change.session, attempt: change.attempt)
        let old = before.standings.updateValue(change.standing, forKey: subject)
        let standing = change.standing

        var subjectName: HTML
        if let attempt = change.attempt {
            subjectName = "Attempt \(attempt)"
        } else {
            subjectName = change.session == nil ? "Order" : "Session"
        }
        if recording.sessions.count > 1, change.session != nil {
            subjectName = "\(subjectName) (\(name(of: change.session)))"
        }
        let from: HTML =
            if let old, old.label != standing.label { "<span class=\"from\">\(old.label)</span> → " } else { "" }

        var details: [HTML] = []
        let money = old?.exposure ?? .none
        if money != standing.exposure { details.append("money \(money.rawValue) → \(standing.exposure.rawValue)") }
        if let evidence = standing.evidence { details.append("said by \(evidence.rawValue)") }
        if change.isEvidenceOnly { details.append("the same state on stronger evidence") }
        if let payment = Self.payment(standing) { details.append("payment \(payment)") }
        if let raw = Self.raw(standing) { details.append(raw) }
        if before.order != update.order.state.kind { details.append("order \(update.order.state.kind.rawValue)") }
        before.order = update.order.state.kind

        let anomalies: [HTML] = change.anomalies.map { anomaly in
            "<p class=\"anomaly\">\(Self.badge)<strong>\(anomaly.rawValue)</strong>: \(Wording.meaning(anomaly))</p>"
        }
        return """
            <li><p><strong>\(subjectName)</strong> \(from)\(standing.chip)</p>\
            \(details.isEmpty ? "" : "<p class=\"details\">\(Self.joined(details))</p>" as HTML)\(anomalies)</li>
            """
    }
}
