import CheckoutCore
import Foundation
import Testing

@testable import CheckoutTesting

@Suite("The kit notices what is wrong")
struct MutantTests {
    @Test("of a sample of the mutants, none survives that isn't explained", arguments: RowBook.providers + [nil])
    func sample(provider: Provider?) throws {
        let hunt = MutantHunt(rows: try provider.map { try RowBook.rows($0) } ?? [])
        let stride = ProcessInfo.processInfo.environment["CHECKOUT_ALL_MUTANTS"] == nil ? 12 : 1
        let mutants = Mutant.all.filter { $0.provider == provider }
        for (index, mutant) in mutants.enumerated() where index % stride == 0 {
            if hunt.kill(mutant) == nil, Mutant.survivors[mutant.name] == nil {
                Issue.record("nobody noticed: \(mutant.name)")
            }
        }
    }

    @Test("there are at least two hundred, each with a name of its own")
    func count() {
        #expect(Mutant.all.count >= 200)
        #expect(Set(Mutant.all.map(\.name)).count == Mutant.all.count)
        #expect(Set(Mutant.survivors.keys).isSubset(of: Mutant.all.map(\.name)))
    }

    @Test("the hunt kills nothing that is right")
    func nothingWrong() throws {
        let hunt = MutantHunt(rows: try RowBook.providers.flatMap { try RowBook.rows($0) })
        #expect(hunt.kill(Setting(), of: nil) == nil)
    }
}
