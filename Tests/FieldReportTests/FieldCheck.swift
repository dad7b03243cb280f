import Testing

/// A report that a test answers, alone or beside its recording.
struct FieldCheck: Sendable {
    let id: String
    /// Does what the report tells of, and says what came out. The ledger has what must.
    let run: @Sendable () async throws -> String

    init(_ id: String, _ run: @escaping @Sendable () async throws -> String) {
        self.id = id
        self.run = run
    }

    static let all = amounts + payloads + orders + races + flow + gates

    static func named(_ id: String) -> FieldCheck? { all.first { $0.id == id } }
}

extension FieldCheck: CustomTestStringConvertible {
    var testDescription: String { id }
}
