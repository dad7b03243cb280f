import Foundation
import Testing

@testable import Fuzz

@Suite("What fuzzing starts from and has found")
struct CorpusTests {
    @Test("Every seed, every seed cut short and every kept finding holds", arguments: FuzzTarget.allCases)
    func holds(_ target: FuzzTarget) throws {
        #expect(!target.seeds.isEmpty)
        let cut = target.seeds.map { Array($0.prefix($0.count * 2 / 3)) }
        for input in target.seeds + cut + (try Self.corpus(target)) {
            #expect(target.finding(in: input) == nil, "\(String(decoding: input, as: UTF8.self))")
        }
    }

    private static func corpus(_ target: FuzzTarget) throws -> [[UInt8]] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Fuzz/Corpus/\(target.rawValue)")
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
            Array(try Data(contentsOf: folder.appendingPathComponent($0)))
        }
    }
}
