import CheckoutCore

extension PrimerAdapter {
    /// Whether a failure is one of the start: an inline session's, before it was ready, that speaks of no payment.
    func failsStart(_ failure: PrimerFailure) -> Bool {
        host.isInline && !seen.isReady && !hasPayment(failure) && meaning(of: failure) != .paymentFailed
    }

    /// The reference of the payment that a failure names: the error's own, else that of its `checkoutData`.
    func reference(of failure: PrimerFailure) -> PaymentReference? {
        vocabulary.reference(failure.paymentID) ?? vocabulary.reference(failure.payment?.id)
    }

    /// Whether a payment was created before the failure.
    private func hasPayment(_ failure: PrimerFailure) -> Bool {
        failure.payment != nil || reference(of: failure) != nil
    }

    /// What the error's id means; `nil` for one on no list.
    private func meaning(of failure: PrimerFailure) -> PrimerVocabulary.ErrorMeaning? {
        failure.errorID.flatMap { vocabulary.errors[$0.rawValue] }
    }

    /// A failure: of the start, of the attempt begun since the last outcome, or nobody's.
    mutating func read(
        _ failure: PrimerFailure, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) {
        let reference = reference(of: failure)
        let raw: RawCodes = [
            .code: (failure.errorID?.rawValue).map { RawCode($0) },
            .result: (failure.status ?? failure.payment?.status)?.raw,
            .diagnostics: failure.diagnosticsID,
            RawCodes.Name(rawValue: "orderId"): failure.payment?.orderID ?? failure.orderID,
        ]
        // Nothing can have been sent while the SDK was loading, also by an attempt that was begun before it was shown.
        if failsStart(failure), attempt == nil || seen.isLoading {
            return failStart(failure, raw: raw, for: attempt, emit)
        }
        guard let attempt else { return readUnowned(failure, PaymentDetails(reference: reference), raw, emit) }
        // An attempt that was begun shows that the session was ready.
        seen.isReady = true
        let isRepeated =
            seen.answered.contains(attempt.id) || reference.map { seen.references.contains($0) } ?? false
        if let reference { seen.references.insert(reference) }
        guard let statement = statement(of: failure, PaymentDetails(reference: reference), raw, for: attempt) else {
            seen.awaitsEcho = false
            return
        }
        if !provesNoPayment(statement) { seen.mayHavePayment = true }
        // The second word about an attempt, or about a payment, is no outcome of another attempt.
        guard !isRepeated else { return emit(.statement(statement)) }
        settle(attempt, emit)
        if host.closesOnFailure {
            seen.isOver = true
            emit(.session(.over))
        }
        emit(.statement(statement))
        if host.staysAfterFailure, !seen.isOver {
            seen.goesOn = true
            emit(.nextAttempt)
        }
    }

    private mutating func failStart(
        _ failure: PrimerFailure, raw: RawCodes, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) {
        let isNetwork = failure.errorID.map { vocabulary.networkErrors.contains($0.rawValue) } ?? false
        let end = Failure(kind: isNetwork ? .network : .configuration, retry: .newSession, raw: raw)
        seen.isOver = true
        emit(.session(.failed(end)))
        emit(.session(.over))
        guard let attempt else { return }
        settle(attempt, emit)
        emit(.statement(attempt.isSubmitted ? .provider(.failed(end)) : .local(.failed(end), ifSubmitted: .noAnswer)))
    }

    /// A failure with no attempt begun: what comes before a payment tells about the session, everything else is a
    /// payment nobody here has begun.
    private mutating func readUnowned(
        _ failure: PrimerFailure, _ payment: PaymentDetails, _ raw: RawCodes, _ emit: (CheckoutSignal) -> Void
    ) {
        switch meaning(of: failure) {
        case .cancelled?, .notApproved?, .merchantsOwn?, .beforePayment?, .beforePaymentUnlessSubmitted?:
            seen.awaitsEcho = false
            guard hasPayment(failure) else { return }
        case .paymentFailed?, .indeterminate?, nil: break
        }
        seen.mayHavePayment = true
        if let reference = payment.reference { seen.references.insert(reference) }
        if failedPayment(failure) == .pending, meaning(of: failure) == .paymentFailed {
            let pending = PendingPayment(waitingFor: .provider, payment: payment, raw: raw)
            return emit(.statement(.provider(.pending(pending))))
        }
        // The failure itself shows that something was sent, whatever its words: nobody has said what became of it.
        emit(.statement(.doubt(Uncertainty(cause: .noAnswer, payment: payment, raw: raw))))
    }

