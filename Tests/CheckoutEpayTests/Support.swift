import CheckoutCore
import CheckoutEpay
import CheckoutTesting
import Foundation
import Testing

/// Plays lines in one Epay session that is ready, unless told otherwise.
func play(_ lines: [String], isReady: Bool = true, settings: String = "{}") throws -> Trace {
    let header =
        #"{"recording":1,"order":{"reference":"E-1","amount":{"minorUnits":1000,"currency":"EUR"}},"#
        + #""sessions":[{"id":"a","provider":"epay","settings":\#(settings)}]}"#
    let ready = #"{"event":"sdk","state":"ready"}"#
    return try Recording(([header] + (isReady ? [ready] : []) + lines).joined(separator: "\n").utf8).play()
}

let start = #"{"event":"start","method":"card"}"#

func attempt(_ id: String = "e1", _ state: String, _ members: String = "") -> String {
    #"{"event":"attempt","id":"\#(id)","state":"\#(state)""# + (members.isEmpty ? "" : "," + members) + "}"
}

extension Trace {
    /// How each attempt stands at the end, by its number.
    func standing(of attempt: Int) -> Standing? {
        for line in lines.reversed() {
            if case .change(_, let update) = line, update.change.attempt == attempt { return update.change.standing }
        }
        return nil
    }

    /// The numbers of all attempts that any line names.
    var attempts: Set<Int> {
        Set(
            lines.compactMap { line in
                if case .change(_, let update) = line { update.change.attempt } else { nil }
            })
    }

    /// The refusals, in order.
    var refusals: [StartRefusal] {
        lines.compactMap { line in
            if case .refused(_, let reason) = line { reason } else { nil }
        }
    }
}

/// What one event makes of an attempt of which nothing else is known.
func standing(
    of event: EpayEvent, isSubmitted: Bool, vocabulary: EpayVocabulary = .standard, asked: Money? = euros(1000)
) -> Standing {
    var adapter = EpayAdapter(dynamicAmount: false, vocabulary: vocabulary)
    var machine = AttemptMachine(asked: asked, isSubmitted: isSubmitted)
    adapter.interpret(event, for: context(isSubmitted: isSubmitted, asked: asked)) { machine.apply($0) { _ in } }
    return machine.standing
}

func context(_ id: String = "attempt-1", isSubmitted: Bool = true, asked: Money? = euros(1000)) -> AttemptContext {
    AttemptContext(id: AttemptID(rawValue: id), asked: asked, isSubmitted: isSubmitted)
}

/// The signals of one event.
func signals(
    _ event: EpayEvent, for attempt: AttemptContext? = context(), by adapter: inout EpayAdapter
) -> [CheckoutSignal] {
    var signals: [CheckoutSignal] = []
    adapter.interpret(event, for: attempt) { signals.append($0) }
    return signals
}

func euros(_ cents: Int64) -> Money? { Currency(code: "EUR").map { Money(minorUnits: cents, currency: $0) } }

/// The folder of the package.
let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
