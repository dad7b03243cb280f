import CheckoutCore
import CheckoutTesting
import Foundation

/// A recording plays to one trace of JSON lines, approves nothing without a vendor's or the merchant's word for it, and
/// breaks no rule of money.
enum RecordingCheck {
    static func finding(_ bytes: [UInt8]) -> String? {
        guard let recording = try? Recording(bytes) else { return nil }
        let trace = recording.play()
        let lines = trace.jsonLines
        if recording.play().jsonLines != lines { return "played otherwise the second time" }
        for line in lines where (try? JSONSerialization.jsonObject(with: Data(line.utf8))) == nil {
            return "no JSON: \(line)"
        }
        let approves = trace.lines.contains { line in
            guard case .change(_, let update) = line else { return false }
            return update.change.standing.state.kind.isApproval
        }
        if approves, !hasApprovingWord(bytes) { return "approved without a word that does" }
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

    /// The words of the four vendors, and of the merchant, that something was paid.
    private static let approvingWords: Set<String> = [
        "Authorised", "PartiallyAuthorised", "AUTHORISATION", "CAPTURE", "ORDER_CLOSED", "completed", "success",
        "SUCCESS", "Accepted", "transactionAccepted", "AuthorisedSubmitResult", "CapturedSubmitResult",
        "MerchantSubmitResult",
        "succeeded", "partiallyPaid",
    ]

    private static func hasApprovingWord(_ bytes: [UInt8]) -> Bool {
        func isIn(_ json: JSONValue) -> Bool {
            switch json {
            case .string(let text): approvingWords.contains(text) || isIn(text)
            case .array(let elements): elements.contains(where: isIn)
            case .object(let object): object.members.contains { isIn($0.value) }
            case .null, .bool, .number, .conflicting: false
            }
        }
        // A body may stand as a text.
        func isIn(_ text: String) -> Bool { text.contains("{") && ((try? JSONReader.read(text)).map(isIn) ?? false) }
        return bytes.split(separator: 10).contains { (try? JSONReader.read(Array($0))).map(isIn) ?? false }
    }
}
