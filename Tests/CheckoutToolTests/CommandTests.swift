import Testing

@testable import CheckoutTool

@Suite("The checkout command")
struct CommandTests {
    /// Runs the command on files that exist only here.
    static func run(_ arguments: String..., files: [String: String] = [:], input: String = "") -> CommandResult {
        CheckoutCommand.run(arguments) { (path) throws(InputError) in
            guard let path else { return Array(input.utf8) }
            guard let text = files[path] else { throw .unreadable(path) }
            return Array(text.utf8)
        }
    }

    static let recording = """
        {"recording":1,"order":{"reference":"A-1001","amount":{"minorUnits":1000,"currency":"EUR"}},\
        "policy":"standard","sessions":[{"id":"a","provider":"adyen"}]}
        {"event":"start","method":"scheme"}
        {"event":"didSubmit"}
        {"event":"paymentsResponse","status":200,"body":{"resultCode":"Authorised","pspReference":"PSP1"}}
        """

    // MARK: explain

    @Test("A payload is explained for a person: aligned, with what the app may do next")
    func explainText() {
        let refused =
            #"{"resultCode":"Refused","refusalReasonCode":"6","refusalReason":"Expired Card","pspReference":"PSP1"}"#
        let result = Self.run("explain", "adyen", "x.json", files: ["x.json": refused])
        #expect(result.code == .success)
        #expect(result.message.isEmpty)
        #expect(
            result.output == """
                state      declined(expiredCard)  the provider refused this attempt
                said by    provider               the provider said so
                money      none                   no money moved
                next step  payAgain(sameMethod)   offer to pay again, with any method
                payment    PSP1
                because    code=6 reason=Expired Card result=Refused

                """)
    }

    @Test("With --json the state is told in its stable form, also from standard input")
    func explainJSON() {
        let expected = """
            {"state":"succeeded","evidence":"provider","exposure":"held","retry":"blocked","level":"authorised",\
            "raw":{"result":"Authorised"}}

            """
        let body = #"{"resultCode":"Authorised"}"#
        #expect(Self.run("explain", "adyen", "--json", input: body).output == expected)
        #expect(Self.run("explain", "adyen", "f", "--json", files: ["f": body]).output == expected)
    }

    @Test(
        "Options change how a payload is read",
        arguments: [
            (
                ["--asked", "EUR 100.00"], #"{"resultCode":"Authorised","amount":{"value":4000,"currency":"EUR"}}"#,
                "partiallyPaid(remaining 60.00 EUR)"
            ),
            ([], #"{"resultCode":"Authorised","amount":{"value":4000,"currency":"EUR"}}"#, "succeeded(authorised)"),
            (["--status", "500"], #"{"resultCode":"Authorised"}"#, "outcomeUnknown(noAnswer)"),
            (["--status", "422"], #"{"errorCode":"101","errorType":"validation"}"#, "failed(validation)"),
            (
                ["--kind", "details"], #"{"status":422,"errorCode":"101","errorType":"validation"}"#,
                "outcomeUnknown(noAnswer)"
            ),
            (["--kind", "auto"], #"{"status":422,"errorCode":"101","errorType":"validation"}"#, "failed(validation)"),
            (["--kind", "poll"], #"{"resultCode":"authorised"}"#, "processing"),
            (["--kind", "session"], #"{"status":"expired"}"#, "cancelled(expired)"),
            (["--kind", "action"], #"{"type":"await"}"#, "actionRequired(awaitConfirmation)"),
            (["--kind", "notification"], #"{"eventCode":"OFFER_CLOSED"}"#, "cancelled(expired)"),
            (["--kind", "error"], #"{"status":503}"#, "outcomeUnknown(unrecognised)"),
            ([], #"{"event":"didFail","error":{"kind":"cancelled"}}"#, "outcomeUnknown(actionAbandoned)"),
            (
                ["--submitted", "yes"], #"{"event":"didFail","error":{"kind":"cancelled"}}"#,
                "outcomeUnknown(actionAbandoned)"
            ),
            (["--submitted", "no"], #"{"event":"didFail","error":{"kind":"cancelled"}}"#, "cancelled(shopper)"),
            ([], #"{"event":"paymentMethodsResponse"}"#, "ready"),
            ([], #"{"event":"paymentMethodsError"}"#, "failed(network)"),
            ([], "{}", "outcomeUnknown(unrecognised)"),
        ])
    func explainOptions(options: [String], payload: String, state: String) {
        let result = CheckoutCommand.run(["explain", "adyen", "f"] + options) { (_) throws(InputError) in
            Array(payload.utf8)
        }
        #expect(result.code == .success)
        #expect(result.output.contains("state      \(state) "), "\(result.output)")
    }

    @Test(
        "One event line of each provider is explained",
        arguments: [
            ("epay", #"{"event":"attempt","id":"e1","state":"Accepted","transactionId":"T1"}"#, "succeeded(unstated)"),
            ("epay", #"{"event":"attempt","id":"e1","state":"OutcomeUnknown"}"#, "outcomeUnknown(reportedByProvider)"),
            (
                "primer", #"{"event":"state","case":"success","result":{"paymentId":"p1","status":"pending"}}"#,
                "pending(provider)"
            ),
            (
                "primer", #"{"event":"state","case":"failure","error":{"errorId":"unknown"}}"#,
                "outcomeUnknown(noAnswer)"
            ),
            (
                "pxp",
                #"{"event":"postAuthorisation","result":{"type":"RefusedSubmitResult","provider":{"code":"43"}}}"#,
                "declined(lostOrStolenCard)"
            ),
            ("pxp", #"{"event":"submitError","error":{"errorCode":"SDK0500"}}"#, "outcomeUnknown(noAnswer)"),
            (
                "adyen",
                #"{"event":"paymentsResponse","status":422,"body":{"errorCode":"101","errorType":"validation"}}"#,
                "failed(validation)"
            ),
        ])
    func everyProvider(provider: String, line: String, state: String) {
        let result = Self.run("explain", provider, "f", files: ["f": line])
        #expect(result.code == .success, "\(result.message)")
        #expect(result.output.contains(" \(state) "), "\(result.output)")
    }

    @Test(
        "An event beside a payment, and a payload that is no event line, exit 65 at every provider",
        arguments: [
            ("epay", #"{"event":"feeUpdated","fee":25}"#), ("epay", #"{"event":"nonsense"}"#), ("epay", "{}"),
            ("primer", "{}"), ("pxp", #"{"event":"didSubmit"}"#),
            ("adyen", #"{"event":"notification","body":{"eventCode":"REFUND"}}"#),
        ])
    func noEvent(provider: String, line: String) {
        let result = Self.run("explain", provider, "f", files: ["f": line])
        #expect(result.code == .data)
        #expect(!result.message.isEmpty && !result.message.contains("\n"))
    }

    @Test(
        "What is no payment outcome, or no JSON object, exits 65 with one line that says why",
        arguments: [
            (#"{"paymentMethods":[]}"#, "a list of payment methods"),
            (#"{"balance":{"value":1,"currency":"EUR"},"resultCode":"Success"}"#, "the balance"),
            (#"{"orderData":"x","resultCode":"Success"}"#, "an order"),
            (#"{"sessionData":"x","id":"CS1"}"#, "a session"),
            (#"{"eventCode":"REFUND","success":"true"}"#, "a webhook REFUND"),
            (#"{"notificationItems":[]}"#, "a webhook"),
            ("", "can't be read"), ("<html>", "can't be read"), ("[1]", "no JSON object"), ("7", "no JSON object"),
            (#"{"event":"nonsense"}"#, "no event"), (#"{"a":"#, "ends too early"),
            (String(repeating: "[", count: 2_000), "nested deeper"),
        ])
    func noOutcome(payload: String, says: String) {
        let result = Self.run("explain", "adyen", "f", files: ["f": payload])
        #expect(result.code == .data)
        #expect(result.output.isEmpty)
        #expect(result.message.contains(says), "\(result.message)")
        #expect(!result.message.contains("\n"))
    }

    @Test("A payload over the limit is refused")
    func tooLarge() {
        let result = Self.run("explain", "adyen", "f", files: ["f": String(repeating: " ", count: 1 << 20) + "{}"])
        #expect(result.code == .data)
        #expect(result.message.contains("larger than 1 MiB"))
    }

    // MARK: replay

    @Test("A recording is played to its trace")
    func replayJSON() {
        let result = Self.run("replay", "--json", "r", files: ["r": Self.recording])
        #expect(result.code == .success)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 6)
        #expect(
            lines.last == """
                {"order":"A-1001","state":"succeeded","nextStep":"finish","mayBegin":false,"refusal":"alreadyPaid",\
                "blockedBy":1,"anomalies":[]}
                """)
    }

    @Test("A trace is drawn as a table, with the order's standing below")
    func replayTable() {
        let output = Self.run("replay", "r", files: ["r": Self.recording + "\n{\"event\":\"start\"}"]).output
        #expect(output.hasPrefix("step  attempt  state "))
        #expect(output.contains("\n3     1        succeeded(authorised) by provider  held      succeeded\n"))
        #expect(output.contains("\n4     –        refused(alreadyPaid)\n"))
        #expect(output.contains("\nnew attempt  no: The order is already paid. (attempt 1)\n"))
        #expect(output.split(separator: "\n").allSatisfy { $0.last != " " })
    }

    @Test(
        "A bad recording exits 65 and names the line",
        arguments: [
            ("", 1), ("{}", 1), ("nonsense", 1), (#"{"recording":2}"#, 1),
            (
                #"{"recording":1,"order":{"reference":"A","amount":{"minorUnits":1,"currency":"XXX"}},"sessions":[{"id":"a","provider":"adyen"}]}"#,
                1
            ),
            (
                #"{"recording":1,"order":{"reference":"A","amount":{"minorUnits":1.5,"currency":"EUR"}},"sessions":[{"id":"a","provider":"adyen"}]}"#,
                1
            ),
            (#"{"recording":1,"order":{"reference":"A","amount":{"minorUnits":1,"currency":"EUR"}},"sessions":[]}"#, 1),
            (
                #"{"recording":1,"order":{"reference":"A","amount":{"minorUnits":1,"currency":"EUR"}},"sessions":[{"id":"a","provider":"x"}]}"#,
                1
            ),
            (
                #"{"recording":1,"order":{"reference":"A","amount":{"minorUnits":1,"currency":"EUR"}},"sessions":[{"provider":"adyen"}]}"#,
                1
            ),
            (
                #"{"recording":1,"order":{"reference":"A","amount":{"minorUnits":1,"currency":"EUR"}},"policy":"lax","sessions":[{"id":"a","provider":"adyen"}]}"#,
                1
            ),
            (
                #"{"recording":1,"order":{"reference":"A","amount":{"minorUnits":1,"currency":"EUR"}},"sessions":[{"id":"a","provider":"adyen"},{"id":"a","provider":"adyen"}]}"#,
                1
            ),
            (recording + "\n[1]", 5), (recording + "\n\n{\"event\":1}", 6), (recording + "\n{\"event\":\"dance\"}", 5),
            (recording + "\n{\"event\":\"start\",\"session\":\"z\"}", 5), (recording + "\n{\"event\"", 5),
        ])
    func badRecording(text: String, line: Int) {
        let result = Self.run("replay", "r", files: ["r": text])
        #expect(result.code == .data)
        #expect(result.message.contains("line \(line): "), "\(result.message)")
        #expect(!result.message.contains("\n"))
    }

    @Test("With several sessions a line has to name its own")
    func ambiguousSession() {
        let header = """
            {"recording":1,"order":{"reference":"A","amount":{"minorUnits":1,"currency":"EUR"}},\
            "sessions":[{"id":"a","provider":"adyen"},{"id":"b","provider":"adyen"}]}
            """
        let result = Self.run("replay", "r", files: ["r": header + "\n{\"event\":\"start\"}"])
        #expect(result.message.contains("line 2") && result.message.contains("several sessions"))
        let good = Self.run(
            "replay", "r", files: ["r": header + "\n{\"event\":\"start\",\"session\":\"b\"}\n{\"event\":\"deadline\"}"])
        #expect(good.code == .success)
        #expect(good.output.hasPrefix("step  session  attempt"))
    }

    // MARK: diagram and usage

    @Test("The diagram is drawn from the machine's own table")
    func diagram() {
        #expect(Self.run("diagram").output.hasPrefix("stateDiagram-v2\n"))
        #expect(Self.run("diagram", "--format", "mermaid").output == Self.run("diagram").output)
        #expect(Self.run("diagram", "--format", "dot").output.hasPrefix("digraph checkout {\n"))
    }

    @Test(
        "Wrong usage exits 64 and says what is right",
        arguments: [
            [], ["dance"], ["explain"], ["explain", "stripe"], ["explain", "adyen", "--kind", "x"],
            ["explain", "adyen", "--kind"],
            ["explain", "adyen", "--asked", "10"], ["explain", "adyen", "--asked", "XXX 10"],
            ["explain", "adyen", "--asked"],
            ["explain", "adyen", "--status", "x"], ["explain", "adyen", "--status", "99"],
            ["explain", "adyen", "--submitted", "maybe"],
            ["explain", "adyen", "--wrong"], ["explain", "adyen", "a", "b"], ["replay"], ["replay", "a", "b"],
            ["replay", "--wrong", "a"], ["diagram", "--format", "png"], ["diagram", "x"], ["diagram", "--format"],
        ])
    func usage(arguments: [String]) {
        let result = CheckoutCommand.run(arguments) { (_) throws(InputError) in [] }
        #expect(result.code == .usage)
        #expect(result.output.isEmpty)
        #expect(result.message.hasPrefix("checkout: "))
    }

    @Test("Help is no error")
    func help() {
        for word in ["help", "--help", "-h"] {
            let result = Self.run(word)
            #expect(result.code == .success)
            #expect(result.output.contains("checkout explain PROVIDER"))
        }
    }

    @Test("A file that isn't there exits 66")
    func missingFile() {
        #expect(Self.run("replay", "nowhere").code == .noInput)
        #expect(Self.run("explain", "adyen", "nowhere").code == .noInput)
        #expect(throws: InputError.unreadable("/nowhere/x")) { try Input.read("/nowhere/x") }
        #expect(throws: InputError.unreadable("/")) { try Input.read("/") }
    }

    @Test("Nothing that a terminal obeys is printed")
    func terminal() {
        let result = Self.run("explain", "\u{1B}[31madyen")
        #expect(!result.message.unicodeScalars.contains("\u{1B}"))
        #expect(Terminal.plain("a\u{202E}b\u{07}\u{9B}") == "a\u{FFFD}b\u{FFFD}\u{FFFD}")
        let recording = Self.recording.replacing("A-1001", with: "A\\u001b[31m1")
        #expect(!Self.run("replay", "r", files: ["r": recording]).output.unicodeScalars.contains("\u{1B}"))
    }
}
