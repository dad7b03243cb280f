package import CheckoutCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The `action` of an answer, as far as it is needed to say what the shopper has to do.
///
/// Its data (tokens, payment data, addresses of people) isn't kept: the app hands the raw action to Adyen's SDK.
package enum AdyenAction: Sendable, Hashable {
    /// There is none, or one that doesn't say what it is.
    case none
    /// One that can be shown.
    case known(ShopperAction, isNative: Bool)
    /// One of a known type that lacks its data or has a subtype that isn't known: nobody can show it or tell more.
    case incomplete(type: RawCode)
    /// One of an unknown type.
    case unsupported(type: RawCode)

    package init(json: JSONValue?, vocabulary: AdyenVocabulary) {
        if json == .conflicting {
            self = .incomplete(type: RawCode("repeated"))
            return
        }
        guard let json, let type = json["type"]?.string, !type.isEmpty else {
            self = .none
            return
        }
        guard let meaning = vocabulary.actions[type] else {
            self = .unsupported(type: RawCode(type))
            return
        }
        let url = json["url"]?.string.flatMap(URL.init(lenient:))
        let hasReference = !(json["reference"]?.text ?? "").isEmpty
        let hasToken = !(json["token"]?.string ?? "").isEmpty
        let action: ShopperAction? =
            switch meaning {
            case .redirect, .nativeRedirect: url.map { .redirect($0) }
            case .threeDS2:
                hasToken
                    ? json["subtype"]?.string.flatMap(ShopperAction.Authentication.init(rawValue:))
                        .map { .authenticate($0) } : nil
            case .authenticate(let step): hasToken ? .authenticate(step) : nil
            case .switchApp: json["sdkData"]?.object.map { _ in .switchApp }
            case .presentVoucher: hasReference || url != nil ? .presentVoucher : nil
            case .scanQRCode:
                if let url, !vocabulary.qrMethods.contains(json["paymentMethodType"]?.string ?? "") {
                    .redirect(url)
                } else if url != nil || !(json["qrCodeData"]?.string ?? "").isEmpty {
                    .scanQRCode
                } else {
                    nil
                }
            case .awaitConfirmation: url.map { .redirect($0) } ?? .awaitConfirmation
            case .transferFunds: .transferFunds
            case .delegatedAuthentication: .authenticate(nil)
            }
        self =
            action.map { .known($0, isNative: meaning == .nativeRedirect) } ?? .incomplete(type: RawCode(type))
    }
}

extension URL {
    /// Reads an address as payment providers send them: characters that don't belong into an address are encoded as
    /// UTF-8, what is encoded already is left alone.
    package init?(lenient text: String) {
        let isClean = text.utf8.allSatisfy(Self.mayStand)
        guard !text.isEmpty, let url = URL(string: isClean ? text : Self.encoded(text)) else { return nil }
        self = url
    }

    private static func mayStand(_ byte: UInt8) -> Bool {
        switch byte {
        case 33, 35...59, 61, 63...91, 93, 95, 97...122, 126: true
        default: false
        }
    }

    private static func encoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            if mayStand(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return encoded
    }
}
