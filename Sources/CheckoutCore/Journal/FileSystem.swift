#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The few calls to the operating system that a journal needs, in one place.
///
/// A file is a descriptor that is open for reading and appending; every call says what failed and why.
struct FileDescriptor: Sendable {
    let number: Int32

    /// Opens a file, or makes it; never through a symbolic link.
    static func open(_ path: String, creating: Bool) throws(JournalError) -> FileDescriptor {
        let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | (creating ? O_CREAT : 0)
        // Readable and writable for the owner alone.
        let number = retrying { Int(systemOpen(path, flags, 0o600)) }
        guard number >= 0 else { throw failure("open") }
        return FileDescriptor(number: Int32(number))
    }

    /// Takes the lock that excludes every other owner, in this process too.
    func lock() throws(JournalError) {
        guard retrying({ Int(flock(number, LOCK_EX | LOCK_NB)) }) < 0 else { return }
        let code = errno
        if code == EWOULDBLOCK || code == EAGAIN { throw .inUse }
        throw Self.failure("lock", code)
    }

    /// Everything that is in the file.
    func readAll() throws(JournalError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = retrying {
                unsafe chunk.withUnsafeMutableBytes { buffer in
                    unsafe pread(number, buffer.baseAddress, buffer.count, off_t(bytes.count))
                }
            }
            guard count >= 0 else { throw Self.failure("read") }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
    }

    /// Writes all bytes at a place.
    func write(_ bytes: [UInt8], at offset: Int) throws(JournalError) {
        var written = 0
        while written < bytes.count {
            let count = retrying {
                unsafe bytes.withUnsafeBytes { buffer in
                    unsafe pwrite(
                        number, buffer.baseAddress.map { unsafe $0 + written }, buffer.count - written,
                        off_t(offset + written))
                }
            }
            guard count > 0 else { throw Self.failure("write", count == 0 ? ENOSPC : errno) }
            written += count
        }
    }

    /// Cuts the file to a length.
    func truncate(to length: Int) throws(JournalError) {
        guard retrying({ Int(ftruncate(number, off_t(length))) }) == 0 else { throw Self.failure("truncate") }
    }

    /// Returns when what was written survives a power cut.
    ///
    /// On Darwin `fsync` is no barrier: `F_BARRIERFSYNC` keeps the order of writes, `F_FULLFSYNC` also waits for the
    /// drive's own cache. A file system that knows neither gets the plain call.
    func synchronise(fully: Bool) throws(JournalError) {
        #if canImport(Darwin)
            if fcntl(number, fully ? F_FULLFSYNC : F_BARRIERFSYNC) == 0 { return }
        #endif
        guard retrying({ Int(fsync(number)) }) == 0 else { throw Self.failure("fsync") }
    }

    /// Gives the lock back and closes the descriptor.
    ///
    /// Closing alone isn't enough: a process that is just being spawned holds a copy of the descriptor, and with it the
    /// lock, until it runs its own program.
    func close() {
        _ = flock(number, LOCK_UN)
        _ = systemClose(number)
    }

    /// What is at a path now.
    struct Status {
        /// The number the file system gave the file. As long as a descriptor holds a file, no other gets it.
        let identity: UInt64
        let length: Int
    }

    /// Looks at what is at a path, following no symbolic link.
    static func status(of path: String) throws(JournalError) -> Status {
        guard let status = systemStatus(path) else {
            throw .unavailable("its file or lock was removed by somebody else")
        }
        return status
    }

    static func rename(_ from: String, to path: String) throws(JournalError) {
        guard retrying({ Int(systemRename(from, path)) }) == 0 else { throw failure("rename") }
    }

    static func remove(_ path: String) throws(JournalError) {
        guard retrying({ Int(unsafe unlink(path)) }) == 0 || errno == ENOENT else { throw failure("unlink") }
    }

    /// Makes a folder if it isn't there.
    static func makeFolder(_ path: String) throws(JournalError) {
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure("make the folder \(path)") }
    }

    /// Makes the entries of a folder durable: a file that was made or renamed is there after a power cut.
    static func synchroniseFolder(_ path: String, fully: Bool) throws(JournalError) {
        let number = retrying { Int(systemOpen(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY, 0)) }
        guard number >= 0 else { throw failure("open folder") }
        let folder = FileDescriptor(number: Int32(number))
        defer { folder.close() }
        try folder.synchronise(fully: fully)
    }

    private static func failure(_ call: String, _ code: Int32 = errno) -> JournalError {
        let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
        return .unavailable("\(call): \(reason)")
    }
}

/// Calls again what a signal has interrupted.
private func retrying(_ call: () -> Int) -> Int {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

#if canImport(Glibc)
    /// Each append looks twice: the system's own call takes a microsecond, Foundation's twenty.
    private func systemStatus(_ path: String) -> FileDescriptor.Status? {
        var found = stat()
        guard unsafe lstat(path, &found) == 0 else { return nil }
        return FileDescriptor.Status(identity: UInt64(found.st_ino), length: Int(found.st_size))
    }
#else
    private func systemStatus(_ path: String) -> FileDescriptor.Status? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
        // Foundation gives the file system's numbers as values or boxed.
        func number(_ key: FileAttributeKey) -> UInt64 {
            let value = attributes[key]
            return value as? UInt64 ?? (value as? any BinaryInteger).map { UInt64(clamping: $0) } ?? 0
        }
        return FileDescriptor.Status(identity: number(.systemFileNumber), length: Int(number(.size)))
    }
#endif

// The names below are a struct's own inside of it.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { unsafe open(path, flags, mode) }
private func systemClose(_ number: Int32) -> Int32 { close(number) }
private func systemRename(_ from: String, _ to: String) -> Int32 { unsafe rename(from, to) }
