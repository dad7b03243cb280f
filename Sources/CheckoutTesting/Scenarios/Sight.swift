public import CheckoutCore

/// One line of what an observer saw, without what a vendor words in its own way: references, raw codes, texts.
public struct Sight: Sendable, Hashable {
    /// Whose line it is.
    public enum Subject: Sendable, Hashable {
        /// The session of the vendor the story is told by.
        case session
        /// One of its attempts, counted over its own from 1.
        case attempt(Int)
        /// The session at the other provider.
        case otherSession
        /// An attempt at the other provider.
        case otherAttempt(Int)
        /// The order as a whole.
        case order
        /// Nobody's: an answer to a question.
        case answer
    }

    /// What was seen.
    public enum Content: Sendable, Hashable {
        /// A state of a session or of an attempt at work.
        case progress(CheckoutState.Kind)
        /// The shopper must act.
        case action(ShopperAction.Kind)
        /// The result comes later.
        case pending(PendingPayment.WaitingFor)
        /// A part is paid.
        case partiallyPaid(paid: Money?, remaining: Money?)
        /// It is approved.
        case succeeded(Approval.Level, Exposure)
        /// It was refused.
        case declined(Decline.Reason, Retry)
        /// It was withdrawn.
        case cancelled(Cancellation.Cause, Retry, earlierRefusal: Bool)
        /// It ended technically.
        case failed(Failure.Kind, Retry)
        /// Nobody can tell.
        case outcomeUnknown(Uncertainty.Cause)
        /// A start was refused.
        case refused(StartRefusal)
        /// A hook was answered no.
        case stopped
        /// Nothing changed; there is an anomaly only.
        case unchanged
    }

    /// Who has spoken: what a vendor can't tell is left out of its own words only.
    public enum Teller: Sendable, Hashable {
        /// The vendor, or the device.
        case vendor
        /// The merchant's backend.
        case merchant
    }

    /// Whose line it is.
    public var subject: Subject
    /// What was seen.
    public var content: Content
    /// What is louder than a state.
    public var anomalies: [Anomaly]
    /// The exposure beside an outcome; `nil` beside progress, whose exposure is where the vendor's boundary lies.
    public var exposure: Exposure?
    /// Who has spoken. Not part of what is compared.
    public var teller: Teller

    /// Makes a line.
    public init(
        _ subject: Subject, _ content: Content, anomalies: [Anomaly] = [], teller: Teller = .vendor
    ) {
        self.subject = subject
        self.content = content
        self.anomalies = anomalies
        self.teller = teller
        exposure = content.exposure
    }

    /// Whether two lines show the same; who has spoken shows in the state only.
    public static func == (left: Self, right: Self) -> Bool {
        left.subject == right.subject && left.content == right.content && left.exposure == right.exposure
            && left.anomalies == right.anomalies
    }

    /// Hashes what is compared.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(subject)
        hasher.combine(content)
        hasher.combine(anomalies)
    }
}

extension Sight.Content {
    /// What the design says about the money beside each outcome.
    fileprivate var exposure: Exposure? {
        switch self {
        case .progress, .action, .refused, .stopped, .unchanged: nil
        case .pending, .outcomeUnknown: .possible
        case .partiallyPaid: .held
        case .succeeded(_, let exposure): exposure
        case .declined, .cancelled, .failed: Exposure.none
        }
    }

    /// Whether showing it twice is no news: a state on the way, not an outcome.
    var isOnTheWay: Bool {
        switch self {
        case .progress, .action: true
        case .pending, .partiallyPaid, .succeeded, .declined, .cancelled, .failed, .outcomeUnknown, .refused, .stopped,
            .unchanged:
            false
        }
    }

    /// What a state shows.
    init(_ standing: Standing) {
        switch standing.state {
        case .initializing, .ready, .processing: self = .progress(standing.state.kind)
        case .actionRequired(let action): self = .action(action.kind)
        case .pending(let pending): self = .pending(pending.waitingFor)
        case .partiallyPaid(let part): self = .partiallyPaid(paid: part.paid, remaining: part.remaining)
        case .succeeded(let approval): self = .succeeded(approval.level, standing.exposure)
        case .declined(let decline): self = .declined(decline.reason, decline.retry)
        case .cancelled(let cancellation):
            self = .cancelled(
                cancellation.cause, cancellation.retry, earlierRefusal: cancellation.earlierRefusal)
        case .failed(let failure): self = .failed(failure.kind, failure.retry)
        case .outcomeUnknown(let uncertainty): self = .outcomeUnknown(uncertainty.cause)
        }
    }
}

