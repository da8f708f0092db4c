import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelJournal

/// What holds between records holds, too, when a file that was written by others, or is migrated, is opened.
@Suite(.temporaryFolder) struct ConsistentStoresTests {
  private struct Shelf: Model {
    var id = 0
    var name = ""
    var booksCount = 0
    var firstTitle: String?
    var label = ""
    static let schema = Schema<Shelf>(version: 2) {
      Column(\.name)
      Derived(\.booksCount, count: \.books)
      Derived(\.firstTitle, minimum: \.books, \.title)
      Derived(\.label) { "\($0.name): \($0.booksCount)" }
    }
    struct Relations {
      let books = HasMany<Book>(\.shelfID)
    }
    static let relations = Relations()
  }

  private struct Book: Model {
    var id = 0
    var title = ""
    var shelfID = 0
    struct Relations {
      let shelf = BelongsTo<Shelf>(\.shelfID, required: true)
    }
    static let relations = Relations()
    static let schema = Schema<Book> {
      Column(\.title)
      Column(\.shelfID)
    }
  }

  private let file = TemporaryFolder.current.appending(path: "shelves.motionmodel")

  /// Writes a file of version 1 with two shelves, the first with two books, and changes it.
  private func write(_ change: (inout StoreDocument) -> Void) throws {
    let store = Store(notificationCenter: nil)
    let shelf = try store.table(Shelf.self).create { $0.name = "red" }
    try store.table(Shelf.self).create { $0.name = "blue" }
    for title in ["a", "b"] {
      try store.table(Book.self).create {
        $0.title = title
        $0.shelfID = shelf.id
      }
    }
    try store.save(to: file)
    var document = try StoreDocument(contentsOf: file)
    change(&document)
    try document.write(to: file)
  }

  private func open(_ migrations: [Migration] = [], onDamage damage: DamagePolicy = .refuse) throws -> Store {
    try Store(
      file: file, models: [Shelf.self, Book.self], durability: .manual, migrations: migrations, onDamage: damage,
      notificationCenter: nil)
  }

  private static let orphan = StoreError.parentMissing(model: "Book", id: "1", relation: "shelf", parent: "Shelf")

  @Test func `a file of others with wrong counters is opened with right ones, which it has from then on`() throws {
    try write { $0["Shelf"]?.rows[0]["booksCount"] = 9 }
    let store = try open()
    #expect(store.table(Shelf.self).pluck(\.booksCount) == [2, 0])
    try store.journal?.close()
    #expect(try StoreDocument(ofStore: file)["Shelf"]?.rows.map { $0["booksCount"] } == [2, 0])
  }

  @Test func `columns that are declared anew are computed when a file is opened, and are in it from then on`() throws {
    try write {
      $0["Shelf"]?.remove("firstTitle")
      $0["Shelf"]?.remove("label")
    }
    let store = try open()
    #expect(store.table(Shelf.self).pluck(\.firstTitle) == ["a", nil])
    #expect(store.table(Shelf.self).pluck(\.label) == ["red: 2", "blue: 0"])
    try store.journal?.close()
    let rows = try #require(try StoreDocument(ofStore: file)["Shelf"]?.rows)
    #expect(rows.map { $0["firstTitle"] ?? .null } == ["a", .null])
    #expect(rows.map { $0["label"] } == ["red: 2", "blue: 0"])
    let again = try open()
    #expect(again.commitCount == store.commitCount && again.table(Shelf.self).pluck(\.firstTitle) == ["a", nil])
    try again.journal?.close()
  }

  @Test func `a file of others without a required parent is refused, and stays as it was`() throws {
    try write { $0["Shelf"]?.rows.remove(at: 0) }
    let before = try Data(contentsOf: file)
    #expect(throws: Self.orphan) { try open() }
    #expect(try Data(contentsOf: file) == before)
  }

  @Test func `a migration that removes children corrects counters, and one that removes parents is refused`() throws {
    try write { $0["Shelf"]?.version = 1 }
    let before = try Data(contentsOf: file)
    func migration(_ change: @escaping @Sendable (inout StoreDocument) -> Void) -> [Migration] {
      [Migration("change", from: 1, to: 2, inFileOf: "Shelf") { change(&$0) }]
    }
    let removingParents = migration { $0["Shelf"]?.rows.remove(at: 0) }
    #expect(throws: Self.orphan) { try open(removingParents) }
    #expect(try Data(contentsOf: file) == before)
    let removingChildren = migration { $0["Book"]?.rows.remove(at: 0) }
    #expect(try open(removingChildren).table(Shelf.self).pluck(\.booksCount) == [1, 0])
  }

  @Test func `counters are right behind lost commits`() throws {
    try write { _ in }
    let store = try open()
    var ends: [Int] = []
    let journal = TemporaryFolder.current.appending(path: "shelves.motionmodel.journal-0")
    for title in ["c", "d", "e"] {
      ends.append(try Data(contentsOf: journal).count)
      try store.table(Book.self).create {
        $0.title = title
        $0.shelfID = 2
      }
    }
    try store.journal?.close()
    var bytes = try Data(contentsOf: journal)
    bytes[ends[1] + 40] ^= 1
    try bytes.write(to: journal)
    let salvaged = try open(onDamage: .salvage)
    #expect(salvaged.table(Book.self).pluck(\.title) == ["a", "b", "c", "e"])
    #expect(salvaged.table(Shelf.self).pluck(\.booksCount) == [2, 2])
  }
}
