package import CheckoutCore

/// What Adyen's words mean: one table for each vocabulary, and nothing about them anywhere else.
///
/// Sources: Checkout API v71 (`resultCode`, `action.type`, session `status`), the refusal reasons page, the webhooks
/// reference; fact sheet adyen, sections 1, 2, 3, 6 and 7.
package struct AdyenVocabulary: Sendable {
    /// What a `resultCode` without an action means.
    package enum ResultMeaning: Sendable, Hashable {
        case authorised
        case partiallyAuthorised
        case pending(PendingPayment.WaitingFor)
        case refused
        case cancelled
        case error
        /// Needs an action that isn't there, or belongs to another flow: it says nothing about this payment.
        case saysNothing
    }

    /// What a `refusalReasonCode` means beside `Refused`.
    package enum RefusalMeaning: Sendable, Hashable {
        case declined(Decline.Reason)
        case cancelled(Cancellation.Cause)
    }

    /// What an action's type makes of it, and what the action must carry to be shown.
    package enum ActionMeaning: Sendable, Hashable {
        /// Needs `url`.
        case redirect
        /// Needs `url`; only the SDK can turn its return into details.
        case nativeRedirect
        /// Needs `subtype` and `token`.
        case threeDS2
        /// Needs `token`.
        case authenticate(ShopperAction.Authentication)
        /// Needs `sdkData`.
        case switchApp
        /// Needs `reference` or `url`.
        case presentVoucher
        /// Needs `qrCodeData` or `url`; a method the SDK has no code screen for is a redirect if it has a `url`.
        case scanQRCode
        /// Needs nothing; with a `url` it is a redirect.
        case awaitConfirmation
        /// Needs nothing.
        case transferFunds
        /// Needs nothing.
        case delegatedAuthentication
    }

    /// What the `status` of a session result means.
    package enum SessionMeaning: Sendable, Hashable {
        case succeeded, pending, refused, cancelled, expired
        /// The session is still open: no news.
        case noNews
    }

    /// What the `resultCode` of a status poll means.
    package enum PollMeaning: Sendable, Hashable {
        case pending
        /// The polling ends; the outcome comes from `/payments/details`.
        case ends
    }

    /// What a webhook item means.
    package enum NotificationMeaning: Sendable, Hashable {
        case authorised, refused, expired, orderClosed, captured, pending
    }

    /// A webhook item's event with the `success` it needs; `nil` where `success` doesn't matter.
    package struct NotificationKey: Sendable, Hashable {
        package let eventCode: String
        package let success: Bool?

        package init(_ eventCode: String, success: Bool?) {
            self.eventCode = eventCode
            self.success = success
        }
    }

    /// What a transport error proves.
    package enum TransportProof: Sendable, Hashable {
        /// Nothing left, whatever else is known.
        case nothingLeft
        /// Nothing left, if the transport says that no byte was sent.
        case nothingLeftIfNoByteSent
    }

    package var resultCodes: [String: ResultMeaning]
    package var refusals: [String: RefusalMeaning]
    package var actions: [String: ActionMeaning]
    /// The methods whose code the SDK shows itself (adyen-ios 5.12, `Action.swift`); others are redirects.
    package var qrMethods: Set<String>
    package var sessionStatuses: [String: SessionMeaning]
    package var pollResults: [String: PollMeaning]
    package var notifications: [NotificationKey: NotificationMeaning]
    /// HTTP statuses by which the first `/payments` may be rejected before anything is charged.
    package var rejectingStatuses: Set<Int>
    /// Error types that say so, with what they make of the attempt.
    package var rejectingErrorTypes: [String: Failure.Kind]
    /// Error codes that say the opposite: the request was, or is being, processed.
    package var inProgressErrorCodes: Set<String>
    package var transportProofs: [String: TransportProof]
    /// The reasons Adyen writes beside a refusal. A text on no list may be anything, also a name: it is only counted.
    package var reasons: Set<String>
    /// The code that makes an approval one for less than asked.
    package var partialApprovalCode: String
    /// The code that makes a cancellation a refusal by Adyen's risk check.
    package var fraudCancelledCode: String

    /// A reason as it may be kept: one of the documented texts, or how long it was.
    package func keptReason(_ text: String) -> RawCode {
        reasons.contains(text) ? RawCode(text) : RawCode(counting: text)
    }

    /// Adyen's words as documented.
    package static let standard = AdyenVocabulary(
        resultCodes: [
            "Authorised": .authorised,
            "PartiallyAuthorised": .partiallyAuthorised,
            "Received": .pending(.provider),
            "Pending": .pending(.provider),
            "PresentToShopper": .pending(.shopper),
            "AuthenticationFinished": .pending(.merchant),
            "AuthenticationNotRequired": .pending(.merchant),
            "Refused": .refused,
            "Cancelled": .cancelled,
            "Error": .error,
            "RedirectShopper": .saysNothing,
            "IdentifyShopper": .saysNothing,
            "ChallengeShopper": .saysNothing,
            "Success": .saysNothing,
        ],
        refusals: [
            "0": .declined(.unspecified),
            "1": .declined(.unspecified),
            "2": .declined(.doNotHonour),
            "3": .declined(.doNotHonour),
            "4": .declined(.unspecified),
            "5": .declined(.notPermitted),
            "6": .declined(.expiredCard),
            "7": .declined(.unspecified),
            "8": .declined(.invalidCardDetails),
            "9": .declined(.issuerUnavailable),
            "10": .declined(.notPermitted),
            "11": .declined(.authenticationFailed),
            "12": .declined(.insufficientFunds),
            "13": .declined(.unspecified),
            "14": .declined(.suspectedFraud),
            "15": .cancelled(.provider),
            "16": .cancelled(.shopper),
            "17": .declined(.unspecified),
            "18": .declined(.unspecified),
            "19": .declined(.unspecified),
            "20": .declined(.suspectedFraud),
            "21": .declined(.unspecified),
            "22": .declined(.suspectedFraud),
            "23": .declined(.notPermitted),
            "24": .declined(.invalidCardDetails),
            "25": .declined(.notPermitted),
            "26": .declined(.notPermitted),
            "27": .declined(.doNotHonour),
            "28": .declined(.limitExceeded),
            "29": .declined(.limitExceeded),
            "30": .declined(.unspecified),
            "31": .declined(.suspectedFraud),
            "32": .declined(.invalidCardDetails),
            "33": .declined(.unspecified),
            "34": .declined(.notPermitted),
            "35": .declined(.notPermitted),
            "36": .declined(.unspecified),
            "37": .declined(.unspecified),
            "38": .declined(.authenticationRequired),
            "39": .declined(.authenticationFailed),
            "40": .declined(.unspecified),
            "41": .declined(.unspecified),
            "42": .declined(.authenticationFailed),
            "43": .declined(.unspecified),
            "44": .declined(.unspecified),
            "45": .declined(.unspecified),
            "46": .declined(.notPermitted),
        ],
        actions: [
            "redirect": .redirect,
            "nativeRedirect": .nativeRedirect,
            "threeDS2": .threeDS2,
            "threeDS2Fingerprint": .authenticate(.fingerprint),
            "threeDS2Challenge": .authenticate(.challenge),
            "sdk": .switchApp,
            "wechatpaySDK": .switchApp,
            "voucher": .presentVoucher,
            "document": .presentVoucher,
            "qrCode": .scanQRCode,
            "qrcode": .scanQRCode,
            "await": .awaitConfirmation,
            "bankTransfer": .transferFunds,
            "delegatedAuthentication": .delegatedAuthentication,
        ],
        qrMethods: ["pix", "promptpay", "duitnow", "paynow", "upi_qr"],
        sessionStatuses: [
            "completed": .succeeded,
            "paymentPending": .pending,
            "refused": .refused,
            "canceled": .cancelled,
            "expired": .expired,
            "active": .noNews,
        ],
        pollResults: [
            "pending": .pending,
            "received": .pending,
            "authorised": .ends,
            "refused": .ends,
            "cancelled": .ends,
            "error": .ends,
            "partiallyauthorised": .ends,
        ],
        notifications: [
            NotificationKey("AUTHORISATION", success: true): .authorised,
            NotificationKey("AUTHORISATION", success: false): .refused,
            NotificationKey("OFFER_CLOSED", success: nil): .expired,
            NotificationKey("ORDER_CLOSED", success: true): .orderClosed,
            NotificationKey("CAPTURE", success: true): .captured,
            NotificationKey("PENDING", success: nil): .pending,
        ],
        rejectingStatuses: [400, 401, 403, 422],
        rejectingErrorTypes: [
            "validation": .validation,
            "security": .configuration,
            "configuration": .configuration,
            "sessionExpired": .configuration,
        ],
        inProgressErrorCodes: ["704"],
        transportProofs: [
            "cannotFindHost": .nothingLeft,
            "cannotConnectToHost": .nothingLeft,
            "notConnectedToInternet": .nothingLeftIfNoByteSent,
        ],
        reasons: [
            "Unknown", "Refused", "Referral", "Acquirer Error", "Blocked Card", "Expired Card", "Invalid Amount",
            "Invalid Card Number", "Issuer Unavailable", "Not supported", "Not Supported", "3D Not Authenticated",
            "Not enough balance", "Acquirer Fraud", "Cancelled", "Shopper Cancelled", "Invalid Pin",
            "Pin tries exceeded", "Pin validation not possible", "FRAUD", "Not Submitted", "FRAUD-CANCELLED",
            "Transaction Not Permitted", "CVC Declined", "Restricted Card", "Revocation Of Auth",
            "Declined Non Generic", "Withdrawal amount exceeded", "Withdrawal count exceeded",
            "Issuer Suspected Fraud", "AVS Declined", "Card requires online pin",
            "No checking account available on Card", "No savings account available on Card", "Mobile PIN required",
            "Contactless fallback", "Authentication required", "RReq not received from DS",
            "Current AID is in Penalty Box.", "CVM Required Restart Payment", "3DS Authentication Error",
            "Online PIN required", "Try another interface", "Chip downgrade mode",
            "Transaction blocked by Adyen to prevent excessive retry fees",
        ],
        partialApprovalCode: "30",
        fraudCancelledCode: "22")
}
