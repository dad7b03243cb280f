import CheckoutCore

extension PXPVocabulary {
    /// The mapping as the documentation shows it: one table for each vocabulary, and the courses of events.
    package var mappingPage: String {
        let sections = [
            Self.introduction, resultTable, stateTable, declineTable, adviceTable, errorTable, failureTable,
            answerTable,
            intentTable, Self.eventTable,
        ]
        return sections.joined(separator: "\n\n") + "\n"
    }

    private static let introduction = """
        # What PXP's words mean

        Every word of PXP's that decides something, and what it decides.

        ## Overview

        This page is made from the adapter's own tables. A word that isn't here and carries an outcome makes the attempt \
        `outcomeUnknown(unrecognised)`; one beside an outcome changes only the reason. What this device says itself is \
        an end before something was sent, and doubt after it.
        """

    private static func table(_ title: String, _ head: [String], _ rows: [[String]]) -> String {
        func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
        return (["## \(title)", "", line(head), line(head.map { _ in "---" })] + rows.map(line))
            .joined(separator: "\n")
    }

    private static func code(_ word: some PXPWord) -> String { "`\(word.rawValue)`" }

    private static func sorted<Word: PXPWord, Meaning>(_ table: [Word: Meaning]) -> [(key: Word, value: Meaning)] {
        table.sorted { $0.key.rawValue < $1.key.rawValue }
    }

    private var resultTable: String {
        let rows = Self.sorted(results).map { type, row in
            let meaning =
                switch row.meaning {
                case .approved(let level): "succeeded(\(level.rawValue))"
                case .approvedForMerchant: "succeeded(unstated), for the attempt of `merchantTransactionId`"
                case .refused: "declined, by the code below"
                case .failed: "by its error code, see “Failed results”"
                }
            let states =
                switch row.states {
                case .except(let states): "all but " + Self.list(states)
                case .only(let states): "none, or " + Self.list(states)
                }
            return [Self.code(type), states, meaning]
        }
        return Self.table(
            "Classes of results", ["class", "goes with the states", "neutral"],
            rows + [
                ["one of these", "with any other state", "outcomeUnknown(unrecognised)"],
                ["any other", "", "by its state, below"],
                ["none", "", "outcomeUnknown(unrecognised)"],
            ])
    }

    private static func list(_ states: Set<PXPState>) -> String {
        states.map { code($0) }.sorted().joined(separator: ", ")
    }

    private var stateTable: String {
        let rows = Self.sorted(states).map { state, meaning in
            let neutral =
                switch meaning {
                case .pending(let waiting): "pending(\(waiting.rawValue))"
                case .saysNothing: "outcomeUnknown(unrecognised)"
                }
            return [Self.code(state), neutral]
        }
        return Self.table("States beside any other class", ["state", "neutral"], rows)
    }

    private var declineTable: String {
        let rows = Self.sorted(declines).map { code, reason in
            let offered = declinesAfterOffer[code].map { "declined(\($0))" } ?? ""
            return [Self.code(code), "declined(\(reason))", reason.widestRetry.rawValue, offered]
        }
        return Self.table(
            "Decline codes", ["code", "neutral", "retry", "where a retry was offered"],
            rows + [
                ["any other, or none", "declined(unspecified)", Decline.Reason.unspecified.widestRetry.rawValue, ""]
            ])
    }

    private var adviceTable: String {
        let rows = Self.sorted(advice).map { code, meaning in
            let neutral =
                switch meaning {
                case .never: "otherMethod at most: never again with this card"
                case .later: "otherMethod at most: with this card only later"
                case .informs: "unchanged"
                }
            return [Self.code(code), neutral]
        }
        return Self.table("Merchant advice", ["code", "retry of a refusal"], rows + [["any other", "unchanged"]])
    }

    private var errorTable: String {
        func row(_ name: String, _ meaning: ErrorMeaning) -> [String] {
            let (before, after) = Self.readings(meaning)
            return [name, before, after]
        }
        let rows =
            Self.sorted(errors).map { row(Self.code($0), $1) }
            + errorFamilies.sorted { $0.key < $1.key }.map { row("`\($0)…`", $1) }
            + Self.sorted(exceptions).map { row("class \(Self.code($0))", $1) }
            + [row("any other, or none", unlistedError)]
        return Self.table("Errors that carry no result", ["code", "before sending", "after sending"], rows)
    }

    private static func readings(_ meaning: ErrorMeaning) -> (before: String, after: String) {
        switch meaning {
        case .failed(let kind, let retry): ("failed(\(kind)), \(retry.rawValue)", "outcomeUnknown(noAnswer)")
        case .tokenisation: ("failed(validation), sameMethod; once", "outcomeUnknown(noAnswer)")
        case .authenticationFailed: ("declined(authenticationFailed), sameMethod", "outcomeUnknown(noAnswer)")
        case .cancelled: ("cancelled(shopper), sameMethod", "outcomeUnknown(closedAfterSubmission)")
        case .network: ("failed(network), sameMethod", "outcomeUnknown(noAnswer)")
        case .unanswered: ("failed(unrecognised), sameMethod", "outcomeUnknown(noAnswer)")
        }
    }

    private var failureTable: String {
        let statuses = rejectingStatuses.sorted().map(String.init).joined(separator: ", ")
        let rows = Self.sorted(cardFields).map { code, kind in
            [Self.code(code), statuses, "failed(\(kind)), sameMethod"]
        }
        return Self.table(
            "Failed results after sending", ["code", "HTTP status", "neutral"],
            rows + [["any other, or none", "any", "outcomeUnknown(noAnswer)"]])
    }

    private var answerTable: String {
        func neutral(_ meaning: AnswerMeaning) -> String {
            switch meaning {
            case .goesOn: "processing"
            case .cancels: "cancelled(merchant)"
            case .challenges: "actionRequired(authenticate(challenge))"
            case .submits: "processing, submitted"
            case .withholds: "processing; cancelled(merchant) once `submitAsync` returned"
            }
        }
        let rows = answers.map { ["`\($0.key.hook.rawValue)`", Self.code($0.key.answer), neutral($0.value)] }
            .sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
        let unknown = unknownAnswers.map { ["`\($0.key.rawValue)`", "not known", neutral($0.value)] }
            .sorted { $0[0] < $1[0] }
        return Self.table("Answers to hooks", ["hook", "answer", "neutral"], rows + unknown)
    }

    private var intentTable: String {
        Self.table(
            "Intents", ["intent", "an approval is for a"],
            Self.sorted(intents).map { [Self.code($0), $1.rawValue] } + [["any other", PaymentIntent.payment.rawValue]])
    }

    private static var eventTable: String {
        table(
            "Courses of events", ["what happens", "neutral", "retry", "exposure"],
            PXPEventRow.all.map { [$0.story, $0.state, $0.retry.rawValue, $0.exposure.rawValue] })
    }
}
