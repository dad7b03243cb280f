import CheckoutCore

/// What the merchant's backend says about a transaction.
extension EpayAdapter {
    /// Says what a transaction means.
    func read(
        _ transaction: EpayTransaction, for attempt: AttemptContext?, _ emit: (CheckoutSignal) -> Void
    ) {
        // An unreadable word of the merchant is no statement (rule R5).
        guard let meaning = transaction.state.flatMap({ vocabulary.transactionStates[$0.rawValue] }) else { return }
        let payment = PaymentDetails(reference: transaction.id)
        let raw: RawCodes = [.result: transaction.state?.raw, .code: transaction.errorCode?.raw]
        switch meaning {
        case .stillOpen: break
        case .succeeded:
            emit(.statement(.merchant(.succeeded(Approval(level: .unstated, payment: payment, raw: raw)))))
        case .failed:
            guard let latest = latest(of: attempt, naming: transaction.id) else { return }
            // The SDK starts no other attempt in the session as long as its own word forbids it.
            let retry: Retry = latest.canRetry && !isSpent ? .sameMethod : .newSession
            switch transaction.errorCode.flatMap({ vocabulary.transactionEnds[$0.rawValue] }) {
            case .cancelled(let cause)?:
                let cancellation = Cancellation(cause: cause, retry: retry, payment: payment, raw: raw)
                emit(.statement(.merchant(.cancelled(cancellation))))
            case .failed(let kind)?:
                emit(.statement(.merchant(.failed(Failure(kind: kind, retry: retry, payment: payment, raw: raw)))))
            case nil:
                let decline = Decline(
                    reason: vocabulary.reason(transaction.errorCode), retry: retry, payment: payment, raw: raw)
                emit(.statement(.merchant(.declined(decline))))
            }
        }
    }

    /// The attempt's latest snapshot, if it names the transaction and isn't at work any more.
    ///
    /// An attempt may try several transactions (a wallet lets the shopper try again): the failure of one ends the attempt
    /// only when it was the last. A state on no list may be work too.
    private func latest(of attempt: AttemptContext?, naming transaction: PaymentReference?) -> Seen? {
        guard let attempt, let transaction else { return nil }
        let stray = attempt.isGranted ? nil : strays.values.first { $0.transaction == transaction }
        guard let latest = seen[attempt.id] ?? stray, latest.transaction == transaction else { return nil }
        switch latest.meaning {
        case .underWay?, nil: return nil
        case .accepted?, .declined?, .cancelled?, .failed?, .outcomeUnknown?: return latest
        }
    }
}
