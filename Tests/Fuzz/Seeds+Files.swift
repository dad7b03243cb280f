import CheckoutAdyen
import CheckoutCore
import CheckoutTesting
import Foundation

extension Seeds {
    /// Writes the seeds of every target, and the vendors' words as a dictionary, for libFuzzer.
    static func write(to folder: URL) throws {
        for target in FuzzTarget.allCases {
            let place = folder.appendingPathComponent(target.rawValue)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            for (index, seed) in target.seeds.enumerated() {
                try Data(seed).write(to: place.appendingPathComponent("seed-\(index)"))
            }
        }
        let vocabulary = AdyenVocabulary.standard
        let words =
            Array(vocabulary.resultCodes.keys) + vocabulary.actions.keys + vocabulary.sessionStatuses.keys
            + vocabulary.notifications.keys.map(\.eventCode) + vocabulary.rejectingErrorTypes.keys
            + CheckoutState.Kind.allCases.map(\.rawValue) + Anomaly.allCases.map(\.rawValue)
            + RecordedProviders.all.values.flatMap { $0.eventNames }
            + ["resultCode", "eventCode", "success", "order", "remainingAmount", "refusalReasonCode", "action"]
        let lines = Set(words).sorted().map { "\"\($0)\"\n" }.joined()
        try Data(lines.utf8).write(to: folder.appendingPathComponent("words.dict"))
    }
}
