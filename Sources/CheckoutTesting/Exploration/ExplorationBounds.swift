package import CheckoutCore

/// What an exploration visits: who may say what, and how far it goes.
package struct ExplorationBounds: Sendable {
    /// A provider of the order.
    package struct Shop: Sendable {
        /// Its name.
        package var provider: Provider
        /// What it can report.
        package var traits: AdapterTraits

        /// It says when an attempt is submitted.
        package static let eventful = Shop("one", .event)
        /// Its grant is the submission boundary.
        package static let silent = Shop("two", .grant)

        private init(_ name: String, _ boundary: AdapterTraits.Boundary) {
            provider = Provider(rawValue: name)
            traits = AdapterTraits(readiness: .whenOpened, boundary: boundary, fixesAmount: false)
        }
    }

    /// What the exploration is called.
    package var name: String
    /// The providers that are open at the same time.
    package var shops: [Shop]
    /// The guard's policy that the invariants hold it to.
    package var policy = GuardPolicy.standard
    /// What is said about each attempt, by a hook or request that is bound to it.
    package var words: [Word]
    /// What is said in each session without naming an attempt.
    package var nameless: [Word] = []
    /// What is told by the name of its payment, and what nobody was asked for.
    package var named: [Word] = []
    /// What the merchant says about each attempt.
    package var merchant: [NamedMerchantWord] = []
    /// What the merchant says about a payment, whoever has it.
    package var merchantNamed: [NamedMerchantWord] = []
    /// What the app and the clock do besides starting and being killed.
    package var app: Set<AppStep> = []
    /// How many attempts the order may have, granted or not.
    package var attempts: Int
    /// How many sessions may be opened in one life of the app.
    package var sessions: Int
    /// How much may be said about an attempt that nobody began.
    package var heard = 2
    /// How many steps a path may have; `nil` for as many as there are: then every state within the bounds is visited.
    package var depth: Int?
    /// Whether every two words are said in both orders to every machine that was reached.
    package var comparesOrders = true

    /// What the app and the clock may do.
    package enum AppStep: Sendable, Hashable {
        /// An unused grant is given back.
        case withdraw
        /// A deadline passes.
        case deadline
        /// A session is closed.
        case close
        /// A further session is opened.
        case open
        /// After a kill the app doesn't come back to its sessions but opens new ones.
        case forget
    }

    /// What is explored: the product's own, or one with a fault that must be noticed.
    package struct Subject: Sendable {
        /// The order of statements.
        package var table = TransitionTable.standard
        /// The policy the guard runs under; `nil` for the one it is held to.
        package var policy: GuardPolicy?
        /// Whether the journal keeps a record.
        package var keeps: @Sendable (OrderRecord) -> Bool = { _ in true }

        /// The product.
        package static let product = Subject()
    }

    /// The subject.
    package var subject = Subject.product
}

extension ExplorationBounds {
    /// Everything that can be said about an attempt.
    static let everyWord: [Word] =
        [
            .announced, .repeated, .made, .waits, .isAlive, .asksShopper, .shopperLeft, .offline, .notAuthenticated,
            .noAnswer, .unreadable, .nothingLeft, .roundRefused, .vendorName, .unknown, .pending, .cancelled, .failed,
            .declined, .part, .unknownPart, .approved, .approvedAgain, .approvedUnnamed,
        ] + Word.references

    static let everyMerchantWord: [NamedMerchantWord] = [
        .closed, .pending, .failed, .declined, .part, .captured, .released, .cannotTell,
    ]

    static let everyAppStep: Set<AppStep> = [.withdraw, .deadline, .close, .open, .forget]
}
