// swift-tools-version: 6.2

import PackageDescription

/// The stand-ins' names are those of the vendors' modules: in an app they are the SDKs themselves.
let standIns = ["EpayPayPal", "PrimerSDK", "Adyen", "AdyenActions", "PXPCheckoutSDK"]
let modules = ["CheckoutCore", "CheckoutEpay", "CheckoutPrimer", "CheckoutAdyen", "CheckoutPXP"]
/// `BRIDGES_MAIN_ACTOR=1` compiles the bridges with the settings of a new app in Xcode: everything is on the main actor
/// unless it says otherwise.
let appSettings: [SwiftSetting] =
    Context.environment["BRIDGES_MAIN_ACTOR"] == "1"
    ? [
        .defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] : []

let package = Package(
    name: "checkout-bridges",
    platforms: [.iOS(.v16), .macOS(.v13)],
    dependencies: [.package(name: "unified-checkout", path: "../..")],
    targets: standIns.map { name in
        // As the vendors build theirs.
        .target(
            name: name, dependencies: name == "AdyenActions" ? ["Adyen"] : [], path: "StandIns/\(name)",
            swiftSettings: [.swiftLanguageMode(.v5)])
    } + [
        .target(
            name: "Bridges",
            dependencies: standIns.map { .byName(name: $0) }
                + modules.map { .product(name: $0, package: "unified-checkout") },
            swiftSettings: [.enableUpcomingFeature("InferIsolatedConformances")] + appSettings),
        .testTarget(name: "BridgeTests", dependencies: ["Bridges"]),
    ],
    swiftLanguageModes: [.v6]
)
