import Foundation
import Testing

@testable import CheckoutCore

@Suite("The JSON Schema of a state")
struct SchemaTests {
    static let schema: JSONValue = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent(
                "../../Sources/CheckoutCore/CheckoutCore.docc/Resources/checkout-state.schema.json")
        guard let data = try? Data(contentsOf: file), let json = try? JSONReader.read([UInt8](data)) else {
            return .null
        }
        return json
    }()

    @Test("Every standing the package writes is valid", arguments: Samples.states)
    func valid(state: CheckoutState) {
        for evidence in Evidence.allCases.map({ Optional($0) }) + [nil] {
            let json = Standing(state, evidence: evidence, submitted: true).json
            #expect(Self.problems(json, Self.schema) == [])
        }
    }

    @Test("Every word of the package's vocabularies is in the schema, and no other")
    func vocabularies() {
        func words(_ state: String, _ key: String) -> [String]? {
            let row = Self.schema["allOf"]?.array?.first {
                $0["if"]?["properties"]?["state"]?["const"]?.string == state
            }
            return row?["then"]?["properties"]?[key]?["enum"]?.array?.compactMap(\.string)
        }
        func words(_ key: String) -> [String]? {
            Self.schema["properties"]?[key]?["enum"]?.array?.compactMap(\.string)
        }
        #expect(words("state") == CheckoutState.Kind.allCases.map(\.rawValue))
        #expect(words("evidence") == Evidence.allCases.map(\.rawValue))
        #expect(words("exposure") == Exposure.allCases.map(\.rawValue))
        #expect(words("retry") == Retry.allCases.map(\.rawValue))
        #expect(words("declined", "reason") == Decline.Reason.words)
        #expect(words("cancelled", "cause") == Cancellation.Cause.words)
        #expect(words("failed", "kind") == Failure.Kind.words)
        #expect(words("outcomeUnknown", "cause") == Uncertainty.Cause.words)
        #expect(words("outcomeUnknown", "phase") == Uncertainty.Phase.allCases.map(\.rawValue))
        #expect(words("pending", "waitingFor") == PendingPayment.WaitingFor.allCases.map(\.rawValue))
        #expect(words("succeeded", "level") == Approval.Level.allCases.map(\.rawValue))
        #expect(
            Self.schema["$defs"]?["action"]?["properties"]?["kind"]?["enum"]?.array?.compactMap(\.string)
                == ShopperAction.Kind.allCases.map(\.rawValue))
    }

    @Test(
        "The checker of these tests notices what is wrong",
        arguments: [
            "{}", #"{"state":"paid","exposure":"none","retry":"blocked"}"#,
            #"{"state":"declined","exposure":"none","retry":"blocked"}"#,
            #"{"state":"declined","exposure":"none","retry":"blocked","reason":"x"}"#,
            #"{"state":"processing","exposure":"none","retry":"blocked","submitted":"yes"}"#,
            #"{"state":"partiallyPaid","exposure":"held","retry":"blocked","paid":{"minorUnits":1.5,"currency":"eur"}}"#,
            "[]",
        ])
    func invalid(text: String) throws {
        #expect(Self.problems(try JSONReader.read(text), Self.schema) != [])
    }

    /// What a value breaks of a schema, for the part of JSON Schema that ours uses.
    private static func problems(_ value: JSONValue, _ schema: JSONValue) -> [String] {
        if let reference = schema["$ref"]?.string {
            return problems(value, Self.schema["$defs"]?[String(reference.dropFirst("#/$defs/".count))] ?? .null)
        }
        var found: [String] = []
        switch schema["type"]?.string {
        case "object": if value.object == nil { found.append("no object") }
        case "string": if value.string == nil { found.append("no string") }
        case "boolean": if value.bool == nil { found.append("no truth value") }
        case "integer":
            if case .number = value, value.integer != nil {} else { found.append("no integer") }
        case nil: break
        case let other?: found.append("the checker doesn't know type \(other)")
        }
        if let words = schema["enum"]?.array, !words.contains(value) { found.append("\(value) is no word of \(words)") }
        if let constant = schema["const"], constant != value { found.append("not \(constant)") }
        if let pattern = schema["pattern"]?.string, let text = value.string,
            text.range(of: pattern, options: .regularExpression) == nil
        {
            found.append("\(text) doesn't match \(pattern)")
        }
        for key in schema["required"]?.array?.compactMap(\.string) ?? [] where value[key] == nil {
            found.append("\(key) is missing")
        }
        for member in schema["properties"]?.object?.members ?? [] {
            if let part = value[member.key] { found += problems(part, member.value) }
        }
        for part in schema["allOf"]?.array ?? [] {
            if let condition = part["if"], let then = part["then"], problems(value, condition).isEmpty {
                found += problems(value, then)
            }
        }
        return found
    }
}
