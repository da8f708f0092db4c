// swift-tools-version: 6.3

import PackageDescription

/// The benchmarks are a separate package, so that the library has no dependencies and does not depend on them.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  traits: [
    .trait(name: "PostgreSQL", description: "The suite of PostgreSQL, which needs the library and the header of libpq.")
  ],
  dependencies: [
    // GRDB needs SQLite anyway.
    .package(
      name: "MotionModel", path: "..",
      traits: ["SQLite", .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"]))]),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0"),
  ],
  targets: [
    .target(name: "Allocations"),
    // A link to the example, which is compiled here as part of this package.
    .target(
      name: "Tracker",
      dependencies: [
        .product(name: "MotionModel", package: "MotionModel"),
        .product(name: "MotionModelValidation", package: "MotionModel"),
        .product(name: "MotionModelTransactions", package: "MotionModel"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
    .systemLibrary(name: "CLibPQ"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Allocations", "Tracker", .target(name: "CLibPQ", condition: .when(traits: ["PostgreSQL"])),
        .product(name: "MotionModel", package: "MotionModel"),
        .product(name: "MotionModelForms", package: "MotionModel"),
        .product(name: "MotionModelInspector", package: "MotionModel"),
        .product(name: "MotionModelJournal", package: "MotionModel"),
        .product(name: "MotionModelLive", package: "MotionModel"),
        .product(name: "MotionModelPostgreSQL", package: "MotionModel"),
        .product(name: "MotionModelREST", package: "MotionModel"),
        .product(name: "MotionModelSQL", package: "MotionModel"),
        .product(name: "MotionModelSQLite", package: "MotionModel"),
        .product(name: "MotionModelSearch", package: "MotionModel"),
        .product(name: "MotionModelValidation", package: "MotionModel"),
        .product(name: "MotionModelTransactions", package: "MotionModel"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")]),
  ]
)
