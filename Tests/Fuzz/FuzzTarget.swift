import CheckoutCore
import CheckoutTesting
import Foundation

/// What can be fuzzed: each case reads bytes from outside and says which property they break.
package enum FuzzTarget: String, CaseIterable, Sendable {
    case answer, notification, json, recording, journal, returnURL, state

    /// What the bytes break; `nil` if everything holds. A crash is a finding too.
    package func finding(in bytes: [UInt8]) -> String? {
        switch self {
        case .answer: AdyenCheck.answer(bytes)
        case .notification: AdyenCheck.notification(bytes)
        case .json: JSONCheck.differential(bytes)
        case .recording: RecordingCheck.finding(bytes)
        case .journal: JournalCheck.finding(bytes)
        case .returnURL: AdyenCheck.returnURL(bytes)
        case .state: JSONCheck.state(bytes)
        }
    }

    /// Inputs to begin with: the payloads and recordings of the tests, and what is made of them.
    package var seeds: [[UInt8]] {
        switch self {
        case .answer, .notification, .json: Seeds.payloads
        case .recording: Seeds.recordings
        // Which journal, the kind of edit, its place and length, and what is written there.
        case .journal: (0..<32).map { [$0 &* 7, $0 % 4, $0, $0 &* 40, 1, 10] }
        case .returnURL:
            ["app://pay?checkoutAttempt=attempt-1&redirectResult=a%3D", "app://x?PaRes=1&MD=2&payload=%", "?#&=%"].map {
                Array($0.utf8)
            }
        case .state: Seeds.states
        }
    }
}

/// The files of the tests.
enum Seeds {
    static let payloads = files("CheckoutAdyenTests/Payloads", ".json")

    static let recordings = [
        "CheckoutAdyenTests", "CheckoutEpayTests", "CheckoutPrimerTests", "CheckoutPXPTests", "FieldReportTests",
    ].flatMap { files($0 + "/Recordings", ".jsonl") }

    static let states: [[UInt8]] = recordings.flatMap { text -> [[UInt8]] in
        guard let trace = try? Recording(text).play() else { return [] }
        return trace.lines.compactMap { line in
            guard case .change(_, let update) = line else { return nil }
            return Array(update.change.standing.json.jsonText.utf8)
        }
    }

    private static func files(_ folder: String, _ end: String) -> [[UInt8]] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../" + folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().filter { $0.hasSuffix(end) && !$0.hasSuffix(".trace.jsonl") }.compactMap {
            (try? Data(contentsOf: folder.appendingPathComponent($0))).map(Array.init)
        }
    }
}
