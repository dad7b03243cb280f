package import Foundation

/// Why an address of the merchant's server can't be used.
public enum BackendAddressError: Error, Sendable, Hashable {
    /// It is no absolute `http` or `https` address of a host.
    case unusable
    /// It isn't encrypted, and isn't this machine.
    case insecure
}

extension BackendAddressError: CustomStringConvertible {
    /// What is wrong and what to do about it.
    public var description: String {
        switch self {
        case .unusable: "The address of the merchant's server must be absolute: a scheme, a host, perhaps a path."
        case .insecure: "The merchant's server must be reached by https; plain http is for this machine only."
        }
    }
}

/// An address of the merchant's server that may be spoken to.
package struct BackendAddress: Sendable {
    private let base: URL

    /// Takes an address: `https`, or `http` on this machine.
    package init(_ base: URL) throws(BackendAddressError) {
        guard let host = base.host, !host.isEmpty, let scheme = base.scheme?.lowercased() else { throw .unusable }
        switch scheme {
        case "https": break
        case "http":
            let loopback = ["localhost", "127.0.0.1", "::1", "[::1]"]
            guard loopback.contains(host.lowercased()) else { throw .insecure }
        default: throw .unusable
        }
        self.base = base
    }

    /// The address of a path below it.
    package func url(_ path: String) -> URL {
        path.split(separator: "/").reduce(base) { $0.appendingPathComponent(String($1)) }
    }
}
