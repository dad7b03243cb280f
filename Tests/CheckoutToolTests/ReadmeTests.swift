import CheckoutAdyen
import CheckoutCore
import Foundation
import Testing

@testable import CheckoutTool

@Suite("The README says what is true")
struct ReadmeTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    @Test("The replay it shows is what the command prints")
    func replay() throws {
        let readme = try Self.text("README.md")
        let line = try #require(readme.split(separator: "\n").first { $0.hasPrefix("swift run checkout replay Tests") })
        let path = try #require(line.split(separator: " ").last)
        let bytes = Array(try Self.text(String(path)).utf8)
        let result = CheckoutCommand.run(["replay", String(path)]) { (_) throws(InputError) in bytes }
        #expect(readme.contains("```\n\(result.output)```"))
    }

    @Test("The code it shows is this file's, compiled and true")
    func code() throws {
        let readme = try Self.text("README.md")
        let own = try Self.text("Tests/CheckoutToolTests/ReadmeTests.swift")
        let block = try #require(readme.split(separator: "```swift\n").dropFirst().first?.split(separator: "```").first)
        let function = try #require(block.split(separator: "\n\n").dropFirst().first)
        #expect(own.contains(function))

        let eur = try #require(Currency(code: "EUR"))
        let asked = Money(minorUnits: 1000, currency: eur)
        let approved = standing(status: 200, body: Array(#"{"resultCode":"Authorised"}"#.utf8), asked: asked)
        #expect(approved.state.kind == .succeeded)
        #expect(standing(status: 502, body: [], asked: asked).exposure == .possible)
    }

    @Test("Every module it names exists, and every module is named")
    func modules() throws {
        let readme = try Self.text("README.md")
        let sources = try FileManager.default.contentsOfDirectory(
            atPath: Self.root.appendingPathComponent("Sources").path)
        for module in sources where module != "CheckoutTool" {
            let files = try FileManager.default.contentsOfDirectory(
                atPath: Self.root.appendingPathComponent("Sources/\(module)").path)
            if files == ["Placeholder.swift"] { continue }
            #expect(readme.contains("`\(module)`"), "\(module)")
        }
    }
}

/// What an answer of Adyen's `/payments` means for an attempt that asked for an amount.
func standing(status: Int, body: [UInt8], asked: Money) -> Standing {
    var adapter = AdyenAdapter()
    var attempt = AttemptMachine(asked: asked)
    for event in [AdyenEvent.didSubmit(method: "scheme"), .paymentsResponse(AdyenAnswer(status: status, body: body))] {
        let context = AttemptContext(id: AttemptID(rawValue: "1"), asked: asked, isSubmitted: attempt.isSubmitted)
        adapter.interpret(event, for: context) { signal in attempt.apply(signal) { _ in } }
    }
    return attempt.standing
}
