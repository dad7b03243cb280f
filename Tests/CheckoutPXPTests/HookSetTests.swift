import CheckoutCore
import CheckoutPXP
import CheckoutTesting
import Testing

/// Which hooks an app wires, and what follows from it.
@Suite struct HookSetTests {
    @Test("Only one of the two authentication hooks is a configuration error before the SDK sees it")
    func mismatch() throws {
        for (only, missing) in [
            (PXPHook.onPreAuthentication, PXPHook.onPreInitiateAuthentication),
            (.onPreInitiateAuthentication, .onPreAuthentication),
        ] {
            let error = #expect(throws: PXPConfigurationError.self) { try PXPHookSet([only, .onPreAuthorisation]) }
            #expect(error == .authenticationHooksDiffer(missing: missing))
            #expect(error?.description.contains("\(missing.rawValue) is missing") == true)
        }
        #expect(try PXPHookSet([.onPreAuthentication, .onPreInitiateAuthentication]).hooks.count == 2)
        #expect(try PXPHookSet([]).hooks.isEmpty)
    }

    static let boundaries: [(hooks: Set<PXPHook>, boundary: AdapterTraits.Boundary)] = [
        (Set(PXPHook.allCases), .event), ([.onPreAuthorisation], .event), ([.onStartSubmit], .event),
        ([.onPostAuthorisation, .onSubmitError], .grant), ([], .grant),
    ]

    @Test("The boundary is an event where one is wired, else the grant", arguments: boundaries.indices)
    func boundary(_ index: Int) throws {
        let row = Self.boundaries[index]
        let adapter = PXPAdapter(hooks: try PXPHookSet(row.hooks))
        #expect(
            adapter.traits == AdapterTraits(readiness: .reported, boundary: row.boundary, fixesAmount: true))
    }

    @Test("An attempt is submitted at onPreAuthorisation, else at onStartSubmit, else by its grant")
    func submission() throws {
        func submitted(_ hooks: [PXPHook]) throws -> [Bool] {
            try [[Line.submit], Line.started, Line.sent].map { try #require(play($0, hooks: hooks).last).submitted }
        }
        #expect(try submitted(PXPHook.allCases) == [false, false, true])
        #expect(try submitted([.onPreAuthorisation]) == [false, false, true])
        #expect(try submitted([.onStartSubmit]) == [false, true, true])
        #expect(try submitted([]) == [true, true, true])
    }

    @Test("A hook that isn't wired and fires all the same is no second submission")
    func unwired() throws {
        for hooks in [[PXPHook.onStartSubmit], []] {
            let sent = try play(Line.started, hooks: hooks)
            #expect(try play(Line.started + [Line.data], hooks: hooks).lines == sent.lines)
            var adapter = PXPAdapter(hooks: try PXPHookSet(Set(hooks)))
            var signals: [CheckoutSignal] = []
            let attempt = AttemptContext(id: AttemptID(rawValue: "attempt-1"), isSubmitted: true)
            adapter.interpret(.preAuthorisation(.proceed), for: attempt) { signals.append($0) }
            #expect(signals == [.progress(.processing, by: .local)])
        }
    }

    @Test("Where the boundary is wired but its start wasn't reported, data still submits")
    func startNotReported() throws {
        #expect(try play([Line.start, Line.data], hooks: [.onStartSubmit]).last?.submitted == true)
    }

    @Test("Another provider's approval stops an attempt that waits at onPreAuthorisation")
    func stopped() throws {
        let header = """
            {"recording":1,"order":{"reference":"A-1","amount":{"minorUnits":1000,"currency":"EUR"}},\
            "sessions":[{"id":"a","provider":"pxp"},{"id":"b","provider":"pxp"}]}
            """
        let lines = [
            header, #"{"event":"submit","session":"a"}"#,
            #"{"event":"postAuthorisation","session":"b","result":{"type":"AuthorisedSubmitResult"}}"#,
            #"{"event":"preAuthorisation","answer":"proceed","session":"a"}"#,
            #"{"event":"submitReturned","session":"a"}"#,
        ]
        let trace = try Recording(Array(lines.joined(separator: "\n").utf8)).play()
        #expect(trace.last?.facts == "cancelled(merchant) newSession none local")
        #expect(trace.updates.last?.change.attempt == 1)
        #expect(trace.refusals == [.alreadyPaid])
    }

    @Test("Settings name hooks by their own name or by their event's, and leave out what isn't one")
    func settings() {
        let settings: JSONValue = ["hooks": ["onStartSubmit", "preAuthorisation", "onNothing", 7], "intent": "Payout"]
        let adapter = PXPAdapter(settings: settings)
        #expect(adapter.hooks.hooks == [.onStartSubmit, .onPreAuthorisation])
        #expect(adapter.intent == .payout)
        for nothing in [nil, JSONValue.null, [:], ["hooks": "onStartSubmit", "intent": 7]] {
            let adapter = PXPAdapter(settings: nothing)
            #expect(adapter.hooks == .all)
            #expect(adapter.intent == .authorisation)
        }
    }
}
