// A process that pays until it is killed, and says on its standard output what was acknowledged to it.
//
// usage: JournalVictim FOLDER ORDER KILL-AT MOMENT
//   KILL-AT  the number of the journal write at which it kills itself; 0 to wait for somebody else to do it
//   MOMENT   before, half or after: where in that write; or full: KILL-AT is the size at which the disk is full

import CheckoutAdyen
import CheckoutCore
import Foundation

/// Writes a word so that it has left this process when the call returns.
func say(_ word: String) { FileHandle.standardOutput.write(Data((word + "\n").utf8)) }

/// A file journal that is killed at one of its writes.
final class DyingJournal: AttemptJournal {
    let base: FileJournal
    let folder: URL
    let killAt: Int
    let moment: String

    init(folder: URL, killAt: Int, moment: String) {
        base = FileJournal(directory: folder)
        self.folder = folder
        self.killAt = killAt
        self.moment = moment
    }

    func open(order: String) throws(JournalError) -> any OpenJournal {
        Open(base: try base.open(order: order), journal: self)
    }

    final class Open: OpenJournal {
        let base: any OpenJournal
        let journal: DyingJournal
        // Only the main thread writes here.
        nonisolated(unsafe) var writes = 0
        var content: JournalContent { base.content }

        init(base: any OpenJournal, journal: DyingJournal) {
            self.base = base
            self.journal = journal
        }

        func append(_ lines: [[UInt8]], isDurable: Bool) throws(JournalError) {
            unsafe writes += 1
            guard unsafe writes == journal.killAt, journal.moment != "full" else {
                return try base.append(lines, isDurable: isDurable)
            }
            switch journal.moment {
            case "before": break
            case "half": writeHalf(lines)
            default: try base.append(lines, isDurable: isDurable)
            }
            kill(getpid(), SIGKILL)
        }

        /// What a crash can leave of a write: its beginning, without an end.
        private func writeHalf(_ lines: [[UInt8]]) {
            let files = (try? FileManager.default.contentsOfDirectory(atPath: journal.folder.path)) ?? []
            guard let name = files.first(where: { $0.hasSuffix(".checkout") }),
                let file = FileHandle(forWritingAtPath: journal.folder.appendingPathComponent(name).path)
            else { return }
            _ = try? file.seekToEnd()
            let line = Array("{\"version\":1,\"line\":0,\"record\":".utf8) + lines[0]
            try? file.write(contentsOf: Data(line.prefix(line.count / 2)))
        }

        func replace(with lines: [[UInt8]]) throws(JournalError) { try base.replace(with: lines) }
        func close() { base.close() }
    }
}

let arguments = CommandLine.arguments
guard arguments.count == 5, let killAt = Int(arguments[3]), let eur = Currency(code: "EUR") else { exit(64) }
let journal = DyingJournal(
    folder: URL(fileURLWithPath: arguments[1]), killAt: killAt, moment: arguments[4])
let order = CheckoutOrder(reference: arguments[2], amount: Money(minorUnits: 1000, currency: eur))
let refused = Array(#"{"resultCode":"Refused","refusalReasonCode":"2"}"#.utf8)

/// Lets files grow to a size and no further: a write beyond it fails in the middle, as on a full disk.
func limitFiles(to size: UInt) {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    _ = unsafe getrlimit(fileSizeLimit, &limit)
    limit.rlim_cur = min(limit.rlim_max, rlim_t(size))
    _ = unsafe setrlimit(fileSizeLimit, &limit)
}

#if canImport(Glibc)
    let fileSizeLimit = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
#else
    let fileSizeLimit = RLIMIT_FSIZE
#endif

do {
    if arguments[4] == "full" { limitFiles(to: UInt(killAt)) }
    let checkout = try Checkout(order: order, journal: journal)
    say("opened")
    let session = try checkout.open(AdyenAdapter(reportsRequests: true))
    while true {
        if case .refused(let refusal) = session.begin(method: "scheme") {
            say("refused \(refusal.rawValue)")
            break
        }
        say("granted")
        if case .stop(.refused(let refusal)) = session.send(.paymentsRequest) {
            say("stopped \(refusal.rawValue)")
            break
        }
        say("submitted")
        session.send(.paymentsResponse(AdyenAnswer(status: 200, body: refused)))
        say("ended")
    }
    if arguments[4] == "full" {
        limitFiles(to: .max)
        // An attempt that was stopped before it could be sent is still at work; it ends here.
        session.send(.didFail(AdyenComponentError(kind: .cancelled)))
        if case .granted = session.begin(method: "scheme") { say("granted with room") }
    }
} catch {
    say("error \(error)")
}
