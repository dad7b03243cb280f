/// A hook of PXP's submit component that the app may wire. Every hook is optional.
///
/// Source: the page “Non-3DS transactions”, callback details; fact sheet pxp, sections 1 and 3.
public enum PXPHook: String, Sendable, Hashable, CaseIterable {
    /// The form is valid, tokenisation begins.
    case onStartSubmit
    /// Before the card is tokenised; it can be stopped.
    case onPreTokenisation
    /// After the card was tokenised, or wasn't.
    case onPostTokenisation
    /// Before the authentication is prepared.
    case onPreInitiateAuthentication
    /// After the authentication was prepared, or wasn't.
    case onPostInitiateAuthentication
    /// Before the challenge.
    case onPreAuthentication
    /// After the challenge.
    case onPostAuthentication
    /// Before the authorisation is sent; it can be stopped.
    case onPreAuthorisation
    /// After a soft decline; it can be tried again.
    case onPreRetrySoftDecline
    /// The result.
    case onPostAuthorisation
    /// An error, or a result inside one.
    case onSubmitError
    /// The wallet's approval.
    case onApprove
    /// The shopper left.
    case onCancel
    /// An error of a wallet.
    case onError
}

/// The hooks that an app wires, checked before the SDK sees them.
///
/// Which hooks are wired decides where the submission boundary lies: at `onPreAuthorisation`; without it at
/// `onStartSubmit`, which can't be stopped; without both at the guard's grant. Wire `onPreAuthorisation`: only then does
/// an attempt that ends before it count as unsent.
public struct PXPHookSet: Sendable, Hashable {
    /// The wired hooks.
    public let hooks: Set<PXPHook>

    /// Every hook.
    public static let all = PXPHookSet(unchecked: Set(PXPHook.allCases))

    /// Takes the hooks that the app wires.
    ///
    /// - Throws: ``PXPConfigurationError`` for a set that the SDK refuses.
    public init(_ hooks: Set<PXPHook>) throws(PXPConfigurationError) {
        self.init(unchecked: hooks)
        if let error = configurationError { throw error }
    }

    package init(unchecked hooks: Set<PXPHook>) { self.hooks = hooks }

    /// Whether a hook is wired.
    public func contains(_ hook: PXPHook) -> Bool { hooks.contains(hook) }

    /// Why the SDK would refuse the set; `nil` if it takes it.
    package var configurationError: PXPConfigurationError? {
        switch (contains(.onPreInitiateAuthentication), contains(.onPreAuthentication)) {
        case (true, false): .authenticationHooksDiffer(missing: .onPreAuthentication)
        case (false, true): .authenticationHooksDiffer(missing: .onPreInitiateAuthentication)
        case (true, true), (false, false): nil
        }
    }

    /// Where an attempt counts as submitted.
    package enum Boundary: Sendable, Hashable {
        case preAuthorisation, startSubmit, grant
    }

    package var boundary: Boundary {
        if contains(.onPreAuthorisation) { return .preAuthorisation }
        return contains(.onStartSubmit) ? .startSubmit : .grant
    }
}

/// Why the SDK would refuse how it is wired.
///
/// Source: the page “Non-3DS transactions”, step 2.
public enum PXPConfigurationError: Error, Sendable, Hashable {
    /// Only one of the two authentication hooks is set.
    case authenticationHooksDiffer(missing: PXPHook)
    /// The session was opened with other hooks than the component is wired with.
    case hooksDiffer
}

extension PXPConfigurationError: CustomStringConvertible {
    /// What is wrong and what to do about it. Safe to log.
    public var description: String {
        switch self {
        case .authenticationHooksDiffer(let missing):
            "Set both onPreInitiateAuthentication and onPreAuthentication or neither: \(missing.rawValue) is missing. "
                + "To leave authentication out for some payments, set both and answer the first with nil."
        case .hooksDiffer:
            "The session was opened with other hooks than the component is wired with. Open it with the handlers' hookSet."
        }
    }
}
