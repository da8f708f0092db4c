import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

/// What a file says of the types of columns, beside those of the model.
@Suite(.ownStore) struct ChangedColumnsTests {
  private struct Note: Model {
    var id = 0
    var title = ""
    var rank: Int?
    static let schema = Schema<Note>(version: 3) {
      Column(\.title, was: "name")
      Column(\.rank, .ordered)
    }
  }

  private func changes(
    version: Int = 3, fingerprint: String? = "other", _ types: [String: String]
  ) -> String? {
    var section = FileSection(model: "Note", columns: types.keys.sorted(), nextNumber: 1)
    (section.version, section.types, section.fingerprint) = (version, types, fingerprint)
    return ChangedColumns(section, Note.tableLayout, file: "notes.json")?.description
  }

  @Test func `other types are changes`() {
    #expect(
      changes(["id": "UUID", "title": "String?", "rank": "Int"]) == """
        The columns of Note differ from those in the file notes.json, and its version is the same: "id" was UUID and is Int, \
        "rank" was Int and is Int?, "title" was String? and is String. Raise the version of the schema, and pass a migration.
        """)
    #expect(changes(["name": "Int"])?.contains("\"title\" was Int and is String.") == true)
    #expect(changes(fingerprint: nil, ["title": "Int"]) != nil)
  }

  @Test func `columns that are new, gone, renamed or in another order are none`() {
    #expect(changes(["title": "String"]) == nil)
    #expect(changes(["id": "Int", "name": "String", "gone": "Date", "rank": "Int?"]) == nil)
    #expect(changes(["name": "Int", "title": "String"]) == nil)
    #expect(changes([:]) == nil)
  }

  @Test func `columns that a migration was declared for are none, also in the content that it returns`() throws {
    var model = ModelDocument(
      "Note", version: 2, columns: [ColumnDocument("id", type: "Int"), ColumnDocument("rank", type: "String")])
    model.rows.append(["id": 1, "rank": "7"])
    var document = StoreDocument(models: [model])
    let plan = MigrationPlan(migrations: [Migration(from: 2, to: 3, of: "Note")], models: [Note.tableLayout])
    #expect(try plan.migrate(&document, file: "notes.json").count == 1)
    let section = try #require(document.models.first).section
    #expect(section.types == ["id": "Int", "rank": "Int?"])
    #expect(ChangedColumns(section, Note.tableLayout, file: "notes.json") == nil)
  }

  @Test func `a new version, and the same fingerprint, are no changes`() {
    #expect(changes(version: 2, ["title": "Int"]) == nil)
    #expect(changes(fingerprint: Note.schema.fingerprint, ["title": "Int"]) == nil)
  }

  #if DEBUG && (os(macOS) || os(Linux))  // where exit tests are available
    @Test func `in debug builds, loading such a file warns`() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let text =
          #"{"format": "MotionModel", "version": 1, "models": {"Note": {"version": 3, "columns": ["id", "rank"], "#
          + #""types": {"rank": "String"}, "rows": [{"id": 1, "rank": "7"}]}}}"#
        let file = FileManager.default.temporaryDirectory.appending(path: "MotionModel-\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        try Note.deserialize(from: file)
        precondition(Note.first?.rank == 7)
      }
      expectSentence(
        "and its version is the same: \"rank\" was String and is Int?. Raise the version of the schema", result)
    }
  #endif
}
