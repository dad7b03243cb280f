import Foundation

/// What Apple's systems do with a journal file: nothing to do elsewhere.
enum FileProtection {
    /// Makes a file readable after the first unlock, also while the phone is locked, and keeps it out of backups.
    ///
    /// A file system that knows neither leaves the journal as safe as it can be; that is no reason to refuse a payment.
    static func apply(to path: String) {
        #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
            try? FileManager.default.setAttributes(
                [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: path)
        #endif
        #if canImport(Darwin)
            var url = URL(fileURLWithPath: path)
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            try? url.setResourceValues(values)
        #endif
    }
}
