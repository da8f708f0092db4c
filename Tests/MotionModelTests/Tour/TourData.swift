import Foundation
import MotionModel
import MusicShop

/// The shops that the tests ask: loaded once, and only read.
enum TourData {
  /// The data that come with the tour.
  static let shop = Result { try load(root.appending(path: "Examples/Tour/Data/shop.json")) }

  /// The Chinook data.
  static let chinook = Result { try load(chinookFile ?? URL(filePath: "")) }

  /// The Chinook file, which is no part of the package: `MOTIONMODEL_CHINOOK` names it, or it lies in a folder
  /// `shared/data` beside the package.
  static let chinookFile: URL? = {
    let named = ProcessInfo.processInfo.environment["MOTIONMODEL_CHINOOK"].map { URL(filePath: $0) }
    let file = named ?? root.deletingLastPathComponent().appending(path: "shared/data/chinook.json")
    return FileManager.default.fileExists(atPath: file.path) ? file : nil
  }()

  /// The package: this file's folder is `Tests/MotionModelTests/Tour` in it.
  private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL

  private static func load(_ file: URL) throws -> Store {
    let store = Store()
    try MusicShop.load(Data(contentsOf: file), into: store)
    return store
  }
}
