import Foundation
import MotionModel
import MotionModelLoopback
import Testing

@testable import MotionModelInspector

/// Changes that pages ask for.
struct EditingTests {
  private let shelf: Shelf
  private let log: CommitLogBuffer

  init() throws {
    shelf = try Shelf()
    log = CommitLogBuffer(shelf.store)
  }

  private func post(_ path: [String], _ body: String, editing: Bool = true) throws -> Reply {
    try shelf.router(editing: editing, log: log).answer(Request("POST", ["t"] + path, body: Array(body.utf8)))
  }

  @Test func `nothing is changed unless editing is asked for`() throws {
    try shelf.store.table(Book.self).insert(contentsOf: [Book("Fish")])
    #expect(try post(["undo"], "commit=1", editing: false).status == 403)
    #expect(shelf.store.commitCount == 3)
  }

  @Test func `a commit is undone, by the inspector`() throws {
    try shelf.store.table(Book.self).insert(contentsOf: [Book("Fish")])
    #expect(try post(["undo"], "commit=1") == Reply(seeOther: "/t/commits"))
    #expect(shelf.store.table(Book.self).count == 3)
    #expect(log.entry(2)?.metadata == Changeset.Metadata(author: "inspector", reason: "undo of commit 3"))
  }

  @Test func `a commit whose records were changed since is not undone`() throws {
    try shelf.store.table(Book.self).insert(contentsOf: [Book("Fish")])
    try shelf.store.table(Book.self).updateAll { $0.pages = 1 }
    #expect(try post(["undo"], "commit=1").status == 409)
    #expect(shelf.store.table(Book.self).count == 4)
    for body in ["commit=9", "commit=x", "", "commit=-1"] { #expect(try post(["undo"], body).status == 404) }
    #expect(try post(["other"], "").status == 404)
  }

  // MARK: - Records

  private func main(_ reply: Reply) throws -> String {
    let page = String(decoding: reply.body, as: UTF8.self)
    let start = try #require(page.range(of: "<h1>")), end = try #require(page.range(of: "</main>"))
    return String(page[start.lowerBound..<end.lowerBound])
  }

  private func get(_ path: [String], _ query: String, editing: Bool = true) throws -> Reply {
    try shelf.router(editing: editing, log: log).answer(Request("GET", ["t"] + path, query: query))
  }

  @Test func `a form has a field for each column but the id`() throws {
    #expect(
      try main(try get(["model", "Author", "edit"], "id=1")) == """
        <h1>Edit Author 1</h1>
        <form method="post" class="record" action="/t/model/Author/edit">
        <input type="hidden" name="id" value="1"><div>
        <label for="c.name">name</label><span class="note"> String</span>\
        <textarea id="c.name" name="c.name" rows="1" spellcheck="false">
        Ann</textarea><input type="hidden" name="o.name" value="Ann"></div>
        <p class="actions">
        <button name="do" value="save">Save</button><button name="do" value="preview">Show what would change</button>\
        <a href="/t/model/Author/record?id=1">Cancel</a></p>
        </form>

        """)
    let table = StoreTable<Book>(snapshot: shelf.store, store: shelf.store, hasSeveralAdapters: false)
    let fields = try #require(try table.fields(id: "1"))
    #expect(fields.map(\.column.name) == Book.schema.columns.map(\.name).filter { $0 != "id" })
    #expect(fields.map(\.text) == ["Birds", "120", nil, nil, nil, nil, "false", "floor", "[]", "1"])
    #expect(fields[6].choices == ["true", "false"])
    #expect(try get(["model", "Author", "edit"], "id=9").status == 404)
    #expect(try get(["model", "Author", "edit"], "id=1", editing: false).status == 403)
  }

