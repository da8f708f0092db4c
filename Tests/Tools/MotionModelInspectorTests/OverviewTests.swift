import Foundation
import MotionModel
import MotionModelLoopback
import MotionModelTransactions
import Testing

@testable import MotionModelInspector

/// Slow finders and exports.
struct OverviewTests {
  private let shelf: Shelf

  init() throws { shelf = try Shelf() }

  @Test func `slow finders are listed, and watched only while the inspector serves`() throws {
    let inspector = Inspector(shelf.store, slowFinders: .zero)
    try inspector.start()
    let browser = try Browser(inspector)
    _ = shelf.store.table(Book.self).where(\.title).eq("Birds").all
    #expect(try browser.get("advice").body.contains("Slow: Book where title ==: "))
    inspector.cancel()
    let slow = SlowFinders(in: shelf.store, limit: .zero)
    for _ in 0..<150 { _ = shelf.store.table(Book.self).where(\.title).eq("Birds").count }
    #expect(slow.all.count == SlowFinders.limit && slow.log.count == 150 && slow.log.entries == [])
    slow.log.cancel()
    _ = shelf.store.table(Book.self).where(\.title).eq("Birds").all
    #expect(slow.log.count == 150)
  }

  @Test func `an index that would help is said where the condition is`() throws {
    try shelf.store.table(Book.self).insert(contentsOf: (0..<500).map { Book("Book \($0)", pages: $0) })
    let table = StoreTable<Book>(snapshot: shelf.store.snapshot(), store: shelf.store, hasSeveralAdapters: false)
    #expect(
      try table.find(TableQuery(condition: "title == \"Book 7\"")).advice
        == "An index of title would leave 1 row to look at")
    #expect(try table.find(TableQuery(condition: "isLent == false")).advice == nil)
    #expect(try table.find(TableQuery(condition: "pages == 7")).advice == nil)
    #expect(try table.find(TableQuery()).advice == nil)
  }

  @Test func `a search uses the index of words where there is one`() throws {
    try shelf.store.table(Note.self).insert(contentsOf: [
      Note("bees and birds"), Note("birds, birds, birds"), Note("fish"),
    ])
    let page = try shelf.page(["search"], "words=bird")
    #expect(page.contains("<h2>Book</h2>"))
    #expect(page.contains("<h2>Note</h2>\n<p>\n2 records"))
    let ids = page.matches(of: /href="\/t\/model\/Note\/record\?id=(\d)"/).map { String($0.1) }
    #expect(ids == ["2", "1"])
    #expect(try shelf.page(["search"], "words=zebra").contains("No text contains this."))
  }

  @Test func `records are exported as Swift, JSON and CSV`() throws {
    let query = "where=id%20%3C%203&columns=id,title,price,words&as="
    var book = try #require(shelf.store.table(Book.self).find(2))
    (book.title, book.words, book.price) = ("a \"b\",\n<c>", ["x", "y"], 1.5)
    try shelf.store.table(Book.self).save(&book)
    let text = try shelf.page(["model", "Book"], query + "json")
    #expect(
      text == #"""
        [
          {"id": 1, "title": "Birds", "price": null, "words": []},
          {"id": 2, "title": "a \"b\",\n<c>", "price": "1.5", "words": ["x", "y"]}
        ]

        """#)
    #expect(
      try shelf.page(["model", "Book"], query + "csv")
        == "id,title,price,words\r\n1,Birds,,[]\r\n2,\"a \"\"b\"\",\n<c>\",1.5,\"[\"\"x\"\", \"\"y\"\"]\"\r\n")
    #expect(
      try shelf.page(["model", "Book"], query + "swift") == #"""
        [
          try Book(attributes: ["id": 1, "title": "Birds", "words": []]),
          try Book(attributes: ["id": 2, "title": "a \"b\",\n<c>", "price": "1.5", "words": ["x", "y"]]),
        ]

        """#)
    let json = try shelf.router().answer(Request("GET", ["t", "model", "Book"], query: query + "json"))
    #expect(json.headers == ["Content-Type: application/json"])
    #expect(try shelf.page(["model", "Book", "record"], "id=1&as=csv").hasPrefix("id,title,pages"))
    #expect(try shelf.router().answer(Request("GET", ["t", "model", "Book"], query: "as=csv&where=x")).status == 422)
  }
}
