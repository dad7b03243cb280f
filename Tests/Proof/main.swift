// Proves what can be proved by machine, and says in numbers what was done.
//
// usage: Proof explore [NAME [DEPTH]]
//   explore   visits every order within the bounds of each exploration, or of the one of that name to another depth (0: to
//             its end); exit 1 on a violation

import CheckoutTesting
import Foundation

func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

switch CommandLine.arguments.dropFirst().first {
case "explore":
    let rest = CommandLine.arguments.dropFirst(2)
    exit(explore(only: rest.first, depth: rest.dropFirst().first.flatMap { Int($0) }) ? 0 : 1)
case "mutants":
    guard let folder = CommandLine.arguments.dropFirst(2).first else { fallthrough }
    exit(mutants(rows: folder) ? 0 : 1)
default:
    say("usage: Proof explore [NAME [DEPTH]] | Proof mutants FOLDER")
    exit(64)
}
