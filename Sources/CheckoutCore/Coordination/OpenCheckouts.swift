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
        switch (journal, other.journal) {
        case (let mine as FileJournal, let theirs as FileJournal): mine.folder == theirs.folder
        case (let mine as InMemoryJournal, let theirs as InMemoryJournal): mine === theirs
        // Two journals of a kind that isn't known here: the lock decides when one is opened.
        case (_, _): false
        }
    }

    /// An event came after the checkout was closed: it is recorded under a fresh lock.
    func sendLate(_ body: (Checkout) -> HookAnswer) -> HookAnswer {
        guard
            let reopened = try? Checkout(
                order: order, journal: journal, policy: policy, scope: scope, deadlines: .none,
                clock: ContinuousClock(), table: .standard, makeID: { AttemptID.random() })
        else { return .stop(.refused(.journalUnavailable)) }
        defer { reopened.close() }
        return body(reopened)
    }
}
