import MotionModel
import MotionModelLoopback
import MotionModelTestSupport
import MotionModelValues
import Testing

@testable import MotionModelInspector

private typealias Remark = MotionModelTestSupport.Note

/// Relations to walk along: with conditions of their own, through others, and to parents of several models.
struct RelationTests {
  private let store = Store(notificationCenter: nil)
  private let world: BoardWorld

  init() throws {
    world = try Store.with(store) { try BoardWorld() }
    try store.table(Remark.self).insert(contentsOf: [
      remark("of home", on: world.home), remark("of paint", on: world.paint), remark("again", on: world.home),
      Remark("of nothing"), strange("Poster", 1), strange("Board", 99),
    ])
  }

  private func remark(_ text: String, on subject: any Model) -> Remark {
    var remark = Remark(text)
    remark.subject = subject
    return remark
  }

  private func strange(_ type: String, _ id: Int) -> Remark {
    var remark = Remark("strange")
    (remark.subjectType, remark.subjectID) = (type, id)
    return remark
  }

  private var subject: StoreSubject { StoreSubject(store, title: "Boards", models: []) }

  private func related(_ model: String, _ id: String) throws -> [String: RelatedRows] {
    let all = try #require(subject.table(model)).related(to: id, limit: 10)
    return Dictionary(uniqueKeysWithValues: all.map { ($0.link.name, $0) })
  }

  @Test func `a parent of one of several models is found`() throws {
    let ofHome = try #require(related("Note", "1")["subject"])
    #expect(ofHome.table.name == "Board")
    #expect(ofHome.rows.map(\.id) == [1])
    #expect(ofHome.link.targets == ["Board", "Card"])
    let ofPaint = try #require(related("Note", "2")["subject"])
    #expect(ofPaint.table.name == "Card")
    #expect(ofPaint.rows.map(\.id) == [1])
    for id in ["4", "5"] { #expect(try related("Note", id)["subject"] == nil) }
    // A parent that is gone.
    #expect(try #require(related("Note", "6")["subject"]).total == 0)
  }

  @Test func `children of one of several parents are found by both columns of the key`() throws {
    let notes = try #require(related("Board", "1")["notes"])
    #expect(notes.rows.map(\.id) == [1, 3])
    #expect(notes.condition == "subjectType == \"Board\" && subjectID == 1")
    #expect(notes.conditionTotal == 2)
    let found = try #require(subject.table("Note")).find(TableQuery(condition: notes.condition))
    #expect(found.rows.map(\.id) == [1, 3])
  }

  @Test func `a relation with conditions says that its key has more records`() throws {
    let urgent = try #require(related("Board", "1")["urgentCards"])
    #expect(urgent.rows.map(\.id) == [3, 2])
    #expect(urgent.condition == "boardID == 1")
    #expect((urgent.total, urgent.conditionTotal) == (2, 3))
    let page = try page(["model", "Board", "record"], "id=1")
    #expect(page.contains(">Show all 3 with this key in the table of Card</a>"))
    #expect(page.contains(">Show in the table of Note</a>"))
    let people = try #require(related("Board", "1")["people"])
    #expect(people.rows.map(\.id) == ["ann", "bob"])
    #expect(people.condition == nil)
  }

  @Test func `the key's column leads to the model that the record names`() throws {
    let table = try #require(subject.table("Note"))
    let column = try #require(table.columns.first { $0.name == "subjectID" })
    #expect(column.targets == ["Board", "Card"])
    #expect(column.namePlace == 2)
    let targets = try (1...6).map { try #require(try table.row(id: "\($0)")) }.map { column.target(in: $0) }
    #expect(targets == ["Board", "Card", "Board", nil, nil, "Board"])
    let page = try page(["model", "Note"])
    #expect(
      page.contains(
        "<td>Card</td><td><a href=\"/t/model/Card/record?id=1\">1</a> <span class=\"parent\">paint</span></td>"))
    // A model that is not a target, and a parent that is gone.
    #expect(page.contains("<td>Poster</td><td>1</td>"))
    #expect(page.contains("<td>Board</td><td><a href=\"/t/model/Board/record?id=99\">99</a></td>"))
    #expect(page.contains("data-parents=\"Board&#10;Card\""))
    #expect(page.contains("→ <a href=\"/t/model/Board\">Board</a> or <a href=\"/t/model/Card\">Card</a>"))
  }

  @Test func `all relations are on one page, in words and as a Mermaid diagram`() throws {
    let page = try page(["relations"])
    #expect(
      page.contains(
        "<li>\n<a href=\"/t/model/Note\">Note</a> belongs to Board or Card by subjectID (subject)</li>\n"))
    let diagram = try #require(page.firstMatch(of: /<pre[^>]*>([^<]*)<\/pre>/))
    #expect(diagram.1 == store.diagram().inMarkup())
  }

  private func page(_ path: [String], _ query: String = "") throws -> String {
    let pages = InspectorPages(subject: subject, log: CommitLogBuffer(store), allowsEditing: false, base: "/t")
    let router = Router(
      pages: pages, authorization: RequestAuthorization(token: "t", port: 1), listener: try Listener(port: 0))
    return String(decoding: router.answer(Request("GET", ["t"] + path, query: query)).body, as: UTF8.self)
  }
}
