// swift-tools-version: 6.3

import PackageDescription

/// Whether warnings are errors, as in `.ci/run`.
let isStrict = Context.environment["MOTIONMODEL_STRICT"] != nil

let features: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Settings of targets whose tests read their own debug information.
let debuggable = features + (isStrict ? [.treatAllWarnings(as: .error)] : [])

/// One list of settings for nearly every target. Where warnings are errors there is no debug information: writing it takes an
/// eighth of the time of compiling.
let strict: [SwiftSetting] = debuggable + (isStrict ? [.unsafeFlags(["-Xfrontend", "-gnone"])] : [])

/// Targets that are not optimised for release: the largest tests, and those that `.ci/run` builds for release. The library under
/// test is optimised; optimising the tests themselves took ten minutes. The compiler of Swift 6.3.1 crashes when it optimises
/// those of search.
let unoptimised: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]
let plain = strict + unoptimised

/// Whether a chunk of a table has two rows instead of 128, for tests; see `Scripts/test-chunks.sh`.
let hasSmallChunks = Context.environment["MOTIONMODEL_CHUNKS"] == "two"
let chunks: [SwiftSetting] = hasSmallChunks ? [.define("MOTIONMODEL_CHUNKS_OF_TWO")] : []

let package = Package(
  name: "MotionModel",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "MotionModel", targets: ["MotionModel"]),
    .library(name: "MotionModelValues", targets: ["MotionModelValues"]),
    .library(name: "MotionModelValidation", targets: ["MotionModelValidation"]),
    .library(name: "MotionModelTransactions", targets: ["MotionModelTransactions"]),
    .library(name: "MotionModelLive", targets: ["MotionModelLive"]),
    .library(name: "MotionModelStatistics", targets: ["MotionModelStatistics"]),
    .library(name: "MotionModelHistory", targets: ["MotionModelHistory"]),
    .library(name: "MotionModelReplay", targets: ["MotionModelReplay"]),
    .library(name: "MotionModelSearch", targets: ["MotionModelSearch"]),
    .library(name: "MotionModelREST", targets: ["MotionModelREST"]),
    .library(name: "MotionModelForms", targets: ["MotionModelForms"]),
    .library(name: "MotionModelJournal", targets: ["MotionModelJournal"]),
    .library(name: "MotionModelSQL", targets: ["MotionModelSQL"]),
    .library(name: "MotionModelSQLite", targets: ["MotionModelSQLite"]),
    .library(name: "MotionModelPostgreSQL", targets: ["MotionModelPostgreSQL"]),
    .library(name: "MotionModelInspector", targets: ["MotionModelInspector"]),
    .library(name: "MotionModelAdapterTests", targets: ["MotionModelAdapterTests"]),
    .library(name: "MotionModelTesting", targets: ["MotionModelTesting"]),
    .executable(name: "motionmodel", targets: ["MotionModelCommand"]),
    .plugin(name: "MotionModelGenerator", targets: ["GenerateModels"]),
    .plugin(name: "MotionModelGeneratorFiles", targets: ["GenerateModelFiles"]),
  ],
  traits: [
    .trait(name: "SQLite", description: "MotionModelSQLite, which needs the library and the header of SQLite."),
    .trait(name: "PostgreSQL", description: "MotionModelPostgreSQL, which needs the library and the header of libpq."),
  ],
  dependencies: [],
  targets: [
    .target(name: "MotionModelValues", swiftSettings: strict),
    .target(
      name: "MotionModel", dependencies: ["MotionModelValues", "MotionModelStorage"], swiftSettings: strict + chunks),
    .target(name: "MotionModelValidation", dependencies: ["MotionModel"], swiftSettings: strict),
    .target(name: "MotionModelTransactions", dependencies: ["MotionModel"], swiftSettings: strict),
    .target(name: "MotionModelLive", dependencies: ["MotionModel"], swiftSettings: strict),
    .target(name: "MotionModelSearch", dependencies: ["MotionModel"], swiftSettings: strict),
    .target(name: "MotionModelStatistics", dependencies: ["MotionModel"], swiftSettings: strict),
    .target(
      name: "MotionModelHistory", dependencies: ["MotionModel", "MotionModelJournal", "MotionModelTransactions"],
      swiftSettings: strict),
    .target(name: "MotionModelReplay", dependencies: ["MotionModel", "MotionModelValues"], swiftSettings: strict),
    .target(
      name: "MotionModelREST", dependencies: ["MotionModel", "MotionModelValidation", "MotionModelValues"],
      swiftSettings: strict),
    .target(
      name: "MotionModelForms", dependencies: ["MotionModel", "MotionModelValidation", "MotionModelValues"],
      swiftSettings: strict),
    .target(
      name: "MotionModelJournal", dependencies: ["MotionModel", "MotionModelStorage", "MotionModelValues"],
      swiftSettings: strict),
    .target(name: "MotionModelSQL", dependencies: ["MotionModel", "MotionModelValues"], swiftSettings: strict),
    .systemLibrary(name: "CMotionModelSQLite"),
    .target(
      name: "MotionModelSQLite",
      dependencies: [
        "MotionModel", "MotionModelSQL", "MotionModelValues",
        .target(name: "CMotionModelSQLite", condition: .when(traits: ["SQLite"])),
      ],
      swiftSettings: strict),
    .systemLibrary(name: "CMotionModelPostgreSQL"),
    .target(
      name: "MotionModelPostgreSQL",
      dependencies: [
        "MotionModel", "MotionModelSQL", "MotionModelValues",
        .target(name: "CMotionModelPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
      ],
      swiftSettings: strict),
    .target(
      name: "MotionModelAdapterTests",
      dependencies: ["MotionModel", "MotionModelValidation", "MotionModelTransactions"],
      swiftSettings: strict),
    .target(
      name: "MotionModelTesting", dependencies: ["MotionModel", "MotionModelValidation"], swiftSettings: strict),
    .target(name: "MotionModelGenerator", swiftSettings: strict),
    .executableTarget(
      name: "MotionModelGeneratorTool", dependencies: ["MotionModelGenerator"], swiftSettings: strict),
    .plugin(name: "GenerateModels", capability: .buildTool(), dependencies: ["MotionModelGeneratorTool"]),
    .plugin(
      name: "GenerateModelFiles",
      capability: .command(
        intent: .custom(
          verb: "generate-models",
          description: "Makes the files of models that people go on writing, where there are none."),
        permissions: [.writeToPackageDirectory(reason: "It makes a file for each type of a data model.")]),
      dependencies: ["MotionModelGeneratorTool"]),
    .target(
      name: "MotionModelSchemaReading", dependencies: ["MotionModelGenerator", "MotionModelValues"],
      swiftSettings: strict),
    .target(name: "MotionModelConditions", dependencies: ["MotionModel", "MotionModelValues"], swiftSettings: strict),
    .target(
      name: "MotionModelInspector",
      dependencies: [
        "MotionModel", "MotionModelConditions", "MotionModelSearch", "MotionModelTransactions", "MotionModelValidation",
        "MotionModelValues",
      ],
      resources: [.embedInCode("Assets/inspector.css"), .embedInCode("Assets/inspector.js")],
      swiftSettings: strict),
    .target(
      name: "MotionModelTool",
      dependencies: [
        "MotionModel", "MotionModelConditions", "MotionModelGenerator", "MotionModelInspector", "MotionModelJournal",
        "MotionModelPostgreSQL", "MotionModelSQL", "MotionModelSQLite", "MotionModelSchemaReading",
        "MotionModelStorage", "MotionModelValues",
      ],
      swiftSettings: strict),
    .executableTarget(name: "MotionModelCommand", dependencies: ["MotionModelTool"], swiftSettings: strict),
    .target(name: "MotionModelCRC32C"),
    .target(name: "MotionModelStorage", dependencies: ["MotionModelCRC32C"], swiftSettings: strict),
    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    .target(
      name: "MotionModelTestSupport",
      dependencies: ["MotionModel", "MotionModelTesting", "AllocationCounter"],
      path: "Tests/MotionModelTestSupport",
      swiftSettings: strict),
    .target(
      name: "MotionModelStorageTestSupport",
      dependencies: ["MotionModelStorage", "MotionModelTestSupport"],
      path: "Tests/MotionModelStorageTestSupport",
      swiftSettings: strict),
    .executableTarget(
      name: "MotionModelCrashes",
      dependencies: [
        "MotionModel", "MotionModelJournal", "MotionModelStorage", "MotionModelTestSupport", "MotionModelTransactions",
      ],
      path: "Tests/Crashes",
      swiftSettings: strict),
    .executableTarget(
      name: "MotionModelFuzz",
      dependencies: [
        "MotionModel", "MotionModelForms", "MotionModelPostgreSQL", "MotionModelStorage", "MotionModelTestSupport",
        "MotionModelTool",
      ],
      path: "Tests/Fuzz",
      exclude: ["Corpus"],
      swiftSettings: strict),
    .target(
      name: "MotionModelWorld",
      dependencies: [
        "MotionModel", "MotionModelForms", "MotionModelHistory", "MotionModelJournal", "MotionModelLive",
        "MotionModelReplay", "MotionModelSearch", "MotionModelStatistics", "MotionModelValidation",
        "MotionModelTransactions", "MotionModelTestSupport",
      ],
      path: "Tests/MotionModelWorld",
      swiftSettings: plain),
    .executableTarget(name: "World", dependencies: ["MotionModelWorld"], path: "Tests/World", swiftSettings: strict),
    .target(name: "MusicShop", dependencies: ["MotionModel"], path: "Examples/MusicShop", swiftSettings: strict),
    .executableTarget(
      name: "Tour",
      dependencies: [
        "MotionModel", "MotionModelHistory", "MotionModelJournal", "MotionModelLive", "MotionModelPostgreSQL",
        "MotionModelReplay", "MotionModelSQL", "MotionModelSQLite", "MotionModelSearch", "MotionModelStatistics",
        "MotionModelTransactions", "MotionModelValidation", "MusicShop",
      ],
      path: "Examples/Tour",
      resources: [.copy("Data/shop.json")],
      swiftSettings: strict),
    .executableTarget(
      name: "EditDialog",
      dependencies: ["MotionModel", "MotionModelForms", "MotionModelValidation", "MotionModelTransactions"],
      path: "Examples/EditDialog",
      swiftSettings: strict),
    .target(
      name: "Tracker",
      dependencies: ["MotionModel", "MotionModelValidation", "MotionModelTransactions"],
      path: "Examples/Tracker/Library",
      swiftSettings: strict),
    .executableTarget(
      name: "TrackerDemo",
      dependencies: ["MotionModel", "MotionModelTransactions", "Tracker"],
      path: "Examples/Tracker/Program",
      swiftSettings: strict),
    .target(
      name: "TeamBoard",
      dependencies: ["MotionModel", "MotionModelLive", "MotionModelTransactions"],
      path: "Examples/Board/Library",
      swiftSettings: strict),
    .executableTarget(
      name: "Board", dependencies: ["MotionModel", "MotionModelInspector", "TeamBoard"],
      path: "Examples/Board/Program", swiftSettings: strict),
    .executableTarget(
      name: "Depot", dependencies: ["MotionModel", "MotionModelREST", "MotionModelValidation"],
      path: "Examples/Depot", swiftSettings: strict),
    .executableTarget(
      name: "BlackBox", dependencies: ["MotionModel", "MotionModelReplay", "MotionModelTransactions"],
      path: "Examples/BlackBox", swiftSettings: strict),
    .executableTarget(
      name: "FormDesk", dependencies: ["MotionModel", "MotionModelForms", "MotionModelValidation"],
      path: "Examples/FormDesk", swiftSettings: strict),
    .executableTarget(
      name: "MotionModelInspectorDesk",
      dependencies: ["MotionModel", "MotionModelInspector", "MotionModelTransactions", "MotionModelValidation"],
      path: "Tests/InspectorDesk", swiftSettings: strict),
    .executableTarget(
      name: "MotionModelStorm",
      dependencies: [
        "MotionModel", "MotionModelLive", "MotionModelSearch", "MotionModelTransactions", "MotionModelTestSupport",
      ],
      path: "Tests/Storm",
      swiftSettings: strict),
    .testTarget(
      name: "MotionModelStorageTests",
      dependencies: ["MotionModelStorage", "MotionModelStorageTestSupport", "MotionModelTestSupport"],
      swiftSettings: plain),
    .testTarget(
      name: "MotionModelValuesTests",
      dependencies: ["MotionModel", "MotionModelValues", "MotionModelTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "MotionModelTests",
      dependencies: [
        "MotionModel", "MotionModelAdapterTests", "MotionModelConditions", "MotionModelStorage", "MotionModelTesting",
        "MotionModelTestSupport", "MotionModelTool", "MotionModelValues", "MusicShop",
      ],
      exclude: ["Tour/chinook-answers.md"],
      swiftSettings: debuggable + unoptimised),
    .testTarget(
      name: "MotionModelConcurrencyTests",
      dependencies: ["MotionModel", "MotionModelTesting", "MotionModelTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "MotionModelValidationTests",
      dependencies: ["MotionModel", "MotionModelValidation", "MotionModelTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "MotionModelTransactionsTests",
      dependencies: ["MotionModel", "MotionModelTransactions", "MotionModelValidation", "MotionModelTestSupport"],
      swiftSettings: plain),
    .testTarget(
      name: "MotionModelLiveTests",
      dependencies: [
        "MotionModel", "MotionModelLive", "MotionModelTransactions", "MotionModelTestSupport", "MusicShop",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "MotionModelStatisticsTests",
      dependencies: [
        "MotionModel", "MotionModelLive", "MotionModelStatistics", "MotionModelTestSupport", "MotionModelTransactions",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MotionModelHistoryTests",
      dependencies: [
        "MotionModel", "MotionModelHistory", "MotionModelJournal", "MotionModelStorageTestSupport",
        "MotionModelTestSupport", "MotionModelTransactions",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MotionModelReplayTests",
      dependencies: ["MotionModel", "MotionModelReplay", "MotionModelTestSupport", "MotionModelTransactions"],
      swiftSettings: strict),
    .testTarget(
      name: "MotionModelSearchTests",
      dependencies: [
        "MotionModel", "MotionModelJournal", "MotionModelLive", "MotionModelSearch", "MotionModelTransactions",
        "MotionModelTestSupport", "MusicShop",
      ],
      exclude: ["Fixtures"],
      swiftSettings: plain),
    .testTarget(
      name: "MotionModelRESTTests",
      dependencies: [
        "MotionModel", "MotionModelLive", "MotionModelREST", "MotionModelTransactions", "MotionModelTestSupport",
        "MotionModelValidation",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "MotionModelRails",
      dependencies: ["MotionModel", "MotionModelREST", "MotionModelTestSupport", "MotionModelValidation"],
      path: "Tests/Rails/Client", swiftSettings: strict),
    .testTarget(
      name: "MotionModelFormsTests",
      dependencies: [
        "MotionModel", "MotionModelForms", "MotionModelJournal", "MotionModelLive", "MotionModelREST",
        "MotionModelTransactions", "MotionModelTestSupport", "MotionModelValidation",
        "MotionModelValues",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MotionModelJournalTests",
      dependencies: [
        "MotionModel", "MotionModelJournal", "MotionModelStorage", "MotionModelStorageTestSupport",
        "MotionModelTestSupport", "MotionModelTransactions",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "MotionModelSQLTests",
      dependencies: [
        "MotionModel", "MotionModelSQL", "MotionModelTestSupport", "MotionModelTransactions", "MotionModelValues",
      ],
      swiftSettings: strict),
    .target(
      name: "MotionModelSQLTestSupport",
      dependencies: [
        "MotionModel", "MotionModelInspector", "MotionModelSQL", "MotionModelTestSupport", "MotionModelTransactions",
        "MotionModelValidation",
        "MotionModelValues",
      ],
      path: "Tests/MotionModelSQLTestSupport", swiftSettings: strict),
    .testTarget(
      name: "MotionModelSQLiteTests",
      dependencies: [
        "MotionModel", "MotionModelAdapterTests", "MotionModelSQL", "MotionModelSQLTestSupport", "MotionModelSQLite",
        "MotionModelTestSupport", "MotionModelTesting", "MotionModelTransactions", "MotionModelValues",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MotionModelPostgreSQLTests",
      dependencies: [
        "MotionModel", "MotionModelAdapterTests", "MotionModelJournal", "MotionModelPostgreSQL", "MotionModelSQL",
        "MotionModelSQLTestSupport", "MotionModelTestSupport", "MotionModelTransactions", "MotionModelValues",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MotionModelCopyingTests",
      dependencies: [
        "MotionModel", "MotionModelPostgreSQL", "MotionModelSQL", "MotionModelSQLite", "MotionModelTestSupport",
        "MotionModelTool", "MotionModelValues",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MotionModelInspectorTests",
      dependencies: [
        "MotionModel", "MotionModelConditions", "MotionModelInspector", "MotionModelSearch", "MotionModelTestSupport",
        "MotionModelTransactions", "MotionModelValidation", "MotionModelValues",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MotionModelToolTests",
      dependencies: [
        "GeneratedSamples", "MotionModel", "MotionModelCommand", "MotionModelConditions", "MotionModelInspector",
        "MotionModelJournal", "MotionModelStorage", "MotionModelTool", "MotionModelTestSupport",
        "MotionModelTransactions",
      ],
      swiftSettings: strict),
    .target(
      name: "GeneratedSamples", dependencies: ["MotionModel", "MotionModelValidation"], path: "Tests/GeneratedSamples",
      exclude: ["Inputs"], swiftSettings: strict),
    .testTarget(
      name: "MotionModelSchemaReadingTests", dependencies: ["MotionModelGenerator", "MotionModelSchemaReading"],
      swiftSettings: strict),
    .testTarget(
      name: "MotionModelGeneratorTests",
      dependencies: [
        "GeneratedSamples", "MotionModel", "MotionModelGenerator", "MotionModelTestSupport", "MotionModelTesting",
        "MotionModelValidation",
      ],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "MotionModelTestingTests",
      dependencies: [
        "MotionModel", "MotionModelTesting", "MotionModelTransactions", "MotionModelValidation",
        "MotionModelTestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "TrackerTests",
      dependencies: ["MotionModel", "MotionModelValidation", "MotionModelTransactions", "Tracker"],
      swiftSettings: strict),
    .testTarget(
      name: "BoardTests",
      dependencies: [
        "Board", "MotionModel", "MotionModelLive", "MotionModelTestSupport", "MotionModelTransactions", "TeamBoard",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MainActorTests", dependencies: ["MotionModel"],
      swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "MotionModelWorldTests", dependencies: ["MotionModelWorld", "MotionModelTestSupport"], swiftSettings: strict
    ),
  ]
)

// Where MOTIONMODEL_TESTS names targets of tests, the others are left out, so that they are not compiled:
// `MOTIONMODEL_TESTS="MotionModelLiveTests" swift test`.
if let names = Context.environment["MOTIONMODEL_TESTS"]?.split(separator: " ").map(String.init) {
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
