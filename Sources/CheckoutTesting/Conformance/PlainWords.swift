package import CheckoutCore

extension String {
    /// A text from outside without anything a terminal would obey: control characters, escapes, changes of direction.
    package func plain(limit: Int) -> String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.prefix(limit).map { scalar in
                    Self.obeyed.contains(scalar.properties.generalCategory) ? "\u{FFFD}" : scalar
                }))
    }

    private static let obeyed: Set<Unicode.GeneralCategory> = [
        .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned,
    ]
}

extension OrderStanding {
    /// Whether Pay may be pressed again, in words.
    package var mayPayAgain: String {
        switch refusal {
        case nil:
            switch nextStep {
            case .payAgain(let retry): "yes (\(retry.rawValue))"
            case .payRemaining(let amount): "yes, for \(amount)"
            case .pay, .act, .wait, .checkStatus, .finish, .contactSupport: "yes"
            }
        case .alreadyPaid?: "no: it is paid"
        case .attemptInProgress?: "no: it is under way"
        case .outcomeUnresolved?: "NO: it may be paid"
        case let refusal?: "no: \(refusal.rawValue)"
        }
    }
}
