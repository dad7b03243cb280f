import CheckoutCore
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A line appended to an order's file, beside the bare system calls.
enum Journalling {
    static let group = "journal"
    static let record = Array(
        #"[{"kind":"heard","of":0,"signal":{"state":{"state":"declined","evidence":"provider","exposure":"none","retry":"sameMethod","reason":"insufficientFunds"}}}]"#
            .utf8)

    static func run(_ report: inout Report, _ watch: Stopwatch) async {
        var watch = watch
        watch.isByTheWall = true
        let folder = Files.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        guard let journal = try? FileJournal(directory: folder).open(order: "order") else { return }
        defer { journal.close() }
        let path = folder.appendingPathComponent("bare").path
        let bare = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_APPEND, 0o600)
        defer { close(bare) }
        // As many bytes as a journal line has.
        let line = record + Array(repeating: 32, count: 60)

        func append(_ count: Int, isDurable: Bool) {
            for _ in 0..<count { try? journal.append([record], isDurable: isDurable) }
        }
        func appendBare(_ count: Int, isDurable: Bool) {
            for _ in 0..<count {
                unsafe _ = line.withUnsafeBytes { unsafe write(bare, $0.baseAddress, $0.count) }
                if isDurable { fsync(bare) }
            }
        }
        report.add(
            Row(
                group, "a durable line",
                watch.compare(
                    { append($0, isDurable: true) }, with: { appendBare($0, isDurable: true) }), in: .microseconds,
                to: "write and fsync", atMost: 1.15))
        report.add(
            Row(
                group, "a line that may be lost",
                watch.compare(
                    { append($0, isDurable: false) }, with: { appendBare($0, isDurable: false) }), in: .microseconds,
                to: "write", atMost: 4))
    }
}

/// Places on the disk.
enum Files {
    /// A new folder on the disk the package is on: a system's temporary folder may be in memory.
    static func folder() -> URL {
        let folder = root.appendingPathComponent(".build/benchmark-\(UInt32.random(in: 0 ... .max))")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// The package.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
}
