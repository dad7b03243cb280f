public import CheckoutCore

/// What happens next in a story, in neutral words.
///
/// A ``VendorSimulator`` tells each turn in its vendor's events. A turn that comes after the submission lets the vendor send
/// first, if it hasn't.
public enum Turn: Sendable, Hashable {
    // MARK: The session

    /// The vendor loads, and is ready.
    case load
    /// Loading fails.
    case failToLoad
    /// The app opens another session of the vendor.
    case openAgain

    // MARK: The shopper

    /// Pay is pressed: the app asks the guard and calls the vendor, which has sent nothing yet.
    case press
    /// Pay is pressed, and the guard says no.
    case pressInVain
    /// The shopper leaves before anything was sent.
    case leaveBeforeSending
    /// The shopper closes the view after the submission.
    case leave
    /// The shopper leaves what was asked of them, and doesn't come back.
    case abandon
    /// The shopper types a card that can't be one.
    case enterInvalidCard
    /// The shopper agrees to the surcharge.
    case agreeToSurcharge
    /// The shopper refuses the surcharge.
    case refuseSurcharge
    /// The shopper passes the authentication.
    case authenticate
    /// The shopper fails the authentication.
    case failAuthentication
    /// The shopper comes back from the bank's page.
    case comeBack
    /// The shopper has read the voucher.
    case closeVoucher

    // MARK: The vendor

    /// Nothing was sent yet: said where the story depends on it.
    case holdBack
    /// The vendor sends: money may move from here on.
    case send
    /// The vendor asks to send, and is answered no.
    case sendInVain
    /// The vendor sends although it was answered no, and an outcome comes that nobody can read.
    case sendAfterEnd
    /// The vendor asks the shopper to agree to a surcharge.
    case askForSurcharge
    /// The vendor asks for an authentication.
    case askForAuthentication
    /// The vendor sends the shopper to another page.
    case redirect
    /// The vendor shows a voucher.
    case showVoucher
    /// The payment is approved. After another end of the attempt: late.
    case approve(Portion)
    /// The attempt before the latest one is approved after all.
    case approveEarlier
    /// A payment is approved that nobody here has begun.
    case approveUnasked
    /// The payment is refused, for this reason where the vendor tells it.
    case decline(Decline.Reason)
    /// The payment is refused, and the session takes no further attempt.
    case declineForGood
    /// A wallet refuses inside its sheet, and the shopper closes it.
    case declineInWallet
    /// The result comes later.
    case postpone
    /// The provider confirms that the payment was withdrawn.
    case cancel
    /// The payment expires.
    case expire
    /// The outcome comes in a word nobody knows.
    case sayUnknownWord
    /// The last outcome is told again.
    case repeatOutcome
    /// An outcome that names no payment, and contradicts the last one.
    case contradictWithoutName
    /// The vendor reports a start that it refuses, because it holds another attempt open.
    case refuseStart

    // MARK: The line

    /// There is no network before anything was sent.
    case goOffline
    /// The line drops after the submission.
    case dropLine

    // MARK: The app and its backend

    /// The hook that the vendor asks the app in is answered no.
    case veto
    /// The deadline of the attempt passes.
    case passDeadline
    /// The app is killed and started again; the order may have another amount then.
    case relaunch(Money?)
    /// The merchant's backend speaks about the latest attempt.
    case merchantSays(MerchantSaying)
    /// The same at another provider of the order.
    case elsewhere(OtherTurn)

    /// How much is approved.
    public enum Portion: Sendable, Hashable {
        /// What was asked.
        case all
        /// Less.
        case less(Money)
        /// More, or another currency.
        case other(Money)
    }

    /// What a merchant's backend says.
    public enum MerchantSaying: Sendable, Hashable {
        /// It was paid.
        case paid
        /// It was refused.
        case declined
        /// It has expired.
        case expired
        /// It can't be paid any more, and never was.
        case closed
        /// It was paid, and given back.
        case released
    }

    /// What happens at another provider.
    public enum OtherTurn: Sendable, Hashable {
        /// Its session opens and is ready.
        case open
        /// Pay is pressed there.
        case press
        /// Pay is pressed there, and the guard says no.
        case pressInVain
        /// The payment there is approved.
        case approve
        /// A payment there is approved that nobody here has begun.
        case approveUnasked
    }
}
