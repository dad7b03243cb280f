import Testing

@testable import CheckoutCore

@Suite("What is kept of a provider's words")
struct CodesTests {
    @Test(
        "A code is kept as it came",
        arguments: [
            "05", "DO_NOT_HONOR", "14_018", "N7", "Expired Card", "a.b-c", "", "123456789012", "8837544667111111",
        ])
    func kept(text: String) { #expect(RawCode(text).text == text) }

    @Test(
        "A text that could identify somebody or something is only counted",
        arguments: [
            "shopper@example.com", "Müller", "a/b", "<b>", "a\u{1B}[31m", "line\nbreak", "4111111111111111",
            "4111 1111 1111 1111", "4111-1111-1111-1111", "x4111111111111111y", "94111111111111111",
            "5555555555554444", "378282246310005", String(repeating: "a", count: 65),
        ])
    func counted(text: String) { #expect(RawCode(text).text == "‹\(text.count) characters›") }

    @Test("The placeholder of a text that isn't kept reads back as itself")
    func placeholder() {
        let first = RawCode("shopper@example.com")
        #expect(RawCode(first.text) == first)
        #expect(RawCode("‹x characters›").text == "‹14 characters›")
    }

    @Test(
        "A payment reference is kept exactly, also when it is sixteen digits that pass the Luhn check",
        arguments: [
            "8536183819713023", "8816178914061985", "PSP1", "993617895195570C", "pay_1-2.3:4/5+6=", "7914073381342284",
        ])
    func reference(text: String) { #expect(PaymentReference(text)?.text == text) }

    @Test(
        "A text that can't be a reference is none",
        arguments: [
            "", "a b", "a\nb", "é", "<x>", "4111111111111111", "5555555555554444", "4111-1111-1111-1111",
            String(repeating: "a", count: 129),
        ])
    func noReference(text: String) { #expect(PaymentReference(text) == nil) }

    @Test("Words beside an outcome are kept by name, in one order")
    func words() {
        let words: RawCodes = [.result: "Refused", .code: "05", .reason: nil]
        #expect(words[.code] == "05")
        #expect(words[.reason] == nil)
        #expect(words == [.code: "05", .result: "Refused"])
        #expect(words == RawCodes([.result: "Refused", .code: "05"]))
        #expect(words.description == "code=05 result=Refused")
        #expect(RawCodes.none.isEmpty)
        #expect(RawCodes.none < words)
        #expect(([.code: "05"] as RawCodes) < [.code: "06"])
        #expect(([.code: "05"] as RawCodes) < [.result: "01"])
    }

    @Test("An unknown neutral word reads as the unstated one of its list")
    func vocabulary() {
        #expect(Decline.Reason(rawValue: "somethingNew") == .unspecified)
        #expect(Cancellation.Cause(rawValue: "") == .unstated)
        #expect(Failure.Kind(rawValue: "x") == .unrecognised)
        #expect(Uncertainty.Cause(rawValue: "x") == .unrecognised)
        #expect(Decline.Reason(index: 200) == .unspecified)
        #expect(Cancellation.Cause(index: 200) == .unstated)
        #expect(Failure.Kind(index: 200) == .unrecognised)
        #expect(Uncertainty.Cause(index: 200) == .unrecognised)
        #expect(Decline.Reason.allCases.map(\.rawValue) == Decline.Reason.words)
        #expect(Uncertainty.Cause.allCases.allSatisfy { Uncertainty.Cause(rawValue: $0.rawValue) == $0 })
        #expect(Decline.Reason.insufficientFunds.description == "insufficientFunds")
    }

    /// Written down apart from the table (design, section 3).
    static let otherMethod: Set<Decline.Reason> = [.lostOrStolenCard, .suspectedFraud, .notPermitted, .unspecified]

    @Test("A decline allows what its reason allows, and never more", arguments: Decline.Reason.allCases)
    func widestRetry(reason: Decline.Reason) {
        let expected: Retry = Self.otherMethod.contains(reason) ? .otherMethod : .sameMethod
        #expect(reason.widestRetry == expected)
        #expect(Decline(reason: reason).retry == expected)
        #expect(Decline(reason: reason, retry: .newSession).retry == .newSession)
        #expect(Decline(reason: reason, retry: .blocked).retry == .newSession)
    }

    @Test("A withdrawn or failed attempt always leaves a way out")
    func wayOut() {
        #expect(Cancellation(cause: .shopper, retry: .blocked).retry == .newSession)
        #expect(Failure(kind: .network, retry: .blocked).retry == .newSession)
    }
}
