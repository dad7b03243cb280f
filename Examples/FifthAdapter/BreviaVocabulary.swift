public import CheckoutCore

/// What Brevia's words mean: the tables, and nothing about them anywhere else.
///
/// A provider that adds a word gets a row here. Until then the word is one that nobody knows (rule R5).
public struct BreviaVocabulary: Sendable {
    /// What the word of a notice means.
    public enum Meaning: Sendable, Hashable {
        /// The order is loaded, can't be loaded, is over.
        case opened, notOpened, over
        /// The charge goes on.
        case goesOn
        /// The shopper has to do something: see ``BreviaVocabulary/steps``.
        case asks
        /// The shopper has left a step.
        case left
        /// Brevia has the charge; the result comes later.
        case waits(PendingPayment.WaitingFor)
        /// The charge is approved.
        case approved(Approval.Level)
        /// The charge is refused: see ``BreviaVocabulary/refusals``.
        case refused
        /// The charge was withdrawn: see ``BreviaVocabulary/withdrawals``.
        case withdrawn
        /// The charge broke, and no payment was made.
        case broken
        /// Another charge is open, so this one was never begun.
        case notStarted
        /// What was entered isn't valid, so nothing was sent.
        case invalidForm
    }

    /// What the word of a notice means.
    public var words: [String: Meaning]
    /// Why a charge was refused, by code; any other code is unspecified.
    public var refusals: [String: Decline.Reason]
    /// What the shopper has to do, by code; any other code is an action nobody here can show.
    public var steps: [String: ShopperAction]
    /// Who withdrew a charge, by code; any other code is unstated.
    public var withdrawals: [String: Cancellation.Cause]

    /// Brevia's words as documented.
    public static let standard = BreviaVocabulary(
        words: [
            "order.opened": .opened,
            "order.notOpened": .notOpened,
            "order.over": .over,
            "form.invalid": .invalidForm,
            "step.required": .asks,
            "step.done": .goesOn,
            "step.left": .left,
            "charge.sent": .goesOn,
            "charge.parked": .waits(.provider),
            "charge.awaited": .waits(.shopper),
            "charge.reserved": .approved(.authorised),
            "charge.settled": .approved(.captured),
            "charge.refused": .refused,
            "charge.withdrawn": .withdrawn,
            "charge.broken": .broken,
            "charge.notStarted": .notStarted,
        ],
        refusals: [
            "no_funds": .insufficientFunds,
            "over_limit": .limitExceeded,
            "card_expired": .expiredCard,
            "card_wrong": .invalidCardDetails,
            "card_stolen": .lostOrStolenCard,
            "card_barred": .notPermitted,
            "prove_first": .authenticationRequired,
            "not_proven": .authenticationFailed,
            "bank_silent": .issuerUnavailable,
            "bank_refuses": .doNotHonour,
            "fraud": .suspectedFraud,
        ],
        steps: [
            "challenge": .authenticate(.challenge),
            "page": .redirect(nil),
            "voucher": .presentVoucher,
            "other_app": .switchApp,
        ],
        withdrawals: [
            "shopper": .shopper,
            "merchant": .merchant,
            "brevia": .provider,
            "time": .expired,
        ])
}
