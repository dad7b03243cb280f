import Foundation
import Testing

@testable import CheckoutCore
@testable import CheckoutTesting
@testable import CheckoutTool

@Suite("Nothing that identifies a card or a person comes out")
struct PrivacyTests {
    /// Every recording of the adapters' tests is a place to hide a canary in, and one for each vendor with all that it can
    /// hand over.
    static let recordings: [URL] = {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return ["Hardening", "CheckoutEpay", "CheckoutPrimer", "CheckoutAdyen", "CheckoutPXP"].flatMap {
            name -> [URL] in
            let folder = tests.appendingPathComponent("\(name)Tests/Recordings")
            let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            return (files ?? []).filter { $0.pathExtension == "jsonl" && !$0.path.hasSuffix(".trace.jsonl") }
        }.sorted { $0.path < $1.path }
    }()

    static let eventNames = RecordedProviders.all.flatMap { provider, type in
        type.eventNames.map { "\(provider) \($0)" }
    }

    @Test("Every event of every vendor is in a recording")
    func everyEventIsThere() throws {
        let recorded = try Self.recordings.flatMap { file -> [String] in
            let recording = try Recording(String(contentsOf: file, encoding: .utf8).utf8)
            return recording.events.map { "\(recording.sessions[$0.session].provider) \($0.name)" }
        }
        #expect(Set(Self.eventNames).subtracting(recorded) == [])
    }

    @Test("A canary in any text of any event of a vendor shows in no output", arguments: recordings)
    func everyText(file: URL) throws {
        var leaks: Set<String> = []
        var turn = 0
        try Self.eachText(of: file) { place, change in
            turn += 1
            for (number, canary) in Canary.allCases.enumerated() where !(canary.isNumber && Self.isSum(place)) {
                // The tool shows what is in the trace: each canary has its turn there.
                let isShown = (number + turn) % Canary.allCases.count == 0
                for (output, text) in Self.outputs(of: change(canary.json), byTool: isShown)
                where canary.isContained(in: text) {
                    leaks.insert("\(canary) at \(place) in \(output)")
                }
            }
        }
        #expect(leaks.isEmpty, "\(leaks.sorted().joined(separator: "\n"))")
    }

    private static func isSum(_ place: String) -> Bool { place.hasSuffix("amount") || place.hasSuffix("percentage") }

    /// The members whose texts come out, because they are codes, methods or names of payments.
    static let kept: Set<String> = [
        // Codes and words of an outcome.
        "resultCode", "refusalReasonCode", "merchantAdviceCode", "errorCode", "errorType", "errorId", "eventCode",
        "code",
        "state", "status", "type", "case", "answer", "domain", "clientRedirect.reason", "buttonState",
        "cardVerificationCodeResult", "addressVerificationServiceResult",
        // Methods and currencies.
        "method", "paymentMethodType", "paymentMethodSubType", "currency", "currencyCode",
        // Names of payments, attempts and orders, and what a provider's support asks for.
        "id", "transactionId", "paymentId", "pspReference", "originalReference", "reference", "merchantTransactionId",
        "systemTransactionId", "orderId", "orderID", "correlationId", "diagnosticsId",
    ]

    @Test("A shopper's name that is written like a code shows only where a code is kept")
    func nameLikeCode() throws {
        var shown: Set<String> = []
        for file in Self.recordings {
            try Self.eachText(of: file) { place, change in
                let text = change(.string(nameLikeACode))
                // A recording that can't be read says which word it can't.
                guard (try? Recording(text.utf8)) != nil else { return }
                if Self.outputs(of: text).contains(where: { $0.1.contains(nameLikeACode) }) {
                    let member = place.split(separator: ".").last.map(String.init) ?? ""
                    // A reason is a text but in one place.
                    shown.insert(member == "reason" ? place : member)
                }
            }
        }
        #expect(shown == Self.kept)
    }

    @Test("A canary in any text of a payload of Adyen shows in no explanation")
    func payloads() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("CheckoutAdyenTests/Payloads")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }
        #expect(files.count > 100)
        var count = 0
        for file in files {
            guard let json = try? JSONReader.read(Array(Data(contentsOf: file))) else { continue }
            for path in json.textPaths {
                // Each text has its turn with one of them; the next payload that has it, with another.
                let canary = Canary.allCases[count % Canary.allCases.count]
                count += 1
                let changed = Array(json.replacing(path[...], by: canary.json).jsonText.utf8)
                for words in [["explain", "adyen"], ["explain", "adyen", "--json"]] {
                    let result = CheckoutCommand.run(words) { (_) throws(InputError) in changed }
                    let text = result.output + result.message
                    #expect(
                        !canary.isContained(in: text), "\(canary) at \(Self.name(path)) of \(file.lastPathComponent)")
                }
            }
        }
        #expect(count > 500)
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

    /// Visits each text of a recording but the merchant's own names, which have a test of their own.
    static func eachText(of file: URL, _ visit: (_ place: String, _ change: (JSONValue) -> String) -> Void) throws {
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        for (number, line) in lines.enumerated() {
            let json = try JSONReader.read(Array(line.utf8))
            for path in json.textPaths {
                let member = name(path)
                if number == 0, member == "order.reference" || member == "sessions.id" { continue }
                if member == "asked.reference" { continue }
                let event = json["event"]?.string ?? "header"
                visit("\(event).\(member)") { value in
                    var changed = lines
                    changed[number] = json.replacing(path[...], by: value).jsonText
                    return changed.joined(separator: "\n")
                }
            }
        }
    }

    private static func name(_ path: [JSONValue.Step]) -> String {
        path.compactMap { step in
            switch step {
            case .element: nil
            case .member(_, let key): key
            }
        }.joined(separator: ".")
    }

    /// All that comes of a recording: what observers, logs, the journal and the tool's readers get to see.
    static func outputs(of text: String, byTool isShown: Bool = false) -> [(String, String)] {
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
            seen += "\(state) \(String(reflecting: state))\n"
        }
        outputs.append(("states", seen))
        var events = ""
        for line in recording.events {
            guard let type = RecordedProviders.all[recording.sessions[line.session].provider] else { continue }
            for event in type.anyEvents(named: line.name, line: line.json, order: recording.order) {
                dump(event, to: &events)
                events += "\(event) \(String(reflecting: event))\n"
            }
        }
        outputs.append(("events", events))
        guard isShown else { return outputs }
        var page = ""
        let result = CheckoutCommand.run(
            ["replay", "r", "--html", "page.html"], write: { (file) throws(OutputError) in page = file.text }
        ) { (_) throws(InputError) in Array(text.utf8) }
        outputs += [("table", result.output), ("message", result.message), ("page", page)]
        return outputs
    }
}

extension RecordedAdapter {
    fileprivate static func anyEvents(named name: String, line: JSONValue, order: CheckoutOrder) -> [any Sendable] {
        events(named: name, line: line, order: order) ?? []
    }
}
