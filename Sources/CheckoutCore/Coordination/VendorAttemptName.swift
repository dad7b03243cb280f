/// A vendor's name for an attempt as it is kept and written: exactly, if it is shaped like a reference; else only by its
/// checksums, which still tell whether two are the same.
enum VendorAttemptName {
    static func kept(_ name: String) -> String {
        if PaymentReference(name) != nil || isChecksum(name) { return name }
        let sums = Checksum.text(Checksum.of(name.utf8)) + Checksum.text(Checksum.of(name.utf8.reversed()))
        return "#" + String(decoding: sums, as: UTF8.self)
    }

    /// A name read back from a journal stays what it is.
    private static func isChecksum(_ name: String) -> Bool {
        let digits = name.utf8.dropFirst()
        return name.hasPrefix("#") && digits.count == 16
            && digits.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }
}
