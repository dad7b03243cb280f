import Foundation
import Testing

@Suite("How the modules hang together")
struct ArchitectureTests {
    static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "../../Sources")

    static func files(_ module: String) throws -> [(name: String, text: String)] {
        let folder = sources.appendingPathComponent(module)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        return try names.map { ($0, try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)) }
    }

    static func imports(_ text: String) -> Set<String> {
        Set(
            text.split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ")
                guard let place = words.firstIndex(of: "import"), place <= 1, words.count > place + 1 else {
                    return nil
                }
                return String(words[place + 1])
            })
    }

    static let adapters = ["CheckoutEpay", "CheckoutPrimer", "CheckoutAdyen", "CheckoutPXP"]
    /// On Linux a part of Foundation is a module of its own: URLSession.
    static let toolchain: Set = [
        "Foundation", "FoundationEssentials", "FoundationNetworking", "Observation", "Dispatch", "Darwin", "Glibc",
        "Musl",
    ]

    @Test("The core imports nothing but the toolchain", arguments: ["CheckoutCore"])
    func core(module: String) throws {
        for file in try Self.files(module) {
            #expect(Self.imports(file.text).subtracting(Self.toolchain) == [], "\(file.name)")
        }
    }

    @Test("No adapter imports another one, or anything but the core", arguments: adapters)
    func adapter(module: String) throws {
        let files = try Self.files(module)
        #expect(files.count > 3)
        for file in files {
            #expect(Self.imports(file.text).subtracting(Self.toolchain).isSubset(of: ["CheckoutCore"]), "\(file.name)")
        }
    }

    @Test("The core's code names no vendor outside of the provider and the vendor exponents")
    func vendorNames() throws {
        let allowed: Set = ["State/Provider.swift", "Money/MinorUnitScheme.swift"]
        for file in try Self.files("CheckoutCore") where !allowed.contains(file.name) {
            for (number, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                let code = line.split(separator: "//", omittingEmptySubsequences: false).first.map(String.init) ?? ""
                for vendor in ["epay", "primer", "adyen", "pxp"] {
                    #expect(!code.lowercased().contains(vendor), "\(file.name):\(number + 1)")
                }
            }
        }
    }

    @Test("Nothing in the package waits on another package", arguments: ["Package.swift"])
    func packages(name: String) throws {
        let manifest = try String(contentsOf: Self.sources.appendingPathComponent("../\(name)"), encoding: .utf8)
        #expect(!manifest.contains(".package("))
    }

    @Test("The rules of writing are kept: no forced try, no traps, one promise about sendability")
    func writing() throws {
        var promises: [String] = []
        for module in try FileManager.default.contentsOfDirectory(atPath: Self.sources.path) {
            for file in try Self.files(module) {
                // `_read`: Swift 6.3 reads what was yielded after it was freed, where the result is passed on.
                for word in ["try!", "fatalError(", "preconditionFailure(", "as!", "print(", "_read "] {
                    #expect(!file.text.contains(word), "\(module)/\(file.name): \(word)")
                }
                // The vendor's SDK gives a surcharge's rate as a floating point number; it is for display only.
                let isRate = file.name == "EpaySurcharge.swift"
                #expect(isRate || !file.text.contains(": Double"), "\(module)/\(file.name)")
                if file.text.contains("@unchecked Sendable") { promises.append("\(module)/\(file.name)") }
            }
        }
        #expect(promises == ["CheckoutCore/Coordination/Locked.swift"])
    }
}
