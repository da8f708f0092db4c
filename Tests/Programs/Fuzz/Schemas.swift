import Foundation
import MotionModelGenerator
import MotionModelSchemaReading
import MotionModelTestSupport

/// Data models of Xcode and schemas of other languages, from which models are generated.
enum Schemas {
  static let targets = [
    target(
      "datamodel", samples: "contents",
      words: [
        "<userInfo><entry key=\"was\" value=\"a\"/></userInfo>", "<entity name=\"A\" parentEntity=\"A\"/>",
        "isAbstract=\"YES\"", "toMany=\"YES\"", "&#0;", "&amp;", "<![CDATA[", "attributeType=\"Transformable\"",
        "defaultValueString=\"\\\"\"", "deletionRule=\"Cascade\"", "versionHashModifier=\"2\"",
      ]
    ) { try ContentsReader(file: "contents").dataModel($0, name: "Model") },
    target(
      "sql", samples: "sql",
      words: [
        "CREATE TABLE a (id INTEGER PRIMARY KEY);", "PRIMARY KEY", "REFERENCES", "CHECK (", "DEFAULT", "--", "/*", "*/",
        "$$", "$a$", "E'\\'", "''", "`", "[", "ENUM('a')", "AS IDENTITY", "UNIQUE", "NOT NULL", "INHERITS (a)",
        "PARTITION BY", "ALTER TABLE a ADD CONSTRAINT", "COMMENT ON", "CREATE TYPE a AS ENUM ('b');", "\n\\.\n", ";",
      ]
    ) { try SQLSchemaReader.dataModel(of: text($0), file: "a.sql", named: "Model") },
    target(
      "rails", samples: "rb",
      words: [
        "create_table \"a\", force: :cascade do |t|", "end", "t.string", "t.references", "=> ", "-> { \"now()\" }",
        "<<~SQL", "#{", ":", "%w[", "%(", "add_foreign_key", "add_index", "create_enum", "if_not_exists: true", "nil",
      ]
    ) { try RailsSchemaReader.dataModel(of: text($0), file: "schema.rb", named: "Model") },
    target(
      "swiftdata", samples: "swift",
      words: [
        "@Model", "@Attribute(.unique)", "@Relationship(deleteRule: .cascade, inverse: \\A.b)", "@Transient",
        "class A {",
        "init(", "var a: [String: [Int?]] = [:]", "\"\"\"", "#\"", "\\(", "/*", "*/", "//", "enum A: Int, Codable {",
        "extension A {", "get {", "#if DEBUG", "`", "<", ">", "?", "!", "=", "{", "}", "(", ")",
      ]
    ) { try SwiftDataReader.dataModel(of: [(text($0), "A.swift")], named: "Model") },
    target("samples", samples: "json", words: ["1e999", "\"2020-01-01\"", "\"id\": 1,", "\"\": []", "[[]]"]) {
      try JSONSampleReader.dataModel(of: text($0), file: "a.json", named: "Model")
    },
  ]

  private static func text(_ input: Data) -> String { String(decoding: input, as: UTF8.self) }

  /// - Parameter samples: The end of the names of the files that are valid inputs.
  private static func target(
    _ name: String, samples: String, words: [String], _ read: @escaping @Sendable (Data) throws -> DataModel
  ) -> Target {
    // A type of two letters is a token of its own, so that a text of nothing else takes some 315 bytes for each byte.
    Target(name, MemoryBound(perByte: 384, constant: 4 << 20), words: words) { random in
      let files = try Self.samples(samples)
      return try Data(contentsOf: random.pick(files))
    } read: { input, bound in
      do {
        return try generate(bound.check(input.count) { try read(input) })
      } catch let error as Diagnostic {
        _ = error.description
        return false
      }
    }
  }

  /// The inputs of the samples that the tests generate models of.
  private static func samples(_ end: String) throws -> [URL] {
    let folder = URL(filePath: "Tests/Support/GeneratedSamples/Inputs")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.relativePath).filter { $0.hasSuffix(end) }
      .sorted()
      .map { folder.appending(path: $0) }
  }

  /// Generates models in both forms, and from a version before that lacks the first entity.
  private static func generate(_ dataModel: DataModel) throws -> Bool {
    let older = DataModel(
      name: dataModel.name, version: "before", entities: Array(dataModel.entities.dropFirst()))
    let generators = [Generator(), Generator(), Generator()]
    let sources = [
      generators[0].oneFile(dataModel, named: "Models.swift"), generators[1].folder(dataModel),
      generators[2].folder(dataModel, versions: [older, dataModel]),
    ]
    for generator in generators { for diagnostic in generator.diagnostics.all { _ = diagnostic.description } }
    return !sources[0].isEmpty
  }
}
