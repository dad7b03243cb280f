import CheckoutCore
import CheckoutEpay
import Testing

@Suite("Error codes of Epay")
struct DeclineReasonTests {
    /// Every code of the vendor's lists with its reason and widest retry, written out.
    static let rows: [(code: String, reason: Decline.Reason, retry: Retry)] = [
        ("INSUFFICIENT_FUNDS", .insufficientFunds, .sameMethod),
        ("AMOUNT_LIMIT_EXCEEDED", .limitExceeded, .sameMethod),
        ("CARD_EXPIRED", .expiredCard, .sameMethod),
        ("INVALID_CARD_NUMBER", .invalidCardDetails, .sameMethod),
        ("INVALID_CVC", .invalidCardDetails, .sameMethod),
        ("CARD_LOST_OR_STOLEN", .lostOrStolenCard, .otherMethod),
        ("SUSPECTED_FRAUD", .suspectedFraud, .otherMethod),
        ("SCA_REQUIRED", .authenticationRequired, .sameMethod),
        ("REJECTED_BY_SCA", .authenticationFailed, .sameMethod),
        ("CARD_RESTRICTED", .notPermitted, .otherMethod),
        ("CARD_BLOCKED", .notPermitted, .otherMethod),
        ("CARD_CLOSED", .notPermitted, .otherMethod),
        ("ISSUER_DOWN", .issuerUnavailable, .sameMethod),
        ("DO_NOT_HONOR", .doNotHonour, .sameMethod),
        ("ACQUIRER_DECLINED", .unspecified, .otherMethod),
        ("ACQUIRER_DOWN", .unspecified, .otherMethod),
        ("ACQUIRER_TIMEOUT", .unspecified, .otherMethod),
        ("AGE_VERIFICATION_NOT_COMPLETED", .unspecified, .otherMethod),
        ("CANCELLED_BY_USER", .unspecified, .otherMethod),
        ("DECLINED_BY_ISSUER_OR_SCHEME", .unspecified, .otherMethod),
        ("EXPIRED", .unspecified, .otherMethod),
        ("INVALID_AGREEMENT", .unspecified, .otherMethod),
        ("MANUAL_ABORTED", .unspecified, .otherMethod),
        ("MISSING_ACQUIRER_AGREEMENT", .unspecified, .otherMethod),
        ("RATE_LIMIT_REACHED", .unspecified, .otherMethod),
        ("REJECTED_BY_MERCHANT", .unspecified, .otherMethod),
        ("REJECTED_UNKNOWN", .unspecified, .otherMethod),
        ("SCA_CANCELLED_BY_USER", .unspecified, .otherMethod),
        ("SCA_EXPIRED", .unspecified, .otherMethod),
        ("SDK_NOT_READY", .unspecified, .otherMethod),
        ("SYSTEM_ERROR", .unspecified, .otherMethod),
    ]

    private static func decline(_ code: String?, canRetry: Bool, isSubmitted: Bool = true) -> Standing {
        let error = code.map { EpayError(errorCode: EpayErrorCode(rawValue: $0)) }
        return standing(
            of: .attempt(EpayAttempt(id: "e1", state: .declined, error: error, canRetry: canRetry)),
            isSubmitted: isSubmitted)
    }

    @Test("Every code of the table has its row here, and no other")
    func complete() {
        #expect(Set(Self.rows.map(\.code)) == Set(EpayVocabulary.standard.declineReasons.keys))
        #expect(Self.rows.count == EpayVocabulary.standard.declineReasons.count)
    }

    @Test("A code gives a refusal its reason, and a retry no wider than the reason's", arguments: rows.indices)
    func reason(_ index: Int) {
        let row = Self.rows[index]
        for isSubmitted in [true, false] {
            let standing = Self.decline(row.code, canRetry: true, isSubmitted: isSubmitted)
            #expect(standing.description == "declined(\(row.reason)) by provider")
            #expect(standing.retry == row.retry)
            #expect(standing.exposure == .none)
            #expect(standing.state.raw[.code]?.text == row.code)
        }
        #expect(Self.decline(row.code, canRetry: false).retry == .newSession)
    }

    @Test(
        "A code on no list, an empty one and none are unspecified",
        arguments: ["NEW_CODE", "", "insufficient_funds", nil])
    func unlisted(_ code: String?) {
        let standing = Self.decline(code, canRetry: true)
        #expect(standing.description == "declined(unspecified) by provider")
        #expect(standing.retry == .otherMethod)
    }

    @Test("A code that could be a card number isn't kept")
    func cardNumber() {
        let standing = Self.decline("4111111111111111", canRetry: true)
        #expect(standing.state.raw[.code]?.text == "‹16 characters›")
    }
}
