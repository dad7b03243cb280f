import CheckoutCore

/// One thing that happens to an explored order. Places count from 0, as the machine's do.
enum ExplorationStep: Sendable, Hashable {
    /// The app opens a further session of a shop.
    case open(shop: Int)
    /// The app asks the guard for an attempt.
    case begin(session: Int)
    /// The session's view goes away.
    case close(session: Int)
    /// The grant is given back.
    case withdraw(attempt: Int)
    /// The deadline passes.
    case deadline(attempt: Int)
    /// A hook or request that is bound to an attempt says a word.
    case says(Word, attempt: Int)
    /// A session says a word without a name.
    case saysNameless(Word, session: Int)
    /// A session says a word by the name of its payment.
    case saysNamed(Word, session: Int)
    /// A session says a word of an attempt that nobody has.
    case saysOfNobody(Word, session: Int)
    /// The merchant says a word about an attempt.
    case merchant(NamedMerchantWord, attempt: Int)
    /// The merchant says a word about a payment.
    case merchantNames(NamedMerchantWord)
    /// The process dies and the order is opened again from its journal; the sessions under their names, or new ones.
    case kill(comesBack: Bool)

    /// The word of a vendor that is said.
    var word: Word? {
        switch self {
        case .says(let word, _), .saysNameless(let word, _), .saysNamed(let word, _), .saysOfNobody(let word, _): word
        case .open, .begin, .close, .withdraw, .deadline, .merchant, .merchantNames, .kill: nil
        }
    }

    /// The word of the merchant that is said.
    var merchantWord: NamedMerchantWord? {
        switch self {
        case .merchant(let word, _), .merchantNames(let word): word
        case .open, .begin, .close, .withdraw, .deadline, .says, .saysNameless, .saysNamed, .saysOfNobody, .kill: nil
        }
    }

    var isKill: Bool {
        if case .kill = self { true } else { false }
    }

    /// Whether nobody but this device is behind the step.
    var isLocal: Bool {
        switch self {
        case .open, .begin, .close, .withdraw, .deadline, .kill: true
        case .says(let word, _), .saysNameless(let word, _), .saysNamed(let word, _), .saysOfNobody(let word, _):
            word.speaker == .device || word.speaker == .asking
        case .merchant, .merchantNames: false
        }
    }

    /// Whether the step may end an attempt that was submitted although this device alone is behind it (rule R1).
    var mayEndUnheard: Bool {
        if case .withdraw = self { true } else { word?.isProofOfNothing ?? false }
    }
}

extension ExplorationStep: CustomStringConvertible {
    /// The step as a line of a path.
    var description: String {
        switch self {
        case .open(let shop): "a further session at shop \(shop + 1) is opened"
        case .begin(let session): "session \(session + 1): the app asks for an attempt"
        case .close(let session): "session \(session + 1) is closed"
        case .withdraw(let attempt): "attempt \(attempt + 1): the grant is given back"
        case .deadline(let attempt): "attempt \(attempt + 1): the deadline passes"
        case .says(let word, let attempt): "attempt \(attempt + 1): \(word.name)"
        case .saysNameless(let word, let session): "session \(session + 1), without a name: \(word.name)"
        case .saysNamed(let word, let session): "session \(session + 1), by the payment: \(word.name)"
        case .saysOfNobody(let word, let session): "session \(session + 1), of an attempt nobody has: \(word.name)"
        case .merchant(let word, let attempt): "attempt \(attempt + 1), the merchant: \(word.name)"
        case .merchantNames(let word): "the merchant of a payment: \(word.name)"
        case .kill(true): "the app is killed and comes back to its sessions"
        case .kill(false): "the app is killed and opens new sessions"
        }
    }
}

extension ExplorationBounds {
    /// Everything that can happen to an order as it is, in a fixed order.
    func steps(of order: OrderMachine) -> [ExplorationStep] {
        var steps: [ExplorationStep] = []
        for session in order.sessions.indices {
            steps.append(.begin(session: session))
            if app.contains(.close) { steps.append(.close(session: session)) }
            steps += nameless.map { .saysNameless($0, session: session) }
            for word in named { steps += [.saysNamed(word, session: session), .saysOfNobody(word, session: session)] }
        }
        for attempt in order.attempts.indices {
            if app.contains(.withdraw) { steps.append(.withdraw(attempt: attempt)) }
            if app.contains(.deadline) { steps.append(.deadline(attempt: attempt)) }
            steps += words.map { .says($0, attempt: attempt) }
            steps += merchant.map { .merchant($0, attempt: attempt) }
        }
        steps += merchantNamed.map { .merchantNames($0) }
        if app.contains(.open) { steps += shops.indices.map { .open(shop: $0) } }
        steps.append(.kill(comesBack: true))
        if app.contains(.forget) { steps.append(.kill(comesBack: false)) }
        return steps
    }

    /// Whether an order is one the exploration goes on from.
    func contains(_ order: OrderMachine) -> Bool {
        order.attempts.count <= attempts && order.sessions.count <= sessions
            && order.attempts.allSatisfy { $0.heard.count <= heard }
    }
}
