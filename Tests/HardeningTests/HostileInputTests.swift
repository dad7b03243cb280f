import Foundation
import Testing

@testable import CheckoutCore
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

    @Test("A text of 10 MB is no code: of its kind only the length is kept")
    func giganticText() {
        let body = #"{"resultCode":"\#(String(repeating: "A", count: 10 << 20))"}"#
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

    @Test("A journal that is a pipe, a device or in a folder nobody may write to is refused, and nothing hangs")
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
        #expect(throws: JournalError.self) {
            try FileJournal(directory: URL(fileURLWithPath: "/dev/null")).open(order: "A-1")
        }
    }
}