extension Sight {
    /// The line with anomalies beside it.
    func with(_ anomalies: Anomaly...) -> Sight {
        var sight = self
        sight.anomalies = anomalies
        return sight
    }

    /// The same line at the other provider.
    var elsewhere: Sight {
        var sight = self
        switch subject {
        case .session: sight.subject = .otherSession
        case .attempt(let number): sight.subject = .otherAttempt(number)
        case .otherSession, .otherAttempt, .order, .answer: break
        }
        return sight
    }

    /// The same line, told by the merchant's backend.
    var byMerchant: Sight {
        var sight = self
        sight.teller = .merchant
        return sight
    }

    static let initializing = Sight(.session, .progress(.initializing))
    static let ready = Sight(.session, .progress(.ready))
    static let notLoaded = Sight(.session, .failed(.configuration, .newSession))
    static let stopped = Sight(.answer, .stopped)

    static func refused(_ reason: StartRefusal) -> Sight { Sight(.answer, .refused(reason)) }

    static func processing(_ attempt: Int = 1) -> Sight { Sight(.attempt(attempt), .progress(.processing)) }

    static func action(_ action: ShopperAction.Kind) -> Sight { Sight(.attempt(1), .action(action)) }

    static func succeeded(_ level: Approval.Level = .authorised, _ attempt: Int = 1) -> Sight {
        Sight(.attempt(attempt), .succeeded(level, level == .captured ? .taken : .held))
    }

    static func declined(_ reason: Decline.Reason, _ retry: Retry? = nil, _ attempt: Int = 1) -> Sight {
        Sight(.attempt(attempt), .declined(reason, retry ?? reason.widestRetry))
    }

    static func cancelled(_ cause: Cancellation.Cause, _ retry: Retry = .sameMethod, _ attempt: Int = 1) -> Sight {
        Sight(.attempt(attempt), .cancelled(cause, retry, earlierRefusal: false))
    }

    static func failed(_ kind: Failure.Kind, _ retry: Retry = .sameMethod) -> Sight {
        Sight(.attempt(1), .failed(kind, retry))
    }

    static func unknown(_ cause: Uncertainty.Cause, _ attempt: Int = 1) -> Sight {
        Sight(.attempt(attempt), .outcomeUnknown(cause))
    }
}

extension Sight: CustomStringConvertible {
    /// For example `attempt 1: declined(insufficientFunds), retry sameMethod, money none`.
    public var description: String {
        let words = [subjectText + contentText, exposure.map { "money \($0.rawValue)" }].compactMap { $0 }
        return (words + anomalies.map { "anomaly \($0.rawValue)" }).joined(separator: ", ")
    }

    private var subjectText: String {
        switch subject {
        case .session: "session: "
        case .attempt(let number): "attempt \(number): "
        case .otherSession: "other session: "
        case .otherAttempt(let number): "other attempt \(number): "
        case .order: "order: "
        case .answer: ""
        }
    }

    private var contentText: String {
        switch content {
        case .progress(let kind): kind.rawValue
        case .action(let kind): "actionRequired(\(kind.rawValue))"
        case .pending(let waiting): "pending(\(waiting.rawValue))"
        case .partiallyPaid(let paid, let remaining):
            "partiallyPaid(\(paid.map { "\($0)" } ?? "unknown"), remaining \(remaining.map { "\($0)" } ?? "unknown"))"
        case .succeeded(let level, _): "succeeded(\(level.rawValue))"
        case .declined(let reason, let retry): "declined(\(reason)), retry \(retry.rawValue)"
        case .cancelled(let cause, let retry, let earlierRefusal):
            "cancelled(\(cause)\(earlierRefusal ? " after a refusal" : "")), retry \(retry.rawValue)"
        case .failed(let kind, let retry): "failed(\(kind)), retry \(retry.rawValue)"
        case .outcomeUnknown(let cause): "outcomeUnknown(\(cause))"
        case .refused(let reason): "start refused(\(reason.rawValue))"
        case .stopped: "the vendor's hook is answered no"
        case .unchanged: "no change"
        }
    }
}
