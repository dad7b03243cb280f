public import CheckoutCore
import CheckoutTesting
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The example's screen: a terminal, or a pipe, which gets the same text without colours and without waiting.
public final class Screen: Sendable {
    /// Whether a person is looking.
    public let isTerminal: Bool
    private let hasColours: Bool
    private let shown = Locked("")

    /// Makes a screen on standard output.
    public init() {
        isTerminal = isatty(STDOUT_FILENO) == 1
        hasColours = isTerminal && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
    }

    private enum Ink: String {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"
    }

    private func inked(_ text: String, _ ink: Ink) -> String {
        hasColours ? "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m" : text
    }

    private func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

    // MARK: - Lines

    /// A line as it is.
    public func line(_ text: String = "") { write(Self.plain(text) + "\n") }

    /// Lines that the example has written itself.
    func text(_ text: String) { write(text + "\n") }

    /// A heading.
    public func heading(_ text: String) { write(inked(Self.plain(text), .bold) + "\n") }

    /// What happens.
    public func happens(_ text: String) { write(inked("» " + Self.plain(text), .bold) + "\n") }

    /// What is said on the side: a refused start, a hook's answer.
    public func note(_ text: String) { write("    " + inked(Self.plain(text), .yellow) + "\n") }

    /// A question; the answer is typed behind it.
    public func prompt(_ text: String) { write(Self.plain(text) + " > ") }

    /// What an app renders after every update: the order's state, the money, and what to offer.
    ///
    /// An update that leaves all three as they are, of another session for example, changes nothing on the screen.
    public func show(_ update: CheckoutUpdate) {
        let state = Self.plain("\(update.order.state)").padding(to: 41)
        let rest =
            "money \(update.order.exposure.rawValue)".padding(to: 16) + "offer \(Self.plain("\(update.nextStep)"))"
        let isNews = shown.withLock { shown in
            defer { shown = state + rest }
            return shown != state + rest
        }
        if isNews { write("    " + inked(state, Self.ink(update.order.state)) + rest + "\n") }
        for anomaly in update.change.anomalies { note("anomaly: \(anomaly.rawValue)") }
    }

    /// How it ends.
    public func ending(_ standing: OrderStanding) {
        let state = standing.standing.state
        line()
        write("order    " + inked(Self.plain("\(state)"), Self.ink(state)) + "\n")
        line("money    \(standing.standing.exposure.rawValue)")
        line("offer    \(standing.nextStep)")
        line("may Pay be pressed again?  \(standing.mayPayAgain)")
    }

    /// A moment in which a person can read; while a payment is under way, something moves.
    public func moment(_ state: CheckoutState) async {
        guard isTerminal else { return }
        guard state.kind.isActive else { return (try? await Task.sleep(for: .milliseconds(400))) ?? () }
        for frame in "⠋⠙⠹⠸⠼⠴⠦⠧" {
            write("\r    \(frame) \(state.kind.rawValue)… ")
            try? await Task.sleep(for: .milliseconds(80))
        }
        write("\r" + String(repeating: " ", count: 40) + "\r")
    }

    /// Ends the process with a message.
    public static func fail(_ message: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(code)
    }

    /// Ends the process; all went well.
    static func leave() -> Never { exit(0) }

    // MARK: - Words

    private static func ink(_ state: CheckoutState) -> Ink {
        switch state {
        case .initializing, .ready: .dim
        case .processing, .actionRequired: .cyan
        case .pending, .partiallyPaid, .outcomeUnknown: .yellow
        case .succeeded: .green
        case .declined, .cancelled, .failed: .red
        }
    }

    /// A text without anything a terminal would obey.
    public static func plain(_ text: String) -> String { text.plain(limit: 400) }
}

extension String {
    /// The text with spaces behind it, at least one.
    func padding(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
