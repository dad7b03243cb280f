import CheckoutCore
import CheckoutPrimer
import CheckoutTesting
import Testing

@Suite("Hosts of Primer")
struct HostTests {
    @Test("A host says how it becomes ready and where its boundary lies")
    func traits() {
        func traits(_ host: PrimerHost) -> AdapterTraits { PrimerAdapter(host: host).traits }
        #expect(
            traits(.inlineSession(savedMethods: false))
                == AdapterTraits(readiness: .reported, boundary: .event, fixesAmount: true))
        #expect(
            traits(.inlineSession(savedMethods: true))
                == AdapterTraits(readiness: .reported, boundary: .grant, fixesAmount: true))
        for errorScreen in [false, true] {
            for trusts in [false, true] {
                let expected = AdapterTraits(readiness: .whenOpened, boundary: .grant, fixesAmount: true)
                #expect(traits(.managedView(errorScreen: errorScreen, trustsDismissal: trusts)) == expected)
                #expect(traits(.presenter(errorScreen: errorScreen, trustsDismissal: trusts)) == expected)
            }
        }
    }

    @Test(
        "Settings name the host; what is left out has the vendor's default",
        arguments: [
            (nil, PrimerHost.inlineSession(savedMethods: false)),
            ("{}", .inlineSession(savedMethods: false)),
            (#"{"host":"inlineSession","savedMethods":true}"#, .inlineSession(savedMethods: true)),
            (#"{"host":"managedView"}"#, .managedView(errorScreen: true, trustsDismissal: false)),
            (
                #"{"host":"managedView","errorScreen":false,"trustsDismissal":true}"#,
                .managedView(errorScreen: false, trustsDismissal: true)
            ),
            (#"{"host":"presenter","errorScreen":false}"#, .presenter(errorScreen: false, trustsDismissal: false)),
            (#"{"host":"presenter","trustsDismissal":true}"#, .presenter(errorScreen: true, trustsDismissal: true)),
        ] as [(String?, PrimerHost)])
    func settings(text: String?, expected: PrimerHost) throws {
        let settings = try text.map { try JSONReader.read($0) }
        #expect(PrimerAdapter(settings: settings).host == expected)
    }

    @Test(
        "After a failure the next attempt begins where the SDK's own screen stays",
        arguments: [
            (Host.managed, true), (#"{"host":"managedView","errorScreen":false}"#, true), (Host.presenter, true),
            (Host.bare, false), (Host.saved, false),
        ])
    func next(host: String, goesOn: Bool) throws {
        let trace = try play(host, Line.ready, Line.start, Line.declined("pay_1"))
        #expect(trace.attempt(1)?.state.kind == .declined)
        #expect((trace.attempt(2)?.exposure == .possible) == goesOn)
        #expect((trace.attempt(1)?.retry == .newSession) == (host == Host.bare))
        #expect(trace.standing.refusal == (goesOn ? .attemptInProgress : nil))
    }

    @Test(
        "A presenter without error screen is over after a failure of any class",
        arguments: [
            "unknown", "invalid-value", "missing-primer-input-element", "payment-cancelled", "an-id-on-no-list",
        ])
    func closesOnFailure(_ id: String) throws {
        let trace = try play(Host.bare, Line.presented, Line.failure(id), Line.start)
        #expect(trace.attempt(2) == nil)
        #expect((trace.attempt(1)?.retry ?? .sameMethod) <= .newSession)
        let refused = try #require(trace.told.last)
        #expect(refused == "refused(sessionClosed)" || refused == "refused(outcomeUnresolved)")
    }

    @Test("Only an inline session reports that it is loading; the others are ready when opened")
    func readiness() throws {
        #expect(
            try play(Host.inline, Line.initializing, Line.ready).told == [
                "– · initializing · blocked · none", "– · ready · sameMethod · none",
            ])
        #expect(try play(Host.managed, Line.initializing, Line.ready).told == ["– · ready · sameMethod · none"])
    }

    @Test("Loading again leaves an attempt under way untouched")
    func loadingAgain() throws {
        let trace = try play(Host.inline, Line.ready, Line.hook(), Line.initializing, Line.ready)
        #expect(trace.changes(of: 3).isEmpty && trace.changes(of: 4).isEmpty)
        #expect(trace.attempt(1)?.words() == ["processing", "blocked", "possible"])
    }

    @Test(
        "A hook says nothing new in a session that was begun before it was shown",
        arguments: [Host.saved, Host.managed])
    func confirmingHook(_ host: String) throws {
        let begin = host == Host.managed ? Line.presented : Line.start
        let trace = try play(host, begin, Line.hook(), Line.success())
        #expect(trace.changes(of: 2).isEmpty)
        #expect(trace.attempt(1)?.state.kind == .succeeded)
        #expect(trace.attempt(2) == nil)
    }

    @Test("A confirming hook shows that an attempt is alive that a deadline had put in doubt")
    func hookAfterDeadline() throws {
        let trace = try play(Host.managed, Line.presented, Line.deadline, Line.hook())
        #expect(trace.changes(of: 2) == ["1 · outcomeUnknown(timedOut) · blocked · possible"])
        #expect(trace.changes(of: 3) == ["1 · processing · blocked · possible"])
    }

    @Test("A dismissal that the app itself caused is the merchant's cancel")
    func ownCancel() {
        var adapter = PrimerAdapter(host: .inlineSession(savedMethods: false))
        var told: [CheckoutSignal] = []
        adapter.interpret(.sessionCancelled, for: nil) { told.append($0) }
        adapter.interpret(.state(.dismissed), for: AttemptContext(id: AttemptID(rawValue: "attempt-1"))) {
            told.append($0)
        }
        let end = LocalEnd.cancelled(Cancellation(cause: .merchant, retry: .newSession))
        #expect(
            told == [
                .session(.over), .session(.over), .statement(.local(end, ifSubmitted: .closedAfterSubmission)),
            ])
    }

    @Test("A hook answered no after the grant was the boundary leaves the attempt unknown")
    func lateVeto() throws {
        let trace = try play(Host.saved, Line.start, Line.hook("STRIPE_ACH", "cancel"), Line.failure("merchant-error"))
        #expect(trace.attempt(1)?.words() == ["outcomeUnknown(noAnswer)", "blocked", "possible"])
        #expect(trace.standing.anomalies.isEmpty)
    }

    @Test("A hook in a view that nobody presented is answered no")
    func hookOfNobody() throws {
        let trace = try play(Host.managed, Line.hook())
        #expect(trace.told.last == "– · ready · sameMethod · none · unattributed")
        #expect(trace.attempt(1) == nil)
    }

    @Test("Presenting says nothing in an inline session")
    func presentedInline() throws {
        #expect(try play(Host.inline, Line.ready, Line.presented).attempt(1) == nil)
    }

    @Test(
        "A trusted dismissal isn't taken at its word once a payment may exist",
        arguments: [
            Line.failure("unknown"), Line.failure("an-id-on-no-list"), Line.failure("invalid-value"),
            Line.declined("pay_1"), Line.failure("payment-cancelled"), Line.hook(),
        ])
    func untrusted(_ before: String) throws {
        let trace = try play(Host.trusting, Line.presented, before, Line.dismissed)
        let last = before == Line.hook() ? 1 : 2
        #expect(trace.attempt(last)?.words() == ["outcomeUnknown(closedAfterSubmission)", "blocked", "possible"])
    }

    @Test(
        "A trusted dismissal is taken at its word after failures that come before a payment",
        arguments: ["missing-primer-input-element", "apple-pay-no-cards-in-wallet", "klarna-user-not-approved"])
    func trusted(_ id: String) throws {
        let trace = try play(Host.trusting, Line.presented, Line.failure(id), Line.dismissed)
        #expect(trace.attempt(2)?.words() == ["cancelled(shopper)", "newSession", "none"])
        #expect(trace.attempt(2)?.evidence == .provider)
    }

    @Test("A dismissal that the app itself caused is never trusted")
    func ownDismissal() throws {
        let trace = try play(Host.trusting, Line.presented, Line.cancelled, Line.dismissed)
        #expect(trace.attempt(1)?.words() == ["outcomeUnknown(observationStopped)", "blocked", "possible"])
    }

    @Test("A session that is torn down after its dismissal changes nothing")
    func tornDownAfterDismissal() throws {
        let trace = try play(Host.inline, Line.ready, Line.start, Line.dismissed, Line.cancelled)
        #expect(trace.attempt(1)?.words() == ["cancelled(shopper)", "newSession", "none"])
        #expect(trace.changes(of: 4).isEmpty)
    }
}
