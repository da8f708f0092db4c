import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

/// Timestamps and versions whose columns have names of their own.
struct StoreSetNamesTests {
  private let store = Store(clock: { Date(timeIntervalSince1970: 1.25) }, notificationCenter: nil)
  private var bulletins: ModelTable<Bulletin> { store.table(Bulletin.self) }

  private struct Visit: Model {
    var id = 0
    var arrived = Date.distantPast
    var left: Date?
    static let schema = Schema<Visit> {
      Timestamps(created: \.arrived, name: "arrived_on")
      Timestamps(updated: \.left, name: "left_on")
    }
  }

  @Test func `columns have the given names`() {
    #expect(Bulletin.schema.columns.map(\.name) == Bulletin.columnNames)
    #expect(Visit.schema.columns.map(\.name) == ["id", "arrived_on", "left_on"])
    #expect(
      Bulletin.schema[\.createdAt]?.name == "created_at" && Bulletin.schema["lock_version"]?.type == .int(bits: 64))
    #expect(Bulletin.schema["version"] == nil)
  }

  @Test func `they are set as others are`() throws {
    var bulletin = try bulletins.create { $0.title = "a" }
    let old = bulletin
    #expect(bulletin.createdAt == Date(timeIntervalSince1970: 1.25) && bulletin.updatedAt == bulletin.createdAt)
    bulletin.title = "b"
    try bulletins.save(&bulletin)
    #expect(bulletin.version == 1 && bulletins.all == [bulletin])
    var stale = old
    stale.title = "c"
    #expect(throws: StoreError.self) { try bulletins.save(&stale) }
    var visit = Visit()
    try store.table(Visit.self).save(&visit)
    #expect(visit.arrived == Date(timeIntervalSince1970: 1.25) && visit.left == visit.arrived)
  }

  @Test func `attributes have the names`() throws {
    let bulletin = try Bulletin(attributes: ["title": "a", "created_at": "2001-02-03T04:05:06Z", "lock_version": 7])
    #expect(bulletin.version == 7)
    #expect(bulletin.attributes["created_at"] == bulletin.createdAt.map { .date($0) })
    #expect(Set(bulletin.attributes.keys) == Set(Bulletin.columnNames))
    #expect(throws: (any Error).self) { try Bulletin(attributes: ["createdAt": "2001-02-03T04:05:06Z"]) }
  }

  @Test(arguments: FileFormat.ofStores) func `files have the names, and are read again`(format: FileFormat) throws {
    for title in ["a", "b"] {
      var bulletin = try bulletins.create { $0.title = title }
      bulletin.title += "!"
      try bulletins.save(&bulletin)
    }
    let data = try store.data(as: format)
    let names = try StoreDocument(data, as: format).models.map { $0.columns.map(\.name) }
    #expect(names == [Bulletin.columnNames])
    let again = Store(notificationCenter: nil)
    try again.load(from: .data(data), models: [Bulletin.self])
    #expect(again.table(Bulletin.self).all == bulletins.all && bulletins.all.map(\.version) == [1, 1])
    // What is saved afterwards goes on from there.
    var bulletin = try #require(again.table(Bulletin.self).first)
    bulletin.title = "c"
    try again.table(Bulletin.self).save(&bulletin)
    #expect(
      bulletin.version == 2 && bulletin.createdAt == bulletins.first?.createdAt
        && bulletin.updatedAt != bulletin.createdAt)
  }
}
