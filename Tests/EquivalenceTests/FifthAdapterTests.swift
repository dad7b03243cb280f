import CheckoutCore
import CheckoutTesting
import FifthAdapter
import Foundation
import Testing

@Suite("The conformance kit passes a good adapter and finds what is wrong with a bad one")
struct FifthAdapterTests {
    @Test("the example's adapter conforms")
    func passes() {
        let report = Conformance.check(BreviaSimulator.self)
        for finding in report.findings { Issue.record("\(finding)") }
        let untold = report.stories.filter { $0.reason != nil }
        #expect(untold.map(\.scenario) == ["S21", "S22", "S39"])
        #expect(report.exact == 55)
        #expect(report.stories.count == 58)
    }

    @Test("a fault is found, by a rule it breaks, in words that say where and what to see", arguments: SeededFault.all)
    func finds(fault: SeededFault) throws {
        let report = Conformance.check(adapter: fault.adapter, telling: BreviaSimulator.telling) {
            (story, scenario) throws(NotExpressible) in
            try BreviaSimulator.script(of: story, in: scenario).steps
        }
        let findings = report.findings
        let shown = findings.map { "\($0.rules) \($0.scenario)" }.joined(separator: ", ")
        #expect(Set(findings.map(\.scenario.rawValue)).isSuperset(of: fault.scenarios), "\(shown)")
        #expect(Set(findings.flatMap(\.rules)).isSuperset(of: fault.rules), "\(shown)")
        for finding in findings {
            let text = finding.description
            #expect(text.contains(finding.scenario.rawValue))
            guard case .differs(let expected, let seen) = finding.problem else { continue }
            #expect(expected != seen)
            let story = try #require(Scenario.named(finding.scenario)?.stories.first { $0.name == finding.story })
            #expect(story.expected.allSatisfy { text.contains($0.description) })
        }
    }

    @Test("a word of the example's tables means what its row says, and is kept", arguments: TableWord.all)
    func words(word: TableWord) {
        var adapter = BreviaAdapter()
        let notice = BreviaNotice(word.word, charge: "chg_1", code: word.code, amount: 1000, currency: "EUR")
        let attempt = AttemptContext(id: AttemptID(rawValue: "a"), asked: Scenario.order.amount, isSubmitted: true)
        var signals: [CheckoutSignal] = []
        adapter.interpret(.notice(notice), for: attempt) { signals.append($0) }
        #expect(signals.map { TableWord.text($0) } == [word.meaning])
        for case .statement(let statement) in signals {
            #expect(statement.outcome.state.raw[.result] == RawCode(word.word))
            #expect(statement.outcome.state.raw[.code] == word.code.map { RawCode($0) })
        }
    }

    @Test("no word of the tables is left out above")
    func everyWord() {
        let vocabulary = BreviaVocabulary.standard
        #expect(Set(vocabulary.words.keys).isSubset(of: TableWord.all.map(\.word)))
        let codes = [Array(vocabulary.refusals.keys), Array(vocabulary.steps.keys), Array(vocabulary.withdrawals.keys)]
        #expect(Set(codes.joined()).isSubset(of: TableWord.all.compactMap(\.code)))
    }

    @Test("an approval of a sum that can't be read stands, and is louder than a state")
    func unreadableSum() {
        var adapter = BreviaAdapter()
        var signals: [CheckoutSignal] = []
        let notice = BreviaNotice("charge.settled", charge: "chg_1", amount: 1000, currency: "EURO")
        adapter.interpret(.notice(notice), for: AttemptContext(id: AttemptID(rawValue: "a"))) { signals.append($0) }
        #expect(signals.map { TableWord.text($0) } == ["provider succeeded(captured)", "amountMismatch"])
    }

    @Test("the article's code is the example's, line by line")
    func article() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let article = try String(
            contentsOf: root.appendingPathComponent("Sources/CheckoutTesting/CheckoutTesting.docc/AddingAProvider.md"),
            encoding: .utf8)
        let folder = root.appendingPathComponent("Examples/FifthAdapter")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .map { try Self.trimmed(String(contentsOf: $0, encoding: .utf8)) }
        let blocks = article.components(separatedBy: "```swift\n").dropFirst().map { block in
            Self.trimmed(block.components(separatedBy: "\n```")[0])
        }
        #expect(blocks.count >= 5)
        for block in blocks { #expect(files.contains { $0.contains(block) }, "not in the example: \(block)") }
    }

