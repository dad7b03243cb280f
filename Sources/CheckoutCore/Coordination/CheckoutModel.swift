#if canImport(Observation)
    public import Observation

    /// The order's state for SwiftUI, from iOS 17 on.
    ///
    /// ```swift
    /// @State private var model = CheckoutModel(checkout)
    /// var body: some View { CheckoutView(state: model.state, nextStep: model.nextStep) }
    /// ```
    ///
    /// On iOS 16 keep the update in an `ObservableObject` of the app: observe with
    /// ``Checkout/observe(on:_:)-(MainActorObserver,_)`` and store what it delivers in a `@Published` property.
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    @MainActor @Observable
    public final class CheckoutModel {
        /// The order's standing.
        public private(set) var standing: Standing
        /// What the screen should offer.
        public private(set) var nextStep: NextStep
        /// What is louder than a state, in the order it came.
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
            anomalies += update.change.anomalies
        }
    }
#endif
