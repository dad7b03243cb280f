/// The lines of a journal file: `{"version":1,"line":0,"record":…,"checksum":"…"}`.
///
/// The checksum is over everything before `,"checksum"`, so every byte of a line is covered by it or is part of it.
package enum JournalLines {
    static let version = 1

    /// What was found in a file.
    package struct Reading: Equatable {
        /// The records that were acknowledged and can be read.
        package var lines: [[UInt8]] = []
        /// The length of the file up to the end of the last of them.
        var length = 0
        /// The last line is whole but for its end.
        var lacksEnd = false
        /// A line that was acknowledged can't be read, or is missing.
        package var isDamaged = false
        /// A line is of a later version.
        package var isLaterVersion = false
    }

    package static func write(_ records: [[UInt8]], from first: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(records.reduce(0) { $0 + $1.count + 80 })
        for (place, record) in records.enumerated() {
            let start = bytes.count
            bytes += "{\"version\":\(version),\"line\":\(first + place),\"record\":".utf8
            bytes += record
            let sum = Checksum.of(bytes[start...])
            bytes += checksumKey
            bytes += Checksum.text(sum)
            bytes += [34, 125, 10]
        }
        return bytes
    }

    /// Reads a file: whole lines, then what a crash may have left of the last one.
    package static func read(_ bytes: [UInt8]) -> Reading {
        var reading = Reading()
        var start = 0
        while start < bytes.count {
            guard let end = bytes[start...].firstIndex(of: 10) else {
                readTail(bytes[start...], &reading)
                return reading
            }
            switch record(in: bytes[start..<end], at: reading.lines.count) {
            case .record(let record):
                reading.lines.append(record)
                reading.length = end + 1
            case .laterVersion:
                reading.isLaterVersion = true
                return reading
            case .none:
                // It has its end, so it was acknowledged once.
                reading.isDamaged = true
                return reading
            }
            start = end + 1
        }
        return reading
    }

    /// The last line has no end: it counts if its checksum holds, or holds without the last byte, which was the end then.
    private static func readTail(_ tail: ArraySlice<UInt8>, _ reading: inout Reading) {
        for length in [tail.count, tail.count - 1] where length > 0 {
            let line = tail.prefix(length)
            if case .record(let record) = record(in: line, at: reading.lines.count) {
                reading.lines.append(record)
                reading.length += line.count
                reading.lacksEnd = true
                return
            }
        }
    }

    private enum Found {
        case record([UInt8])
        case laterVersion
        case none
    }

    private static let checksumKey = Array(",\"checksum\":\"".utf8)

    private static func record(in line: ArraySlice<UInt8>, at place: Int) -> Found {
        // Behind the record: the key, eight digits, a quotation mark and a brace.
        let tail = checksumKey.count + 8 + 2
        guard line.count > tail, line.suffix(2).elementsEqual([34, 125]) else { return .none }
        let body = line.prefix(line.count - tail)
        let rest = line.suffix(tail)
        guard rest.starts(with: checksumKey),
            rest.dropFirst(checksumKey.count).prefix(8).elementsEqual(Checksum.text(Checksum.of(body)))
        else { return .none }
        let prefix = Array("{\"version\":\(version),\"line\":\(place),\"record\":".utf8)
        guard body.starts(with: prefix) else {
            return body.starts(with: Array("{\"version\":\(version),".utf8)) ? .none : .laterVersion
        }
        return .record(Array(body.dropFirst(prefix.count)))
    }
}
