import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// JSON is read record by record if it has the structure that the library writes, and otherwise as a whole. The result
/// has to be the same.
@Suite(.ownStore, .temporaryFolder) struct JSONFileReaderTests {
  private let file = TemporaryFolder.current.appending(path: "todos.json")

  private static let rows = #"{"id": 3, "name": "Dog"}, {"id": 5, "name": "Cat", "priority": 2}"#

  /// Loads JSON into a store of its own.
  private func load(_ json: String, unknownColumns: UnknownColumns = .keep) throws -> [String] {
    try Data(json.utf8).write(to: file)
    return try Store.with(Store()) {
      try Store.current.load(from: file, models: [Todo.self, Project.self], unknownColumns: unknownColumns)
      return Todo.all.map { "\($0.id) \($0.name) \($0.priority)" } + ["next \(try Todo.create().id)"]
    }
  }

  private func file(of sections: String, scope: String = #""scope": "models", "#) -> String {
    #"{"format": "MotionModel", "version": 1, \#(scope)"models": {\#(sections)}}"#
  }

  @Test func `the order of members and the white space do not matter`() throws {
    let canonical = #""Todo": {"columns": ["id", "name", "priority"], "nextNumber": 9, "rows": [\#(Self.rows)]}"#
    let other = #""Todo": {"rows": [\#(Self.rows)], "nextNumber": 9, "columns": ["id", "name", "priority"]}"#
    let priority = Todo().priority
    let expected = ["3 Dog \(priority)", "5 Cat 2", "next 9"]
    for json in [
      file(of: canonical), file(of: canonical, scope: ""), file(of: other),
      file(of: canonical).replacing(" ", with: "\n\t "), file(of: canonical).replacing(" ", with: ""),
      "\u{FEFF}" + file(of: canonical) + " \n", file(of: canonical).replacing(#""id":"#, with: #""\u0069d":"#),
      file(of: canonical).replacing(#"["id", "name", "priority"]"#, with: #"["priority", "id", "name"]"#),
      file(of: canonical).replacing(#"["id", "name", "priority"]"#, with: #"["id"]"#),
      #"{"models": {\#(canonical)}, "version": 1, "format": "MotionModel"}"#,
      file(of: #""Project": {"columns": [], "nextNumber": 1, "rows": []}, \#(canonical)"#),
    ] { #expect(try load(json) == expected, "\(json)") }
  }

  @Test func `a file without rows, and one without models, are read`() throws {
    #expect(try load(file(of: #""Todo": {"columns": [], "nextNumber": 4, "rows": []}"#)) == ["next 4"])
    #expect(try load(file(of: "")) == ["next 1"])
    #expect(try load(file(of: #""Todo": {"columns": ["id"], "nextNumber": 1, "rows": [{"id": 1}]}"#)).count == 2)
  }

  @Test func `what is no such file is refused in the same words, wherever the fault is`() throws {
    let section = #""Todo": {"columns": ["id", "name"], "nextNumber": 9, "rows": [\#(Self.rows)]}"#
    let malformed = "The file todos.json is damaged or incomplete: it begins as JSON but cannot be read to its end."
    func fault(_ place: String) -> String {
      "The file todos.json cannot be read as JSON at line 1, \(place): correct it there, or take a copy that is whole."
    }
    let twice = ", where a key comes a second time"
    for (json, message) in [
      (file(of: section) + "x", fault("column 202")), (file(of: section + ","), fault("column 201")),
      (file(of: section + ", " + section), fault("column 331\(twice)")),
      (file(of: section.replacing(#""id": 3"#, with: #""id": 3, "id": 3"#)), fault("column 150\(twice)")),
      (file(of: section.replacing(#""Dog""#, with: "\"\u{1}\"")), fault("column 152")),
      (file(of: section.replacing("9", with: "09")), fault("column 121")),
      (String(file(of: section).dropLast(2)), malformed),
      (
        file(of: section.replacing(#""nextNumber": 9"#, with: #""nextNumber": "many""#)),
        "The file todos.json holds no records: it was expected to have columns and rows for Todo."
      ),
      (
        file(of: section).replacing(#""version": 1"#, with: #""version": 7"#),
        "The file todos.json is in version 7 of the format, and this library reads up to 1: use a newer one."
      ),
      (
        file(of: section.replacing("priority", with: "colour")),
        #"Record 2 of Todo in the file todos.json cannot be read: Todo has no column "colour": use one that its schema "#
          + "declares."
      ),
      (
        file(of: section.replacing(#""id": 3"#, with: #""id": 3, "due_date": null, "dueDate": null"#)),
        #"Record 1 of Todo in the file todos.json cannot be read: Todo was given two values for "dueDate", "#
          + "under two of its names: give one."
      ),
      (
        file(of: section.replacing("Todo", with: "Kiosk")),
        "The file todos.json holds records of Kiosk, a model that the store does not know: pass its type in models."
      ),
    ] {
      let error = #expect(throws: FileError.self, "\(json)") { try load(json, unknownColumns: .refuse) }
      #expect(error.map { "\($0)" } == message, "\(json)")
    }
  }

  @Test func `a column that is listed twice has the value of its name`() throws {
    let section = #""Todo": {"columns": ["name", "id", "name"], "nextNumber": 1, "rows": [\#(Self.rows)]}"#
    #expect(try load(file(of: section)).map { $0.prefix(5) } == ["3 Dog", "5 Cat", "next "])
  }

  @Test func `a file that is cut off is said to be so, whatever is wrong with its records`() throws {
    let section = #""Todo": {"columns": ["id", "colour"], "nextNumber": 1, "rows": [{"id": 1, "colour": 1}, {"id": "#
    try Data(file(of: section).dropLast(2).utf8).write(to: file)
    #expect(throws: FileError.malformed(file: "todos.json", format: .json)) { try Todo.load(from: file) }
  }

  @Test(arguments: [
    ("[{\"name\": \"Dog\"},\n {\"näme\": tru}]", FileFormat.json, "at line 2, column 11"),
    ("[{\"name\": \"Dog\"} {}]", .json, "at line 1, column 18"),
    ("[{\"name\": 'Dog'}]", .json, "at line 1, column 11"),
    ("[{\"name\": \"a\tb\"}]", .json, "at line 1, column 13"),
    ("[{\"name\": 1,\n  \"name\": 2}]", .json, "at line 2, column 12, where a key comes a second time"),
    ("{\"name\": \"Dog\"}\n{name: 1}\n", .jsonLines, "at line 2, column 2"),
    ("[\n{\"name\": \"Dog\"}", .json, ""), ("[{\"name\": \"Do", .json, ""), ("{\"name\"", .jsonLines, ""),
  ])
  func `the place of a fault is said, unless the end is missing`(
    text: String, format: FileFormat, place: String
  ) throws {
    let error = #expect(throws: FileError.self) { try Todo.load(from: .string(text), as: format) }
    #expect(error == .malformed(file: "in memory", format: format, place: place.isEmpty ? nil : place))
  }

  @Test func `records of a model without a name are refused`() throws {
    let section = "\"\": {\"columns\": [\"id\", \"name\"], \"nextNumber\": 9, \"rows\": [\(Self.rows)]}"
    try Data(file(of: section).utf8).write(to: file)
    #expect(throws: FileError.self) { try Todo.load(from: file) }
  }

  /// A row must not take time for columns that it does not have, nor a column for those before it.
  @Test func `thirty thousand columns and rows are read as quickly as few`() throws {
    let names = (0..<30_000).map { "\"c\($0)\"" }
    let columns = "\"id\", " + names.joined(separator: ", ")
    let rows = (1...30_000).map { "{\"id\": \($0)}" }.joined(separator: ", ")
    #expect(
      try load(file(of: "\"Todo\": {\"columns\": [\(columns)], \"nextNumber\": 1, \"rows\": [\(rows)]}")).count
        == 30_001)
    let row = names.reversed().map { "\($0): 1" }.joined(separator: ", ")
    let error = #expect(throws: FileError.self) {
      try load(
        file(of: "\"Todo\": {\"columns\": [\(columns)], \"nextNumber\": 1, \"rows\": [{\(row)}]}"),
        unknownColumns: .refuse)
    }
    #expect(
      error.map { "\($0)" } == #"Record 1 of Todo in the file todos.json cannot be read: Todo has no column "c0": "#
        + "use one that its schema declares.")
  }

  /// Values that are kept, and those of a document, take memory for what rows have, not for the columns of all rows.
  @Test func `thirty thousand rows, each with a column of its own, are read as quickly as few`() throws {
    let rows = (1...30_000).map { "{\"id\": \($0), \"c\($0)\": 1}" }.joined(separator: ", ")
    let json = file(of: "\"Todo\": {\"columns\": [\"id\"], \"nextNumber\": 1, \"rows\": [\(rows)]}")
    #expect(try load(json).count == 30_001)
    let document = try StoreDocument(Data(json.utf8))
    #expect(document["Todo"]?.rows[7].attributes == ["id": 8, "c8": 1])
    #expect(document["Todo"]?.columns.count == 30_001)
  }

  @Test func `a column in two spellings takes the value of whichever has one`() throws {
    let rows = #"{"id": 1, "dueDate": "2001-01-01"}, {"id": 2, "due_date": "2001-01-01"}, {"id": 3}"#
    let section = #""Todo": {"columns": ["id", "due_date", "dueDate"], "nextNumber": 1, "rows": [\#(rows)]}"#
    _ = try load(file(of: section))
    try Store.current.load(from: file, models: [Todo.self])
    let start = Date(timeIntervalSinceReferenceDate: 0)
    #expect(Todo.pluck(\.dueDate) == [start, start, nil])
  }
}
