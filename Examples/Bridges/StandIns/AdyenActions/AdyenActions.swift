// A stand-in for the actions of Adyen's iOS components (5.x). Nothing of it is the vendor's code; decoding is as strict as
// documented: an action of an unknown type throws.

import Adyen
import Foundation

public struct RedirectAction: Decodable {
    public let url: URL
    public let paymentData: String?
}

public struct ThreeDS2Action: Decodable {
    public let subtype: String
    public let token: String
}

public struct VoucherAction: Decodable {
    public let paymentMethodType: String
    public let reference: String
}

public enum Action: Decodable {
    case redirect(RedirectAction)
    case threeDS2(ThreeDS2Action)
    case voucher(VoucherAction)

    private enum Keys: String, CodingKey { case type }
    private enum ActionType: String, Decodable { case redirect, nativeRedirect, threeDS2, voucher }

    public init(from decoder: any Decoder) throws {
        let type = try decoder.container(keyedBy: Keys.self).decode(ActionType.self, forKey: .type)
        switch type {
        case .redirect, .nativeRedirect: self = .redirect(try RedirectAction(from: decoder))
        case .threeDS2: self = .threeDS2(try ThreeDS2Action(from: decoder))
        case .voucher: self = .voucher(try VoucherAction(from: decoder))
        }
    }
}

public final class AdyenActionComponent: ActionComponent {
    public weak var delegate: (any ActionComponentDelegate)?
    /// Not the vendor's: what was handled.
    public private(set) var handled: [Action] = []

    /// The vendor's takes a context.
    public init() {}

    public func handle(_ action: Action) { handled.append(action) }
    public func finalizeIfNeeded(with success: Bool, completion: (() -> Void)?) { completion?() }
    public func stopLoadingIfNeeded() {}
}

public enum RedirectComponent {
    /// Not the vendor's: the links that were handed over.
    public static var opened: [URL] = []

    @discardableResult
    public static func applicationDidOpen(from url: URL) -> Bool {
        opened.append(url)
        return true
    }
}
