import CheckoutCore

extension Scenario {
    /// Every story, in the order of its id. The ids are stable, and the list is open to additions.
    public static let catalogue: [Scenario] = firstHalf + secondHalf

    /// The scenario of an id.
    public static func named(_ id: ID) -> Scenario? { catalogue.first { $0.id == id } }

    /// A scenario with one story.
    static func one(
        _ id: ID, _ title: String, _ rules: [Rule], _ turns: [Turn], _ expected: [Sight],
        refusal: StartRefusal? = nil
    ) -> Scenario {
        Scenario(id: id, title: title, rules: rules, stories: [story("", turns, expected, refusal: refusal)])
    }

    /// One way a story goes; it begins when the session opens.
    static func story(
        _ name: String, _ turns: [Turn], _ expected: [Sight], refusal: StartRefusal? = nil,
        policy: GuardPolicy = .standard
    ) -> Story {
        Story(name: name, turns: turns, expected: expected, refusal: refusal, policy: policy)
    }

    // MARK: - What one provider tells of one payment

    private static let firstHalf: [Scenario] = [
        one(
            "S01", "paid at the first try", [.r2, .r11], [.load, .press, .approve(.all)],
            [.ready, .processing(), .succeeded()], refusal: .alreadyPaid),
        one(
            "S02", "declined, then paid with another card", [.r7, .r11],
            [.load, .press, .decline(.insufficientFunds), .press, .approve(.all)],
            [.ready, .processing(), .declined(.insufficientFunds), .processing(2), .succeeded(.authorised, 2)],
            refusal: .alreadyPaid),
        one(
            "S03", "stolen card", [.r5], [.load, .press, .decline(.lostOrStolenCard)],
            [.ready, .processing(), .declined(.lostOrStolenCard)]),
        one(
            "S04", "declined until the session is spent", [.r7], [.load, .press, .declineForGood],
            [.ready, .processing(), .declined(.doNotHonour, .newSession)]),
        one(
            "S05", "shopper leaves before sending", [.r1, .r14], [.load, .press, .leaveBeforeSending],
            [.ready, .processing(), .cancelled(.shopper)]),
        one(
            "S06", "shopper closes the view after sending", [.r1, .r14], [.load, .press, .send, .leave],
            [.ready, .processing(), .unknown(.closedAfterSubmission)], refusal: .outcomeUnresolved),
        one(
            "S07", "the provider confirms a cancellation", [.r1], [.load, .press, .send, .cancel],
            [.ready, .processing(), .cancelled(.shopper)]),
        one(
            "S08", "offline before sending", [.r1], [.load, .press, .holdBack, .goOffline],
            [.ready, .processing(), .failed(.network)]),
        one(
            "S09", "line drops after sending; the merchant says paid", [.r1, .r3],
            [.load, .press, .send, .dropLine, .merchantSays(.paid)],
            [.ready, .processing(), .unknown(.noAnswer), .succeeded().byMerchant], refusal: .alreadyPaid),
        one(
            "S10", "line drops after sending; the merchant says declined", [.r1, .r3],
            [.load, .press, .send, .dropLine, .merchantSays(.declined)],
            [.ready, .processing(), .unknown(.noAnswer), .declined(.insufficientFunds).byMerchant]),
        one(
            "S11", "strong authentication passed", [.r3],
            [.load, .press, .askForAuthentication, .authenticate, .approve(.all)],
            [.ready, .processing(), .action(.authenticate), .processing(), .succeeded()], refusal: .alreadyPaid),
        one(
            "S12", "strong authentication failed", [.r1, .r3],
            [.load, .press, .askForAuthentication, .failAuthentication],
            [.ready, .processing(), .action(.authenticate), .processing(), .declined(.authenticationFailed)]),
        one(
            "S13", "strong authentication abandoned", [.r1, .r14],
            [.load, .press, .send, .askForAuthentication, .abandon],
            [.ready, .processing(), .action(.authenticate), .unknown(.actionAbandoned)], refusal: .outcomeUnresolved),
        one(
            "S14", "redirect and return", [.r3], [.load, .press, .redirect, .comeBack, .approve(.all)],
            [.ready, .processing(), .action(.redirect), .processing(), .succeeded()], refusal: .alreadyPaid),
        one(
            "S15", "redirect and no return", [.r1, .r14], [.load, .press, .redirect, .abandon],
            [.ready, .processing(), .action(.redirect), .unknown(.actionAbandoned)], refusal: .outcomeUnresolved),
        one(
            "S16", "voucher shown, paid two days later", [.r3],
            [.load, .press, .showVoucher, .closeVoucher, .approve(.all)],
            [
                .ready, .processing(), .action(.presentVoucher), Sight(.attempt(1), .pending(.shopper)), .succeeded(),
            ], refusal: .alreadyPaid),
        Scenario(
            id: "S17", title: "result comes later, paid", rules: [.r3],
            stories: [
                story(
                    "told by the provider", [.load, .press, .postpone, .approve(.all)],
                    [.ready, .processing(), Sight(.attempt(1), .pending(.provider)), .succeeded()],
                    refusal: .alreadyPaid),
                story(
                    "told by the merchant", [.load, .press, .postpone, .merchantSays(.paid)],
                    [.ready, .processing(), Sight(.attempt(1), .pending(.provider)), .succeeded().byMerchant],
                    refusal: .alreadyPaid),
            ]),
        Scenario(
            id: "S18", title: "result comes later, expires", rules: [.r3],
            stories: [
                story(
                    "told by the provider", [.load, .press, .postpone, .expire],
                    [.ready, .processing(), Sight(.attempt(1), .pending(.provider)), .cancelled(.expired)]),
                story(
                    "told by the merchant", [.load, .press, .postpone, .merchantSays(.expired)],
                    [.ready, .processing(), Sight(.attempt(1), .pending(.provider)), .cancelled(.expired).byMerchant]),
            ]),
        one(
            "S19", "initialisation fails", [.r14], [.failToLoad], [.initializing, .notLoaded]),
        one(
            "S20", "initialisation fails, then works", [.r14], [.failToLoad, .openAgain, .load],
            [.initializing, .notLoaded, .initializing, .ready]),
        one(
            "S21", "surcharge confirmed", [.r12, .r13],
            [.load, .press, .askForSurcharge, .agreeToSurcharge, .approve(.all)],
            [.ready, .processing(), .action(.confirmSurcharge), .processing(), .succeeded()], refusal: .alreadyPaid),
        one(
            "S22", "surcharge refused", [.r13], [.load, .press, .askForSurcharge, .refuseSurcharge],
            [.ready, .processing(), .action(.confirmSurcharge), .processing(), .cancelled(.shopper)]),
        one(
            "S23", "the outcome is told twice", [.r10, .r11], [.load, .press, .approve(.all), .repeatOutcome],
            [.ready, .processing(), .succeeded()], refusal: .alreadyPaid),
        one(
            "S24", "declined, then the same attempt succeeds", [.r2],
            [.load, .press, .decline(.doNotHonour), .approve(.all)],
            [.ready, .processing(), .declined(.doNotHonour), .succeeded().with(.lateSuccess)], refusal: .alreadyPaid),
        one(
            "S25", "succeeded, then the same attempt is declined", [.r2],
            [.load, .press, .approve(.all), .decline(.doNotHonour)],
            [.ready, .processing(), .succeeded(), .succeeded().with(.contradiction)], refusal: .alreadyPaid),
    ]
}
