import CheckoutAdyen
import CheckoutCore
import CheckoutEpay
import CheckoutPXP
import CheckoutPrimer

/// What an app writes that has one provider: an enum of states and a switch over the provider's words.
///
/// It does the same job as far as the measured events go: submission flag, stronger word stands, success wins, amount
/// compared with what was asked, the provider's own word kept, a change told only if there is one. It has no table, no
/// anomaly, no round, no release and no second reading of a local word.
struct HandWritten {
    enum State: Equatable {
        case processing
        case action(ShopperAction.Kind)
        case pending(reference: String?, code: String?)
        case succeeded(reference: String?, amount: Money?, code: String?)
        case partlyPaid(reference: String?, amount: Money, code: String?)
        case declined(String, reference: String?, code: String?)
        case cancelled
        case failed(code: String?)
        case unknown(code: String?)

        var rank: Int {
            switch self {
            case .processing, .action: 0
            case .unknown: 1
            case .pending: 2
            case .cancelled: 3
            case .failed: 4
            case .declined: 5
            case .partlyPaid: 6
            case .succeeded: 7
            }
        }
    }

    let asked: Money
    var state = State.processing
    var isSubmitted = false
    var known: String?

    mutating func progress(_ next: State, _ tell: (State) -> Void) {
        guard state.rank == 0, next != state else { return }
        state = next
        tell(next)
    }

    mutating func submit() { isSubmitted = true }

    mutating func settle(_ next: State, _ tell: (State) -> Void) {
        guard next.rank >= state.rank, next != state else { return }
        state = next
        tell(next)
    }

    mutating func approve(_ reference: String?, _ amount: Money?, _ code: String?, _ tell: (State) -> Void) {
        if let amount, amount.currency == asked.currency, amount.minorUnits < asked.minorUnits {
            return settle(.partlyPaid(reference: reference, amount: amount, code: code), tell)
        }
        settle(.succeeded(reference: reference, amount: amount, code: code), tell)
    }
}

extension HandWritten {
    mutating func hear(_ event: EpayEvent, _ tell: (State) -> Void) {
        guard case .attempt(let attempt) = event else { return }
        submit()
        let reference = attempt.transactionId?.text
        if let reference { known = reference }
        switch attempt.state?.rawValue {
        case "Processing": progress(attempt.isRedirecting ? .action(.redirect) : .processing, tell)
        case "Accepted": approve(reference ?? known, nil, attempt.state?.rawValue, tell)
        case "Declined":
            switch attempt.error?.errorCode?.rawValue {
            case "51": settle(.declined("insufficientFunds", reference: reference, code: "51"), tell)
            case let code: settle(.declined("unspecified", reference: reference, code: code), tell)
            }
        case "Cancelled": settle(.cancelled, tell)
        case "Failed": settle(.failed(code: attempt.error?.errorCode?.rawValue), tell)
        case let word: settle(.unknown(code: word), tell)
        }
    }

    mutating func hear(_ event: PrimerEvent, _ tell: (State) -> Void) {
        switch event {
        case .paymentWillBeCreated(_, .proceed): submit()
        case .paymentWillBeCreated(_, .cancel): settle(.cancelled, tell)
        case .state(.success(let result)):
            let amount = result.amount.map { Money(minorUnits: Int64($0), currency: asked.currency) }
            switch result.status?.rawValue {
            case "success": approve(result.paymentID?.text, amount, "success", tell)
            case "pending": settle(.pending(reference: result.paymentID?.text, code: "pending"), tell)
            case "failed": settle(.declined("unspecified", reference: result.paymentID?.text, code: "failed"), tell)
            case let word: settle(.unknown(code: word), tell)
            }
        case .state(.failure(let failure)): settle(.failed(code: failure.errorID?.rawValue), tell)
        case .state(.dismissed), .sessionCancelled: settle(isSubmitted ? .unknown(code: nil) : .cancelled, tell)
        case .state(.initializing), .state(.ready), .state(.other), .presented: break
        }
    }

    mutating func hear(_ event: PXPEvent, _ tell: (State) -> Void) {
        switch event {
        case .startSubmit, .submit, .preTokenisation(.proceed), .postTokenisation, .postAuthentication:
            progress(.processing, tell)
        case .preAuthentication(.proceed): progress(.action(.authenticate), tell)
        case .preAuthorisation(.proceed): submit()
        case .postAuthorisation(let result):
            let reference = result.reference?.text
            let amount = result.fundingData?.amount.flatMap { try? Money(majorUnits: $0, currency: asked.currency) }
            switch result.type?.rawValue {
            case "AuthorisedSubmitResult", "CapturedSubmitResult":
                approve(reference, amount, result.type?.rawValue, tell)
            case "RefusedSubmitResult":
                let code = result.provider?.code?.rawValue
                switch code {
                case "51": settle(.declined("insufficientFunds", reference: reference, code: code), tell)
                default: settle(.declined("unspecified", reference: reference, code: code), tell)
                }
            case "FailedSubmitResult": settle(.failed(code: result.errorCode?.rawValue), tell)
            case let word: settle(.unknown(code: word), tell)
            }
        case .cancel: settle(isSubmitted ? .unknown(code: nil) : .cancelled, tell)
        default: break
        }
    }

    mutating func hear(_ event: HandWrittenAdyen, _ tell: (State) -> Void) {
        switch event {
        case .submit: progress(.processing, tell)
        case .request: submit()
        case .details: progress(.processing, tell)
        case .answer(let answer):
            if let action = answer.action {
                known = answer.pspReference
                switch action {
                case "redirect": return progress(.action(.redirect), tell)
                case "threeDS2": return progress(.action(.authenticate), tell)
                default: return progress(.action(.unsupported), tell)
                }
            }
            switch answer.resultCode {
            case "Authorised": approve(answer.pspReference, answer.amount, answer.resultCode, tell)
            case "Pending", "Received", "PresentToShopper":
                settle(.pending(reference: answer.pspReference, code: answer.resultCode), tell)
            case "Refused":
                switch answer.refusalReasonCode {
                case "12": settle(.declined("insufficientFunds", reference: answer.pspReference, code: "12"), tell)
                case "6": settle(.declined("expiredCard", reference: answer.pspReference, code: "6"), tell)
                case let code: settle(.declined("unspecified", reference: answer.pspReference, code: code), tell)
                }
            case "Cancelled": settle(.cancelled, tell)
            case "Error": settle(.failed(code: answer.resultCode), tell)
            case let word: settle(.unknown(code: word), tell)
            }
        }
    }
}

/// Adyen's events as a hand-written flow has them: the answer is decoded already, as the adapter's is.
enum HandWrittenAdyen {
    struct Answer {
        var resultCode: String
        var pspReference: String?
        var refusalReasonCode: String?
        var amount: Money?
        var action: String?
    }

    case submit, request, details
    case answer(Answer)
}
