/// What an app knows about its set-up and its session right before a payment starts.
///
/// What isn't told isn't there: the plain value starts nothing. Source: the vendor's page “Payments and outcomes”; fact
/// sheet epay, sections 3 and 7.
public struct EpayStartConditions: Sendable, Hashable {
    /// The SDK's own state.
    public var sdkState: EpaySDKState?
    /// The latest snapshot of the session's last attempt; `nil` before the first.
    public var lastAttempt: EpayAttempt?
    /// Whether the card fields are ready and valid.
    public var cardFieldsReady: Bool
    /// The card fields' pay button.
    public var buttonState: EpayPaymentButtonState?
    /// Whether the app's return address is configured.
    public var hasReturnURL: Bool
    /// Whether the SDK was made with PayPal's platform host.
    public var hasPlatformHost: Bool
    /// Apple's merchant identifier.
    public var merchantIdentifier: String?
    /// The id of the stored method to pay with.
    public var storedMethodID: String?

    /// Makes conditions.
    public init(
        sdkState: EpaySDKState? = nil, lastAttempt: EpayAttempt? = nil, cardFieldsReady: Bool = false,
        buttonState: EpayPaymentButtonState? = nil, hasReturnURL: Bool = false, hasPlatformHost: Bool = false,
        merchantIdentifier: String? = nil, storedMethodID: String? = nil
    ) {
        self.sdkState = sdkState
        self.lastAttempt = lastAttempt
        self.cardFieldsReady = cardFieldsReady
        self.buttonState = buttonState
        self.hasReturnURL = hasReturnURL
        self.hasPlatformHost = hasPlatformHost
        self.merchantIdentifier = merchantIdentifier
        self.storedMethodID = storedMethodID
    }

    /// What is in the way of any method.
    var obstacle: EpayStartObstacle? {
        guard sdkState == .ready else { return .notReady }
        guard let lastAttempt else { return nil }
        if lastAttempt.state == .processing { return .attemptActive }
        return lastAttempt.canRetry && !lastAttempt.maxAttemptsReached ? nil : .retryNotPermitted
    }
}

extension EpayStartConditions: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What is in the way of any method. Safe to log: neither identifier is printed.
    public var description: String { obstacle.map { "no: \($0.rawValue)" } ?? "ready" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Shows what ``description`` shows, so that dumping conditions is safe to log.
    public var customMirror: Mirror { Mirror(self, children: ["conditions": description]) }
}

/// Whether a method can be started.
public enum EpayStartCheck: Sendable, Hashable {
    /// Nothing that is known is in the way.
    case yes
    /// This is in the way.
    case no(EpayStartObstacle)
}

/// What is in the way of a start.
public enum EpayStartObstacle: String, Error, Sendable, Hashable, CaseIterable {
    /// The method doesn't exist on this platform.
    case platform
    /// The SDK isn't ready.
    case notReady
    /// Another attempt is active.
    case attemptActive
    /// The last attempt doesn't permit another one in this session.
    case retryNotPermitted
    /// The card fields aren't ready and valid.
    case cardFieldsNotReady
    /// The card fields' pay button isn't active.
    case buttonNotActive
    /// The app's return address isn't configured.
    case returnURLMissing
    /// The SDK wasn't made with PayPal's platform host.
    case platformHostMissing
    /// There is no merchant identifier.
    case merchantIdentifierMissing
    /// No stored method was chosen.
    case storedMethodMissing
}

extension EpayStartObstacle: CustomStringConvertible {
    /// What is in the way and what to do about it.
    public var description: String {
        switch self {
        case .platform: "This method doesn't exist on this platform; don't offer it."
        case .notReady: "The SDK isn't ready; wait until it says so."
        case .attemptActive: "Another attempt is active; wait for its end."
        case .retryNotPermitted: "The last attempt permits no other in this session; open a new one."
        case .cardFieldsNotReady: "The card fields aren't ready and valid; wait for the shopper."
        case .buttonNotActive: "The card fields' pay button isn't active; wait for the shopper."
        case .returnURLMissing: "The app's return address isn't configured; set it before the SDK is made."
        case .platformHostMissing: "The SDK has no platform host for PayPal; make it with one."
        case .merchantIdentifierMissing: "The merchant identifier is missing; take the one of the app's entitlement."
        case .storedMethodMissing: "No stored method was chosen; take the id of one of the session's customer."
        }
    }
}
