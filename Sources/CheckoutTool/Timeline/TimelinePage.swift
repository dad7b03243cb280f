import CheckoutCore
import CheckoutTesting

/// A recording as one page that needs nothing else: no network, no script, no font.
///
/// A support engineer reads it from the top: how the order ended and whether the shopper may pay again, what is odd,
/// the attempts, their timeline, then event by event what changed. It shows what the trace shows, the names of the
/// events and the methods, and nothing else of a payload.
struct TimelinePage {
    let recording: Recording
    let trace: Trace

    init(_ recording: Recording, _ trace: Trace) {
        self.recording = recording
        self.trace = trace
    }

    /// The page: HTML that XML parsers read too, the same for the same recording.
    var text: String { page.text }

    private var page: HTML {
        let end = trace.standing
        let reference = ForeignText(trace.reference)
        let events = recording.events.count
        let sessions = recording.sessions.count
        return """
            <!DOCTYPE html>
            <html xmlns="http://www.w3.org/1999/xhtml" lang="en">
            <head>
            <meta charset="utf-8"/>
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
            <meta name="viewport" content="width=device-width, initial-scale=1"/>
            <meta name="color-scheme" content="light dark"/>
            <title>Order \(reference.shown): \(end.standing.state.kind.rawValue)</title>
            <style>
            \(Self.style)
            </style>
            </head>
            <body>
            <header>
            <h1>Order \(reference.html)</h1>
            <p>\(recording.order.amount.description) · \(recording.policy.rawValue) policy · \
            \(sessions) \(sessions == 1 ? "session" : "sessions") · \(events) \(events == 1 ? "event" : "events")</p>
            </header>
            <main>
            \(verdict)\(anomalies)\(attempts)\(lanes)\(eventList)</main>
            <footer><p>Played from a recording by <code>checkout replay</code>. \
            Signs and words say what the colours say.</p></footer>
            </body>
            </html>

            """
    }

    // MARK: How it ended

    private var verdict: HTML {
        let end = trace.standing
        let state = end.standing.state
        var blocked: HTML = "<strong>Yes</strong>, the guard lets a new attempt begin."
        if let refusal = end.refusal {
            blocked = "<strong>No.</strong> \(refusal.description)"
            if let attempt = end.blockedBy {
                blocked = "\(blocked) In the way: <a href=\"#attempt-\(attempt)\">attempt \(attempt)</a>."
            }
        }
        var facts: [(HTML, HTML)] = [
            ("May the shopper pay again?", blocked),
            ("Next step", "<strong>\(end.nextStep.description)</strong>: \(Wording.meaning(end.nextStep))"),
            ("Money", "<strong>\(end.standing.exposure.rawValue)</strong>: \(Wording.meaning(end.standing.exposure))"),
            ("Whose word", "\(Wording.meaning(end.standing.evidence))"),
        ]
        if let payment = Self.payment(end.standing) { facts.append(("Payment", payment)) }
        return """
            <section class="card verdict \(Tone(state.kind).name)" aria-labelledby="end">
            <h2 id="end">How it ended</h2>
            <p class="state">\(end.standing.chip) \(Wording.meaning(state))</p>
            <dl>
            \(facts.map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>\n" })</dl>
            </section>

            """
    }

    private var anomalies: HTML {
        let found = trace.standing.anomalies
        guard !found.isEmpty else { return "" }
        let items: [HTML] = found.map { anomaly in
            let steps: [HTML] = trace.lines.compactMap { line in
                guard case .change(let step, let update) = line, update.change.anomalies.contains(anomaly) else {
                    return nil
                }
                return " <a href=\"#step-\(step)\">step \(step)</a>"
            }
            return "<li>\(Self.badge)<strong>\(anomaly.rawValue)</strong>: \(Wording.meaning(anomaly));\(steps)</li>\n"
        }
        return """
            <section class="card alert" aria-labelledby="anomalies">
            <h2 id="anomalies">Anomalies</h2>
            <ul role="list">
            \(items)</ul>
            </section>

            """
    }

    // MARK: Attempts

    private var attempts: HTML {
        var last: [Int: CheckoutUpdate.Change] = [:]
        for case .change(_, let update) in trace.lines {
            if let attempt = update.change.attempt { last[attempt] = update.change }
        }
        let rows: [HTML] = last.sorted { $0.key < $1.key }.map { attempt, change in
            let details: [HTML] = [
                Self.payment(change.standing).map { "payment \($0)" }, Self.raw(change.standing),
                "retry \(change.standing.retry.rawValue)",
            ].compactMap { $0 }
            return """
                <tr id="attempt-\(attempt)"><th scope="row">\(attempt)</th><td>\(name(of: change.session))</td>\
                <td>\(change.standing.chip)<p class="details">\(Self.joined(details))</p></td>\
                <td>\(change.standing.exposure.rawValue)</td></tr>

                """
        }
        return """
            <section class="card" aria-labelledby="attempts">
            <h2 id="attempts">Attempts</h2>
            \(rows.isEmpty ? "<p>No attempt was begun.</p>\n" : Self.table(rows))</section>

            """
    }

    private static func table(_ rows: [HTML]) -> HTML {
        """
        <table>
        <thead><tr><th scope="col">No</th><th scope="col">Session</th><th scope="col">State at the end</th>\
        <th scope="col">Money</th></tr></thead>
        <tbody>
        \(rows)</tbody>
        </table>

        """
    }

    // MARK: Words that several parts use

    static let badge: HTML = "<span class=\"badge\" aria-hidden=\"true\">!</span> "

    /// A session by its name and provider.
    func name(of session: String?) -> HTML {
        guard let session, let header = recording.sessions.first(where: { $0.id == session }) else { return "order" }
        return "\(ForeignText(session).html) · \(header.provider.rawValue)"
    }

    /// Details in one line; a dot stands between two.
    static func joined(_ details: [HTML]) -> HTML { "\(details.map { "<span>\($0)</span> " })" }

    /// What the state names of the payment.
    static func payment(_ standing: Standing) -> HTML? {
        let payment = standing.state.payment
        guard !payment.isEmpty else { return nil }
        let words = [payment.reference?.text, payment.amount?.description].compactMap { $0 }
        return "\(words.joined(separator: ", "))"
    }

    /// The provider's own words, as far as they are kept.
    static func raw(_ standing: Standing) -> HTML? {
        let raw = standing.state.raw
        return raw.isEmpty ? nil : "<code>\(raw.description)</code>"
    }
}
