import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@Suite(.ownStore)
struct ImportKeyTests {
  typealias Book = BookShelf.Book

  private let rows: [[String: AttributeValue]] = [
    ["isbn": "1", "Title": "Emma"], ["isbn": "2", "Title": "Ulysses"], ["isbn": "3", "Title": "Dubliners"],
  ]

  private func mapping(_ ifStored: StoredKey) -> ImportMapping<Book> {
    [.column("Title", to: \.title), .key(\.isbn, ifStored: ifStored)]
  }

  private func storedBook() throws -> Book {
    try Book.create { ($0.isbn, $0.title, $0.year, $0.rating) = ("2", "?", 1922, 5) }
  }

  @Test func `a stored record is updated in the columns of the row`() throws {
    let stored = try storedBook()
    let report = try Book.importRows(rows, mapping: mapping(.update))
    var updated = stored
    updated.title = "Ulysses"
    #expect(report.records[1] == updated)
    #expect(report.rows == [1, 2, 3] && report.updatedRows == [2])
    #expect(report.description == "Book: 2 inserted, 1 updated")
    #expect(Book.order(by: \.isbn).pluck(\.title) == ["Emma", "Ulysses", "Dubliners"])
  }

  @Test func `importing the same rows again changes nothing`() throws {
    try Book.importRows(rows, mapping: mapping(.update))
    let (before, commits) = (Book.all, Store.current.commitCount)
    let report = try Book.importRows(rows, mapping: mapping(.update))
    #expect(report.records == before && Book.all == before)
    #expect(report.updatedRows == [1, 2, 3])
    #expect(Store.current.commitCount == commits)
  }

  @Test func `a stored record is skipped`() throws {
    let stored = try storedBook()
    let report = try Book.importRows(rows, mapping: mapping(.skip))
    #expect(report.rows == [1, 3] && report.skippedRows == [2] && report.updatedRows == [])
    #expect(Book.find(stored.id) == stored)
  }

