package import CheckoutCore

/// One thing that can be said about an attempt during an exploration.
package struct Word: Sendable, Hashable {
    /// Whose word it is, as far as the invariants tell words apart.
    package enum Speaker: Sendable, Hashable {
        /// A hook asks before it sends: the guard may say no.
        case asking
        /// Something was sent without asking.
        case sender
        /// This device: a view, the clock, the transport.
        case device
        /// The provider, or an answer that can't be read.
        case provider
    }

    /// The word as a path shows it.
    package let name: String
    /// Whose word it is.
    package let speaker: Speaker
    /// What it means.
    package let signal: CheckoutSignal

    init(_ name: String, _ speaker: Speaker, _ signal: CheckoutSignal) {
        self.name = name
        self.speaker = speaker
        self.signal = signal
    }

    private init(_ name: String, provider outcome: Outcome) {
        self.init(name, .provider, .statement(.provider(outcome)))
    }

    /// What the word says about the outcome, if it is a statement.
    var statement: Statement? {
        guard case .statement(let statement) = signal else { return nil }
        return statement
    }

    /// Whether the word says only that nobody can tell.
    var isDoubt: Bool { statement?.outcome.state.kind == .outcomeUnknown }

    /// Whether the word proves that nothing was sent: of this device's words the only one that ends a submitted attempt.
    var isProofOfNothing: Bool {
        if case .nothingLeft = signal { true } else { false }
    }
}

extension Word {
    static let announced = Word("a hook asks to submit", .asking, .submission(.announced))
    static let repeated = Word("the request goes out again", .asking, .submission(.repeated))
    static let made = Word("it was sent", .sender, .submission(.made))
    static let waits = Word("the device shows an action", .device, .progress(.actionRequired(.switchApp), by: .local))
    static let isAlive = Word("the provider shows it alive", .provider, .progress(.processing, by: .provider))
    static let asksShopper = Word(
        "the provider asks the shopper", .provider, .progress(.actionRequired(.switchApp), by: .provider))
    static let shopperLeft = Word(
        "the shopper leaves", .device,
        .statement(.local(.cancelled(Cancellation(cause: .shopper)), ifSubmitted: .closedAfterSubmission)))
    static let offline = Word(
        "no network", .device,
        .statement(.local(.failed(Failure(kind: .network, retry: .otherMethod)), ifSubmitted: .noAnswer)))
    static let notAuthenticated = Word(
        "authentication fails before the payment", .device,
        .statement(.local(.declined(Decline(reason: .authenticationFailed)), ifSubmitted: .actionAbandoned)))
    static let noAnswer = Word("no answer", .provider, .statement(.doubt(Uncertainty(cause: .noAnswer))))
    static let unreadable = Word(
        "an unreadable answer", .provider, .statement(.doubt(Uncertainty(cause: .unrecognised))))
    static let nothingLeft = Word("nothing has left", .device, .nothingLeft(Failure(kind: .network)))
    static let roundRefused = Word(
        "a soft decline", .provider, .refusedRound(Decline(reason: .authenticationRequired)))
    static let references = [PaymentReference("A")].compactMap(\.self).map {
        Word("the reference A", .provider, .reference($0))
    }
    static let vendorName = Word("the vendor's name", .provider, .vendorAttempt("v"))

    static let unknown = Word(
        "the provider can't tell", provider: .outcomeUnknown(Uncertainty(cause: .reportedByProvider)))
    static let pending = Word("provider: pending", provider: .pending(PendingPayment(waitingFor: .provider)))
    static let cancelled = Word(
        "provider: cancelled", provider: .cancelled(Cancellation(cause: .provider, retry: .otherMethod)))
    static let failed = Word("provider: failed", provider: .failed(Failure(kind: .provider, retry: .newSession)))
    static let declined = Word("provider: declined", provider: .declined(Decline(reason: .doNotHonour)))
    static let part = Word("provider: part A", provider: Names.part("A"))
    static let unknownPart = Word(
        "provider: a part of A", provider: .partiallyPaid(PartialPayment(payment: Names.details("A"))))
    static let approved = Word("provider: approved A", provider: Names.approved("A", .authorised))
    static let approvedAgain = Word("provider: approved B", provider: Names.approved("B", .authorised))
    static let approvedUnnamed = Word("provider: approved", provider: .succeeded(Approval(level: .authorised)))
}

/// The merchant's words, with what a path calls them.
package struct NamedMerchantWord: Sendable, Hashable {
    /// The word as a path shows it.
    package let name: String
    /// The word.
    package let word: MerchantWord

    init(_ name: String, _ word: MerchantWord) {
        self.name = name
        self.word = word
    }

    var isRelease: Bool {
        if case .released = word { true } else { false }
    }

    static let closed = Self("closed, not paid", .outcome(.cancelled(Cancellation(cause: .merchant))))
    static let pending = Self("pending", .outcome(.pending(PendingPayment(waitingFor: .merchant))))
    static let failed = Self("failed", .outcome(.failed(Failure(kind: .provider))))
    static let declined = Self("declined", .outcome(.declined(Decline(reason: .unspecified))))
    static let part = Self("part A", .outcome(Names.part("A")))
    static let captured = Self("captured A", .outcome(Names.approved("A", .captured)))
    static let released = Self("released A", .released([PaymentReference("A")].compactMap(\.self)))
    static let cannotTell = Self("can't tell", .outcome(.outcomeUnknown(Uncertainty(cause: .reportedByProvider))))
}

/// Amounts and payments that explorations share.
enum Names {
    static let amount = Scenario.euros(1000)

    static func details(_ reference: String) -> PaymentDetails {
        PaymentDetails(reference: PaymentReference(reference))
    }

    static func approved(_ reference: String, _ level: Approval.Level) -> Outcome {
        .succeeded(Approval(level: level, payment: details(reference)))
    }

    /// A part of whatever was asked.
    static func part(_ reference: String) -> Outcome {
        .partiallyPaid(PartialPayment(paid: Scenario.euros(400), payment: details(reference)))
    }
}
