import CheckoutAdyen
import CheckoutCore
import Foundation

#if FUZZING
    private let target: FuzzTarget = {
        let name = ProcessInfo.processInfo.environment["CHECKOUT_FUZZ"] ?? ""
        guard let target = FuzzTarget(rawValue: name) else { fatalError("CHECKOUT_FUZZ names no target: \(name)") }
        return target
    }()

    /// libFuzzer's entry: a finding ends the process, and libFuzzer keeps the input.
    @_cdecl("LLVMFuzzerTestOneInput")
    public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
        if let finding = target.finding(in: bytes) { fatalError("\(target.rawValue): \(finding)") }
        return 0
    }
#else
    @main
    enum Fuzz {
        /// `Fuzz seeds FOLDER` writes seeds and dictionary; `Fuzz TARGET FILE…` replays inputs.
        static func main() throws {
            let arguments = Array(CommandLine.arguments.dropFirst())
            guard arguments.count >= 2 else {
                print("usage: Fuzz seeds FOLDER | Fuzz TARGET FILE...")
                exit(64)
            }
            if arguments[0] == "seeds" { return try write(to: URL(fileURLWithPath: arguments[1])) }
            guard let target = FuzzTarget(rawValue: arguments[0]) else {
                print("targets: " + FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))
                exit(64)
            }
            var isClean = true
            for path in arguments.dropFirst() {
                let finding = target.finding(in: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
                print("\(path): \(finding ?? "holds")")
                if finding != nil { isClean = false }
            }
            exit(isClean ? 0 : 1)
        }

        private static func write(to folder: URL) throws {
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
                + ["resultCode", "eventCode", "success", "order", "remainingAmount", "refusalReasonCode", "action"]
            let lines = Set(words).sorted().map { "\"\($0)\"\n" }.joined()
            try Data(lines.utf8).write(to: folder.appendingPathComponent("words.dict"))
        }
    }
#endif
