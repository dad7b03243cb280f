import CheckoutCore

extension ExplorationBounds {
    /// The explorations that stand for the proof.
    package static let proof: [ExplorationBounds] = [
        ExplorationBounds(
            name: "one attempt, core", shops: [.eventful],
            words: [.announced, .made, .unreadable, .shopperLeft, .declined, .approved],
            merchant: [.closed, .captured, .released], app: everyAppStep, attempts: 1, sessions: 2),
        ExplorationBounds(
            name: "one attempt, every word", shops: [.eventful], words: everyWord, merchant: everyMerchantWord,
            app: everyAppStep, attempts: 1, sessions: 2, depth: 5),
        ExplorationBounds(
            name: "two providers, two attempts", shops: [.eventful, .silent],
            words: [.announced, .noAnswer, .declined, .approved],
            merchant: [.closed], app: [.deadline], attempts: 2, sessions: 2),
    ]
}
