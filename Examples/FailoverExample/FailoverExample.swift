import CheckoutCore
import CheckoutTesting
import ExampleSupport
import Foundation

/// `swift run FailoverExample`: several providers on one payment screen, and one guard over all of them.
@main struct FailoverExample {
    static let usage = """
        usage:
          FailoverExample                    all stories
          FailoverExample declined           declined at Epay, paid at Adyen
          FailoverExample unknown            unknown at Adyen: no other provider, until the merchant has spoken
          FailoverExample killed             the app is killed in between: the journal still blocks
          options:
          --journal DIR                      a folder for the journals, kept; without it, a temporary one
        exit codes: 0 done · 1 the example failed · 64 wrong usage
        """

    @MainActor private static let stories: [(name: String, tell: (FailoverStories) async throws -> Void)] = [
        ("declined", { try await $0.declined() }), ("unknown", { try await $0.unknown() }),
        ("killed", { try await $0.killed() }),
    ]

    @MainActor static func main() async {
        var words = CommandLine.arguments.dropFirst()
        if words == ["--help"] || words == ["-h"] { return print(usage) }
        let temporary = FileManager.default.temporaryDirectory.appendingPathComponent(
            "checkout-example-" + UUID().uuidString)
        var folder: URL?
        if let place = words.firstIndex(of: "--journal"), words.indices.contains(place + 1) {
            folder = URL(fileURLWithPath: words[place + 1])
            words.removeSubrange(place...place + 1)
        }
        let chosen = stories.filter { words.isEmpty || words == [$0.name] }
        guard !chosen.isEmpty else { Screen.fail("FailoverExample: that is no story of it\n\n\(usage)", code: 64) }
        do {
            for story in chosen {
                try await story.tell(FailoverStories(folder: folder ?? temporary, screen: Screen()))
            }
        } catch {
            Screen.fail("FailoverExample: \(error)", code: 1)
        }
        if folder == nil { try? FileManager.default.removeItem(at: temporary) }
    }
}
