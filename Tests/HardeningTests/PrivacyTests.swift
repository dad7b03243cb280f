import Foundation
import Testing

@testable import CheckoutCore
@testable import CheckoutTesting
@testable import CheckoutTool

@Suite("Nothing that identifies a card or a person comes out")
struct PrivacyTests {
    /// Every recording of the adapters' tests, and every story a simulator tells, is a place to hide a canary in.
    static let recordings: [URL] = {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return ["Epay", "Primer", "Adyen", "PXP"].flatMap { vendor -> [URL] in
            let folder = tests.appendingPathComponent("Checkout\(vendor)Tests/Recordings")
            let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            return (files ?? []).filter { $0.pathExtension == "jsonl" && !$0.path.hasSuffix(".trace.jsonl") }
        }.sorted { $0.path < $1.path }
    }()

    /// Members that name an event or the line's place: with another value the line is refused, or says nothing.
    static let structural: Set<String> = ["event", "session", "provider", "policy", "currency"]

    @Test("Recordings of all vendors are there")
    func recordingsAreThere() { #expect(Self.recordings.count >= 40) }

    @Test("A canary in any text of any event of a vendor shows in no output", arguments: recordings)
    func everyText(file: URL) throws {
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        var count = 0
        var leaks: Set<String> = []
        for (number, line) in lines.enumerated().dropFirst() {
            let json = try JSONReader.read(Array(line.utf8))
            for path in json.textPaths where path.count != 1 || !Self.isStructural(path) {
                for canary in Canary.allCases {
                    var changed = lines
                    changed[number] = json.replacing(path[...], by: canary.rawValue).jsonText
                    count += 1
                    for (place, text) in Self.outputs(of: changed.joined(separator: "\n"))
                    where canary.isContained(in: text) {
                        leaks.insert("\(canary) at line \(number + 1) \(Self.name(path)) in \(place)")
                    }
                }
            }
        }
        #expect(count > 0)
        #expect(leaks.isEmpty, "\(leaks.sorted().joined(separator: "\n"))")
    }

    @Test(
        "An order's reference or a session's name that holds a card number is told by its length",
        arguments: [
            Canary.card, .cardInGroups, .cardWithDashes, .cardInText, .token, .mail,
        ])
    func header(canary: Canary) throws {
        let text = """
            {"recording":1,"order":{"reference":"\(canary.rawValue)","amount":{"minorUnits":1000,"currency":"EUR"}},\
            "sessions":[{"id":"\(canary.rawValue)","provider":"adyen"},{"id":"b","provider":"pxp"}]}
            {"event":"start","session":"\(canary.rawValue)"}
            """
        let trace = try Recording(text.utf8).play()
        #expect(!canary.isContained(in: trace.jsonLines.joined()))
        for words in [["replay", "r"], ["replay", "r", "--json"]] {
            let result = CheckoutCommand.run(words) { (_) throws(InputError) in Array(text.utf8) }
            #expect(result.code == .success)
            #expect(result.output.contains("‹\(canary.rawValue.count) characters›"))
            #expect(!canary.isContained(in: result.output + result.message))
        }
    }

    @Test(
        "A card number behind another number is no payment reference",
        arguments: [
            "1:4111111111111111", "77-4111111111111111", "4111111111111111-1", "a/12/4111111111111111/b",
        ])
    func cardBehindNumber(text: String) { #expect(PaymentReference(text) == nil) }

    private static func isStructural(_ path: [JSONValue.Step]) -> Bool {
        guard case .member(_, let key)? = path.last else { return false }
        return structural.contains(key)
    }

    private static func name(_ path: [JSONValue.Step]) -> String {
        path.map { step in
            switch step {
            case .element(let place): "[\(place)]"
            case .member(_, let key): key
            }
        }.joined(separator: ".")
    }

    /// All that comes of a recording: what observers, logs, the journal and the tool's readers get to see.
    static func outputs(of text: String) -> [(String, String)] {
        let recording: Recording
        do { recording = try Recording(text.utf8) } catch {
            return [("error", "\(error) \(error.localizedDescription)")]
        }
        let stage = Stage(order: recording.order, policy: recording.policy)
        let trace = recording.play(on: stage)
        var outputs = [("trace", trace.jsonLines.joined(separator: "\n"))]
        outputs.append(("journal", OrderRecord.line(stage.records).map { String(decoding: $0, as: UTF8.self) } ?? ""))
        var states: Set<CheckoutState> = []
        for case .change(_, let update) in trace.lines {
            states.insert(update.change.standing.state)
            states.insert(update.order.state)
        }
        var seen = ""
        for state in states {
            dump(state, to: &seen)
            reflected(state, into: &seen)
            seen += "\(state) \(String(reflecting: state))\n"
        }
        outputs.append(("states", seen))
        for words in [["replay", "r", "--html", "page.html"]] {
            var page = ""
            let result = CheckoutCommand.run(words, write: { (file) throws(OutputError) in page = file.text }) {
                (_) throws(InputError) in Array(text.utf8)
            }
            outputs += [("table", result.output), ("message", result.message), ("page", page)]
        }
        return outputs
    }
}
