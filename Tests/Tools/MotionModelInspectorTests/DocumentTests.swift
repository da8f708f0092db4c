import MotionModel
import MotionModelLoopback
import Testing

@testable import MotionModelInspector

/// The content of files, without types.
struct DocumentTests {
  private let subject = DocumentSubject(
    StoreDocument(models: [
      StoreDocument.Table("Artist", rows: [["id": 1, "name": "Ann"], ["id": 2, "name": "Bo"]]),
      StoreDocument.Table(
        "Album",
        rows: [
          ["id": 1, "title": "One", "artist_id": 2], ["id": 2, "title": "Two", "artist_id": 2, "labelID": 4],
          ["id": 3, "title": "Three", "artist_id": nil],
        ]),
    ]), title: "shop.json")

  @Test func `references are guessed from names of columns`() throws {
    let album = try #require(subject.table("Album"))
    #expect(album.columns.map(\.targets) == [[], [], ["Artist"], []])
    #expect(
      album.links == [
        InspectedLink(name: "artist_id", kind: "belongs to", targets: ["Artist"], key: "artist_id", isGuessed: true)
      ])
    let related = try #require(subject.table("Artist")).related(to: "2", limit: 1)
    #expect(related.map(\.total) == [2])
    #expect(related.map { $0.rows.map(\.id) } == [[1]])
    #expect(related.map(\.condition) == ["artist_id == 2"])
    #expect(
      try album.find(TableQuery(condition: related[0].condition, order: "title descending")).rows.map(\.id) == [2, 1])
    #expect(try album.related(to: "1", limit: 5).map { $0.rows.map(\.id) } == [[2]])
    #expect(try album.related(to: "3", limit: 5).map(\.total) == [])
    #expect(try album.related(to: "9", limit: 5).isEmpty)
  }

  @Test func `conditions and orders are those of the tool`() throws {
    let album = try #require(subject.table("Album"))
    let answer = try album.find(
      TableQuery(condition: "title contains \"T\"", order: "id descending", offset: 1, limit: 5))
    #expect(answer.rows.map(\.id) == [2])
    #expect(answer.total == 2)
    // The same query again, another window of it, and another query.
    for offset in [0, 1, 2, 9] {
      let rows = try album.find(
        TableQuery(condition: "title contains \"T\"", order: "id descending", offset: offset, limit: 1)
      ).rows
      #expect(rows.map(\.id) == Array([3, 2].dropFirst(offset).prefix(1)))
    }
    #expect(try album.find(TableQuery(offset: 1, limit: 5)).rows.map(\.id) == [2, 3])
    #expect(try album.find(TableQuery(offset: 9, limit: 5)).rows.isEmpty)
    #expect(try album.find(TableQuery(order: "title")).rows.map(\.id) == [1, 3, 2])
    #expect(answer.plan == "a file has no indexes: the condition is tested on 3 records")
    #expect(throws: (any Error).self) { try album.find(TableQuery(condition: "titel == 3")) }
    #expect(throws: QueryRefusal.self) { try album.find(TableQuery(condition: "title matches \"x\"")) }
  }

  private var pages: InspectorPages {
    InspectorPages(subject: subject, log: nil, allowsEditing: false, base: "/t")
  }

  @Test func `a key shows the title of its parent, if there is one`() throws {
    let album = try #require(subject.table("Album"))
    let page = String(
      decoding: pages.table(album, TableView(model: "Album", Parameters()), isPart: true).body, as: UTF8.self)
    #expect(page.matches(of: /record\?id=2">2<\/a> <span class="parent">Bo<\/span><\/td>/).count == 2)
    let missing = DocumentSubject(
      StoreDocument(models: [
        StoreDocument.Table("Artist", rows: [["id": 1, "name": " "]]),
        StoreDocument.Table("Album", rows: [["id": 1, "artistID": 1], ["id": 2, "artistID": 9]]),
      ]), title: "")
    let table = try #require(missing.table("Album"))
    let titles = ParentTitles(of: try table.find(TableQuery()).rows, [1], in: table)
    #expect(titles.title(of: 1, "Artist") == nil, "A text of spaces is no title.")
    #expect(titles.title(of: 9, "Artist") == nil)
  }

  @Test func `a file has no column of what its rows take`() throws {
    let page = String(decoding: pages.models().body, as: UTF8.self)
    #expect(
      page.matches(of: /<th scope="col">(\w+)/).map { String($0.1) } == ["Model", "Records", "Columns", "Relations"])
    #expect(page.contains("<td>artist_id: Artist</td></tr>"))
  }
}
