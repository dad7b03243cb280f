import CheckoutCore
import CheckoutTesting
import Foundation
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@testable import CheckoutTool

@Suite("The timeline page")
struct TimelinePageTests {
    /// A recording of one session, with the texts that come from outside.
    static func recording(
        reference: String = "A-1001", session: String = "a", method: String = "scheme", resultCode: String = "Refused",
        psp: String = "PSP1", more: String = ""
    ) -> String {
        func quoted(_ text: String) -> String { JSONValue.string(text).jsonText }
        return """
            {"recording":1,"order":{"reference":\(quoted(reference)),"amount":{"minorUnits":1000,"currency":"EUR"}},\
            "sessions":[{"id":\(quoted(session)),"provider":"adyen"}]}
            {"event":"paymentMethodsResponse","status":200,"body":{"paymentMethods":[{"name":"Erika Mustermann"}]}}
            {"event":"start","method":\(quoted(method))}
            {"event":"didSubmit","method":\(quoted(method))}
            {"event":"paymentsResponse","status":200,"body":{"resultCode":\(quoted(resultCode)),\
            "pspReference":\(quoted(psp)),"refusalReason":"Erika Mustermann","refusalReasonCode":"2"}}
            \(more)
            """
    }

    static func page(_ recording: String) throws -> String {
        let recording = try Recording(recording.utf8)
        return TimelinePage(recording, recording.play()).text
    }

    /// The page as an XML parser sees it.
    static func parsed(_ page: String) -> Reader? {
        let reader = Reader()
        let parser = XMLParser(data: Data(page.utf8))
        parser.delegate = reader
        return parser.parse() ? reader : nil
    }

    final class Reader: NSObject, XMLParserDelegate {
        var elements: [(name: String, attributes: [String: String])] = []
        var text = ""

        func parser(
            _: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) { elements.append((name, attributes)) }

        func parser(_: XMLParser, foundCharacters text: String) { self.text += text }

        func count(_ name: String) -> Int { elements.filter { $0.name == name }.count }
    }

    /// Every recording of the package.
    static let recordings: [URL] = {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
        let all = files?.compactMap { $0 as? URL } ?? []
        return all.filter {
            $0.deletingLastPathComponent().lastPathComponent == "Recordings" && $0.pathExtension == "jsonl"
                && !$0.lastPathComponent.hasSuffix(".trace.jsonl")
        }
    }()

    @Test("Every recording's page is well-formed, the same each time, and needs nothing from outside")
    func everyRecording() throws {
        #expect(Self.recordings.count > 20)
        for file in Self.recordings {
            let recording = try Recording(Data(contentsOf: file))
            let page = TimelinePage(recording, recording.play()).text
            #expect(page == TimelinePage(recording, recording.play()).text)
            let read = try #require(Self.parsed(page), "\(file.lastPathComponent)")
            #expect(read.count("script") == 0 && read.count("link") == 0 && read.count("img") == 0)
            #expect(read.count("h1") == 1 && read.count("title") == 1)
            #expect(read.elements.first { $0.name == "html" }?.attributes["lang"] == "en")
            #expect(read.elements.allSatisfy { $0.attributes["src"] == nil })
            let ids = read.elements.compactMap { $0.attributes["id"] }
            #expect(Set(ids).count == ids.count)
            let links = read.elements.compactMap { $0.attributes["href"] }
            #expect(links.allSatisfy { $0.hasPrefix("#") && ids.contains(String($0.dropFirst())) })
            #expect(ids.filter { $0.hasPrefix("step-") }.count == recording.events.count + 1)
        }
    }

    @Test("A text that is HTML is shown, never read, wherever it stands", arguments: ["reference", "session"])
    func escaping(place: String) throws {
        let hostile = #"</title></style><script>alert("1")</script><img src='x' onerror=alert(1)>&amp;"#
        let plain = try #require(Self.parsed(try Self.page(Self.recording())))
        let page = try Self.page(
            place == "reference" ? Self.recording(reference: hostile) : Self.recording(session: hostile))
        let read = try #require(Self.parsed(page))
        #expect(read.elements.map(\.name) == plain.elements.map(\.name))
        #expect(read.text.contains(hostile))
        #expect(!page.contains("<script") && !page.contains("<img"))
    }

