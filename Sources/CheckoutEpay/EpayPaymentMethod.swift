public import CheckoutCore

/// A way to start a payment: one of the thirteen creation methods of `Payment`.
///
/// Source: the vendor's page “Payments and outcomes”, payment methods reference; fact sheet epay, section 7.
public enum EpayPaymentMethod: String, Sendable, Hashable, CaseIterable {
    /// The entered card.
    case card
    /// Vipps MobilePay.
    case vippsMobilePay
    /// TWINT.
    case twint
    /// Wero.
    case wero
    /// iDEAL.
    case ideal
    /// Swish.
    case swish
    /// Anyday.
    case anyday
    /// ViaBill.
    case viaBill
    /// Klarna.
    case klarna
    /// PayPal.
    case payPal
    /// Google Pay.
    case googlePay
    /// Apple Pay.
    case applePay
    /// A stored method of the session's customer.
    case storedPaymentMethod

    /// A platform of the SDK.
    public enum Platform: String, Sendable, Hashable, CaseIterable {
        /// iOS.
        case iOS
        /// Android.
        case android
    }

    /// Something a method needs before it can start.
    public enum Need: String, Sendable, Hashable, CaseIterable {
        /// The card fields are ready and valid.
        case cardFieldsReady
        /// The card fields' pay button is active.
        case buttonActive
        /// The app's return address is configured, on iOS.
        case returnURLOniOS
        /// The SDK was made with PayPal's platform host.
        case platformHost
        /// Apple's merchant identifier, the one of the app's entitlement.
        case merchantIdentifier
        /// The id of a stored method.
        case storedMethod
    }

    /// What the vendor says about a method.
    struct Row {
        /// The function that starts it.
        let creation: String
        var platforms: Set<Platform> = [.iOS, .android]
        var needs: [Need] = []
    }

    /// The table of the vendor's page; a method without a row doesn't compile.
    var row: Row {
        switch self {
        case .card: Row(creation: "createCardTransaction", needs: [.cardFieldsReady, .buttonActive])
        case .vippsMobilePay: Row(creation: "createVippsMobilePayTransaction", needs: [.returnURLOniOS])
        case .twint: Row(creation: "createTwintTransaction")
        case .wero: Row(creation: "createWeroTransaction")
        case .ideal: Row(creation: "createIdealTransaction")
        case .swish: Row(creation: "createSwishTransaction")
        case .anyday: Row(creation: "createAnydayTransaction")
        case .viaBill: Row(creation: "createViabillTransaction")
        case .klarna: Row(creation: "createKlarnaTransaction")
        case .payPal: Row(creation: "createPayPalTransaction", needs: [.platformHost])
        case .googlePay: Row(creation: "createGooglePayTransaction", platforms: [.android])
        case .applePay: Row(creation: "createApplePayTransaction", platforms: [.iOS], needs: [.merchantIdentifier])
        case .storedPaymentMethod: Row(creation: "createStoredPaymentMethodTransaction", needs: [.storedMethod])
        }
    }

    /// The name of the function of `Payment` that starts it.
    public var creationMethod: String { row.creation }

    /// The platforms it exists on.
    public var platforms: Set<Platform> { row.platforms }

    /// What it needs before it can start.
    public var needs: [Need] { row.needs }

    /// The method's name for the guard and the journal.
    public var method: PaymentMethod { PaymentMethod(rawValue: rawValue) }

    /// Whether the method can be started, and if not, why.
    ///
    /// It is necessary, never sufficient: the guard decides about the order, and the session must offer the method.
    ///
    /// - Parameters:
    ///   - platform: where the app runs.
    ///   - conditions: what is known right now.
    public func canStart(on platform: Platform, _ conditions: EpayStartConditions) -> EpayStartCheck {
        guard platforms.contains(platform) else { return .no(.platform) }
        if let obstacle = conditions.obstacle { return .no(obstacle) }
        for need in needs {
            switch need {
            case .cardFieldsReady: if !conditions.cardFieldsReady { return .no(.cardFieldsNotReady) }
            case .buttonActive: if conditions.buttonState != .active { return .no(.buttonNotActive) }
            case .returnURLOniOS: if platform == .iOS, !conditions.hasReturnURL { return .no(.returnURLMissing) }
            case .platformHost: if !conditions.hasPlatformHost { return .no(.platformHostMissing) }
            case .merchantIdentifier:
                if (conditions.merchantIdentifier ?? "").isEmpty { return .no(.merchantIdentifierMissing) }
            case .storedMethod: if (conditions.storedMethodID ?? "").isEmpty { return .no(.storedMethodMissing) }
            }
        }
        return .yes
    }
}
