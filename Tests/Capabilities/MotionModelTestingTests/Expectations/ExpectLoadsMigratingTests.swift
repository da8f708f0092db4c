import Foundation
import MotionModel
import MotionModelTesting
import Testing

@Suite struct ExpectLoadsMigratingTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static let migrations = [
    Migration(from: 1, to: 2, of: "Visit") { visits in try visits.convert("count", to: "Int") { $0 == "one" ? 1 : 2 } }
  ]

  private func file(version: Int, type: String, _ count: String) throws -> URL {
    try folder.write(
      """
      {"format": "MotionModel", "version": 1, "models": {"Visit": {"version": \(version), "columns": ["id", "count"],
      "types": {"id": "Int", "count": "\(type)"}, "fingerprint": "0", "nextNumber": 3,
      "rows": [{"id": 1, "count": \(count)}, {"id": 2, "count": \(count)}]}}}
      """, to: "visits-\(version).json")
  }

  @Test func `files of all versions are migrated, and not changed`() throws {
    for file in [try file(version: 1, type: "String", "\"one\""), try file(version: 2, type: "Int", "1")] {
      let before = try Data(contentsOf: file)
      let store = try #require(
        expectLoads(file, models: [Visit.self], migrations: Self.migrations, "Visit: 2"))
      #expect(store.text() == "Visit 1: count 1\nVisit 2: count 1")
      #expect(try Data(contentsOf: file) == before)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("").path).count == 2)
  }

  @Test func `an encoded file is migrated with its coding`() throws {
    let document = try StoreDocument(contentsOf: file(version: 1, type: "String", "\"one\""))
    let secret = folder.file("secret")
    try document.write(to: secret, as: .json, coding: Flipping())
    let store = expectLoads(
      secret, models: [Visit.self], migrations: Self.migrations, "Visit: 2", coding: Flipping())
    #expect(store?.text() == "Visit 1: count 1\nVisit 2: count 1")
    var changed = document
    changed["Visit"]?.version = 2
    try changed.write(to: secret, as: .json, coding: Flipping())
    let issues = recordedIssues {
      expectLoads(secret, models: [Visit.self], migrations: Self.migrations, coding: Flipping())
    }
    #expect(issues.first?.text.contains("raise the version of the schema") == true)
  }

  @Test func `a column with another type and no new version is an issue`() throws {
    let file = try file(version: 2, type: "String?", "\"1\"")
    let line = #line + 2
    let issues = recordedIssues {
      expectLoads(file, models: [Visit.self], migrations: Self.migrations)
    }
    #expect(
      issues == [
        RecordedIssue(
          text: """
            The file visits-2.json does not load: The file visits-2.json has records of Visit in which "count" was String? and \
            is Int, though the version is the same: raise the version of the schema, and pass a migration.
            """, line: line)
      ])
  }

  @Test func `a file that is refused, and other numbers of records, are issues`() throws {
    let first = try file(version: 1, type: "String", "\"one\"")
    let issues = recordedIssues {
      #expect(expectLoads(first, models: [Visit.self], migrations: []) == nil)
      #expect(expectLoads(folder.file("none.json"), models: [Visit.self], migrations: []) == nil)
      expectLoads(first, models: [Visit.self], migrations: Self.migrations, "Visit: 3")
    }
    #expect(
      issues.map { $0.text.prefix(while: { $0 != "\n" }) } == [
        """
        The file visits-1.json does not load: The file visits-1.json holds records of Visit in version 1, and no migration \
        leads from there to version 2: pass one in migrations.
        """,
        "The file none.json does not load: There is no file none.json.",
        "The file visits-1.json does not have the expected numbers of records.",
      ])
  }
}

private struct Visit: Model {
  var id = 0
  var count = 0

  static let schema = Schema<Visit>(version: 2) { Column(\.count) }
}
