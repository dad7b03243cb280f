// A stand-in for PXP's checkout SDK for iOS: the documented names, types and optionality that the bridge touches, and a
// submit component that calls its hooks in the documented order. Nothing of it is the vendor's code.

import Foundation

// MARK: - Results

open class BaseSubmitResult {
    public init() {}
}

open class BaseStatusCode200SubmitResult: BaseSubmitResult {
    public let state: String?

    public init(state: String?) { self.state = state }
}

public final class AuthorisedSubmitResult: BaseStatusCode200SubmitResult {
    public let provider: ProviderResult
    public let fundingData: FundingDataResult

    public init(state: String? = "Authorised", provider: ProviderResult, fundingData: FundingDataResult) {
        self.provider = provider
        self.fundingData = fundingData
        super.init(state: state)
    }
}

public final class CapturedSubmitResult: BaseStatusCode200SubmitResult {
    public let provider: ProviderResult
    public let fundingData: FundingDataResult

    public init(state: String? = "Captured", provider: ProviderResult, fundingData: FundingDataResult) {
        self.provider = provider
        self.fundingData = fundingData
        super.init(state: state)
    }
}

public final class RefusedSubmitResult: BaseStatusCode200SubmitResult {
    public let stateData: StateData?
    public let provider: RefusedProviderResult?
    public let fundingData: FundingDataResult?

    public init(
        state: String? = "Refused", stateData: StateData? = nil, provider: RefusedProviderResult? = nil,
        fundingData: FundingDataResult? = nil
    ) {
        self.stateData = stateData
        self.provider = provider
        self.fundingData = fundingData
        super.init(state: state)
    }
}

public final class FailedSubmitResult: BaseSubmitResult {
    public let errorCode: String?
    public let errorReason: String?
    public let correlationId: String?
    public let httpStatusCode: Int?
    public let details: [String]?

    public init(
        errorCode: String? = nil, errorReason: String? = nil, correlationId: String? = nil, httpStatusCode: Int? = nil,
        details: [String]? = nil
    ) {
        self.errorCode = errorCode
        self.errorReason = errorReason
        self.correlationId = correlationId
        self.httpStatusCode = httpStatusCode
        self.details = details
    }
}

public final class UnknownSubmitResult: BaseSubmitResult {
    public let state: String
    public let stateData: StateData

    public init(state: String, stateData: StateData) {
        self.state = state
        self.stateData = stateData
    }
}

/// Since 1.1.0: all that a success of `onPostAuthorisation` tells.
public final class MerchantSubmitResult: BaseSubmitResult {
    public let merchantTransactionId: String
    public let systemTransactionId: String

    public init(merchantTransactionId: String, systemTransactionId: String) {
        self.merchantTransactionId = merchantTransactionId
        self.systemTransactionId = systemTransactionId
    }
}

public struct ProviderResult {
    public let code: String
    public let message: String
    public let transactionId: String?
    public let merchantAdvice: MerchantAdvice?
    public let cardVerificationCodeResult: String?
    public let addressVerificationServiceResult: String?

    public init(
        code: String, message: String, transactionId: String? = nil, merchantAdvice: MerchantAdvice? = nil,
        cardVerificationCodeResult: String? = nil, addressVerificationServiceResult: String? = nil
    ) {
        self.code = code
        self.message = message
        self.transactionId = transactionId
        self.merchantAdvice = merchantAdvice
        self.cardVerificationCodeResult = cardVerificationCodeResult
        self.addressVerificationServiceResult = addressVerificationServiceResult
    }
}

public struct RefusedProviderResult {
    public let code: String
    public let message: String
    public let transactionId: String?
    public let merchantAdvice: MerchantAdvice?
    public let cardVerificationCodeResult: String?
    public let addressVerificationServiceResult: String?

