import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// Relations together with other features: hooks, files, imports, threads.
@Suite(.store, .temporaryFolder)
struct RelationEdgeTests {
  // MARK: - Hooks

  private struct Shelf: Model, Equatable {
    var id = 0
    var name = ""
    static let schema = Schema<Shelf> { Column(\.name) }
    struct Relations: Sendable {
      let books = HasMany<Book>(\.shelfID, dependent: .destroy)
      let firstPage = HasOne<Page>(through: \.books, \.pages)
    }
    static let relations = Relations()
    static let hooks: Hooks<Shelf> = [
      .beforeDestroy { shelf, _ in log("before destroy \(shelf.name)") },
      .afterDestroy { shelf, _ in log("after destroy \(shelf.name)") },
    ]
  }

  private struct Book: Model, Equatable {
    var id = 0
    var title = ""
    var isLocked = false
    var shelfID = 0
    static let schema = Schema<Book> {
      Column(\.title)
      Column(\.isLocked)
      Column(\.shelfID)
    }
    struct Relations: Sendable {
      let shelf = BelongsTo<Shelf>(\.shelfID)
      let pages = HasMany<Page>(\.bookID, dependent: .delete)
    }
    static let relations = Relations()
    static let hooks: Hooks<Book> = [
      .beforeDestroy { book, context in
        log("before destroy \(book.title)")
        if book.isLocked { throw context.halt("The book is locked.") }
      },
      .beforeDelete { book, _ in log("before delete \(book.title)") },
      .afterDelete { book, _ in log("after delete \(book.title)") },
    ]
  }

  private struct Page: Model, Equatable {
    var id = 0
    var number = 0
    var bookID = 0
    static let schema = Schema<Page> {
      Column(\.number)
      Column(\.bookID)
    }
    struct Relations: Sendable { let book = BelongsTo<Book>(\.bookID) }
    static let relations = Relations()
    static let hooks: Hooks<Page> = [
      .beforeDestroy { _, _ in log("never") },
      .beforeDelete { page, _ in log("before delete page \(page.number)") },
    ]
  }

  @TaskLocal private static var collector: Collector<String>?
  private static func log(_ event: String) { collector?.add(event) }

  private func library() throws -> Shelf {
    let shelf = try Shelf.create { $0.name = "shelf" }
    for title in ["one", "two"] {
      let book = try shelf.books.create { $0.title = title }
      try book.pages.create { $0.number = book.id }
    }
    return shelf
  }

  @Test func `a cascade runs the hooks of all records that it deletes, in order`() throws {
    let shelf = try library()
    let collector = Collector<String>()
    try Self.$collector.withValue(collector) { _ = try shelf.destroy() }
    #expect(
      collector.values == [
        "before destroy shelf", "before destroy one", "before destroy two", "before delete page 1",
        "before delete page 2", "before delete one", "before delete two", "after delete one", "after delete two",
        "after destroy shelf",
      ])
    #expect(Shelf.count + Book.count + Page.count == 0)
  }

  @Test func `a hook that halts in the middle of a cascade undoes all of it`() throws {
    let shelf = try library()
    try Book.where(\.title).eq("two").updateAll { $0.isLocked = true }
    let before = (Shelf.records.all, Book.records.all, Page.records.all, Store.current.commitCount)
    let error = #expect(throws: StoreError.self) { try shelf.destroy() }
    #expect("\(try #require(error))".contains("The book is locked."))
    #expect((Shelf.records.all, Book.records.all, Page.records.all, Store.current.commitCount) == before)
  }

  @Test func `without hooks, a cascade deletes the same records`() throws {
    let shelf = try library()
    try Book.updateAll { $0.isLocked = true }
    try Book.withoutHooks { _ = try shelf.destroy() }
    #expect(Book.count + Page.count == 0)
  }

  @Test func `a has-one relation can lead through others`() throws {
    let shelf = try library()
    #expect(shelf.firstPage == Page.records.first)
    #expect(Shelf.where { $0.firstPage.number == 1 }.all == [shelf])
    #expect(Shelf.where { $0.firstPage.number == 2 }.isEmpty)
  }

  // MARK: - Commits

  @Test func `a cascade is one commit`() throws {
    let world = try BoardWorld()
    let collector = Collector<String>()
    let observation = Store.current.observeCommits { collector.add("\($0)") }
    try world.home.destroy()
    withExtendedLifetime(observation) {}
    #expect(collector.values == ["Card: 1 updated, 3 deleted; Tagging: 3 deleted; Cover: 1 deleted; Board: 1 deleted"])
  }

  // MARK: - Files and imports

  @Test func `a file is loaded in any order of its models, and only if all required parents exist`() throws {
    let world = try BoardWorld()
    let file = TemporaryFolder.current.appending(path: "boards.json")
    try Store.current.save(to: file)
    let other = Store()
    try other.load(from: file, models: [Tagging.self, Card.self, Label.self, Board.self, Person.self, Cover.self])
    #expect(other.table(Card.self).records.all == Card.records.all)
    Store.with(other) { #expect(world.home.labels.all == [world.red, world.green]) }
    let taggings = TemporaryFolder.current.appending(path: "taggings.json")
    try Tagging.save(to: taggings)
    let empty = Store()
    #expect(throws: StoreError.parentMissing(model: "Tagging", id: "1", relation: "card", parent: "Card")) {
      try Store.with(empty) { try Tagging.load(from: taggings) }
    }
    #expect(empty.commitCount == 0)
  }

  @Test func `an import reports the rows whose required parent is missing`() throws {
    let world = try BoardWorld()
    let report = try Card.importRows([
      ["title": "fine", "boardID": world.home.id.attribute], ["title": "stray", "boardID": 99], ["title": "none"],
      ["title": "last", "boardID": world.work.id.attribute],
    ])
    #expect(report.records.map(\.title) == ["fine", "last"])
    #expect(report.failures.map(\.row) == [2, 3])
    #expect(
      report.failures.first?.description
        == "Row 2: Card 6 cannot be saved, because its relation \"board\" leads to no Board in the store: "
        + "set it to one that is.")
    #expect(Card.count == 6)
  }

  @Test func `rows of an import may require one another, in any order`() throws {
    let report = try Step.importRows([
      ["id": 1, "previousID": 1], ["id": 2, "previousID": 3], ["id": 3, "previousID": 1], ["id": 4, "previousID": 5],
      ["id": 5, "previousID": 6], ["id": 7, "previousID": 2],
    ])
    #expect(report.records.map(\.id) == [1, 2, 3, 7])
    #expect(report.failures.map(\.row) == [4, 5])
    #expect(Step.records.ids == [1, 2, 3, 7])
  }

  private struct Step: Model {
    var id = 0
    var previousID = 0
    static let schema = Schema<Step> { Column(\.previousID) }
    struct Relations: Sendable { let previous = BelongsTo<Step>(\.previousID) }
    static let relations = Relations()
  }
}
