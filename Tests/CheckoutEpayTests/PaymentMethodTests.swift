import CheckoutCore
import CheckoutEpay
import Testing

@Suite("Payment methods of Epay")
struct PaymentMethodTests {
    private static let everything = EpayStartConditions(
        sdkState: .ready, cardFieldsReady: true, buttonState: .active, hasReturnURL: true, hasPlatformHost: true,
        merchantIdentifier: "merchant.com.example.shop", storedMethodID: "m1")

    /// The vendor's page: function, platforms, and what is in the way if only the SDK is ready, on iOS and on Android.
    static let rows:
        [EpayPaymentMethod: (creation: String, iOS: EpayStartObstacle?, android: EpayStartObstacle?, exists: String)] =
            [
                .card: ("createCardTransaction", .cardFieldsNotReady, .cardFieldsNotReady, "both"),
                .vippsMobilePay: ("createVippsMobilePayTransaction", .returnURLMissing, nil, "both"),
                .twint: ("createTwintTransaction", nil, nil, "both"),
                .wero: ("createWeroTransaction", nil, nil, "both"),
                .ideal: ("createIdealTransaction", nil, nil, "both"),
                .swish: ("createSwishTransaction", nil, nil, "both"),
                .anyday: ("createAnydayTransaction", nil, nil, "both"),
                .viaBill: ("createViabillTransaction", nil, nil, "both"),
                .klarna: ("createKlarnaTransaction", nil, nil, "both"),
                .payPal: ("createPayPalTransaction", .platformHostMissing, .platformHostMissing, "both"),
                .googlePay: ("createGooglePayTransaction", .platform, nil, "android"),
                .applePay: ("createApplePayTransaction", .merchantIdentifierMissing, .platform, "iOS"),
                .storedPaymentMethod: (
                    "createStoredPaymentMethodTransaction", .storedMethodMissing, .storedMethodMissing, "both"
                ),
            ]

    private static func check(_ obstacle: EpayStartObstacle?) -> EpayStartCheck { obstacle.map { .no($0) } ?? .yes }

    @Test("There are thirteen creation methods, each with its function and its limits")
    func table() throws {
        #expect(EpayPaymentMethod.allCases.count == 13)
        for method in EpayPaymentMethod.allCases {
            let row = try #require(Self.rows[method])
            #expect(method.creationMethod == row.creation)
            let ready = EpayStartConditions(sdkState: .ready)
            #expect(method.canStart(on: .iOS, ready) == Self.check(row.iOS))
            #expect(method.canStart(on: .android, ready) == Self.check(row.android))
        }
    }

    @Test("With everything in place a method starts where it exists", arguments: EpayPaymentMethod.allCases)
    func starts(_ method: EpayPaymentMethod) throws {
        let exists = try #require(Self.rows[method]).exists
        #expect(method.canStart(on: .iOS, Self.everything) == (exists == "android" ? .no(.platform) : .yes))
        #expect(method.canStart(on: .android, Self.everything) == (exists == "iOS" ? .no(.platform) : .yes))
    }

    @Test("A card starts only with fields that are ready and a button that is active")
    func card() {
        var conditions = Self.everything
        for state in [nil, .hidden, EpayPaymentButtonState(rawValue: "active"), EpayPaymentButtonState(rawValue: "")] {
            conditions.buttonState = state
            #expect(EpayPaymentMethod.card.canStart(on: .iOS, conditions) == .no(.buttonNotActive))
        }
        conditions.buttonState = .active
        conditions.cardFieldsReady = false
        #expect(EpayPaymentMethod.card.canStart(on: .iOS, conditions) == .no(.cardFieldsNotReady))
    }

    @Test("An identifier that is empty is none")
    func emptyIdentifiers() {
        var conditions = Self.everything
        conditions.merchantIdentifier = ""
        conditions.storedMethodID = ""
        #expect(EpayPaymentMethod.applePay.canStart(on: .iOS, conditions) == .no(.merchantIdentifierMissing))
        #expect(EpayPaymentMethod.storedPaymentMethod.canStart(on: .iOS, conditions) == .no(.storedMethodMissing))
    }

    @Test("Nothing starts while the SDK isn't ready", arguments: EpayPaymentMethod.allCases)
    func notReady(_ method: EpayPaymentMethod) {
        let platform: EpayPaymentMethod.Platform = method == .googlePay ? .android : .iOS
        for state in [nil, .initializing, .failed, .disposed, EpaySDKState(rawValue: "Ready")] {
            var conditions = Self.everything
            conditions.sdkState = state
            #expect(method.canStart(on: platform, conditions) == .no(.notReady))
        }
    }

    @Test("Nothing starts beside an active attempt, or without the last one's permission")
    func lastAttempt() {
        func check(_ attempt: EpayAttempt) -> EpayStartCheck {
            var conditions = Self.everything
            conditions.lastAttempt = attempt
            return EpayPaymentMethod.twint.canStart(on: .iOS, conditions)
        }
        #expect(check(EpayAttempt(id: "e1", state: .processing, canRetry: true)) == .no(.attemptActive))
        #expect(check(EpayAttempt(id: "e1", state: .declined, canRetry: true)) == .yes)
        #expect(check(EpayAttempt(id: "e1", state: .declined, canRetry: false)) == .no(.retryNotPermitted))
        #expect(
            check(EpayAttempt(id: "e1", state: .declined, canRetry: true, maxAttemptsReached: true))
                == .no(.retryNotPermitted))
        #expect(check(EpayAttempt(id: "e1", state: .outcomeUnknown)) == .no(.retryNotPermitted))
    }

    @Test("Identifiers aren't printed, and each obstacle says what to do")
    func printing() {
        var dumped = ""
        dump(Self.everything, to: &dumped)
        for text in [dumped, "\(Self.everything)", String(reflecting: Self.everything)] {
            #expect(!text.contains("merchant.com"))
            #expect(!text.contains("m1"))
        }
        let texts = EpayStartObstacle.allCases.map(\.description)
        #expect(Set(texts).count == texts.count)
    }
}
