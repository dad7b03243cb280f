/// A list of neutral words that stays open to new ones in later versions.
///
/// A value is one byte, an index into the list's one table; an app that switches over it writes a `default`. A text
/// that isn't in the table reads as the list's ``unstated`` word: a word beside an outcome may change the reason, never
/// the outcome (rule R5).
public protocol NeutralVocabulary: RawRepresentable, Sendable, Hashable, Comparable, CaseIterable,
    CustomStringConvertible
where RawValue == String, AllCases == [Self] {
    /// The words in table order, which is also their order when two statements are compared (rule R4).
    static var words: [String] { get }
    /// The word for what isn't told or isn't known.
    static var unstated: Self { get }
    /// The place of the word in ``words``.
    var index: UInt8 { get }
    /// Makes the word at a place of ``words``; any other place is the unstated word's.
    init(index: UInt8)
}

extension NeutralVocabulary {
    /// Reads a word; one that isn't in the table is the unstated one.
    public init(rawValue: String) {
        self.init(index: Self.words.firstIndex(of: rawValue).map { UInt8($0) } ?? .max)
    }

    /// The word as it stands in JSON.
    public var rawValue: String { Self.words[Int(index)] }

    /// Every word, in table order.
    public static var allCases: [Self] { words.indices.map { Self(index: UInt8($0)) } }

    /// The word as it stands in JSON.
    public var description: String { rawValue }

    /// Orders words as the table does.
    public static func < (left: Self, right: Self) -> Bool { left.index < right.index }
}
