import CheckoutTesting
import Foundation

/// Whole recordings through adapters, guard and machines, as a server does that looks at yesterday's payments.
enum Replaying {
    static func run(_ report: inout Report, _ watch: Stopwatch) async {
        let tests = Files.root.appendingPathComponent("Tests")
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: tests.path)) ?? []
        let recordings = folders.sorted().flatMap { folder -> [Recording] in
            let place = tests.appendingPathComponent(folder).appendingPathComponent("Recordings")
            let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
            return names.sorted().filter { $0.hasSuffix(".jsonl") && !$0.hasSuffix(".trace.jsonl") }.compactMap {
                name in
                (try? Data(contentsOf: place.appendingPathComponent(name))).flatMap { try? Recording($0) }
            }
        }
        guard !recordings.isEmpty else { return }
        let time = watch.time { count in
            for _ in 0..<count { for recording in recordings { keep(recording.play()) } }
        }
        report.add(
            Row(
                "replay", "recordings (\(recordings.count), played in turn)", Double(recordings.count) * 1e9 / time,
                in: .perSecond))
    }
}
