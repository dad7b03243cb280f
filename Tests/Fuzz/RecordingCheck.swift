import CheckoutCore
import CheckoutTesting
import Foundation

/// A recording plays to one trace, whose lines are JSON and break no rule of money.
enum RecordingCheck {
    static func finding(_ bytes: [UInt8]) -> String? {
        guard let recording = try? Recording(bytes) else { return nil }
        let trace = recording.play()
        let lines = trace.jsonLines
        if recording.play().jsonLines != lines { return "played otherwise the second time" }
        for line in lines where (try? JSONSerialization.jsonObject(with: Data(line.utf8))) == nil {
            return "no JSON: \(line)"
        }
        let starts = Set(recording.events.filter { $0.name == "start" }.map(\.step))
        var known: [Int: Standing] = [:]
        for case .change(let step, let update) in trace.lines {
            guard let attempt = update.change.attempt else { continue }
            let standing = update.change.standing
            if let before = known[attempt] {
                if before.state.kind == .outcomeUnknown, standing.state.kind.isEnd, standing.evidence == .local {
                    return "step \(step): doubt ended by this device"
                }
            } else if starts.contains(step), known.contains(where: { $0.value.exposure == .possible }) {
                return "step \(step): a start was granted while another attempt is exposed"
            }
            known[attempt] = standing
        }
        return nil
    }
}
