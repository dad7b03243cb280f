public import CheckoutCore

/// What happened to one order, line by line, as the public format has it.
///
/// A recording is JSON Lines: a header with the order, the policy and the sessions, then one event a line.
public struct Recording: Sendable {
    /// The order.
    public let order: CheckoutOrder
    /// The guard's policy.
    public let policy: GuardPolicy
    /// The sessions of the header, in their order.
    public let sessions: [SessionHeader]

    /// The events, in the order they happened.
    package let events: [Line]

    /// A session of the header.
    public struct SessionHeader: Sendable, Hashable {
        /// Its name in the recording.
        public let id: String
        /// Its provider.
        public let provider: Provider

        let settings: JSONValue?
    }

    /// An event of the recording.
    package struct Line: Sendable {
        /// The number of the event, from 1.
        package let step: Int
        /// The number of the line in the file, from 1.
        package let number: Int
        /// The event's name, one that its provider has.
        package let name: String
        /// The place of its session in the header.
        package let session: Int
        let json: JSONValue

        /// Whether it speaks of the order, or of an attempt by its number, and names no session.
        package var isOfOrder: Bool { json["session"] == nil && Recording.orderEvents.contains(name) }
        /// The method it names.
        package var method: RawCode? { (json["method"]?.string).map { RawCode($0) } }
    }

    /// The largest recording that is read, in bytes: hundreds of thousands of events of one order.
    public static let maximumSize = 8 << 20

    /// Reads a recording.
    ///
    /// - Throws: ``RecordingError`` naming the line: a header that can't be read, a line that is no JSON object, a session
    ///   the header doesn't have, an event its provider doesn't have. Missing payload members are no error: such an event
    ///   means what it means without them.
    public init(_ text: some Sequence<UInt8>) throws(RecordingError) {
        let lines = try Self.lines(text)
        guard let first = lines.first else { throw RecordingError(line: 1, .empty) }
        let header = try Self.object(first.text, at: first.number)
        guard header["recording"]?.integer == 1 else { throw RecordingError(line: first.number, .version) }
        guard let reference = header["order"]?["reference"]?.text, let amount = Money(json: header["order"]?["amount"])
        else { throw RecordingError(line: first.number, .order) }
        order = CheckoutOrder(reference: reference, amount: amount)
        let word = header["policy"].map { $0.string ?? "" } ?? GuardPolicy.standard.rawValue
        guard let policy = GuardPolicy(rawValue: word) else {
            throw RecordingError(line: first.number, .policy)
        }
        self.policy = policy
        sessions = try Self.sessions(header, at: first.number)

        var events: [Line] = []
        for (index, line) in lines.dropFirst().enumerated() {
            let json = try Self.object(line.text, at: line.number)
            guard let name = json["event"]?.string else { throw RecordingError(line: line.number, .noEvent) }
            let session = try Self.session(of: json, in: sessions, at: line.number)
            guard Self.isKnown(name, provider: sessions[session].provider) else {
                throw RecordingError(line: line.number, .unknownEvent(RawCode(name), sessions[session].provider))
            }
            events.append(Line(step: index + 1, number: line.number, name: name, session: session, json: json))
        }
        self.events = events
    }

    private static func lines(_ text: some Sequence<UInt8>) throws(RecordingError) -> [(number: Int, text: [UInt8])] {
        var lines: [(number: Int, text: [UInt8])] = []
        var line: [UInt8] = []
        var number = 1
        var size = 0
        func isBlank(_ line: [UInt8]) -> Bool { line.allSatisfy { $0 == 32 || $0 == 13 || $0 == 9 } }
        for byte in text {
            size += 1
            guard size <= maximumSize else { throw RecordingError(line: number, .tooLarge) }
            guard byte == 10 else {
                line.append(byte)
                continue
            }
            if !isBlank(line) { lines.append((number, line)) }
            line.removeAll()
            number += 1
        }
        if !isBlank(line) { lines.append((number, line)) }
        return lines
    }

