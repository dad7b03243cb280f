import CheckoutCore

extension OrderMachine {
    private static var silent: Sink { Sink(update: { _ in }, record: { _ in }) }

    /// The first invariant that the order as it stands violates.
    func finding(_ shops: [ExplorationBounds.Shop]) -> Finding? { screenTellsTruth(shops) ?? wayOut(shops) }

    private func refusals(_ shops: [ExplorationBounds.Shop]) -> [StartRefusal?] {
        shops.map { shop in
            var order = self
            let session = order.open("fresh", provider: shop.provider, traits: shop.traits, Self.silent)
            return order.refusal(session: session)
        }
    }

    private func screenTellsTruth(_ shops: [ExplorationBounds.Shop]) -> Finding? {
        let whole = standing
        let refusals = refusals(shops)
        let mayBegin = refusals.contains(nil)
        let isTrue =
            switch whole.nextStep {
            case .pay, .payAgain: mayBegin
            case .payRemaining(let amount): mayBegin && amount == remaining && amount.minorUnits > 0
            case .finish: whole.refusal == .alreadyPaid
            case .checkStatus: !mayBegin && !questionable.isEmpty
            case .wait, .act: !mayBegin && activeAttempt != nil || attempts.isEmpty
            case .contactSupport: !mayBegin && counting.contains { attempts[$0].isApproved }
            }
        return isTrue
            ? nil
            : Finding(
                .screenTellsTruth,
                "\(whole.standing) shows \(whole.nextStep), a start is \(mayBegin ? "" : "not ")granted")
    }

    /// Deadlines pass, the resolver asks, and the backend has closed whatever isn't paid.
    private func wayOut(_ shops: [ExplorationBounds.Shop]) -> Finding? {
        var order = self
        for attempt in attempts.indices { order.deadlinePassed(attempt: attempt, Self.silent) }
        for attempt in order.questionable {
            order.hear(.outcome(.cancelled(Cancellation(cause: .merchant))), attempt: attempt, Self.silent)
        }
        // What is partly paid stays so: the backend says how much.
        for attempt in order.questionable {
            for reference in order.attempts[attempt].machine.references.map({ Optional($0) }) + [nil] {
                let part = PartialPayment(paid: Scenario.euros(400), payment: PaymentDetails(reference: reference))
                order.hear(.outcome(.partiallyPaid(part)), attempt: attempt, Self.silent)
            }
        }
        let refusals = order.refusals(shops)
        if refusals.allSatisfy({ $0 == nil || $0 == .alreadyPaid }) { return nil }
        return Finding(
            .wayOut, "after every answer still \(refusals.compactMap { $0?.rawValue }.joined(separator: ", "))")
    }
}
