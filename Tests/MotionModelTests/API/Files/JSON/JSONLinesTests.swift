import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@Suite(.ownStore, .temporaryFolder) struct JSONLinesTests {
  private let file = TemporaryFolder.current.appending(path: "projects.jsonl")

  private static let header = #"{"format": "MotionModel Lines", "version": 1, "scope": "models", "models": 1}"#
  private static let section = #"{"model": "Project", "columns": ["id", "name"], "nextNumber": 3, "count": 2}"#
  private static let rows = [#"{"id": 1, "name": "House \"A\""}"#, #"{"id": 2, "name": "Garden"}"#]

  private func put(_ lines: [String]) throws {
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: file)
  }

  private static let writtenSection =
    #"{"model": "Project", "version": 1, "columns": ["id", "name"], "types": {"id": "Int", "name": "String"}, "#
    + #""fingerprint": "\#(Project.schema.fingerprint)", "nextNumber": 3, "count": 2}"#

  /// Loads lines as the projects of a store of their own.
  private func names(in lines: [String]) throws -> [String] {
    try put(lines)
    return try Store.with(Store()) {
      try Project.load(from: file)
      return Project.pluck(\.name)
    }
  }

  @Test func `there is a line about the file, one for each model, and one for each record`() throws {
    try Project.insert(contentsOf: [Project.new { $0.name = "House \"A\"" }, Project.new { $0.name = "Garden" }])
    try Project.save(to: file)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text == ([Self.header, Self.writtenSection] + Self.rows).map { $0 + "\n" }.joined())
  }

  @Test func `members in any order are read`() throws {
    let section = #"{"nextNumber": 3, "count": 2, "model": "Project", "columns": ["name"]}"#
    #expect(try names(in: [Self.header, section] + Self.rows) == ["House \"A\"", "Garden"])
    let row = #"{"name": "Garden", "id": 2}"#
    #expect(try names(in: [Self.header, Self.section, Self.rows[0], row]) == ["House \"A\"", "Garden"])
    let header = #"{"format": "MotionModel Lines", "models": 1, "version": 1}"#
    #expect(try names(in: ["", header, Self.section, ""] + Self.rows) == ["House \"A\"", "Garden"])
    let other = #"{"models": 1, "version": 1, "format": "MotionModel Lines"}"#
    #expect(try names(in: [other, Self.section] + Self.rows) == ["House \"A\"", "Garden"])
  }

  /// Each order of members is read in one of two ways, which have to agree.
  @Test(arguments: [true, false]) func `a model without records is read, before others and as the last`(
    isCanonical: Bool
  ) throws {
    let project = Self.section, todo = #"{"model": "Todo", "columns": ["id"], "nextNumber": 4, "count": 0}"#
    let other = #"{"count": 0, "model": "Todo", "columns": ["id"], "nextNumber": 4}"#
    let header = Self.header.replacing("models\": 1", with: "models\": 2")
    let empty = isCanonical ? todo : other
    for lines in [[header, empty, project] + Self.rows, [header, project] + Self.rows + [empty]] {
      try put(lines)
      try Store.with(Store()) {
        try Store.current.load(from: file, models: [Project.self, Todo.self])
        #expect(Project.count == 2)
        #expect(try Todo.create().id == 4)
      }
      for count in lines.indices.dropFirst() {
        try put(Array(lines[..<count]))
        #expect(throws: FileError.malformed(file: "projects.jsonl", format: .jsonLines)) {
          try Store.current.load(from: file, models: [Project.self, Todo.self])
        }
      }
    }
  }

  @Test func `a file of JSON is not taken for lines, and lines are known whatever their white space`() throws {
    try Project.create { $0.name = "Shed" }
    try Project.save(to: file, as: .json)
    #expect(throws: FileError.wrongFormat(file: "projects.jsonl", expected: .jsonLines, found: .json)) {
      try Project.load(from: file)
    }
    try put([Self.header.replacing(" ", with: "").replacing("Lines", with: " Lines"), Self.section] + Self.rows)
    let unnamed = TemporaryFolder.current.appending(path: "projects.dat")
    try FileManager.default.copyItem(at: file, to: unnamed)
    try Project.load(from: unnamed)
    #expect(Project.pluck(\.name) == ["House \"A\"", "Garden"])
  }

  @Test func `a section without a name, or with a number as its name, is refused`() throws {
    for name in ["\"\"", "5"] {
      try put([Self.header, Self.section.replacing("\"Project\"", with: name)] + Self.rows)
      #expect(throws: FileError.malformed(file: "projects.jsonl", format: .jsonLines)) {
        try Project.load(from: file)
      }
    }
  }

  @Test func `lines that are nothing but records are those of the model`() throws {
    #expect(try names(in: Self.rows) == ["House \"A\"", "Garden"])
    #expect(try names(in: [#"{"id": 7}"#]) == [Project().name])
    try put([#"{"name": "Garden"}"#, #"{"id": 3}"#])
    let noID = #expect(throws: FileError.self) { try Project.load(from: file) }
    #expect(
      noID.map { "\($0)" }
        == "Record 1 of Project in the file projects.jsonl cannot be read: it has no id, or that of another record.")
    try put(Self.rows)
    let noModel = #expect(throws: FileError.self) { try Store.current.load(from: file, models: []) }
    #expect(
      noModel.map { "\($0)" }
        == "The file projects.jsonl does not name the model of its records: pass its type alone in models.")
    try Store.with(Store()) {
      try Store.current.load(from: file, models: [Project.self])
      #expect(Project.ids == [1, 2])
    }
  }

  @Test func `a file without some of its lines, or with more, is refused`() throws {
    try Project.create { $0.name = "Shed" }
    let lines = [Self.header, Self.section] + Self.rows
    var files = lines.indices.dropLast().map { Array(lines[...$0]) }
    files += [
      lines + [Self.rows[0]], lines + [Self.section] + Self.rows, lines + ["1"], [Self.header, Self.section, "1"],
    ]
    files += [[Self.header, Self.rows[0]], [Self.header.replacing("1}", with: "2}")] + lines.dropFirst()]
    files += [[Self.header, Self.section.replacing("2}", with: "-1}")]]
    files += [[Self.header, Self.section.replacing("2}", with: "9223372036854775807}")] + Self.rows]
    files += [[], [""], ["[1]"], ["null"]]
    for lines in files {
      try put(lines)
      #expect(throws: FileError.self, "\(lines)") { try Project.load(from: file) }
      #expect(Project.pluck(\.name) == ["Shed"])
    }
    try put([Self.rows[0], "7"])
    let error = #expect(throws: FileError.self) { try Project.load(from: file) }
    #expect(
      error.map { "\($0)" }
        == "The file projects.jsonl holds no records: it was expected to have an object on each line.")
  }

  @Test func `lines of a newer version are refused, and JSON is not taken for lines`() throws {
    try put([Self.header.replacing(#""version": 1"#, with: #""version": 2"#), "something else"])
    // What cannot be read at all is damaged, whatever its version.
    #expect(throws: FileError.malformed(file: "projects.jsonl", format: .jsonLines, place: "at line 2, column 1")) {
      try Project.load(from: file)
    }
    try put([Self.header.replacing(#""version": 1"#, with: #""version": 2"#), "[]"])
    #expect(throws: FileError.newer(file: "projects.jsonl", version: 2)) { try Project.load(from: file) }
    try put([Self.header, Self.section] + Self.rows)
    #expect(throws: FileError.wrongFormat(file: "projects.jsonl", expected: .json, found: .jsonLines)) {
      try Project.load(from: file, as: .json)
    }
  }
}
