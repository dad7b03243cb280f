import Foundation
import Testing

@Suite("The examples' command lines")
struct CommandLineTests {
    @Test("Without a word it is declined, then paid", arguments: Program.vendors)
    func standard(program: Program) throws {
        let run = try program.run()
        #expect(run.code == 0)
        #expect(run.output.hasPrefix("S02  declined, then paid with another card\n"))
        #expect(run.answer == "no: it is paid")
    }

    @Test(
        "Wrong usage exits 64 and says what is right",
        arguments: Program.vendors,
        [
            ["S99"], ["S30/9"], ["S30/x"], ["--dance"], ["--journal"], ["--list", "S01"], ["S01", "--after", "99"],
            ["S01", "--after", "x"],
        ])
    func usage(program: Program, arguments: [String]) throws {
        let run = try Program.run(program.path, arguments)
        #expect(run.code == 64)
        #expect(run.output.isEmpty)
        #expect(!run.message.isEmpty)
    }

    @Test("Help is no error", arguments: Program.vendors + [Program.failover])
    func help(program: Program) throws {
        let run = try program.run("--help")
        #expect(run.code == 0)
        #expect(run.output.hasPrefix("usage:\n  \(program.name) "))
    }

    @Test("What a person typed is shown without anything a terminal would obey")
    func plain() throws {
        let run = try Program(name: "EpayExample").run("S\u{1B}[31m\u{7}\u{202E}")
        #expect(run.code == 64)
        #expect(!run.message.contains { "\u{1B}\u{7}\u{202E}".contains($0) })
        #expect(run.message.contains("\u{FFFD}[31m"))
    }

    @Test("A paid order stays paid for the next start on the same journal", arguments: Program.vendors)
    func journal(program: Program) throws {
        let folder = TemporaryFolder()
        #expect(try program.run("S01", "--journal", folder.path).answer == "no: it is paid")
        let again = try program.run("S01", "--journal", folder.path)
        #expect(again.code == 0)
        #expect(again.answer == "no: it is paid")
        #expect(!again.output.contains("processing"))
    }

    @Test("A journal that can't be made is a clear error", arguments: Program.vendors)
    func noJournal(program: Program) throws {
        let run = try program.run("S01", "--journal", "/nowhere/at/all")
        #expect(run.code == 1)
        #expect(run.message.contains("the example failed: "))
    }

    // MARK: - Failover

    @Test("All three stories of a failover end paid, once", arguments: [[], ["declined"], ["unknown"], ["killed"]])
    func failover(arguments: [String]) throws {
        let run = try Program.run(Program.failover.path, arguments)
        #expect(run.code == 0)
        let answers = run.lines.filter { $0.hasPrefix("may Pay be pressed again?") }
        #expect(answers.count == (arguments.isEmpty ? 3 : 1))
        #expect(answers.allSatisfy { $0.hasSuffix("no: it is paid") })
        #expect(!run.output.contains("\u{1B}"))
    }

    @Test("While one provider is unknown, no button can be pressed; the merchant's word frees the other ones")
    func blocked() throws {
        for story in ["unknown", "killed"] {
            let lines = try Program.failover.run(story).lines
            let open = "    buttons  [Epay]   [Adyen]   [PXP]"
            let blocked = "    buttons  Epay: outcomeUnresolved   Adyen: outcomeUnresolved   PXP: outcomeUnresolved"
            let first = try #require(lines.firstIndex(of: blocked))
            #expect(lines[first...].contains { $0.hasPrefix("    no: An earlier attempt may still be paid") })
            #expect(try #require(lines.lastIndex(of: blocked)) < lines.firstIndex(of: open) ?? 0)
        }
    }

    @Test("A failover isn't told twice on the same journals")
    func toldTwice() throws {
        let folder = TemporaryFolder()
        #expect(try Program.failover.run("--journal", folder.path).code == 0)
        let again = try Program.failover.run("--journal", folder.path)
        #expect(again.code == 1)
        #expect(again.message.contains("take an empty folder"))
    }

    @Test("A failover that isn't there exits 64", arguments: [["dance"], ["declined", "unknown"], ["--journal"]])
    func noFailover(arguments: [String]) throws {
        #expect(try Program.run(Program.failover.path, arguments).code == 64)
    }
}
