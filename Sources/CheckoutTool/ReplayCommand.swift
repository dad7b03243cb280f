import CheckoutCore
import CheckoutTesting
import Foundation

/// `checkout replay`: a recording becomes its trace.
struct ReplayCommand {
    private var file: String
    private var asJSON = false
    private var page: String?

    init(_ words: inout Words) throws(CommandError) {
        var file: String?
        while let word = words.next() {
            switch word {
            case _ where CheckoutCommand.isHelp(word): throw .help
            case "--json": asJSON = true
            case "--html":
                page = try words.value(of: word)
                guard page?.hasPrefix("-") == false else { throw .usage("--html needs the name of the page") }
            case _ where word.hasPrefix("-") && word.count > 1:
                throw .usage("replay has no option “\(Terminal.plain(word))”")
            default:
                guard file == nil else { throw .usage("replay reads one file") }
                file = word
            }
        }
        guard let file else { throw .usage("replay needs a file") }
        guard page.map(Self.place) != Self.place(file) else { throw .usage("the page would replace the recording") }
        self.file = file
    }

    func run(_ read: (String?) throws(InputError) -> [UInt8]) throws(CommandError) -> CommandResult {
        let bytes: [UInt8]
        do { bytes = try read(file) } catch { throw .input(error) }
        let recording: Recording
        do { recording = try Recording(bytes) } catch { throw .data("not a recording: \(error)") }
        let trace = recording.play()
        return CommandResult(
            output: asJSON ? trace.jsonLines.joined(separator: "\n") + "\n" : table(trace, of: recording),
            file: page.map { .init(path: $0, text: TimelinePage(recording, trace).text) })
    }

    /// Where a path leads, however it is written.
    private static func place(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }

    private func table(_ trace: Trace, of recording: Recording) -> String {
        let hasSessions = recording.sessions.count > 1
        var rows = [["step"] + (hasSessions ? ["session"] : []) + ["attempt", "state", "money", "order", "anomalies"]]
        for line in trace.lines {
            switch line {
            case .refused(let step, let reason):
                rows.append([String(step)] + (hasSessions ? ["–"] : []) + ["–", "refused(\(reason.rawValue))"])
            case .change(let step, let update):
                let change = update.change
                let session = change.session.map { ForeignText($0).shown } ?? "–"
                rows.append(
                    [String(step)]
                        + (hasSessions ? [session] : [])
                        + [
                            change.attempt.map { String($0) } ?? "–", change.standing.description,
                            change.standing.exposure.rawValue, update.order.state.kind.rawValue,
                            change.anomalies.map(\.rawValue).joined(separator: ", "),
                        ])
            }
        }
        let end = trace.standing
        var summary = [
            [
                "order",
                "\(ForeignText(trace.reference).shown), \(recording.order.amount), \(recording.policy.rawValue)",
            ],
            ["state", "\(end.standing.state): \(Wording.meaning(end.standing.state))"],
            ["next step", "\(end.nextStep): \(Wording.meaning(end.nextStep))"],
            [
                "new attempt",
                end.refusal.map { "no: \($0)" + (end.blockedBy.map { " (attempt \($0))" } ?? "") } ?? "may begin",
            ],
        ]
        for anomaly in end.anomalies {
            summary.append(["anomaly", "\(anomaly.rawValue): \(Wording.meaning(anomaly))"])
        }
        return Terminal.table(rows) + "\n" + Terminal.table(summary)
    }
}
