import CheckoutCore
import Foundation
import Testing

import CheckoutAdyen

extension FieldCheck {
    /// What is kept of a payload, and what isn't.
    static let payloads: [FieldCheck] = [
        FieldCheck("K01-02") { try types("K01-02") },
        FieldCheck("K01-05") { try types("K01-05") },
        FieldCheck("K11-08") { try leaks("K11-08", ["tok_SECRETSECRET"]) },
        FieldCheck("K11-09") { try leaks("K11-09", ["TEST-PAN", "CVC-999"]) },
        FieldCheck("K11-10") { try leaks("K11-10", ["TEST-PAN", "bad card"]) },
        FieldCheck("K11-11") {
            let calls = try logCalls()
            return calls.isEmpty ? "0 calls that log" : calls.joined(separator: ", ")
        },
        FieldCheck("K11-12") {
            let standing = try Verdict.play(FieldReports.lines("K11-12")).standing
            return standing.evidence == .provider ? "by the provider, not yet by the merchant" : "\(standing)"
        },
        FieldCheck("K12-09") {
            let payment = try Verdict.play(FieldReports.lines("K12-09")).standing.state.payment
            return "reference \(payment.reference?.text ?? "unknown")"
        },
        FieldCheck("K12-14") {
            let state = try Verdict.play(FieldReports.lines("K12-14")).standing.state
            guard case .actionRequired(.redirect(let url?)) = state else { return "no address" }
            return "opens \(url.absoluteString)"
        },
    ]

    private static func lines(_ id: String, _ event: String) throws -> [JSONValue] {
        try FieldReports.lines(id).map { try JSONReader.read(Array($0.utf8)) }.filter { $0["event"]?.string == event }
    }

    /// The methods that are left of a list.
    private static func types(_ id: String) throws -> String {
        let body = try #require(try lines(id, "paymentMethodsResponse").last?["body"])
        let types = try #require(AdyenPaymentMethods(json: body)).types.map(\.text)
        return types.joined(separator: " and ") + (types.count == 1 ? " is kept" : " are kept")
    }

    /// What of a recording's secrets is in its trace, in an update or in the journal.
    private static func leaks(_ id: String, _ secrets: [String]) throws -> String {
        let lines = try FieldReports.lines(id)
        for secret in secrets { #expect(lines.joined().contains(secret), "the recording has nothing to leak") }
        let run = try LiveRun(lines)
        let places = [
            "trace": try FieldReports.trace(id).joined(),
            "updates": run.updates.map { String(reflecting: $0) }.joined(),
            "journal": run.journal.lines(of: run.checkout.order.reference)
                .map { String(decoding: $0, as: UTF8.self) }.joined(),
        ]
        let leaked = places.filter { place in secrets.contains { place.value.contains($0) } }.keys.sorted()
        return leaked.isEmpty ? "nothing leaked" : leaked.joined(separator: ", ")
    }

    /// The calls in the libraries that write to a log or to a stream.
    private static func logCalls() throws -> [String] {
        let words = ["print(", "NSLog(", "os_log(", "Logger(", "OSLog", "debugPrint(", "dump(", "stderr", "stdout"]
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../../Sources")
        let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter {
            $0.hasSuffix(".swift") && !$0.hasPrefix("CheckoutTool/")
        }
        #expect(files.count > 100)
        return try files.filter { file in
            let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
            // What documentation shows isn't called here.
            let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            return code.contains { line in words.contains { line.contains($0) } }
        }
    }
}
