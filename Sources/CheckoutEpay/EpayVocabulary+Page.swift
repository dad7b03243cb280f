import CheckoutCore

extension EpayVocabulary {
    /// The page of the documentation that shows every table, generated from the tables themselves.
    package var mappingPage: String {
        var page = """
            # Epay's words

            What each word of Epay's comes to, generated from the tables that the adapter reads.

            A word that carries an outcome and is in no table makes `outcomeUnknown(unrecognised)`; a code beside it changes
            only the reason. The states of attempts and the SDK's own are the provider's word, transactions the merchant's.

            """
        func section(_ title: String, _ head: (String, String), _ rows: [(String, String)]) {
            page += "\n## \(title)\n\n| \(head.0) | \(head.1) |\n| --- | --- |\n"
            for row in rows { page += "| \(row.0) | \(row.1) |\n" }
        }
        func table<Meaning>(_ table: [String: Meaning], _ words: (Meaning) -> String) -> [(String, String)] {
            table.sorted { $0.key < $1.key }.map { ("`\($0.key)`", words($0.value)) }
        }
        section("Attempts", ("state", "means"), table(attemptStates, Self.words))
        section("The SDK", ("state", "means"), table(sdkStates, Self.words))
        section(
            "Decline reasons", ("errorCode", "reason; any other is `unspecified`"),
            table(declineReasons) { "`\($0)`, at most `\($0.widestRetry.rawValue)`" })
        section(
            "Failed attempts", ("errorCode", "kind; any other is `provider`"), table(failures) { "`\($0)`" })
        section(
            "Failed loading", ("errorCode", "kind; any other is `configuration`"),
            table(loadingFailures) { "`\($0)`" })
        section("Transactions", ("state", "means"), table(transactionStates, Self.words))
        section(
            "Failed transactions", ("errorCode", "means; any other is declined by its reason"),
            table(transactionEnds) { end in
                switch end {
                case .cancelled(let cause): "`cancelled(\(cause))`"
                case .failed(let kind): "`failed(\(kind))`"
                }
            })
        section(
            "Everything else", ("event", "means"), EpayMappingRow.all.map { ($0.event, $0.meaning) })
        section(
            "Methods", ("method", "platforms and needs"),
            EpayPaymentMethod.allCases.map { method in
                let platforms = EpayPaymentMethod.Platform.allCases.filter(method.platforms.contains)
                let words = platforms.map(\.rawValue).joined(separator: ", ")
                let needs = method.needs.map { "; \($0.rawValue)" }.joined()
                return ("`\(method.creationMethod)`", words + needs)
            })
        return page
    }

    private static func words(_ meaning: AttemptMeaning) -> String {
        switch meaning {
        case .underWay: "`processing`, or `actionRequired`"
        case .accepted: "`succeeded(unstated)`"
        case .declined: "`declined`, by the code"
        case .cancelled: "`cancelled(unstated)`"
        case .failed: "`failed`, by the code"
        case .outcomeUnknown: "`outcomeUnknown(reportedByProvider)`; a later update resolves it"
        }
    }

    private static func words(_ meaning: SDKMeaning) -> String {
        switch meaning {
        case .initialising: "`initializing`"
        case .ready: "`ready`"
        case .failed: "`failed`, by the code; retry `newSession`"
        case .disposed: "the session is over"
        }
    }

    private static func words(_ meaning: TransactionMeaning) -> String {
        switch meaning {
        case .stillOpen: "no statement: what relays it may lag behind"
        case .succeeded: "`succeeded(unstated)`"
        case .failed: "the end below, for the attempt whose latest snapshot names it and isn't `Processing`"
        }
    }
}
