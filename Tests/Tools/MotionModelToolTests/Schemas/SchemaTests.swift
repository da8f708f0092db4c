import Foundation
import MotionModel
import MotionModelInspector
import MotionModelTestSupport
import Testing

@testable import MotionModelTool

/// The models of a file in the languages of others.
@Suite(.temporaryFolder) struct SchemaTests {
  init() throws {
    try SchemaSamples.everyType.write(to: ToolRun.url("every.json"))
    try SchemaSamples.hostile.write(to: ToolRun.url("hostile.json"))
  }

  fileprivate static let everyType = [
    "schema", "@every.json", "-r", "Everything.ownerID=Owner", "-u", "Everything.c0", "-u", "Everything.c1, c2", "--id",
    "code", "--as",
  ]
  fileprivate static let hostile = [
    "schema", "@hostile.json", "-r", "string.key=a/b~c %d\"e\\", "-r", "select.from=select", "--as",
  ]

  // MARK: - Languages

  @Test(arguments: SchemaLanguage.allCases)
  func `every type, optional, key and constraint has its form`(_ language: SchemaLanguage) throws {
    #expect(ToolRun(Self.everyType + [language.rawValue]) == .prints(try #require(SchemaGoldens.everyType[language])))
  }

  @Test(arguments: SchemaLanguage.allCases)
  func `names that a language cannot have are quoted, or get others`(_ language: SchemaLanguage) throws {
    #expect(ToolRun(Self.hostile + [language.rawValue]) == .prints(try #require(SchemaGoldens.hostile[language])))
  }

  @Test(arguments: SchemaLanguage.allCases)
  func `types that a file does not say are inferred from the values, and marked`(_ language: SchemaLanguage) throws {
    let run = ToolRun("schema", "-", "--as", language.rawValue, "--from", "json", input: SchemaSamples.untyped)
    #expect(run == .prints(try #require(SchemaGoldens.untyped[language])))
  }

  @Test func `the language is Mermaid if none is given`() {
    #expect(ToolRun("schema", "@every.json") == ToolRun("schema", "@every.json", "--as", "mermaid"))
  }

