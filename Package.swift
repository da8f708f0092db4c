// swift-tools-version: 6.3

import PackageDescription

// A line for each module: its name without `MotionModel`, and what it uses besides the core, which is the empty name.

// MARK: - Settings

/// Whether warnings are errors, as in `.ci/run`.
let isStrict = Context.environment["MOTIONMODEL_STRICT"] != nil

let features: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Where warnings are errors, all files of a module are compiled together, and once: for each of some files alone, or for the module
/// apart, the compiler reads the others again, which takes a third of its time. Elsewhere only what was edited is compiled.
let together: [SwiftSetting] =
  isStrict
  ? [
    .unsafeFlags(
      ["-whole-module-optimization", "-num-threads", "2", "-no-emit-module-separately-wmo"],
      .when(configuration: .debug))
  ] : []

/// Settings of the tests of the core, some of which read their own debug information. With it, all of their files together take three times
/// as long as in batches.
let debuggable = features + (isStrict ? [.treatAllWarnings(as: .error)] : [])

/// Where warnings are errors there is no debug information: writing it takes an eighth of the time of compiling.
let strict: [SwiftSetting] = debuggable + together + (isStrict ? [.unsafeFlags(["-Xfrontend", "-gnone"])] : [])

/// Large tests are not optimised in release builds: that took ten minutes. The library under test is. The compiler of Swift 6.3.1
/// crashes when it optimises the tests of search.
let unoptimised: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// Chunks of two rows instead of 128, for tests; see `Scripts/Support/test-chunks.sh`.
let chunks: [SwiftSetting] =
  Context.environment["MOTIONMODEL_CHUNKS"] == "two" ? [.define("MOTIONMODEL_CHUNKS_OF_TWO")] : []

// MARK: - Kinds of targets

/// Targets whose names do not begin with `MotionModel`.
let ownNames: Set = [
  "AllocationCounter", "Board", "GeneratedSamples", "MusicShop", "SwiftDataStandIn", "SwiftUIStandIn", "TeamBoard",
  "Tracker",
]

func full(_ name: String) -> String { ownNames.contains(name) ? name : "MotionModel" + name }

/// Returns the core, unless a target does without it, and other targets.
func uses(_ core: Bool, _ names: [String]) -> [Target.Dependency] {
  ((core ? [""] : []) + names).map { .byName(name: full($0)) }
}

/// A module of the library.
func module(
  _ name: String, _ names: [String] = [], core: Bool = true, trait: String? = nil, resources: [Resource] = [],
  settings: [SwiftSetting] = []
) -> Target {
  let library = trait.map { Target.Dependency.target(name: "CMotionModel\($0)", condition: .when(traits: [$0])) }
  return .target(
    name: full(name), dependencies: uses(core, names) + [library].compactMap { $0 }, resources: resources,
    swiftSettings: strict + settings)
}

/// A library of the system, which is needed only with the trait of its name.
func system(_ name: String) -> Target { .systemLibrary(name: "CMotionModel\(name)") }

/// A program, of the tools if it has no path.
func program(
  _ name: String, _ names: [String], at path: String? = nil, core: Bool = true, exclude: [String] = [],
  resources: [Resource] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: uses(core, names), path: path, exclude: exclude, resources: resources,
    swiftSettings: strict)
}

/// What programs and tests share.
func support(
  _ name: String, _ names: [String] = [], at path: String, core: Bool = true, exclude: [String] = [],
  settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: full(name), dependencies: uses(core, names), path: path, exclude: exclude, swiftSettings: strict + settings)
}

/// Tests, whose name is that of what they test, with `Tests`.
func tests(
  _ name: String, _ names: [String] = [], core: Bool = true, exclude: [String] = [],
  settings: [SwiftSetting] = strict
) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: uses(core, names), exclude: exclude, swiftSettings: settings)
}

