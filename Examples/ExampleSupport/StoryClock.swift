import CheckoutCore

/// A clock that stands still until the story moves it.
public final class StoryClock: Clock {
    /// A time since the clock was made.
    public struct Instant: InstantProtocol {
        var offset: Duration

        /// The time after a while.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// The time in between.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// Earlier or not.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State: Sendable {
        var now = Instant(offset: .zero)
        var sleepers: [Int: (end: Instant, wake: CheckedContinuation<Void, any Error>)] = [:]
        var tickets = 0
        var cancelled: Set<Int> = []
    }

    private let state = Locked(State())

    /// Makes a clock that stands at zero.
    public init() {}

    /// The time.
    public var now: Instant { state.withLock { $0.now } }
    /// It is exact.
    public var minimumResolution: Duration { .zero }

    /// Sleeps until the story has moved the clock that far.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let ticket = state.withLock { state in
            state.tickets += 1
            return state.tickets
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wake in
                let isOver = state.withLock { state in
                    if state.cancelled.remove(ticket) != nil || state.now >= deadline { return true }
                    state.sleepers[ticket] = (deadline, wake)
                    return false
                }
                if isOver { wake.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: ticket)
                if sleeper == nil { state.cancelled.insert(ticket) }
                return sleeper?.wake
            }
            sleeper?.resume(throwing: CancellationError())
        }
        try Task.checkCancellation()
    }

    /// Lets time pass.
    public func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.end <= state.now }
            for ticket in due.keys { state.sleepers[ticket] = nil }
            return due.values.map(\.wake)
        }
        for wake in woken { wake.resume() }
    }
}
