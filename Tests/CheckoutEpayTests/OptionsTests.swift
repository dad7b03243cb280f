import CheckoutCore
import CheckoutEpay
import Testing

@Suite("Options of an Epay payment")
struct OptionsTests {
    private let fixed = EpaySessionInfo(amount: 1000, currency: Currency(code: "EUR"))
    private let dynamic = EpaySessionInfo(dynamicAmount: true, canStorePaymentMethod: true)

    @Test("An amount is only for a session whose amount is dynamic", arguments: [0, 1, 1000] as [Int64])
    func fixedAmount(_ amount: Int64) throws {
        let options = EpayTransactionOptions(amount: amount)
        #expect(throws: EpayOptionsError.amountIsFixed) { try options.validated(for: fixed) }
        #expect(try options.validated(for: dynamic) == options)
    }

    @Test("An amount lies between 0 and 2^53 − 1")
    func range() throws {
        for amount in [0, 9_007_199_254_740_991] as [Int64] {
            #expect(try EpayTransactionOptions(amount: amount).validated(for: dynamic).amount == amount)
        }
        for amount in [-1, 9_007_199_254_740_992, .min, .max] as [Int64] {
            #expect(throws: EpayOptionsError.amountOutOfRange(amount)) {
                try EpayTransactionOptions(amount: amount).validated(for: dynamic)
            }
        }
    }

    @Test("Unset, zero and false stay what they are")
    func distinct() throws {
        let unset = try EpayTransactionOptions().validated(for: dynamic)
        #expect(unset.amount == nil && unset.store == nil && unset.note == nil)
        let zero = try EpayTransactionOptions(amount: 0, store: false).validated(for: dynamic)
        #expect(zero.amount == 0 && zero.store == false)
        #expect(unset != zero)
    }

    @Test("A method is only stored where the session can store one")
    func storing() throws {
        #expect(throws: EpayOptionsError.storingNotSupported) {
            try EpayTransactionOptions(store: true).validated(for: fixed)
        }
        #expect(try EpayTransactionOptions(store: false).validated(for: fixed).store == false)
        #expect(try EpayTransactionOptions(store: nil).validated(for: fixed).store == nil)
        #expect(try EpayTransactionOptions(store: true).validated(for: dynamic).store == true)
    }

    @Test("An attempt asks for what was granted, and nothing else")
    func snapshot() throws {
        let asked = try #require(euros(1000))
        #expect(try EpayTransactionOptions().snapshot(asking: asked, in: dynamic).amount == 1000)
        #expect(try EpayTransactionOptions(amount: 1000).snapshot(asking: asked, in: dynamic).amount == 1000)
        #expect(try EpayTransactionOptions().snapshot(asking: asked, in: fixed).amount == nil)
        #expect(throws: EpayOptionsError.amountDiffers) {
            try EpayTransactionOptions(amount: 0).snapshot(asking: asked, in: dynamic)
        }
        #expect(throws: EpayOptionsError.amountIsFixed) {
            try EpayTransactionOptions(amount: 1000).snapshot(asking: asked, in: fixed)
        }
        let rest = try #require(euros(500))
        #expect(throws: EpayOptionsError.amountDiffers) {
            try EpayTransactionOptions().snapshot(asking: rest, in: fixed)
        }
        let kroner = Money(minorUnits: 1000, currency: try #require(Currency(code: "DKK")))
        #expect(throws: EpayOptionsError.currencyDiffers(asked: kroner.currency, session: asked.currency)) {
            try EpayTransactionOptions().snapshot(asking: kroner, in: fixed)
        }
        #expect(throws: EpayOptionsError.amountOutOfRange(-5)) {
            try EpayTransactionOptions().snapshot(asking: try #require(euros(-5)), in: dynamic)
        }
    }

    @Test("A snapshot is the attempt's own: later changes are the next one's")
    func ownSnapshot() throws {
        var options = EpayTransactionOptions(store: true)
        let first = try options.snapshot(asking: try #require(euros(1000)), in: dynamic)
        options.store = false
        #expect(first.store == true)
        #expect(try options.snapshot(asking: try #require(euros(700)), in: dynamic).amount == 700)
        #expect(options.amount == nil)
    }

    @Test("A note is never printed")
    func note() {
        let options = EpayTransactionOptions(amount: 5, note: "for Ann Smith", store: true)
        var dumped = ""
        dump(options, to: &dumped)
        for text in ["\(options)", String(reflecting: options), dumped, String(describing: [options])] {
            #expect(!text.contains("Ann"))
            #expect(text.contains("note set"))
        }
    }

    @Test("Each error says what to do")
    func errors() throws {
        let euro = try #require(Currency(code: "EUR"))
        let errors: [EpayOptionsError] = [
            .amountIsFixed, .amountOutOfRange(-1), .amountDiffers, .currencyDiffers(asked: euro, session: euro),
            .storingNotSupported,
        ]
        #expect(Set(errors.map(\.description)).count == errors.count)
        for error in errors { #expect(error.description.hasSuffix(".")) }
    }
}
