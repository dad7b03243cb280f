import CheckoutCore

extension Scenario {
    // MARK: - Doubt, parts, kills and other providers

    static let secondHalf: [Scenario] = [
        one(
            "S26", "view closed, then the outcome arrives", [.r1, .r2, .r3],
            [.load, .press, .send, .leave, .approve(.all)],
            [.ready, .processing(), .unknown(.closedAfterSubmission), .succeeded()], refusal: .alreadyPaid),
        one(
            "S27", "an outcome nobody knows", [.r5], [.load, .press, .sayUnknownWord],
            [.ready, .processing(), .unknown(.unrecognised)], refusal: .outcomeUnresolved),
        one(
            "S28", "part paid, the rest paid", [.r7, .r12],
            [.load, .press, .approve(.less(euros(600))), .openAgain, .load, .press, .approve(.all)],
            [.ready, .processing(), part, .initializing, .ready, .processing(2), .succeeded(.authorised, 2)],
            refusal: .alreadyPaid),
        one(
            "S29", "app killed before sending", [.r8], [.load, .press, .holdBack, .relaunch(nil)],
            [.ready, .processing(), .failed(.interrupted, .newSession)]),
        Scenario(
            id: "S30", title: "app killed after sending", rules: [.r1, .r8],
            stories: [
                story(
                    "the merchant says paid", [.load, .press, .send, .relaunch(nil), .merchantSays(.paid)],
                    [.ready, .processing(), .unknown(.relaunched), .succeeded().byMerchant], refusal: .alreadyPaid),
                story(
                    "the merchant says declined", [.load, .press, .send, .relaunch(nil), .merchantSays(.declined)],
                    [.ready, .processing(), .unknown(.relaunched), .declined(.insufficientFunds).byMerchant]),
                story(
                    "the outcome arrives after all", [.load, .press, .send, .relaunch(nil), .load, .approve(.all)],
                    [.ready, .processing(), .unknown(.relaunched), .succeeded()], refusal: .alreadyPaid),
            ]),
        one(
            "S31", "Pay tapped twice", [.r7], [.load, .press, .pressInVain, .approve(.all)],
            [.ready, .processing(), .refused(.attemptInProgress), .succeeded()], refusal: .alreadyPaid),
        one(
            "S32", "unknown at one provider, start at another", [.r7],
            [
                .load, .press, .send, .dropLine, .elsewhere(.open), .elsewhere(.pressInVain), .merchantSays(.declined),
                .elsewhere(.press),
            ],
            [
                .ready, .processing(), .unknown(.noAnswer), Sight.ready.elsewhere, .refused(.outcomeUnresolved),
                .declined(.insufficientFunds).byMerchant, Sight.processing().elsewhere,
            ], refusal: .attemptInProgress),
        Scenario(
            id: "S33", title: "declined at one provider, paid at another", rules: [.r7],
            stories: [
                story(
                    "under the standard policy",
                    [
                        .load, .press, .decline(.insufficientFunds), .elsewhere(.open), .elsewhere(.press),
                        .elsewhere(.approve),
                    ],
                    [
                        .ready, .processing(), .declined(.insufficientFunds), Sight.ready.elsewhere,
                        Sight.processing().elsewhere, Sight.succeeded().elsewhere,
                    ], refusal: .alreadyPaid),
                story(
                    "under the strict policy, before the merchant has spoken",
                    [.load, .press, .decline(.insufficientFunds), .elsewhere(.open), .elsewhere(.pressInVain)],
                    [
                        .ready, .processing(), .declined(.insufficientFunds), Sight.ready.elsewhere,
                        .refused(.needsMerchantStatement),
                    ], policy: .strict),
            ]),
        one(
            "S34", "the provider goes silent after sending", [.r3, .r9],
            [.load, .press, .send, .passDeadline, .approve(.all)],
            [.ready, .processing(), .unknown(.timedOut), .succeeded()], refusal: .alreadyPaid),
        one(
            "S35", "the provider goes silent before sending", [.r1, .r9],
            [.load, .press, .holdBack, .passDeadline, .sendInVain],
            [.ready, .processing(), .failed(.timedOut), .stopped]),
        one(
            "S36", "the merchant's hook says no", [.r1, .r13], [.load, .press, .veto],
            [.ready, .processing(), .cancelled(.merchant)]),
        one(
            "S37", "invalid card details", [.r14], [.load, .enterInvalidCard],
            [.ready, .processing(), .failed(.validation)]),
        Scenario(
            id: "S38", title: "paid, but for another amount", rules: [.r12],
            stories: [
                story(
                    "a smaller one", [.load, .press, .approve(.less(euros(600)))], [.ready, .processing(), part]),
                story(
                    "a larger one", [.load, .press, .approve(.other(euros(1500)))],
                    [.ready, .processing(), .succeeded().with(.amountMismatch)], refusal: .alreadyPaid),
                story(
                    "in another currency", [.load, .press, .approve(.other(francs))],
                    [.ready, .processing(), .succeeded().with(.amountMismatch)], refusal: .alreadyPaid),
            ]),
        one(
            "S39", "a wallet declines inside its sheet, the shopper closes it", [.r4],
            [.load, .press, .declineInWallet],
            [
                .ready, .processing(),
                Sight(.attempt(1), .cancelled(.shopper, .sameMethod, earlierRefusal: true)),
            ]),
        one(
            "S40", "an attempt's late approval after another provider was paid", [.r2, .r7],
            [
                .load, .press, .decline(.doNotHonour), .elsewhere(.open), .elsewhere(.press), .elsewhere(.approve),
                .approve(.all),
            ],
            [
                .ready, .processing(), .declined(.doNotHonour), Sight.ready.elsewhere, Sight.processing().elsewhere,
                Sight.succeeded().elsewhere, .succeeded().with(.lateSuccess, .secondApproval),
            ], refusal: .alreadyPaid),
        Scenario(
            id: "S41", title: "an event of an old attempt arrives in a new one", rules: [.r6],
            stories: [
                story(
                    "named", [.load, .press, .decline(.doNotHonour), .press, .approveEarlier],
                    [
                        .ready, .processing(), .declined(.doNotHonour), .processing(2),
                        .succeeded().with(.lateSuccess),
                    ], refusal: .alreadyPaid),
                story(
                    "named, while the new one is sent",
                    [.load, .press, .decline(.doNotHonour), .press, .send, .approveEarlier],
                    [
                        .ready, .processing(), .declined(.doNotHonour), .processing(2),
                        .succeeded().with(.lateSuccess),
                    ], refusal: .alreadyPaid),
                story(
                    "nameless and contrary",
                    [.load, .press, .decline(.doNotHonour), .press, .holdBack, .contradictWithoutName],
                    [.ready, .processing(), .declined(.doNotHonour), .processing(2), nobodys],
                    refusal: .attemptInProgress),
            ]),
        one(
            "S42", "a start the vendor refuses while it holds another attempt open", [.r6],
            [.load, .press, .refuseStart], [.ready, .processing(), nobodys], refusal: .attemptInProgress),
        one(
            "S43", "part paid, the next leg unknown", [.r7],
            [.load, .press, .approve(.less(euros(600))), .openAgain, .load, .press, .send, .dropLine, .pressInVain],
            [
                .ready, .processing(), part, .initializing, .ready, .processing(2), .unknown(.noAnswer, 2),
                .refused(.outcomeUnresolved),
            ], refusal: .outcomeUnresolved),
        one(
            "S44", "sent although the attempt had ended here", [.r1],
            [.load, .press, .holdBack, .passDeadline, .sendAfterEnd],
            [
                .ready, .processing(), .failed(.timedOut), .stopped, .unknown(.unrecognised).with(.sentAfterEnd),
            ], refusal: .outcomeUnresolved),
        one(
            "S45", "an approval for an attempt nobody started", [.r6, .r7],
            [.load, .approveUnasked, .pressInVain],
            [.ready, .succeeded().with(.unattributed), .refused(.alreadyPaid)], refusal: .alreadyPaid),
        one(
            "S46", "the merchant closes an open payment", [.r4, .r7],
            [.load, .press, .send, .dropLine, .merchantSays(.closed), .press],
            [.ready, .processing(), .unknown(.noAnswer), .cancelled(.merchant).byMerchant, .processing(2)],
            refusal: .attemptInProgress),
        one(
            "S47", "the same journal opened with another amount", [.r7, .r12],
            [.load, .press, .send, .relaunch(euros(1200)), .pressInVain],
            [
                .ready, .processing(), .unknown(.relaunched), Sight(.order, .unchanged, anomalies: [.amountMismatch]),
                .refused(.outcomeUnresolved),
            ], refusal: .outcomeUnresolved),
        one(
            "S48", "another provider's approval arrives while an attempt waits to submit", [.r6, .r7],
            [
                .load, .press, .holdBack, .elsewhere(.open), .elsewhere(.approveUnasked), .sendInVain,
            ],
            [
                .ready, .processing(), Sight.ready.elsewhere, Sight.succeeded().with(.unattributed).elsewhere,
                .cancelled(.merchant, .newSession).byMerchant, .refused(.alreadyPaid),
            ], refusal: .alreadyPaid),
        one(
            "S49", "the merchant gives a payment back", [.r2, .r7],
            [.load, .press, .approve(.all), .merchantSays(.released), .openAgain, .load, .press],
            [
                .ready, .processing(), .succeeded(), .cancelled(.merchant, .newSession).byMerchant, .initializing,
                .ready, .processing(2),
            ], refusal: .attemptInProgress),
    ]

    /// Six of ten euros are paid.
    private static let part = Sight(
        .attempt(1), .partiallyPaid(paid: euros(600), remaining: euros(400)))

    /// An event that nobody owns and that moves no money.
    private static let nobodys = Sight(.session, .unchanged, anomalies: [.unattributed])

    private static let francs = Money(minorUnits: 1000, currency: Currency(code: "CHF") ?? Currency.allCases[0])
}
