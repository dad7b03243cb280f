import Foundation
import CheckoutCore

/// The app's own address, to which a redirect comes back, each attempt's with its id.
struct AdyenReturnAddress: Sendable {
    /// Adyen's limit (vendor page, step 3).
    static let longest = 1024
    /// An attempt's id has at most this many characters.
    private static let longestID = 50

    private let base: String
    private let place: Place

    /// - Throws: ``AdyenFlowError/unusableReturnURL``, ``AdyenFlowError/returnURLTooLong(_:)``.
    init(_ base: String) throws(AdyenFlowError) {
        guard base.utf8.allSatisfy({ (33...126).contains($0) }), !base.contains("#"), URL(string: base) != nil,
            let place = Place(base), AdyenReturnURL(base).attempt == nil
        else { throw .unusableReturnURL }
        self.base = base
        self.place = place
        let length = url(for: AttemptID(rawValue: String(repeating: "0", count: Self.longestID))).count
        guard length <= Self.longest else { throw .returnURLTooLong(length) }
    }

    /// The address an attempt comes back to.
    func url(for attempt: AttemptID) -> String {
        base + (base.contains("?") ? "&" : "?") + AdyenReturnURL.attemptKey + "=" + attempt.rawValue
    }

    /// Whether a link leads here, whatever it carries.
    func isPlace(of link: String) -> Bool { Place(link) == place }

    /// Where a link leads: everything before its query. Host and scheme are the same in any case, nothing else is; a
    /// scheme's own port may be left out, as browsers do.
    private struct Place: Hashable {
        private static let ports = ["https": ":443", "http": ":80"]

        let scheme: String
        let authority: String
        let path: String

        init?(_ link: String) {
            let head = link.prefix { $0 != "?" && $0 != "#" }
            guard let colon = head.firstIndex(of: ":"), colon > head.startIndex else { return nil }
            scheme = head[..<colon].lowercased()
            let rest = head[head.index(after: colon)...]
            let whole = rest.hasPrefix("//") ? rest.dropFirst(2) : rest
            let slash = rest.hasPrefix("//") ? whole.firstIndex(of: "/") ?? whole.endIndex : whole.startIndex
            let authority = whole[..<slash].lowercased()
            let port = Self.ports[scheme].flatMap { authority.hasSuffix($0) ? $0 : nil }
            self.authority = String(authority.dropLast(port?.count ?? 0))
            let path = whole[slash...]
            self.path = String(path.hasSuffix("/") ? path.dropLast() : path)
        }
    }
}
