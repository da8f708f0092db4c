import Foundation
import MotionModel
import MotionModelStorage
import MotionModelStorageTestSupport
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@testable import MotionModelJournal

/// Two stores never write the same files, whatever somebody removes or puts in their places.
@Suite(.temporaryFolder) struct GuardedFilesTests {
  /// The disk on which the files are: the real one, or one in memory.
  enum Place: CaseIterable { case disk, memory }

  private let simulated = SimulatedDisk()

  private func system(_ place: Place) -> any FileSystem { place == .disk ? DiskFiles() : simulated }

  private func file(_ place: Place) -> URL {
    place == .disk ? TemporaryFolder.current.appending(path: "shop.motionmodel") : URL(filePath: StorePromise.path)
  }

  private func open(
    _ place: Place, _ durability: Durability = .everyCommit, onDamage: DamagePolicy = .refuse
  ) throws -> Store {
    try Store(
      file: file(place), in: system(place), models: [Todo.self], durability: durability, compaction: .manual,
      onDamage: onDamage, notificationCenter: nil)
  }

  private func path(_ place: Place, _ end: String = "") -> String { file(place).path(percentEncoded: false) + end }

  private func remove(_ place: Place, _ ends: String...) throws {
    for end in ends { try system(place).remove(path(place, end)) }
  }

  private func names(_ store: Store) -> [String] { store.table(Todo.self).pluck(\.name) }

  private static let inUse = JournalError.inUse(file: "shop.motionmodel", process: nil)
  private static let replaced = JournalError.replaced(file: "shop.motionmodel")

  // MARK: - The lock

  @Test(arguments: Place.allCases)
  func `a store whose lock was removed is not opened twice`(place: Place) throws {
    let store = try open(place)
    try store.table(Todo.self).create { $0.name = "one" }
    try remove(place, ".lock")
    #expect(throws: Self.inUse) { try open(place) }
    try store.journal?.compact()
    try store.table(Todo.self).create { $0.name = "two" }
    try remove(place, ".lock")
    #expect(throws: Self.inUse) { try open(place) }
    // The attempt has left no lock that the store could not take again.
    try store.table(Todo.self).create { $0.name = "three" }
    try store.journal?.flush()
    let process = ProcessInfo.processInfo.processIdentifier
    #expect(throws: JournalError.inUse(file: "shop.motionmodel", process: process)) { try open(place) }
    #expect(store.journal?.failure == nil)
    try store.journal?.close()
    #expect(names(try open(place)) == ["one", "two", "three"])
  }

  @Test(arguments: Place.allCases)
  func `a store whose files were all removed writes them again, with the lock`(place: Place) throws {
    let store = try open(place)
    try store.table(Todo.self).create { $0.name = "one" }
    try remove(place, "", ".journal-0", ".lock")
    try store.journal?.flush()
    #expect(throws: JournalError.self) { try open(place) }
    try store.table(Todo.self).create { $0.name = "two" }
    try store.journal?.close()
    #expect(names(try open(place)) == ["one", "two"])
  }

  @Test(arguments: Place.allCases)
  func `a store whose files were removed and created by another one writes nothing any more`(place: Place) throws {
    let store = try open(place, .manual)
    try store.table(Todo.self).create { $0.name = "one" }
    try remove(place, "", ".journal-0", ".lock")
    let other = try open(place)
    try other.table(Todo.self).create { $0.name = "other" }
    #expect(throws: Self.replaced) { try store.journal?.flush() }
    #expect(store.journal?.failure == Self.replaced)
    #expect(throws: Self.replaced) { try store.journal?.compact() }
    #expect(throws: StoreError.self) { try store.table(Todo.self).create { $0.name = "refused" } }
    #expect(store.journal?.unsavedCommits == 1)
    try other.journal?.close()
    // Nobody has the files open now, and they are still not those of the store.
    #expect(throws: Self.replaced) { try store.journal?.flush() }
    #expect(store.journal?.failure == Self.replaced)
    #expect(throws: StoreError.self) { try store.table(Todo.self).create { $0.name = "refused" } }
    #expect(names(store) == ["one"])
    #expect(throws: Self.replaced) { try store.journal?.close() }
    #expect(names(try open(place)) == ["other"])
  }

