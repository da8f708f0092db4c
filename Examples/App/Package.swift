// swift-tools-version: 6.3

import PackageDescription

/// An app for iOS and macOS. Its library is what an app and a widget of Xcode's are made of; see README.md.
let package = Package(
  name: "Errands",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "Errands", targets: ["Errands"])],
  dependencies: [.package(name: "MotionModel", path: "../..")],
  targets: [
    .target(
      name: "Errands",
      dependencies: ["MotionModel", "MotionModelValidation", "MotionModelTransactions"].map(use)
        + ["MotionModelLive", "MotionModelSearch", "MotionModelJournal"].map(use)),
    .executableTarget(name: "ErrandsApp", dependencies: ["Errands"]),
  ]
)

func use(_ module: String) -> Target.Dependency { .product(name: module, package: "MotionModel") }
