import CheckoutAdyen
import CheckoutCore
import Foundation
import Testing

/// A way in which an exchange goes wrong, and what it means for the first `/payments`.
struct Fault: Sendable, CustomTestStringConvertible {
    let name: String
    let behaviour: NastyServer.Behaviour
    /// Whether the flow asks again.
    var isRepeated = true
    var state = CheckoutState.Kind.outcomeUnknown
    /// How long an exchange may take: ample where the fault ends it by itself, whatever else the machine has to do.
    var timeout = Duration.seconds(20)

    var testDescription: String { name }

    static let body = #"{"resultCode":"Authorised","pspReference":"PSP1"}"#
    static let all = [
        Fault(name: "silence", behaviour: .silence, timeout: .seconds(1)),
        Fault(name: "a closed connection", behaviour: .hangUp),
        Fault(name: "a reset before the answer", behaviour: .reset(after: "")),
        Fault(
            name: "a reset in the middle of the answer",
            behaviour: .reset(after: "HTTP/1.1 200 OK\r\nContent-Length: 49\r\n\r\n{\"resultCode\":\"Auth")),
        Fault(
            name: "a truncated answer",
            behaviour: .bytes("HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n" + body)),
        Fault(
            name: "an answer cut where its JSON is whole",
            behaviour: .bytes("HTTP/1.1 200 OK\r\nContent-Length: 49\r\n\r\n{}")),
        Fault(name: "bytes that are no HTTP", behaviour: .bytes("hello\r\n\r\n")),
        Fault(name: "an answer without end", behaviour: .gigantic),
        Fault(name: "a slow trickle", behaviour: .trickle(0.2), timeout: .seconds(1)),
        Fault(name: "a page with status 200", behaviour: .answer("<html>Sign in to the Wi-Fi</html>")),
        Fault(name: "a page with status 502", behaviour: .answer("<html>Bad gateway</html>", status: 502)),
        Fault(name: "status 500 with a good body", behaviour: .answer(body, status: 500)),
        Fault(name: "status 404", behaviour: .answer("{}", status: 404)),
        Fault(name: "status 429", behaviour: .answer("{}", status: 429)),
        Fault(name: "an empty body", behaviour: .answer("")),
        Fault(name: "a list", behaviour: .answer("[1]")),
        Fault(name: "deep nesting", behaviour: .answer(String(repeating: "[", count: 3000))),
        Fault(
            name: "in progress, 704",
            behaviour: .answer(#"{"status":422,"errorCode":"704","errorType":"validation"}"#, status: 422)),
        Fault(
            name: "a rejection", behaviour: .answer(#"{"errorCode":"101","errorType":"validation"}"#, status: 422),
            isRepeated: false, state: .failed),
        Fault(
            name: "a refused key", behaviour: .answer(#"{"errorCode":"000","errorType":"security"}"#, status: 401),
            isRepeated: false, state: .failed),
        Fault(name: "an unknown result", behaviour: .answer(#"{"resultCode":"Perhaps"}"#), isRepeated: false),
        Fault(name: "an empty object", behaviour: .answer("{}"), isRepeated: false),
    ]
}

@Suite("The advanced flow on a bad line")
struct FaultTests {
    @Test("Of /payments: the state is right, and every repeat has the same key and body", arguments: Fault.all)
    func payments(fault: Fault) async throws {
        let server = try NastyServer { _, _ in fault.behaviour }
        let till = try Till(at: server.url, timeout: fault.timeout)
        #expect(try await till.pay().kind == fault.state)
        #expect(server.requests.count == (fault.isRepeated ? 3 : 1))
        #expect(Set(server.requests.map(\.identity)).count == 1)
        #expect(server.requests.first?.key == till.attempt.rawValue)
    }

    @Test("Of /payments, once: the repeat is answered and counts", arguments: Fault.all.filter(\.isRepeated))
    func paymentsOnce(fault: Fault) async throws {
        let server = try NastyServer { _, number in number == 1 ? fault.behaviour : .answer(Answer.authorised) }
        let till = try Till(at: server.url, timeout: fault.timeout)
        #expect(try await till.pay().kind == .succeeded)
        #expect(server.requests.count == 2)
        #expect(Set(server.requests.map(\.identity)).count == 1)
    }

    @Test("Of /payments/details: no rejection and no silence ends the payment", arguments: Fault.all)
    func details(fault: Fault) async throws {
        let server = try NastyServer { request, _ in
            request.path == "/shop/payments" ? .answer(Answer.redirect) : fault.behaviour
        }
        let till = try Till(at: server.url, timeout: fault.timeout, onAction: Shopper.comesBack)
        #expect(try await till.pay().kind == .outcomeUnknown)
        let details = server.requests.dropFirst()
        // A rejection of details leaves doubt too, so it is asked again.
        #expect(details.count == (fault.isRepeated || fault.state == .failed ? 3 : 1))
        #expect(Set(details.map(\.identity)).count == 1)
        #expect(details.allSatisfy { $0.key == "\(till.attempt)-d1" })
    }

    @Test("A request that nobody read is in doubt all the same")
    func unread() async throws {
        let server = try NastyServer(reads: false) { _, _ in .silence }
        let till = try Till(at: server.url, timeout: .milliseconds(300), repeats: 0)
        #expect(try await till.pay().kind == .outcomeUnknown)
        #expect(server.requests.isEmpty)
    }

    @Test("Where nobody listens nothing was sent: the shopper can pay again at once")
    func refusedConnection() async throws {
        let server = try NastyServer { _, _ in .silence }
        server.stop()
        let till = try Till(at: server.url)
        guard case .failed(let failure) = try await till.pay() else {
            Issue.record("\(till.checkout.state)")
            return
        }
        #expect(failure.kind == .network)
        #expect(till.checkout.mayBegin(with: till.flow.session) == .yes)
    }

    @Test("A redirect is an answer and is never followed", arguments: [301, 302, 303, 307, 308])
    func redirect(status: Int) async throws {
        let other = try NastyServer { _, _ in .answer(Answer.authorised) }
        let server = try NastyServer { _, _ in
            .bytes("HTTP/1.1 \(status) Moved\r\nLocation: \(other.url)/payments\r\nContent-Length: 0\r\n\r\n")
        }
        let till = try Till(at: server.url)
        #expect(try await till.pay().kind == .outcomeUnknown)
        #expect(server.requests.count == 3)
        #expect(other.requests.isEmpty)
    }

    @Test("An answer after the time is over changes nothing; the same request gets it again")
    func lateAnswer() async throws {
        let server = try NastyServer { _, number in
            number == 1 ? .held(Answer.refused) : .answer(Answer.authorised)
        }
        let till = try Till(at: server.url, timeout: .seconds(1))
        #expect(try await till.pay().kind == .succeeded)
        #expect(Set(server.requests.map(\.identity)).count == 1)
        server.release()
        try await Task.sleep(for: .milliseconds(100))
        #expect(till.checkout.state.kind == .succeeded)
    }

    @Test("A cancelled task leaves the sent payment in doubt, and the late answer in the void")
    func cancellation() async throws {
        let server = try NastyServer { _, _ in .held(Answer.refused) }
        let till = try Till(at: server.url, timeout: .seconds(5))
        let task = Task { try await till.pay() }
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        #expect(try await task.value.kind == .outcomeUnknown)
        server.release()
        try await Task.sleep(for: .milliseconds(100))
        #expect(till.checkout.state.kind == .outcomeUnknown)
        #expect(server.requests.count == 1)
        #expect(till.checkout.mayBegin(with: till.flow.session) == .no(.outcomeUnresolved))
    }

    @Test("A task that was cancelled before begins nothing")
    func cancelledBefore() async throws {
        let server = try NastyServer { _, _ in .answer(Answer.authorised) }
        let till = try Till(at: server.url)
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await till.pay()
        }
        #expect(try await task.value.kind == .initializing)
        #expect(server.requests.isEmpty)
        #expect(till.checkout.attempts.isEmpty)
    }

    @Test("Fifty flows at once don't mix")
    func concurrent() async throws {
        let server = try NastyServer { request, number in
            if number.isMultiple(of: 7) { return .hangUp }
            return .answer(request.path == "/shop/payments" ? Answer.redirect : Answer.authorised)
        }
        let tills = try (1...50).map { number in
            try Till(
                at: server.url, order: CheckoutOrder(reference: "A-\(number)", amount: Till.order.amount),
                timeout: .seconds(5), repeats: 8
            ) { .provided(Shopper.details($0.attempt.rawValue)) }
        }
        try await withThrowingTaskGroup { group in
            for till in tills { group.addTask { try await till.pay() } }
            try await group.waitForAll()
        }
        for till in tills { #expect(till.checkout.state.kind == .succeeded) }
        let byKey = Dictionary(grouping: server.requests, by: \.key)
        #expect(byKey.count == 100)
        for (_, requests) in byKey { #expect(Set(requests.map(\.identity)).count == 1) }
        for till in tills {
            #expect(byKey[till.attempt.rawValue]?.first?.body.contains(till.checkout.order.reference) == true)
            #expect(byKey["\(till.attempt)-d1"]?.first?.body.contains(till.attempt.rawValue) == true)
        }
    }
}
