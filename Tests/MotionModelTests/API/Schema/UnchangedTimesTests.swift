import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

private struct Article: Model, Equatable {
  var id = 0
  var title = ""
  var slug: String?
  var shelfID: Int?
  var createdAt: Date?
  var updatedAt: Date?
  var version = 0
  static let schema = Schema<Article> {
    Column(\.title)
    Column(\.slug, .unique)
    Column(\.shelfID)
    Timestamps(\.createdAt, \.updatedAt)
    LockVersion(\.version)
  }
  struct Relations { let shelf = BelongsTo<Shelf>(\.shelfID, touch: true) }
  static let relations = Relations()
}

private struct Shelf: Model, Equatable {
  var id = 0
  var name = ""
  var updatedAt = Date.distantPast
  static let schema = Schema<Shelf> {
    Column(\.name)
    Timestamps(updated: \.updatedAt)
  }
  struct Relations { let articles = HasMany<Article>(\.shelfID).acceptingAttributes() }
  static let relations = Relations()
}

/// A record that differs from the stored one in nothing but a time that the store sets is unchanged by every way of
/// writing.
@Suite struct UnchangedTimesTests {
  private let store: Store = {
    let reads = Counter()
    return Store(clock: {
      reads.add()
      return Date(timeIntervalSince1970: Double(reads.value))
    })
  }()

  private func filled() throws -> Article {
    try store.table(Shelf.self).create { $0.name = "one" }
    return try store.table(Article.self).create { ($0.title, $0.slug, $0.shelfID) = ("1", "a", 1) }
  }

  @Test(arguments: [nil, Date.distantPast, Date.distantFuture] as [Date?])
  func `a record with another time of its latest save`(time: Date?) throws {
    let stored = try filled()
    let (articles, shelves) = (store.table(Article.self), store.table(Shelf.self))
    let shelf = try shelves.require(1)
    var copy = stored
    copy.updatedAt = time
    var new = copy
    (new.id, new.version) = (0, 0)
    let row: [String: AttributeValue] = ["title": "1", "slug": "a", "updatedAt": time.attribute]
    let ways: [(String, () throws -> Void)] = [
      (
        "save",
        {
          var copy = copy; try articles.save(&copy); #expect(copy == stored)
        }
      ),
      (
        "upsert",
        {
          var copy = copy; try articles.upsert(&copy); #expect(copy == stored)
        }
      ),
      (
        "upsert(on:)",
        {
          var new = new; try articles.upsert(&new, on: \.slug); #expect(new == stored)
        }
      ),
      (
        "update",
        {
          var copy = stored; try articles.update(&copy) { $0.updatedAt = time }
        }
      ),
      (
        "save(only:)",
        {
          var copy = copy; try articles.save(&copy, only: \.title, \.updatedAt)
        }
      ),
      (
        "updateAll",
        {
          let count = try articles.updateAll { $0.updatedAt = time }
          #expect(count == 0)
        }
      ),
      (
        "attributes",
        {
          var shelf = shelf
          try shelves.update(&shelf, attributes: ["articles": [["id": 1, "title": "1", "updatedAt": time.attribute]]])
        }
      ),
      (
        "append",
        {
          var copy = copy; try store.of(shelf).articles.append(&copy)
        }
      ),
      (
        "replace",
        {
          let report = try articles.upsert(contentsOf: [new], on: \.slug)
          #expect(report.outcomes == [.unchanged])
        }
      ),
      (
        "merge policy",
        {
          let report = try articles.insert(contentsOf: [new], onConflict: .merge(\.title), on: \.slug)
          #expect(report.outcomes == [.unchanged])
        }
      ),
      (
        "import",
        {
          let report = try articles.importRows([row], mapping: [.key(\.slug)])
          #expect(report.failures.isEmpty)
        }
      ),
    ]
    for (name, write) in ways {
      let count = store.commitCount
      try write()
      #expect(store.commitCount == count, "\(name)")
      #expect(articles.all == [stored] && shelves.all == [shelf], "\(name)")
    }
  }

  @Test func `a change of another column sets the time, and a given time of the first save is a change`() throws {
    var copy = try filled()
    let articles = store.table(Article.self)
    copy.updatedAt = nil
    copy.title = "2"
    try articles.save(&copy)
    #expect(copy.updatedAt.map { $0 > Date(timeIntervalSince1970: 2) } == true && copy.version == 1)
    copy.createdAt = .distantPast
    try articles.save(&copy)
    #expect(copy.version == 2)
  }

  @Test func `where times are kept, another time is a change, and a missing one is none`() throws {
    let stored = try filled()
    let articles = store.table(Article.self)
    try store.keepingTimestamps {
      var copy = stored
      copy.updatedAt = nil
      try articles.save(&copy)
      #expect(copy == stored)
      copy.updatedAt = .distantPast
      try articles.save(&copy)
      #expect(try articles.require(1).updatedAt == .distantPast)
      copy.updatedAt = nil
      copy.title = "2"
      try articles.save(&copy)
      #expect(copy.updatedAt.map { $0 > .distantPast } == true)
    }
  }
}
