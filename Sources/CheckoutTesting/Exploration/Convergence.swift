import CheckoutCore

/// Whether words about one attempt leave the same machine in any order, and said twice the same as once (rule R10).
///
/// From every machine that was reached, every two words are said in both orders. If that always ends in the same machine,
/// then so does every order of any number of words: one is led over into another by exchanging neighbours.
struct Convergence {
    private enum Told {
        case signal(CheckoutSignal)
        case released([PaymentReference])
    }

    private let words: [(name: String, told: Told)]
    private let table: TransitionTable
    private var seen: Set<AttemptMachine> = []

    /// How many pairs were compared.
    private(set) var pairs = 0
    /// How many machines were reached.
    var machines: Int { seen.count }

    init(_ bounds: ExplorationBounds) {
        table = bounds.subject.table
        // Progress, rounds and names are no statements.
        let said = (bounds.words + bounds.named + bounds.nameless).filter { word in
            switch word.signal {
            case .statement, .nothingLeft, .submission(.made), .submission(.announced): true
            case .submission(.repeated), .submission(.followUp), .progress, .refusedRound, .reference, .vendorAttempt,
                .acceptedAmount,
                .anomaly,
                .nextAttempt, .session:
                false
            }
        }
        var words: [(name: String, told: Told)] = []
        for word in said where !words.contains(where: { $0.name == word.name }) {
            words.append((word.name, .signal(word.signal)))
        }
        for named in bounds.merchant {
            switch named.word {
            case .outcome(.outcomeUnknown), .nothing: break
            case .outcome(let outcome):
                words.append(("the merchant: \(named.name)", .signal(.statement(.merchant(outcome)))))
            case .released(let references): words.append(("the merchant: \(named.name)", .released(references)))
            }
        }
        self.words = words
    }

    /// Looks at the machines of an order, each once.
    mutating func finding(_ order: OrderMachine) -> Finding? {
        for (index, attempt) in order.attempts.enumerated() where seen.insert(attempt.machine).inserted {
            if let finding = finding(attempt.machine, index) { return finding }
        }
        return nil
    }

    private mutating func finding(_ machine: AttemptMachine, _ index: Int) -> Finding? {
        let told = words.filter { word in
            // A second submission is left out.
            if case .signal(.submission) = word.told { machine.submissions == 0 } else { true }
        }
        let once = told.map { after(machine, $0.told) }
        for (first, word) in told.enumerated() {
            if case .signal(.submission) = word.told {
            } else if after(once[first], word.told) != once[first] {
                return Finding(.twiceIsOnce, "attempt \(index + 1): \(word.name)")
            }
            for second in told.indices.dropFirst(first + 1) {
                pairs += 1
                let there = after(once[first], told[second].told)
                let back = after(once[second], word.told)
                guard there != back, !isSameForOneSubmission(word.told, told[second].told, there, back) else {
                    continue
                }
                return Finding(
                    .orderLeavesNoTrace,
                    "attempt \(index + 1): \(word.name), \(told[second].name): \(there.standing), else \(back.standing)"
                )
            }
        }
        return nil
    }

    /// The proof that nothing left excuses a second submission if it comes before the provider's word, and not after it; all
    /// that doesn't depend on a second submission is the same.
    private func isSameForOneSubmission(
        _ first: Told, _ second: Told, _ there: AttemptMachine, _ back: AttemptMachine
    ) -> Bool {
        func isProof(_ told: Told) -> Bool {
            if case .signal(.nothingLeft) = told { true } else { false }
        }
        return (isProof(first) || isProof(second)) && there.standing == back.standing
            && there.references == back.references && there.approvedSum == back.approvedSum
            && there.mayHaveSent == back.mayHaveSent
    }

    private func after(_ machine: AttemptMachine, _ told: Told) -> AttemptMachine {
        var machine = machine
        switch told {
        case .signal(let signal): machine.apply(signal, by: table) { _ in }
        case .released(let references): machine.release(references, by: table) { _ in }
        }
        return machine
    }
}