/// Puts targets that have no path of their own in a folder with others.
func shelf(_ folder: String, _ targets: Target...) -> [Target] {
  for target in targets where target.path == nil && target.type != .plugin { target.path = "\(folder)/\(target.name)" }
  return targets
}

// MARK: - The library

let foundations = shelf(
  "Sources/Foundations",
  .target(name: "MotionModelProcessor"),
  module("System", core: false),
  module("Storage", ["Processor", "System"], core: false),
  module("Values", ["System"], core: false),
  module("Loopback", ["System", "Values"], core: false)
)

let core = [
  module("", ["Processor", "Values", "Storage", "System"], core: false, settings: chunks),
  module("Validation", ["Values"]),
  module("Transactions"),
]

let capabilities = shelf(
  "Sources/Capabilities",
  module("Live"),
  module("Search"),
  module("Statistics"),
  module("Journal", ["Storage", "Transactions", "Values"]),
  module("Replay", ["Values"]),
  module("REST", ["System", "Validation", "Values"]),
  module("Forms", ["Validation", "Values"]),
  module("FormsHTML", ["Forms", "Validation", "Values"]),
  module("FormsTerminal", ["Forms", "System", "Validation", "Values"]),
  module("Testing", ["Transactions", "Validation"])
)

let adapters = shelf(
  "Sources/Adapters",
  module("SQL", ["Values"]),
  system("SQLite"),
  module("SQLite", ["SQL", "Values"], trait: "SQLite"),
  system("PostgreSQL"),
  module("PostgreSQL", ["SQL", "Values"], trait: "PostgreSQL")
)

let tools = shelf(
  "Sources/Tools",
  module("Generator", core: false),
  program("MotionModelGeneratorTool", ["Generator"], core: false),
  .plugin(name: "GenerateModels", capability: .buildTool(), dependencies: ["MotionModelGeneratorTool"]),
  .plugin(
    name: "GenerateModelFiles",
    capability: .command(
      intent: .custom(
        verb: "generate-models",
        description: "Makes the files of models that people go on writing, where there are none."),
      permissions: [.writeToPackageDirectory(reason: "It makes a file for each type of a data model.")]),
    dependencies: ["MotionModelGeneratorTool"]),
  module("SchemaReading", ["Generator", "Values"], core: false),
  module(
    "Inspector", ["Loopback", "Search", "System", "Transactions", "Validation", "Values"],
    resources: [.embedInCode("Assets/inspector.css"), .embedInCode("Assets/inspector.js")]),
  module(
    "Tool",
    [
      "Generator", "Inspector", "Journal", "PostgreSQL", "SQL", "SQLite", "SchemaReading", "Storage", "System",
      "Values",
    ]),
  program("MotionModelCommand", ["Tool"], core: false)
)

// MARK: - Examples

let examples: [Target] = [
  support("MusicShop", at: "Examples/More/MusicShop"),
  program(
    "Tour",
    [
      "Journal", "Live", "PostgreSQL", "Replay", "SQL", "SQLite", "Search", "Statistics", "Transactions",
      "Validation", "MusicShop",
    ], at: "Examples/Tour", resources: [.copy("Data/shop.json")]),
  program("EditDialog", ["FormsTerminal", "Validation", "Transactions"], at: "Examples/EditDialog"),
  support("Tracker", ["Validation", "Transactions"], at: "Examples/Tracker/Library"),
  program("TrackerDemo", ["Transactions", "Tracker"], at: "Examples/Tracker/Program"),
  support("TeamBoard", ["Live", "Transactions"], at: "Examples/More/Board/Library"),
  program("Board", ["Inspector", "TeamBoard"], at: "Examples/More/Board/Program"),
  program("Depot", ["Loopback", "REST", "Validation"], at: "Examples/More/Depot"),
  program("BlackBox", ["Replay", "Transactions"], at: "Examples/More/BlackBox"),
  program("Rooms", ["PostgreSQL", "SQL", "Transactions", "Validation"], at: "Examples/More/Rooms"),
  program("FormDesk", ["FormsHTML", "Loopback", "Validation", "Values"], at: "Examples/More/FormDesk"),
]

