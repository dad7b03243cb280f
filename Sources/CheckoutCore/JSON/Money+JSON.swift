extension Money {
    /// The amount as it stands in every format of the package: ISO minor units and the currency's code.
    package var json: JSONValue {
        ["minorUnits": .integer(minorUnits), "currency": .string(currency.code)]
    }

    /// Reads an amount; `nil` when a part is missing, no whole number, or no active currency.
    package init?(json: JSONValue?) {
        guard let json, let units = json["minorUnits"]?.integer, let code = json["currency"]?.string,
            let currency = Currency(code: code)
        else { return nil }
        self.init(minorUnits: units, currency: currency)
    }
}

extension Money: Codable {
    /// Reads `{"minorUnits":1250,"currency":"EUR"}`.
    ///
    /// - Throws: `DecodingError` for an unknown currency or a number that isn't whole.
    public init(from decoder: any Decoder) throws {
        guard let money = Money(json: try JSONValue(from: decoder)) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "no amount: it needs whole minorUnits and the code of an active currency"))
        }
        self = money
    }

    /// Writes `{"minorUnits":1250,"currency":"EUR"}`.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
