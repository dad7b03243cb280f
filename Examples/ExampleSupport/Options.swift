import CheckoutTesting
import Foundation

/// What the command line of an example says.
struct Options {
    enum Mode {
        case help
        case list
        case interactive
        case story(Scenario, Int)
    }

    let mode: Mode
    /// The journal's folder.
    let folder: URL
    /// Whether nobody will look for the folder again.
    let isTemporary: Bool
    /// What happened before the app was killed.
    let after: String?

    private static let prefix = "checkout-example-"

    init(_ arguments: [String]) throws(UsageError) {
        var words = arguments[...]
        var mode: Mode?
        var directory: String?
        var after: String?
        func choose(_ chosen: Mode) throws(UsageError) {
            guard mode == nil else { throw UsageError("one thing at a time") }
            mode = chosen
        }
        while let word = words.popFirst() {
            switch word {
            case "--help", "-h": try choose(.help)
            case "--list": try choose(.list)
            case "--interactive": try choose(.interactive)
            case "--journal": directory = try Self.value(of: word, &words)
            case "--after": after = try Self.value(of: word, &words)
            case _ where word.hasPrefix("-"): throw UsageError("there is no option “\(Screen.plain(word))”")
            default: try choose(try Self.story(word))
            }
        }
        if let mode { self.mode = mode } else { self.mode = try Self.story("S02") }
        self.after = after
        let temporary = FileManager.default.temporaryDirectory
        folder =
            directory.map { URL(fileURLWithPath: $0) }
            ?? temporary.appendingPathComponent(Self.prefix + UUID().uuidString)
        isTemporary =
            folder.lastPathComponent.hasPrefix(Self.prefix)
            && folder.deletingLastPathComponent().standardizedFileURL.path == temporary.standardizedFileURL.path
    }

    private static func value(of option: String, _ words: inout ArraySlice<String>) throws(UsageError) -> String {
        guard let value = words.popFirst() else { throw UsageError("\(option) needs a value") }
        return value
    }

    /// `S30` is its first story, `S30/2` the second.
    static func story(_ word: String) throws(UsageError) -> Mode {
        let parts = word.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let scenario = Scenario.named(Scenario.ID(rawValue: parts[0].uppercased())) else {
            throw UsageError("there is no story “\(Screen.plain(word))”; --list has them")
        }
        let number = parts.count == 2 ? Int(parts[1]) : 1
        guard let number, scenario.stories.indices.contains(number - 1) else {
            throw UsageError("\(scenario.id) goes \(scenario.stories.count) way(s)")
        }
        return .story(scenario, number - 1)
    }
}

/// The command line is wrong.
struct UsageError: Error {
    let message: String

    init(_ message: String) { self.message = message }
}
