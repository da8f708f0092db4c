import Foundation
@testable import MotionModel
import MotionModelTestSupport
import Testing

/// Rows of CSV of other programs.
@Suite(.ownStore, .temporaryFolder) struct ImportCSVTests {
  private typealias Book = BookShelf.Book

  private func titles(_ text: String, skippingLines: Int = 0, _ mapping: ImportMapping<Book> = []) throws -> [String] {
    try Book.importRows(csv: .string(text), skippingLines: skippingLines, mapping: mapping).records.map(\.title)
  }

  @Test(arguments: [",", ";", "\t"]) func `the separator is found, and values are cast`(separator: String) throws {
    let text = ["title,year,rating", "\"Emma\",1815,4.5", "Nora,,", ""].joined(separator: "\n")
      .replacing(",", with: separator)
    let report = try Book.importRows(csv: .data(Data(text.utf8)))
    #expect("\(report)" == "Book: 2 inserted")
    #expect(report.records.map(\.title) == ["Emma", "Nora"])
    #expect(report.records.map(\.year) == [1815, 2000], "an empty field is the default")
    #expect(report.records.map(\.rating) == [4.5, nil])
  }

  @Test func `lines before the names are passed over, whatever they have`() throws {
    let head = "\u{FEFF}Statement of \"account\r\n\u{0};;;;\r\n\r\n"
    #expect(try titles(head + "title;year\r\nEmma;1815\r\n", skippingLines: 3) == ["Emma"])
    for count in [4, 5, 100] {
      let error = #expect(throws: FileError.self) { try titles(head + "title;year", skippingLines: count) }
      #expect(error == .notRecords(file: "in memory", expected: "a first line with the names of the columns"))
    }
    #expect(Book.count == 1)
  }

  @Test func `a row with another number of fields is refused, and others are imported`() throws {
    let report = try Book.importRows(csv: .string("title,year\nEmma\n\nNora,1,2\n,,\nAnna,77\n,\n"))
    #expect(report.records.map(\.title) == ["Anna"] && report.rows == [4] && report.skippedRows == [5])
    #expect(
      report.failures.map(\.description) == [
        "Row 1: expected 2 fields, as the line of the names has, found 1 at line 2",
        "Row 2: expected 2 fields, as the line of the names has, found 3 at line 4",
        "Row 3: expected 2 fields, as the line of the names has, found 3 at line 5",
      ])
    let nothing = try Book.importRows(csv: .string("title,year\nA,1\nEmma"), allOrNothing: true)
    #expect(nothing.records.isEmpty && Book.count == 1)
  }

  @Test func `a mapping takes names, parents and keys`() throws {
    let mapping: ImportMapping<Book> = [
      .column("Titel", to: \.title), .parent("Autor", \.author, by: \.name, missing: .create), .key(\.title),
    ]
    #expect(try titles("Titel;Autor;year\nEmma;Jane;1815", mapping) == ["Emma"])
    let again = try Book.importRows(csv: .string("Titel;Autor;year\nEmma;;1816\nNora;Jane;"), mapping: mapping)
    #expect("\(again)" == "Book: 1 inserted, 1 updated")
    #expect(Book.order(by: \.title).pluck(\.year) == [1816, 2000])
    #expect(BookShelf.Author.pluck(\.name) == ["Jane"] && BookShelf.Author.pluck(\.bookCount) == [2])
  }

  @Test func `a name that no row has is refused, and one whose fields are all empty is not`() throws {
    let mapping: ImportMapping<Book> = [.column("Titel", to: \.title), .column("Jahr", to: \.year)]
    #expect(try titles("Titel,Jahr\nEmma,", mapping) == ["Emma"])
    #expect(throws: ImportError.columnsNotFound(model: "Book", names: ["Jahr"])) { try titles("Titel\nNora", mapping) }
    #expect(Book.count == 1)
  }

  @Test func `what is no CSV is refused as a whole`() throws {
    let faults: [(String, String)] = [
      ("title,title\nEmma,x", "the column \"title\" is named twice"),
      ("title\n\"Emma", "the quotes around field 1 are not closed"),
      ("title\n\"Emma\"x", "more follows the quotes around field 1"),
    ]
    for (text, reason) in faults {
      let error = #expect(throws: FileError.self) { try titles(text) }
      #expect("\(String(describing: error))".contains(reason), "\(text)")
    }
    #expect(throws: FileError.self) { try titles("[{\"title\": \"Emma\"}]") }
    #expect(throws: FileError.self) { try titles("") }
    #expect(Book.count == 0)
  }

  @Test(arguments: [1, 5, 64, 4096]) func `a file is read in pieces of any size`(size: Int) throws {
    let file = TemporaryFolder.current.appending(path: "books.csv")
    let rows = (0..<200).map { "\"Title \($0), \"\"quoted\"\"\",\($0)" }
    try Data((["head", "title,year"] + rows).joined(separator: "\r\n").utf8).write(to: file)
    let report = try ByteWindow.$pieceSize.withValue(size) {
      try Book.importRows(csv: .file(file), skippingLines: 1)
    }
    #expect(report.records.map(\.title) == (0..<200).map { "Title \($0), \"quoted\"" })
    #expect(report.records.map(\.year) == Array(0..<200))
  }
}
