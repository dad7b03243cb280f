import CheckoutCore
import CheckoutTesting
import Testing

/// Every value of every report's events, spoiled in turn: missing, of another type, or a word nobody knows.
@Suite("Spoiled values")
struct SpoiledValueTests {
    /// What a value is replaced by; `nil` takes its member out.
    static let spoils: [JSONValue?] = [nil, .null, "", "spoiled", 17, true, [], [:]]

    /// The words that carry an outcome, by the object they stand in.
    static let outcomes: Set = [
        "body.resultCode", "body.eventCode", "attempt.state", "state.case", "result.status", "error.status",
        "result.type",
    ]

    @Test(
        "A spoiled value never makes money look safer than the event, or none at all", arguments: FieldReports.recorded)
    func neverSafer(_ row: LedgerRow) throws {
        let lines = try FieldReports.lines(row.id)
        let right = try Verdict.play(lines).standing
        for place in 1..<lines.count {
            let event = try JSONReader.read(Array(lines[place].utf8))
            // Without its session nothing of a story begins.
            if event["event"]?.string == "paymentMethodsResponse" { continue }
            func play(_ line: [String]) throws -> Standing {
                try Verdict.play(lines[..<place] + line + lines[(place + 1)...]).standing
            }
            let without = try play([])
            for (path, spoiled) in Self.spoiled(event) {
                let standing = try play([spoiled.jsonText])
                #expect(
                    standing.exposure >= min(right.exposure, without.exposure), "\(path) of event \(place): \(standing)"
                )
                let isApproval = standing.state.kind.isApproval
                #expect(
                    !isApproval || right.state.kind.isApproval || without.state.kind.isApproval,
                    "\(path) of event \(place): \(standing)")
                guard Self.outcomes.contains(path), standing.state.kind.isEnd || isApproval,
                    standing.evidence == .provider
                else { continue }
                // A word that carries an outcome and can't be read settles nothing (rule R5).
                #expect(
                    standing.state.kind == without.state.kind || right.state.kind != standing.state.kind,
                    "\(path) of event \(place): \(standing)")
            }
        }
    }

    /// The event with each of its values spoiled, and where. What names the event and its attempt stays.
    private static func spoiled(_ event: JSONValue) -> [(path: String, event: JSONValue)] {
        let name = event["event"]?.string ?? ""
        func spoil(_ value: JSONValue, in parent: String) -> [(String, JSONValue)] {
            guard case .object(let object) = value else { return [] }
            return object.members.indices.flatMap { index -> [(String, JSONValue)] in
                let member = object.members[index]
                guard parent != name || !["event", "session", "attempt", "method", "id"].contains(member.key) else {
                    return []
                }
                func with(_ value: JSONValue?) -> JSONValue {
                    var members = object.members
                    members[index...index] = value.map { [.init(key: member.key, value: $0)] } ?? []
                    return .object(JSONObject(members: members))
                }
                // Another number is another amount, not a spoiled one.
                let spoils = spoils.filter { member.key != "value" || $0 != 17 }
                return spoils.map { ("\(parent).\(member.key)", with($0)) }
                    + spoil(member.value, in: member.key).map { ($0.0, with($0.1)) }
            }
        }
        return spoil(event, in: name).map { (path: $0.0, event: $0.1) }
    }
}
