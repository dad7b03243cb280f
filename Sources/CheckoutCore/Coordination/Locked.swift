import Foundation

/// A value behind a lock.
///
/// The one place that promises the compiler what it can't see: `value` is only touched while `lock` is held, and it never
/// leaves `withLock` but as a sendable result. (`Mutex` needs iOS 18.)
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) { self.value = value }

    /// Runs a piece of code with the value; never one that calls the app or waits for another thread.
    ///
    /// A checkout and its journal write a file in it: an answer may not come before its record, nor another change
    /// between the two.
    package func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}

extension Locked: CustomReflectable {
    /// Shows nothing: a mirror would read the value without the lock, and much of it isn't for logs.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
