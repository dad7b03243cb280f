import Foundation
import Testing

@testable import CheckoutAdyen
@testable import CheckoutCore

/// Our answer to each result code beside those of thirteen public integrations, with the reason where they disagree.
///
/// The peers' answers (`Peers/peers.tsv`) are quoted from their public sources, snapshots of 2024–2026. They are no vote:
/// a peer that answers otherwise is a question, and each question has a written answer.
@Suite("Adyen's result codes at the peers")
struct PeersTests {
    /// What an answer means for the shopper's money.
    enum Money: String, Sendable { case paid, partPaid, notPaid, open, nothing }

    struct Peer: Sendable {
        let code: String
        let name: String
        let answer: String
        let money: Money
        /// Why ours is another; `nil` where the meaning for the money is the same.
        let reason: String?
    }

    /// Ours, written down apart from the adapter.
    static let ours: [(code: String, state: String, money: Money)] = [
        ("Authorised", "succeeded(authorised)", .paid),
        ("PartiallyAuthorised", "partiallyPaid(sums unknown)", .partPaid),
        ("Received", "pending(provider)", .open), ("Pending", "pending(provider)", .open),
        ("PresentToShopper", "pending(shopper)", .open),
        ("RedirectShopper", "outcomeUnknown(unrecognised)", .open),
        ("IdentifyShopper", "outcomeUnknown(unrecognised)", .open),
        ("ChallengeShopper", "outcomeUnknown(unrecognised)", .open),
        ("AuthenticationFinished", "pending(merchant)", .open),
        ("AuthenticationNotRequired", "pending(merchant)", .open),
        ("Refused", "declined(unspecified)", .notPaid), ("Error", "failed(provider)", .notPaid),
        ("Cancelled", "cancelled(unstated)", .notPaid), ("Success", "outcomeUnknown(unrecognised)", .open),
        ("Foo", "outcomeUnknown(unrecognised)", .open), ("absent", "outcomeUnknown(unrecognised)", .open),
    ]

    static func peers() throws -> [Peer] {
        let file = Bundle.module.resourceURL!.appendingPathComponent("Peers/peers.tsv")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
            let cells = line.split(separator: "\t").map(String.init)
            return Peer(
                code: cells[0], name: cells[1], answer: cells[2], money: try #require(Money(rawValue: cells[3])),
                reason: cells[4] == "–" ? nil : cells[4])
        }
    }

    @Test("Our answer stands beside thirteen peers, and each that disagrees has a reason", arguments: ours)
    func row(row: (code: String, state: String, money: Money)) throws {
        let text = row.code == "absent" ? "{}" : #"{"resultCode":"\#(row.code)"}"#
        let standing = Reading.standing([.paymentsResponse(try Reading.answer(text))]).standing
        #expect(standing.state.description == row.state)
        #expect(Self.money(standing) == row.money)
        let peers = try Self.peers().filter { $0.code == row.code }
        #expect(Set(peers.map(\.name)).count == 13)
        for peer in peers {
            #expect((peer.reason != nil) == (peer.money != row.money), "\(peer.name): \(peer.answer)")
        }
    }

    @Test("The table has a row for every code of the specification, an unknown one and none")
    func complete() throws {
        let codes = Set(try Self.peers().map(\.code))
        #expect(codes == Set(AdyenVocabulary.standard.resultCodes.keys).union(["Foo", "absent"]))
        #expect(codes == Set(Self.ours.map(\.code)))
    }

    private static func money(_ standing: Standing) -> Money {
        switch standing.exposure {
        case .none: .notPaid
        case .possible: .open
        case .held, .taken: standing.state.kind == .partiallyPaid ? .partPaid : .paid
        }
    }
}
