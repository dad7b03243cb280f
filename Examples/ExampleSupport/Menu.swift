import CheckoutCore
import CheckoutTesting
import Foundation

/// What a person can let happen.
enum Menu {
    private static let entries: [(key: Character, turn: Turn, text: String)] = [
        ("l", .load, "the checkout loads"), ("p", .press, "press Pay"), ("s", .send, "the payment is sent"),
        ("a", .approve(.all), "the bank approves"), ("d", .decline(.insufficientFunds), "the bank declines"),
        ("r", .redirect, "a redirect to the bank's page"), ("b", .comeBack, "come back from it"),
        ("t", .askForAuthentication, "the bank asks who is paying"), ("y", .authenticate, "pass the check"),
        ("f", .askForSurcharge, "a fee is asked for"), ("e", .agreeToSurcharge, "accept the fee"),
        ("n", .refuseSurcharge, "refuse the fee"), ("v", .leave, "close the view"), ("x", .dropLine, "the line drops"),
        ("w", .passDeadline, "wait until the deadline passes"), ("m", .merchantSays(.paid), "the merchant says paid"),
        ("o", .merchantSays(.declined), "the merchant says declined"), ("u", .openAgain, "open another session"),
        ("k", .relaunch(nil), "kill the app and start it again on the same journal"),
    ]

    static func turn(_ key: Character) -> Turn? { entries.first { $0.key == key }?.turn }

    static let text =
        entries.map { "  \($0.key)  \($0.text)" }.joined(separator: "\n")
        + "\n  q  quit, or anything else for this list"

    /// Whether it tells something about a payment: before Pay was pressed there is nothing to tell.
    static func needsPress(_ turn: Turn) -> Bool {
        switch turn {
        case .load, .press, .leave, .openAgain, .relaunch: false
        default: true
        }
    }

    /// A line of standard input; byte by byte, because what is read ahead would be lost in a kill.
    static func readLine() -> String? {
        var bytes: [UInt8] = []
        while let byte = try? FileHandle.standardInput.read(upToCount: 1)?.first {
            if byte == 10 { return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespaces) }
            bytes.append(byte)
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
