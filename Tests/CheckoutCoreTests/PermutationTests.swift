import Testing

@testable import CheckoutCore

@Suite("Order and repetition")
struct PermutationTests {
    /// What can be stated about an attempt, and its submission.
    enum Told: Sendable {
        case signal(CheckoutSignal)
        case released([String])
    }

    static let everything: [Told] =
        [
            Say.submitted, Say.shopperLeft, Say.offline, Say.notAuthenticated, Say.noAnswer, Say.unrecognised,
            Say.nothingLeft, Say.provider(Say.unknown), Say.provider(Say.pending), Say.provider(Say.cancelled),
            Say.provider(Say.failed), Say.provider(Say.declined),
            Say.provider(.declined(Decline(reason: .suspectedFraud, payment: Samples.details, raw: Samples.raw))),
            Say.provider(Say.part("PSP1", paid: Samples.euro(400))), Say.provider(Say.approved("PSP1")),
            Say.provider(Say.approved("PSP2", Samples.euro(900))), Say.provider(Say.approved(nil)),
            Say.merchant(Say.pending), Say.merchant(Say.declined), Say.merchant(Say.cancelled),
            Say.merchant(Say.approved("PSP1", Samples.euro(1000), .captured)), Say.merchant(Say.part("PSP1")),
        ].map { .signal($0) } + [.released(["PSP1"]), .released(["PSP2"])]

    /// What must not depend on the order.
    struct Result: Hashable {
        let standing: Standing
        let references: [PaymentReference]
        let sum: AttemptMachine.ApprovedSum
        let payments: Int
        let mayHaveSent: Bool
    }

    static func result(_ order: [Int], repeating: Int? = nil) -> Result {
        var machine = AttemptMachine(asked: Samples.euro(1000))
        for index in order + [repeating].compactMap({ $0 }) {
            switch everything[index] {
            case .signal(let signal): machine.apply(signal) { _ in }
            case .released(let references):
                machine.release(references.map(Samples.reference), by: .standard) { _ in }
            }
        }
        return Result(
            standing: machine.standing, references: machine.references, sum: machine.approvedSum,
            payments: machine.approvedPayments,
            mayHaveSent: machine.mayHaveSent)
    }

    static func permutations(_ elements: [Int]) -> [[Int]] {
        guard elements.count > 1 else { return [elements] }
        return elements.indices.flatMap { index in
            var rest = elements
            let first = rest.remove(at: index)
            return permutations(rest).map { [first] + $0 }
        }
    }

    static func subsets(of size: Int, from start: Int = 0) -> [[Int]] {
        guard size > 0 else { return [[]] }
        guard start < everything.count else { return [] }
        return subsets(of: size - 1, from: start + 1).map { [start] + $0 } + subsets(of: size, from: start + 1)
    }

    @Test("R10 every permutation of every set of statements ends in the same standing", arguments: 1...4)
    func ruleR10(size: Int) {
        var sets = 0
        var differing: [[Int]] = []
        for set in Self.subsets(of: size) {
            sets += 1
            let orders = Self.permutations(set)
            let expected = Self.result(orders[0])
            if orders.dropFirst().contains(where: { Self.result($0) != expected }) { differing.append(set) }
        }
        #expect(differing.isEmpty)
        #expect(sets == [24, 276, 2024, 10_626][size - 1])
    }

    @Test("R10 a statement told twice counts once", arguments: 1...3)
    func ruleR10Twice(size: Int) {
        var differing: [[Int]] = []
        for set in Self.subsets(of: size) {
            for twice in set {
                // A second submission isn't the first one told twice.
                if case .signal(.submission) = Self.everything[twice] { continue }
                if Self.result(set) != Self.result(set, repeating: twice) { differing.append(set + [twice]) }
            }
        }
        #expect(differing.isEmpty)
    }
}
