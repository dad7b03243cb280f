import CheckoutCore
import Foundation
import Testing

@testable import CheckoutAdyen

/// The example of a merchant's server, as a process of its own.
final class MerchantServer: Sendable {
    static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Examples/MerchantServer/server.py").standardizedFileURL
    static let hasPython = (try? run(["--help"]))?.waitForExit() == 0

    let folder: URL
    private let process: Locked<Process>
    private let place: Locked<URL>

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("shop-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (process, url) = try Self.start(in: folder, port: 0)
        self.process = Locked(process)
        place = Locked(url)
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    var url: URL { place.value }

    /// Kills it as a power cut would.
    func kill() {
        let process = process.value
        if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// Starts it again where it was.
    func restart() throws {
        (process.value, place.value) = try Self.start(in: folder, port: url.port ?? 0)
    }

    func waitForDeath() async throws {
        while process.value.isRunning { try await Task.sleep(for: .milliseconds(5)) }
    }

    struct NotStarted: Error {}

    private static func run(_ arguments: [String], output: Pipe = Pipe()) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", script.path] + arguments
        process.standardOutput = output
        try process.run()
        return process
    }

    static func start(in folder: URL, port: Int) throws -> (Process, URL) {
        let output = Pipe()
        let process = try run(
            ["--port", String(port), "--database", folder.appendingPathComponent("shop.sqlite").path], output: output)
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let url = URL(string: line.trimmingCharacters(in: .whitespacesAndNewlines)) else { throw NotStarted() }
        return (process, url)
    }

    /// Posts something as it is and returns the answer.
    func post(_ path: String, _ body: String, key: String? = nil) async throws -> (status: Int, body: String) {
        let server = try HTTPMerchantServer(base: url, paths: [.payments: path], timeout: .seconds(10))
        let reply = try await server.send(AdyenServerRequest(endpoint: .payments, body: Data(body.utf8), key: key))
        return (reply.status, String(decoding: reply.body, as: UTF8.self))
    }

    /// What the shopper does on the bank's page.
    ///
    /// - Returns: the link by which the shopper comes back.
    func bank(_ action: AdyenShownAction?, _ answer: String) throws -> URL {
        guard case .redirect(let page?)? = action?.action, let port = page.port else { throw Sockets.Failed() }
        let answer = try Sockets.get("\(page.path)?\(page.query ?? "")&answer=\(answer)", port: UInt16(port))
        let line = answer.components(separatedBy: "\r\n").first { $0.hasPrefix("Location: ") }
        return try #require(line.flatMap { URL(string: String($0.dropFirst(10))) })
    }
}

extension Process {
    fileprivate func waitForExit() -> Int32 {
        waitUntilExit()
        return terminationStatus
    }
}

@Suite("The example of a merchant's server", .serialized, .enabled(if: MerchantServer.hasPython, "python3 is missing"))
struct MerchantServerTests {
    let server: MerchantServer

    init() throws { server = try MerchantServer() }

    func till(_ cents: Int64, repeats: Int = 2, onAction: @escaping AdyenActionHandler = Shopper.leaves) throws -> Till
    {
        let order = CheckoutOrder(
            reference: "A-1", amount: Money(minorUnits: cents, currency: Till.order.amount.currency))
        return try Till(at: server.url, order: order, timeout: .seconds(10), repeats: repeats, onAction: onAction)
    }

    var resolver: HTTPOutcomeResolver {
        get throws { try HTTPOutcomeResolver(base: server.url) }
    }

    /// Pays by redirect and leaves the bank's page alone.
    func abandonedRedirect() async throws -> (Till, AdyenShownAction?) {
        let shown = Locked<AdyenShownAction?>(nil)
        let till = try till(1001) {
            shown.value = $0
            return .failed(AdyenComponentError(kind: .cancelled))
        }
        #expect(try await till.pay().kind == .outcomeUnknown)
        return (till, shown.value)
    }

