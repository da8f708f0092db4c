import Foundation
import MotionModel
import MotionModelJournal

extension World {
  /// Opens the store of a world, which has a file and a journal.
  static func open(in folder: URL, _ clock: WorldClock) -> Store {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return try Store(
        file: folder.appending(path: "world.motionmodel"), models: models, durability: .manual, compaction: .manual,
        clock: { clock.now }, ids: .ofWorld, notificationCenter: nil)
    } catch { fatalError("The file of a world cannot be created: \(error)") }
  }

  /// Reads the file and the journal, as whoever opens the store next does, and compares what is there.
  func readJournal() throws {
    guard current === main, let journal = main.store.journal else { return }
    print("// The file and its journal are read.")
    let opened = try journal.store(at: main.store.commitCount)
    if let difference = Comparison.of(opened, current.naive) {
      throw Difference("journal: \(difference.rule)", difference.details)
    }
  }

  func compactJournal() throws {
    print("// The file is written anew.")
    try main.store.journal?.compact()
  }
}
