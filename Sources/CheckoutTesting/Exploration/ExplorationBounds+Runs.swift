import CheckoutCore

extension ExplorationBounds {
    /// The explorations that stand for the proof, besides ``everyTwo``.
    package static let proof: [ExplorationBounds] = [.three, .two, .strict, .parts, .webhooks, .life, .everything]

    /// Three attempts at two providers.
    package static let three = ExplorationBounds(
        name: "three", shops: [.eventful, .silent], words: [.announced, .declined, .approved],
        merchant: [.closed], attempts: 3, sessions: 2, depth: 8)

    /// Two attempts at two providers, with the app and the clock.
    package static let two = ExplorationBounds(
        name: "two", shops: [.eventful, .silent],
        words: [.announced, .noAnswer, .declined, .approved], merchant: [.closed],
        app: [.deadline, .withdraw, .close], attempts: 2, sessions: 2, depth: 6)

    /// Two attempts at two providers under the strict policy.
    package static let strict = ExplorationBounds(
        name: "strict", shops: [.eventful, .silent], policy: .strict,
        words: [.announced, .offline, .nothingLeft, .declined, .approved], merchant: [.closed],
        attempts: 2, sessions: 2, depth: 6)

    /// Part payments, with and without sums, given back and not.
    package static let parts = ExplorationBounds(
        name: "parts", shops: [.eventful, .silent], words: [.announced, .part, .unknownPart, .failed],
        merchant: [.part, .released], attempts: 2, sessions: 2, depth: 6)

    /// Words that name no attempt, name a payment, or belong to nobody.
    package static let webhooks = ExplorationBounds(
        name: "webhooks", shops: [.eventful], words: [.announced, .approved], nameless: [.approved, .unreadable],
        named: [.approved, .declined], merchantNamed: [.captured, .closed, .released], attempts: 2, sessions: 1,
        depth: 7)

    /// One attempt in all that the app, the clock and a kill do to it.
    package static let life = ExplorationBounds(
        name: "life", shops: [.eventful],
        words: [.announced, .made, .unreadable, .shopperLeft, .declined, .approved],
        merchant: [.closed, .captured, .released], app: everyAppStep, attempts: 1, sessions: 2, depth: 7)

    /// Everything that can be said, to one attempt.
    package static let everything = ExplorationBounds(
        name: "everything", shops: [.eventful], words: everyWord, merchant: everyMerchantWord, app: everyAppStep,
        attempts: 1, sessions: 2, depth: 4, comparesOrders: false)

    /// Every two words of all there are, beside a submission and the life of the app.
    package static let everyTwo: [ExplorationBounds] = {
        let merchant = everyWord.count
        let count = merchant + everyMerchantWord.count
        return (0..<count).flatMap { first in
            ((first + 1)..<count).map { second in
                let chosen = [first, second]
                return ExplorationBounds(
                    name: "every two words", shops: [.eventful],
                    words: [.announced] + chosen.filter { $0 < merchant }.map { everyWord[$0] },
                    merchant: chosen.filter { $0 >= merchant }.map { everyMerchantWord[$0 - merchant] },
                    app: [.withdraw, .deadline, .close], attempts: 1, sessions: 1)
            }
        }
    }()
}
