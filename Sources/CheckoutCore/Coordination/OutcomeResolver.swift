/// The merchant's backend, as the app asks it.
///
/// The words it gives are ``MerchantWord``s: read them from the backend's JSON with ``MerchantWord/init(body:)``.
public protocol OutcomeResolver: Sendable {
    /// How an attempt stands, as the provider's server or its webhooks say. Asking never changes anything.
    func status(of attempt: AttemptSummary) async throws -> MerchantWord

    /// How a whole order stands. Asked only while the order's journal is damaged.
    func status(ofOrder reference: String) async throws -> MerchantWord

    /// Makes every way to pay an attempt unusable and says what it was before: paid after all, or closed.
    ///
    /// 1. Close what the attempt was made with: its idempotency key where the provider has our id, else the provider's session
    ///    or order.
    /// 2. Answer a merchant's `cancelled` only when nothing of it can be paid any more.
    /// 3. If it was paid meanwhile, answer that.
    func close(_ attempt: AttemptSummary) async throws -> MerchantWord
}

/// How often the backend is asked before an answer is left for later.
public struct Patience: Sendable, Hashable {
    /// The number of questions about one attempt.
    public var questions: Int
    /// The pause after the first question; each further one is twice as long.
    public var pause: Duration
    /// The longest pause.
    public var longestPause: Duration

    /// Makes a patience.
    public init(questions: Int = 4, pause: Duration = .seconds(1), longestPause: Duration = .seconds(8)) {
        self.questions = max(1, questions)
        self.pause = pause
        self.longestPause = longestPause
    }
}

extension Checkout {
    /// Asks the backend about every attempt that may have moved money and isn't fully approved.
    ///
    /// Call it at launch and when the app comes to the foreground. It asks only: it never closes anything, because the
    /// shopper may be coming back from the bank. One question about an attempt is asked at a time, whoever calls.
    ///
    /// - Parameters:
    ///   - resolver: the backend.
    ///   - patience: how often it is asked while it has no answer.
    ///   - clock: what measures the pauses.
    /// - Throws: what the resolver throws at last, after the other attempts were asked about; `CancellationError`.
    public func resolveOpenAttempts(
        using resolver: some OutcomeResolver, patience: Patience = Patience(),
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws {
        if seen.isDamaged {
            try await ask(-1, patience, clock) { settleOrder(try await resolver.status(ofOrder: order.reference)) }
            return
        }
        var failure: (any Error)?
        for place in seen.questionable {
            let summary = seen.summaries[place]
            do {
                try await ask(place, patience, clock) { hear(try await resolver.status(of: summary), of: summary.id) }
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// Makes every way to pay an attempt unusable, by the backend: the way out of a doubt that nobody answers.
    ///
    /// It is the app's own call, for an attempt the shopper has given up. The attempt's session is over from then on.
    ///
    /// - Returns: whether the attempt is settled now.
    @discardableResult
    public func close(_ attempt: AttemptID, using resolver: some OutcomeResolver) async throws -> Bool {
        guard let summary = attempts.last(where: { $0.id == attempt }) else { return false }
        let isSettled = hear(try await resolver.close(summary), of: attempt)
        if isSettled {
            change { work in
                guard let place = work.machine.place(of: attempt) else { return }
                work.record { machine, sink in machine.endSession(of: place, sink) }
            }
        }
        return isSettled
    }

    /// The merchant's word about an attempt, where the app gets it by another way than asking: a push, for example.
    ///
    /// - Parameters:
    ///   - word: what the backend says.
    ///   - attempt: the attempt; `nil` if the word names it by its payment's reference.
    public func hear(_ word: MerchantWord, about attempt: AttemptID?) {
        if hearNow(word, about: attempt) == nil { _ = late { $0.hearNow(word, about: attempt) } }
    }

    /// - Returns: whether the attempt is settled: nothing more has to be asked.
    private func hear(_ word: MerchantWord, of attempt: AttemptID) -> Bool {
        hearNow(word, about: attempt) ?? late { $0.hearNow(word, about: attempt) } ?? false
    }

    /// - Returns: whether nothing more has to be asked; `nil` if the checkout doesn't hold the order any more.
    private func hearNow(_ word: MerchantWord, about attempt: AttemptID?) -> Bool? {
        if attempt == nil, word.references.isEmpty, seen.isDamaged { return settleOrder(word) }
        return change { work -> Bool? in
            guard work.journal != nil else { return nil }
            if case .released(let references) = word, attempt == nil {
                work.record { machine, sink in machine.hear(released: references, sink) }
                return true
            }
            let place =
                attempt.map { work.machine.place(of: $0) }
                ?? word.references.compactMap { work.machine.attempt(of: $0) }.first
            guard let place else {
                work.record { [makeID = work.makeID] machine, sink in machine.hearUnowned(word, id: makeID, sink) }
                return true
            }
            work.record { machine, sink in machine.hear(word, attempt: place, sink) }
            return !work.machine.questionable.contains(place)
        }
    }

    /// Settles an order whose journal is damaged: the settlement is the first record of a new journal.
    private func settleOrder(_ word: MerchantWord) -> Bool {
        change { work in
            let before = work
            let records = work.record { [makeID = work.makeID] machine, sink in
                machine.settle(word, id: makeID, sink)
            }
            guard let line = records.flatMap({ OrderRecord.line($0) }), let journal = work.journal else { return false }
            do {
                try journal.replace(with: [line])
                work.forgetUnwritten()
                return true
            } catch {
                work = before
                return false
            }
        }
    }

    /// Asks until there is an answer or patience ends; nobody else asks the same meanwhile.
    private func ask(
        _ question: Int, _ patience: Patience, _ clock: any Clock<Duration>, _ body: () async throws -> Bool
    ) async throws {
        guard beginAsking(question) else { return }
        defer { endAsking(question) }
        var pause = patience.pause
        for round in 1...patience.questions {
            try Task.checkCancellation()
            do {
                if try await body() { return }
            } catch  where round < patience.questions && !(error is CancellationError) {
                // Asked again below; the last failure is told.
            }
            guard round < patience.questions else { return }
            try await clock.sleep(for: pause)
            pause = min(patience.longestPause, pause * 2)
        }
    }
}
