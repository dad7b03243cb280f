import Foundation
#if canImport(FoundationXML)
    import FoundationXML
#endif
import Testing

@testable import CheckoutCore

extension Attempt {
    /// An attempt brought to a place of the table.
    static func standing(at place: TransitionTable.Place) -> Attempt {
        var attempt = Attempt()
        let isLocalEnd = place.kind.isEnd && place.evidence == .local
        if place.isSubmitted, !isLocalEnd { attempt.hear(Say.submitted) }
        guard let evidence = place.evidence else {
            if place.kind == .actionRequired { attempt.hear(.progress(.actionRequired(.switchApp), by: .local)) }
            return attempt
        }
        attempt.hear(signal(TransitionTable.Word(place.kind, by: evidence)))
        return attempt
    }

    /// What says a word of the table.
    static func signal(_ word: TransitionTable.Word) -> CheckoutSignal {
        let outcome: Outcome? =
            switch word.kind {
            case .initializing, .ready, .processing, .actionRequired: nil
            case .pending: Say.pending
            case .partiallyPaid: Say.part()
            case .succeeded: Say.approved()
            case .declined: Say.declined
            case .cancelled: .cancelled(Cancellation(cause: .unstated))
            case .failed: .failed(Failure(kind: .provider))
            case .outcomeUnknown: Say.unknown
            }
        switch (word.evidence, outcome!) {
        case (.local, .declined(let decline)): return .statement(.local(.declined(decline), ifSubmitted: .noAnswer))
        case (.local, .cancelled(let end)): return .statement(.local(.cancelled(end), ifSubmitted: .noAnswer))
        case (.local, .failed(let end)): return .statement(.local(.failed(end), ifSubmitted: .noAnswer))
        case (.local, _): return Say.noAnswer
        case (.provider, let outcome): return Say.provider(outcome)
        case (.merchant, let outcome): return Say.merchant(outcome)
        }
    }

    var place: TransitionTable.Place {
        TransitionTable.Place(kind, by: machine.standing.evidence, isSubmitted: machine.standing.submitted)
    }
}

@Suite("The transition table")
struct TransitionTableTests {
    @Test("Every place of the table can be reached", arguments: TransitionTable.places)
    func reachable(place: TransitionTable.Place) { #expect(Attempt.standing(at: place).place == place) }

    @Test("The machine does in every place what the table says", arguments: TransitionTable.places)
    func agreement(place: TransitionTable.Place) {
        for trigger in TransitionTable.triggers {
            let row = TransitionTable.standard.transition(from: place, on: trigger)
            var attempt = Attempt.standing(at: place)
            let told: [AttemptChange]
            switch trigger {
            case .submission:
                // The submission of a place that stands for a submitted attempt was heard already.
                guard !place.isSubmitted else { continue }
                told = attempt.hear(Say.submitted)
            case .progress(let kind): told = attempt.hear(.progress(Self.progress(kind), by: .local))
            case .aliveProgress(let kind): told = attempt.hear(.progress(Self.progress(kind), by: .provider))
            case .localWord(let kind): told = attempt.hear(Attempt.signal(.init(kind, by: .local)))
            case .statement(let word): told = attempt.hear(Attempt.signal(word))
            }
            let anomalies = told.reduce(into: AnomalySet()) { $0.formUnion($1.anomalies) }
            #expect(attempt.place == row.to, "\(place) on \(trigger)")
            #expect(anomalies == row.anomalies, "\(place) on \(trigger)")
        }
    }

    private static func progress(_ kind: CheckoutState.Kind) -> AttemptProgress {
        kind == .processing ? .processing : .actionRequired(.switchApp)
    }

    @Test("The table has a row for every place and trigger, each to a place it knows")
    func total() {
        let rows = TransitionTable.standard.transitions
        #expect(rows.count == TransitionTable.places.count * TransitionTable.triggers.count)
        #expect(Set(rows.map(\.from)).count == TransitionTable.places.count)
    }

    @Test("No row of the table lowers an approval, or leaves doubt without somebody's word")
    func safety() {
        for row in TransitionTable.standard.transitions {
            if row.from.kind.isApproval { #expect(row.to.kind.isApproval) }
            if row.from.kind == .outcomeUnknown, row.to.kind.isEnd {
                guard case .statement(let word) = row.trigger else {
                    Issue.record("\(row)")
                    continue
                }
                #expect(word.evidence >= (row.from.evidence ?? .local))
            }
        }
    }

    @Test("The diagram in the documentation is the table's own")
    func documentation() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/CheckoutCore/CheckoutCore.docc/StateMachine.md")
        let page = try String(contentsOf: file, encoding: .utf8)
        #expect(page.contains("```mermaid\n" + TransitionTable.standard.diagram(.mermaid) + "```"))
    }

    /// To draw it anew: `CHECKOUT_UPDATE_DOCS=1 swift test --filter TransitionTableTests`.
    @Test("The picture in the documentation is the table's own")
    func pictureInDocumentation() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/CheckoutCore/CheckoutCore.docc/Resources/state-machine.svg")
        let text = TransitionTable.standard.diagram(.svg)
        if ProcessInfo.processInfo.environment["CHECKOUT_UPDATE_DOCS"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test("The picture has a dot for each who can lead from one state to another, and is well-formed")
    func picture() {
        let text = TransitionTable.standard.diagram(.svg)
        let dots = TransitionTable.standard.diagram(.mermaid).split(separator: "\n").filter { $0.contains(": ") }
            .map { $0.split(separator: ": ")[1].split(separator: ", ").count }.reduce(0, +)
        // The arrow of the start has a label and no dot; the legend has four.
        #expect(text.components(separatedBy: "<circle").count - 1 == dots - 1 + 4)
        let parser = XMLParser(data: Data(text.utf8))
        #expect(parser.parse())
    }

    @Test("Both diagrams draw every state and only real arrows")
    func diagram() {
        for format in [TransitionTable.DiagramFormat.mermaid, .dot] {
            let text = TransitionTable.standard.diagram(format)
            let arrow = format == .mermaid ? "-->" : "->"
            let kinds: [CheckoutState.Kind] = [
                .actionRequired, .pending, .partiallyPaid, .succeeded, .declined, .cancelled, .failed, .outcomeUnknown,
            ]
            for kind in kinds { #expect(text.contains("\(arrow) \(kind.rawValue)")) }
            #expect(text.contains("outcomeUnknown \(arrow) succeeded"))
            #expect(!text.contains("succeeded \(arrow) declined"))
            #expect(!text.contains("pending \(arrow) processing"))
        }
    }
}
