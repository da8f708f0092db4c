// swift-tools-version: 6.3

import PackageDescription

/// Its models are generated from `Shop.xcdatamodeld` whenever that changed.
let package = Package(
  name: "Generated",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [.package(name: "MotionModel", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Generated",
      dependencies: [
        .product(name: "MotionModel", package: "MotionModel"),
        .product(name: "MotionModelValidation", package: "MotionModel"),
      ],
      // The plugin reads the data model; Xcode must not compile it for Core Data.
      exclude: ["Shop.xcdatamodeld"],
      plugins: [.plugin(name: "MotionModelGenerator", package: "MotionModel")])
  ]
)
