import CheckoutCore
import Foundation
import Testing

@testable import CheckoutTool

@Suite("The documentation's code")
struct ArticleTests {
    struct Block: Sendable, CustomTestStringConvertible {
        let article: String
        let lines: [String]

        var testDescription: String { "\(article): \(lines.first ?? "")" }
    }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "../..")

    private static func files(_ folder: String, _ suffix: String) -> [String] {
        let path = root.appendingPathComponent(folder).path
        return ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? [])
            .filter { $0.hasSuffix(suffix) && !$0.contains(".build") }.sorted().map { "\(folder)/\($0)" }
    }

    /// Lines without their indentation; imports and empty lines say nothing.
    private static func code(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("import ") && !$0.hasPrefix("public import ") }
    }

    static let blocks: [Block] = {
        let articles = files("Sources", ".md") + files("Examples", ".md") + ["README.md"]
        return articles.flatMap { article -> [Block] in
            let text = (try? String(contentsOf: root.appendingPathComponent(article), encoding: .utf8)) ?? ""
            return text.components(separatedBy: "```swift\n").dropFirst().map { rest in
                Block(article: article, lines: code(rest.components(separatedBy: "```")[0]))
            }
        }
    }()

    private static let sources: [[String]] = (files("Tests", ".swift") + files("Examples", ".swift")).map { path in
        code((try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)) ?? "")
    }

    @Test("is compiled: each block is found in an example or in a test", arguments: blocks)
    func compiled(block: Block) {
        // How a package is depended on is no code of a target.
        if block.lines.allSatisfy({ $0.hasPrefix(".package(") || $0.hasPrefix(".product(") }) { return }
        let isFound = Self.sources.contains { source in
            source.indices.contains { start in
                source[start...].starts(with: block.lines)
            }
        }
        #expect(isFound, "\(block.article): \(block.lines.joined(separator: "\n"))")
    }

    @Test("is there")
    func count() { #expect(Self.blocks.count >= 25) }

    @Test("ends as the articles say")
    @MainActor func simulated() throws {
        let order = CheckoutOrder(reference: "A-1001", amount: try Money(text: "EUR 10.00"))
        #expect(try Snippets.testing(order) == .checkStatus)
    }
}