    private static func object(_ text: [UInt8], at line: Int) throws(RecordingError) -> JSONValue {
        let value: JSONValue
        do {
            value = try JSONReader.read(text)
        } catch {
            throw RecordingError(line: line, .json(error.description))
        }
        guard case .object = value else { throw RecordingError(line: line, .noObject) }
        return value
    }

    private static func sessions(_ header: JSONValue, at line: Int) throws(RecordingError) -> [SessionHeader] {
        guard let list = header["sessions"]?.array, !list.isEmpty else { throw RecordingError(line: line, .noSessions) }
        var sessions: [SessionHeader] = []
        for entry in list {
            guard let id = entry["id"]?.text, let name = entry["provider"]?.string else {
                throw RecordingError(line: line, .session)
            }
            guard !sessions.contains(where: { $0.id == id }) else {
                throw RecordingError(line: line, .repeatedSession(RawCode(id)))
            }
            let provider = Provider(rawValue: name)
            guard RecordedProviders.all[provider] != nil else {
                throw RecordingError(line: line, .unknownProvider(RawCode(name)))
            }
            sessions.append(SessionHeader(id: id, provider: provider, settings: entry["settings"]))
        }
        return sessions
    }

    private static func session(
        of json: JSONValue, in sessions: [SessionHeader], at line: Int
    ) throws(RecordingError) -> Int {
        guard let name = json["session"] else {
            // Events of the order need no session.
            if sessions.count == 1 || Self.orderEvents.contains(json["event"]?.string ?? "") { return 0 }
            throw RecordingError(line: line, .ambiguousSession)
        }
        guard let index = sessions.firstIndex(where: { $0.id == name.text }) else {
            throw RecordingError(line: line, .unknownSession(RawCode(name.text ?? "")))
        }
        return index
    }

    /// Events that the app and the world cause, at any provider.
    static let commonEvents: Set<String> = [
        "open", "start", "withdraw", "closed", "deadline", "relaunch", "statement", "confirmSurcharge",
        "cancelSurcharge",
    ]

    /// Of these, the ones that speak of the order or of an attempt by its number.
    static let orderEvents: Set<String> = ["deadline", "relaunch", "statement"]

    private static func isKnown(_ name: String, provider: Provider) -> Bool {
        commonEvents.contains(name) || RecordedProviders.all[provider]?.eventNames.contains(name) ?? false
    }
}

/// Why a recording can't be read.
public struct RecordingError: Error, Sendable, Hashable {
    /// The number of the line in the file, from 1.
    public let line: Int

    let problem: Problem

    enum Problem: Sendable, Hashable {
        case empty, tooLarge, version, order, policy, noSessions, session, noObject, noEvent, ambiguousSession
        case json(String)
        case repeatedSession(RawCode)
        case unknownProvider(RawCode)
        case unknownSession(RawCode)
        case unknownEvent(RawCode, Provider)
    }

    init(line: Int, _ problem: Problem) {
        self.line = line
        self.problem = problem
    }
}

extension RecordingError: CustomStringConvertible {
    /// The line, what is wrong with it, and what to do.
    public var description: String { "line \(line): \(message)" }

    private var message: String {
        switch problem {
        case .empty: "the recording is empty; it needs a header line"
        case .tooLarge: "the recording is larger than \(Recording.maximumSize >> 20) MiB"
        case .version: "the header needs \"recording\":1"
        case .order: "the header needs an order with a reference and an amount in whole minor units of a known currency"
        case .policy: "the policy is \"standard\" or \"strict\""
        case .noSessions: "the header needs at least one session"
        case .session: "every session needs an id and a provider"
        case .noObject: "the line is no JSON object"
        case .noEvent: "the line has no \"event\""
        case .ambiguousSession: "there are several sessions; name one with \"session\""
        case .json(let text): text
        case .repeatedSession(let id): "the session “\(id)” stands twice"
        case .unknownProvider(let name):
            "there is no provider “\(name)”; known are "
                + RecordedProviders.all.keys.map(\.rawValue).sorted().joined(separator: ", ")
        case .unknownSession(let id): "the header has no session “\(id)”"
        case .unknownEvent(let name, let provider): "\(provider) has no event “\(name)”"
        }
    }
}
