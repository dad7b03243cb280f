import Foundation
import Testing

@testable import CheckoutCore

/// A folder that is gone when the test is.
final class Folder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("journal-\(UUID().uuidString)")

    init() { try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }

    var journal: FileJournal { FileJournal(directory: url) }

    func path(_ order: String = "A-1") -> String {
        url.path + "/" + JournalFileName.name(of: order)
    }

    func bytes(_ order: String = "A-1") throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(order))))
    }

    func write(_ bytes: [UInt8], _ order: String = "A-1") throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path(order)))
    }
}

@Suite("Journal files")
struct FileJournalTests {
    static func line(_ text: String) -> [UInt8] { Array(#"{"text":"\#(text)"}"#.utf8) }

    @Test("What was appended is there after the file is opened again")
    func append() throws {
        let folder = Folder()
        let open = try folder.journal.open(order: "A-1")
        #expect(open.content == JournalContent(lines: []))
        try open.append([Self.line("a"), Self.line("b")], isDurable: true)
        try open.append([Self.line("c")], isDurable: false)
        open.close()
        #expect(throws: JournalError.closed) { try open.append([Self.line("d")], isDurable: true) }
        #expect(throws: JournalError.closed) { try open.replace(with: []) }
        let again = try folder.journal.open(order: "A-1")
        #expect(again.content.lines == ["a", "b", "c"].map(Self.line))
        try again.append([Self.line("d")], isDurable: true)
        again.close()
        #expect(try folder.journal.open(order: "A-1").content.lines.count == 4)
    }

    @Test("A second owner is refused in the same process, and gets the file when the first one lets go")
    func lock() throws {
        let folder = Folder()
        var first: (any OpenJournal)? = try folder.journal.open(order: "A-1")
        #expect(throws: JournalError.inUse) { try folder.journal.open(order: "A-1") }
        #expect(throws: Never.self) { try folder.journal.open(order: "A-2") }
        try first?.append([Self.line("a")], isDurable: true)
        first = nil
        #expect(try folder.journal.open(order: "A-1").content.lines.count == 1)
    }

    @Test(
        "A name is safe on every file system, and no two orders share one",
        arguments: [
            ("A-1", "=41-1.checkout"), ("a-1", "a-1.checkout"), ("../etc", "=2e=2e=2fetc.checkout"), ("", ".checkout"),
            ("a/b\\c", "a=2fb=5cc.checkout"), ("ü", "=c3=bc.checkout"), ("a\u{0}b", "a=00b.checkout"),
        ])
    func names(order: String, expected: String) throws {
        #expect(JournalFileName.name(of: order) == expected)
        let folder = Folder()
        let open = try folder.journal.open(order: order)
        try open.append([Self.line("x")], isDurable: true)
        open.close()
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == [
                expected, expected + ".lock",
            ])
    }

    @Test("A long reference is cut to a name that a file system takes")
    func longNames() {
        let long = String(repeating: "ORDER", count: 200)
        let names = Set([long, long + "1", "1" + long, String(long.reversed())].map(JournalFileName.name))
        #expect(names.count == 4)
        for name in names { #expect((name + ".lock").utf8.count <= 255) }
    }

    @Test("A folder that can't be, a link and a folder in the file's place are refused with a reason")
    func refused() throws {
        let folder = Folder()
        let nowhere = FileJournal(directory: folder.url.appendingPathComponent("a/b"))
        #expect(throws: JournalError.self) { try nowhere.open(order: "A-1") }
        try FileManager.default.createDirectory(atPath: folder.path("dir"), withIntermediateDirectories: true)
        #expect(throws: JournalError.self) { try folder.journal.open(order: "dir") }
        try folder.write([], "target")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"), withDestinationPath: folder.path("target"))
        let error = #expect(throws: JournalError.self) { try folder.journal.open(order: "link") }
        #expect("\(try #require(error))".contains("open: "))
        // Nobody keeps a lock of a failed opening.
        try FileManager.default.removeItem(atPath: folder.path("link"))
        #expect(throws: Never.self) { try folder.journal.open(order: "link") }
    }

    @Test("Replacing puts the new lines in the place of all the old ones")
    func replace() throws {
        let folder = Folder()
        let open = try folder.journal.open(order: "A-1")
        try open.append([Self.line("a")], isDurable: true)
        try open.replace(with: [Self.line("b")])
        try open.append([Self.line("c")], isDurable: true)
        #expect(throws: JournalError.inUse) { try folder.journal.open(order: "A-1") }
        open.close()
        #expect(try folder.journal.open(order: "A-1").content.lines == [Self.line("b"), Self.line("c")])
    }

    /// What somebody else can do to a journal that is open.
    enum Meddling: CaseIterable {
        case removesFile, replacesFile, cutsFile, removesLock, replacesLock, removesFolder

        func act(in folder: Folder) throws {
            let file = folder.path()
            let manager = FileManager.default
            switch self {
            case .removesFile: try manager.removeItem(atPath: file)
            case .replacesFile:
                try Data(try folder.bytes()).write(to: URL(fileURLWithPath: file), options: .atomic)
            case .cutsFile:
                let handle = try #require(FileHandle(forWritingAtPath: file))
                try handle.truncate(atOffset: 10)
                try handle.close()
            case .removesLock: try manager.removeItem(atPath: file + ".lock")
            case .replacesLock: try Data().write(to: URL(fileURLWithPath: file + ".lock"), options: .atomic)
            case .removesFolder: try manager.removeItem(at: folder.url)
            }
        }
    }

    @Test("A file that somebody removed, replaced or cut while it is open grants nothing", arguments: Meddling.allCases)
    func meddling(_ meddling: Meddling) throws {
        let folder = Folder()
        let desk = try Desk(journal: folder.journal)
        let session = try desk.open()
        #expect(session.begin(method: nil).grant?.withdraw() == true)
        try meddling.act(in: folder)
        #expect(session.begin(method: nil).refusal == .journalUnavailable)
    }

    @Test("A line of a later version is refused, not damaged")
    func laterVersion() throws {
        let folder = Folder()
        let body = Array(#"{"version":2,"line":0,"record":{}"#.utf8)
        let sum = String(decoding: Checksum.text(Checksum.of(body)), as: UTF8.self)
        try folder.write(body + Array(",\"checksum\":\"\(sum)\"}\n".utf8))
        #expect(throws: JournalError.laterVersion) { try folder.journal.open(order: "A-1") }
    }

    @Test("The checksum is CRC-32")
    func checksum() { #expect(Checksum.of(Array("123456789".utf8)) == 0xCBF4_3926) }

    @Test("Every error has a message that says what to do")
    func messages() {
        let errors: [JournalError] = [.inUse, .unavailable("write: full"), .closed, .otherOrder, .laterVersion]
        #expect(Set(errors.map(\.description)).count == errors.count)
    }

    @Test("A full disk refuses the start and cuts the file back; with room again everything goes on")
    func fullDisk() throws {
        for room in stride(from: 350, through: 1_400, by: 70) {
            let folder = Folder()
            let words = try Self.run(folder, killAt: room, moment: "full")
            #expect(words.contains("refused journalUnavailable") || words.contains("stopped journalUnavailable"))
            #expect(words.last == "granted with room")
            let reading = JournalLines.read(try folder.bytes())
            #expect(!reading.isDamaged)
            #expect(reading.length == (try folder.bytes().count))
        }
    }

    // MARK: Damage

    /// The file of a real order: declined at one session, part paid at another, a third leg in doubt.
    static func realJournal() throws -> (bytes: [UInt8], lines: [[UInt8]]) {
        let folder = Folder()
        let desk = try Desk(journal: folder.journal)
        let session = try desk.open()
        _ = session.begin(method: "card")
        session.send(.submit)
        session.send(.result(.reference(Samples.reference("PSP1")), Say.provider(Say.declined)))
        _ = session.begin(method: "card")
        session.send(.submit)
        session.send(.result(Say.provider(Say.approved("PSP2", Samples.euro(400)))))
        _ = session.begin(method: "card")
        session.send(.submit)
        session.send(.result(Say.noAnswer))
        let bytes = try folder.bytes()
        return (bytes, JournalLines.read(bytes).lines)
    }

    @Test("Every prefix of a journal restores to what was acknowledged by then")
    func prefixes() throws {
        let (bytes, lines) = try Self.realJournal()
        #expect(lines.count == 10)
        let folder = Folder()
        for length in 0...bytes.count {
            let prefix = Array(bytes[..<length])
            try folder.write(prefix)
            let open = try folder.journal.open(order: "A-1")
            defer { open.close() }
            // A line is whole with its end, or without it: its checksum tells.
            let whole = prefix.split(separator: 10, omittingEmptySubsequences: false)
            let ended = whole.count - 1
            let kept = open.content.lines.count
            #expect(!open.content.isDamaged)
            #expect(kept == ended || kept == ended + 1 && bytes[length] == 10)
            #expect(open.content.lines == Array(lines[..<kept]))
            // What is left can be appended to, and read again.
            try open.append([Self.line("next")], isDurable: false)
            open.close()
            let again = try folder.journal.open(order: "A-1")
            #expect(again.content.lines == Array(lines[..<kept]) + [Self.line("next")])
            again.close()
        }
    }

    @Test("Every flipped bit and every zeroed byte is read rightly or blocks the order")
    func flippedBits() throws {
        let (bytes, lines) = try Self.realJournal()
        let order = CheckoutOrder(reference: "A-1", amount: Samples.euro(1000))
        let right = try RestoredOrder(
            order: order, policy: .standard, table: .standard, from: JournalContent(lines: lines)
        ).machine.standing
        var damaged = 0
        for place in bytes.indices {
            for value in (0..<8).map({ bytes[place] ^ (1 << $0) }) + [0] where value != bytes[place] {
                var broken = bytes
                broken[place] = value
                let reading = JournalLines.read(broken)
                let content = JournalContent(lines: reading.lines, isDamaged: reading.isDamaged)
                let standing = try RestoredOrder(
                    order: order, policy: .standard, table: .standard, from: content
                ).machine.standing
                if reading.isDamaged {
                    damaged += 1
                    #expect(standing.refusal == .journalDamaged)
                } else {
                    // Only the end of the last line can be hit without a loss.
                    #expect(standing == right)
                    #expect(place == bytes.count - 1)
                }
            }
        }
        #expect(damaged > bytes.count * 8)
    }

    @Test("A line that is missing from the middle, stands twice or in another's place damages the journal")
    func missingLines() throws {
        let (bytes, lines) = try Self.realJournal()
        let whole = bytes.split(separator: 10).map { Array($0) + [10] }
        for index in lines.indices.dropLast() {
            var missing = whole
            missing.remove(at: index)
            #expect(JournalLines.read(missing.flatMap { $0 }).isDamaged)
            var twice = whole
            twice.insert(whole[index], at: index)
            #expect(JournalLines.read(twice.flatMap { $0 }).isDamaged)
            var swapped = whole
            swapped.swapAt(index, index + 1)
            #expect(JournalLines.read(swapped.flatMap { $0 }).isDamaged)
        }
    }

    @Test("A damaged file stays as it is until the settlement replaces it")
    func damagedFile() throws {
        let (bytes, _) = try Self.realJournal()
        let folder = Folder()
        var broken = bytes
        broken[bytes.count / 2] ^= 1
        try folder.write(broken)
        let desk = try Desk(journal: folder.journal)
        #expect(desk.checkout.standing.refusal == .journalDamaged)
        let session = try desk.open()
        #expect(session.begin().refusal == .journalDamaged)
        session.send(.result(Say.provider(Say.approved("PSP9"))))
        #expect(try folder.bytes() == broken)
        desk.checkout.hear(.outcome(Say.approved("PSP9")), about: nil)
        desk.checkout.close()
    }

    // MARK: Kills

    /// The process that pays until it is killed.
    static let victim = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("JournalVictim")

    /// Runs the victim and returns what was acknowledged to it before it died.
    static func run(_ folder: Folder, killAt: Int, moment: String, after delay: UInt32 = 0) throws -> [String] {
        let process = Process()
        process.executableURL = victim
        process.arguments = [folder.url.path, "A-1", String(killAt), moment]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var text = ""
        if killAt == 0 {
            // Its time counts from when it has opened the order.
            text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            usleep(delay)
            kill(process.processIdentifier, SIGKILL)
        }
        text += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").map(String.init)
    }

    /// Opens the order of a killed process and looks at it as the next start of the app would.
    static func check(_ folder: Folder, _ words: [String]) throws -> Bool {
        let checkout = try Checkout(
            order: CheckoutOrder(reference: "A-1", amount: Samples.euro(1000)), journal: folder.journal)
        defer { checkout.close() }
        let standing = checkout.standing
        #expect(standing.refusal != .journalDamaged)
        #expect(!words.contains { $0.hasPrefix("error") })
        let submitted = words.filter { $0 == "submitted" }.count
        let ended = words.filter { $0 == "ended" }.count
        let open = checkout.attempts.filter { $0.standing.exposure > .none }
        // No submitted attempt is lost, and none that was told to have ended is open again.
        #expect(checkout.attempts.filter(\.standing.submitted).count >= submitted)
        #expect(open.count <= 1)
        if submitted > ended {
            #expect(
                open.count == 1 || checkout.attempts.filter { $0.standing.state.kind == .declined }.count >= submitted)
        }
        // No start is granted while one is unresolved.
        let session = try checkout.open(ScriptedAdapter())
        let granted = session.begin().grant
        #expect((granted == nil) == !open.isEmpty)
        granted?.withdraw()
        return !open.isEmpty
    }

    @Test(
        "A process killed at every journal write loses no submitted attempt and begins none over it",
        arguments: [
            "before", "half", "after",
        ])
    func killedAtEveryWrite(moment: String) throws {
        // Three writes an attempt, after the one that opens the order.
        for write in 1...25 {
            let folder = Folder()
            let words = try Self.run(folder, killAt: write, moment: moment)
            _ = try Self.check(folder, words)
            // It starts again on the same journal, and is killed again.
            let more = try Self.run(folder, killAt: 3, moment: moment)
            _ = try Self.check(folder, more)
        }
    }

    /// How many times the random kill is repeated; CI asks for more.
    static let kills = Int(ProcessInfo.processInfo.environment["CHECKOUT_KILLS"] ?? "") ?? 60

    @Test("A process killed at random moments loses no submitted attempt and begins none over it")
    func killedAtRandom() throws {
        var random = SeededGenerator(42)
        var inDoubt = 0
        for _ in 0..<Self.kills {
            let folder = Folder()
            let words = try Self.run(
                folder, killAt: 0, moment: "after", after: UInt32.random(in: 0...6_000, using: &random))
            if try Self.check(folder, words) { inDoubt += 1 }
        }
        // The moments are spread: some hit an attempt in flight.
        #expect(inDoubt > 0)
    }
}
