import CheckoutCore

/// What was seen of one attempt's submit, as far as a later event of the same submit is read by it.
struct PXPSubmit: Sendable {
    /// The form was valid: the submit went on to tokenisation.
    var isValid = false
    /// `onPreAuthorisation` was answered with nothing to send.
    var isWithheld = false
    /// A result told the end: the SDK's further words about the same submit say nothing new.
    var isSettled = false
    /// A retry of a soft decline was offered.
    var wasOfferedRetry = false
    /// The refusals that a further round followed, or that the app took as final.
    var refusal: Refusal?
    /// The end that this device stated last.
    var end: String?

    /// The refusals of earlier rounds.
    struct Refusal: Sendable {
        var references: [PaymentReference]
        /// The app took no further round.
        var isFinal: Bool
    }

    /// How a refusal or a failure relates to the refusals of earlier rounds.
    enum Relation: Sendable {
        /// It speaks of this round.
        case thisRound
        /// It is a refusal that was told already.
        case copy
        /// Nobody can tell which of the two.
        case unclear
    }

    /// `submitAsync` was called, or the component's own button was pressed.
    mutating func begin() {
        isValid = false
        isWithheld = false
        isSettled = false
        end = nil
    }

    /// Keeps a refusal that was offered to be tried again.
    mutating func offer(_ reference: PaymentReference?, accepted: Bool) {
        wasOfferedRetry = true
        refusal = Refusal(
            references: (refusal?.references ?? []) + (reference.map { [$0] } ?? []), isFinal: !accepted)
        isWithheld = false
        isSettled = !accepted
        end = nil
    }

    /// Tells a result of this round from a copy of an earlier round's refusal, by the transaction id.
    func relation(of reference: PaymentReference?) -> Relation {
        guard let refusal else { return .thisRound }
        guard let reference else { return refusal.isFinal ? .copy : .unclear }
        if refusal.references.contains(reference) { return .copy }
        return refusal.isFinal && refusal.references.isEmpty ? .copy : .thisRound
    }
}
