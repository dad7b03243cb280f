package import CheckoutCore

/// What PXP's words mean: one table for each vocabulary, and nothing about them anywhere else.
///
/// Sources: the page “Non-3DS transactions”; fact sheet pxp, sections 2, 4, 5 and 6. Decline codes follow ISO 8583 and
/// advice the schemes' tables: the page's samples contradict both.
package struct PXPVocabulary: Sendable {
    /// What the class of a result means.
    package enum ResultMeaning: Sendable, Hashable {
        case approved(Approval.Level)
        /// Approved, told with the merchant's own transaction id and PXP's.
        case approvedForMerchant
        case refused
        case failed
    }

    /// What a result's class means, and which states it goes with.
    package struct ResultRow: Sendable, Hashable {
        package let meaning: ResultMeaning
        /// Whether a state of this name contradicts the class: then it says nothing.
        package let states: States

        /// Which states go with a class.
        package enum States: Sendable, Hashable {
            /// All but these; one on no list doesn't matter.
            case except(Set<PXPState>)
            /// None but these, if there is one at all.
            case only(Set<PXPState>)
        }

        package init(_ meaning: ResultMeaning, states: States) {
            self.meaning = meaning
            self.states = states
        }
    }

    /// What a state means beside a class that says nothing.
    package enum StateMeaning: Sendable, Hashable {
        case pending(PendingPayment.WaitingFor)
        case saysNothing
    }

    /// What advice makes of the retry.
    package enum AdviceMeaning: Sendable, Hashable {
        /// Not with this card again.
        case never
        /// With this card only later: now with another.
        case later
        /// It informs.
        case informs
    }

    /// What the code of an error means.
    package enum ErrorMeaning: Sendable, Hashable {
        case failed(Failure.Kind, Retry)
        /// The card could not be tokenised; it may be told by a hook and by an error.
        case tokenisation
        case authenticationFailed
        case cancelled
        /// Nothing came back. An SDK that was told to stop and says so has gone on.
        case network
        /// A server or a gateway gave no answer that can be read; likewise.
        case unanswered
    }

    /// A hook with what the app answered it.
    package struct Answer: Sendable, Hashable {
        package let hook: PXPHook
        package let answer: PXPHookAnswer

        package init(_ hook: PXPHook, _ answer: PXPHookAnswer) {
            self.hook = hook
            self.answer = answer
        }
    }

    /// What the answer to a hook means.
    package enum AnswerMeaning: Sendable, Hashable {
        case goesOn
        /// The app stopped it.
        case cancels
        /// The challenge is shown.
        case challenges
        /// The authorisation is sent next.
        case submits
        /// The app gave nothing to send; the SDK may stop, or go on without.
        case withholds
    }

    package var results: [PXPResultClass: ResultRow]
    package var states: [PXPState: StateMeaning]
    package var declines: [PXPDeclineCode: Decline.Reason]
    /// Codes that mean something else where a retry of a soft decline was offered: results carry no scheme.
    package var declinesAfterOffer: [PXPDeclineCode: Decline.Reason]
    package var advice: [PXPAdviceCode: AdviceMeaning]
    package var errors: [PXPErrorCode: ErrorMeaning]
    /// Families of codes, by what they begin with; a code of its own comes first, then the longest beginning.
    package var errorFamilies: [String: ErrorMeaning]
    /// A code on no list, or none.
    package var unlistedError: ErrorMeaning
    package var exceptions: [PXPExceptionClass: ErrorMeaning]
    /// Codes by which PXP rejects the card's own fields: after sending, only these prove that nothing was charged.
    package var cardFields: [PXPErrorCode: Failure.Kind]
    /// … and the HTTP statuses they need.
    package var rejectingStatuses: Set<Int>
    package var answers: [Answer: AnswerMeaning]
    /// What a hook means if its answer isn't known: the reading that ends nothing and hides nothing.
    package var unknownAnswers: [PXPHook: AnswerMeaning]
    /// The classes a refusal comes in when a retry is offered.
    package var softDeclines: Set<PXPResultClass>
    package var intents: [PXPIntent: PaymentIntent]

    /// The meaning of an error: its class if that says it, else its code, else the family of its code.
    package func meaning(of error: PXPError) -> ErrorMeaning {
        error.type.flatMap { exceptions[$0] } ?? meaning(of: error.errorCode)
    }

    /// The meaning of an error's code.
    package func meaning(of code: PXPErrorCode?) -> ErrorMeaning {
        guard let code else { return unlistedError }
        if let meaning = errors[code] { return meaning }
        let family = errorFamilies.filter { code.rawValue.hasPrefix($0.key) }.max { $0.key.count < $1.key.count }
        return family?.value ?? unlistedError
    }

    /// The meaning of the answer to a hook.
    package func meaning(of hook: PXPHook, _ answer: PXPHookAnswer) -> AnswerMeaning {
        answers[Answer(hook, answer)] ?? unknownAnswers[hook] ?? .goesOn
    }

    /// The meaning of a result's class and state together; `nil` if they say nothing, or contradict each other.
    package func meaning(of result: PXPResult) -> ResultMeaning? {
        guard let row = result.type.flatMap({ results[$0] }) else { return nil }
        guard let state = result.state else { return row.meaning }
        switch row.states {
        case .except(let states): return states.contains(state) ? nil : row.meaning
        case .only(let states): return states.contains(state) ? row.meaning : nil
        }
    }

    /// Who has a payment whose class says nothing; `nil` if its state doesn't tell.
    package func waiting(_ result: PXPResult) -> PendingPayment.WaitingFor? {
        guard let type = result.type, results[type] == nil,
            case .pending(let waiting)? = result.state.flatMap({ states[$0] })
        else { return nil }
        return waiting
    }

    /// Why a result was refused.
    package func reason(of result: PXPResult, afterOffer: Bool) -> Decline.Reason {
        guard let code = result.declineCode else { return .unspecified }
        return (afterOffer ? declinesAfterOffer[code] : nil) ?? declines[code] ?? .unspecified
    }

    /// How wide a new attempt may be by the advice that a result carries.
    package func retry(_ advice: PXPAdviceCode?) -> Retry {
        switch advice.flatMap({ self.advice[$0] }) {
        case .never?, .later?: .otherMethod
        case .informs?, nil: .sameMethod
        }
    }
}

extension PXPResult {
    /// The provider's code, else the one of `stateData`.
    package var declineCode: PXPDeclineCode? {
        guard let code = provider?.code, !code.rawValue.isEmpty else { return stateCode }
        return code
    }
}
