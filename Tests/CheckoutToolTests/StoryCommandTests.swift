import CheckoutTesting
import Testing

@testable import CheckoutTool

@Suite("The commands that tell stories")
struct StoryCommandTests {
    @Test("The matrix has a row for each scenario, counts its cells, and exits 0 while all agree")
    func scenarios() {
        let result = CommandTests.run("scenarios")
        #expect(result.code == .success)
        #expect(result.message.isEmpty)
        #expect(result.output.contains("157 cells exact, 39 not expressible, 0 differ"))
        let rows = result.output.split(separator: "\n").filter { $0.contains("  =") && $0.hasPrefix("S") }
        #expect(rows.count == 49)
    }

    @Test("With --json each cell is a line")
    func scenariosJSON() {
        let result = CommandTests.run("scenarios", "--json")
        #expect(result.code == .success)
        #expect(result.output.split(separator: "\n").count == 196)
        #expect(
            result.output.contains(
                #"{"scenario":"S36","provider":"adyen","expressible":false,"because":"Adyen asks no hook of the app; an unused grant is withdrawn"}"#
            ))
    }

    @Test("The demonstration tells three stories, with a moral and the providers' own words")
    func demo() {
        let result = CommandTests.run("demo")
        #expect(result.code == .success)
        for text in [
            "Epay", "Primer", "Adyen", "PXP", "S02  declined, then paid with another card",
            "S32  unknown at one provider, start at another", "S27  an outcome nobody knows", "NO: it may be paid",
            "may Pay be pressed again?", "In their own words:", #""state":"Frozen""#,
        ] {
            #expect(result.output.contains(text), "\(text)")
        }
    }

    @Test("Any scenario can be demonstrated, by its id in either case", arguments: Scenario.catalogue)
    func anyScenario(scenario: Scenario) {
        let result = CommandTests.run("demo", scenario.id.rawValue.lowercased())
        #expect(result.code == .success)
        #expect(result.output.contains("\(scenario.id)  \(scenario.title)"))
    }

    @Test("What isn't known is wrong usage", arguments: [["demo", "S99"], ["demo", "--all"], ["scenarios", "x"]])
    func usage(words: [String]) {
        let result = CheckoutCommand.run(words) { (_) throws(InputError) in [] }
        #expect(result.code == .usage)
        #expect(result.output.isEmpty)
    }
}
