import CheckoutCore

extension Matrix {
    /// One line of JSON for each cell.
    public var jsonLines: [String] { cells.map(\.json.jsonText) }

    /// What differs, story by story, for whoever has to mend it.
    public var differences: [String] {
        cells.flatMap { cell in
            cell.stories.compactMap { result in
                guard case .differs(let expected, let seen) = result.verdict else { return nil }
                let name = result.story.isEmpty ? "" : " (\(result.story))"
                return
                    (["\(cell.scenario)\(name) at \(cell.provider)", "  expected:"] + expected.map { "    \($0)" }
                    + ["  seen:"] + seen.map { "    \($0)" }).joined(separator: "\n")
            }
        }
    }
}

extension Matrix.Cell {
    /// The cell in one sign.
    public var mark: String { differs ? "≠" : isExpressible ? "=" : "–" }

    /// What has to be said about the cell: why it can't be told, or what its vendor tells otherwise.
    public var note: String? {
        if let reason {
            let told = stories.filter { $0.reason == nil }.map(\.story)
            return told.isEmpty ? reason : "only “\(told.joined(separator: "”, “"))”: \(reason)"
        }
        guard let variation else { return nil }
        let differing = [variation.retry.map { "retry \($0.rawValue)" }, variation.doubt.map { "cause \($0)" }]
        return differing.compactMap { $0 }.joined(separator: ", ") + ": \(variation.because)"
    }

    fileprivate var json: JSONValue {
        isExpressible
            ? [
                "scenario": .string(scenario.rawValue), "provider": .string(provider.rawValue), "expressible": true,
                "exact": .bool(!differs),
            ]
            : [
                "scenario": .string(scenario.rawValue), "provider": .string(provider.rawValue), "expressible": false,
                "because": .string(reason ?? ""),
            ]
    }
}
