import Foundation
import MotionModelGenerator
import MotionModelSchemaReading
import Testing

/// Counts what the files of `Fixtures/Schemas` declare by the beginnings of their lines, and compares it with what was read.
struct SchemaCorpusTests {
  /// A file, and the lines that declare something in it.
  struct File: CustomTestStringConvertible, Sendable {
    let name: String
    let tables: String
    let columns: String
    let keys: String
    let enums: String
    /// Tables whose rows are those of others.
    var parts = 0
    /// Tables of the database itself, with the columns that are in the same line.
    var own = "^\\0$"
    /// What is no table, and has to be in a warning.
    let leftOut: [String]

    var testDescription: String { name }
  }

  private static let files = [
    File(
      name: "MySQL.sql", tables: "^CREATE TABLE ", columns: "^  `", keys: "^  CONSTRAINT .* FOREIGN KEY ",
      enums: "^  `.*` enum\\(", leftOut: ["names", "names"]),
    File(
      name: "PostgreSQL.sql", tables: "^CREATE TABLE ",
      columns: "^    (\"?)(?!CONSTRAINT|ADD|'|count)[a-z_]+\\1 [a-z]+.*[^(]$",
      keys: "^    ADD CONSTRAINT .* FOREIGN KEY ", enums: "^CREATE TYPE .* AS ENUM", parts: 1,
      leftOut: ["public.counts", "public.recent", "counts_author"]),
    File(
      name: "SQLite.sql", tables: "^CREATE TABLE ", columns: "^  (?!CHECK|UNIQUE|FOREIGN|INSERT|UPDATE)",
      keys: "REFERENCES", enums: "^\\0$", own: "sqlite_|'note_fts_", leftOut: ["note_fts", "recent"]),
    File(
      name: "Rails.rb", tables: "^  create_table ", columns: "^    t\\.(?!index|[a-z]+_constraint)",
      keys: "^  add_foreign_key ", enums: "^  create_enum ", leftOut: ["busy", "busy", "touch"]),
    File(
      name: "SwiftData.swift", tables: "^(@Model )?final class ",
      columns: "^  (@[A-Z].*\\) |@Transient |private\\(set\\) )?var (?!area)", keys: "^\\0$", enums: "^\\0$",
      leftOut: []),
  ]

  private static let folder = URL(filePath: #filePath).appending(path: "../../../Support/Fixtures/Schemas")
    .standardizedFileURL

  @Test(arguments: files)
  func `everything that a file declares is there, at its line`(_ file: File) throws {
    let url = Self.folder.appending(path: file.name)
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    func numbers(_ pattern: String) throws -> Set<Int> {
      let pattern = try Regex(pattern)
      return Set(lines.indices.filter { lines[$0].firstMatch(of: pattern) != nil }.map { $0 + 1 })
    }
    let model = try #require(SchemaFile(of: url)).dataModel(at: url)
    let entities = model.entities.filter { !$0.userInfo.isSet(.enum) }
    let enums = model.entities.filter { $0.userInfo.isSet(.enum) }
    let tables = try numbers(file.tables).subtracting(numbers(file.own))
    let read = Set(entities.map(\.place.line))
    #expect(read.isSubset(of: tables))
    #expect(read.count == tables.count - file.parts && entities.count == read.count)
    #expect(Set(enums.map(\.place.line)) == (try numbers(file.enums)))

    // The columns of partitions are those of their tables, and heirs have columns of others.
    let places = entities.flatMap { entity in
      entity.attributes.map { ($0.place.line, $0.name) } + entity.relationships.map { ($0.place.line, $0.name) }
    }
    let missing = try numbers(file.columns).subtracting(places.map(\.0))
    let invented = try Set(places.map(\.0)).subtracting(numbers(file.columns)).subtracting(tables)
      .subtracting(numbers("^INHERITS"))
    let partition = Set(tables.subtracting(read).flatMap { $0 + 1...$0 + 3 })
    #expect(missing == (file.parts == 0 ? [] : partition), "\(missing.sorted().map { lines[$0 - 1] })")
    #expect(invented.isEmpty, "\(invented.sorted().map { lines[$0 - 1] })")

    let keys = try numbers(file.keys).count
    let doubts = entities.flatMap(\.doubts)
    if keys > 0 {
      let ends = entities.reduce(0) { $0 + $1.relationships.count }
      #expect(ends == 2 * (keys - doubts.count { $0.hasSuffix("so it is no relation.") }))
    }
    for name in file.leftOut {
      #expect(model.leftOut.contains { $0.message.contains(" \(name)") })
    }
    #expect(model.leftOut.count == file.leftOut.count)
  }

  @Test(arguments: files)
  func `Swift is generated from each file, with all its columns`(_ file: File) throws {
    let url = Self.folder.appending(path: file.name)
    let model = try #require(SchemaFile(of: url)).dataModel(at: url)
    let generator = Generator()
    let source = try #require(generator.oneFile(model, named: "x").first, "\(generator.diagnostics.all)").text
    for entity in model.entities where !entity.userInfo.isSet(.enum) {
      for attribute in entity.attributes { #expect(source.contains("var \(attribute.name)") || attribute.name == "id") }
    }
  }
}
