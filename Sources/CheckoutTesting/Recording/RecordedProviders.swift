import CheckoutAdyen
package import CheckoutCore
import CheckoutEpay
import CheckoutPXP
import CheckoutPrimer

/// The providers whose events can be read from recordings.
package enum RecordedProviders {
    /// Every provider's adapter.
    package static let all: [Provider: any RecordedAdapter.Type] = [
        AdyenAdapter.provider: AdyenAdapter.self,
        EpayAdapter.provider: EpayAdapter.self,
        PXPAdapter.provider: PXPAdapter.self,
        PrimerAdapter.provider: PrimerAdapter.self,
    ]
}
