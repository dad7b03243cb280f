import CheckoutAdyen
import CheckoutCore
import CheckoutEpay
import CheckoutPXP
import CheckoutPrimer
import Foundation

/// What is measured with.
enum Samples {
    static let euro: Currency = {
        guard let euro = Currency(code: "EUR") else { fatalError("the euro is a currency") }
        return euro
    }()

    static func order(_ number: Int = 1) -> CheckoutOrder {
        CheckoutOrder(reference: "order-\(number)", amount: Money(minorUnits: 1000, currency: euro))
    }
}

enum EpaySamples {
    static let id = "1f0c2f8e-7b1e-4a55-9a53-61b6f0c9a001"
    static let payment: [EpayEvent] = [
        .attempt(EpayAttempt(id: id, state: EpayAttemptState(rawValue: "Processing"))),
        .attempt(EpayAttempt(id: id, state: EpayAttemptState(rawValue: "Processing"), isRedirecting: true)),
        .attempt(EpayAttempt(id: id, state: EpayAttemptState(rawValue: "Processing"))),
        .attempt(
            EpayAttempt(
                id: id, state: EpayAttemptState(rawValue: "Accepted"),
                transactionId: "0192473a-e381-705c-b61c-fc2ac9624afc")),
    ]
}

enum PrimerSamples {
    static let payment: [PrimerEvent] = [
        .state(.ready(PrimerSessionSnapshot(), asked: nil)),
        .paymentWillBeCreated(method: PaymentMethod(rawValue: "PAYMENT_CARD"), answer: .proceed),
        .state(
            .success(
                PrimerResult(
                    paymentID: "DdRZ6YY0", status: .success, amount: 1000, currencyCode: "EUR",
                    paymentMethodType: PaymentMethod(rawValue: "PAYMENT_CARD")))),
    ]
}

enum PXPSamples {
    static let payment: [PXPEvent] = [
        .startSubmit(method: nil), .preTokenisation(.proceed), .postTokenisation(PXPTokenisation(isSuccess: true)),
        .preAuthorisation(.proceed),
        .postAuthorisation(
            PXPResult(
                type: .authorised,
                fundingData: PXPFundingData(
                    transactionId: PaymentReference("a7f3c1de-24b0-4c6e"), amount: 10, currency: "EUR"))),
    ]
}

enum AdyenSamples {
    static let resultCodes = ["Authorised", "Refused", "Pending", "Received", "Cancelled", "Error"]

    /// 132 bytes.
    static let authorised = Array(
        #"{"pspReference":"NC6HT9CRT65ZGN82","resultCode":"Authorised","amount":{"currency":"EUR","value":1000},"merchantReference":"ORDER-4"}"#
            .utf8)

    /// 300 bytes.
    static let refused = Array(
        #"{"additionalData":{"cvcResult":"1 Matches","avsResult":"4 AVS not supported for this ca","merchantAdviceCode":"24"},"pspReference":"JDD6LKT8MBLZNN84","refusalReason":"Not enough balance","resultCode":"Refused","refusalReasonCode":"12","amount":{"currency":"EUR","value":1000},"merchantReference":"A"}"#
            .utf8)

    /// 867 bytes, with an action.
    static let redirect: [UInt8] = {
        let start =
            #"{"resultCode":"RedirectShopper","pspReference":"V4HZ4RBFJGXXGN82","merchantReference":"ORDER-42","action":{"paymentMethodType":"scheme","url":"https://checkoutshopper-test.adyen.com/checkoutshopper/threeDS/redirect?MD=M2R","method":"POST","type":"redirect","paymentData":""#
        let end =
            #"","data":{"MD":"OEVudmZVMUlkWjd0MDNwUWs2bmhSdz09","PaReq":"eNpVUttygjAQ","TermUrl":"https://example.com/return"}},"details":[{"key":"MD","type":"text"},{"key":"PaRes","type":"text"}]}"#
        let filling = String(repeating: "Ab02b4c0!", count: 100).prefix(867 - start.utf8.count - end.utf8.count)
        return Array((start + filling + end).utf8)
    }()

    /// An answer with as much beside what matters as makes it so long.
    static func answer(size: Int) -> [UInt8] {
        let start = #"{"additionalData":{"x":["#
        let end =
            #"0]},"pspReference":"NC6HT9CRT65ZGN82","resultCode":"Authorised","amount":{"currency":"EUR","value":1000}}"#
        let item = #"{"name":"value of no interest","number":12345.5,"flag":true,"nothing":null},"#
        var text = start
        text.reserveCapacity(size)
        while text.utf8.count + item.utf8.count + end.utf8.count <= size { text += item }
        return Array((text + end).utf8)
    }

    static let payment: [AdyenEvent] = [
        .didSubmit(method: nil), .paymentsRequest, .paymentsResponse(AdyenAnswer(status: 200, body: redirect)),
        .detailsRequest(), .detailsResponse(AdyenAnswer(status: 200, body: authorised)),
    ]

    static let handWritten: [HandWrittenAdyen] = [
        .submit, .request,
        .answer(.init(resultCode: "RedirectShopper", pspReference: "V4HZ4RBFJGXXGN82", action: "redirect")), .details,
        .answer(
            .init(
                resultCode: "Authorised", pspReference: "NC6HT9CRT65ZGN82",
                amount: Money(minorUnits: 1000, currency: Samples.euro))),
    ]
}

/// A journal that keeps nothing, for figures in which it shall not count.
final class ForgetfulJournal: AttemptJournal {
    let content: JournalContent

    init(lines: [[UInt8]] = []) { content = JournalContent(lines: lines) }

    func open(order: String) throws(JournalError) -> any OpenJournal { Open(content: content) }

    private final class Open: OpenJournal {
        let content: JournalContent

        init(content: JournalContent) { self.content = content }

        func append(_ lines: [[UInt8]], isDurable: Bool) throws(JournalError) {}
        func replace(with lines: [[UInt8]]) throws(JournalError) {}
        func close() {}
    }
}

extension AdyenSamples {
    static var adapter: AdyenAdapter { AdyenAdapter(reportsRequests: true) }

    /// Progress that the provider reports, which is written.
    static let backAndForth: [AdyenEvent] = [
        .detailsResponse(AdyenAnswer(status: 200, body: redirect)), .didProvide(canBeSent: true),
    ]
}
