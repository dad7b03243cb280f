/// The active currencies of ISO 4217 (list one, as of 2026) and the number of their decimals.
///
/// Left out: codes without a minor unit (XAG, XAU, XBA–XBD, XDR, XPD, XPT, XSU, XTS, XUA, XXX) and codes that are
/// withdrawn (among the latest: HRK, SLL, ZWL, CUC, ANG, BGN).
enum CurrencyTable {
    struct Row: Sendable {
        let packed: UInt16
        let exponent: UInt8
    }

    /// Sorted by code, built at first use.
    static let rows: [Row] = [(0, zero), (2, two), (3, three), (4, four)]
        .flatMap { exponent, codes in
            codes.split(separator: " ").compactMap { code in
                Currency.pack(code).map { Row(packed: $0, exponent: exponent) }
            }
        }
        .sorted { $0.packed < $1.packed }

    /// The exponent of a packed code, or `nil` for a code that is no active currency.
    static func exponent(of packed: UInt16) -> UInt8? {
        let index = Int(packed)
        guard index < dense.count, dense[index] != absent else { return nil }
        return dense[index]
    }

    private static let absent = UInt8.max

    /// One byte for each possible code: looking up is a single read, which every parsed amount needs.
    private static let dense: [UInt8] = {
        var table = [UInt8](repeating: absent, count: 1 << 15)
        for row in rows { table[Int(row.packed)] = row.exponent }
        return table
    }()

    private static let zero = """
        BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF
        """

    private static let two = """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF \
        CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD \
        GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL \
        MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR \
        PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP \
        TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG
        """

    private static let three = """
        BHD IQD JOD KWD LYD OMR TND
        """

    private static let four = """
        CLF UYW
        """
}
