import Foundation

/// The checkouts that are open in this process, so that a late event of a closed one finds its order's owner.
enum OpenCheckouts {
    private struct Entry: Sendable {
        weak var checkout: Checkout?
    }

    private static let entries = Locked<[String: [Entry]]>([:])

    static func add(_ checkout: Checkout) {
        entries.withLock { entries in
            entries[checkout.order.reference, default: []].removeAll { $0.checkout == nil }
            entries[checkout.order.reference, default: []].append(Entry(checkout: checkout))
        }
    }

    static func remove(_ checkout: Checkout) {
        entries.withLock { entries in
            entries[checkout.order.reference]?.removeAll { $0.checkout == nil || $0.checkout === checkout }
            if entries[checkout.order.reference]?.isEmpty == true { entries[checkout.order.reference] = nil }
        }
    }

    /// Who holds the order of a checkout now: itself, the one that opened it after it was closed, or nobody.
    static func owner(of checkout: Checkout) -> Checkout? {
        let open = entries.withLock { $0[checkout.order.reference]?.compactMap(\.checkout) ?? [] }
        return open.first { $0 === checkout } ?? open.first { $0.sharesJournal(with: checkout) }
    }
}

extension Checkout {
    /// Whether two checkouts write into the same place.
    func sharesJournal(with other: Checkout) -> Bool {
        if let mine = journal as? FileJournal, let theirs = other.journal as? FileJournal {
            return mine.place == theirs.place
        }
        // A journal of any other kind is an object that both hold.
        return (journal as AnyObject) === (other.journal as AnyObject)
    }

    /// Something came after the checkout was closed: it goes to the order's owner in this process, or is recorded under a
    /// fresh lock.
    ///
    /// - Parameter body: does it; `nil` from it says that the owner has just closed too.
    /// - Returns: `nil` if nobody could take it: another process has the journal, or it can't be opened.
    func late<Result: Sendable>(_ body: (Checkout) -> Result?) -> Result? {
        // No lock is held: an observer of the owner may cause the next late event from inside.
        for _ in 0..<500 {
            if let owner = OpenCheckouts.owner(of: self), owner !== self {
                if let result = body(owner) { return result }
            } else {
                do throws(JournalError) {
                    let reopened = try Checkout(
                        order: order, journal: journal, policy: policy, scope: scope, deadlines: .none,
                        clock: ContinuousClock(), table: .standard, keepsAmount: true,
                        makeID: { AttemptID.random() })
                    defer { reopened.close() }
                    return body(reopened)
                } catch .inUse {
                    // Asked again below.
                } catch {
                    return nil
                }
            }
            // Somebody is just opening or closing the order.
            Thread.sleep(forTimeInterval: 0.002)
        }
        return nil
    }
}

extension FileJournal {
    /// The folder by one spelling.
    fileprivate var place: String {
        URL(fileURLWithPath: folder).resolvingSymlinksInPath().standardizedFileURL.path
    }
}
