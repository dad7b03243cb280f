import CheckoutCore
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A kill of the app that leaves nothing but the journal: the process image is replaced, as by a kill and a new start.
enum Relaunch {
    /// Starts this program anew, with other arguments. Nothing of this process is asked, closed or written any more.
    ///
    /// - Throws: ``ExampleFailure`` if the system can't.
    static func now(_ arguments: [String]) throws(ExampleFailure) -> Never {
        #if canImport(Glibc) || canImport(Musl)
            let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
            var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
            unsafe execv(path, &words)
            throw ExampleFailure(
                message: "the program can't be started again: \(unsafe String(cString: strerror(errno)))")
        #else
            // Here a child would find the journal's lock still held.
            throw ExampleFailure(
                message: "kills are played on Linux only; end the program and start it with: "
                    + arguments.joined(separator: " "))
        #endif
    }
}
