import CheckoutCore
import CheckoutTesting
import Foundation

/// The command line that every example has.
@MainActor public enum ExampleCommand<App: PaymentExample> {
    /// Runs the example and ends the process.
    ///
    /// - Parameters:
    ///   - name: the program's name.
    ///   - arguments: the words behind it.
    ///   - more: what else the example can be asked for.
    public static func main(_ name: String, _ arguments: [String], more: String = "") async -> Never {
        let screen = Screen()
        let options: Options
        do throws(UsageError) {
            options = try Options(arguments)
        } catch {
            Screen.fail("\(name): \(error.message)\n\n\(usage(name, more))", code: 64)
        }
        switch options.mode {
        case .help: screen.text(usage(name, more))
        case .list: list(screen)
        case .story(let scenario, let place): await tell(scenario, place, options, screen)
        case .interactive: await interact(options, screen)
        }
        Screen.leave()
    }

    private static func usage(_ name: String, _ more: String) -> String {
        """
        usage:
          \(name)                    a card is declined, another one pays (S02)
          \(name) S09                another story of the catalogue; S30/2 is the second way S30 goes
          \(name) --list             the stories this vendor can tell, and why it can't tell the others
          \(name) --interactive      you are the shopper, the bank and the line
          options:
          --journal DIR              a folder for the journal, kept; without it, a temporary one
          --after WHAT               what happened before the kill: the example says it when it starts itself again
        exit codes: 0 done · 1 the example failed · 64 wrong usage
        """ + (more.isEmpty ? "" : "\n\(more)")
    }

    // MARK: - Stories

    private static func list(_ screen: Screen) {
        for scenario in Scenario.catalogue {
            for (index, story) in scenario.stories.enumerated() {
                let name = scenario.stories.count == 1 ? "\(scenario.id)" : "\(scenario.id)/\(index + 1)"
                let title = story.name.isEmpty ? scenario.title : "\(scenario.title): \(story.name)"
                do throws(NotExpressible) {
                    _ = try App.Simulator.script(of: story, in: scenario.id)
                    screen.line("\(name.padding(to: 7))\(title)")
                } catch {
                    screen.line("\(name.padding(to: 7))\(title) – can't be told: \(error.because)")
                }
            }
        }
    }

    private static func tell(_ scenario: Scenario, _ place: Int, _ options: Options, _ screen: Screen) async {
        let story = scenario.stories[place]
        do throws(NotExpressible) {
            _ = try App.Simulator.script(of: story, in: scenario.id)
        } catch {
            Screen.fail("\(scenario.id) can't be told by this vendor: \(error.because)", code: 64)
        }
        guard let done = Int(options.after ?? "0"), (0...story.turns.count).contains(done) else {
            Screen.fail("--after is no place in the story", code: 64)
        }
        var launch = Launch(order: Scenario.order, folder: options.folder, screen: screen)
        launch.policy = story.policy
        launch.scenario = scenario.id
        launch.history = Array(story.turns[..<done])
        for case .relaunch(let amount?) in launch.history { launch.order.amount = amount }
        if done == 0 {
            screen.heading("\(scenario.id)  \(scenario.title)\(story.name.isEmpty ? "" : ": \(story.name)")")
        }
        var next = done
        await play(launch, options, again: { ["\(scenario.id)/\(place + 1)", "--after", "\(next)"] }) { player in
            for turn in story.turns[done...] {
                next += 1
                let isPlayed = try await player.play(turn)
                if !isPlayed, turn == .press { return screen.note("the story ends here") }
            }
        }
    }

    // MARK: - By hand

    private static func interact(_ options: Options, _ screen: Screen) async {
        var keys = options.after ?? ""
        guard keys.allSatisfy({ Menu.turn($0) != nil }) else {
            Screen.fail("--after is none of the menu's keys", code: 64)
        }
        var launch = Launch(order: Scenario.order, folder: options.folder, screen: screen)
        launch.history = keys.compactMap(Menu.turn)
        if keys.isEmpty { screen.text(Menu.text) }
        await play(launch, options, again: { ["--interactive", "--after", keys] }) { player in
            while true {
                screen.prompt("\(player.app.checkout.state.kind.rawValue)")
                guard let line = Menu.readLine(), line != "q" else { return }
                guard line.count == 1, let key = line.first, let turn = Menu.turn(key) else {
                    screen.text(Menu.text)
                    continue
                }
                if Menu.needsPress(turn), !keys.contains("p") {
                    screen.note("press Pay first")
                    continue
                }
                keys.append(key)
                if try await !player.play(turn) { keys.removeLast() }
            }
        }
    }

    /// Opens the example, lets things happen, and shows how it ends.
    private static func play(
        _ launch: Launch, _ options: Options, again arguments: @escaping () -> [String],
        _ body: (StoryPlayer<App>) async throws -> Void
    ) async {
        do {
            let player = try StoryPlayer<App>(launch) {
                try Relaunch.now(arguments() + ["--journal", launch.folder.path])
            }
            try await body(player)
            launch.screen.ending(player.app.checkout.standing)
        } catch let failure as ExampleFailure {
            Screen.fail(failure.message, code: 1)
        } catch {
            Screen.fail("the example failed: \(error)", code: 1)
        }
        if options.isTemporary { try? FileManager.default.removeItem(at: launch.folder) }
    }
}