    @Test("The amounts do what the file says")
    func amounts() async throws {
        let table: [(Int64, CheckoutState.Kind)] = [
            (1000, .succeeded), (1001, .outcomeUnknown), (1002, .declined), (1003, .outcomeUnknown), (1004, .pending),
            (1005, .pending), (1006, .failed), (1007, .partiallyPaid), (1009, .failed),
        ]
        for (cents, state) in table { #expect(try await till(cents).pay().kind == state, "\(cents)") }
    }

    @Test("A challenge that is passed is paid")
    func challenge() async throws {
        let till = try till(1003) { _ in .provided(AdyenDetails(details: Array(#"{"threeDSResult":"R"}"#.utf8))) }
        #expect(try await till.pay().kind == .succeeded)
    }

    @Test(
        "A redirect comes back, with the server killed and started again in between", arguments: ["approve", "refuse"])
    func redirect(answer: String) async throws {
        let (till, shown) = try await abandonedRedirect()
        server.kill()
        try server.restart()
        let link = try server.bank(shown, answer)
        server.kill()
        try server.restart()
        await till.flow.handle(link)
        #expect(till.checkout.state.kind == (answer == "approve" ? .succeeded : .declined))
        // Asked again under the same key, the server still knows the first answer.
        let again = try await server.post("payments", #"{"amount":{"value":1}}"#, key: till.attempt.rawValue)
        #expect(again.body.contains("RedirectShopper"))
    }

    @Test("A server that dies before it answers has paid once")
    func diesBeforeAnswering() async throws {
        let till = try till(1008, repeats: 9)
        let payment = Task { try await till.pay() }
        try await server.waitForDeath()
        try server.restart()
        #expect(try await payment.value.kind == .succeeded)
        #expect(till.checkout.attempts.count == 1)
    }

    @Test("Closing an abandoned redirect frees the order and makes a late approval impossible")
    func close() async throws {
        let (till, shown) = try await abandonedRedirect()
        try await till.checkout.resolveOpenAttempts(using: resolver, patience: Patience(questions: 1))
        #expect(till.checkout.state.kind == .outcomeUnknown)
        #expect(try await till.checkout.close(till.attempt, using: resolver))
        #expect(till.checkout.state.kind == .cancelled)
        server.kill()
        try server.restart()
        // The shopper approves after all and comes back: nothing is sent, and whoever sends it all the same is told no.
        let link = try server.bank(shown, "approve")
        await till.flow.handle(link)
        #expect(till.checkout.state.kind == .cancelled)
        let details = AdyenReturnURL.details(of: link.absoluteString).map { JSONValue.object($0).jsonText } ?? ""
        let key = "\(till.attempt)-d1"
        let late = try await server.post("payments/details", #"{"details":\#(details)}"#, key: key)
        #expect(late.body.contains(#""Cancelled""#))
        let repeated = try await server.post("payments", #"{"amount":{"value":1001}}"#, key: till.attempt.rawValue)
        #expect(repeated.body.contains(#""Cancelled""#))
        let status = try await server.post("status", #"{"attempt":"\#(till.attempt)"}"#)
        #expect(status.body == #"{"notFound": {"closed": true}}"#)
        // The order is free.
        let next = try Till(at: server.url, order: till.checkout.order)
        #expect(till.checkout.mayBegin(with: try till.checkout.open(AdyenAdapter(reportsRequests: true))) == .yes)
        try await next.pay()
    }

    @Test("Closing what was paid meanwhile says that it was paid")
    func closePaid() async throws {
        let (till, shown) = try await abandonedRedirect()
        _ = try server.bank(shown, "approve")
        #expect(try await till.checkout.close(till.attempt, using: resolver))
        #expect(till.checkout.state.kind == .succeeded)
    }

    @Test("An attempt that never arrived can be closed: its key won't pay later")
    func closeUnknown() async throws {
        #expect(try await server.post("status", #"{"attempt":"x"}"#).body == #"{"notFound": {"closed": false}}"#)
        #expect(try await server.post("close", #"{"attempt":"x"}"#).body == #"{"notFound": {"closed": true}}"#)
        let late = try await server.post("payments", #"{"amount":{"value":1000,"currency":"EUR"}}"#, key: "x")
        #expect(late.body.contains(#""Cancelled""#))
    }

    /// A webhook, signed for `AUTHORISATION` of 10.04 EUR by the standard key of the example.
    func webhook(of payment: String, success: String, isSigned: Bool = true) async throws -> Int {
        let script = """
            import sys, hmac, hashlib, base64
            text = f"{sys.argv[1]}::Shop:A-1:1004:EUR:AUTHORISATION:{sys.argv[2]}"
            print(base64.b64encode(hmac.new(bytes.fromhex("44" * 32), text.encode(), hashlib.sha256).digest()).decode(), end="")
            """
        let output = Pipe()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, payment, isSigned ? success : "x"]
        process.standardOutput = output
        try process.run()
        let signature = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let item = """
            {"notificationItems":[{"NotificationRequestItem":{"pspReference":"\(payment)","merchantAccountCode":"Shop",
            "merchantReference":"A-1","amount":{"value":1004,"currency":"EUR"},"eventCode":"AUTHORISATION",
            "success":"\(success)","additionalData":{"hmacSignature":"\(signature)"}}}]}
            """
        return try await server.post("webhook", item).status
    }

    @Test("A webhook counts if it is signed")
    func webhooks() async throws {
        let till = try till(1004)
        try await till.pay()
        let payment = try #require(till.checkout.attempts.last?.references.first?.text)
        func ask() async throws -> CheckoutState.Kind {
            try await till.checkout.resolveOpenAttempts(using: resolver, patience: Patience(questions: 1))
            return till.checkout.state.kind
        }
        #expect(try await webhook(of: payment, success: "true", isSigned: false) == 401)
        #expect(try await ask() == .pending)
        #expect(try await webhook(of: payment, success: "true") == 200)
        #expect(try await webhook(of: payment, success: "false") == 200)
        #expect(try await ask() == .succeeded)
    }

    @Test("A bank that approves a closed payment after all gets its money back")
    func approvalAfterClosing() async throws {
        let (till, _) = try await abandonedRedirect()
        try await till.checkout.close(till.attempt, using: resolver)
        let payment = try #require(till.checkout.attempts.last?.references.first?.text)
        #expect(try await webhook(of: payment, success: "true") == 200)
        #expect(
            try await server.post("status", #"{"attempt":"\#(till.attempt)"}"#).body
                == #"{"released": ["\#(payment)"]}"#)
    }

    @Test("An order of partial payments that is given up is released")
    func partialOrder() async throws {
        let till = try till(1007)
        #expect(try await till.pay().kind == .partiallyPaid)
        try await till.checkout.resolveOpenAttempts(using: resolver, patience: Patience(questions: 1))
        #expect(till.checkout.nextStep == .payRemaining(Money(minorUnits: 504, currency: Till.order.amount.currency)))
        #expect(try await till.flow.cancelOrder() == .accepted)
        try await till.checkout.resolveOpenAttempts(using: resolver, patience: Patience(questions: 1))
        #expect(till.checkout.state.kind == .cancelled)
    }

    @Test("Details that Adyen can't read end nothing: the shopper may still approve")
    func unreadableDetails() async throws {
        let (till, shown) = try await abandonedRedirect()
        await till.flow.handle(till.link("redirectResult=junk"))
        try await till.checkout.resolveOpenAttempts(using: resolver, patience: Patience(questions: 1))
        #expect(till.checkout.state.kind == .outcomeUnknown)
        #expect(
            try await server.post("status", #"{"attempt":"\#(till.attempt)"}"#).body == #"{"stillOpen": true}"#)
        await till.flow.handle(try server.bank(shown, "approve"))
        #expect(till.checkout.state.kind == .succeeded)
    }

    @Test("Details of another payment pay that one and no other")
    func foreignDetails() async throws {
        let (cheap, shown) = try await abandonedRedirect()
        let link = try server.bank(shown, "approve")
        let (dear, _) = try await abandonedRedirect()
        let details = AdyenReturnURL.details(of: link.absoluteString).map { JSONValue.object($0).jsonText } ?? ""
        let reply = try await server.post(
            "payments/details", #"{"details":\#(details)}"#, key: "\(dear.attempt)-d1")
        #expect(reply.status == 422)
        #expect(
            try await server.post("status", #"{"attempt":"\#(dear.attempt)"}"#).body == #"{"stillOpen": true}"#)
        #expect(
            try await server.post("status", #"{"attempt":"\#(cheap.attempt)"}"#).body.contains(#""succeeded""#))
    }

    @Test("Two processes never share a database: one would pay what the other is closing")
    func oneProcess() throws {
        #expect(throws: MerchantServer.NotStarted.self) {
            try MerchantServer.start(in: server.folder, port: 0).0.terminate()
        }
    }

    @Test("A length that is no number is an error, not a wait", arguments: ["-1", "x", "1_0", "²"])
    func length(text: String) throws {
        let answer = try Sockets.ask(
            "POST /status HTTP/1.0\r\nContent-Length: \(text)\r\n\r\n", port: UInt16(server.url.port ?? 0))
        #expect(answer.hasPrefix("HTTP/1.0 400"))
    }
}