  @Test(arguments: Place.allCases)
  func `a store whose journal and lock were removed does not write over what another one has added`(place: Place) throws
  {
    let store = try open(place, .manual)
    try store.table(Todo.self).create { $0.name = "lost" }
    try remove(place, ".journal-0", ".lock")
    let other = try open(place, onDamage: .recover)
    try other.table(Todo.self).create { $0.name = "other" }
    try other.journal?.close()
    #expect(throws: Self.replaced) { try store.journal?.flush() }
    #expect(throws: Self.replaced) { try store.journal?.compact() }
    #expect(names(try open(place)) == ["other"])
  }

  @Test func `an opening that fails leaves no lock`() throws {
    let empty = TemporaryFolder.current.appending(path: "empty.motionmodel")
    try Data().write(to: empty)
    #expect(throws: FileError.self) { try Store(file: empty, models: [Todo.self], notificationCenter: nil) }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: TemporaryFolder.current.path(percentEncoded: false))
        == ["empty.motionmodel"])
  }

  // MARK: - The file

  @Test(arguments: Place.allCases, [false, true])
  func `a store whose file was replaced leaves the other one alone`(place: Place, compacts: Bool) throws {
    let store = try open(place)
    try store.table(Todo.self).create { $0.name = "one" }
    try store.journal?.flush()
    let foreign = try [Todo("foreign")].data(as: .compact)
    try put(Array(foreign), at: path(place), place)
    #expect(throws: Self.replaced) { if compacts { try store.journal?.compact() } else { try store.journal?.flush() } }
    if !compacts { #expect(store.journal?.failure == Self.replaced) }
    #expect(try system(place).bytes(of: path(place)) == Array(foreign))
    // What is in memory can be saved, and the store goes on when the file has gone.
    try system(place).rename(path(place), to: path(place, ".moved"))
    try store.journal?.flush()
    #expect(store.journal?.failure == nil)
    try store.table(Todo.self).create { $0.name = "two" }
    try store.journal?.close()
    #expect(names(try open(place)) == ["one", "two"])
  }

  @Test(arguments: Place.allCases)
  func `an earlier file of the same store is another one, and a copy of the present one is not`(place: Place) throws {
    let store = try open(place)
    try store.table(Todo.self).create { $0.name = "one" }
    let earlier = try system(place).bytes(of: path(place))
    try store.journal?.compact()
    try store.journal?.flush()
    let present = try system(place).bytes(of: path(place))
    try put(earlier, at: path(place), place)
    #expect(throws: Self.replaced) { try store.journal?.flush() }
    try put(present, at: path(place), place)
    try store.journal?.flush()
    #expect(store.journal?.failure == nil)
    #expect(names(store) == ["one"])
  }

  @Test func `a store whose file was replaced is copied by a backup`() throws {
    let store = try open(.disk)
    try store.table(Todo.self).create { $0.name = "one" }
    try put([1, 2, 3], at: path(.disk), .disk)
    #expect(throws: Self.replaced) { try store.journal?.flush() }
    let copy = TemporaryFolder.current.appending(path: "copy.motionmodel")
    try store.journal?.backup(to: copy)
    #expect(names(try Store(file: copy, models: [Todo.self], notificationCenter: nil)) == ["one"])
  }

  // MARK: - Misuse

  @Test func `the URL of something else than a file is refused`() throws {
    let url = try #require(URL(string: "https://example.org/shop.motionmodel"))
    let refusal = FileError.unreadable(file: "shop.motionmodel", reason: "\(url) is not the URL of a file.")
    #expect(throws: refusal) { try Store(file: url, models: [Todo.self]) }
    #expect(throws: refusal) { try Store(following: url, models: [Todo.self]) }
    #expect(throws: refusal) { try JournalHistory(of: url, models: [Todo.self]) }
    #expect(throws: refusal) { try StoreDocument(ofStore: url) }
    #expect(throws: refusal) { try StoreDocument(contentsOf: url) }
    let store = try open(.memory)
    #expect(throws: JournalError.disk(file: "shop.motionmodel", reason: "\(url) is not the URL of a file.")) {
      try store.journal?.backup(to: url)
    }
  }

  @Test func `a store is not closed inside a transaction`() throws {
    let store = try open(.memory)
    try store.transaction {
      try store.table(Todo.self).create { $0.name = "one" }
      #expect(throws: JournalError.inTransaction(file: "shop.motionmodel")) { try store.journal?.close() }
      try store.table(Todo.self).create { $0.name = "two" }
    }
    try store.journal?.close()
    #expect(names(try open(.memory)) == ["one", "two"])
  }

  private func put(_ bytes: [UInt8], at path: String, _ place: Place) throws {
    if place == .memory { return simulated.put(bytes, at: path) }
    try Data(bytes).write(to: URL(filePath: path), options: .atomic)
  }
}
