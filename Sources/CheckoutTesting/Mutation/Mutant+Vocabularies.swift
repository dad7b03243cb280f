import CheckoutAdyen
import CheckoutCore
import CheckoutEpay
import CheckoutPXP
import CheckoutPrimer

extension Mutant {
    /// One wrong row at a time, in every table of every vendor.
    static let vocabularies: [Mutant] = epay + primer + adyen + pxp

    private static var epay: [Mutant] {
        let table = EpayVocabulary.standard
        let mutate = mutator(EpayAdapter.self, \EpayAdapter.vocabulary)
        return rows("epay.attemptStates", table.attemptStates, mutate(\.attemptStates), new: ("Frozen", .accepted))
            + rows("epay.sdkStates", table.sdkStates, mutate(\.sdkStates))
            + rows("epay.transactionStates", table.transactionStates, mutate(\.transactionStates))
            + rows("epay.declineReasons", table.declineReasons, mutate(\.declineReasons))
            + rows("epay.failures", table.failures, mutate(\.failures))
            + rows("epay.loadingFailures", table.loadingFailures, mutate(\.loadingFailures))
            + rows("epay.transactionEnds", table.transactionEnds, mutate(\.transactionEnds))
    }

    private static var primer: [Mutant] {
        let table = PrimerVocabulary.standard
        let mutate = mutator(PrimerAdapter.self, \PrimerAdapter.vocabulary)
        return rows("primer.results", table.results, mutate(\.results), new: ("settling", .approved))
            + rows("primer.failedPayments", table.failedPayments, mutate(\.failedPayments))
            + rows("primer.errors", table.errors, mutate(\.errors))
            + members("primer.networkErrors", table.networkErrors, mutate(\.networkErrors))
            + members("primer.sheetMethods", table.sheetMethods, mutate(\.sheetMethods))
            + members("primer.tokenMethods", table.tokenMethods, mutate(\.tokenMethods))
            + members("primer.inventedIDs", table.inventedIDs, mutate(\.inventedIDs))
    }

    private static var adyen: [Mutant] {
        let table = AdyenVocabulary.standard
        let mutate = mutator(AdyenAdapter.self, \AdyenAdapter.vocabulary)
        return rows("adyen.resultCodes", table.resultCodes, mutate(\.resultCodes), new: ("Frozen", .authorised))
            + rows("adyen.refusals", table.refusals, mutate(\.refusals))
            + rows("adyen.sessionStatuses", table.sessionStatuses, mutate(\.sessionStatuses))
            + rows("adyen.pollResults", table.pollResults, mutate(\.pollResults))
            + rows("adyen.notifications", table.notifications, mutate(\.notifications))
            + rows("adyen.rejectingErrorTypes", table.rejectingErrorTypes, mutate(\.rejectingErrorTypes))
            + rows("adyen.transportProofs", table.transportProofs, mutate(\.transportProofs))
            + members("adyen.rejectingStatuses", table.rejectingStatuses, mutate(\.rejectingStatuses))
            // Without 704 a request that is being processed reads as a rejection.
            + members("adyen.inProgressErrorCodes", table.inProgressErrorCodes, mutate(\.inProgressErrorCodes))
    }

    private static var pxp: [Mutant] {
        let table = PXPVocabulary.standard
        let mutate = mutator(PXPAdapter.self, \PXPAdapter.vocabulary)
        return rows("pxp.results", table.results, mutate(\.results))
            + rows("pxp.states", table.states, mutate(\.states))
            + rows("pxp.declines", table.declines, mutate(\.declines))
            + rows("pxp.advice", table.advice, mutate(\.advice))
            + rows("pxp.errors", table.errors, mutate(\.errors))
            + rows("pxp.errorFamilies", table.errorFamilies, mutate(\.errorFamilies))
            + rows("pxp.exceptions", table.exceptions, mutate(\.exceptions))
            + rows("pxp.cardFields", table.cardFields, mutate(\.cardFields))
            + rows("pxp.answers", table.answers, mutate(\.answers))
            + rows("pxp.intents", table.intents, mutate(\.intents))
            + members("pxp.rejectingStatuses", table.rejectingStatuses, mutate(\.rejectingStatuses))
            + members("pxp.softDeclines", table.softDeclines, mutate(\.softDeclines))
    }

    // MARK: - How a table is changed

    /// Changes one table of an adapter's vocabulary.
    private typealias Change<Table> = @Sendable (Table) -> Setting

    private static func mutator<Adapter: CheckoutAdapter, Vocabulary>(
        _ type: Adapter.Type, _ vocabulary: any WritableKeyPath<Adapter, Vocabulary> & Sendable
    ) -> MutatedVocabulary<Adapter, Vocabulary> { MutatedVocabulary(vocabulary: vocabulary) }

    private struct MutatedVocabulary<Adapter: CheckoutAdapter, Vocabulary> {
        let vocabulary: any WritableKeyPath<Adapter, Vocabulary> & Sendable

        func callAsFunction<Table: Sendable>(_ table: any WritableKeyPath<Vocabulary, Table> & Sendable) -> Change<
            Table
        > {
            { [vocabulary] changed in
                Setting(adapter: { adapter in
                    // The other provider's adapter, and the reference's, stay as they are.
                    guard var own = adapter as? Adapter else { return adapter }
                    own[keyPath: vocabulary][keyPath: table] = changed
                    return own
                })
            }
        }
    }

    /// Each row with the meaning of another one; a word nobody knows with a meaning.
    private static func rows<Key: Hashable & Sendable, Value: Hashable & Sendable>(
        _ name: String, _ table: [Key: Value], _ change: Change<[Key: Value]>, new: (Key, Value)? = nil
    ) -> [Mutant] {
        let provider = Provider(rawValue: String(name.prefix { $0 != "." }))
        // In the order of the words, so that the mutants are the same in every run.
        let keys = table.keys.sorted { String(describing: $0) < String(describing: $1) }
        var mutants: [Mutant] = []
        for (index, key) in keys.enumerated() {
            let others = keys[(index + 1)...] + keys[..<index]
            guard let other = others.first(where: { table[$0] != table[key] }) else { continue }
            var changed = table
            changed[key] = table[other]
            mutants.append(
                Mutant(
                    name: "\(name): \(key) means what \(other) means", provider: provider, setting: change(changed)))
        }
        if let new {
            var changed = table
            changed[new.0] = new.1
            mutants.append(
                Mutant(name: "\(name): an unknown word is \(new.1)", provider: provider, setting: change(changed)))
        }
        return mutants
    }

    /// Each member left out.
    private static func members<Member: Hashable & Sendable>(
        _ name: String, _ table: Set<Member>, _ change: Change<Set<Member>>
    ) -> [Mutant] {
        let provider = Provider(rawValue: String(name.prefix { $0 != "." }))
        return table.sorted { String(describing: $0) < String(describing: $1) }.map { member in
            Mutant(
                name: "\(name): \(member) is left out", provider: provider,
                setting: change(table.filter { $0 != member }))
        }
    }
}
