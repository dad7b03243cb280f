#if canImport(AllocationCount)
    import AllocationCount
#endif

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Keeps the optimiser from leaving out work whose result nobody reads.
@inline(never) @_optimize(none) func keep<Value>(_ value: Value) {}

/// The middle one of some figures.
func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}

/// How a piece of work is timed: some repetitions, several runs, the median of the runs.
struct Stopwatch {
    /// Runs of each measurement; the first of them only warms up.
    var runs = 7
    /// What one run should take at least, so that the clock's own cost doesn't count.
    var target = Duration.milliseconds(20)
    /// What waits for a disk or another process is timed by the wall; everything else by what its thread gets of the
    /// processor, which a busy machine leaves alone.
    var isByTheWall = false

    private var now: Double {
        var time = timespec()
        _ = unsafe clock_gettime(isByTheWall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// Nanoseconds of one call.
    private func once(_ count: Int, _ body: (Int) -> Void) -> Double {
        let start = now
        body(count)
        return (now - start) / Double(count)
    }

    /// How often a piece of work is repeated in one run.
    private func repetitions(of body: (Int) -> Void) -> Int {
        var count = 1
        while true {
            let nanoseconds = once(count, body) * Double(count)
            let wanted = Double(target.components.attoseconds) / 1e9 + Double(target.components.seconds) * 1e9
            if nanoseconds >= wanted { return count }
            count = min(count * 1000, max(count * 2, Int(Double(count) * wanted / max(nanoseconds, 1))))
        }
    }

    /// Times a piece of work. `body` repeats it as often as it is told.
    func time(_ body: (Int) -> Void) -> Double {
        let count = repetitions(of: body)
        return median((0..<runs).map { _ in once(count, body) })
    }

    /// Times two pieces of work in turn, so that a machine that gets slower does so for both.
    func compare(_ subject: (Int) -> Void, with peer: (Int) -> Void) -> Comparison {
        let counts = (repetitions(of: subject), repetitions(of: peer))
        let pairs = (0..<runs).map { _ in (once(counts.0, subject), once(counts.1, peer)) }
        return Comparison(
            subject: median(pairs.map(\.0)), peer: median(pairs.map(\.1)), ratio: median(pairs.map { $0.0 / $0.1 }))
    }
}

/// Two medians, and the median of the ratios pair by pair.
struct Comparison {
    var subject: Double
    var peer: Double
    var ratio: Double
}

/// The heap blocks that a piece of work asks for on this thread, and the bytes it goes on holding.
func heap(_ body: () -> Void) -> (blocks: Int, bytes: Int) {
    let before = heap_use_of_thread()
    body()
    let after = heap_use_of_thread()
    return (after.blocks - before.blocks, after.bytes - before.bytes)
}

#if !canImport(AllocationCount)
    /// Nothing is counted: built without `CHECKOUT_COUNTS_BLOCKS=1`.
    func heap_use_of_thread() -> (blocks: Int, bytes: Int) { (0, 0) }
    func heap_use_is_counted() -> Int { 0 }
#endif
