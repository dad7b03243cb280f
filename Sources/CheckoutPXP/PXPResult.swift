public import CheckoutCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A submit result, as far as it says what happened: the fields of all its classes, each of which has some.
///
/// Every field may be missing, and none is thrown away because of another. Messages are not kept.
///
/// Source: the page “Non-3DS transactions”, callback data; fact sheet pxp, section 2.
public struct PXPResult: Sendable, Hashable {
    /// The name of the class; `nil` if it is missing or no text.
    public var type: PXPResultClass?
    /// The transaction's state.
    public var state: PXPState?
    /// The code of `stateData`.
    public var stateCode: PXPDeclineCode?
    /// What the provider that processed the payment answered.
    public var provider: PXPProviderResult?
    /// What is told about the money.
    public var fundingData: PXPFundingData?
    /// The code of a failed result.
    public var errorCode: PXPErrorCode?
    /// The HTTP status of a failed result; only there if it isn't 200.
    public var httpStatusCode: Int?
    /// PXP's identifier of the request, for its support.
    public var correlationId: RawCode?
    /// The merchant's own id of the transaction: the attempt's, where the app handed it to the SDK.
    public var merchantTransactionId: AttemptID?
    /// PXP's id of the transaction.
    public var systemTransactionId: PaymentReference?

    /// Makes a result.
    public init(
        type: PXPResultClass?, state: PXPState? = nil, stateCode: PXPDeclineCode? = nil,
        provider: PXPProviderResult? = nil, fundingData: PXPFundingData? = nil, errorCode: PXPErrorCode? = nil,
        httpStatusCode: Int? = nil, correlationId: RawCode? = nil, merchantTransactionId: AttemptID? = nil,
        systemTransactionId: PaymentReference? = nil
    ) {
        self.type = type
        self.state = state
        self.stateCode = stateCode
        self.provider = provider
        self.fundingData = fundingData
        self.errorCode = errorCode
        self.httpStatusCode = httpStatusCode
        self.correlationId = correlationId
        self.merchantTransactionId = merchantTransactionId
        self.systemTransactionId = systemTransactionId
    }

    /// The payment's reference: the transaction id of the funding data, else the provider's, else PXP's own.
    public var reference: PaymentReference? {
        fundingData?.transactionId ?? provider?.transactionId ?? systemTransactionId
    }
}

/// What the provider that processed the payment answered. An approval is never read off its code.
public struct PXPProviderResult: Sendable, Hashable {
    /// The provider's code.
    public var code: PXPDeclineCode?
    /// The provider's id of the transaction.
    public var transactionId: PaymentReference?
    /// The code of the advice to the merchant.
    public var merchantAdvice: PXPAdviceCode?
    /// The check of the security code. It decides nothing.
    public var cardVerificationCodeResult: RawCode?
    /// The check of the address. It decides nothing.
    public var addressVerificationServiceResult: RawCode?

    /// Makes an answer.
    public init(
        code: PXPDeclineCode? = nil, transactionId: PaymentReference? = nil, merchantAdvice: PXPAdviceCode? = nil,
        cardVerificationCodeResult: RawCode? = nil, addressVerificationServiceResult: RawCode? = nil
    ) {
        self.code = code
        self.transactionId = transactionId
        self.merchantAdvice = merchantAdvice
        self.cardVerificationCodeResult = cardVerificationCodeResult
        self.addressVerificationServiceResult = addressVerificationServiceResult
    }
}

/// What is told about the money of a payment.
public struct PXPFundingData: Sendable, Hashable {
    /// The id of the transaction.
    public var transactionId: PaymentReference?
    /// The amount in major units, as the SDK types it. Not a number stands for one that is there and can't be read.
    public var amount: Decimal?
    /// The currency's code.
    public var currency: RawCode?
    /// The check of the security code. It decides nothing.
    public var cardVerificationCodeResult: RawCode?
    /// The check of the address. It decides nothing.
    public var addressVerificationServiceResult: RawCode?

    /// Makes the data.
    public init(
        transactionId: PaymentReference? = nil, amount: Decimal? = nil, currency: RawCode? = nil,
        cardVerificationCodeResult: RawCode? = nil, addressVerificationServiceResult: RawCode? = nil
    ) {
        self.transactionId = transactionId
        self.amount = amount
        self.currency = currency
        self.cardVerificationCodeResult = cardVerificationCodeResult
        self.addressVerificationServiceResult = addressVerificationServiceResult
    }

    /// The amount, exactly.
    var sum: PXPSum {
        guard let amount else { return .absent }
        // An amount without a currency can't be compared with anything.
        guard let code = currency?.text,
            let money = try? PXPAmount(amount: amount, currency: code).money()
        else { return .unreadable }
        return .money(money)
    }
}

/// An amount of a result.
enum PXPSum: Sendable, Hashable {
    case absent
    case money(Money)
    /// It is there, but no exact amount of an active currency.
    case unreadable

    var money: Money? {
        guard case .money(let money) = self else { return nil }
        return money
    }
}
