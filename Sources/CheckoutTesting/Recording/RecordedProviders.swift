import CheckoutAdyen
package import CheckoutCore
import CheckoutPXP

/// The providers whose events can be read from recordings.
package enum RecordedProviders {
    /// Every provider's adapter.
    package static let all: [Provider: any RecordedAdapter.Type] = [
        AdyenAdapter.provider: AdyenAdapter.self,
        PXPAdapter.provider: PXPAdapter.self,
    ]
}
