import CheckoutAdyen
import CheckoutCore
import Foundation

/// Adyen's answers from bytes to a state, beside Foundation's readers of the same fields.
enum Decoding {
    static let group = "decode"

    /// The fields that ``AdyenAnswer`` reads, for `JSONDecoder`.
    private struct Answer: Decodable {
        struct Amount: Decodable {
            var value: Int64
            var currency: String
        }

        struct Action: Decodable {
            var type: String?
            var url: String?
            var paymentMethodType: String?
        }

        struct Order: Decodable {
            var pspReference: String?
            var remainingAmount: Amount?
        }

        struct Additional: Decodable { var merchantAdviceCode: String? }

        var resultCode: String?
        var pspReference: String?
        var refusalReason: String?
        var refusalReasonCode: String?
        var amount: Amount?
        var action: Action?
        var order: Order?
        var additionalData: Additional?
        var errorCode: String?
        var errorType: String?
        var status: Int?
    }

    static func run(_ report: inout Report, _ watch: Stopwatch) async {
        let bodies = [
            ("132 B", AdyenSamples.authorised), ("300 B", AdyenSamples.refused), ("867 B", AdyenSamples.redirect),
        ]
        for (size, body) in bodies {
            precondition(size == "\(body.count) B", "\(body.count)")
            measure("an Adyen answer of \(size)", body, &report, watch)
        }
        var growth = Growth(work: "decode and interpret an Adyen answer", size: "bytes", points: [])
        for size in [1_000, 10_000, 100_000, 1_000_000] {
            let body = AdyenSamples.answer(size: size)
            let time = watch.time { count in for _ in 0..<count { read(body) } }
            growth.points.append(.init(size: body.count, time: time))
        }
        measure("an Adyen answer of 1 MB", AdyenSamples.answer(size: 1_000_000), atMost: nil, &report, watch)
        report.add(growth)
    }

    private static func read(_ body: [UInt8]) {
        var adapter = AdyenAdapter(reportsRequests: true)
        var machine = AttemptMachine(asked: Interpreting.asked, isSubmitted: true)
        let context = AttemptContext(id: AttemptID(rawValue: "attempt"), asked: Interpreting.asked, isSubmitted: true)
        adapter.interpret(.paymentsResponse(AdyenAnswer(status: 200, body: body)), for: context) { signal in
            machine.apply(signal) { change in keep(change) }
        }
    }

    private static func measure(
        _ work: String, _ body: [UInt8], atMost: Double? = 1, _ report: inout Report, _ watch: Stopwatch
    ) {
        let data = Data(body)
        let decoder = JSONDecoder()
        let blocks = heap { read(body) }.blocks
        report.add(
            Row(
                group, work,
                watch.compare(
                    { count in for _ in 0..<count { read(body) } },
                    with: { count in for _ in 0..<count { keep(try? decoder.decode(Answer.self, from: data)) } }),
                to: "JSONDecoder", atMost: atMost, blocks: Double(blocks)))
        report.add(
            Row(
                group, work,
                watch.compare(
                    { count in for _ in 0..<count { read(body) } },
                    with: { count in
                        for _ in 0..<count {
                            let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
                            keep(object?["resultCode"] as? String)
                        }
                    }),
                to: "JSONSerialization, one key", atMost: nil))
    }
}
