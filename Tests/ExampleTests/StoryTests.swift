import CheckoutCore
import Foundation
import Testing

@testable import CheckoutTesting

/// One story as one vendor's example has to tell it.
struct ExampleStory: Sendable, CustomStringConvertible {
    let program: Program
    let name: String
    let story: Scenario.Story
    /// How the order stands at the end; `nil` if the vendor can't tell the story.
    let ending: OrderStanding?

    var description: String { "\(program.name) \(name)" }

    static func all<Simulator: VendorSimulator>(_ name: String, _ simulator: Simulator.Type) -> [ExampleStory] {
        Scenario.catalogue.flatMap { scenario in
            scenario.stories.enumerated().map { index, story in
                ExampleStory(
                    program: Program(name: name),
                    name: scenario.stories.count == 1 ? "\(scenario.id)" : "\(scenario.id)/\(index + 1)", story: story,
                    ending: Simulator.demonstrate(story, scenario.id).ending)
            }
        }
    }

    static let all =
        all("EpayExample", EpaySimulator.self) + all("PrimerExample", PrimerSimulator.self)
        + all("AdyenExample", AdyenSimulator.self) + all("PXPExample", PXPSimulator.self)

    /// What the screen says to the question whether Pay may be pressed again, by the catalogue.
    var answer: String {
        switch story.refusal {
        case nil: "yes"
        case .alreadyPaid?: "no: it is paid"
        case .attemptInProgress?: "no: it is under way"
        case .outcomeUnresolved?: "NO: it may be paid"
        case let refusal?: "no: \(refusal.rawValue)"
        }
    }
}

@Suite("The examples tell the catalogue's stories")
struct StoryTests {
    @Test(
        "It ends as the catalogue says, and so does the answer", arguments: ExampleStory.all.filter { $0.ending != nil }
    )
    func told(story: ExampleStory) throws {
        let run = try story.program.run(story.name)
        #expect(run.code == 0, "\(run.message)")
        let other = Self.beforeTheHook[story.description]
        #expect(run.state == other?.state ?? story.ending.map { "\($0.standing.state)" }, "\(run.output)")
        #expect(run.answer?.hasPrefix(other?.answer ?? story.answer) == true, "\(run.output)")
        #expect(!run.output.contains("\u{1B}"), "piped output has no escape sequence")
    }

    /// `PrimerGate` begins a payment in the hook, not at the press: what happens before it is no attempt's.
    static let beforeTheHook: [String: (state: String, answer: String)] = [
        "PrimerExample S05": ("ready", "yes"),
        // A failure that no payment of this device's explains may be somebody else's payment.
        "PrimerExample S08": ("outcomeUnknown(noAnswer)", "NO: it may be paid"),
        "PrimerExample S29": ("initializing", "yes"),
        // The hook comes after the deadline of nothing: it begins the payment.
        "PrimerExample S35": ("processing", "no: it is under way"),
        "PrimerExample S37": ("ready", "yes"),
        "PrimerExample S41/1": ("succeeded(unstated)", "no: it is paid"),
        "PrimerExample S46": ("cancelled(merchant)", "yes"),
        "PrimerExample S49": ("cancelled(merchant)", "yes"),
    ]

    @Test(
        "A story the vendor can't tell is refused with the reason",
        arguments: ExampleStory.all.filter { $0.ending == nil })
    func untold(story: ExampleStory) throws {
        let run = try story.program.run(story.name)
        #expect(run.code == 64)
        #expect(run.output.isEmpty)
        #expect(run.message.contains("can't be told by this vendor: "), "\(run.message)")
    }

    @Test(
        "The list has every story, with a reason where the vendor can't tell it",
        arguments: ["Epay", "Primer", "Adyen", "PXP"])
    func list(vendor: String) throws {
        let program = Program(name: vendor + "Example")
        let run = try program.run("--list")
        #expect(run.code == 0)
        let stories = ExampleStory.all.filter { $0.program.name == program.name }
        #expect(run.lines.count == stories.count)
        for (line, story) in zip(run.lines, stories) {
            #expect(line.hasPrefix(story.name + " "))
            #expect(line.contains(" – can't be told: ") == (story.ending == nil), "\(line)")
        }
    }
}
