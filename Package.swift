// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "unified-checkout",
    platforms: [.iOS(.v16), .macOS(.v13)],
    products: [
        .library(name: "CheckoutCore", targets: ["CheckoutCore"]),
        .library(name: "CheckoutEpay", targets: ["CheckoutEpay"]),
        .library(name: "CheckoutPrimer", targets: ["CheckoutPrimer"]),
        .library(name: "CheckoutAdyen", targets: ["CheckoutAdyen"]),
        .library(name: "CheckoutPXP", targets: ["CheckoutPXP"]),
        .library(name: "CheckoutTesting", targets: ["CheckoutTesting"]),
        .executable(name: "checkout", targets: ["CheckoutTool"]),
    ],
    targets: [
        .target(name: "CheckoutCore"),
        .target(name: "CheckoutEpay", dependencies: ["CheckoutCore"]),
        .target(name: "CheckoutPrimer", dependencies: ["CheckoutCore"]),
        .target(name: "CheckoutAdyen", dependencies: ["CheckoutCore"]),
        .target(name: "CheckoutPXP", dependencies: ["CheckoutCore"]),
        .target(
            name: "CheckoutTesting",
            dependencies: ["CheckoutCore", "CheckoutEpay", "CheckoutPrimer", "CheckoutAdyen", "CheckoutPXP"]),
        .target(
            name: "FifthAdapter", dependencies: ["CheckoutCore", "CheckoutTesting"], path: "Examples/FifthAdapter",
            exclude: ["README.md"]),
        .executableTarget(
            name: "CheckoutTool", dependencies: ["CheckoutCore", "CheckoutAdyen", "CheckoutTesting"]),
        .target(
            name: "ExampleSupport", dependencies: ["CheckoutCore", "CheckoutTesting"], path: "Examples/ExampleSupport"),
        .executableTarget(
            name: "EpayExample", dependencies: ["CheckoutCore", "CheckoutEpay", "CheckoutTesting", "ExampleSupport"],
            path: "Examples/EpayExample"),
        .executableTarget(
            name: "PrimerExample",
            dependencies: ["CheckoutCore", "CheckoutPrimer", "CheckoutTesting", "ExampleSupport"],
            path: "Examples/PrimerExample"),
        .executableTarget(
            name: "AdyenExample", dependencies: ["CheckoutCore", "CheckoutAdyen", "CheckoutTesting", "ExampleSupport"],
            path: "Examples/AdyenExample"),
        .executableTarget(
            name: "PXPExample", dependencies: ["CheckoutCore", "CheckoutPXP", "CheckoutTesting", "ExampleSupport"],
            path: "Examples/PXPExample"),
        .executableTarget(
            name: "FailoverExample", dependencies: ["CheckoutCore", "CheckoutTesting", "ExampleSupport"],
            path: "Examples/FailoverExample"),
        .executableTarget(
            name: "JournalVictim", dependencies: ["CheckoutCore", "CheckoutAdyen"], path: "Tests/JournalVictim"),
        .executableTarget(name: "Proof", dependencies: ["CheckoutTesting"], path: "Tests/Proof"),
        .executableTarget(
            name: "Fuzz", dependencies: ["CheckoutCore", "CheckoutAdyen", "CheckoutTesting"], path: "Tests/Fuzz",
            exclude: ["Corpus", "README.md"]),
        .testTarget(name: "FuzzTests", dependencies: ["Fuzz"]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CheckoutCore", "CheckoutEpay", "CheckoutPrimer", "CheckoutAdyen", "CheckoutPXP",
                "CheckoutTesting",
            ], path: "Tests/Benchmarks"),
        .testTarget(name: "CheckoutCoreTests", dependencies: ["CheckoutCore", "JournalVictim"]),
        .testTarget(
            name: "CheckoutEpayTests", dependencies: ["CheckoutEpay", "CheckoutTesting"],
            resources: [.copy("Recordings")]),
        .testTarget(
            name: "CheckoutPrimerTests", dependencies: ["CheckoutPrimer", "CheckoutTesting"],
            resources: [.copy("Recordings")]),
        .testTarget(
            name: "CheckoutAdyenTests", dependencies: ["CheckoutAdyen", "CheckoutTesting"],
            resources: [.copy("Payloads"), .copy("Peers"), .copy("Recordings")]),
        .testTarget(name: "AdyenFlowTests", dependencies: ["CheckoutAdyen", "CheckoutCore"]),
        .testTarget(
            name: "CheckoutPXPTests", dependencies: ["CheckoutPXP", "CheckoutTesting"],
            resources: [.copy("Recordings")]),
        .testTarget(
            name: "EquivalenceTests",
            dependencies: [
                "CheckoutCore", "CheckoutTesting", "CheckoutAdyen", "CheckoutEpay", "CheckoutPrimer", "CheckoutPXP",
                "FifthAdapter",
            ],
            resources: [.copy("Rows")]),
        .testTarget(
            name: "FieldReportTests",
            dependencies: [
                "CheckoutTesting", "CheckoutCore", "CheckoutEpay", "CheckoutPrimer", "CheckoutAdyen", "CheckoutPXP",
            ],
            resources: [.copy("Recordings"), .copy("ledger.tsv")]),
        .testTarget(
            name: "ExampleTests",
            dependencies: [
                "CheckoutCore", "CheckoutTesting", "ExampleSupport", "EpayExample", "PrimerExample", "AdyenExample",
                "PXPExample", "FailoverExample",
            ]),
        .testTarget(
            name: "CheckoutToolTests",
            dependencies: [
                "CheckoutTool", "CheckoutTesting", "CheckoutAdyen", "CheckoutPrimer", "CheckoutPXP", "CheckoutCore",
            ]),
        .testTarget(
            name: "HardeningTests",
            dependencies: [
                "CheckoutCore", "CheckoutTesting", "CheckoutTool", "CheckoutEpay", "CheckoutPrimer", "CheckoutAdyen",
                "CheckoutPXP",
            ],
            resources: [.copy("Recordings")]),
    ],
    swiftLanguageModes: [.v6]
)

// Blocks on the heap are counted by a little C that stands in front of the allocator: built on demand only.
if Context.environment["CHECKOUT_COUNTS_BLOCKS"] == "1" {
    package.targets.append(.target(name: "AllocationCount", path: "Tests/AllocationCount"))
    package.targets.first { $0.name == "Benchmarks" }?.dependencies.append("AllocationCount")
}

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