    public init(
        code: String, message: String, transactionId: String? = nil, merchantAdvice: MerchantAdvice? = nil,
        cardVerificationCodeResult: String? = nil, addressVerificationServiceResult: String? = nil
    ) {
        self.code = code
        self.message = message
        self.transactionId = transactionId
        self.merchantAdvice = merchantAdvice
        self.cardVerificationCodeResult = cardVerificationCodeResult
        self.addressVerificationServiceResult = addressVerificationServiceResult
    }
}

public struct MerchantAdvice {
    public let code: String?
    public let message: String?
    public let reason: String?

    public init(code: String?, message: String? = nil, reason: String? = nil) {
        self.code = code
        self.message = message
        self.reason = reason
    }
}

public struct StateData {
    public let code: String?
    public let message: String?

    public init(code: String?, message: String? = nil) {
        self.code = code
        self.message = message
    }
}

public struct FundingDataResult {
    public let cardVerificationCodeResult: String?
    public let addressVerificationServiceResult: String?
    public let transactionId: String?
    public let amount: Decimal?
    public let currency: String?
    public let timestamp: String?

    public init(
        cardVerificationCodeResult: String? = nil, addressVerificationServiceResult: String? = nil,
        transactionId: String? = nil, amount: Decimal? = nil, currency: String? = nil, timestamp: String? = nil
    ) {
        self.cardVerificationCodeResult = cardVerificationCodeResult
        self.addressVerificationServiceResult = addressVerificationServiceResult
        self.transactionId = transactionId
        self.amount = amount
        self.currency = currency
        self.timestamp = timestamp
    }
}

// MARK: - Tokenisation, authentication

open class CardTokenizationResult {
    public init() {}
}

public final class CardTokenizationResultSuccess: CardTokenizationResult {
    public let gatewayTokenId: String

    public init(gatewayTokenId: String) { self.gatewayTokenId = gatewayTokenId }
}

public final class CardTokenizationResultFailed: CardTokenizationResult {
    public let errorCode: String
    public let errorReason: String

    public init(errorCode: String, errorReason: String) {
        self.errorCode = errorCode
        self.errorReason = errorReason
    }
}

open class AuthenticationResult {
    public let stateData: TransactionStateData

    public init(stateData: TransactionStateData) { self.stateData = stateData }
}

public struct TransactionStateData {
    public let code: String
    public let message: String

    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }
}

public struct PreInitiateIntegratedAuthenticationData { public init() {} }
public struct InitiateIntegratedAuthenticationData { public init() {} }

// MARK: - Authorisation

public struct PreAuthorizationData {
    public let gatewayTokenId: String?
    public let schemeTokenId: String?

    public init(gatewayTokenId: String?, schemeTokenId: String?) {
        self.gatewayTokenId = gatewayTokenId
        self.schemeTokenId = schemeTokenId
    }
}

public enum ScaExemption: String {
    case anonymousCard, lowValue, secureCorporate, transactionRiskAnalysis, trustedBeneficiary
}

public struct PSD2Data {
    public let scaExemption: ScaExemption?

    public init(scaExemption: ScaExemption? = nil) { self.scaExemption = scaExemption }
}

public struct TransactionInitiationData {
    public let psd2Data: PSD2Data?

    public init(psd2Data: PSD2Data? = nil) { self.psd2Data = psd2Data }
}

public enum SoftDeclineRetryResult {
    case simple(Bool)
}

// MARK: - Errors

open class BaseSdkException: NSError, @unchecked Sendable {
    public let errorCode: String
    public let errorMessage: String

    public init(errorCode: String, errorMessage: String = "") {
        self.errorCode = errorCode
        self.errorMessage = errorMessage
        super.init(domain: "PXPCheckoutSDK", code: 0)
    }

    public required init?(coder: NSCoder) { nil }
}

public final class NetworkSdkException: BaseSdkException, @unchecked Sendable {}

/// Since 1.1.0.
public final class CardSubmitTransactionFailedException: BaseSdkException, @unchecked Sendable {
    public let submitResult: FailedSubmitResult

    public init(submitResult: FailedSubmitResult) {
        self.submitResult = submitResult
        super.init(errorCode: submitResult.errorCode ?? "")
    }

    public required init?(coder: NSCoder) { nil }
}