    // MARK: - Classes

    /// What a failure says about its attempt; `nil` if nothing, because it is about a hook that was refused.
    private func statement(
        of failure: PrimerFailure, _ payment: PaymentDetails, _ raw: RawCodes, for attempt: AttemptContext
    ) -> Statement? {
        let hasPayment = hasPayment(failure)

        /// An end that comes before a payment exists: Primer's word once something was submitted, this device's before.
        func before(_ end: LocalEnd, _ outcome: Outcome, _ cause: Uncertainty.Cause = .noAnswer) -> Statement {
            if hasPayment { return doubt(cause) }
            return attempt.isSubmitted ? .provider(outcome) : .local(end, ifSubmitted: cause)
        }
        /// An end that stands only as long as nothing was submitted and no payment is named.
        func unlessSubmitted(_ end: LocalEnd, _ cause: Uncertainty.Cause) -> Statement {
            hasPayment ? doubt(cause) : .local(end, ifSubmitted: cause)
        }
        func doubt(_ cause: Uncertainty.Cause) -> Statement {
            .doubt(Uncertainty(cause: cause, payment: payment, raw: raw))
        }
        func failed(_ kind: Failure.Kind, _ retry: Retry) -> Failure {
            Failure(kind: kind, retry: retry, payment: payment, raw: raw)
        }

        switch meaning(of: failure) {
        case .paymentFailed?:
            switch failedPayment(failure) {
            case .refused?:
                return .provider(.declined(Decline(reason: .unspecified, payment: payment, raw: raw)))
            case .pending?:
                return .provider(.pending(PendingPayment(waitingFor: .provider, payment: payment, raw: raw)))
            case nil: return doubt(.unrecognised)
            }
        case .cancelled?:
            let left = Cancellation(cause: .shopper, payment: payment, raw: raw)
            return closedItsSheet(failure, attempt)
                ? before(.cancelled(left), .cancelled(left), .actionAbandoned)
                : unlessSubmitted(.cancelled(left), .actionAbandoned)
        case .notApproved?:
            let end = Cancellation(cause: .unstated, payment: payment, raw: raw)
            return before(.cancelled(end), .cancelled(end))
        case .merchantsOwn(let kind, let retry)?:
            // A hook that was answered yes makes no such error: it is about another one, which the guard refused.
            if seen.awaitsEcho || host.hasBoundaryEvent && seen.hook?.attempt == attempt.id { return nil }
            return unlessSubmitted(.failed(failed(kind, retry)), .noAnswer)
        case .beforePayment(let kind, let retry)?:
            let end = failed(kind, retry)
            return before(.failed(end), .failed(end))
        case .beforePaymentUnlessSubmitted(let kind, let retry)?:
            return unlessSubmitted(.failed(failed(kind, retry)), .noAnswer)
        case .indeterminate?: return unlessSubmitted(.failed(failed(.unrecognised, .sameMethod)), .noAnswer)
        case nil: return unlessSubmitted(.failed(failed(.unrecognised, .sameMethod)), .unrecognised)
        }
    }

    /// What the status of the failed payment means: the error's own, else that of its `checkoutData`.
    private func failedPayment(_ failure: PrimerFailure) -> PrimerVocabulary.FailedPaymentMeaning? {
        (failure.status ?? failure.payment?.status).flatMap { vocabulary.failedPayments[$0.rawValue] }
    }

    /// Whether the method is one whose own sheet closes before a payment is created.
    private func closedItsSheet(_ failure: PrimerFailure, _ attempt: AttemptContext) -> Bool {
        let hooked = seen.hook.flatMap { $0.attempt == attempt.id ? $0.method : nil }
        guard let method = failure.paymentMethodType ?? hooked ?? attempt.method else { return false }
        return vocabulary.sheetMethods.contains(method.rawValue)
    }

    /// Whether a statement says that there never was a payment.
    private func provesNoPayment(_ statement: Statement) -> Bool {
        guard statement.evidence == .provider else { return false }
        switch statement.outcome {
        case .cancelled, .failed: return true
        case .pending, .partiallyPaid, .succeeded, .declined, .outcomeUnknown: return false
        }
    }
}
