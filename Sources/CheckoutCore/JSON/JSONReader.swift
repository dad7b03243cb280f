/// Reads JSON text (RFC 8259) strictly: one value, no comments, no trailing comma, no control character in a string.
///
/// Lenient only where the text can be read in one way all the same: a byte order mark, invalid UTF-8 and lone surrogates
/// become U+FFFD. It never recurses deeper than ``maximumDepth``, so foreign text can't exhaust the stack.
package struct JSONReader {
    /// The deepest nesting that is read (design: bad input, an answer nested over 128 levels is unreadable).
    package static let maximumDepth = 128
    /// The largest answer that is read, in bytes.
    package static let maximumAnswerSize = 1 << 20

    private let bytes: [UInt8]
    private var position = 0
    /// The members of the outermost object that are wanted; `nil` for all of them.
    private let wanted: Set<String>?
    /// What is read now is kept. What nobody wants is read as strictly, but nothing is made of it.
    private var keeps = true

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - wanted: the members of an object that are wanted: others are left out; `nil` for all.
    /// - Throws: ``JSONError`` with the place of the first byte that can't be read.
    package static func read(_ bytes: [UInt8], wanted: Set<String>? = nil) throws(JSONError) -> JSONValue {
        var reader = JSONReader(bytes: bytes, wanted: wanted)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.position == bytes.count else { throw JSONError(.trailingText, at: reader.position) }
        return value
    }

    /// Reads a text.
    package static func read(_ text: String) throws(JSONError) -> JSONValue { try read(Array(text.utf8)) }

    /// Reads an answer from outside: what is larger than ``maximumAnswerSize``, or no JSON, is `nil`.
    package static func readAnswer(_ body: some Sequence<UInt8>, wanted: Set<String>? = nil) -> JSONValue? {
        let limit = maximumAnswerSize + 1
        // An array or data is copied in one go; byte by byte only what has no storage.
        let bytes =
            body.withContiguousStorageIfAvailable { unsafe Array($0.prefix(limit)) } ?? Array(body.prefix(limit))
        return bytes.count < limit ? try? read(bytes, wanted: wanted) : nil
    }

    private init(bytes: [UInt8], wanted: Set<String>?) {
        self.bytes = bytes
        self.wanted = wanted
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = current, byte == 32 || byte == 10 || byte == 13 || byte == 9 { position += 1 }
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        skipSpace()
        guard let byte = current else { throw JSONError(.truncated, at: position) }
        switch byte {
        case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
        case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case UInt8(ascii: "-"), 48...57: return .number(try number())
        default: throw JSONError(.unexpected, at: position)
        }
    }

    private mutating func literal(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        for byte in word.utf8 {
            guard let next = current else { throw JSONError(.truncated, at: position) }
            guard next == byte else { throw JSONError(.unexpected, at: position) }
            position += 1
        }
        return value
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONObject {
        guard depth <= Self.maximumDepth else { throw JSONError(.tooDeep, at: position) }
        position += 1
        var members: [JSONObject.Member] = []
        skipSpace()
        if current == UInt8(ascii: "}") {
            position += 1
            return JSONObject()
        }
        while true {
            skipSpace()
            guard let byte = current else { throw JSONError(.truncated, at: position) }
            guard byte == UInt8(ascii: "\"") else { throw JSONError(.unexpected, at: position) }
            let key = try string()
            skipSpace()
            try expect(UInt8(ascii: ":"))
            let keepsObject = keeps
            if depth == 1, let wanted, !wanted.contains(key) { keeps = false }
            let value = try value(depth: depth)
            if keeps { members.append(JSONObject.Member(key: key, value: value)) }
            keeps = keepsObject
            skipSpace()
            if current == UInt8(ascii: ",") {
                position += 1
                continue
            }
            try expect(UInt8(ascii: "}"))
            return JSONObject(members: members)
        }
    }

    private mutating func array(depth: Int) throws(JSONError) -> [JSONValue] {
        guard depth <= Self.maximumDepth else { throw JSONError(.tooDeep, at: position) }
        position += 1
        var elements: [JSONValue] = []
        skipSpace()
        if current == UInt8(ascii: "]") {
            position += 1
            return elements
        }
        while true {
            let value = try value(depth: depth)
            if keeps { elements.append(value) }
            skipSpace()
            if current == UInt8(ascii: ",") {
                position += 1
                continue
            }
            try expect(UInt8(ascii: "]"))
            return elements
        }
    }

    private mutating func expect(_ byte: UInt8) throws(JSONError) {
        guard let next = current else { throw JSONError(.truncated, at: position) }
        guard next == byte else { throw JSONError(.unexpected, at: position) }
        position += 1
    }

    private mutating func number() throws(JSONError) -> String {
        let start = position
        if current == UInt8(ascii: "-") { position += 1 }
        let first = current
        try digits()
        if first == 48, position - start > (bytes[start] == UInt8(ascii: "-") ? 2 : 1) {
            throw JSONError(.unexpected, at: start)
        }
        if current == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        return text(bytes[start..<position])
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String { keeps ? String(decoding: bytes, as: UTF8.self) : "" }

    private mutating func digits() throws(JSONError) {
        let start = position
        while let byte = current, byte >= 48, byte <= 57 { position += 1 }
        guard position > start else {
            throw JSONError(position == bytes.count ? .truncated : .unexpected, at: position)
        }
    }

    private mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return text(bytes[start..<(position - 1)])
            case UInt8(ascii: "\\"): return try escapedString(from: start)
            case 0..<32: throw JSONError(.unexpected, at: position)
            default: position += 1
            }
        }
        throw JSONError(.truncated, at: position)
    }

    private mutating func escapedString(from start: Int) throws(JSONError) -> String {
        var text = Array(bytes[start..<position])
        while let byte = current {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return self.text(text[...])
            case UInt8(ascii: "\\"): try text.append(contentsOf: escape())
            case 0..<32: throw JSONError(.unexpected, at: position - 1)
            default: text.append(byte)
            }
        }
        throw JSONError(.truncated, at: position)
    }

    private mutating func escape() throws(JSONError) -> [UInt8] {
        guard let byte = current else { throw JSONError(.truncated, at: position) }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [8]
        case UInt8(ascii: "f"): return [12]
        case UInt8(ascii: "n"): return [10]
        case UInt8(ascii: "r"): return [13]
        case UInt8(ascii: "t"): return [9]
        case UInt8(ascii: "u"):
            let first = try hexadecimal()
            if first & 0xFC00 == 0xD800, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
                bytes[position + 1] == UInt8(ascii: "u")
            {
                let back = position
                position += 2
                let second = try hexadecimal()
                if second & 0xFC00 == 0xDC00 {
                    return utf8(0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF))
                }
                position = back
            }
            return utf8(first)
        default: throw JSONError(.unexpected, at: position - 1)
        }
    }

    private func utf8(_ value: UInt32) -> [UInt8] {
        // A lone surrogate is no scalar: it becomes the replacement character.
        Array(String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = current else { throw JSONError(.truncated, at: position) }
            let digit: UInt8
            switch byte {
            case 48...57: digit = byte - 48
            case 65...70: digit = byte - 55
            case 97...102: digit = byte - 87
            default: throw JSONError(.unexpected, at: position)
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}

/// Why a text is no JSON.
package struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Problem: Sendable, Hashable {
        case truncated, unexpected, trailingText, tooDeep
    }

    package let problem: Problem
    /// The place of the byte, from 0.
    package let offset: Int

    init(_ problem: Problem, at offset: Int) {
        self.problem = problem
        self.offset = offset
    }

    /// What is wrong and where, without a piece of the text: it may carry secrets.
    package var description: String {
        switch problem {
        case .truncated: "the JSON text ends too early, at byte \(offset)"
        case .unexpected: "the text is no JSON at byte \(offset)"
        case .trailingText: "there is more text behind the JSON value, at byte \(offset)"
        case .tooDeep: "the JSON text is nested deeper than \(JSONReader.maximumDepth) levels, at byte \(offset)"
        }
    }
}
