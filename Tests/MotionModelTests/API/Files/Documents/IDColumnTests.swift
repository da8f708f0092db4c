import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

/// Files say which column has the ids where readers would assume another one.
@Suite(.ownStore) struct IDColumnTests {
  private struct Track: Model {
    var title = ""
    var id = 0
    static let schema = Schema<Track> {
      Column(\.title)
      Column(\.id, name: "number")
    }
  }

  private static let text = #""idColumn": "number""#

  @Test(arguments: FileFormat.ofStores) func `a file says it, and keeps it when it is converted`(
    format: FileFormat
  ) throws {
    try Track.insert(contentsOf: [Track(title: "a"), Track(title: "a")])
    for other in FileFormat.ofStores {
      let document = try StoreDocument(Store.current.data(as: format), as: format)
      let again = try StoreDocument(document.data(as: other), as: other)
      #expect(again == document && again["Track"]?.knownIDColumn == "number", "\(other)")
      let store = Store()
      try store.load(from: .data(again.data(as: other)), models: [Track.self])
      #expect(store.table(Track.self).all.map(\.id) == [1, 2], "\(other)")
    }
  }

  @Test func `a file does not say it where readers assume it, and older files do not have it`() throws {
    try Todo.create()
    #expect(try !Store.current.string(as: .json).contains("idColumn"))
    try Track.create()
    let text = try Store.current.string()
    #expect(text.contains(Self.text))
    let older = try StoreDocument(Data(text.replacing(Self.text + ",\n", with: "").utf8), as: .json)
    #expect(older["Track"]?.knownIDColumn == "title" && older["Todo"]?.knownIDColumn == "id")
  }

  @Test func `it follows the name of its column, and is not said of a column that is gone`() throws {
    try Track.create()
    var track = try #require(try StoreDocument(Store.current.data(as: .json), as: .json)["Track"])
    try track.rename("number", to: "no")
    #expect(track.knownIDColumn == "no" && track.section.idColumn == "no")
    track.remove("no")
    #expect(track.knownIDColumn == "title" && track.section.idColumn == nil)
    var other = StoreDocument.Table("Other", rows: [["id": 1, "name": "a"]])
    other.columns = ["name", "id"]
    try other.rename("id", to: "key")
    #expect(other.knownIDColumn == "key" && other.section.idColumn == "key")
  }

  @Test func `records of other programs do not say it`() throws {
    let records = try StoreDocument(Data(#"[{"number": 1, "title": "a"}]"#.utf8), as: .json)
    #expect(records.models[0].knownIDColumn == nil)
  }

  @Test(arguments: ["1", "\"other\"", "[]"]) func `one that is no column is refused`(name: String) throws {
    try Track.create()
    let text = try Store.current.string().replacing("\"idColumn\": \"number\"", with: "\"idColumn\": \(name)")
    #expect(throws: FileError.self) { try Store().load(from: .string(text), models: [Track.self]) }
  }

  @Test func `records are moved to another model by their ids`() throws {
    try Track.insert(contentsOf: [Track(title: "a"), Track(title: "a")])
    var document = try StoreDocument(Store.current.data(as: .json), as: .json)
    try document.move("Track", to: "Song")
    #expect(document["Song"]?.rows.map { $0["title"] } == ["a", "a"])
  }
}
