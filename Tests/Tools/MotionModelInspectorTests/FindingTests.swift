import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelInspector

/// Conditions and orders as texts, on records of a store.
struct FindingTests {
  private let shelf: Shelf
  private let table: StoreTable<Book>

  init() throws {
    shelf = try Shelf()
    try shelf.store.table(Book.self).insert(contentsOf: Self.books)
    table = StoreTable(snapshot: shelf.store.snapshot(), store: shelf.store, hasSeveralAdapters: false)
  }

  private static let books: [Book] = (0..<60).map { number in
    var book = Book(["Cats & <dogs>", "the bees", "", "Böse \"Zungen\"", "A\nB"][number % 5], pages: number * 7 % 40)
    book.rating = number % 4 == 0 ? nil : number % 7 == 0 ? .nan : Double(number) / 8
    book.price = number % 3 == 0 ? nil : Decimal(number) / 4
    book.printed = number % 5 == 0 ? nil : Date(timeIntervalSince1970: Double(number) * 86_400)
    book.code = number % 6 == 0 ? UUID(uuidString: "00000000-0000-0000-0000-00000000000\(number % 10)") : nil
    book.isLent = number % 2 == 0
    book.shelf = number % 3 == 0 ? .top : .floor
    book.words = (0..<(number % 4)).map { "w\($0)" }
    book.authorID = number % 2 == 0 ? 1 : nil
    return book
  }

  private static let conditions = [
    "pages > 20", "20 < pages", "pages >= 21 && pages < 28", "pages == 7 || pages != 14 && isLent", "!(pages > 3)",
    "pages > 2.5",
    "pages in [7, 14, 21]", "rating == nil", "rating != nil", "rating > 2", "rating == NaN", "rating in [1.5, nil]",
    "rating == 3",
    "price > 2", "price == 2.5", "price in [1, 2, nil]", "price <= 1.25", "printed > 1970-01-20", "printed == nil",
    "code == 00000000-0000-0000-0000-000000000006", "code > nil", "isLent", "!isLent", "isLent == false", "true",
    "false",
    "shelf == \"top\"", "shelf != \"top\"", "shelf == \"cellar\"", "shelf in [\"top\", \"cellar\"]",
    "title contains \"e\"",
    "title contains \"E\" (case-insensitive)", "title startsWith \"the\"", "title endsWith \"s\"",
    "title like \"%ee%\"",
    "title equal \"THE BEES\" (case-insensitive)", "title in [\"the bees\", \"\"]",
    "title in [\"THE BEES\"] (case-insensitive)",
    "words contains \"w1\"", "words == [\"w0\"]", "count of words > 2", "count of title > 3", "(pages * 2) > 40",
    "pages + id > 60",
    "authorID == 1", "authorID == nil", "id > 40", "id in [3, 5]", "days from 1970-01-01 to printed >= 30",
    "title == \"A\\nB\"",
    "`title` == \"\"", "pages == id", "price == pages",
  ]

  @Test(arguments: conditions) func `a condition finds the records that the tool finds`(text: String) throws {
    let condition = try ConditionParser.condition(text, on: table.conditionColumns)
    let expected = table.snapshot.table(Book.self).all.filter { book in
      condition.matches(RowValues(Book.schema.columns.map { $0[book] }))
    }
    let answer = try table.find(TableQuery(condition: text, limit: 1_000))
    #expect(answer.rows.map(\.id) == expected.map { .int(Int64($0.id)) })
    #expect(answer.total == expected.count)
  }

