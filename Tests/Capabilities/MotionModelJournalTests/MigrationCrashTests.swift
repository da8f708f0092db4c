import Foundation
import MotionModel
import MotionModelJournal
import MotionModelStorage
import MotionModelStorageTestSupport
import MotionModelTestSupport
import Testing

/// Each call to the disk fails, or ends the process, while a store of an earlier version is written, migrated and written
/// again.
struct MigrationCrashTests {
  private static let seeds = TestSeed.current..<TestSeed.current + UInt64(shortened(4))

  /// Adds notes to a store of the first version, half of them behind a snapshot, and one to the migrated store.
  private static let migrating = DiskScenario("migrating", start: NotePromise()) { disk, promise in
    try promise.runFirstVersion(on: disk)
    try promise.runSecondVersion(on: disk)
  } check: { disk, promise in
    try promise.violation(on: disk)
  }

  /// Opens a file that a store of the first version was saved to.
  private static let migratingSaved = DiskScenario("migrating a saved file", start: NotePromise()) { disk, promise in
    try promise.saveFirstVersion(on: disk)
    try promise.runSecondVersion(on: disk)
  } check: { disk, promise in
    try promise.violation(on: disk)
  }

  /// Does the same as the first, and keeps the history.
  private static let keepingHistory = DiskScenario("keeping history", start: NotePromise(history: .everything)) {
    disk, promise in
    try promise.runFirstVersion(on: disk)
    try promise.runSecondVersion(on: disk)
  } check: { disk, promise in
    try promise.violation(on: disk)
  }

  private static let all = [migrating, migratingSaved, keepingHistory]

  @Test(arguments: all.indices)
  func `a store is of the one version or the other, with each durable record, whenever a process ends`(
    index: Int
  ) throws {
    #expect(try Self.all[index].violationsAfterCrashes(seeds: Self.seeds) == [])
  }

  /// When a call fails, the history may begin anew.
  @Test(arguments: all.indices.dropLast())
  func `a store is of the one version or the other, with each durable record, whichever call fails`(
    index: Int
  ) throws {
    #expect(try Self.all[index].violationsAfterFailures(seeds: Self.seeds.prefix(1)) == [])
  }
}

/// What the process of the scenario was promised.
private struct NotePromise: Hashable {
  private static let file = URL(filePath: "/data/shop.motionmodel")
  private static let copy = URL(filePath: "/data/shop.before-migration.motionmodel")

  /// The ids of notes that are durable, of the first version and of the second.
  private var first: [Int] = []
  private var second: [Int] = []
  private let history: KeptHistory

  init(history: KeptHistory = .none) { self.history = history }

  private static func open(
    _ file: URL, _ disk: SimulatedDisk, _ models: [any Model.Type], _ history: KeptHistory = .none
  ) throws -> Store {
    try Store(
      file: file, in: disk, models: models, history: history, migrations: Later.migrations, notificationCenter: nil)
  }

  mutating func runFirstVersion(on disk: SimulatedDisk) throws {
    let store = try Self.open(Self.file, disk, [Earlier.Note.self], history)
    for number in 0..<3 {
      if number == 2 { try? store.journal?.compact() }
      guard let note = try? store.table(Earlier.Note.self).create({ $0.rank = "high" }) else { continue }
      first.append(note.id)
    }
    try? store.journal?.close()
  }

  mutating func saveFirstVersion(on disk: SimulatedDisk) throws {
    let store = Store(notificationCenter: nil)
    for _ in 0..<3 { first.append(try store.table(Earlier.Note.self).create { $0.rank = "high" }.id) }
    disk.put([UInt8](try store.data(as: .compact)), at: Self.file.path)
  }

  mutating func runSecondVersion(on disk: SimulatedDisk) throws {
    let store = try Self.open(Self.file, disk, [Later.Note.self])
    if let note = try? store.table(Later.Note.self).create({ $0.rank = 9 }) { second.append(note.id) }
    try? store.journal?.close()
  }

  /// Opens the store after a crash, and again after another one, and returns what is wrong.
  func violation(on disk: SimulatedDisk) throws -> String? {
    for attempt in 1...2 {
      let notes = try Self.open(Self.file, disk, [Later.Note.self]).table(Later.Note.self).all
      for (ids, rank) in [(first, 3), (second, 9)] {
        if let lost = ids.first(where: { id in !notes.contains { $0.id == id && $0.rank == rank } }) {
          return "Note \(lost) is durable, and there are \(notes) in attempt \(attempt)."
        }
      }
    }
    if first.isEmpty { return nil }
    // The copy is a whole store of the first version.
    let kept = try Self.open(Self.copy, disk, [Earlier.Note.self]).table(Earlier.Note.self).all
    let lost = first.first { id in !kept.contains { $0.id == id && $0.rank == "high" } }
    if let lost { return "Note \(lost) is not in the copy, which has \(kept)." }
    return history == .none ? nil : try violationOfHistory(on: disk)
  }

  /// Reads the store of the first version as it was after each commit.
  private func violationOfHistory(on disk: SimulatedDisk) throws -> String? {
    let history = try JournalHistory(of: Self.copy, in: disk, models: [Earlier.Note.self])
    if history.commits.lowerBound > 0 { return "The copy has the commits \(history.commits) alone." }
    for id in first {
      let count = try history.store(at: id).table(Earlier.Note.self).count
      if count != id { return "There are \(count) notes in the copy after commit \(id)." }
    }
    return nil
  }
}
