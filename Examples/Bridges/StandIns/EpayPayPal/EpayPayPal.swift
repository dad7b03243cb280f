// A stand-in for Epay's native SDK for iOS (private preview; the module is called EpayPayPal): the documented names, types
// and optionality that the bridge touches, in the shapes a Kotlin Multiplatform SDK has in Swift. Nothing of it is the
// vendor's code. The names of the SDK's own states and of its button states aren't all documented.

import Foundation

open class KotlinEnum {
    public let name: String

    init(_ name: String) { self.name = name }
}

public final class KotlinLong {
    public let int64Value: Int64

    public init(value: Int64) { int64Value = value }
}

public final class KotlinBoolean {
    public let boolValue: Bool

    public init(bool: Bool) { boolValue = bool }
}

public final class SdkState: KotlinEnum {
    public static let initializing = SdkState("Initializing")
    public static let ready = SdkState("Ready")
    public static let failed = SdkState("Failed")
    public static let disposed = SdkState("Disposed")
}

public final class PaymentButtonState: KotlinEnum {
    public static let hidden = PaymentButtonState("Hidden")
    public static let active = PaymentButtonState("Active")
}

public final class PaymentAttemptState: KotlinEnum {
    public static let processing = PaymentAttemptState("Processing")
    public static let accepted = PaymentAttemptState("Accepted")
    public static let declined = PaymentAttemptState("Declined")
    public static let cancelled = PaymentAttemptState("Cancelled")
    public static let failed = PaymentAttemptState("Failed")
    public static let outcomeUnknown = PaymentAttemptState("OutcomeUnknown")
    /// Not the vendor's: a state that a later version may add.
    public static let later = PaymentAttemptState("OnHold")
}

public final class SdkError {
    public let errorCode: String
    public let message: String

    public init(errorCode: String, message: String) {
        self.errorCode = errorCode
        self.message = message
    }

    public func getClientMessage() -> String { "Text for the shopper" }
}

public final class Surcharge {
    public let paymentMethodType: String
    public let paymentMethodSubType: String?
    public let originalAmount: Int64
    public let updatedAmount: Int64
    public let fee: Int64
    public let minimumFee: Int64
    public let flatFee: Int64
    public let percentage: Double

    public init(
        paymentMethodType: String, paymentMethodSubType: String?, originalAmount: Int64, updatedAmount: Int64,
        fee: Int64, minimumFee: Int64, flatFee: Int64, percentage: Double
    ) {
        self.paymentMethodType = paymentMethodType
        self.paymentMethodSubType = paymentMethodSubType
        self.originalAmount = originalAmount
        self.updatedAmount = updatedAmount
        self.fee = fee
        self.minimumFee = minimumFee
        self.flatFee = flatFee
        self.percentage = percentage
    }
}

public final class SurchargeDecision {
    /// Not the vendor's: what was answered. The first answer counts.
    public private(set) var answer: Bool?

    public init() {}
    public func confirm() { answer = answer ?? true }
    public func cancel() { answer = answer ?? false }
}

public final class PaymentAttemptMetadata {
    public var hadDeclinedAuthorization = false
}

public final class PaymentAttempt {
    public let id: String
    public var state: PaymentAttemptState
    public var transactionId: String?
    public var error: SdkError?
    public var canRetry = false
    public var maxAttemptsReached = false
    public var isRedirecting = false
    public var pendingSurcharge: Surcharge?
    public let metadata = PaymentAttemptMetadata()
    public var onUpdate: ((PaymentAttempt) -> Void)?

    public init(id: String, state: PaymentAttemptState = .processing) {
        self.id = id
        self.state = state
    }
}

public final class TransactionOptions {
    public var amount: KotlinLong?
    public var note: String?
    public private(set) var store: KotlinBoolean?

    public func setStorageConsent(store: Bool) -> TransactionOptions {
        self.store = KotlinBoolean(bool: store)
        return self
    }
}

public final class PaymentHandlers {
    public var onUpdate: ((PaymentAttempt) -> Void)?
}

public struct ApplePayPaymentData {
    public let merchantIdentifier: String

    public init(merchantIdentifier: String) { self.merchantIdentifier = merchantIdentifier }
}

public struct StoredPaymentMethodData {
    public let paymentMethodId: String

    public init(paymentMethodId: String) { self.paymentMethodId = paymentMethodId }
}

public final class Payment {
    public let options = TransactionOptions()
    public let handlers = PaymentHandlers()
    /// Not the vendor's: what was created, by the name of the function.
    public private(set) var created: [String] = []
    private var attempts: [PaymentAttempt] = []

    public init() {}

    public func createCardTransaction() -> PaymentAttempt { create("createCardTransaction") }
    public func createVippsMobilePayTransaction() -> PaymentAttempt { create("createVippsMobilePayTransaction") }
    public func createTwintTransaction() -> PaymentAttempt { create("createTwintTransaction") }
    public func createWeroTransaction() -> PaymentAttempt { create("createWeroTransaction") }
    public func createIdealTransaction() -> PaymentAttempt { create("createIdealTransaction") }
    public func createSwishTransaction() -> PaymentAttempt { create("createSwishTransaction") }
    public func createAnydayTransaction() -> PaymentAttempt { create("createAnydayTransaction") }
    public func createViabillTransaction() -> PaymentAttempt { create("createViabillTransaction") }
    public func createKlarnaTransaction() -> PaymentAttempt { create("createKlarnaTransaction") }
    public func createPayPalTransaction() -> PaymentAttempt { create("createPayPalTransaction") }
    public func createApplePayTransaction(data: ApplePayPaymentData) -> PaymentAttempt {
        create("createApplePayTransaction")
    }
    public func createStoredPaymentMethodTransaction(data: StoredPaymentMethodData) -> PaymentAttempt {
        create("createStoredPaymentMethodTransaction")
    }

    private func create(_ name: String) -> PaymentAttempt {
        created.append(name)
        let attempt = PaymentAttempt(id: "e\(created.count)")
        attempts.append(attempt)
        handlers.onUpdate?(attempt)
        return attempt
    }

    /// Not the vendor's: changes the latest attempt and tells of it.
    public func update(_ change: (PaymentAttempt) -> Void) {
        guard let attempt = attempts.last else { return }
        change(attempt)
        handlers.onUpdate?(attempt)
    }
}

public struct TransactionAccepted { public let transactionId: String? }
public struct TransactionDeclined {
    public let transactionId: String?
    public let maxAttemptsReached: Bool
}
public struct FeeUpdated { public let fee: Int64 }
public struct PaymentCancel { public let paymentMethodType: String }
public struct ClientRedirect {
    public let url: String
    public let reason: String
}

public final class SdkEvents {
    public var transactionAccepted: ((TransactionAccepted) -> Void)?
    public var transactionDeclined: ((TransactionDeclined) -> Void)?
    public var feeUpdated: ((FeeUpdated) -> Void)?
    public var confirmSurcharge: ((Surcharge, SurchargeDecision) -> Void)?
    public var paymentCancel: ((PaymentCancel) -> Void)?
    public var clientRedirect: ((ClientRedirect) -> Void)?
    public var error: ((SdkError) -> Void)?
}

public final class HostedFieldsStatus {
    public let paymentButtonState: PaymentButtonState

    public init(paymentButtonState: PaymentButtonState) { self.paymentButtonState = paymentButtonState }
}

public final class Epay {
    public let events = SdkEvents()
    public var onStateChanged: ((SdkState) -> Void)?

    /// The vendor's takes a host.
    public init() {}

    public func payment() -> Payment { Payment() }
}
