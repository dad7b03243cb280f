import CheckoutCore

extension AdyenVocabulary {
    /// The page of the documentation that shows every table, generated from the tables themselves.
    package var mappingPage: String {
        var page = """
            # Adyen's words

            What each word of Adyen's comes to, generated from the tables that the adapter reads.

            An answer is read in this order: transport, HTTP status, action (it wins over any result code), result code. A word
            that carries an outcome and is in no table is `outcomeUnknown(unrecognised)`.

            """
        func section(_ title: String, _ head: (String, String), _ rows: [(String, String)]) {
            page += "\n## \(title)\n\n| \(head.0) | \(head.1) |\n| --- | --- |\n"
            for row in rows { page += "| \(row.0) | \(row.1) |\n" }
        }
        func table<Meaning>(_ table: [String: Meaning], _ words: (Meaning) -> String) -> [(String, String)] {
            table.sorted { $0.key < $1.key }.map { ("`\($0.key)`", words($0.value)) }
        }
        section("Result codes", ("resultCode without an action", "means"), table(resultCodes, words))
        section(
            "Refusals", ("refusalReasonCode beside Refused", "means; any other is `declined(unspecified)`"),
            refusals.sorted { Int($0.key) ?? 0 < Int($1.key) ?? 0 }.map { ("`\($0.key)`", Self.words($0.value)) })
        section("Actions", ("action.type", "means, and what it can't do without"), table(actions, Self.words))
        section("Session results", ("status", "means, by the merchant's word"), table(sessionStatuses, Self.words))
        section(
            "Status polls", ("resultCode", "means"),
            table(pollResults) { meaning in
                switch meaning {
                case .pending: "`pending(provider)`"
                case .ends: "`processing`: the outcome comes from `/payments/details`"
                }
            })
        section(
            "Webhooks", ("eventCode and success", "means, by the merchant's word; any other is no outcome"),
            notifications.map { key, meaning in
                ("`\(key.eventCode)`" + (key.success.map { " \($0)" } ?? ""), Self.words(meaning))
            }.sorted { $0.0 < $1.0 })
        section(
            "Rejections", ("errorType on the first `/payments`", "means; any other is `outcomeUnknown(noAnswer)`"),
            table(rejectingErrorTypes) { kind in
                "`failed(\(kind))`, \(kind == .validation ? "`sameMethod`" : "`newSession`")"
            })
        section(
            "Transport errors", ("code on the first `/payments`", "means; any other is `outcomeUnknown(noAnswer)`"),
            table(transportProofs) { proof in
                switch proof {
                case .nothingLeft: "`failed(network)`, unless a byte was sent"
                case .nothingLeftIfNoByteSent: "`failed(network)`, only if no byte was sent"
                }
            })
        return page
    }

    private func words(_ meaning: ResultMeaning) -> String {
        switch meaning {
        case .authorised:
            "`succeeded(authorised)`; part of it with code \(partialApprovalCode), a smaller amount or an open order"
        case .partiallyAuthorised: "`partiallyPaid`"
        case .pending(let waiting): "`pending(\(waiting.rawValue))`"
        case .refused: "by the refusal code"
        case .cancelled: "`cancelled(unstated)`; with code \(fraudCancelledCode) `declined(suspectedFraud)`"
        case .error: "`failed(provider)`, `newSession`"
        case .saysNothing: "`outcomeUnknown(unrecognised)`"
        }
    }

    private static func words(_ meaning: RefusalMeaning) -> String {
        switch meaning {
        case .declined(let reason): "`declined(\(reason))`"
        case .cancelled(let cause): "`cancelled(\(cause))`"
        }
    }

    private static func words(_ meaning: ActionMeaning) -> String {
        switch meaning {
        case .redirect: "`redirect`; needs `url`"
        case .nativeRedirect: "`redirect`; needs `url`; only the SDK reads its return"
        case .threeDS2: "`authenticate` by `subtype`; needs `token`"
        case .authenticate(let step): "`authenticate(\(step.rawValue))`; needs `token`"
        case .switchApp: "`switchApp`; needs `sdkData`"
        case .presentVoucher: "`presentVoucher`; needs `reference` or `url`"
        case .scanQRCode:
            "`scanQRCode`; needs `qrCodeData` or `url`; `redirect` for a method with `url` the SDK shows no code for"
        case .awaitConfirmation: "`awaitConfirmation`; with `url` `redirect`"
        case .transferFunds: "`transferFunds`"
        case .delegatedAuthentication: "`authenticate`"
        }
    }

    private static func words(_ meaning: SessionMeaning) -> String {
        switch meaning {
        case .succeeded: "`succeeded(unstated)`"
        case .pending: "`pending(provider)`"
        case .refused: "`declined(unspecified)`, `newSession`"
        case .cancelled: "`cancelled(unstated)`, `newSession`"
        case .expired: "`cancelled(expired)`, `newSession`"
        case .noNews: "no news"
        }
    }

    private static func words(_ meaning: NotificationMeaning) -> String {
        switch meaning {
        case .authorised: "`succeeded(authorised)`, `partiallyPaid` for a smaller amount"
        case .refused: "`declined(unspecified)`"
        case .expired: "`cancelled(expired)`"
        case .orderClosed: "`succeeded(unstated)`, for the attempt that paid into the order last"
        case .captured: "`succeeded(captured)`, for what was approved"
        case .pending: "`pending(provider)`"
        }
    }
}
