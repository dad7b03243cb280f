extension Mutant {
    /// The mutants that change nothing anybody could see, with the reason.
    package static let survivors: [String: String] = {
        var survivors: [String: String] = [:]
        for (reason, names) in reasons {
            for name in names { survivors[name] = reason }
        }
        return survivors
    }()

    private static let reasons: [(String, [String])] = [
        (
            "nobody can make such a statement: the words stand in the table so that it is total",
            [
                "outcomeUnknown by local stands above pending by local",
                "pending by local stands above cancelled by local",
                "pending by local stands above outcomeUnknown by provider",
                "declined by merchant stands above partiallyPaid by local",
                "partiallyPaid by local stands above succeeded by local",
                "succeeded by local stands above partiallyPaid by provider",
                "progress shows over pending by local",
            ]
        ),
        (
            "never compared: beside doubt or a provider's word, a device's own end is read as doubt",
            [
                "outcomeUnknown by local stands above declined by local",
                "declined by local stands above outcomeUnknown by provider",
            ]
        ),
        (
            "says no more than that the attempt has begun, which shows already", ["primer: progress is dropped"]
        ),
        (
            "both words of advice forbid this card now; they differ in how long, which no retry shows",
            [
                "pxp.advice: 02 means what 03 means", "pxp.advice: 03 means what 24 means",
                "pxp.advice: 04 means what 24 means", "pxp.advice: 21 means what 24 means",
            ]
        ),
        (
            "a failed tokenisation and an invalid card are the same end",
            [
                "pxp.errors: SDK0304 means what SDK0305 means",
                "pxp.errors: TOKENIZATION_FAILED means what VALIDATION_FAILED means",
            ]
        ),
    ]
}