    /// The lines without their indentation, which an article leaves out.
    private static func trimmed(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }
}

/// A word of Brevia's with a code beside it, and what both mean, written without the tables at hand.
struct TableWord: Sendable, CustomTestStringConvertible {
    let word: String
    let code: String?
    let meaning: String

    var testDescription: String { [word, code].compactMap { $0 }.joined(separator: " ") }

    private init(_ word: String, _ meaning: String) {
        self.word = word
        code = nil
        self.meaning = meaning
    }

    private init(_ word: String, _ code: String, _ meaning: String) {
        self.word = word
        self.code = code
        self.meaning = meaning
    }

    static let all = [
        TableWord("order.opened", "ready"), TableWord("order.notOpened", "failed(configuration)"),
        TableWord("order.over", "over"), TableWord("form.invalid", "local failed(validation)"),
        TableWord("step.required", "challenge", "actionRequired(authenticate(challenge))"),
        TableWord("step.required", "page", "actionRequired(redirect)"),
        TableWord("step.required", "voucher", "actionRequired(presentVoucher)"),
        TableWord("step.required", "other_app", "actionRequired(switchApp)"),
        TableWord("step.required", "iris_scan", "actionRequired(unsupported(iris_scan))"),
        TableWord("step.done", "processing"), TableWord("step.left", "local outcomeUnknown(actionAbandoned)"),
        TableWord("charge.sent", "processing"), TableWord("charge.parked", "provider pending(provider)"),
        TableWord("charge.awaited", "provider pending(shopper)"),
        TableWord("charge.reserved", "provider succeeded(authorised)"),
        TableWord("charge.settled", "provider succeeded(captured)"),
        TableWord("charge.refused", "no_funds", "provider declined(insufficientFunds)"),
        TableWord("charge.refused", "over_limit", "provider declined(limitExceeded)"),
        TableWord("charge.refused", "card_expired", "provider declined(expiredCard)"),
        TableWord("charge.refused", "card_wrong", "provider declined(invalidCardDetails)"),
        TableWord("charge.refused", "card_stolen", "provider declined(lostOrStolenCard)"),
        TableWord("charge.refused", "card_barred", "provider declined(notPermitted)"),
        TableWord("charge.refused", "prove_first", "provider declined(authenticationRequired)"),
        TableWord("charge.refused", "not_proven", "provider declined(authenticationFailed)"),
        TableWord("charge.refused", "bank_silent", "provider declined(issuerUnavailable)"),
        TableWord("charge.refused", "bank_refuses", "provider declined(doNotHonour)"),
        TableWord("charge.refused", "fraud", "provider declined(suspectedFraud)"),
        TableWord("charge.refused", "moon_phase", "provider declined(unspecified)"),
        TableWord("charge.refused", "provider declined(unspecified)"),
        TableWord("charge.withdrawn", "shopper", "provider cancelled(shopper)"),
        TableWord("charge.withdrawn", "merchant", "provider cancelled(merchant)"),
        TableWord("charge.withdrawn", "brevia", "provider cancelled(provider)"),
        TableWord("charge.withdrawn", "time", "provider cancelled(expired)"),
        TableWord("charge.withdrawn", "nobody", "provider cancelled(unstated)"),
        TableWord("charge.broken", "provider failed(provider)"),
        TableWord("charge.notStarted", "provider failed(notStarted)"),
        TableWord("charge.frozen", "local outcomeUnknown(unrecognised)"),
        TableWord("", "local outcomeUnknown(unrecognised)"),
    ]

    static func text(_ signal: CheckoutSignal) -> String {
        switch signal {
        case .statement(let statement): "\(statement.evidence.rawValue) \(statement.outcome.state)"
        case .progress(.processing, by: .provider): "processing"
        case .progress(.actionRequired(let action), by: .provider): "actionRequired(\(action))"
        case .session(.ready): "ready"
        case .session(.over): "over"
        case .session(.failed(let failure)): "failed(\(failure.kind))"
        case .anomaly(let anomaly): anomaly.rawValue
        case .progress, .session, .submission, .nothingLeft, .refusedRound, .reference, .vendorAttempt,
            .acceptedAmount, .nextAttempt:
            String(describing: signal)
        }
    }
}
