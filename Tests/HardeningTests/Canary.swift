@testable import CheckoutCore

/// A value that must come out nowhere, put where a vendor's text stands.
enum Canary: String, CaseIterable {
    case card = "4111111111111111"
    case cardAsNumber = "5500005555555559"
    case cardInGroups = "4111 1111 1111 1111"
    case cardWithDashes = "4111-1111-1111-1111"
    case cardInText = "card 4111-1111-1111-1111 was refused"
    case token = "eyJjYW5hcnkiOiJ0b2tlbiJ9.eyJzZWNyZXQiOiJjYW5hcnkifQ.c2lnbmF0dXJl"
    /// A signed token as short as a code.
    case shortToken = "eyJjYW5hcnkiOjF9.c2lnbmF0dXJl"
    case name = "Zoë Canary-Shopper"
    case mail = "canary@shopper.example"
    case bankAccount = "IBAN: DE89 3704 0044 0532 0130 00"
    case address = "https://bank.example/canarypath/secret?token=canaryquery&PaRes=canarysecret"

    /// Pieces of the value none of which may be found in an output.
    var traces: [String] {
        switch self {
        case .card, .cardAsNumber: [rawValue]
        case .cardInGroups: [rawValue, "41111111"]
        case .cardWithDashes, .cardInText: ["4111-1111", "41111111"]
        case .token: ["eyJ", "c2lnbmF0dXJl", "c2VjcmV0"]
        case .shortToken: ["eyJ", "c2lnbmF0dXJl"]
        case .name: ["Canary-Shopper"]
        case .mail: ["canary"]
        case .bankAccount: ["3704 0044", "37040044"]
        case .address: ["canary", "secret"]
        }
    }

    var json: JSONValue {
        switch self {
        case .cardAsNumber: .number(rawValue)
        case .card, .cardInGroups, .cardWithDashes, .cardInText, .token, .shortToken, .name, .mail, .bankAccount,
            .address:
            .string(rawValue)
        }
    }

    /// Whether it can be read as a sum: in an amount's place it is one, and is shown as one.
    var isNumber: Bool { self == .card || self == .cardAsNumber }

    func isContained(in text: String) -> Bool { traces.contains(where: text.contains) }
}

/// A shopper's name that is written like a code. It comes out only where a code is kept.
let nameLikeACode = "Canary-Jane_Doe.5"

extension JSONValue {
    /// Where its texts stand.
    var textPaths: [[Step]] {
        switch self {
        case .string: [[]]
        case .array(let elements):
            elements.enumerated().flatMap { place, element in element.textPaths.map { [.element(place)] + $0 } }
        case .object(let object):
            object.members.enumerated().flatMap { place, member in
                member.value.textPaths.map { [.member(place, member.key)] + $0 }
            }
        case .null, .bool, .number, .conflicting: []
        }
    }

    /// One step into a value.
    enum Step: Hashable {
        case element(Int)
        case member(Int, String)
    }

    func replacing(_ path: ArraySlice<Step>, by other: JSONValue) -> JSONValue {
        guard let step = path.first else { return other }
        switch (step, self) {
        case (.element(let place), .array(var elements)):
            elements[place] = elements[place].replacing(path.dropFirst(), by: other)
            return .array(elements)
        case (.member(let place, let key), .object(var object)):
            let value = object.members[place].value.replacing(path.dropFirst(), by: other)
            object.members[place] = .init(key: key, value: value)
            return .object(object)
        default: return self
        }
    }
}
