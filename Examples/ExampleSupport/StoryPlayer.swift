import CheckoutCore
import CheckoutTesting

/// Lets a story happen to an example: what isn't the vendor's is done here.
@MainActor final class StoryPlayer<App: PaymentExample> {
    /// The example; it lives as long as the process.
    let app: App
    private let launch: Launch
    private let backend = SimulatedBackend()
    private var other: Simulation<ReferenceSimulator>?
    /// Ends this process and starts the example again; it doesn't return.
    private let kill: () throws -> Void

    init(_ launch: Launch, kill: @escaping () throws -> Void) throws {
        app = try App(launch)
        self.launch = launch
        self.kill = kill
    }

    /// Lets something happen.
    ///
    /// - Returns: whether it could: not if the guard or the vendor refused it.
    func play(_ turn: Turn) async throws -> Bool {
        launch.screen.happens("\(turn)")
        do {
            switch turn {
            case .relaunch: try kill()
            case .passDeadline: await passDeadline()
            case .merchantSays: try await speak(turn)
            case .elsewhere(let turn): try elsewhere(turn)
            default: try await app.play(turn)
            }
        } catch let impossible as NotExpressible {
            launch.screen.note("can't be told: \(impossible.because)")
            return false
        } catch let failure as ExampleFailure {
            throw failure
        } catch {
            launch.screen.note("no: \(error)")
            return false
        }
        await launch.screen.moment(app.checkout.state)
        return true
    }

    /// The merchant's server has heard from the provider. The app asks it, or it pushes what nobody would ask for.
    private func speak(_ turn: Turn) async throws {
        guard let latest = app.checkout.attempts.last else { return launch.screen.note("nothing was begun") }
        var simulator = App.Simulator(for: launch.scenario)
        for case .merchant(let word) in try simulator.play(turn) {
            if case .released = word {
                app.pushed(.released(latest.references))
            } else {
                backend.learn(word)
                try await app.askBackend(backend)
            }
        }
    }

    /// Moves the clock until the deadline has been noticed.
    private func passDeadline() async {
        guard app.checkout.state.kind.isActive else { return launch.screen.note("no deadline is running") }
        for _ in 0..<1000 where app.checkout.state.kind.isActive {
            launch.clock.advance(by: .seconds(600))
            try? await Task.sleep(for: .milliseconds(2))
        }
    }

    /// The other provider of the order: a second session, of a vendor that only the stories have.
    private func elsewhere(_ turn: Turn.OtherTurn) throws {
        if turn == .open { other = try Simulation(ReferenceSimulator.self, on: app.checkout) }
        let played: Turn =
            switch turn {
            case .open: .load
            case .press: .press
            case .pressInVain: .pressInVain
            case .approve: .approve(.all)
            case .approveUnasked: .approveUnasked
            }
        for case .refused(let reason) in try other?.play(played).map(\.answer) ?? [] {
            launch.screen.note("no: \(reason)")
        }
    }
}

/// The example itself can't go on.
struct ExampleFailure: Error {
    let message: String
}
