import Foundation
import Testing

@testable import CheckoutCore

@Suite("The stable JSON form of a state")
struct StateJSONTests {
    @Test("Every standing survives the way out and in", arguments: Samples.states)
    func roundTrip(state: CheckoutState) throws {
        for evidence in Evidence.allCases.map({ Optional($0) }) + [nil] {
            for submitted in [false, true] {
                let standing = Standing(state, evidence: evidence, submitted: submitted)
                let text = standing.json.jsonText
                let read = try #require(Standing(json: JSONReader.read(text)))
                #expect(read.state == standing.state)
                #expect(read.evidence == standing.evidence)
                if state.kind.isActive { #expect(read.submitted == submitted) }
                // What is read is written the same again.
                #expect(read.json.jsonText == text)

                let coded = try JSONDecoder().decode(Standing.self, from: JSONEncoder().encode(standing))
                #expect(coded.state == standing.state)
                #expect(coded.evidence == evidence)
            }
        }
        #expect(try JSONDecoder().decode(CheckoutState.self, from: JSONEncoder().encode(state)) == state)
    }

    @Test("A decline is written as the format shows it")
    func example() throws {
        let decline = Decline(
            reason: .lostOrStolenCard, payment: Samples.details, raw: [.code: "43"])
        let text = Standing(.declined(decline), evidence: .provider, submitted: true).json.jsonText
        #expect(
            text == """
                {"state":"declined","evidence":"provider","exposure":"none","retry":"otherMethod",\
                "reason":"lostOrStolenCard","raw":{"code":"43"},\
                "payment":{"reference":"PSP1","amount":{"minorUnits":1250,"currency":"EUR"}}}
                """)
    }

    @Test(
        "A retry that is left out is the reason's, and one that can't be read is a new session",
        arguments: [
            (#"{"state":"declined","reason":"expiredCard"}"#, Retry.sameMethod),
            (#"{"state":"declined","reason":"suspectedFraud"}"#, .otherMethod),
            (#"{"state":"declined"}"#, .otherMethod),
            (#"{"state":"declined","reason":"expiredCard","retry":"whenever"}"#, .newSession),
            (#"{"state":"declined","reason":"expiredCard","retry":7}"#, .newSession),
            (#"{"state":"declined","reason":"suspectedFraud","retry":"sameMethod"}"#, .otherMethod),
            (#"{"state":"cancelled"}"#, .sameMethod), (#"{"state":"cancelled","retry":"x"}"#, .newSession),
            (#"{"state":"failed"}"#, .sameMethod), (#"{"state":"failed","retry":"otherMethod"}"#, .otherMethod),
            (#"{"state":"failed","retry":"blocked"}"#, .newSession),
        ])
    func retry(text: String, expected: Retry) throws {
        #expect(try #require(Standing(json: JSONReader.read(text))).retry == expected)
    }

    @Test("Exposure is derived, whatever is written")
    func exposure() throws {
        let text = #"{"state":"succeeded","exposure":"none","level":"captured"}"#
        #expect(try #require(Standing(json: JSONReader.read(text))).exposure == .taken)
    }

    @Test(
        "A text without a state that can be read is no standing",
        arguments: [
            "{}", #"{"state":"done"}"#, #"{"state":"Succeeded"}"#, #"{"state":null}"#, #"{"state":7}"#, "[]", "null",
            #"{"state":"actionRequired"}"#, #"{"state":"actionRequired","action":{"kind":"dance"}}"#,
        ])
    func unreadable(text: String) throws {
        let json = try JSONReader.read(text)
        #expect(Standing(json: json) == nil)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Standing.self, from: Data(text.utf8)) }
    }

    @Test("A state told twice in different words is none")
    func contradictoryState() throws {
        #expect(Standing(json: try JSONReader.read(#"{"state":"succeeded","state":"declined"}"#)) == nil)
    }

    @Test("Of a part payment one sum of which can't be read, neither is known")
    func unreadableSum() throws {
        for text in [
            #"{"state":"partiallyPaid","paid":{"minorUnits":1,"currency":"EUR"},"remaining":{"minorUnits":"x"}}"#,
            #"{"state":"partiallyPaid","paid":{"minorUnits":1.5,"currency":"EUR"},"remaining":{"minorUnits":1,"currency":"EUR"}}"#,
        ] {
            #expect(try Standing(json: JSONReader.read(text))?.state == .partiallyPaid(PartialPayment()))
        }
    }

    @Test("Card numbers and free text in a state from outside are not kept")
    func privacy() throws {
        let text = """
            {"state":"declined","reason":"John Smith","raw":{"code":"4111111111111111","name":"John O'Neil","x y":1},\
            "payment":{"reference":"4111111111111111"}}
            """
        let written = try #require(Standing(json: JSONReader.read(text))).json.jsonText
        for secret in ["4111", "John", "Neil"] { #expect(!written.contains(secret)) }
    }

    @Test("Amounts are read as whole minor units of a known currency, or not at all")
    func money() throws {
        func read(_ text: String) throws -> Money? { Money(json: try JSONReader.read(text)) }
        #expect(try read(#"{"minorUnits":1250,"currency":"EUR"}"#) == Samples.euro(1250))
        #expect(try read(#"{"minorUnits":"1250","currency":"EUR"}"#) == Samples.euro(1250))
        #expect(try read(#"{"minorUnits":1.25e3,"currency":"EUR"}"#) == Samples.euro(1250))
        #expect(try read(#"{"minorUnits":12.5,"currency":"EUR"}"#) == nil)
        #expect(try read(#"{"minorUnits":1,"currency":"XXX"}"#) == nil)
        #expect(try read(#"{"minorUnits":9223372036854775808,"currency":"EUR"}"#) == nil)
        #expect(try read(#"{"currency":"EUR"}"#) == nil)
        #expect(try JSONDecoder().decode(Money.self, from: JSONEncoder().encode(Samples.euro(7))) == Samples.euro(7))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Money.self, from: Data("{}".utf8)) }
    }

    @Test("The merchant's words are read, and what can't be read is no statement")
    func merchantWords() throws {
        func read(_ text: String) throws -> MerchantWord { MerchantWord(json: try JSONReader.read(text)) }
        #expect(
            try read(#"{"state":"succeeded"}"#) == .outcome(.succeeded(Approval(level: .unstated))))
        #expect(try read(#"{"released":["PSP1"]}"#) == .released([Samples.reference("PSP1")]))
        #expect(try read(#"{"notFound":{"closed":true}}"#) == .outcome(.cancelled(Cancellation(cause: .merchant))))
        for text in [
            #""stillOpen""#, #""notFound""#, "{}", #"{"state":"processing"}"#, #"{"state":"outcomeUnknown"}"#,
            #"{"notFound":{"closed":false}}"#, #"{"notFound":true}"#, #"{"released":[]}"#, #"{"released":["a b"]}"#,
            #"{"released":["PSP1",""]}"#, #"{"state":"paid"}"#, "null",
        ] {
            #expect(try read(text) == .nothing, "\(text)")
        }
        #expect(MerchantWord(body: Array(#"{"released":["PSP1"]}"#.utf8)) == .released([Samples.reference("PSP1")]))
        #expect(MerchantWord(body: Array("<html>".utf8)) == .nothing)
    }
}
