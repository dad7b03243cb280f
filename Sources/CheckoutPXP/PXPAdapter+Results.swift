import CheckoutCore

extension PXPAdapter {
    // MARK: - Results

    /// A result, from whichever callback: its class decides, unless its state contradicts it.
    mutating func read(_ result: PXPResult, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void) {
        switch vocabulary.meaning(of: result) {
        case .approved(let level)?: approve(result, level: level, for: attempt, emit)
        case .approvedForMerchant?: approve(result, level: .unstated, for: attempt, emit)
        case .refused?: refuse(result, for: attempt, emit)
        case .failed?: fail(result, for: attempt, emit)
        case nil:
            guard let waiting = vocabulary.waiting(result) else { return unrecognised(result, for: attempt, emit) }
            let payment = PaymentDetails(reference: result.reference)
            emit(
                .statement(
                    .provider(.pending(PendingPayment(waitingFor: waiting, payment: payment, raw: result.raw)))))
        }
    }

    private mutating func approve(
        _ result: PXPResult, level: Approval.Level, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) {
        let purpose = vocabulary.intents[intent] ?? .payment
        var sum = result.fundingData?.sum ?? .absent
        // An approval of nothing, or of less, doesn't tell what is held of a payment.
        if purpose == .payment, let money = sum.money, money.minorUnits <= 0, money != attempt?.asked {
            sum = .unreadable
        }
        let payment = PaymentDetails(reference: result.reference, amount: sum.money)
        settle(attempt)
        emit(
            .statement(
                .provider(.succeeded(Approval(level: level, payment: payment, intent: purpose, raw: result.raw)))))
        // No money comes from the shopper where a card is checked or money is paid out.
        if sum == .unreadable, purpose == .payment { emit(.anomaly(.amountMismatch)) }
    }

    private mutating func refuse(
        _ result: PXPResult, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) {
        guard isOfThisRound(result, for: attempt, emit) else { return }
        let reason = vocabulary.reason(of: result, afterOffer: seen(attempt).wasOfferedRetry)
        settle(attempt)
        emit(.statement(.provider(.declined(decline(result, reason: reason)))))
    }

    private func decline(_ result: PXPResult, reason: Decline.Reason) -> Decline {
        Decline(
            reason: reason, retry: vocabulary.retry(result.provider?.merchantAdvice),
            payment: PaymentDetails(reference: result.reference), raw: result.raw)
    }

    /// A failed request. The SDK repeats by itself, so what a repeat is answered with says nothing about the first: only
    /// a rejection of the card's own fields proves that nothing was charged.
    private mutating func fail(
        _ result: PXPResult, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) {
        guard isOfThisRound(result, for: attempt, emit) else { return }
        let seen = seen(attempt)
        let isSent = attempt?.isSubmitted ?? false
        let payment = PaymentDetails(reference: result.reference)
        if isSent || seen.isWithheld, let status = result.httpStatusCode,
            vocabulary.rejectingStatuses.contains(status),
            let kind = result.errorCode.flatMap({ vocabulary.cardFields[$0] })
        {
            settle(attempt)
            return emit(.statement(.provider(.failed(Failure(kind: kind, payment: payment, raw: result.raw)))))
        }
        if seen.isWithheld, !isSent { return doubt(payment, raw: result.raw, emit) }
        let failure: Failure
        switch vocabulary.meaning(of: result.errorCode) {
        case .failed(let kind, let retry):
            failure = Failure(kind: kind, retry: retry, payment: payment, raw: result.raw)
        case .tokenisation: failure = Failure(kind: .validation, payment: payment, raw: result.raw)
        case .network: failure = Failure(kind: .network, payment: payment, raw: result.raw)
        case .authenticationFailed, .cancelled, .unanswered:
            failure = Failure(kind: .unrecognised, payment: payment, raw: result.raw)
        }
        end(.failed(failure), ifSubmitted: .noAnswer, attempt, emit)
    }

    /// Rule R5: a class on no list, none, or one that its state contradicts.
    private func unrecognised(
        _ result: PXPResult, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) {
        // With no attempt an unrecognised word changes nothing.
        guard attempt != nil else { return emit(.progress(.processing, by: .local)) }
        emit(
            .statement(
                .doubt(
                    Uncertainty(
                        cause: .unrecognised, payment: PaymentDetails(reference: result.reference), raw: result.raw))))
    }

    // MARK: - Soft declines