  /// Predicates are at most 100 deep, and a deeper one ends the program.
  @Test(arguments: [49, 50, 51, 99, 100, 101, 249])
  func `a condition of any depth that is read is answered`(depth: Int) throws {
    var conditions = ["pages > 20", "pages > 20"]
    for level in 0..<depth {
      conditions[0] = "(id == \(level) \(level % 2 == 0 ? "||" : "&&") \(conditions[0]))"
      conditions[1] = "!(\(conditions[1]) \(level % 2 == 0 ? "||" : "&&") id == \(level))"
    }
    for text in conditions {
      let condition = try ConditionParser.condition(text, on: table.conditionColumns)
      let expected = table.snapshot.table(Book.self).all.filter { book in
        condition.matches(RowValues(Book.schema.columns.map { $0[book] }))
      }
      #expect(
        try table.find(TableQuery(condition: text, limit: 1_000)).rows.map(\.id) == expected.map { .int(Int64($0.id)) })
    }
  }

  @Test func `a condition that is too deep to be read is refused`() {
    let brackets = String(repeating: "(", count: 251) + "id == 1" + String(repeating: ")", count: 251)
    #expect(throws: ConditionError.self) { try table.find(TableQuery(condition: brackets)) }
  }

  @Test(arguments: [
    ("shelf == \"top\"", "index shelf (20 rows of 63)"), ("pages > 30 && title contains \"e\"", "index pages"),
    ("id == 3", "ids"), ("price > 2", "scan"),
    ("(pages * 2) > 40", "scan (63 rows of 63), test code, code for each row"),
  ]) func `indexes answer what finders would let them answer`(text: String, plan: String) throws {
    #expect(try table.find(TableQuery(condition: text)).plan?.hasPrefix(plan) == true)
  }

  @Test(arguments: [
    "pages", "pages descending, id", "rating descending nil first", "price, title descending", "printed nil first",
    "code, id descending",
  ]) func `an order is that of the tool`(text: String) throws {
    let books = table.snapshot.table(Book.self).all
    let order = try RowOrder(text, on: table.conditionColumns)
    let expected = order.sorted(Array(books.indices)) { place in
      RowValues(Book.schema.columns.map { $0[books[place]] })
    }
    let rows = try table.find(TableQuery(order: text, limit: 1_000)).rows
    #expect(rows.map(\.id) == expected.map { .int(Int64(books[$0].id)) })
  }

  @Test func `windows are pieces of the whole`() throws {
    let all = try table.find(TableQuery(order: "pages descending", limit: 1_000)).rows
    for offset in [0, 1, 20, 62, 63, 1_000] {
      let answer = try table.find(TableQuery(order: "pages descending", offset: offset, limit: 7))
      #expect(answer.rows.map(\.id) == all.dropFirst(offset).prefix(7).map(\.id))
      #expect(answer.total == 63)
    }
  }

  @Test(arguments: [
    (
      "pags > 3",
      "The condition cannot be read at character 1: expected the name of a column such as pages, found the name pags."
    ),
    ("title = 3", "The condition cannot be read at character 7: expected ==, found =."),
    (
      "title matches \"(a+)+$\"",
      "The inspector tests no regular expressions, whose time has no limit: use like or contains."
    ),
    (
      "!(pages > 3 || title matches \"a\")",
      "The inspector tests no regular expressions, whose time has no limit: use like or contains."
    ),
    ("", "The condition cannot be read at character 1: expected a value, found the end."),
  ]) func `a condition that cannot be read says where`(text: String, message: String) {
    let error = #expect(throws: (any Error).self) { try table.find(TableQuery(condition: text)) }
    #expect("\(error.map { "\($0)" } ?? "")".split(separator: "\n").first.map(String.init) == message)
  }

  @Test func `an order that is computed is refused`() {
    #expect(throws: QueryRefusal("An order names columns of simple values, such as id descending.")) {
      try table.find(TableQuery(order: "count of title"))
    }
  }

  @Test func `a record and what is related to it are read by the id in the address`() throws {
    #expect(try table.row(id: "1")?.values.first == .int(1))
    for id in ["99", "", "x", "1; DROP TABLE"] { #expect(try table.row(id: id) == nil) }
    let authors = StoreTable<Author>(snapshot: shelf.store.snapshot(), store: shelf.store, hasSeveralAdapters: false)
    let books = try #require(try authors.related(to: "1", limit: 2).first)
    #expect(books.link == InspectedLink(name: "books", kind: "has many", targets: ["Book"], key: "authorID"))
    #expect(books.total == 32)
    #expect(books.rows.map(\.id) == [1, 2])
    #expect(books.condition == "authorID == 1")
    #expect(try table.find(TableQuery(condition: books.condition)).total == 32)
    let author = try #require(try table.related(to: "1", limit: 2).first)
    #expect(author.rows.map(\.id) == [1])
    #expect(try table.related(to: "99", limit: 2).isEmpty)
  }

  @Test func `records that break a rule are listed`() throws {
    try Store.with(shelf.store) {
      var author = Author()
      author.name = "B"
      try shelf.store.table(Author.self).saveUnchecked(&author)
    }
    let authors = StoreTable<Author>(snapshot: shelf.store.snapshot(), store: shelf.store, hasSeveralAdapters: false)
    #expect(
      try authors.broken(limit: 10)
        == BrokenRules(records: [.init(id: 2, messages: ["Name is too short (at least 2 characters)"])], lookedAt: 2))
    #expect(try table.broken(limit: 10) == nil)
  }

  @Test func `columns say their types, marks and targets`() {
    #expect(table.columns.first == InspectedColumn(name: "id", type: "Int", isID: true))
    #expect(
      table.columns.last == InspectedColumn(name: "authorID", type: "Int?", marks: ["indexed"], targets: ["Author"]))
    #expect(
      table.indexes == [
        "pages ordered: ordered of pages, 63 entries", "shelf: hash of shelf, 2 entries",
        "authorID: hash of authorID, 2 entries",
      ])
    #expect(table.hooks == ["beforeSave \"trim the title\""])
  }
}
