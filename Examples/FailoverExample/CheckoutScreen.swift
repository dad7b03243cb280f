import CheckoutCore
import CheckoutTesting
import ExampleSupport
import Foundation

/// A payment screen with a button for each of three providers: what you would write around the vendors' own parts.
///
/// How a vendor's events reach its session is in the other examples; here `Simulation` lets each vendor speak.
@MainActor struct CheckoutScreen {
    let checkout: Checkout
    var epay: Simulation<EpaySimulator>
    var adyen: Simulation<AdyenSimulator>
    var pxp: Simulation<PXPSimulator>
    private let observer: ObserverToken

    /// Opens the order and a session at each provider. One journal and one guard are for all of them.
    init(_ order: CheckoutOrder, folder: URL, policy: GuardPolicy = .standard, screen: Screen) throws {
        checkout = try Checkout(order: order, journal: FileJournal(directory: folder), policy: policy)
        observer = checkout.observe(on: .sending) { update in screen.show(update) }
        epay = try Simulation(EpaySimulator.self, on: checkout)
        adyen = try Simulation(AdyenSimulator.self, on: checkout)
        pxp = try Simulation(PXPSimulator.self, on: checkout)
        try epay.play(.load)
        try adyen.play(.load)
        try pxp.play(.load)
    }

    /// Which Pay buttons can be pressed: what the guard says of each session now.
    var buttons: String {
        func button(_ name: String, _ permission: StartPermission) -> String {
            switch permission {
            case .yes: "[\(name)]"
            case .no(let refusal): "\(name): \(refusal.rawValue)"
            }
        }
        return [
            button("Epay", checkout.mayBegin(with: epay.session)),
            button("Adyen", checkout.mayBegin(with: adyen.session)),
            button("PXP", checkout.mayBegin(with: pxp.session)),
        ].joined(separator: "   ")
    }

    /// The app is at launch or comes to the foreground: the backend is asked about what is open, at any provider.
    func askBackend(_ backend: SimulatedBackend) async throws {
        try await checkout.resolveOpenAttempts(using: backend, patience: Patience(questions: 1))
    }
}
