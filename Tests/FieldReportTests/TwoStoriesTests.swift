import CheckoutCore
import Foundation
import Testing

import CheckoutTesting

/// Two reports happen to one order at once, in two sessions: what no single report tells of.
@Suite("Two stories at once")
struct TwoStoriesTests {
    /// Every report with some others; `CHECKOUT_ALL_PAIRS=1` takes all.
    static let strides: [Int] =
        ProcessInfo.processInfo.environment["CHECKOUT_ALL_PAIRS"] == "1"
        ? Array(0..<FieldReports.recorded.count) : [1, 29, 58]

    @Test("However two stories meet, only one attempt is exposed, and no approval is lost", arguments: strides)
    func meet(_ stride: Int) throws {
        let rows = FieldReports.recorded
        for (place, row) in rows.enumerated() {
            let other = rows[(place + stride) % rows.count]
            let story = try Self.interleaved(FieldReports.lines(row.id), FieldReports.lines(other.id))
            Self.check(try Recording(story.joined(separator: "\n").utf8).play(), "\(row.id) with \(other.id)")
        }
    }

    /// One order with the sessions of both, and their events in turn.
    private static func interleaved(_ first: [String], _ second: [String]) throws -> [String] {
        let headers = try [first, second].map { try JSONReader.read(Array($0[0].utf8)) }
        let sessions = try zip(headers, ["a", "b"]).map { header, name in
            try #require(header["sessions"]?.array?.first).jsonText.replacing(#""id":"a""#, with: #""id":"\#(name)""#)
        }
        let order = try #require(headers[0]["order"]).jsonText
        var lines = [#"{"recording":1,"order":\#(order),"sessions":[\#(sessions.joined(separator: ","))]}"#]
        for place in 1..<max(first.count, second.count) {
            for (story, name) in [(first, "a"), (second, "b")] where place < story.count {
                lines.append(named(story[place].replacing(#"{"event""#, with: #"{"session":"\#(name)","event""#), name))
            }
        }
        return lines
    }

    /// The second story's payments are others than the first one's.
    private static func named(_ line: String, _ session: String) -> String {
        guard session == "b" else { return line }
        return ["PSP", "ORD", "TX", "T", "pay", "S"].reduce(line) { text, prefix in
            text.replacing("\"\(prefix)1\"", with: "\"b\(prefix)1\"").replacing(
                "\"\(prefix)2\"", with: "\"b\(prefix)2\"")
        }
    }

    private static func check(_ trace: Trace, _ pair: String) {
        var standings: [Int: Standing] = [:]
        for case .change(let step, let update) in trace.lines {
            guard let attempt = update.change.attempt else { continue }
            let isNew = standings[attempt] == nil
            let isGranted = !update.change.anomalies.contains(.unattributed)
            if isNew, isGranted, update.change.standing.state == .processing {
                // A start was granted: nothing else may be exposed, but a part that is paid (rule R7).
                for (number, standing) in standings where standing.state.kind != .partiallyPaid {
                    let isFree = standing.exposure == .none && !standing.state.kind.isApproval
                    #expect(isFree, "\(pair), event \(step): attempt \(attempt) beside \(number)")
                }
            }
            if let before = standings[attempt], before.state.kind == .succeeded {
                // Only a proven smaller sum leads from one approval to another (rule R4).
                #expect(update.change.standing.state.kind.isApproval, "\(pair), event \(step)")
            }
            standings[attempt] = update.change.standing
        }
        if standings.values.contains(where: { $0.exposure > .none }) {
            #expect(trace.standing.refusal != nil || trace.standing.standing.state.kind == .partiallyPaid, "\(pair)")
        }
    }
}
