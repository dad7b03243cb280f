// A stand-in for the core module of Adyen's iOS components (5.x): the documented names, types and optionality that the
// bridge touches. Nothing of it is the vendor's code. View controllers and presentation aren't here.

import Foundation

public protocol Component: AnyObject {
    /// Not the vendor's: in the SDK it is an extension's function that closes Apple Pay's sheet, among others.
    func finalizeIfNeeded(with success: Bool, completion: (() -> Void)?)
    /// Not the vendor's: in the SDK it is an extension's function that stops the spinner.
    func stopLoadingIfNeeded()
}

public struct PaymentMethodType: RawRepresentable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
}

public protocol PaymentMethod {
    var type: PaymentMethodType { get }
    var name: String { get }
}

public protocol PaymentMethodDetails: Encodable {}

public struct PaymentComponentData {
    public let paymentMethod: any PaymentMethodDetails

    public init(paymentMethodDetails: any PaymentMethodDetails) { paymentMethod = paymentMethodDetails }
}

public protocol PaymentComponent: Component {
    var paymentMethod: any PaymentMethod { get }
    var delegate: (any PaymentComponentDelegate)? { get set }
}

public protocol PaymentComponentDelegate: AnyObject {
    func didSubmit(_ data: PaymentComponentData, from component: any PaymentComponent)
    func didFail(with error: any Error, from component: any PaymentComponent)
}

public protocol AdditionalDetails: Encodable {}

public struct ActionComponentData {
    public let details: any AdditionalDetails
    public let paymentData: String?

    public init(details: any AdditionalDetails, paymentData: String?) {
        self.details = details
        self.paymentData = paymentData
    }
}

public protocol ActionComponent: Component {
    var delegate: (any ActionComponentDelegate)? { get set }
}

public protocol ActionComponentDelegate: AnyObject {
    func didOpenExternalApplication(component: any ActionComponent)
    func didProvide(_ data: ActionComponentData, from component: any ActionComponent)
    func didComplete(from component: any ActionComponent)
    func didFail(with error: any Error, from component: any ActionComponent)
}

public enum ComponentError: Error {
    case cancelled
    case paymentMethodNotSupported
}
