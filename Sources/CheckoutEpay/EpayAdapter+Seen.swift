import CheckoutCore

extension EpayAdapter {
    /// What is kept of a snapshot.
    struct Seen: Sendable {
        var name: String?
        /// `nil` for a state on no list.
        var meaning: EpayVocabulary.AttemptMeaning?
        var transaction: PaymentReference?
        var canRetry: Bool
        var surcharge: EpaySurcharge?
        /// The SDK refused to start it.
        var wasRefused = false

        /// Whether the SDK refuses to start another one meanwhile (“Observe the outcome”).
        var blocksStarts: Bool {
            switch meaning {
            case .underWay?, .accepted?, .outcomeUnknown?, nil: true
            case .declined?: !canRetry
            case .cancelled?, .failed?: false
            }
        }
    }
}
