public import CheckoutCore
public import CheckoutTesting
public import Foundation

/// A payment screen as an app has it, in front of a simulated vendor.
///
/// The stories and the menu need no more of it than this: everything a vendor is told is in the example itself.
@MainActor public protocol PaymentExample: AnyObject {
    /// The vendor's stand-in, by which the example knows which stories the vendor can tell.
    associatedtype Simulator: VendorSimulator

    /// Opens the order on its journal, as an app does when it starts.
    init(_ launch: Launch) throws

    /// The order.
    var checkout: Checkout { get }

    /// Lets the shopper press something, or the vendor tell something.
    ///
    /// - Throws: why a press on Pay is refused; `NotExpressible` if the vendor can't tell it.
    func play(_ turn: Turn) async throws

    /// The app comes to the foreground: it asks the merchant's backend about what is open.
    func askBackend(_ backend: SimulatedBackend) async throws

    /// The merchant's backend pushes a word that nobody has asked for.
    func pushed(_ word: MerchantWord)
}

/// How an example is started.
public struct Launch: Sendable {
    /// What is being paid; its reference is the same at every start.
    public var order: CheckoutOrder
    /// The journal's folder.
    public var folder: URL
    /// How careful the guard is.
    public var policy = GuardPolicy.standard
    /// The scenario that is told, for vendors whose session is opened differently for some.
    public var scenario: Scenario.ID = "S01"
    /// What happened before the app was killed: the vendor's servers remember it.
    public var history: [Turn] = []
    /// How long an attempt may be silent.
    public var deadlines = Deadlines(processing: .seconds(60), actionRequired: .seconds(600))
    /// What measures the deadlines. In a story the time passes when the story says so.
    public let clock = StoryClock()
    /// Where everything is shown.
    public let screen: Screen
}

/// The merchant's backend, which says what the story has told it.
///
/// In an app, `HTTPOutcomeResolver` asks the real one.
public final class SimulatedBackend: OutcomeResolver {
    private let word = Locked(MerchantWord.nothing)

    /// Makes a backend that knows nothing.
    public init() {}

    /// Tells the backend what became of the order's latest payment.
    public func learn(_ word: MerchantWord) { self.word.withLock { $0 = word } }

    /// What the backend knows.
    public func status(of attempt: AttemptSummary) async throws -> MerchantWord { word.withLock { $0 } }

    /// What the backend knows.
    public func status(ofOrder reference: String) async throws -> MerchantWord { word.withLock { $0 } }

    /// Nothing can be paid any more.
    public func close(_ attempt: AttemptSummary) async throws -> MerchantWord {
        .outcome(.cancelled(Cancellation(cause: .merchant)))
    }
}
