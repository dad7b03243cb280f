#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A journal of one append-only file for each order, in one folder.
///
/// A file is JSON Lines; each line carries the format's version, its place and a checksum. A line counts once its write
/// has returned: a start and a submission are durable before the guard says yes. Only an allow-list of fields is written:
/// no card data, no token, no free text, no person.
///
/// What a crash or a bad disk can do to a file is told apart when it is opened: a last line that was cut off was never
/// acknowledged and is dropped; a line that is complete and doesn't fit its checksum was, and blocks the order.
///
/// A file that somebody else removes, replaces or cuts while it is open is noticed at the next write, which fails.
///
/// On Apple systems the files are readable after the first unlock and kept out of backups: a second phone must not get
/// the attempts of the first. One owner has a file at a time, over all processes.
public struct FileJournal: AttemptJournal {
    /// The folder the files are in.
    public let folder: String
    /// Whether a durable write also waits for the drive's own cache (`F_FULLFSYNC`); it takes tens of milliseconds on a
    /// phone. Only Darwin tells the two apart.
    public let waitsForDrive: Bool

    /// Makes a journal in a folder, which is made if it isn't there. Its parent must be.
    public init(directory: URL, waitsForDrive: Bool = false) {
        folder = directory.path
        self.waitsForDrive = waitsForDrive
    }

    /// Opens the file of an order for this owner alone.
    public func open(order: String) throws(JournalError) -> any OpenJournal {
        try FileDescriptor.makeFolder(folder)
        let path = folder + "/" + JournalFileName.name(of: order)
        let lock = try FileDescriptor.open(JournalFileName.lock(of: path), creating: true)
        do throws(JournalError) {
            try lock.lock()
            return try OpenFileJournal(path: path, lock: lock, folder: folder, waitsForDrive: waitsForDrive)
        } catch {
            lock.close()
            throw error
        }
    }
}

/// The name of an order's file.
enum JournalFileName {
    /// Lower-case letters, digits, `-` and `_` stand for themselves, everything else is `=` and two digits: no slash, no
    /// dot, and nothing that a case-insensitive file system confuses. A name too long for a file system is cut and told
    /// apart by its checksums; the file's first line tells whose it is.
    static func name(of order: String) -> String {
        var name: [UInt8] = []
        let digits = Array("0123456789abcdef".utf8)
        for byte in order.utf8 {
            switch byte {
            case 48...57, 97...122, 45, 95: name.append(byte)
            default: name += [61, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        if name.count > 180 {
            let sum = Checksum.text(Checksum.of(order.utf8)) + Checksum.text(Checksum.of(order.utf8.reversed()))
            name = name.prefix(160) + [126] + sum
        }
        return String(decoding: name, as: UTF8.self) + ".checkout"
    }

    /// The file beside it that is locked: it stays when the journal is replaced.
    static func lock(of path: String) -> String { path + ".lock" }
}

/// An order's file, open and locked.
final class OpenFileJournal: OpenJournal {
    let content: JournalContent
    private let path: String
    private let folder: String
    private let waitsForDrive: Bool
    private let lockIdentity: UInt64
    private let state: Locked<State>

    private struct State: Sendable {
        var lock: FileDescriptor?
        var file: FileDescriptor
        /// Tells the file from another one at its path.
        var identity: UInt64
        /// The length of everything that was acknowledged.
        var length: Int
        /// The number of the next line.
        var next: Int
        /// Something beyond `length` may be in the file.
        var needsCut: Bool
        /// The file can't be read: it stays as it is until it is replaced.
        var isDamaged: Bool
    }

    init(path: String, lock: FileDescriptor, folder: String, waitsForDrive: Bool) throws(JournalError) {
        self.path = path
        self.folder = folder
        self.waitsForDrive = waitsForDrive
        lockIdentity = try FileDescriptor.status(of: JournalFileName.lock(of: path)).identity
        let file = try FileDescriptor.open(path, creating: true)
        do throws(JournalError) {
            FileProtection.apply(to: path)
            let bytes = try file.readAll()
            let reading = JournalLines.read(bytes)
            if reading.isLaterVersion { throw .laterVersion }
            content = JournalContent(lines: reading.lines, isDamaged: reading.isDamaged)
            if !reading.isDamaged, bytes.count != reading.length || reading.lacksEnd {
                try file.truncate(to: reading.length)
                if reading.lacksEnd { try file.write([10], at: reading.length) }
                try file.synchronise(fully: waitsForDrive)
            }
            if bytes.isEmpty { try FileDescriptor.synchroniseFolder(folder, fully: waitsForDrive) }
            state = Locked(
                State(
                    lock: lock, file: file, identity: try FileDescriptor.status(of: path).identity,
                    length: reading.length + (reading.lacksEnd ? 1 : 0), next: reading.lines.count, needsCut: false,
                    isDamaged: reading.isDamaged))
        } catch {
            file.close()
            throw error
        }
    }

    func append(_ lines: [[UInt8]], isDurable: Bool) throws(JournalError) {
        try state.withLock { state throws(JournalError) in
            guard state.lock != nil else { throw .closed }
            guard !state.isDamaged else { throw .unavailable("it is damaged") }
            // Somebody else may have removed or cut the file: nothing is acknowledged then.
            try checkLock()
            let status = try FileDescriptor.status(of: path)
            guard status.identity == state.identity else { throw .unavailable(Self.replaced) }
            guard status.length >= state.length else { throw .unavailable("its file was cut by somebody else") }
            if state.needsCut {
                try state.file.truncate(to: state.length)
                state.needsCut = false
            }
            let bytes = JournalLines.write(lines, from: state.next)
            do throws(JournalError) {
                try state.file.write(bytes, at: state.length)
                if isDurable { try state.file.synchronise(fully: waitsForDrive) }
            } catch {
                // What was written of it must not be read back as if it had been acknowledged.
                state.needsCut = (try? state.file.truncate(to: state.length)) == nil
                throw error
            }
            state.length += bytes.count
            state.next += lines.count
        }
    }

    /// A lock that is no longer at its place excludes nobody.
    private func checkLock() throws(JournalError) {
        guard try FileDescriptor.status(of: JournalFileName.lock(of: path)).identity == lockIdentity else {
            throw .unavailable(Self.replaced)
        }
    }

    private static let replaced = "its file or lock was replaced by somebody else"

    func replace(with lines: [[UInt8]]) throws(JournalError) {
        try state.withLock { state throws(JournalError) in
            guard state.lock != nil else { throw .closed }
            try checkLock()
            let fresh = path + ".new"
            try FileDescriptor.remove(fresh)
            let file = try FileDescriptor.open(fresh, creating: true)
            do throws(JournalError) {
                FileProtection.apply(to: fresh)
                let bytes = JournalLines.write(lines, from: 0)
                try file.write(bytes, at: 0)
                try file.synchronise(fully: waitsForDrive)
                let identity = try FileDescriptor.status(of: fresh).identity
                try FileDescriptor.rename(fresh, to: path)
                // From here on the new file is the journal, whatever else fails.
                state.file.close()
                state = State(
                    lock: state.lock, file: file, identity: identity, length: bytes.count,
                    next: lines.count, needsCut: false, isDamaged: false)
            } catch {
                file.close()
                throw error
            }
            try FileDescriptor.synchroniseFolder(folder, fully: waitsForDrive)
        }
    }

    func close() {
        state.withLock { state in
            guard let lock = state.lock else { return }
            state.lock = nil
            state.file.close()
            lock.close()
        }
    }

    deinit { close() }
}
