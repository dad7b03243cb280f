import Foundation

#if FUZZING
    private let target: FuzzTarget = {
        let environment = ProcessInfo.processInfo.environment
        if let folder = environment["CHECKOUT_FUZZ_SEEDS"] { try? Seeds.write(to: URL(fileURLWithPath: folder)) }
        let name = environment["CHECKOUT_FUZZ"] ?? ""
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

    @_silgen_name("LLVMFuzzerRunDriver")
    private func runDriver(
        _ count: UnsafeMutablePointer<CInt>,
        _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
        _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
    ) -> CInt

    /// SwiftPM links an executable's `main` to this name.
    @_cdecl("Fuzz_main")
    public func main(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
        var (count, arguments) = unsafe (count, arguments)
        return unsafe runDriver(&count, &arguments) { unsafe fuzz($0, $1) }
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
            if arguments[0] == "seeds" { return try Seeds.write(to: URL(fileURLWithPath: arguments[1])) }
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
    }
#endif
