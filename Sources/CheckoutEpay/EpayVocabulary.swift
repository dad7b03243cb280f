package import CheckoutCore

/// What Epay's words mean: one table for each vocabulary, and nothing about them anywhere else.
///
/// Sources: the vendor's page “Payments and outcomes” (attempt states), its guide on error codes and its schema of the
/// notification webhook (server states); fact sheet epay, sections 1, 2, 8 and 9.
package struct EpayVocabulary: Sendable {
    /// What the state of an attempt means.
    package enum AttemptMeaning: String, Sendable, Hashable {
        /// Under way, or waiting for the shopper.
        case underWay
        case accepted, declined, cancelled, failed
        /// The SDK itself can't tell.
        case outcomeUnknown
    }

    /// What the SDK's own state means.
    package enum SDKMeaning: String, Sendable, Hashable {
        case initialising, ready, failed, disposed
    }

    /// What the state of a transaction on the server means.
    package enum TransactionMeaning: String, Sendable, Hashable {
        /// No statement: what relays it may lag behind.
        case stillOpen
        case succeeded
        /// Ended without a payment, as the error code says.
        case failed
    }

    /// What an error code makes of a failed transaction.
    package enum TransactionEnd: Sendable, Hashable {
        case cancelled(Cancellation.Cause)
        case failed(Failure.Kind)
    }

    package var attemptStates: [String: AttemptMeaning]
    package var sdkStates: [String: SDKMeaning]
    package var transactionStates: [String: TransactionMeaning]
    /// Why an attempt or a transaction was declined, by error code; any other code is unspecified.
    package var declineReasons: [String: Decline.Reason]
    /// What failed, by the error code of a failed attempt; any other is the provider's failure.
    package var failures: [String: Failure.Kind]
    /// What failed while a session was being loaded; any other code is a matter of the set-up.
    package var loadingFailures: [String: Failure.Kind]
    /// The codes by which a failed transaction was no decline.
    package var transactionEnds: [String: TransactionEnd]

    /// Epay's words as documented.
    package static let standard = EpayVocabulary(
        attemptStates: [
            "Processing": .underWay,
            "Accepted": .accepted,
            "Declined": .declined,
            "Cancelled": .cancelled,
            "Failed": .failed,
            "OutcomeUnknown": .outcomeUnknown,
        ],
        sdkStates: [
            "initializing": .initialising,
            "ready": .ready,
            "failed": .failed,
            "disposed": .disposed,
        ],
        transactionStates: [
            "PENDING": .stillOpen,
            "PROCESSING": .stillOpen,
            "SUCCESS": .succeeded,
            "FAILED": .failed,
        ],
        declineReasons: [
            "ACQUIRER_DECLINED": .unspecified,
            "ACQUIRER_DOWN": .unspecified,
            "ACQUIRER_TIMEOUT": .unspecified,
            "AGE_VERIFICATION_NOT_COMPLETED": .unspecified,
            "AMOUNT_LIMIT_EXCEEDED": .limitExceeded,
            "CANCELLED_BY_USER": .unspecified,
            "CARD_BLOCKED": .notPermitted,
            "CARD_CLOSED": .notPermitted,
            "CARD_EXPIRED": .expiredCard,
            "CARD_LOST_OR_STOLEN": .lostOrStolenCard,
            "CARD_RESTRICTED": .notPermitted,
            "DECLINED_BY_ISSUER_OR_SCHEME": .unspecified,
            "DO_NOT_HONOR": .doNotHonour,
            "EXPIRED": .unspecified,
            "INSUFFICIENT_FUNDS": .insufficientFunds,
            "INVALID_AGREEMENT": .unspecified,
            "INVALID_CARD_NUMBER": .invalidCardDetails,
            "INVALID_CVC": .invalidCardDetails,
            "ISSUER_DOWN": .issuerUnavailable,
            "MANUAL_ABORTED": .unspecified,
            "MISSING_ACQUIRER_AGREEMENT": .unspecified,
            "RATE_LIMIT_REACHED": .unspecified,
            "REJECTED_BY_MERCHANT": .unspecified,
            "REJECTED_BY_SCA": .authenticationFailed,
            "REJECTED_UNKNOWN": .unspecified,
            "SCA_CANCELLED_BY_USER": .unspecified,
            "SCA_EXPIRED": .unspecified,
            "SCA_REQUIRED": .authenticationRequired,
            "SDK_NOT_READY": .unspecified,
            "SUSPECTED_FRAUD": .suspectedFraud,
            "SYSTEM_ERROR": .unspecified,
        ],
        failures: ["SDK_NOT_READY": .configuration],
        loadingFailures: [
            "SDK_NOT_READY": .configuration,
            // The server was there and refused for now: nothing is set up wrongly.
            "RATE_LIMIT_REACHED": .network,
            "SYSTEM_ERROR": .network,
        ],
        transactionEnds: [
            "ACQUIRER_DOWN": .failed(.provider),
            "ACQUIRER_TIMEOUT": .failed(.provider),
            "CANCELLED_BY_USER": .cancelled(.shopper),
            "EXPIRED": .cancelled(.expired),
            "INVALID_AGREEMENT": .failed(.provider),
            "MANUAL_ABORTED": .cancelled(.merchant),
            "MISSING_ACQUIRER_AGREEMENT": .failed(.provider),
            "REJECTED_BY_MERCHANT": .cancelled(.merchant),
            "SCA_CANCELLED_BY_USER": .cancelled(.shopper),
            "SCA_EXPIRED": .cancelled(.expired),
            "SYSTEM_ERROR": .failed(.provider),
        ])
}

extension EpayVocabulary {
    /// What the state of a snapshot means; `nil` for a word on no list, and for none.
    func meaning(of attempt: EpayAttempt) -> AttemptMeaning? { attempt.state.flatMap { attemptStates[$0.rawValue] } }

    func reason(_ code: EpayErrorCode?) -> Decline.Reason {
        code.flatMap { declineReasons[$0.rawValue] } ?? .unspecified
    }
}