  @Test func `one model is printed with its references to itself`() {
    #expect(
      ToolRun("schema", "@hostile.json", "string", "--as", "sqlite", "-r", "string.key=select")
        == .prints("CREATE TABLE \"string\" (\n  \"id\" INTEGER NOT NULL PRIMARY KEY,\n  \"key\" INTEGER NOT NULL\n);"))
    #expect(
      ToolRun("schema", "@hostile.json", "string", "--as", "sqlite", "-r", "string.key=string").output
        .contains("REFERENCES \"string\" (\"id\")"))
  }

  @Test func `a key whose type the file does not say has the type of the ids`() throws {
    try Data("id,name\n1,Ann\n".utf8).write(to: ToolRun.url("people.csv"))
    let document = StoreDocument(models: [
      TableDocument("Person", columns: [ColumnDocument("id", type: "Int")]),
      TableDocument("Letter", columns: ["id", "to"], rows: [["id": 1, "to": .string("1x")]]),
    ])
    try document.write(to: ToolRun.url("letters.json"))
    #expect(
      ToolRun("schema", "@letters.json", "Letter", "--as", "typescript", "-r", "Letter.to=Person").output
        .contains("  to: number;"))
  }

  // MARK: - What reads them

  #if os(macOS) || os(Linux)  // where processes can be started
    @Test(.enabled(if: sqlite != nil, "The program sqlite3 is not here."), arguments: [everyType, hostile])
    func `SQLite creates the tables`(_ words: [String]) throws {
      let sql = ToolRun(words + ["sqlite"]).output
      let names = try runSQLite(sql + "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid;")
      let tables = sql.split(separator: "\n").compactMap { line in
        line.wholeMatch(of: /CREATE TABLE "(.*)" \(/).map { String($0.1).replacing("\"\"", with: "\"") }
      }
      #expect(names.split(separator: "\n").map(String.init) == tables && tables.count > 1)
      #expect(try runSQLite(sql + "PRAGMA foreign_key_check;") == "")
    }

    @Test(.enabled(if: sqlite != nil, "The program sqlite3 is not here."))
    func `SQLite enforces the keys and the constraints`() throws {
      let sql =
        ToolRun("schema", "@hostile.json", "string", "--as", "sqlite", "-r", "string.key=string", "-u", "string.key")
        .output + "PRAGMA foreign_keys = 1;\n"
      #expect(try runSQLite(sql + "INSERT INTO string VALUES (1, 1); SELECT count(*) FROM string;") == "1\n")
      #expect(throws: SQLiteError.self) { try runSQLite(sql + "INSERT INTO string VALUES (1, 2);") }
      #expect(throws: SQLiteError.self) { try runSQLite(sql + "INSERT INTO string VALUES (1, 1), (2, 1);") }
      #expect(throws: SQLiteError.self) { try runSQLite(sql + "INSERT INTO string VALUES (1, NULL);") }
    }

    private struct SQLiteError: Error { let message: String }

    static let sqlite = ["/usr/bin/sqlite3", "/usr/local/bin/sqlite3", "/opt/homebrew/bin/sqlite3"]
      .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Runs statements in a database in memory.
    private func runSQLite(_ sql: String) throws -> String {
      let (process, input, output, errors) = (Process(), Pipe(), Pipe(), Pipe())
      process.executableURL = URL(filePath: try #require(Self.sqlite))
      process.arguments = ["-batch", "-bail", ":memory:"]
      (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
      try process.run()
      try input.fileHandleForWriting.write(contentsOf: Data(sql.utf8))
      try input.fileHandleForWriting.close()
      let text = try output.fileHandleForReading.readToEnd() ?? Data()
      let message = try errors.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      if process.terminationStatus != 0 { throw SQLiteError(message: String(decoding: message, as: UTF8.self)) }
      return String(decoding: text, as: UTF8.self)
    }
  #endif

  @Test(arguments: [everyType, hostile])
  func `JSON Schema is JSON whose references lead to definitions`(_ words: [String]) throws {
    let output = Data(ToolRun(words + ["json-schema"]).output.utf8)
    let root = try #require(try JSONSerialization.jsonObject(with: output) as? [String: Any])
    #expect(Set(root.keys) == ["$schema", "type", "properties", "$defs"])
    let definitions = try #require(root["$defs"] as? [String: [String: Any]])
    let properties = try #require(root["properties"] as? [String: [String: Any]])
    #expect(Set(properties.keys) == Set(definitions.keys))
    for (name, property) in properties {
      let reference = try #require((property["items"] as? [String: Any])?["$ref"] as? String)
      let pointer = try #require(reference.removingPercentEncoding).dropFirst("#/$defs/".count)
      #expect(pointer.replacing("~1", with: "/").replacing("~0", with: "~") == name)
    }
    for definition in definitions.values {
      #expect(Set(definition.keys) == ["type", "properties", "required"])
      let names = try #require(definition["properties"] as? [String: Any]).keys
      #expect(Set(try #require(definition["required"] as? [String])).isSubset(of: names))
    }
  }

  // MARK: - Bad input

  @Test(arguments: [
    (["-r", "Everything.ownerID"], "--reference expects the form Album.artistID=Artist, and got Everything.ownerID."),
    (["-r", "Everything.ownerId=Owner"], "There is no column ownerId: did you mean ownerID?"),
    (["-r", "Everything.ownerID=Ownr"], "There is no model Ownr: did you mean Owner?"),
    (["-r", "Empty.x=Owner"], "There is no model Empty: there is Owner, Everything."),
    (["-u", "Everything"], "--unique expects the form Track.number or Track.albumID,number, and got Everything."),
    (["-u", "Everything.c0,c99"], "There is no column c99: did you mean c9?"),
    (["--as", "sql"], "--as expects one of mermaid, sqlite, postgresql, json-schema, typescript, and got sql."),
  ])
  func `what the file does not have is an error`(_ options: [String], _ message: String) {
    #expect(
      ToolRun(["schema", "@every.json"] + options)
        == .fails(.usage, "motionmodel schema: \(message)\nSee motionmodel schema --help."))
  }

  @Test func `a reference needs to know the ids`() {
    let run = ToolRun(
      "schema", "-", "--from", "json", "-r", "Records.a=Records", input: "[{\"a\": 1}, {\"b\": 1}]")
    #expect(
      run
        == .fails(
          .usage,
          "motionmodel schema: It is not known which column of Records has the ids: name it with --id.\nSee motionmodel schema --help."
        ))
  }
}

struct TypeNameTests {
  @Test(arguments: [
    "String", "Int", "Int8", "UInt64", "[String]", "[[Int?]?]", "[String: [Double]]", "Status (String)",
    "Level (Int8)?",
    "Address", "", "[]", "?", "[", "(", "(Int)", "A (B)", "[String: ]",
  ])
  func `a type that is read from its name has the name`(_ name: String) {
    let type = ColumnType(typeName: name)
    #expect("\(type)" == name.replacing("UInt64", with: "UInt"))
  }

  @Test func `names that nest very deep are custom types inside`() {
    let name = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    #expect("\(ColumnType(typeName: name))" == name)
    #expect(ColumnKind(type: name) != .unknown)
  }
}