  @Test func `a stored record refuses the row`() throws {
    let stored = try storedBook()
    let report = try Book.importRows(rows, mapping: mapping(.refuse))
    #expect(report.rows == [1, 3])
    #expect(
      report.failures.map(\.description) == [
        "Row 2: The Book cannot be imported, because Book \(stored.id) has the same key \"isbn\": remove the row."
      ])
  }

  @Test func `null clears a column, and a missing column does not`() throws {
    _ = try storedBook()
    let report = try Book.importRows([["isbn": "2", "rating": nil]], mapping: [.key(\.isbn)])
    #expect(report.records.map(\.rating) == [nil])
    #expect(report.records.map(\.year) == [1922])
  }

  @Test(arguments: StoredKey.allCases) func `a key that two rows have is refused the second time`(
    ifStored: StoredKey
  ) throws {
    let report = try Book.importRows(
      [["isbn": "1", "title": "a"], ["isbn": "2"], ["isbn": "1", "title": "b"]],
      mapping: [.key(\.isbn, ifStored: ifStored)])
    #expect(report.rows == [1, 2])
    #expect(
      report.failures.map(\.description) == [
        "Row 3: The Book cannot be imported, because row 1 has the same key \"isbn\": remove one of the rows."
      ])
    #expect(Book.pluck(\.title) == ["a", ""])
  }

  @Test func `a key whose first row was refused can be used again`() throws {
    let report = try Book.importRows(
      [["isbn": "1", "year": "x"], ["isbn": "1", "year": 1922]], mapping: [.key(\.isbn)])
    #expect(report.rows == [2] && report.failures.map(\.row) == [1])
  }

  @Test func `a row without a key is refused`() throws {
    let report = try Book.importRows(
      [["isbn": nil, "title": "a"], ["title": "b"], ["isbn": "", "title": "c"], ["isbn": "1", "title": "d"]],
      mapping: [.key(\.isbn)])
    #expect(report.rows == [4])
    #expect(
      report.failures.map { $0.error as? ImportError }
        == [nil, nil, nil].map { $0 ?? .keyMissing(model: "Book", columns: ["isbn"]) })
  }

  @Test func `a key that several stored records have is refused`() throws {
    try Book.insert(contentsOf: [Book(isbn: "1"), Book(isbn: "1")])
    let report = try Book.importRows(rows, mapping: mapping(.update))
    #expect(report.rows == [2, 3])
    #expect(
      report.failures.map { $0.error as? ImportError } == [.keyAmbiguous(model: "Book", columns: ["isbn"])])
  }

  @Test func `a key may have several columns, one of them a parent's, which may be nil`() throws {
    let mapping: ImportMapping<Card> = [
      .column("Title", to: \.title), .parent("Board", \.board, by: \.name, missing: .create),
      .key(\.boardID, \.personID, \.title),
    ]
    let rows: [[String: AttributeValue]] = [
      ["Title": "paint", "Board": "home", "weight": 1], ["Title": "paint", "Board": "work", "weight": 2],
      ["Title": "door", "Board": "home", "weight": 3], ["Title": "paint", "Board": "home", "weight": 4],
    ]
    let first = try Card.importRows(rows, mapping: mapping)
    #expect(first.rows == [1, 2, 3])
    #expect(
      first.failures.map { $0.error as? ImportError } == [
        .keyTwice(model: "Card", columns: ["boardID", "personID", "title"], row: 1)
      ])
    let again = try Card.importRows(rows.suffix(2), mapping: mapping)
    #expect(again.updatedRows == [1, 2])
    #expect(Card.pluck(\.weight) == [4, 2, 3])
    #expect(Board.pluck(\.name) == ["home", "work"])
  }

  @Test func `keys are recognized by a unique column and by an index of several columns`() throws {
    try Label.insert(contentsOf: ["red", "green"].map(Label.init))
    let labels = try Label.importRows([["name": "green"], ["name": "blue"]], mapping: [.key(\.name, ifStored: .skip)])
    #expect(labels.rows == [2] && labels.skippedRows == [1])
    try Store.current.addIndex(Index(\Book.year, \.title))
    try Book.insert(contentsOf: [Book(isbn: "1", title: "a"), Book(isbn: "2", title: "b")])
    let books = try Book.importRows(
      [["title": "b", "year": 0, "isbn": "3"], ["title": "b", "year": 1]], mapping: [.key(\.title, \.year)])
    #expect(books.updatedRows == [1])
    #expect(Book.pluck(\.isbn) == ["1", "3", nil])
  }

  @Test func `a row whose key is stored cannot change the id`() throws {
    let stored = try storedBook()
    let report = try Book.importRows(
      [["isbn": "2", "id": 99], ["isbn": "2", "id": .int(Int64(stored.id))]], mapping: [.key(\.isbn)])
    #expect(report.rows == [2])
    #expect(
      report.failures.map { $0.error as? StoreError } == [
        .readOnlyColumn(model: "Book", column: "id", id: "\(stored.id)")
      ])
  }

  @Test func `an update keeps the creation time and counts the version once`() throws {
    let rows: [[String: AttributeValue]] = [["code": "a", "size": 1]]
    let first = try Part.importRows(rows, mapping: [.key(\.code)]).records
    let again = try Part.importRows([["code": "a", "size": 2]], mapping: [.key(\.code)]).records
    #expect(again.map(\.version) == first.map { $0.version + 1 })
    #expect(again.map(\.createdAt) == first.map(\.createdAt) && first[0].createdAt != nil)
    let stale = try Part.importRows([["code": "a", "size": 3, "version": 7]], mapping: [.key(\.code)])
    #expect(stale.records == [] && stale.failures.count == 1)
    guard case .stale? = stale.failures.first?.error as? StoreError else {
      Issue.record("\(stale.failures)")
      return
    }
  }

  private struct Part: Model, Equatable {
    var id = 0
    var code = ""
    var size = 0
    var version = 0
    var createdAt: Date?
    static let schema = Schema<Part> {
      Column(\.code)
      Column(\.size)
      LockVersion(\.version)
      Timestamps(created: \.createdAt)
    }
  }

  @Test func `keys of records that an adapter keeps are recognized`() throws {
    let store = Store(adapters: [BytesAdapter()])
    let pages = store.table(Page.self)
    let rows: [[String: AttributeValue]] = [["path": "a", "title": "A"], ["path": nil, "title": "B"]]
    let mapping: ImportMapping<Page> = [.key(\.path, \.title)]
    let first = try pages.importRows(rows, mapping: mapping)
    #expect(first.failures.map(\.description) == [] && first.updatedRows == [])
    let again = try pages.importRows(rows + [["path": "a", "title": "B"]], mapping: mapping)
    #expect(again.failures.map(\.description) == [] && again.updatedRows == [1, 2])
    #expect(try pages.all == again.records)
  }

  private struct Page: Model, Equatable {
    typealias Adapter = BytesAdapter
    var id = 0
    var path: String?
    var title = ""
    static let schema = Schema<Page> {
      Column(\.path)
      Column(\.title)
    }
  }
}
