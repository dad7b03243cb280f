import Foundation
import Testing

@testable import CheckoutAdyen
@testable import CheckoutCore

@Suite("Every row of Adyen's vocabularies")
struct VocabularyTests {
    // MARK: Result codes

    /// Written down apart from the adapter's table.
    static let resultCodes: [(String, String, Exposure, Retry)] = [
        ("Authorised", "succeeded(authorised)", .held, .blocked),
        ("PartiallyAuthorised", "partiallyPaid(sums unknown)", .held, .blocked),
        ("Received", "pending(provider)", .possible, .blocked),
        ("Pending", "pending(provider)", .possible, .blocked),
        ("PresentToShopper", "pending(shopper)", .possible, .blocked),
        ("AuthenticationFinished", "pending(merchant)", .possible, .blocked),
        ("AuthenticationNotRequired", "pending(merchant)", .possible, .blocked),
        ("Refused", "declined(unspecified)", .none, .otherMethod),
        ("Cancelled", "cancelled(unstated)", .none, .sameMethod),
        ("Error", "failed(provider)", .none, .newSession),
        ("RedirectShopper", "outcomeUnknown(unrecognised)", .possible, .blocked),
        ("IdentifyShopper", "outcomeUnknown(unrecognised)", .possible, .blocked),
        ("ChallengeShopper", "outcomeUnknown(unrecognised)", .possible, .blocked),
        ("Success", "outcomeUnknown(unrecognised)", .possible, .blocked),
    ]

