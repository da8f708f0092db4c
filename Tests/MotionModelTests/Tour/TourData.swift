import Foundation
import MotionModel
import MusicShop

/// The stores that the tests query: loaded once, and only read.
enum TourData {
  /// The shop data that come with the tour.
  static let shop = Result { try load(root.appending(path: "Examples/Tour/Data/shop.json")) }

  /// The Chinook data.
  static let chinook = Result { try load(chinookFile ?? URL(filePath: "")) }

  /// The Chinook file, which is not part of the package: `MOTIONMODEL_CHINOOK` is its path, or it is in the folder
  /// `shared/data` beside the package.
  static let chinookFile: URL? = {
    let named = ProcessInfo.processInfo.environment["MOTIONMODEL_CHINOOK"].map { URL(filePath: $0) }
    let file = named ?? root.deletingLastPathComponent().appending(path: "shared/data/chinook.json")
    return FileManager.default.fileExists(atPath: file.path) ? file : nil
  }()

  /// The folder of the package; this file is in its folder `Tests/MotionModelTests/Tour`.
  private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL

  private static func load(_ file: URL) throws -> Store {
    let store = Store()
    try MusicShop.load(Data(contentsOf: file), into: store)
    return store
  }
}
