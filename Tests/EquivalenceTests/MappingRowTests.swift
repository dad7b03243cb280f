import CheckoutCore
import Foundation
import Testing

@testable import CheckoutTesting

/// The second bookkeeping of every vendor word, written without the code at hand.
enum RowBook {
    static func rows(_ provider: Provider) throws -> [MappingRow] {
        let file = try #require(
            Bundle.module.url(forResource: provider.rawValue, withExtension: "jsonl", subdirectory: "Rows"))
        return try #require(MappingRow.rows(Array(try Data(contentsOf: file)), provider: provider))
    }

    static let providers: [Provider] = [.epay, .primer, .adyen, .pxp]
}

@Suite("Every vendor word means what the second bookkeeping says")
struct MappingRowTests {
    @Test("row by row", arguments: RowBook.providers)
    func rows(provider: Provider) throws {
        for row in try RowBook.rows(provider) {
            if let difference = row.difference() { Issue.record("\(row.id): \(difference)") }
        }
    }

    @Test("there are rows for every vendor, each named once")
    func counts() throws {
        let rows = try RowBook.providers.map { try RowBook.rows($0) }
        #expect(rows.map(\.count) == [268, 452, 494, 540])
        let ids = rows.joined().map(\.id)
        #expect(Set(ids).count == ids.count)
    }
}
