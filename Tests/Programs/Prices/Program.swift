import Foundation
import MotionModel
import MotionModelJournal

/// Makes one call as often as it is told: `MotionModelPrices NAME COUNT [--told | --opened | --shared]`. `Scripts/Support/prices.py` runs it,
/// with two counts, where instructions are counted. Stores have no notification center unless `--told` gives them the default one, and no
/// file unless `--opened` gives them one, or `--shared` one that other processes may write; it is not flushed at each commit.
@main enum Program {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3, let count = Int(arguments[2]) else {
      return print("usage: MotionModelPrices NAME COUNT [--told | --opened | --shared]")
    }
    let folder = URL.temporaryDirectory.appending(path: "prices-\(ProcessInfo.processInfo.processIdentifier)")
    let store = try store(arguments.last ?? "", folder)
    try Store.with(store) {
      guard let sum = try Calls(store).run(arguments[1], count) else { fatalError("no call is named \(arguments[1])") }
      print(sum & 1)
    }
    try? FileManager.default.removeItem(at: folder)
  }

  private static func store(_ kind: String, _ folder: URL) throws -> Store {
    let file = folder.appending(path: "prices.motionmodel")
    let models: [any Model.Type] = [Project.self, Todo.self, Account.self, Ruled.self]
    if ["--opened", "--shared"].contains(kind) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    return switch kind {
    case "--told": Store()
    case "--opened":
      try Store(file: file, models: models, durability: .manual, compaction: .manual, notificationCenter: nil)
    case "--shared":
      try Store(sharing: file, models: models, durability: .manual, compaction: .manual, notificationCenter: nil)
    default: Store(notificationCenter: nil)
    }
  }
}