// MARK: - Tests

let plain = strict + unoptimised

let supports: [Target] = [
  .target(name: "AllocationCounter", path: "Tests/Support/AllocationCounter"),
  .target(name: "SwiftDataStandIn", path: "Tests/Support/StandIns/SwiftDataStandIn", swiftSettings: strict),
  .target(name: "SwiftUIStandIn", path: "Tests/Support/StandIns/SwiftUIStandIn", swiftSettings: strict),
  support(
    "TestSupport", ["AllocationCounter", "Testing", "Transactions", "Validation"],
    at: "Tests/Support/MotionModelTestSupport"),
  support(
    "StorageTestSupport", ["Storage", "TestSupport"], at: "Tests/Support/MotionModelStorageTestSupport", core: false),
  support(
    "SQLTestSupport", ["Inspector", "SQL", "TestSupport", "Transactions", "Validation", "Values"],
    at: "Tests/Support/MotionModelSQLTestSupport"),
  support("GeneratedSamples", ["Validation"], at: "Tests/Support/GeneratedSamples", exclude: ["Inputs"]),
  support(
    "World",
    [
      "Forms", "Journal", "Live", "Replay", "Search", "Statistics", "Validation", "Transactions",
      "TestSupport",
    ], at: "Tests/Support/MotionModelWorld", settings: unoptimised),
]

let programs: [Target] = [
  program("World", ["World"], at: "Tests/Programs/World", core: false),
  program("MotionModelCrashes", ["Journal", "Storage", "TestSupport", "Transactions"], at: "Tests/Programs/Crashes"),
  program(
    "MotionModelFuzz",
    [
      "FormsHTML", "Generator", "Inspector", "Loopback", "PostgreSQL", "REST", "Replay", "SchemaReading", "Search",
      "Storage", "TestSupport", "Tool",
    ], at: "Tests/Programs/Fuzz", exclude: ["Corpus"]),
  program("MotionModelInspectorDesk", ["Inspector", "Transactions", "Validation"], at: "Tests/Programs/InspectorDesk"),
  program("MotionModelStorm", ["Live", "Search", "Transactions", "TestSupport"], at: "Tests/Programs/Storm"),
  program("MotionModelPrices", ["Journal", "Transactions", "Validation"], at: "Tests/Programs/Prices"),
  program("MotionModelRails", ["REST", "TestSupport", "Validation"], at: "Tests/Programs/Rails/Client"),
]

