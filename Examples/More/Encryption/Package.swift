// swift-tools-version: 6.3

import PackageDescription

/// Files that are encrypted with a key of the user. It is a separate package, so that the library has no dependencies.
let package = Package(
  name: "Encryption",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "MotionModel", path: "../../.."),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
  ],
  targets: [
    .target(
      name: "Encryption",
      dependencies: [
        .product(name: "MotionModel", package: "MotionModel"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ]),
    .executableTarget(
      name: "EncryptedNotes",
      dependencies: [
        "Encryption",
        .product(name: "MotionModel", package: "MotionModel"),
        .product(name: "MotionModelJournal", package: "MotionModel"),
      ]),
    .testTarget(
      name: "EncryptionTests",
      dependencies: [
        "Encryption",
        .product(name: "MotionModel", package: "MotionModel"),
        .product(name: "MotionModelJournal", package: "MotionModel"),
      ]),
  ]
)
