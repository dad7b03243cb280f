package import CheckoutCore

/// One vendor word with what it has to mean: a row of the second bookkeeping, which nobody wrote from the code.
///
/// The rows are JSON Lines: `{"id":…,"settings":…,"events":[…],"expect":{…}}`. `expect` holds the members of the state's JSON
/// that the design determines, of the last state of the attempt `expect.attempt` (of the first one if there is none, of the
/// session if there is no attempt). `"nothing":true` says that the last event changes nothing; `refused` names the refusal of
/// a start; `anomalies` are among those of the trace.
package struct MappingRow: Sendable {
    /// Its name.
    package let id: String
    /// The vendor.
    package let provider: Provider
    private let settings: JSONValue?
    private let events: [JSONValue]
    private let expect: JSONValue

    /// Reads rows; `nil` for a text that isn't rows.
    package static func rows(_ text: [UInt8], provider: Provider) -> [MappingRow]? {
        var rows: [MappingRow] = []
        for line in text.split(separator: 10) where !line.allSatisfy({ $0 == 32 || $0 == 13 }) {
            guard let json = try? JSONReader.read(Array(line)), let id = json["id"]?.string,
                let events = json["events"]?.array, let expect = json["expect"], expect.object != nil
            else { return nil }
            rows.append(
                MappingRow(id: id, provider: provider, settings: json["settings"], events: events, expect: expect))
        }
        return rows
    }

    /// What differs from what the row expects, in words; `nil` if nothing does.
    package func difference() -> String? { difference(on: Setting()) }

    func difference(on setting: Setting) -> String? {
        let order = CheckoutOrder(reference: "A-1001", amount: Scenario.order.amount)
        guard let type = RecordedProviders.all[provider] else { return "nobody knows the provider" }
        let lines: [JSONValue] = [header(order)] + events
        guard let recording = try? Recording(lines.map(\.jsonText).joined(separator: "\n").utf8) else {
            return "the row's events are no recording"
        }
        let adapter = setting.adapter(type.init(settings: settings))
        let trace = recording.play(on: setting.stage(order)) { _ in adapter }
        if let refusal = expect["refused"]?.string {
            let told = trace.lines.contains { line in
                if case .refused(_, let reason) = line { reason.rawValue == refusal } else { false }
            }
            return told ? nil : "the start isn't refused"
        }
        return difference(in: trace)
    }

    private func header(_ order: CheckoutOrder) -> JSONValue {
        [
            "recording": 1, "order": ["reference": .string(order.reference), "amount": order.amount.json],
            "sessions": [["id": "a", "provider": .string(provider.rawValue), "settings": settings]],
        ]
    }

    private func difference(in trace: Trace) -> String? {
        let changes = trace.lines.compactMap { line -> (step: Int, change: CheckoutUpdate.Change)? in
            if case .change(let step, let update) = line { (step, update.change) } else { nil }
        }
        let number = expect["attempt"]?.integer.map { Int($0) }
        let hasAttempt = number != nil || changes.contains { $0.change.attempt == 1 }
        let own = changes.filter { $0.change.attempt == (hasAttempt ? number ?? 1 : nil) }
        guard let last = own.last?.change else { return "there is no such attempt" }
        if expect["nothing"]?.bool == true,
            own.last(where: { $0.step < events.count })?.change.standing != last.standing
        {
            return "the last event changes the state"
        }
        let standing = last.standing.json
        // A reference of null says that none is kept.
        if let object = expect.object, let wanted = object["reference"] {
            let found = standing["payment"]?["reference"] ?? .null
            guard found == wanted else { return "reference: expected \(wanted.jsonText), found \(found.jsonText)" }
        }
        for key in Self.members {
            guard let wanted = expect[key] else { continue }
            let found = key == "actionKind" ? standing["action"]?["kind"] : standing[key]
            // Absent is false where a member is a yes or no.
            guard found == wanted || found == nil && wanted == false else {
                return "\(key): expected \(wanted.jsonText), found \(found?.jsonText ?? "nothing")"
            }
        }
        let told = Set(changes.flatMap(\.change.anomalies).map(\.rawValue))
        let wanted = (expect["anomalies"]?.array ?? []).compactMap(\.string)
        return wanted.allSatisfy(told.contains) ? nil : "anomalies: expected \(wanted), found \(told.sorted())"
    }

    /// The members that a row can determine.
    private static let members = [
        "state", "evidence", "exposure", "retry", "reason", "cause", "kind", "level", "waitingFor", "submitted",
        "intent",
        "earlierRefusal", "actionKind",
    ]
}
