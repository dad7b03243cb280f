import Foundation

/// A server on this machine that answers as badly as it is told to, and remembers what it was asked.
final class NastyServer: Sendable {
    /// A request as it arrived.
    struct Received: Sendable, Hashable {
        let path: String
        let headers: [String: String]
        let body: String
        var key: String? { headers["idempotency-key"] }
        /// What must be the same in every repeat.
        var identity: [String?] { [path, key, body] }
    }

    /// What it does with a request.
    enum Behaviour: Sendable {
        /// Answers as a server should.
        case answer(_ body: String, status: Int = 200)
        /// Answers after a while.
        case late(Double, _ body: String)
        /// Answers when ``NastyServer/release()`` is called.
        case held(_ body: String)
        /// Answers and keeps the connection; what comes next on it is read, and nobody can connect again after that.
        case keep(_ body: String)
        /// Reads the request and says nothing.
        case silence
        /// Closes the connection without a word.
        case hangUp
        /// Sends these bytes and closes the connection.
        case bytes(String)
        /// Sends these bytes and resets the connection.
        case reset(after: String)
        /// Sends a status and a type, then bytes without end.
        case gigantic
        /// Sends a good answer, one byte at a time.
        case trickle(Double)
    }

    let port: UInt16
    private let socket: Int32
    private let behave: @Sendable (Received, _ number: Int) -> Behaviour
    private let reads: Bool
    private let lock = NSLock()
    nonisolated(unsafe) private var log: [Received] = []
    nonisolated(unsafe) private var isStopped = false
    nonisolated(unsafe) private var released = false

    /// - Parameters:
    ///   - reads: whether it reads requests at all.
    ///   - behave: what it does with a request; the number counts from 1.
    init(reads: Bool = true, _ behave: @escaping @Sendable (Received, _ number: Int) -> Behaviour) throws {
        self.reads = reads
        self.behave = behave
        socket = try Sockets.listen()
        port = Sockets.port(of: socket)
        let socket = socket
        Thread { [weak self] in
            while let connection = Sockets.accept(socket) {
                Thread { [weak self] in
                    defer { Sockets.end(connection) }
                    self?.serve(connection)
                }.start()
            }
        }.start()
    }

    deinit { stop() }

    var url: URL { URL(string: "http://127.0.0.1:\(port)/shop")! }

    var requests: [Received] {
        lock.lock()
        defer { lock.unlock() }
        return unsafe log
    }

    /// Lets the held answers go.
    func release() {
        lock.lock()
        defer { lock.unlock() }
        unsafe released = true
    }

    private var isReleased: Bool {
        lock.lock()
        defer { lock.unlock() }
        return unsafe released || isStopped
    }

    func stop() {
        lock.lock()
        defer { lock.unlock() }
        guard unsafe !isStopped else { return }
        unsafe isStopped = true
        Sockets.end(socket)
    }

    private func serve(_ connection: Int32) {
        guard reads else { return Thread.sleep(forTimeInterval: 3) }
        if let request = receive(from: connection) { answer(request, on: connection) }
    }

    private func receive(from connection: Int32) -> Received? {
        var bytes: [UInt8] = []
        let gap = Array("\r\n\r\n".utf8)
        while true {
            if let end = bytes.firstRange(of: gap) {
                let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
                var headers: [String: String] = [:]
                for line in head.dropFirst() {
                    guard let colon = line.firstIndex(of: ":") else { continue }
                    headers[line[..<colon].lowercased()] = line[line.index(after: colon)...]
                        .trimmingCharacters(in: .whitespaces)
                }
                let body = bytes[end.upperBound...]
                if body.count >= Int(headers["content-length"] ?? "0") ?? 0 {
                    let path = head[0].split(separator: " ").dropFirst().first.map(String.init) ?? ""
                    return Received(path: path, headers: headers, body: String(decoding: body, as: UTF8.self))
                }
            }
            guard let more = Sockets.read(connection) else { return nil }
            bytes += more
        }
    }

