/// What a provider tells beside a state, behind one reference: a state is copied often, and this changes seldom.
struct Particulars: Sendable, Hashable {
    private final class Box: Sendable {
        let payment: PaymentDetails
        let raw: RawCodes

        init(_ payment: PaymentDetails, _ raw: RawCodes) {
            self.payment = payment
            self.raw = raw
        }
    }

    /// `nil` when nothing is told.
    private let box: Box?

    init(_ payment: PaymentDetails, _ raw: RawCodes) {
        box = payment.isEmpty && raw.isEmpty ? nil : Box(payment, raw)
    }

    /// The payment, as far as named.
    var payment: PaymentDetails {
        get { box?.payment ?? .unknown }
        set { self = Particulars(newValue, raw) }
    }

    /// The provider's own words.
    var raw: RawCodes {
        get { box?.raw ?? .none }
        set { self = Particulars(payment, newValue) }
    }

    static func == (left: Self, right: Self) -> Bool {
        left.box === right.box || left.payment == right.payment && left.raw == right.raw
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(payment)
        hasher.combine(raw)
    }
}
