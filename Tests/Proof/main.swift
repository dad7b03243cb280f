// Proves what can be proved by machine, and says in numbers what was done.
//
// usage: Proof explore
//   explore   visits every order within the bounds of each exploration; exit 1 on a violation

import CheckoutTesting
import Foundation

func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

switch CommandLine.arguments.dropFirst().first {
case "explore": exit(explore() ? 0 : 1)
default:
    say("usage: Proof explore")
    exit(64)
}
