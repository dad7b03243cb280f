/// What the merchant's backend says about a payment.
public enum MerchantWord: Sendable, Hashable {
    /// How it stands.
    case outcome(Outcome)
    /// These payments were given back to the shopper.
    case released([PaymentReference])
    /// Nothing that settles anything: still open, not found, or not readable.
    case nothing

    /// Reads a merchant's word from the backend's answer: the JSON of a state, `{"released":["…"]}`, or
    /// `{"notFound":{"closed":true}}`.
    ///
    /// Anything else, also `"stillOpen"`, `"notFound"` and what can't be read, is ``nothing``: no statement (rule R5).
    public init(body: some Sequence<UInt8>) {
        self.init(json: JSONReader.readAnswer(body) ?? .null)
    }

    /// Reads a merchant's word: the JSON of a state, `{"released":[…]}`, or `{"notFound":{"closed":true}}`.
    ///
    /// Anything else, and a word that can't be read, is no statement (rule R5).
    package init(json: JSONValue) {
        if let list = json["released"]?.array {
            let references = list.compactMap { $0.text.flatMap(PaymentReference.init) }
            self = references.isEmpty || references.count != list.count ? .nothing : .released(references)
        } else if json["notFound"]?["closed"]?.bool == true {
            self = .outcome(.cancelled(Cancellation(cause: .merchant)))
        } else if let state = Standing(json: json)?.state, let outcome = Outcome(state), state.kind != .outcomeUnknown {
            self = .outcome(outcome)
        } else {
            self = .nothing
        }
    }
}

extension MerchantWord {
    /// The payments that the word names.
    package var references: [PaymentReference] {
        switch self {
        case .outcome(let outcome): (outcome.state.payment.reference).map { [$0] } ?? []
        case .released(let references): references
        case .nothing: []
        }
    }
}
