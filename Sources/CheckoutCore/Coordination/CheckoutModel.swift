#if canImport(Observation)
    public import Observation

    /// The order's state for SwiftUI, from iOS 17 on.
    ///
    /// ```swift
    /// @State private var model = CheckoutModel(checkout)
    /// var body: some View { CheckoutView(state: model.state, nextStep: model.nextStep) }
    /// ```
    ///
    /// On iOS 16 these lines of an app do the same:
    ///
    /// ```swift
    /// @MainActor final class CheckoutStore: ObservableObject {
    ///     @Published private(set) var standing: OrderStanding
    ///     private var token: ObserverToken?
    ///
    ///     init(_ checkout: Checkout) {
    ///         standing = checkout.standing
    ///         token = checkout.observe(on: .mainActor) { [weak self] _ in self?.standing = checkout.standing }
    ///     }
    /// }
    /// ```
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    @MainActor @Observable
    public final class CheckoutModel {
        /// The order's standing.
        public private(set) var standing: Standing
        /// What the screen should offer.
        public private(set) var nextStep: NextStep
        /// What is louder than a state, in the order it came; what is repeated while nothing changes stands once.
        public private(set) var anomalies: [Anomaly]

        /// The order's state.
        public var state: CheckoutState { standing.state }

        /// The order it shows.
        public let checkout: Checkout
        @ObservationIgnored private var token: ObserverToken?

        /// Shows an order from now on.
        public init(_ checkout: Checkout) {
            self.checkout = checkout
            let now = checkout.standing
            standing = now.standing
            nextStep = now.nextStep
            anomalies = now.anomalies
            token = checkout.observe(on: .mainActor) { [weak self] update in self?.show(update) }
        }

        private func show(_ update: CheckoutUpdate) {
            standing = update.order
            nextStep = update.nextStep
            anomalies = checkout.anomalies
        }
    }
#endif
