/// Where an order's attempts are written down, so that they outlive the app's process.
///
/// ``FileJournal`` is the one to use on a device. Anything that keeps the lines of an order in their order, gives them
/// back, and lets only one owner at a time have them can be another: a server keeps them in its database.
public protocol AttemptJournal: Sendable {
    /// Opens the journal of an order, or begins one, for this owner alone.
    ///
    /// - Parameter order: the order's reference, any text.
    /// - Throws: ``JournalError/inUse`` while another owner has it, in this process or another;
    ///   ``JournalError/unavailable(_:)`` when it can't be read.
    func open(order: String) throws(JournalError) -> any OpenJournal
}

/// The journal of one order, held by one owner.
public protocol OpenJournal: AnyObject, Sendable {
    /// What was read at opening.
    var content: JournalContent { get }

    /// Adds lines in one write.
    ///
    /// - Parameters:
    ///   - lines: the lines, each without its end; none contains a line break.
    ///   - isDurable: whether the write has to survive a power cut before the call returns.
    /// - Throws: ``JournalError/unavailable(_:)`` when it can't be written. Then none of the lines counts.
    func append(_ lines: [[UInt8]], isDurable: Bool) throws(JournalError)

    /// Puts lines in the place of everything that is there, at once and durably. The way out of a damaged journal.
    func replace(with lines: [[UInt8]]) throws(JournalError)

    /// Gives the journal back. Calls after it throw ``JournalError/closed``.
    func close()
}

/// What a journal held when it was opened.
public struct JournalContent: Sendable, Hashable {
    /// The lines that were acknowledged, in their order.
    public let lines: [[UInt8]]
    /// Whether something that was acknowledged can't be read any more.
    public let isDamaged: Bool

    /// Makes a content.
    public init(lines: [[UInt8]], isDamaged: Bool = false) {
        self.lines = lines
        self.isDamaged = isDamaged
    }
}

/// Why a journal can't be used.
public enum JournalError: Error, Sendable, Hashable {
    /// Another owner has it, in this process or another.
    case inUse
    /// It can't be read or written; the text names the call and the system's reason.
    case unavailable(String)
    /// It was given back.
    case closed
    /// It belongs to another order.
    case otherOrder
    /// It was written by a later version of the package.
    case laterVersion
}

extension JournalError: CustomStringConvertible {
    /// What is wrong and what to do about it.
    public var description: String {
        switch self {
        case .inUse:
            "The order's journal is in use: an order is open only once at a time. Close the other Checkout first."
        case .unavailable(let reason): "The journal can't be used: \(reason)."
        case .closed: "The journal was closed; open the order again."
        case .otherOrder: "The journal's file holds another order; use another folder."
        case .laterVersion: "The journal was written by a later version of this package; update the app."
        }
    }
}
