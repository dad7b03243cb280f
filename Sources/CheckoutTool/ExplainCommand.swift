import CheckoutAdyen
import CheckoutCore
import CheckoutTesting
import Foundation

/// `checkout explain`: what one payload means.
struct ExplainCommand {
    private var provider: Provider
    private var file: String?
    private var asJSON = false
    private var kind: AdyenPayload.Kind?
    private var asked: Money?
    private var status: Int?
    private var isSubmitted = true

    init(_ words: inout Words) throws(CommandError) {
        guard let name = words.next() else { throw .usage("explain needs a provider\n\n\(CheckoutCommand.usage)") }
        if CheckoutCommand.isHelp(name) { throw .help }
        provider = Provider(rawValue: name)
        guard RecordedProviders.all[provider] != nil else {
            let known = RecordedProviders.all.keys.map(\.rawValue).sorted().joined(separator: ", ")
            throw .usage("there is no provider “\(Terminal.plain(name))”; known are \(known)")
        }
        while let word = words.next() {
            switch word {
            case _ where CheckoutCommand.isHelp(word): throw .help
            case "--json": asJSON = true
            case "--kind":
                let value = try words.value(of: word)
                kind = AdyenPayload.Kind(rawValue: value)
                guard kind != nil || value == "auto" else {
                    let known = AdyenPayload.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                    throw .usage("--kind is auto, \(known)")
                }
            case "--asked":
                let text = try words.value(of: word)
                do { asked = try Money(text: text) } catch { throw .usage("--asked: \(error)") }
            case "--status":
                status = Int(try words.value(of: word))
                guard let status, (100...599).contains(status) else { throw .usage("--status needs an HTTP status") }
            case "--submitted":
                switch try words.value(of: word) {
                case "yes": isSubmitted = true
                case "no": isSubmitted = false
                default: throw .usage("--submitted is yes or no")
                }
            case _ where word.hasPrefix("-") && word.count > 1:
                throw .usage("explain has no option “\(Terminal.plain(word))”")
            default:
                guard file == nil else { throw .usage("explain reads one file") }
                file = word
            }
        }
    }

    func run(_ read: (String?) throws(InputError) -> [UInt8]) throws(CommandError) -> CommandResult {
        let bytes: [UInt8]
        do { bytes = try read(file) } catch { throw .input(error) }
        guard bytes.count <= JSONReader.maximumAnswerSize else {
            throw .data("the payload is larger than \(JSONReader.maximumAnswerSize >> 20) MiB")
        }
        let json: JSONValue
        do { json = try JSONReader.read(bytes) } catch { throw .data("the payload can't be read: \(error)") }
        guard case .object = json else { throw .data("the payload is no JSON object") }
        let explanation = try explain(json)
        return CommandResult(output: asJSON ? explanation.standing.json.jsonText + "\n" : explanation.text)
    }

    private func explain(_ json: JSONValue) throws(CommandError) -> Explanation {
        let order = CheckoutOrder(
            reference: "explain", amount: asked ?? Money(minorUnits: 0, currency: Currency.allCases[0]))
        if kind == nil, let name = json["event"]?.string {
            guard let type = RecordedProviders.all[provider] else { throw .data("there is no such provider") }
            return try explain(type, event: name, line: json, order: order)
        }
        guard provider == .adyen else {
            throw .data(
                "the payload is no event line of \(provider), like {\"event\":…} with one of \(eventNames)")
        }
        switch AdyenPayload.read(json, as: kind, status: status) {
        case .noOutcome(let what): throw .data("this is \(what)")
        case .events(let events):
            var adapter = AdyenAdapter()
            // What is explained is the answer to the attempt's first request.
            adapter.interpret(.didSubmit(method: nil), for: context(isSubmitted: false)) { _ in }
            return Explanation(events, by: &adapter, asked: asked, context: context(isSubmitted: isSubmitted))
        }
    }

    private func explain<Adapter: RecordedAdapter>(
        _ type: Adapter.Type, event name: String, line: JSONValue, order: CheckoutOrder
    ) throws(CommandError) -> Explanation {
        guard let events = type.events(named: name, line: line, order: order) else {
            throw .data("\(provider) has no event “\(RawCode(name))”; it has \(eventNames)")
        }
        var adapter = Adapter(settings: line["settings"])
        guard events.contains(where: { adapter.subject(of: $0).role != .nothing }) else {
            throw .data("this is information of \(provider) beside a payment: it tells no outcome")
        }
        // What is explained is what came of the attempt's first request.
        if isSubmitted, let start = type.events(named: "didSubmit", line: [:], order: order)?.first {
            adapter.interpret(start, for: context(isSubmitted: false)) { _ in }
        }
        return Explanation(events, by: &adapter, asked: asked, context: context(isSubmitted: isSubmitted))
    }

    private var eventNames: String {
        RecordedProviders.all[provider]?.eventNames.joined(separator: ", ") ?? ""
    }

    private func context(isSubmitted: Bool) -> AttemptContext {
        AttemptContext(id: AttemptID(rawValue: "attempt-1"), asked: asked, isSubmitted: isSubmitted)
    }
}

/// What a payload makes of an attempt of which nothing else is known.
struct Explanation {
    private(set) var standing: Standing
    private let asked: Money?
    private var anomalies: [Anomaly] = []

    init<Adapter: CheckoutAdapter>(
        _ events: [Adapter.Event], by adapter: inout Adapter, asked: Money?, context: AttemptContext
    ) {
        self.asked = asked
        var machine = AttemptMachine(asked: asked, isSubmitted: context.isSubmitted)
        var session: CheckoutState?
        var anomalies: [Anomaly] = []
        for event in events {
            adapter.interpret(event, for: context) { signal in
                switch signal {
                case .session(.initializing): session = .initializing
                case .session(.ready): session = .ready
                case .session(.failed(let failure)): session = .failed(failure)
                case .session(.over), .session(.spent): break
                default: machine.apply(signal) { anomalies += $0.anomalies.anomalies }
                }
            }
        }
        standing = session.map { Standing($0) } ?? machine.standing
        self.anomalies = anomalies
    }

    private var nextStep: NextStep {
        switch standing.state {
        case .initializing, .processing: .wait
        case .ready: .pay
        case .actionRequired(let action): .act(action)
        case .pending, .outcomeUnknown: .checkStatus
        case .partiallyPaid(let part): part.remaining.map { .payRemaining($0) } ?? .checkStatus
        case .succeeded: .finish
        case .declined, .cancelled, .failed: .payAgain(standing.retry)
        }
    }

    /// The explanation for a person: aligned, one fact a line.
    var text: String {
        var rows = [
            ["state", standing.state.description, Wording.meaning(standing.state)],
            ["said by", standing.evidence?.rawValue ?? "–", Wording.meaning(standing.evidence)],
            ["money", standing.exposure.rawValue, Wording.meaning(standing.exposure)],
            ["next step", nextStep.description, Wording.meaning(nextStep)],
        ]
        for anomaly in anomalies { rows.append(["anomaly", anomaly.rawValue, Wording.meaning(anomaly)]) }
        let payment = standing.state.payment
        if let reference = payment.reference { rows.append(["payment", reference.text]) }
        if let amount = payment.amount {
            rows.append(["amount", "\(amount)\(asked == nil ? ", compared with nothing: give --asked" : "")"])
        }
        if !standing.state.raw.isEmpty { rows.append(["because", standing.state.raw.description]) }
        return Terminal.table(rows)
    }
}
