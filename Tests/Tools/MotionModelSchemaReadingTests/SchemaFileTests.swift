import Foundation
import MotionModelGenerator
import MotionModelSchemaReading
import Testing

struct SchemaFileTests {
  /// Calls a closure with the path of a file that has a content, and removes the file.
  private func withFile(_ name: String, _ content: Data, _ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: name)
    try content.write(to: url)
    try body(url)
  }

  @Test(arguments: [
    ("Shop.sql", "CREATE TABLE todos (id INTEGER PRIMARY KEY)", "Todo"),
    ("schema.RB", "create_table \"todos\" do |t|\nend", "Todo"),
    ("Models.swift", "@Model class Todo { var id = 0 }", "Todo"),
    ("todos.json", "[{\"id\": 1}, {\"id\": 2}]", "Todo"),
  ])
  func `the extension says what a file is`(_ name: String, _ content: String, _ entity: String) throws {
    try withFile(name, Data(content.utf8)) { url in
      let model = try #require(SchemaFile(of: url)).dataModel(at: url)
      #expect(model.name == url.deletingPathExtension().lastPathComponent)
      #expect(model.entities.map(\.name) == [entity])
      #expect(model.entities[0].attributes.map(\.name) == ["id"])
    }
    #expect(SchemaFile(of: URL(filePath: "/a.xcdatamodeld")) == nil)
  }

  @Test func `what is not there, or not text, is a diagnostic`() throws {
    #expect { try SchemaFile.sql.dataModel(at: URL(filePath: "/none.sql")) } throws: {
      "\($0)" == "/none.sql: error: The file cannot be read."
    }
    try withFile("a.sql", Data([0xFF, 0xFE])) { url in
      #expect { try SchemaFile.sql.dataModel(at: url) } throws: {
        "\($0)".hasSuffix("not text in UTF-8: convert it, as by iconv -f LATIN1 -t UTF-8.")
      }
    }
  }

  @Test(arguments: [
    ("a.sql", "CREATE TABLE a (\n  b te\0xt);"), ("a.rb", "create_table \"a\" do |t|\n  t.string \"b\0\"\nend"),
    ("a.swift", "@Model class A {\n  var b: [St\0ing] }"), ("a.json", "[{\"id\": 1,\n\"b\0\": 2}]"),
  ])
  func `a NUL character is refused with its place`(_ name: String, _ content: String) throws {
    try withFile(name, Data(content.utf8)) { url in
      #expect { try #require(SchemaFile(of: url)).dataModel(at: url, calling: "f") } throws: {
        "\($0)".hasPrefix("f:2:")
          && "\($0)".hasSuffix("There is a NUL character in the file, which no text has: remove it.")
      }
    }
  }

  @Test func `a database of SQLite is refused with what to do`() throws {
    try withFile("shop.db", Data("SQLite format 3\0…".utf8)) { url in
      #expect { try #require(SchemaFile(of: url)).dataModel(at: url, calling: "shop.db") } throws: {
        "\($0)"
          == "shop.db: error: The file is a database: write its schema to a file, as by sqlite3 shop.db .schema > schema.sql, "
          + "and give that."
      }
    }
  }
}
