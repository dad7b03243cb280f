public import CheckoutCore

/// What Epay's SDK and server report, as plain values.
///
/// The SDK's names are the vendor's; messages, addresses and tokens aren't mirrored. Source: the vendor's page “Payments
/// and outcomes”; fact sheet epay, sections 1 to 6 and 9.
public enum EpayEvent: Sendable, Hashable {
    /// The SDK's own state changed.
    case sdk(EpaySDKState?, error: EpayError? = nil)
    /// An attempt was updated. Its state is the one word about the payment.
    case attempt(EpayAttempt)
    /// The card fields' pay button changed.
    case cardFields(buttonState: EpayPaymentButtonState?)
    /// A transaction was accepted; information beside the attempt's state.
    case transactionAccepted(transactionId: PaymentReference?)
    /// An authorisation was declined; the attempt may go on with another one.
    case transactionDeclined(transactionId: PaymentReference?, maxAttemptsReached: Bool)
    /// The fee on top of the base amount changed, in minor units of the session's currency; 0 clears it.
    case feeUpdated(fee: Int64?)
    /// A method's flow was cancelled; information beside the attempt's state.
    case paymentCancel(paymentMethodType: EpayMethodType?)
    /// The SDK opens a page or an app. The address isn't mirrored: it may carry secrets.
    case clientRedirect(reason: EpayRedirectReason?)
    /// An error of the SDK or of a query.
    case error(EpayError)
    /// The merchant's backend asked for a transaction, or was told about it.
    case transaction(EpayTransaction)
}

extension EpayEvent {
    /// The names of the events, as recordings have them.
    package enum Name: String, Sendable, CaseIterable {
        case sdk, attempt, cardFields, transactionAccepted, transactionDeclined, feeUpdated, paymentCancel,
            clientRedirect, error, transaction
    }

    package var name: Name {
        switch self {
        case .sdk: .sdk
        case .attempt: .attempt
        case .cardFields: .cardFields
        case .transactionAccepted: .transactionAccepted
        case .transactionDeclined: .transactionDeclined
        case .feeUpdated: .feeUpdated
        case .paymentCancel: .paymentCancel
        case .clientRedirect: .clientRedirect
        case .error: .error
        case .transaction: .transaction
        }
    }
}
