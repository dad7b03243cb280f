import Foundation
import Testing

@testable import CheckoutCore

@Suite("Reading JSON from outside")
struct JSONReaderTests {
    @Test("Values are read as they stand")
    func values() throws {
        let json = try JSONReader.read(
            "\u{FEFF} {\"a\":[1,-2.50,1e5,true,false,null],\"b\":{\"c\":\"d\"},\"e\":\"\"} \n")
        #expect(json["a"]?.array?.count == 6)
        #expect(json["a"]?.array?[1] == .number("-2.50"))
        #expect(json["a"]?.array?[2].integer == 100_000)
        #expect(json["b"]?["c"]?.string == "d")
        #expect(json["e"]?.string == "")
        #expect(json["absent"] == nil)
        #expect(json["a"]?["x"] == nil)
    }

    @Test("A number keeps every digit of its text")
    func digits() throws {
        let json = try JSONReader.read(#"{"reference":88375446671111180001234,"n":0.1}"#)
        #expect(json["reference"]?.text == "88375446671111180001234")
        #expect(json["reference"]?.integer == nil)
        #expect(json["n"]?.text == "0.1")
    }

    @Test("Escapes are read, and a lone surrogate becomes the replacement character")
    func escapes() throws {
        let json = try JSONReader.read(
            #"["\"\\\/\b\f\n\r\t","\u00e9","\ud83d\ude00","\ud83d","\ude00x","\ud83d\u0041"]"#)
        #expect(
            json.array?.compactMap(\.string) == [
                "\"\\/\u{08}\u{0C}\n\r\t", "é", "😀", "\u{FFFD}", "\u{FFFD}x", "\u{FFFD}A",
            ])
    }

    @Test("A key that stands twice with different values gives neither, with equal ones that one")
    func repeatedKeys() throws {
        let json = try JSONReader.read(#"{"a":1,"a":2,"b":3,"b":3}"#)
        #expect(json["a"] == .conflicting)
        #expect(json["a"]?.text == nil)
        #expect(json["b"]?.integer == 3)
        #expect(JSONValue.conflicting.jsonText == "null")
    }

    @Test(
        "A text that is no JSON is refused with the place",
        arguments: [
            ("", 0), ("{", 1), ("{\"a\"", 4), ("{\"a\":", 5), ("{a:1}", 1), ("[1,]", 3), ("{\"a\":1,}", 7), ("01", 0),
            ("-", 1), ("1.", 2), ("1e", 2), ("+1", 0), ("tru", 3), ("trux", 3), ("nul", 3), ("\"a", 2), ("\"\\", 2),
            ("\"\\x\"", 2), ("\"\\u12g4\"", 5), ("\"\\u12", 5), ("1 2", 2), ("// x\n1", 0), ("'a'", 0), ("[1 2]", 3),
            ("{\"a\" 1}", 5), ("<html>", 0), ("\"a\nb\"", 2), ("\"a\\n\n\"", 4), ("NaN", 0), ("-01", 0),
        ])
    func refused(text: String, offset: Int) {
        let error = #expect(throws: JSONError.self) { try JSONReader.read(text) }
        #expect(error?.offset == offset)
        #expect(error?.description.contains("\(offset)") == true)
    }

    @Test("Nesting is read to the limit and refused beyond it")
    func depth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(try JSONReader.read(nested(128)).array != nil)
        #expect(throws: JSONError.self) { try JSONReader.read(nested(129)) }
        #expect(throws: JSONError.self) { try JSONReader.read(String(repeating: "[", count: 1_000_000)) }
        #expect(throws: JSONError.self) {
            try JSONReader.read(String(repeating: "{\"a\":", count: 200) + "1" + String(repeating: "}", count: 200))
        }
    }

    @Test("What is written is read back the same, also with controls and line separators")
    func writing() throws {
        let value: JSONValue = [
            "text": "a\"\\\n\r\t\u{00}\u{1F}\u{7F}\u{85}\u{2028}é😀", "list": [1, true, .null, "x"], "none": .null,
        ]
        let text = value.jsonText
        #expect(try JSONReader.read(text) == value)
        #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
    }

    @Test("Foundation and this reader agree on what is JSON and on what it says")
    func differential() throws {
        var random = SystemRandomNumberGenerator.seeded(7)
        let seeds = [
            #"{"resultCode":"Authorised","amount":{"value":1000,"currency":"EUR"},"x":[1,2.5,-3e2,null,true]}"#,
            #"[{"a":"\u00e9\n"},{"b":[[],{}]},"text",0,-0,1e-2]"#,
        ]
        var accepted = 0
        for round in 0..<20_000 {
            var bytes = Array(seeds[round % seeds.count].utf8)
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = Array("{}[]\",:0123456789eE.-+tfn\\u ".utf8).randomElement(using: &random)!
                case 1: bytes.remove(at: place)
                default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: place)
                }
            }
            let mine = try? JSONReader.read(bytes)
            let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            let text = String(decoding: bytes, as: UTF8.self)
            // Foundation lets a trailing comma pass, and refuses numbers too large for its types and lone surrogates.
            if theirs != nil, !text.contains(",]"), !text.contains(",}") { #expect(mine != nil, "\(text)") }
            guard let mine, let theirs else { continue }
            accepted += 1
            #expect(Self.describe(mine) == Self.describe(theirs), "\(text)")
        }
        #expect(accepted > 4_000)
    }

    private static func describe(_ value: JSONValue) -> String {
        switch value {
        case .null, .conflicting: return "null"
        case .bool(let value): return value ? "1.0" : "0.0"
        case .number(let text): return describe(Double(text) ?? .nan)
        case .string(let text): return text.debugDescription
        case .array(let elements): return "[" + elements.map(describe).joined(separator: ",") + "]"
        case .object(let object):
            // Foundation keeps one of several members of a key: compare the keys only.
            return "{" + Set(object.members.map(\.key)).sorted().joined(separator: ",") + "}"
        }
    }

    private static func describe(_ value: Any) -> String {
        switch value {
        case is NSNull: return "null"
        case let value as [String: Any]: return "{" + value.keys.sorted().joined(separator: ",") + "}"
        case let value as [Any]: return "[" + value.map { describe($0) }.joined(separator: ",") + "]"
        case let value as String: return value.debugDescription
        // Foundation bridges truth values to numbers.
        case let value as NSNumber: return describe(value.doubleValue)
        default: return "?"
        }
    }

    private static func describe(_ value: Double) -> String { value == 0 ? "0.0" : "\(value)" }
}

/// A generator whose sequence is the same in every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension SystemRandomNumberGenerator {
    static func seeded(_ seed: UInt64) -> SeededGenerator { SeededGenerator(seed) }
}