    @Test(
        "A result code means the same on both endpoints, heard after the submission or before",
        arguments: resultCodes, [true, false])
    func resultCode(row: (code: String, state: String, exposure: Exposure, retry: Retry), isSubmitted: Bool) throws {
        let answer = try Reading.answer(#"{"resultCode":"\#(row.code)","pspReference":"PSP1"}"#)
        for event in [AdyenEvent.paymentsResponse(answer), .detailsResponse(answer)] {
            let standing = Reading.standing([event], isSubmitted: isSubmitted).standing
            #expect(standing.state.description == row.state)
            #expect(standing.exposure == row.exposure)
            #expect(standing.retry == row.retry)
            #expect(standing.submitted)
            #expect(standing.evidence == (standing.state.kind == .outcomeUnknown ? .local : .provider))
            #expect(standing.state.payment.reference == PaymentReference("PSP1"))
            #expect(standing.state.raw[.result] == RawCode(row.code))
        }
    }

    @Test("The tables hold every documented word and no other")
    func complete() {
        let vocabulary = AdyenVocabulary.standard
        #expect(Set(vocabulary.resultCodes.keys) == Set(Self.resultCodes.map(\.0)))
        #expect(Set(vocabulary.refusals.keys) == Set((0...46).map { String($0) }))
        #expect(Set(vocabulary.actions.keys) == Set(Self.actions.map(\.0)))
        #expect(Set(vocabulary.sessionStatuses.keys) == Set(Self.sessions.map(\.0)))
        #expect(Set(vocabulary.pollResults.keys) == Set(Self.polls.map(\.0)))
        #expect(vocabulary.notifications.count == 6)
        #expect(vocabulary.rejectingStatuses == [400, 401, 403, 422])
        #expect(
            Set(vocabulary.rejectingErrorTypes.keys) == ["validation", "security", "configuration", "sessionExpired"])
        #expect(vocabulary.inProgressErrorCodes == ["704"])
        #expect(
            Set(vocabulary.transportProofs.keys) == ["cannotFindHost", "cannotConnectToHost", "notConnectedToInternet"])
    }

    @Test(
        "A result code that is unknown, missing, in another case or no text is doubt",
        arguments: [
            #""Foo""#, #""authorised""#, #""AUTHORISED""#, #"" Authorised""#, #""""#, "null", "1", "true",
            #"["Authorised"]"#,
            #"{"a":"Authorised"}"#,
        ])
    func unknownResultCode(value: String) throws {
        for text in [#"{"resultCode":\#(value)}"#, "{}", #"{"resultCode":"Authorised","resultCode":"Refused"}"#] {
            for event in [
                AdyenEvent.paymentsResponse(try Reading.answer(text)), .detailsResponse(try Reading.answer(text)),
            ] {
                for isSubmitted in [true, false] {
                    let standing = Reading.standing([event], isSubmitted: isSubmitted).standing
                    #expect(standing.state.description == "outcomeUnknown(unrecognised)")
                    #expect(standing.exposure == .possible)
                }
            }
        }
    }

    // MARK: Refusals

    /// The reason of each code, written down apart from the adapter's table.
    static let refusals: [String: String] = {
        let groups: [(String, [Int])] = [
            ("declined(doNotHonour)", [2, 3, 27]), ("declined(expiredCard)", [6]),
            ("declined(invalidCardDetails)", [8, 24, 32]), ("declined(issuerUnavailable)", [9]),
            ("declined(insufficientFunds)", [12]), ("declined(limitExceeded)", [28, 29]),
            ("declined(authenticationRequired)", [38]), ("declined(authenticationFailed)", [11, 39, 42]),
            ("declined(suspectedFraud)", [14, 20, 22, 31]),
            ("declined(notPermitted)", [5, 10, 23, 25, 26, 34, 35, 46]), ("cancelled(provider)", [15]),
            ("cancelled(shopper)", [16]),
        ]
        var table = Dictionary(uniqueKeysWithValues: (0...46).map { (String($0), "declined(unspecified)") })
        for (state, codes) in groups { for code in codes { table[String(code)] = state } }
        return table
    }()

    @Test("A refusal code gives the reason, as text and as number", arguments: 0...46)
    func refusal(code: Int) throws {
        for value in [#""\#(code)""#, "\(code)"] {
            let answer = try Reading.answer(#"{"resultCode":"Refused","refusalReasonCode":\#(value)}"#)
            let standing = Reading.standing([.paymentsResponse(answer)]).standing
            #expect(standing.state.description == Self.refusals[String(code)])
            #expect(standing.exposure == .none)
        }
    }

    @Test(
        "A refusal code on no list changes only the reason",
        arguments: [
            #""47""#, #""999""#, #""x""#, #""""#, "null", "[]", "{}", "true", "2.0", #""02""#,
        ])
    func unknownRefusal(value: String) throws {
        let answer = try Reading.answer(#"{"resultCode":"Refused","refusalReasonCode":\#(value)}"#)
        #expect(Reading.standing([.paymentsResponse(answer)]).standing.state.description == "declined(unspecified)")
    }

    @Test("A refusal code beside another result decides nothing, except the two that do", arguments: 0...46)
    func refusalBesideAnotherResult(code: Int) throws {
        func state(_ result: String) throws -> String {
            let answer = try Reading.answer(
                #"{"resultCode":"\#(result)","refusalReasonCode":"\#(code)"}"#)
            return Reading.standing([.paymentsResponse(answer)]).standing.state.description
        }
        #expect(try state("Authorised") == (code == 30 ? "partiallyPaid(sums unknown)" : "succeeded(authorised)"))
        #expect(try state("Cancelled") == (code == 22 ? "declined(suspectedFraud)" : "cancelled(unstated)"))
        #expect(try state("Error") == "failed(provider)")
        #expect(try state("Pending") == "pending(provider)")
    }

    // MARK: Actions

    /// Type, smallest body that can be shown, what it is, and the members it can't do without.
    static let actions: [(String, String, String, [String])] = [
        ("redirect", #""url":"https://bank.example/x""#, "redirect", ["url"]),
        ("nativeRedirect", #""url":"https://bank.example/x""#, "redirect", ["url"]),
        ("threeDS2", #""subtype":"challenge","token":"t""#, "authenticate(challenge)", ["subtype", "token"]),
        ("threeDS2Fingerprint", #""token":"t""#, "authenticate(fingerprint)", ["token"]),
        ("threeDS2Challenge", #""token":"t""#, "authenticate(challenge)", ["token"]),
        ("sdk", #""sdkData":{}"#, "switchApp", ["sdkData"]),
        ("wechatpaySDK", #""sdkData":{"a":"b"}"#, "switchApp", ["sdkData"]),
        ("voucher", #""reference":"501 422 944""#, "presentVoucher", ["reference"]),
        ("document", #""url":"https://adyen.example/x.pdf""#, "presentVoucher", ["url"]),
        ("qrCode", #""qrCodeData":"d""#, "scanQRCode", ["qrCodeData"]),
        ("qrcode", #""paymentMethodType":"pix","url":"https://x.example/""#, "scanQRCode", ["url"]),
        ("await", #""paymentMethodType":"mbway""#, "awaitConfirmation", []),
        ("bankTransfer", #""iban":"x""#, "transferFunds", []),
        ("delegatedAuthentication", #""token":"t""#, "authenticate", []),
    ]

    @Test("An action is what its type says, whatever the result code beside it", arguments: actions)
    func action(row: (type: String, body: String, action: String, needs: [String])) throws {
        for beside in ["", #","resultCode":"Pending""#, #","resultCode":"Authorised""#, #","resultCode":"Foo""#] {
            let text = #"{"action":{"type":"\#(row.type)",\#(row.body)}\#(beside)}"#
            for event in [
                AdyenEvent.paymentsResponse(try Reading.answer(text)), .detailsResponse(try Reading.answer(text)),
            ] {
                let standing = Reading.standing([event]).standing
                #expect(standing.state.description == "actionRequired(\(row.action))")
                #expect(standing.exposure == .possible)
            }
        }
    }

    @Test("An action that lacks its data, or has it empty or of another type, is doubt", arguments: actions)
    func incompleteAction(row: (type: String, body: String, action: String, needs: [String])) throws {
        let whole = try #require(try JSONReader.read(#"{"type":"\#(row.type)",\#(row.body)}"#).object)
        for need in row.needs {
            for value in [nil, JSONValue.null, "", 7, []] {
                var broken = whole
                broken.members.removeAll { $0.key == need }
                if let value { broken.members.append(.init(key: need, value: value)) }
                // A reference may be sent as a number.
                if need == "reference", value == 7 { continue }
                let json: JSONValue = ["action": .object(broken), "resultCode": "Authorised"]
                let answer = AdyenAnswer(status: 200, json: json, vocabulary: .standard)
                let standing = Reading.standing([.paymentsResponse(answer)]).standing
                #expect(
                    standing.state.description == "outcomeUnknown(unrecognised)", "\(need) \(String(describing: value))"
                )
            }
        }
    }

    @Test(
        "A code the SDK doesn't show itself is a redirect if it has an address",
        arguments: [
            ("pix", "scanQRCode"), ("promptpay", "scanQRCode"), ("duitnow", "scanQRCode"), ("paynow", "scanQRCode"),
            ("upi_qr", "scanQRCode"), ("bcmc_mobile", "redirect"), ("wechatpayQR", "redirect"), ("", "redirect"),
        ])
    func qrCode(method: String, action: String) throws {
        let text = #"{"action":{"type":"qrCode","paymentMethodType":"\#(method)","qrCodeData":"d","url":"bep://x"}}"#
        let state = Reading.standing([.paymentsResponse(try Reading.answer(text))]).standing.state
        #expect(state.description == "actionRequired(\(action))")
    }

    @Test("Waiting with an address is a redirect")
    func awaitWithAddress() throws {
        let text = #"{"action":{"type":"await","paymentMethodType":"upi_intent","url":"upi://x"}}"#
        let state = Reading.standing([.paymentsResponse(try Reading.answer(text))]).standing.state
        #expect(state.description == "actionRequired(redirect)")
    }

    @Test(
        "An unknown action type says that the payment exists and can't be shown",
        arguments: [
            "handoffV9", "THREEDS2FINGERPRINT", "Redirect", "<b>x</b>",
        ])
    func unknownAction(type: String) throws {
        for beside in ["", #","resultCode":"Refused""#] {
            let text = #"{"action":{"type":"\#(type)"}\#(beside)}"#
            let standing = Reading.standing([.paymentsResponse(try Reading.answer(text))]).standing
            #expect(standing.state == .actionRequired(.unsupported(RawCode(type))))
            #expect(standing.exposure == .possible)
        }
    }

    @Test(
        "An action without a type is ignored, and the result code counts",
        arguments: [
            "null", "{}", #""x""#, "[]", "7", #"{"type":""}"#, #"{"type":null}"#, #"{"type":7}"#,
            #"{"url":"https://x.example"}"#,
        ])
    func typelessAction(action: String) throws {
        let authorised = try Reading.answer(#"{"action":\#(action),"resultCode":"Authorised"}"#)
        #expect(Reading.standing([.paymentsResponse(authorised)]).standing.state.kind == .succeeded)
        let nothing = try Reading.answer(#"{"action":\#(action)}"#)
        #expect(Reading.standing([.paymentsResponse(nothing)]).standing.state.kind == .outcomeUnknown)
    }

    @Test("An action told twice in different words is doubt")
    func repeatedAction() throws {
        let text = #"{"action":{"type":"await"},"action":{"type":"bankTransfer"},"resultCode":"Authorised"}"#
        #expect(Reading.standing([.paymentsResponse(try Reading.answer(text))]).standing.state.kind == .outcomeUnknown)
    }

    @Test(
        "An address is encoded where it must be, and left alone where it is",
        arguments: [
            ("https://bank.example/zahlen?ü=1&a=b c", "https://bank.example/zahlen?%C3%BC=1&a=b%20c"),
            ("https://bank.example/a%20b?x=%C3%BC", "https://bank.example/a%20b?x=%C3%BC"),
            ("BEPGenApp://DoTx?TransId=1bcmc$P5FOT", "BEPGenApp://DoTx?TransId=1bcmc$P5FOT"),
            ("https://bank.example/<x>|\"", "https://bank.example/%3Cx%3E%7C%22"),
        ])
    func addresses(text: String, expected: String) throws {
        let json: JSONValue = ["action": ["type": "redirect", "url": .string(text)]]
        let answer = AdyenAnswer(status: 200, json: json, vocabulary: .standard)
        let state = Reading.standing([.paymentsResponse(answer)]).standing.state
        #expect(state == .actionRequired(.redirect(URL(string: expected))))
    }

    // MARK: Sessions, polls, webhooks

    static let sessions: [(String, String, Exposure, Retry)] = [
        ("completed", "succeeded(unstated)", .held, .blocked),
        ("paymentPending", "pending(provider)", .possible, .blocked),
        ("refused", "declined(unspecified)", .none, .newSession),
        ("canceled", "cancelled(unstated)", .none, .newSession),
        ("expired", "cancelled(expired)", .none, .newSession), ("active", "processing", .possible, .blocked),
    ]

    @Test("A session's result is the merchant's word", arguments: sessions)
    func session(row: (status: String, state: String, exposure: Exposure, retry: Retry)) throws {
        let result = AdyenSessionResult(json: ["id": "CS1", "status": .string(row.status)])
        let standing = Reading.standing([.sessionResult(result)]).standing
        #expect(standing.state.description == row.state)
        #expect(standing.exposure == row.exposure)
        #expect(standing.retry == row.retry)
        #expect(standing.evidence == (row.state == "processing" ? nil : .merchant))
    }

    @Test(
        "A session result that can't be read is no statement",
        arguments: [
            JSONValue.null, "{}", "cancelled", "Completed", "", 7, true,
        ])
    func unknownSession(value: JSONValue) {
        for body in [["status": value], [:] as JSONValue, .null] {
            #expect(Reading.standing([.sessionResult(AdyenSessionResult(json: body))]).standing.state == .processing)
        }
    }

    static let polls: [(String, String)] = [
        ("pending", "pending(provider)"), ("received", "pending(provider)"), ("authorised", "processing"),
        ("refused", "processing"), ("cancelled", "processing"), ("error", "processing"),
        ("partiallyauthorised", "processing"),
    ]

    @Test("A status poll never ends an attempt", arguments: polls)
    func poll(resultCode: String, state: String) {
        let poll = AdyenStatusPoll(json: ["resultCode": .string(resultCode), "type": "complete"])
        let standing = Reading.standing([.statusPoll(poll)]).standing
        #expect(standing.state.description == state)
        #expect(standing.exposure == .possible)
    }

    @Test("An unknown status poll is doubt", arguments: [JSONValue.null, "canceled", "Authorised", "", 7, []])
    func unknownPoll(value: JSONValue) {
        let standing = Reading.standing([.statusPoll(AdyenStatusPoll(json: ["resultCode": value]))]).standing
        #expect(standing.state.description == "outcomeUnknown(unrecognised)")
    }

    @Test(
        "A webhook means what its event and its success say together",
        arguments: [
            ("AUTHORISATION", #""true""#, "succeeded(authorised)"), ("AUTHORISATION", "true", "succeeded(authorised)"),
            ("AUTHORISATION", #""false""#, "declined(unspecified)"),
            ("AUTHORISATION", "false", "declined(unspecified)"),
            ("OFFER_CLOSED", #""true""#, "cancelled(expired)"), ("OFFER_CLOSED", #""false""#, "cancelled(expired)"),
            ("OFFER_CLOSED", "null", "cancelled(expired)"), ("ORDER_CLOSED", #""true""#, "succeeded(unstated)"),
            ("CAPTURE", #""true""#, "succeeded(captured)"), ("PENDING", #""true""#, "pending(provider)"),
            ("PENDING", "null", "pending(provider)"),
        ])
    func webhook(eventCode: String, success: String, state: String) throws {
        let text = #"{"eventCode":"\#(eventCode)","success":\#(success),"pspReference":"PSP1","reason":"Refused"}"#
        let items = AdyenNotification.items(json: try JSONReader.read(text))
        #expect(items.count == 1)
        let standing = Reading.standing(items.map { .notification($0) }).standing
        #expect(standing.state.description == state)
        #expect(standing.evidence == .merchant)
    }

    @Test(
        "A webhook that tells no outcome changes nothing",
        arguments: [
            ("AUTHORISATION", "null"), ("AUTHORISATION", #""maybe""#), ("AUTHORISATION", "1"),
            ("ORDER_CLOSED", #""false""#),
            ("CAPTURE", #""false""#), ("CAPTURE_FAILED", #""true""#), ("REFUND", #""true""#),
            ("CHARGEBACK", #""true""#),
            ("CANCELLATION", #""true""#), ("REPORT_AVAILABLE", #""true""#), ("authorisation", #""true""#),
            ("", #""true""#),
            ("ORDER_OPENED", #""true""#),
        ])
    func otherWebhook(eventCode: String, success: String) throws {
        let text = #"{"eventCode":"\#(eventCode)","success":\#(success),"pspReference":"PSP1"}"#
        let items = AdyenNotification.items(json: try JSONReader.read(text))
        let before = Reading.standing([]).standing
        #expect(Reading.standing(items.map { .notification($0) }).standing == before)
        let adapter = AdyenAdapter()
        #expect(items.allSatisfy { adapter.subject(of: .notification($0)).role == .nothing })
    }
}
