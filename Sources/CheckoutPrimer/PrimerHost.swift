/// How the app shows Primer's checkout; told when the session is opened, because the hosts report different things.
///
/// Source: the vendor's page “PrimerCheckoutState” (iOS); fact sheet primer, section 2.
public enum PrimerHost: Sendable, Hashable {
    /// The app's own layout around a `PrimerCheckoutSession`.
    ///
    /// - Parameter savedMethods: whether it offers saved methods or Stripe ACH. Saved methods never call the hook before a
    ///   payment, Stripe ACH calls it too late; such a session is begun before it is shown.
    case inlineSession(savedMethods: Bool)
    /// The `PrimerCheckout` view.
    ///
    /// - Parameters:
    ///   - errorScreen: whether the SDK shows its error screen (`uiOptions.isErrorScreenEnabled`).
    ///   - trustsDismissal: whether `.dismissed` is taken at its word, that no payment was made. Only where no offered
    ///     method leaves the app or opens a bank's page.
    case managedView(errorScreen: Bool, trustsDismissal: Bool)
    /// `PrimerCheckoutPresenter`. Its sheet closes on a failure when the error screen is off.
    ///
    /// - Parameters:
    ///   - errorScreen: whether the SDK shows its error screen (`uiOptions.isErrorScreenEnabled`).
    ///   - trustsDismissal: whether `.dismissed` is taken at its word, that no payment was made. Only where no offered
    ///     method leaves the app or opens a bank's page.
    case presenter(errorScreen: Bool, trustsDismissal: Bool)
}

extension PrimerHost {
    /// Whether the app's own layout shows the methods.
    var isInline: Bool {
        switch self {
        case .inlineSession: true
        case .managedView, .presenter: false
        }
    }

    /// Whether the hook before a payment is asked for every payment, and early enough.
    var hasBoundaryEvent: Bool {
        switch self {
        case .inlineSession(let savedMethods): !savedMethods
        case .managedView, .presenter: false
        }
    }

    /// Whether the SDK's own screen stays after a failure, so that the shopper can go on in it without asking.
    var staysAfterFailure: Bool {
        switch self {
        case .inlineSession: false
        case .managedView: true
        case .presenter(let errorScreen, _): errorScreen
        }
    }

    /// Whether a failure closes the SDK's screen.
    var closesOnFailure: Bool {
        switch self {
        case .inlineSession, .managedView: false
        case .presenter(let errorScreen, _): !errorScreen
        }
    }

    /// Whether `.dismissed` is taken at its word.
    var trustsDismissal: Bool {
        switch self {
        case .inlineSession: false
        case .managedView(_, let trusts), .presenter(_, let trusts): trusts
        }
    }
}
