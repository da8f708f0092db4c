import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@Suite(.ownStore)
struct ImportMappingTests {
  typealias Book = BookShelf.Book

  @Test func `columns of rows have names of their own`() throws {
    let report = try Book.importRows(
      [["Title": "Emma", "Released": "1815"], ["Title": "Ulysses", "rating": 4.5]],
      mapping: ["Title": \.title, "Released": \.year])
    #expect(report.records.map(\.title) == ["Emma", "Ulysses"])
    #expect(report.records.map(\.year) == [1815, 2000])
    #expect(report.records.map(\.rating) == [nil, 4.5])
    #expect(report.rows == [1, 2] && report.updatedRows == [] && report.skippedRows == [] && report.failures.isEmpty)
    #expect(Book.all == report.records)
    #expect(Store.current.commitCount == 1)
    #expect(report.description == "Book: 2 inserted")
  }

  @Test func `a table of a store imports into that store`() throws {
    let store = Store()
    let report = try store.table(Book.self).importRows(
      json: Data(#"[{"Title": "Emma"}, 3, {"Title": "Persuasion"}]"#.utf8), mapping: ["Title": \.title])
    #expect(store.table(Book.self).all == report.records && report.rows == [1, 3])
    #expect(report.failures.map(\.description) == ["Row 2: expected a JSON object, found a whole number"])
    #expect(Book.isEmpty)
  }

  @Test func `a transform converts values, and its errors are those of the row`() throws {
    struct TooOld: Error {}
    let mapping: ImportMapping<Book> = [
      .column("Title", to: \.title),
      .column("Year", to: \.year) { value in
        let year = try Int(attribute: value)
        if year < 0 { throw TooOld() }
        return 1900 + year
      },
    ]
    let report = try Book.importRows(
      [["Title": "a", "Year": 15], ["Title": "b", "Year": "x"], ["Title": "c", "Year": -1], ["Title": "d"]],
      mapping: mapping)
    #expect(report.records.map(\.year) == [1915, 2000])
    #expect(report.rows == [1, 4])
    #expect(report.failures.map(\.row) == [2, 3])
    #expect(report.failures.map(\.column) == [nil, "Year"])
    #expect(report.failures[0].error is AttributeError && report.failures[1].error is TooOld)
    #expect(
      report.failures.map(\.description) == [
        """
        Row 2: Book cannot take the value for its column "year": expected a whole number of 64 bits, \
        found a string that is not a number.
        """, "Row 3, column \"Year\": TooOld()",
      ])
  }

  @Test func `one column of the rows may give several columns`() throws {
    let report = try Book.importRows(
      [["Name": "Emma"]], mapping: [.column("Name", to: \.title), .column("Name", to: \.isbn)])
    #expect(report.records.map { [$0.title, $0.isbn] } == [["Emma", "Emma"]])
  }

  @Test func `a column that no row has is refused as misspelled, and nothing is imported`() throws {
    let rows: [[String: AttributeValue]] = [["Title": "Emma"], ["Title": "Persuasion"]]
    let error = try #require(throws: ImportError.self) {
      try Book.importRows(rows, mapping: ["Title": \.title, "Yaer": \.year, "Author": \.authorID])
    }
    #expect(error == .columnsNotFound(model: "Book", names: ["Author", "Yaer"]))
    #expect(
      error.localizedDescription
        == "No row has the columns \"Author\", \"Yaer\", which the mapping for Book names: correct the spelling, or make the rule optional."
    )
    #expect(Book.isEmpty && Store.current.commitCount == 0)
    let report = try Book.importRows(
      rows, mapping: [.column("Title", to: \.title), .column("Yaer", to: \.year, optional: true)])
    #expect(report.records.count == 2)
  }

  @Test func `no rows are imported without complaint`() throws {
    let report = try Book.importRows([], mapping: ["Title": \.title])
    #expect(report.records == [] && report.failures.isEmpty && report.description == "Book: nothing")
    #expect(Store.current.commitCount == 0)
  }

  @Test func `two rules for one column are refused`() {
    #expect(throws: ImportError.mappedTwice(model: "Book", column: "title")) {
      try Book.importRows([["a": 1]], mapping: ["a": \.title, "b": \.title])
    }
    #expect(throws: ImportError.mappedTwice(model: "Book", column: "authorID")) {
      try Book.importRows([["a": 1]], mapping: [.column("a", to: \.authorID), .parent("b", \.author, by: \.name)])
    }
    #expect(throws: ImportError.severalKeys(model: "Book")) {
      try Book.importRows([["a": 1]], mapping: [.key(\.isbn), .key(\.title)])
    }
    #expect(throws: ImportError.emptyKey(model: "Book")) { try Book.importRows([["a": 1]], mapping: [.key()]) }
  }

  @Test func `properties that are not columns are refused`() {
    #expect(throws: ImportError.notAColumn(model: "Todo", property: #"\Todo.isSelected"#)) {
      try Todo.importRows([["a": true]], mapping: ["a": \.isSelected])
    }
    #expect(throws: ImportError.notAColumn(model: "Todo", property: #"\Todo.isSelected"#)) {
      try Todo.importRows([["a": true]], mapping: [.key(\.isSelected)])
    }
    #expect(throws: ImportError.notAColumn(model: "Todo", property: #"\Todo.isSelected"#)) {
      try Errand.importRows([["a": true]], mapping: [.parent("a", \.todo, by: \.isSelected)])
    }
  }

  @Test func `other columns have their own names, or are ignored`() throws {
    let rows: [[String: AttributeValue]] = [
      ["Title": "a", "rating": 1], ["Title": "b", "Publisher": "x"], ["Title": "c", "title": "d"],
    ]
    let report = try Book.importRows(rows, mapping: ["Title": \.title])
    #expect(report.records.map(\.rating) == [1])
    #expect(
      report.failures.map(\.description) == [
        "Row 2: Book has no column \"Publisher\": use one that its schema declares.",
        "Row 3: Book was given two values for its column \"title\", under its own name and by the mapping: give one.",
      ])
    let ignoring = try Book.importRows(rows, mapping: [.column("Title", to: \.title), .ignoringOthers])
    #expect(ignoring.records.map(\.title) == ["a", "b", "c"])
    #expect(ignoring.records.map(\.rating) == [nil, nil, nil])
  }

  @Test func `empty rows and rows that are left out are skipped, and all are counted`() throws {
    let report = try Book.importRows(
      [
        [:], ["Title": "a", "Kind": "book"], ["Title": nil, "Kind": " "], ["Title": "b", "Kind": "film"],
        ["Title": ["x"], "Kind": "book"], ["Title": "c", "Kind": "book"],
      ],
      mapping: [
        .column("Title", to: \.title), .rows { $0["Kind"] != "film" }, .ignoringOthers,
      ])
    #expect(report.records.map(\.title) == ["a", "c"])
    #expect(report.rows == [2, 6])
    #expect(report.skippedRows == [1, 3, 4])
    #expect(report.failures.map(\.row) == [5])
    #expect(report.description == "Book: 2 inserted, 3 skipped, 1 refused")
  }

  @Test func `an import can be all or nothing`() throws {
    let report = try Book.importRows(
      [["Title": "a", "Author": "Joyce"], ["Title": "b", "Author": "Nobody"]],
      mapping: [.column("Title", to: \.title), .parent("Author", \.author, by: \.name, missing: .create)],
      allOrNothing: true)
    #expect(report.records == [] && report.rows == [] && report.createdParents == [:])
    #expect(report.failures.map(\.row) == [2])
    #expect(Book.isEmpty && BookShelf.Author.isEmpty)
  }

  @Test func `values of every type are cast as without a mapping`() throws {
    var random = TestSeed.generator()
    let records = (1...50).map { AllTypes.random($0, using: &random) }
    let columns = AllTypes.schema.columns.filter { $0.name != "id" }
    let mapping = ImportMapping<AllTypes>(
      [
        .column("Text", to: \.string), .column("When", to: \.date), .column("Maybe", to: \.maybeDecimal),
        .column("Paper", to: \.document), .column("Tags", to: \.maybeStrings),
      ])
    let names = [
      "string": "Text", "date": "When", "maybeDecimal": "Maybe", "document": "Paper", "maybeStrings": "Tags",
    ]
    let rows = records.map { record in
      Dictionary(uniqueKeysWithValues: columns.map { (names[$0.name] ?? $0.name, $0[record]) })
    }
    let report = try AllTypes.importRows(rows, mapping: mapping)
    #expect(report.failures.map(\.description) == [])
    let direct = Store()
    let plain = try direct.table(AllTypes.self).importRows(
      records.map { record in Dictionary(uniqueKeysWithValues: columns.map { ($0.name, $0[record]) }) })
    #expect(zip(report.records, plain.records).allSatisfy { $0.changes(from: $1).isEmpty })
    #expect(report.records.count == 50)
  }

  @Test func `timestamps of rows are kept, and the others are set`() throws {
    let report = try Todo.importRows(
      [["Name": "a", "Since": "2001-02-03"], ["Name": "b"]], mapping: ["Name": \.name, "Since": \.createdAt])
    #expect(report.records[0].createdAt == (try Date(attribute: "2001-02-03")))
    #expect(report.records[1].createdAt == report.records[1].updatedAt && report.records[1].updatedAt != nil)
  }

  @Test func `a snapshot refuses an import`() throws {
    let snapshot = Store.current.snapshot()
    #expect(throws: StoreError.readOnlyStore) {
      try snapshot.table(Book.self).importRows([["Title": "a"]], mapping: ["Title": \.title])
    }
  }

  private struct Errand: Model {
    var id = 0
    var todoID: Int?
    static let schema = Schema<Errand> { Column(\.todoID) }
    struct Relations: Sendable { let todo = BelongsTo<Todo>(\.todoID) }
    static let relations = Relations()
  }
}
