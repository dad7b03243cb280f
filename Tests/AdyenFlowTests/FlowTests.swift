import CheckoutAdyen
import CheckoutCore
import Foundation
import Testing

@Suite("The advanced flow")
struct FlowTests {
    @Test("A payment that is authorised at once is one request, with the attempt's id as key")
    func success() async throws {
        let server = try NastyServer { _, _ in .answer(Answer.authorised) }
        let till = try Till(at: server.url)
        #expect(try await till.pay().kind == .succeeded)
        let request = try #require(server.requests.first)
        #expect(server.requests.count == 1)
        #expect(request.path == "/shop/payments")
        #expect(request.key == till.attempt.rawValue)
        let body = try #require(try JSONSerialization.jsonObject(with: Data(request.body.utf8)) as? [String: Any])
        #expect(body["reference"] as? String == "A-1")
        #expect((body["amount"] as? [String: Any])?["value"] as? Int == 1000)
        #expect(body["returnUrl"] as? String == "my-app://paid?checkoutAttempt=\(till.attempt)")
        #expect((body["paymentMethod"] as? [String: Any])?["encryptedCardNumber"] as? String == "test")
        #expect(body["channel"] as? String == "iOS")
    }
}