    @Test(
        "A text that isn't shaped like a code is told by its length",
        arguments: ["<script>alert(1)</script>", "4111 1111 1111 1111", "a\" onclick=\"b", "shopper@example.org"])
    func codes(text: String) throws {
        for page in [
            try Self.page(Self.recording(method: text)), try Self.page(Self.recording(resultCode: text)),
            try Self.page(Self.recording(psp: text)),
        ] {
            let read = try #require(Self.parsed(page))
            #expect(read.count("script") == 0 && read.elements.allSatisfy { $0.attributes["onclick"] == nil })
            #expect(!read.text.contains(text))
        }
        #expect(try Self.page(Self.recording(method: text)).contains("‹\(text.count) characters›"))
        #expect(try Self.page(Self.recording(resultCode: text)).contains("result=‹\(text.count) characters›"))
    }

    @Test("Event names alone tell of a payload: no word of its body stands on the page")
    func noPayload() throws {
        let page = try Self.page(
            Self.recording(more: #"{"event":"returnURL","url":"https://shop.example/back?token=secret-token"}"#))
        #expect(!page.contains("Erika") && !page.contains("secret-token") && !page.contains("shop.example"))
        #expect(page.contains("<code>returnURL</code>"))
    }

    @Test(
        "A text from outside that may name a card, a token or a person is told by its length",
        arguments: [
            ("A-1001", "A-1001"), ("Größe 12 / Kunde 7", "Größe 12 / Kunde 7"),
            ("8515131751004933", "8515131751004933"),
            ("4111111111111111", "‹16 characters›"), ("4111 1111 1111 1111", "‹19 characters›"),
            ("No 4111,1111,1111,1111", "‹22 characters›"), ("４１１１１１１１１１１１１１１１", "‹16 characters›"),
            ("Bearer eyJhbGciOi", "‹17 characters›"), ("eyJhbGciOi", "‹10 characters›"),
            ("a@example.org", "‹13 characters›"), ("", "‹0 characters›"),
            ("a\u{202E}b\u{0}c\u{1B}[31m", "a\u{FFFD}b\u{FFFD}c\u{FFFD}[31m"),
        ])
    func foreign(text: String, shown: String) { #expect(ForeignText(text).shown == shown) }

    @Test("Control characters stand nowhere on the page", arguments: ["reference", "session", "method"])
    func controls(place: String) throws {
        let odd = "x\u{0}\u{8}\u{1B}[31m\u{7F}\u{9B}\u{202E}\u{2028}\u{FFFE}\u{E000}y"
        let page = try Self.page(
            Self.recording(
                reference: place == "reference" ? odd : "A", session: place == "session" ? odd : "a",
                method: place == "method" ? odd : "scheme"))
        #expect(Self.parsed(page) != nil)
        let allowed = page.unicodeScalars.allSatisfy { scalar in
            scalar == "\n"
                || ![.control, .format, .privateUse, .unassigned].contains(scalar.properties.generalCategory)
        }
        #expect(allowed)
    }

    @Test("The order's end comes first: what happened, whether the shopper may pay again, what is in the way")
    func verdict() throws {
        let page = try Self.page(Self.recording(resultCode: "Pending"))
        let read = try #require(Self.parsed(page))
        #expect(read.text.contains("No. An earlier attempt may still be paid; ask the merchant's backend about it."))
        #expect(page.contains("In the way: <a href=\"#attempt-1\">attempt 1</a>"))
        let places = ["How it ended", "May the shopper pay again?", "Attempts", "Timeline", "Events"].map {
            page.range(of: $0)?.lowerBound ?? page.endIndex
        }
        #expect(places == places.sorted() && places.last != page.endIndex)
        #expect(!page.contains("id=\"anomalies\""))
        #expect(try Self.page(Self.recording()).contains("<strong>Yes</strong>, the guard lets a new attempt begin."))
    }

    @Test("Anomalies and refused starts are marked in words, and lead to their events")
    func marks() throws {
        let approved = """
            {"event":"notification","body":{"eventCode":"AUTHORISATION","success":"true","pspReference":"PSP1",\
            "amount":{"value":1000,"currency":"EUR"}}}
            {"event":"start"}
            """
        let page = try Self.page(Self.recording(more: approved))
        #expect(page.contains("<strong>lateSuccess</strong>: an approval came after another end; it counts; "))
        #expect(page.contains("<a href=\"#step-5\">step 5</a>"))
        #expect(page.contains("<strong>start refused</strong>, alreadyPaid: The order is already paid."))
        let read = try #require(Self.parsed(page))
        #expect(read.text.contains("Step 5: lateSuccess") && read.text.contains("Step 6: alreadyPaid"))
    }

    @Test("A lane's spans meet without gap or overlap, and last to the end of the recording")
    func lanes() throws {
        for file in Self.recordings {
            let recording = try Recording(Data(contentsOf: file))
            let timeline = Timeline(recording, recording.play())
            #expect(timeline.lanes.map(\.session) == [nil] + recording.sessions.indices.map { $0 })
            for row in timeline.lanes.flatMap(\.rows) where !row.spans.isEmpty {
                #expect(
                    zip(row.spans, row.spans.dropFirst()).allSatisfy { $0.end == $1.from }, "\(file), \(row.subject)")
                #expect(row.spans.allSatisfy { $0.from < $0.end && $0.from >= 0 })
                if row.subject != .session { #expect(row.spans.last?.end == timeline.places) }
            }
        }
    }

    @Test("A session's own states end with its first attempt; a state that nobody saw for a whole step isn't drawn")
    func sessionRow() throws {
        let recording = try Recording(Self.recording().utf8)
        let lane = try #require(Timeline(recording, recording.play()).lanes.last)
        #expect(lane.rows.map(\.subject) == [.session, .attempt(1)])
        #expect(lane.rows[0].spans.map(\.standing.state) == [.initializing, .ready])
        #expect(lane.rows[0].spans.map(\.end) == [1, 2])
        #expect(lane.rows[1].spans.map(\.from) == [2, 3, 4])
    }

    // MARK: the option

    @Test("--html writes the page beside what is printed")
    func option() throws {
        for words in [["replay", "r", "--html", "out.html"], ["replay", "--json", "--html", "out.html", "r"]] {
            var written: [OutputFile] = []
            let result = CheckoutCommand.run(words, write: { (file) throws(OutputError) in written.append(file) }) {
                (_) throws(InputError) in Array(Self.recording().utf8)
            }
            #expect(result.code == .success)
            #expect(result.output.hasPrefix(words.contains("--json") ? "{" : "step"))
            #expect(written == [OutputFile(path: "out.html", text: try Self.page(Self.recording()))])
        }
    }

    @Test("A page that can't be written exits 73 and says so; nothing is printed")
    func cannotWrite() {
        let result = CheckoutCommand.run(["replay", "r", "--html", "/nowhere/at all/x.html"]) {
            (_) throws(InputError) in Array(Self.recording().utf8)
        }
        #expect(result.code == .cannotCreate)
        #expect(result.code.rawValue == 73)
        #expect(result.output.isEmpty)
        #expect(result.message.contains("/nowhere/at all/x.html") && result.message.contains("can't be written"))
    }

    @Test("A page is written whole to its file")
    func writes() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = OutputFile(path: folder.appendingPathComponent("x.html").path, text: "ä\n")
        try file.write()
        try file.write()
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "ä\n")
    }

    @Test(
        "A page never replaces its recording, and its name is no option",
        arguments: [
            ["replay", "r", "--html", "r"], ["replay", "r", "--html", "./x/../r"], ["replay", "r", "--html"],
            ["replay", "r", "--html", "--json"],
        ])
    func wrongName(words: [String]) {
        let result = CheckoutCommand.run(words) { (_) throws(InputError) in [] }
        #expect(result.code == .usage)
    }
}
