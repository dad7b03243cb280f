/// What the guard can see.
public enum GuardScope: Sendable {
    /// This device only: a second phone, the web shop or a server's own charge are invisible to it.
    case thisDevice
    /// Every owner of the order's lease: a start needs the lease, and so does a submission.
    case leased(HeldLease)

    func refusal(order: String) -> StartRefusal? {
        switch self {
        case .thisDevice: nil
        case .leased(let lease): lease.order == order && lease.isHeld ? nil : .leaseNotHeld
        }
    }
}

/// A lease that the merchant's backend gives to one owner of an order at a time.
///
/// One row in a database that is there anyway is enough: order, owner, fencing number, end.
public protocol OrderLease: Sendable {
    /// Asks for the lease.
    ///
    /// 1. While another owner holds it, the answer is ``LeaseAnswer/heldByOther``.
    /// 2. Over an expired lease that wasn't released, the answer is ``LeaseAnswer/unsettled`` until the backend has settled or
    ///    closed every payment that its owner may have made.
    /// 3. The fencing number only grows; a server refuses requests that carry a smaller one.
    ///
    /// - Parameters:
    ///   - order: the order's reference.
    ///   - owner: who asks: a name of this installation, never a person's.
    ///   - lifetime: how long the lease is to hold.
    func acquire(order: String, owner: String, lifetime: Duration) async throws -> LeaseAnswer

    /// Extends a lease that is held. The rules of `acquire` apply.
    func renew(order: String, owner: String, fence: Int64, lifetime: Duration) async throws -> LeaseAnswer

    /// Gives the lease back: nothing of this owner is under way any more.
    func release(order: String, owner: String, fence: Int64) async throws
}

/// The backend's answer to the question for a lease.
public enum LeaseAnswer: Sendable, Hashable {
    /// Yes, with the number that tells this holding from earlier ones.
    case acquired(fence: Int64)
    /// Another owner holds it.
    case heldByOther
    /// The former owner may have made payments that nobody has settled yet.
    case unsettled
}

/// A lease as this device holds it.
///
/// It counts from before the request was sent, on a clock that never goes back, so the device never believes to hold it
/// longer than the backend does. Acquire it ahead of the first start: a start doesn't wait for the network.
public final class HeldLease: Sendable {
    private let lease: any OrderLease
    /// The order it is for.
    public let order: String
    private let owner: String
    private let lifetime: Duration
    private let elapsed: @Sendable () -> Duration
    private let state = Locked(State())

    private struct State: Sendable {
        var fence: Int64?
        var end = Duration.zero
        /// How often the lease was given back: an answer to a question from before is over.
        var releases = 0
    }

    /// Prepares to hold a lease.
    ///
    /// - Parameters:
    ///   - lease: the backend.
    ///   - order: the order's reference.
    ///   - owner: a name of this installation.
    ///   - lifetime: how long each holding is to last.
    public convenience init(_ lease: any OrderLease, order: String, owner: String, lifetime: Duration = .seconds(120)) {
        let start = ContinuousClock.now
        self.init(lease, order: order, owner: owner, lifetime: lifetime) { ContinuousClock.now - start }
    }

    package init(
        _ lease: any OrderLease, order: String, owner: String, lifetime: Duration,
        elapsed: @escaping @Sendable () -> Duration
    ) {
        self.lease = lease
        self.order = order
        self.owner = owner
        self.lifetime = lifetime
        self.elapsed = elapsed
    }

    /// Whether the lease is held now.
    public var isHeld: Bool { state.withLock { $0.fence != nil && elapsed() < $0.end } }

    /// The number of the present holding, for requests to the backend; `nil` if it isn't held.
    public var fence: Int64? { state.withLock { elapsed() < $0.end ? $0.fence : nil } }

    /// Asks the backend for the lease, or extends it.
    ///
    /// - Returns: the backend's answer.
    @discardableResult
    public func acquire() async throws -> LeaseAnswer {
        let asked = elapsed()
        let held = fence
        let releases = state.withLock { $0.releases }
        let answer: LeaseAnswer
        if let held {
            answer = try await lease.renew(order: order, owner: owner, fence: held, lifetime: lifetime)
        } else {
            answer = try await lease.acquire(order: order, owner: owner, lifetime: lifetime)
        }
        state.withLock { state in
            guard state.releases == releases else { return }
            guard case .acquired(let fence) = answer else {
                state = State(releases: releases)
                return
            }
            // An answer that comes late says nothing against a newer one.
            guard fence >= state.fence ?? fence else { return }
            state = State(fence: fence, end: max(state.end, asked + lifetime), releases: releases)
        }
        return answer
    }

    /// Gives the lease back.
    public func release() async throws {
        let fence = state.withLock { state in
            defer { state = State(releases: state.releases + 1) }
            return state.fence
        }
        if let fence { try await lease.release(order: order, owner: owner, fence: fence) }
    }
}

/// A lease for tests and previews: one process is the backend of all owners.
public final class InMemoryLease: OrderLease {
    private let rows = Locked<[String: Row]>([:])
    private let elapsed: @Sendable () -> Duration

    private struct Row: Sendable {
        var owner: String
        var fence: Int64
        var end: Duration
        var isReleased: Bool
        /// The former owner's payments were settled or closed.
        var isSettled: Bool
    }

    /// Makes a backend without leases.
    ///
    /// - Parameter elapsed: a clock that never goes back.
    public init(elapsed: (@Sendable () -> Duration)? = nil) {
        let start = ContinuousClock.now
        self.elapsed = elapsed ?? { ContinuousClock.now - start }
    }

    /// Gives the lease to an owner, as a backend would.
    public func acquire(order: String, owner: String, lifetime: Duration) async throws -> LeaseAnswer {
        let now = elapsed()
        return rows.withLock { rows in
            let row = rows[order]
            if let row, !row.isReleased, row.owner != owner {
                if now < row.end { return .heldByOther }
                if !row.isSettled { return .unsettled }
            }
            let fence = (row?.fence ?? 0) + 1
            rows[order] = Row(owner: owner, fence: fence, end: now + lifetime, isReleased: false, isSettled: false)
            return .acquired(fence: fence)
        }
    }

    /// Extends a lease that its owner still holds.
    public func renew(order: String, owner: String, fence: Int64, lifetime: Duration) async throws -> LeaseAnswer {
        let now = elapsed()
        let isHeld = rows.withLock { rows in
            guard rows[order]?.owner == owner, rows[order]?.fence == fence, rows[order]?.isReleased == false else {
                return false
            }
            rows[order]?.end = now + lifetime
            // What was settled is what had been paid by then.
            rows[order]?.isSettled = false
            return true
        }
        return isHeld ? .acquired(fence: fence) : try await acquire(order: order, owner: owner, lifetime: lifetime)
    }

    /// Takes a lease back from its owner.
    public func release(order: String, owner: String, fence: Int64) async throws {
        rows.withLock { rows in
            if rows[order]?.owner == owner, rows[order]?.fence == fence { rows[order]?.isReleased = true }
        }
    }

    /// The backend has settled or closed every payment that an expired lease's owner may have made.
    public func settle(order: String) { rows.withLock { $0[order]?.isSettled = true } }
}