let suites: [Target] =
  [
    tests(
      "MotionModel", ["Storage", "Testing", "TestSupport", "Values", "MusicShop"], exclude: ["Tour/chinook-answers.md"],
      settings: debuggable + unoptimised),
    tests("MotionModelValidation", ["Validation", "TestSupport"]),
    tests("MotionModelTransactions", ["Testing", "TestSupport", "Transactions", "Validation"], settings: plain),
  ]
  + shelf(
    "Tests/Foundations",
    tests("MotionModelStorage", ["Storage", "StorageTestSupport", "TestSupport"], core: false, settings: plain),
    tests("MotionModelValues", ["Values", "TestSupport"])
  )
  + shelf(
    "Tests/Capabilities",
    tests("MotionModelLive", ["Live", "Transactions", "TestSupport", "MusicShop"], settings: plain),
    tests("MotionModelStatistics", ["Live", "Statistics", "TestSupport", "Transactions"]),
    tests("MotionModelReplay", ["Replay", "TestSupport", "Transactions"]),
    tests(
      "MotionModelSearch", ["Journal", "Live", "Search", "Transactions", "TestSupport", "MusicShop"],
      exclude: ["Fixtures"], settings: plain),
    tests("MotionModelREST", ["Live", "Loopback", "REST", "Transactions", "TestSupport", "Validation"]),
    tests(
      "MotionModelForms",
      ["FormsHTML", "FormsTerminal", "Journal", "Live", "REST", "Transactions", "TestSupport", "Validation", "Values"]),
    tests(
      "MotionModelJournal", ["Journal", "Storage", "StorageTestSupport", "TestSupport", "Transactions"],
      settings: plain),
    tests("MotionModelTesting", ["Testing", "Transactions", "Validation", "TestSupport"])
  )
  + shelf(
    "Tests/Adapters",
    tests("MotionModelSQL", ["SQL", "TestSupport", "Transactions", "Values"]),
    tests(
      "MotionModelSQLite", ["SQL", "SQLTestSupport", "SQLite", "TestSupport", "Testing", "Transactions", "Values"]),
    tests(
      "MotionModelPostgreSQL",
      ["Journal", "PostgreSQL", "SQL", "SQLTestSupport", "TestSupport", "Testing", "Transactions", "Values"]),
    tests("MotionModelCopying", ["PostgreSQL", "SQL", "SQLite", "TestSupport", "Tool", "Values"])
  )
  + shelf(
    "Tests/Tools",
    tests(
      "MotionModelInspector",
      ["Inspector", "Loopback", "Search", "TestSupport", "Transactions", "Validation", "Values"]),
    tests(
      "MotionModelTool",
      ["GeneratedSamples", "Command", "Inspector", "Journal", "Storage", "Tool", "TestSupport", "Transactions"]),
    tests("MotionModelSchemaReading", ["Generator", "SchemaReading"], core: false),
    tests(
      "MotionModelGenerator", ["GeneratedSamples", "Generator", "TestSupport", "Testing", "Validation"],
      exclude: ["Fixtures"])
  )
  + shelf(
    "Tests/Integration",
    tests("MotionModelConcurrency", ["Testing", "TestSupport"]),
    tests("Tracker", ["Validation", "Transactions", "Tracker"]),
    tests("Board", ["Board", "Live", "TestSupport", "Transactions", "TeamBoard"]),
    tests("NamesBesideOthers", ["Forms", "Live", "SwiftDataStandIn", "SwiftUIStandIn", "Transactions", "Validation"]),
    tests("MainActor", settings: strict + [.defaultIsolation(MainActor.self)]),
    tests("Ledger", ["Journal", "TestSupport", "Transactions", "Validation"]),
    tests("MotionModelWorld", ["World", "TestSupport"], core: false)
  )

// MARK: - The package

let libraries = [
  "", "Values", "Validation", "Transactions", "Live", "Statistics", "Replay", "Search", "REST", "Forms",
  "FormsHTML", "FormsTerminal", "Journal", "SQL", "SQLite", "PostgreSQL", "Inspector", "Testing",
].map { Product.library(name: full($0), targets: [full($0)]) }

let package = Package(
  name: "MotionModel",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: libraries + [
    .executable(name: "motionmodel", targets: ["MotionModelCommand"]),
    .plugin(name: "MotionModelGenerator", targets: ["GenerateModels"]),
    .plugin(name: "MotionModelGeneratorFiles", targets: ["GenerateModelFiles"]),
  ],
  traits: [
    .trait(name: "SQLite", description: "MotionModelSQLite, which needs the library and the header of SQLite."),
    .trait(name: "PostgreSQL", description: "MotionModelPostgreSQL, which needs the library and the header of libpq."),
  ],
  dependencies: [],
  targets: foundations + core + capabilities + adapters + tools + examples + supports + programs + suites
)

// Where MOTIONMODEL_TESTS names targets of tests, the others are left out, so that they are not compiled:
// `MOTIONMODEL_TESTS="MotionModelLiveTests" swift test`.
if let names = Context.environment["MOTIONMODEL_TESTS"]?.split(separator: " ").map(String.init) {
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
