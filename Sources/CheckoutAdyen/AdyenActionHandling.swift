public import CheckoutCore
public import Foundation

/// Shows an action to the shopper and returns what Adyen's action component says of it.
///
/// It hands ``AdyenShownAction/json`` to `AdyenActionComponent.handle(_:)` and returns when the component's delegate was
/// called. It is called once for each action, from any thread. One that never returns keeps its `pay` waiting and nothing else:
/// give the checkout deadlines, for components that don't call back (fact sheet adyen, section 4).
public typealias AdyenActionHandler = @Sendable (AdyenShownAction) async -> AdyenActionResult

/// An action as Adyen's SDK takes it.
public struct AdyenShownAction: Sendable {
    /// The attempt it belongs to.
    public let attempt: AttemptID
    /// What the shopper has to do, in neutral words.
    public let action: ShopperAction
    /// The action's JSON, as it came: decode it as the SDK's `Action`.
    public let json: Data
}

extension AdyenShownAction: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What the shopper has to do, and nothing of the action's data.
    public var description: String { "AdyenShownAction(\(attempt))" }

    /// As the description.
    public var debugDescription: String { description }

    /// Shows no more than the description.
    public var customMirror: Mirror { Mirror(self, children: ["value": description]) }
}

/// What an action component says.
public enum AdyenActionResult: Sendable {
    /// `didProvide`; `nil` if its details can't be encoded: nothing is invented in their place.
    case provided(AdyenDetails?)
    /// `didComplete`: the shopper has pressed “Done” on a voucher.
    case completed
    /// `didFail`: the action failed, or the shopper left it. It proves nothing about the payment.
    case failed(AdyenComponentError)
}
