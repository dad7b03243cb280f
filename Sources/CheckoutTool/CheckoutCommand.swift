import CheckoutCore
import CheckoutTesting
import Foundation

/// The `checkout` command.
@main
struct CheckoutCommand {
    static func main() {
        let result = run(Array(CommandLine.arguments.dropFirst())) { (path) throws(InputError) in try Input.read(path) }
        if !result.output.isEmpty { FileHandle.standardOutput.write(Data(result.output.utf8)) }
        if !result.message.isEmpty { FileHandle.standardError.write(Data((result.message + "\n").utf8)) }
        exit(result.code.rawValue)
    }

    /// Runs a command: everything but reading and writing files, and printing.
    ///
    /// - Parameters:
    ///   - arguments: the words behind `checkout`.
    ///   - write: writes the file that the command makes, if it makes one.
    ///   - read: reads a file, or standard input for `nil`.
    static func run(
        _ arguments: [String],
        write: (OutputFile) throws(OutputError) -> Void = { (file) throws(OutputError) in try file.write() },
        read: (String?) throws(InputError) -> [UInt8]
    ) -> CommandResult {
        do throws(CommandError) {
            let result = try result(of: arguments, read: read)
            if let file = result.file {
                do { try write(file) } catch { throw .output(error) }
            }
            return result
        } catch .help {
            return CommandResult(output: usage + "\n")
        } catch {
            return CommandResult(output: "", message: "checkout: \(error.message)", code: error.code)
        }
    }

    private static func result(
        of arguments: [String], read: (String?) throws(InputError) -> [UInt8]
    ) throws(CommandError) -> CommandResult {
        var words = Words(arguments)
        switch words.next() {
        case "explain": return try ExplainCommand(&words).run(read)
        case "replay": return try ReplayCommand(&words).run(read)
        case "diagram": return try DiagramCommand(&words).run()
        case "demo": return try DemoCommand(&words).run()
        case "scenarios": return try ScenariosCommand(&words).run()
        case let word? where isHelp(word) || word == "help": throw .help
        case let other?: throw .usage("there is no command “\(Terminal.plain(other))”\n\n\(usage)")
        case nil: throw .usage(usage)
        }
    }

    static func isHelp(_ word: String) -> Bool { word == "--help" || word == "-h" }

    static let usage = """
        usage:
          checkout demo [SCENARIO]                     a story told by all four providers side by side
          checkout explain PROVIDER [FILE] [options]   what one payload means, and what the app may do next
              PROVIDER                adyen: a payload as it came, or an event line; epay, primer, pxp: an event line
              --json                  the state's JSON instead of text
              --kind KIND             auto, payments, details, action, session, poll, notification, error (Adyen)
              --asked "EUR 10.00"     the amount the attempt asked for
              --status N              the HTTP status of an answer
              --submitted yes|no      whether the attempt was submitted (default: yes, the safe side)
              without FILE, standard input is read
          checkout replay FILE [options]               what an observer saw of a recording
              --json                  JSON Lines instead of a table
              --html OUT.html         also writes a page that shows it as a timeline
          checkout diagram [--format mermaid|dot|svg]  the state machine, from the code's own table
          checkout scenarios [--json]                  every scenario told by every provider: the equivalence matrix
        exit codes: 0 done · 1 some scenario differs · 64 wrong usage · 65 not readable, or no payment outcome · 66 no such file
                    73 the page can't be written
        """
}

/// What a command leaves behind.
struct CommandResult: Equatable {
    var output: String
    var message = ""
    var code = ExitCode.success
    var file: OutputFile?
}

/// A file that a command makes beside what it prints.
struct OutputFile: Equatable {
    var path: String
    var text: String

    /// Writes the file whole, or leaves what is there as it is.
    func write() throws(OutputError) {
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw OutputError(path: path)
        }
    }
}

/// A file can't be written.
struct OutputError: Error, Equatable {
    var path: String

    var message: String {
        "“\(Terminal.plain(path))” can't be written; is its folder there, and may you write to it?"
    }
}

/// How a command ends, by the numbers of sysexits.
enum ExitCode: Int32 {
    case success = 0
    case failure = 1
    case usage = 64
    case data = 65
    case noInput = 66
    case cannotCreate = 73
}

/// Why a command can't do what it was asked to.
enum CommandError: Error {
    /// Not an error: the usage was asked for.
    case help
    case usage(String)
    case data(String)
    case input(InputError)
    case output(OutputError)

    var code: ExitCode {
        switch self {
        case .help: .success
        case .usage: .usage
        case .data: .data
        case .input(.tooLarge): .data
        case .input(.unreadable): .noInput
        case .output: .cannotCreate
        }
    }

    var message: String {
        switch self {
        case .help: CheckoutCommand.usage
        case .usage(let text), .data(let text): text
        case .input(let error): error.message
        case .output(let error): error.message
        }
    }
}

/// Why a file can't be read.
enum InputError: Error, Equatable {
    case unreadable(String)
    case tooLarge(String)

    var message: String {
        switch self {
        case .unreadable(let path): "“\(Terminal.plain(path))” can't be read; is it a file, and may you read it?"
        case .tooLarge(let path): "“\(Terminal.plain(path))” is larger than \(Input.maximumSize >> 20) MiB"
        }
    }
}

/// Reads files and standard input, up to a size.
enum Input {
    /// A little more than the largest recording, so that the recording's own message tells the limit.
    static let maximumSize = Recording.maximumSize + 1

    static func read(_ path: String?) throws(InputError) -> [UInt8] {
        let name = path ?? "standard input"
        let handle: FileHandle
        if let path {
            // Reading a folder fails at the first chunk.
            guard let file = FileHandle(forReadingAtPath: path) else { throw .unreadable(name) }
            handle = file
        } else {
            handle = .standardInput
        }
        var bytes: [UInt8] = []
        while true {
            let chunk: Data?
            do { chunk = try handle.read(upToCount: 1 << 16) } catch { throw .unreadable(name) }
            guard let chunk, !chunk.isEmpty else { return bytes }
            bytes += chunk
            guard bytes.count <= maximumSize else { throw .tooLarge(name) }
        }
    }
}

/// The words of a command line, taken one by one.
struct Words {
    private var rest: ArraySlice<String>

    init(_ words: [String]) { rest = words[...] }

    mutating func next() -> String? { rest.popFirst() }

    /// The word an option needs.
    mutating func value(of option: String) throws(CommandError) -> String {
        guard let value = rest.popFirst() else { throw .usage("\(option) needs a value") }
        return value
    }
}
