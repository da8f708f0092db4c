import MotionModel
import MotionModelLoopback
import MotionModelValidation
import Testing

@testable import MotionModelInspector

/// The titles of parents beside keys.
struct ParentTitlesTests {
  private func title(_ columns: InspectedColumn...) -> String? {
    columns.titlePlace.map { columns[$0].name }
  }

  private func text(_ name: String, isID: Bool = false, _ targets: String...) -> InspectedColumn {
    InspectedColumn(name: name, type: "String", isID: isID, targets: targets, isText: true)
  }

  @Test func `the title of a record is its name, title or label, or else its first text`() {
    let number = InspectedColumn(name: "name", type: "Int")
    #expect(title(text("code"), text("label"), text("title"), text("Name")) == "Name")
    #expect(title(text("code"), text("label"), text("title")) == "title")
    #expect(title(text("code"), text("LABEL")) == "LABEL")
    #expect(title(number, text("code"), text("place")) == "code")
    #expect(title(text("slug", isID: true), text("ownerID", "Person"), text("note")) == "note")
    #expect(title(text("name", isID: true), number) == nil)
    #expect(title() == nil)
  }

  private let link = "<a href=\"/t/model/Author/record?id=1\">1</a>"

  @Test func `a key shows its parent's title wherever records are`() throws {
    let shelf = try Shelf()
    let rows = try shelf.page(["model", "Book"], "part=rows&columns=id,authorID")
    #expect(rows.matches(of: /<span class="parent">Ann<\/span><\/td>/).count == 2)
    #expect(rows.contains("<td>\(link) <span class=\"parent\">Ann</span></td>"))
    #expect(rows.contains("<td><span class=\"nil\">nil</span></td>"))
    let record = try shelf.page(["model", "Book", "record"], "id=1")
    #expect(record.contains("<dt>authorID</dt><dd>\(link) <span class=\"parent\">Ann</span></dd>"))
    #expect(try shelf.page(["model", "Author", "record"], "id=1").contains("<span class=\"parent\">Ann</span>"))
    #expect(try shelf.page(["search"], "words=bir").contains("<span class=\"parent\">Ann</span>"))
    #expect(try !shelf.page(["model", "Book"], "as=csv").contains("Ann"))
  }

  @Test func `a title is a text, and cut where it is long`() throws {
    let shelf = try Shelf()
    let name = "<b>&\(String(repeating: "x", count: 100))"
    var author = shelf.ann
    author.name = name
    try shelf.store.table(Author.self).saveUnchecked(&author)
    let page = try shelf.page(["model", "Book"], "part=rows")
    let shown = "&lt;b&gt;&amp;\(String(repeating: "x", count: 76))<span class=\"nil\">…</span>"
    #expect(page.contains("<td>\(link) <span class=\"parent\">\(shown)</span></td>"))
  }
}
