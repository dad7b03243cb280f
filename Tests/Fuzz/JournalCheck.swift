import CheckoutCore
import CheckoutTesting

/// A journal that was changed grants no start that it refused before.
enum JournalCheck {
    private struct Base: Sendable {
        let order: CheckoutOrder
        let bytes: [UInt8]
        /// Where the last line begins: it may be what a crash cut off.
        let lastLine: Int
        let refuses: Bool
        let refusesWithoutLast: Bool
    }

    private static let bases: [Base] = Seeds.recordings.compactMap { text -> Base? in
        guard let recording = try? Recording(text) else { return nil }
        let lines = recording.records().compactMap { OrderRecord.line([$0]) }
        let bytes = JournalLines.write(lines, from: 0)
        let start = JournalLines.write(lines.dropLast(), from: 0).count
        guard let refuses = Self.refuses(bytes, recording.order),
            let without = Self.refuses(Array(bytes.prefix(start)), recording.order)
        else { return nil }
        return Base(
            order: recording.order, bytes: bytes, lastLine: start, refuses: refuses, refusesWithoutLast: without)
    }

    /// The bytes choose a journal and an edit of it: `journal, kind, place, place, length, text…`.
    static func finding(_ input: [UInt8]) -> String? {
        _ = JournalLines.read(input)
        if let records = OrderRecord.records(in: input), let line = OrderRecord.line(records) {
            guard let again = OrderRecord.records(in: line), OrderRecord.line(again) == line else {
                return "a written line isn't read back"
            }
        }
        guard input.count >= 5 else { return nil }
        let base = bases[Int(input[0]) % bases.count]
        var bytes = base.bytes
        let place = (Int(input[2]) << 8 | Int(input[3])) % bytes.count
        let text = input.dropFirst(5)
        // An edit is before the last line, which then stands whole, or within it.
        let limit = place < base.lastLine ? base.lastLine : bytes.count
        let end = min(place + Int(input[4]), limit)
        switch input[1] % 4 {
        case 0: bytes.insert(contentsOf: text, at: place)
        case 1: bytes.removeSubrange(place..<end)
        case 2: bytes.replaceSubrange(place..<end, with: text)
        default: for index in place..<end { bytes[index] ^= input[1] | 1 }
        }
        guard refuses(bytes, base.order) == false, base.refuses else { return nil }
        if place >= base.lastLine, !base.refusesWithoutLast { return nil }
        return "a changed journal grants a start"
    }

    /// Whether a start is refused; `nil` where the journal can't be opened at all.
    private static func refuses(_ bytes: [UInt8], _ order: CheckoutOrder) -> Bool? {
        let reading = JournalLines.read(bytes)
        guard !reading.isLaterVersion else { return nil }
        let content = JournalContent(lines: reading.lines, isDamaged: reading.isDamaged)
        guard let restored = try? RestoredOrder(order: order, policy: .standard, table: .standard, from: content)
        else { return nil }
        return restored.machine.standing.refusal != nil
    }
}
