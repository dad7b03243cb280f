/// The twelve kinds of reports: what goes wrong in the field, and what the package does about it.
struct FieldReportKind: Sendable {
    let name: String
    let title: String
    /// What goes wrong.
    let field: String
    /// What the package does.
    let answer: String
    /// The numbers of its reports.
    let numbers: [Int]

    var ids: [String] { numbers.map { "\(name)-\($0 < 10 ? "0" : "")\($0)" } }

    static let all: [FieldReportKind] = [
        FieldReportKind(
            name: "K01", title: "A word that isn't on the list",
            field: """
                Vendors add result codes, action types, networks and reasons without asking. Closed enums then throw one
                unknown word and the whole answer with it, or a default branch calls it a failure, a cancel or a success.
                """,
            answer: """
                Every vocabulary is open and keeps the raw word. An unknown word that carries the outcome makes the attempt
                `outcomeUnknown`, an unknown action is one that can't be shown of a payment that exists, and an unknown word
                beside the outcome changes a reason at most. One bad element never takes its list down (rule R5).
                """,
            numbers: [1, 2, 3, 4, 5, 6, 8, 9, 11, 12]),
        FieldReportKind(
            name: "K02", title: "Cancelled, failed and declined",
            field: """
                Closing a sheet, a challenge or a bank's page comes out as a failure, a cancel, a success or nothing at all,
                and means something else before a payment exists than after it.
                """,
            answer: """
                What this device sees has two readings: an end before the submission, a doubt after it. Only the provider or
                the merchant ends a submitted attempt (rule R1), and silence never starts one: each payment needs a grant.
                """,
            numbers: [2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16]),
        FieldReportKind(
            name: "K03", title: "The result comes later",
            field: """
                Templates with two ways, paid and else, read a result that comes later as a failure; a positive word of the
                transport is read as a payment; and nobody hears that an offer was never paid.
                """,
            answer: """
                `pending` is a state of its own, says who is waited for, blocks a new attempt, survives a restart and is left
                by any greater word, also by one that says it was never paid (rules R3 and R4). A question that isn't
                answered is no statement.
                """,
            numbers: [2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15]),
        FieldReportKind(
            name: "K04", title: "Callbacks that come twice, late or never",
            field: """
                Finishing callbacks arrive twice, after the screen is gone, in the wrong order, or not at all, and each copy
                navigates, clears the cart or shows an error.
                """,
            answer: """
                A statement applied twice equals once and order doesn't matter (rule R10); every observer sees the current
                state first and each change once (rule R11); where a vendor documents no callback the adapter makes the end
                itself (rule R14), and a deadline turns silence into a question (rule R9).
                """,
            numbers: [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]),
        FieldReportKind(
            name: "K05", title: "The second charge",
            field: """
                Nervous taps, second tabs, retries with a new key, a repeat after a 500 or a kill: the first payment existed,
                and the second one was made.
                """,
            answer: """
                One exposed attempt per order over all providers, asked again before money can move (rule R7) and written
                before it is sent (rule R8). The key is the attempt's id, the same for each repeat and never reused; errors
                on a create call that may have arrived are doubt, not failure.
                """,
            numbers: [1, 2, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]),
        FieldReportKind(
            name: "K06", title: "State that was lost",
            field: """
                The app is killed on the way to the bank, the component that would take the link is gone, or the shopper comes
                back without a link. A paid order is shown as failed, or nothing is shown for ever.
                """,
            answer: """
                The attempt lives in the journal, not in a screen: it is restored as `outcomeUnknown`, a link finds it by the
                id it carries, and the backend is asked when the app comes to the foreground, link or not.
                """,
            numbers: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        FieldReportKind(
            name: "K07", title: "Minor units",
            field: """
                A hundred for every currency, a display setting for an exponent, a binary fraction cut off, a table from
                memory instead of the vendor's.
                """,
            answer: """
                Amounts are whole minor units of a known currency, converted by each vendor's own table; a fraction that
                doesn't fit, a retired code and an overflow are errors, never a rounding (rule R12). What was approved is
                compared with what was asked.
                """,
            numbers: [2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]),
        FieldReportKind(
            name: "K08", title: "Codes of refusals",
            field: """
                One list mixes cancels, expiries, soft and hard refusals and outages; texts are compared instead of codes; a
                new code ends in an error page without a way on.
                """,
            answer: """
                One reason for every provider, and for each reason the widest retry, that a provider may narrow and never
                widen. No code, or one on no list, allows another method. Codes refine an end and never replace the state;
                raw code and payment reference are kept.
                """,
            numbers: [1, 2, 4, 5, 6, 7, 8, 9, 10, 11]),
        FieldReportKind(
            name: "K09", title: "Late and partial outcomes",
            field: """
                A delayed failure overwrites a later success, a success after an expiry is lost, a gift card is held while
                the other leg fails, and the rest is computed from a cart that has changed.
                """,
            answer: """
                Success wins whenever it comes, and is told as late, contradicted or double (rule R2); every word belongs to
                the attempt it names (rule R6); a part that is held is a state with both sums, and what remains is computed
                from the order as it is now (rule R7).
                """,
            numbers: [3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]),
        FieldReportKind(
            name: "K10", title: "Threads",
            field: """
                Locks held while somebody else's code runs, callbacks on threads that touch the screen, a busy flag that is
                never cleared, a task that is never resumed, and two sources that tell the same outcome at once.
                """,
            answer: """
                One short lock, never held while an observer runs; every call from any thread; delivery on the main actor when
                asked; the guard's memory is the standing of the attempts, so there is no flag to forget.
                """,
            numbers: [2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13]),
        FieldReportKind(
            name: "K11", title: "Forged returns and leaked secrets",
            field: """
                A success address, a parameter in a link or a client's callback is taken for a payment; tokens, card numbers
                and error bodies end in logs.
                """,
            answer: """
                A link is never an outcome, whatever its parameters say; evidence travels with every state, and goods go out
                on the merchant's own confirmation. Only an allow-list of fields is kept, codes are cut down before they are,
                and the libraries log nothing.
                """,
            numbers: [2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15]),
        FieldReportKind(
            name: "K12", title: "Odd JSON and odd text",
            field: """
                Numbers as texts and texts as numbers, null for absent, markup instead of JSON, identifiers beyond what a
                double holds, escapes decoded twice, addresses outside of ASCII.
                """,
            answer: """
                Reading never fails because of one member: numbers and texts are read exactly, references keep their digits,
                escapes are decoded once, and what can't be read after a request was sent is doubt (rule R5).
                """,
            numbers: [2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]),
    ]
}
