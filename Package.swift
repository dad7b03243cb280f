// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "unified-checkout",
    platforms: [.iOS(.v16), .macOS(.v13)],
    products: [
        .library(name: "CheckoutCore", targets: ["CheckoutCore"]),
        .library(name: "CheckoutAdyen", targets: ["CheckoutAdyen"]),
        .library(name: "CheckoutTesting", targets: ["CheckoutTesting"]),
        .executable(name: "checkout", targets: ["CheckoutTool"]),
    ],
    targets: [
        .target(name: "CheckoutCore"),
        .target(name: "CheckoutAdyen", dependencies: ["CheckoutCore"]),
        .target(name: "CheckoutTesting", dependencies: ["CheckoutCore", "CheckoutAdyen"]),
        .executableTarget(
            name: "CheckoutTool", dependencies: ["CheckoutCore", "CheckoutAdyen", "CheckoutTesting"]),
        .testTarget(name: "CheckoutCoreTests", dependencies: ["CheckoutCore"]),
        .testTarget(
            name: "CheckoutAdyenTests", dependencies: ["CheckoutAdyen", "CheckoutTesting"],
            resources: [.copy("Payloads"), .copy("Recordings")]),
        .testTarget(name: "CheckoutToolTests", dependencies: ["CheckoutTool"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .strictMemorySafety(),
    ]
}
