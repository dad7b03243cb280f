import Foundation
import Testing

@Suite("The examples played by hand")
struct InteractiveTests {
    @Test(
        "Keys from a pipe: the app is killed after sending, and the journal still knows",
        arguments: Program.vendors)
    func piped(program: Program) throws {
        let folder = TemporaryFolder()
        let run = try program.run(
            "--interactive", "--journal", folder.path, input: "l\np\ns\nk\nu\nl\np\nm\nq\n")
        #expect(run.code == 0, "\(run.message)")
        #expect(run.output.contains("outcomeUnknown(relaunched)"))
        #expect(run.answer == "no: it is paid")
        #expect(!run.output.contains("\u{1B}"))
        // What was played is on the journal of the next start.
        #expect(try program.run("S01", "--journal", folder.path).answer == "no: it is paid")
    }

    @Test("Nothing that is typed breaks it", arguments: Program.vendors)
    func nonsense(program: Program) throws {
        let keys = [
            "a", "m", "", "zz", "\u{1B}[A", "p", "l", "p", "p", "b", "y", "w", "u", "v", "d", "d", "x", "o", "k", "k",
        ]
        let run = try program.run("--interactive", input: keys.joined(separator: "\n"))
        #expect(run.code == 0, "\(run.message)")
        #expect(run.output.contains("press Pay first"))
        #expect(run.answer != nil)
        #expect(!run.output.contains("\u{1B}"))
    }

    // MARK: - On a terminal

    static let python: String? = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map {
        "\($0)/python3"
    }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Plays keys on a pseudo-terminal, each one when the prompt is there, and ends as the program does.
    static let typist = """
        import os, pty, select, sys
        program, keys = sys.argv[1], sys.argv[2:]
        pid, terminal = pty.fork()
        if pid == 0:
            os.execv(program, [program, "--interactive"])
        text = b""
        def read():
            global text
            if not select.select([terminal], [], [], 20)[0]:
                sys.exit("no answer")
            try:
                more = os.read(terminal, 4096)
            except OSError:
                more = b""
            text += more
            return more
        for key in keys:
            while not text.endswith(b" > "):
                if not read():
                    sys.exit("it ended early")
            text += b"<" + key.encode() + b">"
            os.write(terminal, key.encode() + b"\\n")
        while read():
            pass
        sys.stdout.buffer.write(text)
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
        """

    @Test(
        "On a terminal there are colours and progress, and a kill restarts on the same journal",
        .enabled(if: python != nil, "python3 is missing"), arguments: Program.vendors)
    func terminal(program: Program) throws {
        let python = try #require(Self.python)
        let run = try Program.run(
            "/usr/bin/env",
            ["-u", "NO_COLOR", python, "-c", Self.typist, program.path, "l", "p", "s", "k", "o", "q"])
        #expect(run.code == 0, "\(run.output) \(run.message)")
        #expect(run.output.contains("\u{1B}["))
        #expect(run.output.contains("⠋ processing"))
        let known = try #require(run.output.range(of: "outcomeUnknown(relaunched)"))
        #expect(run.output[known.upperBound...].contains("declined(insufficientFunds)"))
        #expect(run.output.contains("may Pay be pressed again?  yes (sameMethod)"))
    }

    @Test(
        "With NO_COLOR a terminal gets no colours", .enabled(if: python != nil, "python3 is missing"))
    func noColour() throws {
        let python = try #require(Self.python)
        let program = Program(name: "EpayExample")
        let run = try Program.run(
            "/usr/bin/env", ["NO_COLOR=1", python, "-c", Self.typist, program.path, "l", "q"])
        #expect(run.code == 0, "\(run.output) \(run.message)")
        #expect(run.output.contains("may Pay be pressed again?  yes"))
        #expect(!run.output.contains("\u{1B}"))
    }
}
