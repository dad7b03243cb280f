import Foundation

/// The `checkout` command from its start to its end.
enum Starting {
    static func run(_ report: inout Report, _ watch: Stopwatch) async {
        let tool = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("checkout")
        guard FileManager.default.isExecutableFile(atPath: tool.path) else {
            return Report.say("start: build the product “checkout” first")
        }
        var watch = watch
        watch.isByTheWall = true
        func start(_ path: String, _ arguments: [String]) -> (Int) -> Void {
            { count in
                for _ in 0..<count {
                    let process = Process()
                    process.executableURL = URL(fileURLWithPath: path)
                    process.arguments = arguments
                    process.standardOutput = FileHandle.nullDevice
                    try? process.run()
                    process.waitUntilExit()
                }
            }
        }
        report.add(
            Row(
                "start", "checkout --help",
                watch.compare(start(tool.path, ["--help"]), with: start("/bin/true", [])), in: .milliseconds,
                to: "/bin/true"))
    }
}
