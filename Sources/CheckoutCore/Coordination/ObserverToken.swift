/// Keeps an observer alive. It ends with ``cancel()``, or when the token is let go.
public final class ObserverToken: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    /// Ends the observer: after it returns no further update begins to be delivered, except from another thread that is
    /// just doing so.
    public func cancel() { end() }

    deinit { end() }
}

/// Where an observer runs.
public enum ObserverThread: Sendable {
    /// On the thread that caused the change, or the one that is already delivering.
    case sending
}

/// Where an observer runs that has to be on the main actor.
public enum MainActorObserver: Sendable {
    /// On the main actor, in order, as soon as it is free.
    case mainActor
}
