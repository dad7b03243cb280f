import CheckoutCore
import Foundation
import Testing

/// An example, run as a person would: as a process of its own.
struct Program: Sendable {
    let name: String

    /// The examples with one vendor.
    static let vendors: [Program] = ["EpayExample", "PrimerExample", "AdyenExample", "PXPExample"].map {
        Program(name: $0)
    }
    static let failover: Program = Program(name: "FailoverExample")

    /// What a run leaves behind.
    struct Run: Sendable {
        let code: Int32
        let output: String
        let message: String

        var lines: [String] { output.split(separator: "\n").map(String.init) }
        /// The state the order has at the end.
        var state: String? { lines.last { $0.hasPrefix("order    ") }.map { String($0.dropFirst(9)) } }
        /// What the last line answers.
        var answer: String? {
            let question = "may Pay be pressed again?  "
            return lines.last.flatMap { $0.hasPrefix(question) ? String($0.dropFirst(question.count)) : nil }
        }
    }

    /// The folder of the build that runs now.
    static let folder: URL = {
        #if os(macOS)
            for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
                return bundle.bundleURL.deletingLastPathComponent()
            }
        #endif
        return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    }()

    var path: String { Self.folder.appendingPathComponent(name).path }

    /// Runs it to its end, with standard input empty.
    func run(_ arguments: String..., input: String = "") throws -> Run {
        try Self.run(path, arguments, input: input)
    }

    static func run(_ path: String, _ arguments: [String], input: String = "") throws -> Run {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        // A program built for coverage would write its own data beside the tests'.
        process.environment = ProcessInfo.processInfo.environment.merging(["LLVM_PROFILE_FILE": "/dev/null"]) { $1 }
        // Files, not pipes: a process started by another test meanwhile may inherit a pipe, and keep it open.
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        func file(_ name: String, _ text: String = "") throws -> URL {
            let file = URL(fileURLWithPath: folder.path).appendingPathComponent(name)
            try Data(text.utf8).write(to: file)
            return file
        }
        let (output, message) = (try file("output"), try file("message"))
        process.standardInput = try FileHandle(forReadingFrom: file("input", input))
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: message)
        try process.run()
        process.waitUntilExit()
        return Run(
            code: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
            message: try String(contentsOf: message, encoding: .utf8))
    }
}

/// A folder that is gone after the test.
struct TemporaryFolder: ~Copyable {
    let path: String

    init() {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("examples-" + UUID().uuidString).path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