  @Test func `only what was changed is saved, with who did it`() throws {
    let body =
      "id=1&c.title=Wings&o.title=Birds&c.pages=120&o.pages=120&c.rating=4.5&p.rating=nil&c.words=[%22a%22]&o.words=[]&do=save"
    #expect(try post(["model", "Book", "edit"], body) == Reply(seeOther: "/t/model/Book/record?id=1"))
    let book = try #require(shelf.store.table(Book.self).find(1))
    #expect(book.title == "Wings")
    #expect(book.rating == 4.5)
    #expect(book.words == ["a"])
    #expect(log.entry(1)?.changeset?.recordedChanges().first?.columns.map(\.column) == ["title", "rating", "words"])
    #expect(log.entry(1)?.metadata == Changeset.Metadata(author: "inspector"))
    #expect(try post(["model", "Book", "edit"], "id=1&n.rating=on&c.rating=4.5&o.rating=4.5&do=save").status == 303)
    #expect(shelf.store.table(Book.self).find(1)?.rating == nil)
  }

  @Test func `what others have changed meanwhile is not overwritten`() throws {
    try shelf.store.table(Book.self).updateAll { $0.title = "Other" }
    let reply = try post(["model", "Book", "edit"], "id=1&c.title=Wings&o.title=Birds&do=save")
    #expect(reply.status == 422)
    #expect(try main(reply).contains("Somebody else has changed title meanwhile: open the record again."))
    #expect(try main(reply).contains("\nWings</textarea>"))
    #expect(shelf.store.table(Book.self).find(1)?.title == "Other")
  }

  @Test(arguments: [
    ("c.pages=many&o.pages=120", "pages expects"), ("c.words=x&o.words=[]", "words expects JSON."),
    ("c.shelf=cellar&o.shelf=floor", "shelf expects"), ("c.nothing=1", "Book has no column nothing."),
    ("n.title=on&o.title=Birds", "title expects"),
  ]) func `what does not fit is refused, and nothing is changed`(body: String, sentence: String) throws {
    let reply = try post(["model", "Book", "edit"], "id=1&\(body)&do=save")
    #expect(reply.status == 422)
    #expect(try main(reply).contains("<p>\(sentence)"))
    #expect(shelf.store.commitCount == 2)
  }

  @Test func `rules refuse as everywhere`() throws {
    let reply = try post(["model", "Author", "edit"], "id=1&c.name=A&o.name=Ann&do=save")
    #expect(try main(reply).contains("Name is too short (at least 2 characters)"))
    #expect(shelf.store.table(Author.self).find(1)?.name == "Ann")
  }

  @Test func `a preview says what would change, and changes nothing`() throws {
    let page = try main(try post(["model", "Author", "edit"], "id=1&c.name=Anna&o.name=Ann&do=preview"))
    #expect(page.contains("<p>This would change: Author: 1 updated.</p>"))
    #expect(page.contains("<dt>name</dt><dd><del>Ann</del> → <ins>Anna</ins></dd>"))
    #expect(shelf.store.commitCount == 2)
    let nothing = try main(try post(["model", "Author", "edit"], "id=1&c.name=Ann&o.name=Ann&do=preview"))
    #expect(nothing.contains("<p>Nothing would change.</p>"))
  }

  @Test func `a new record is created`() throws {
    #expect(
      try post(["model", "Book", "edit"], "c.title=%20%26&o.title=&do=save")
        == Reply(seeOther: "/t/model/Book/record?id=4"))
    #expect(shelf.store.table(Book.self).find(4)?.title == "&")
  }

  @Test func `a record is deleted with what depends on it, which is shown before`() throws {
    let page = try main(try get(["model", "Author", "delete"], "id=1"))
    #expect(page.contains("<p>This would do: 1 author destroyed, 2 books destroyed.</p>"))
    #expect(shelf.store.commitCount == 2)
    #expect(try post(["model", "Author", "delete"], "id=1") == Reply(seeOther: "/t/model/Author"))
    #expect(shelf.store.table(Book.self).all.map(\.title) == ["Trees"])
    #expect(try post(["model", "Author", "delete"], "id=1").status == 409)
    #expect(try get(["model", "Author", "delete"], "id=1").status == 404)
  }
}
