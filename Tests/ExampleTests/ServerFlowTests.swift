import Foundation
import Testing

@Suite(
    "Adyen's advanced flow against the merchant's server, as a user would run both", .serialized,
    .enabled(if: InteractiveTests.python != nil, "python3 is missing"))
struct ServerFlowTests {
    @Test(
        "What the amount asks of the server is what the screen ends with",
        arguments: [
            ("10.00 EUR", "approve", "succeeded(authorised)", "no: it is paid"),
            ("10.01 EUR", "approve", "succeeded(authorised)", "no: it is paid"),
            ("10.01 EUR", "refuse", "declined(doNotHonour)", "yes"),
            ("10.01 EUR", "leave", "outcomeUnknown(actionAbandoned)", "NO: it may be paid"),
            ("10.02 EUR", "approve", "declined(insufficientFunds)", "yes"),
            ("10.03 EUR", "approve", "succeeded(authorised)", "no: it is paid"),
            ("10.09 EUR", "approve", "failed(validation)", "yes"),
        ])
    func pays(amount: String, shopper: String, state: String, answer: String) throws {
        let shop = try Shop()
        let run = try Program(name: "AdyenExample").run(
            "--server", shop.address, "--amount", amount, "--shopper", shopper, "--journal", shop.folder.path)
        #expect(run.code == 0, "\(run.message)")
        #expect(run.state == state, "\(run.output)")
        #expect(run.answer?.hasPrefix(answer) == true, "\(run.output)")
    }

    @Test(
        "Wrong usage exits 64", arguments: [["--server"], ["--server", "x", "--amount", "10"], ["S01", "--server"]])
    func usage(arguments: [String]) throws {
        #expect(try Program.run(Program(name: "AdyenExample").path, arguments).code == 64)
    }

    @Test("A server that isn't there is told, and nothing is charged")
    func nobody() throws {
        let folder = TemporaryFolder()
        let run = try Program(name: "AdyenExample").run("--server", "http://127.0.0.1:1", "--journal", folder.path)
        #expect(run.code == 1)
        #expect(run.message.contains("Is the server running?"))
        #expect(!run.output.contains("money possible"))
    }
}

/// The example of a merchant's server, on a port of its own.
private struct Shop: ~Copyable {
    let folder = TemporaryFolder()
    let address: String
    private let process = Process()

    init() throws {
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Examples/MerchantServer/server.py").standardizedFileURL
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: InteractiveTests.python ?? "/usr/bin/python3")
        process.arguments = [script.path, "--port", "0", "--database", folder.path + "/shop.sqlite"]
        process.standardOutput = output
        try process.run()
        address = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    deinit {
        // A process started from a test's thread may have its softer signals blocked.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