    private func answer(_ request: Received, on connection: Int32) {
        lock.lock()
        unsafe log.append(request)
        let number = unsafe log.count
        lock.unlock()
        switch behave(request, number) {
        case .answer(let body, let status): Sockets.write(Self.http(body, status), to: connection)
        case .late(let seconds, let body):
            Thread.sleep(forTimeInterval: seconds)
            Sockets.write(Self.http(body, 200), to: connection)
        case .held(let body):
            while !isReleased { Thread.sleep(forTimeInterval: 0.005) }
            Sockets.write(Self.http(body, 200), to: connection)
        case .keep(let body):
            Sockets.write(
                "HTTP/1.1 200 Status\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body, to: connection)
            _ = receive(from: connection)
            stop()
            Thread.sleep(forTimeInterval: 0.05)
        case .silence: Thread.sleep(forTimeInterval: 3)
        case .hangUp: break
        case .bytes(let text): Sockets.write(text, to: connection)
        case .reset(let text):
            Sockets.write(text, to: connection)
            Thread.sleep(forTimeInterval: 0.05)
            Sockets.resetOnClose(connection)
        case .gigantic:
            Sockets.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{\"a\":\"", to: connection)
            let chunk = String(repeating: "a", count: 1 << 16)
            for _ in 0..<200 where !Sockets.write(chunk, to: connection) { break }
        case .trickle(let pause):
            for byte in Self.http(#"{"resultCode":"Authorised","pspReference":"PSP1"}"#, 200) {
                guard Sockets.write(String(byte), to: connection) else { break }
                Thread.sleep(forTimeInterval: pause)
            }
        }
    }

    static func http(_ body: String, _ status: Int) -> String {
        "HTTP/1.1 \(status) Status\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
            + "Connection: close\r\n\r\n" + body
    }
}

/// The few calls of the operating system that a server needs.
enum Sockets {
    struct Failed: Error {}

    #if canImport(Darwin)
        private static let stream = SOCK_STREAM
        private static let sendFlags: Int32 = 0
    #else
        private static let stream = Int32(SOCK_STREAM.rawValue)
        private static let sendFlags = Int32(MSG_NOSIGNAL)
    #endif

    static func listen() throws -> Int32 {
        signal(SIGPIPE, SIG_IGN)
        let socket = socket(AF_INET, stream, 0)
        var address = address(port: 0)
        let isBound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(socket, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard socket >= 0, isBound == 0, Foundation.listen(socket, 128) == 0 else { throw Failed() }
        return socket
    }

    /// Asks a server of this machine for a page, and doesn't follow where it leads.
    static func get(_ path: String, port: UInt16) throws -> String {
        try ask("GET \(path) HTTP/1.0\r\n\r\n", port: port)
    }

    /// Sends a text to a server of this machine and reads what comes, for two seconds at most at a time.
    static func ask(_ request: String, port: UInt16) throws -> String {
        let socket = socket(AF_INET, stream, 0)
        defer { end(socket) }
        var address = address(port: port)
        let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe connect(socket, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard isConnected == 0 else { throw Failed() }
        var patience = timeval(tv_sec: 2, tv_usec: 0)
        let size = socklen_t(MemoryLayout.size(ofValue: patience))
        _ = unsafe setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        write(request, to: socket)
        var answer: [UInt8] = []
        while let more = read(socket) { answer += more }
        return String(decoding: answer, as: UTF8.self)
    }

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return address
    }

    static func port(of socket: Int32) -> UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe getsockname(socket, pointer, &length)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    static func accept(_ socket: Int32) -> Int32? {
        let connection = Foundation.accept(socket, nil, nil)
        return connection < 0 ? nil : connection
    }

    static func read(_ connection: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        let count = unsafe recv(connection, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer[..<count]) : nil
    }

    @discardableResult
    static func write(_ text: String, to connection: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let sent = unsafe rest.withUnsafeBytes { unsafe send(connection, $0.baseAddress, $0.count, sendFlags) }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    static func resetOnClose(_ connection: Int32) {
        var linger = linger(l_onoff: 1, l_linger: 0)
        _ = unsafe setsockopt(
            connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    static func end(_ socket: Int32) {
        _ = shutdown(socket, 2)
        close(socket)
    }
}