    /// The retry of a soft decline: PXP has refused the authorisation, and the submit may go on with another one.
    mutating func read(_ offer: PXPSoftDecline, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void) {
        if let result = offer.result {
            // What the hook was called with is read as what it is, should it be no refusal.
            guard let type = result.type, vocabulary.softDeclines.contains(type),
                vocabulary.meaning(of: result) != nil
            else { return read(result, for: attempt, emit) }
        }
        let result = offer.result ?? PXPResult(type: nil)
        guard let accepted = offer.retry else { return unrecognised(result, for: attempt, emit) }
        guard isOfThisRound(result, for: attempt, emit) else { return }
        if let attempt { submits[attempt.id, default: PXPSubmit()].offer(result.reference, accepted: accepted) }
        let decline = decline(result, reason: .authenticationRequired)
        guard accepted else { return emit(.statement(.provider(.declined(decline)))) }
        emit(.refusedRound(decline))
        // Where no hook stops the next authorisation, it is on its way already.
        if hooks.boundary != .preAuthorisation { emit(.submission(.made)) }
    }

    /// Whether a refusal or a failure speaks of this round. A copy of an earlier one says nothing; one that can't be
    /// told from it is doubt.
    private func isOfThisRound(
        _ result: PXPResult, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) -> Bool {
        switch seen(attempt).relation(of: result.reference) {
        case .thisRound: return true
        case .copy: return false
        case .unclear:
            unrecognised(result, for: attempt, emit)
            return false
        }
    }

    // MARK: - Errors

    /// An exception: its result if it carries one, else its code, which before the submission is an end.
    mutating func read(_ error: PXPError, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void) {
        if let result = error.submitResult { return read(result, for: attempt, emit) }
        let raw: RawCodes = [.type: error.type?.raw, .code: error.errorCode?.raw]
        switch vocabulary.meaning(of: error) {
        case .failed(let kind, let retry):
            end(.failed(Failure(kind: kind, retry: retry, raw: raw)), ifSubmitted: .noAnswer, attempt, emit)
        case .tokenisation:
            end(.failed(Failure(kind: .validation, raw: raw)), ifSubmitted: .noAnswer, attempt, emit)
        case .authenticationFailed:
            let decline = Decline(reason: .authenticationFailed, raw: raw)
            end(.declined(decline), ifSubmitted: .noAnswer, attempt, emit)
        case .cancelled: end(Self.leftByShopper(raw: raw), ifSubmitted: .closedAfterSubmission, attempt, emit)
        case .network: noAnswer(.network, raw: raw, for: attempt, emit)
        case .unanswered: noAnswer(.unrecognised, raw: raw, for: attempt, emit)
        }
    }

    /// Nobody answered. An SDK that was given nothing to send and still waits for an answer has sent.
    private mutating func noAnswer(
        _ kind: Failure.Kind, raw: RawCodes, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) {
        if let attempt, !attempt.isSubmitted, seen(attempt).isWithheld {
            return doubt(.unknown, raw: raw, emit)
        }
        end(.failed(Failure(kind: kind, raw: raw)), ifSubmitted: .noAnswer, attempt, emit)
    }

    private func doubt(_ payment: PaymentDetails, raw: RawCodes, _ emit: (CheckoutSignal) -> Void) {
        emit(.statement(.doubt(Uncertainty(cause: .noAnswer, payment: payment, raw: raw))))
    }

    // MARK: - What was seen

    private func seen(_ attempt: AttemptContext?) -> PXPSubmit { attempt.flatMap { submits[$0.id] } ?? PXPSubmit() }

    private mutating func settle(_ attempt: AttemptContext?) {
        if let attempt { submits[attempt.id, default: PXPSubmit()].isSettled = true }
    }
}

extension PXPResult {
    /// The words kept beside an outcome.
    var raw: RawCodes {
        [
            .result: type?.raw,
            RawCodes.Name(rawValue: "state"): state?.raw,
            .code: errorCode?.raw ?? declineCode?.raw,
            .advice: provider?.merchantAdvice?.raw,
            .status: httpStatusCode.map { RawCode(String($0)) },
            .diagnostics: correlationId,
            RawCodes.Name(rawValue: "merchantTransactionId"): merchantTransactionId.map { RawCode($0.rawValue) },
            RawCodes.Name(rawValue: "cvc"): provider?.cardVerificationCodeResult
                ?? fundingData?.cardVerificationCodeResult,
            RawCodes.Name(rawValue: "avs"): provider?.addressVerificationServiceResult
                ?? fundingData?.addressVerificationServiceResult,
        ]
    }
}
