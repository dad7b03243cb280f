import CheckoutCore
import CheckoutTesting
import ExampleSupport
import Foundation

/// Three stories of a shopper with several providers to choose from.
@MainActor struct FailoverStories {
    let folder: URL
    let screen: Screen

    private func open(_ reference: String) throws -> CheckoutScreen {
        let order = CheckoutOrder(reference: reference, amount: try Money(text: "10.00 EUR"))
        return try CheckoutScreen(order, folder: folder, screen: screen)
    }

    /// Opens an order that nothing has happened to.
    private func openNew(_ reference: String) throws -> CheckoutScreen {
        let shop = try open(reference)
        guard shop.checkout.attempts.isEmpty else { throw KnownOrder(folder: folder) }
        return shop
    }

    /// Shows what the shopper can press, and lets somebody read it.
    private func buttons(_ shop: CheckoutScreen) async {
        screen.line("    buttons  \(shop.buttons)")
        await screen.moment(shop.checkout.state)
    }

    /// A refusal is an end: another provider may be tried at once.
    func declined() async throws {
        screen.heading("declined at Epay, paid at Adyen")
        var shop = try openNew("F-1")
        screen.happens("the shopper pays at Epay")
        try shop.epay.play(.press)
        await buttons(shop)
        screen.happens("the bank declines")
        try shop.epay.play(.decline(.insufficientFunds))
        await buttons(shop)
        screen.happens("the shopper pays at Adyen")
        try shop.adyen.play(.press)
        try shop.adyen.play(.approve(.all))
        await buttons(shop)
        screen.ending(shop.checkout.standing)
        screen.line()
    }

    /// Nobody knows whether it was paid: trying another provider could charge the shopper twice.
    func unknown() async throws {
        screen.heading("unknown at Adyen: no other provider, until the merchant has spoken")
        let backend = SimulatedBackend()
        var shop = try openNew("F-2")
        screen.happens("the shopper pays at Adyen, and the line drops")
        try shop.adyen.play(.press)
        try shop.adyen.play(.dropLine)
        await buttons(shop)
        screen.happens("the shopper presses Pay at Epay all the same")
        try press(&shop.epay)
        screen.happens("the app asks the merchant's server, which doesn't know yet")
        try await shop.askBackend(backend)
        await buttons(shop)
        screen.happens("the server has heard: declined")
        backend.learn(.outcome(.declined(Decline(reason: .insufficientFunds))))
        try await shop.askBackend(backend)
        await buttons(shop)
        screen.happens("the shopper pays at Epay")
        try shop.epay.play(.press)
        try shop.epay.play(.approve(.all))
        screen.ending(shop.checkout.standing)
        screen.line()
    }

    /// The journal is on the drive before anything is sent: a kill forgets nothing.
    func killed() async throws {
        screen.heading("the app is killed in between: the journal still blocks")
        try await beforeTheKill()
        screen.happens("the app is killed and started again")
        let backend = SimulatedBackend()
        var shop = try open("F-3")
        await buttons(shop)
        screen.happens("the shopper presses Pay at PXP")
        try press(&shop.pxp)
        screen.happens("the merchant's server says: it was declined")
        backend.learn(.outcome(.declined(Decline(reason: .insufficientFunds))))
        try await shop.askBackend(backend)
        await buttons(shop)
        screen.happens("the shopper pays at PXP")
        try shop.pxp.play(.press)
        try shop.pxp.play(.approve(.all))
        screen.ending(shop.checkout.standing)
    }

    /// Everything of the first start ends with this function: nothing is closed, nothing is said goodbye to.
    private func beforeTheKill() async throws {
        var shop = try openNew("F-3")
        screen.happens("the shopper pays at Adyen, and is sent to the bank's page")
        try shop.adyen.play(.press)
        try shop.adyen.play(.redirect)
        await buttons(shop)
    }

    /// A press that the guard refuses.
    private func press<Simulator>(_ vendor: inout Simulation<Simulator>) throws {
        for case .refused(let reason) in try vendor.play(.pressInVain).map(\.answer) { screen.note("no: \(reason)") }
    }
}

/// The journal knows the story's order from an earlier run.
struct KnownOrder: Error, CustomStringConvertible {
    let folder: URL

    /// What is in the way and what to do about it.
    var description: String { "the journals in \(Screen.plain(folder.path)) know this story; take an empty folder" }
}