public final class PazeTransactionFailedException: BaseSdkException, @unchecked Sendable {
    public let submitResult: BaseSubmitResult?

    public init(submitResult: BaseSubmitResult?) {
        self.submitResult = submitResult
        super.init(errorCode: "")
    }

    public required init?(coder: NSCoder) { nil }
}

// MARK: - Components

public struct CardSubmitComponentConfig {
    public var submitText: String?
    public var onStartSubmit: (() -> Void)?
    public var onPreTokenisation: (() -> Bool)?
    public var onPostTokenisation: ((CardTokenizationResult) -> Void)?
    public var onPreInitiateAuthentication: (() async -> PreInitiateIntegratedAuthenticationData?)?
    public var onPostInitiateAuthentication: ((AuthenticationResult) -> Void)?
    public var onPreAuthentication: (() async -> InitiateIntegratedAuthenticationData?)?
    public var onPostAuthentication: ((AuthenticationResult) -> Void)?
    public var onPreAuthorisation: ((PreAuthorizationData?) async -> TransactionInitiationData?)?
    public var onPreRetrySoftDecline: ((BaseSubmitResult) -> SoftDeclineRetryResult)?
    public var onPostAuthorisation: ((BaseSubmitResult) -> Void)?
    public var onSubmitError: ((BaseSdkException) -> Void)?

    public init() {}
}

public enum ComponentType { case cardSubmit }

open class BaseComponent {}

public final class PxpCheckout {
    /// Not the vendor's: what the stand-in's form and gateway do.
    public let standIn = StandIn()

    private init() {}

    /// The vendor's takes a configuration.
    public static func initialize() throws -> PxpCheckout { PxpCheckout() }

    public func create(_ type: ComponentType, componentConfig: CardSubmitComponentConfig) throws -> BaseComponent {
        let isMismatched =
            (componentConfig.onPreInitiateAuthentication == nil) != (componentConfig.onPreAuthentication == nil)
        if isMismatched { throw BaseSdkException(errorCode: "AUTHENTICATION_CONFIGURATION_INVALID") }
        if let error = standIn.creationError { throw error }
        return CardSubmitComponent(componentConfig, standIn)
    }
}

/// Not the vendor's: what the stand-in's form and gateway do.
public final class StandIn {
    public enum Answer {
        case result(BaseSubmitResult)
        case error(BaseSdkException)
    }

    public var creationError: BaseSdkException?
    public var isFormValid = true
    public var answers: [Answer] = []
    /// The authorisations that were sent, with their data.
    public var sent: [TransactionInitiationData] = []
}

public final class CardSubmitComponent: BaseComponent {
    public let config: CardSubmitComponentConfig
    private let standIn: StandIn

    init(_ config: CardSubmitComponentConfig, _ standIn: StandIn) {
        self.config = config
        self.standIn = standIn
    }

    public func submitAsync() async {
        guard standIn.isFormValid else { return }
        config.onStartSubmit?()
        guard config.onPreTokenisation?() ?? true else { return }
        config.onPostTokenisation?(CardTokenizationResultSuccess(gatewayTokenId: "token"))
        if await config.onPreInitiateAuthentication?() != nil {
            config.onPostInitiateAuthentication?(state("PendingClientData"))
            if await config.onPreAuthentication?() != nil {
                config.onPostAuthentication?(state("AuthenticationSuccessful"))
            }
        }
        let data = PreAuthorizationData(gatewayTokenId: "token", schemeTokenId: nil)
        if let ask = config.onPreAuthorisation {
            guard let transaction = await ask(data) else { return }
            standIn.sent.append(transaction)
        }
        switch standIn.answers.isEmpty ? nil : standIn.answers.removeFirst() {
        case .result(let result)?: config.onPostAuthorisation?(result)
        case .error(let error)?: config.onSubmitError?(error)
        case nil: break
        }
    }

    private func state(_ code: String) -> AuthenticationResult {
        AuthenticationResult(stateData: TransactionStateData(code: code, message: ""))
    }
}
