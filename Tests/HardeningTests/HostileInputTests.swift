import Foundation
import Testing

@testable import CheckoutCore
@testable import CheckoutTesting
@testable import CheckoutTool

@Suite("Hostile input")
struct HostileInputTests {
    static func run(_ words: String..., bytes: [UInt8]) -> CommandResult {
        CheckoutCommand.run(words) { (_) throws(InputError) in bytes }
    }

    static func answer(_ body: String, reference: String = "A-1") -> String {
        """
        {"recording":1,"order":{"reference":"\(reference)","amount":{"minorUnits":1000,"currency":"EUR"}},\
        "sessions":[{"id":"a","provider":"adyen"},{"id":"b","provider":"pxp"}]}
        {"event":"start","session":"a"}
        {"event":"didSubmit","session":"a"}
        {"event":"paymentsResponse","session":"a","status":200,"body":\(body)}
        """
    }

    @Test(
        "An outcome that can't be read settles nothing, whatever it is made of",
        arguments: [
            #"{"resultCode":1e999999999}"#, #"{"resultCode":\#(String(repeating: "9", count: 400))}"#,
            #"{"resultCode":"Authorised","resultCode":"Refused"}"#, #"{"resultCode":"\ud800"}"#,
            #"{"resultCode":"Authorised\u0000"}"#, #"{"resultCode":["Authorised"]}"#,
        ])
    func unreadableOutcome(body: String) throws {
        let result = Self.run("replay", "r", "--json", bytes: Array(Self.answer(body).utf8))
        #expect(result.code == .success)
        let end = try #require(result.output.split(separator: "\n").last)
        #expect(end.contains(#""state":"outcomeUnknown""#) && end.contains(#""mayBegin":false"#))
    }

    @Test("Nesting, invalid UTF-8, NUL bytes and raw controls are refused with the line, and exit 65")
    func unreadableFile() {
        let deep = Self.answer(String(repeating: "[", count: 100_000))
        let files: [[UInt8]] = [
            Array(deep.utf8), [0xFF, 0xFE], [0], Array(Self.answer("{}").utf8) + [10, 0x7B, 0x22, 0xC3, 0x28, 0x22],
            Array(Self.answer("\"\u{1B}[2J\"").utf8),
        ]
        for bytes in files {
            let result = Self.run("replay", "r", bytes: bytes)
            #expect(result.code == .data)
            #expect(result.message.contains("line "))
        }
    }

    @Test("A text of 5 MB is no code: of its kind only the length is kept")
    func giganticText() {
        let body = #"{"resultCode":"\#(String(repeating: "A", count: 5 << 20))"}"#
        let result = Self.run("replay", "r", "--json", bytes: Array(Self.answer(body).utf8))
        #expect(result.code == .success)
        #expect(result.output.utf8.count < 10_000)
    }

    @Test(
        "No text from outside reaches a terminal's commands",
        arguments: ["\\u001b[2J", "\\u009b31m", "\\u0007", "\\u202e", "\\u0008\\u0008"])
    func terminal(escape: String) {
        for bytes in [
            Self.answer(#"{"resultCode":"Refused","refusalReason":"\#(escape)"}"#),
            Self.answer("{}", reference: "A\(escape)"),
            Self.answer("{}") + "\n{\"event\":\"\(escape)\",\"session\":\"a\"}",
            Self.answer("{}") + "\n{\"event\":\"start\",\"session\":\"\(escape)\"}",
        ] {
            let result = Self.run("replay", "r", bytes: Array(bytes.utf8))
            let shown = (result.output + result.message).unicodeScalars
            #expect(!shown.contains { $0 != "\n" && [.control, .format].contains($0.properties.generalCategory) })
        }
    }

    @Test("A journal that is a pipe, a device, or in a folder where no file can be made is refused, and nothing hangs")
    func journalPlaces() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let journal = FileJournal(directory: folder)
        _ = try journal.open(order: "A-1")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!files.isEmpty)
        for file in files {
            let path = folder.appendingPathComponent(file).path
            try FileManager.default.removeItem(atPath: path)
            let made = unsafe mkfifo(path, 0o600)
            try #require(made == 0)
        }
        #expect(throws: JournalError.self) { try journal.open(order: "A-1") }
        // Not even root makes a file in the last one.
        for place in ["/dev/null", "/dev/zero", "/dev/fd"] {
            #expect(throws: JournalError.self) {
                try FileJournal(directory: URL(fileURLWithPath: place)).open(order: "A-1")
            }
        }
    }

    @Test("A recording of a gigabyte, or one without end, is refused within a bounded memory")
    func gigabyte() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try #require(FileManager.default.createFile(atPath: file.path, contents: nil))
        defer { try? FileManager.default.removeItem(at: file) }
        let handle = try FileHandle(forWritingTo: file)
        // Only its size is a gigabyte: nothing is stored.
        try handle.truncate(atOffset: 1 << 30)
        try handle.close()
        for path in [file.path, "/dev/zero"] {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            // 512 MB of address space for the process. Where that can't be limited, or a sanitizer needs all of it, the time
            // is the only bound.
            process.arguments = [
                "-c", "[ -n \"${ASAN_OPTIONS-}\" ] || ulimit -v 524288 2>/dev/null; exec \"$0\" replay \"$1\"",
                Self.tool, path,
            ]
            let message = Pipe()
            process.standardError = message
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 65)
            let text = String(decoding: message.fileHandleForReading.availableData, as: UTF8.self)
            #expect(text == "checkout: “\(path)” is larger than 8 MiB\n")
        }
    }

    /// The tool as it was built beside the tests.
    static let tool: String = {
        #if os(macOS)
            for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
                return bundle.bundleURL.deletingLastPathComponent().appendingPathComponent("checkout").path
            }
        #endif
        return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("checkout").path
    }()

    @Test("What a provider repeats without end is kept once")
    func repeatedWithoutEnd() throws {
        for event in [
            #"{"event":"paymentsResponse","session":"a","status":200,"body":{"resultCode":"Pending","pspReference":"P1"}}"#,
            #"{"event":"paymentsResponse","session":"a","status":200,"body":{"resultCode":"Foo"}}"#,
            #"{"event":"paymentsError","session":"a","code":"timedOut"}"#,
            #"{"event":"notification","session":"a","body":{"eventCode":"AUTHORISATION","success":"true","pspReference":"P9"}}"#,
            #"{"event":"statement","attempt":1,"outcome":{"state":"succeeded","payment":{"reference":"P1"}}}"#,
            #"{"event":"statement","attempt":9,"outcome":{"state":"declined"}}"#,
            #"{"event":"statement","outcome":{"released":["P1"]}}"#,
        ] {
            let head = Self.answer(#"{"resultCode":"Received"}"#)
            func records(_ times: Int) throws -> Int {
                try Recording((head + String(repeating: "\n" + event, count: times)).utf8).records().count
            }
            #expect(try records(3) == records(300), "\(event)")
        }
    }
}
