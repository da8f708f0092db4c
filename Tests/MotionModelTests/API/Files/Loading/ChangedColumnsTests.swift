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
    return ChangedColumns(section, Note.tableLayout).map { ChangedColumns.description($0.model, $0.columns) }
  }

  @Test func `other types are changes`() {
    #expect(
      changes(["id": "UUID", "title": "String?", "rank": "Double"]) == """
        has records of Note in which "id" was UUID and is Int, "rank" was Double and is Int?, "title" was String? and is String, \
        though the version is the same: raise the version of the schema, and pass a migration.
        """)
    #expect(changes(["name": "Int"])?.contains("\"title\" was Int and is String,") == true)
    #expect(changes(fingerprint: nil, ["title": "Int"]) != nil)
  }

  @Test func `columns that are new, gone, renamed or in another order are none`() {
    #expect(changes(["title": "String"]) == nil)
    #expect(changes(["id": "Int", "name": "String", "gone": "Date", "rank": "Int?"]) == nil)
    #expect(changes(["name": "Int", "title": "String"]) == nil)
    #expect(changes([:]) == nil)
  }

  @Test func `columns that a migration was declared for are none, also in the content that it returns`() throws {
    var model = StoreDocument.Table(
      "Note", version: 2,
      columns: [StoreDocument.Column("id", type: "Int"), StoreDocument.Column("rank", type: "String")])
    model.rows.append(["id": 1, "rank": "7"])
    var document = StoreDocument(models: [model])
    let plan = MigrationPlan(migrations: [Migration(from: 2, to: 3, of: "Note")], models: [Note.tableLayout])
    try plan.migrate(&document, file: "notes.json")
    let section = try #require(document.models.first).section
    #expect(section.types == ["id": "Int", "rank": "Int?"])
    #expect(ChangedColumns(section, Note.tableLayout) == nil)
  }

  @Test func `a new version, and the same fingerprint, are no changes`() {
    #expect(changes(version: 2, ["title": "Int"]) == nil)
    #expect(changes(fingerprint: Note.schema.fingerprint, ["title": "Int"]) == nil)
  }

  // MARK: - Types

  @Test(arguments: [
    ("Int", "Int?"), ("Int?", "Int?"), ("Int32", "Int"), ("Int", "Int32"), ("UInt8?", "Int16?"), ("Float", "Double"),
    ("String", "Status (String)"), ("Status (String)", "String?"), ("Status (String)", "State (String)"),
    ("UUID", "TodoID (UUID)"), ("[Int32]", "[Int]"), ("[String: Float]", "[String: Double?]"), ("[[Int8]]", "[[Int]]?"),
    ("[Int32?]", "[Int?]"), ("Money", "Money"),
  ]) func `these changes keep the meaning of each value`(was: String, type: String) {
    #expect(StoredType.keepsMeaning(from: was, to: type))
  }

  @Test(arguments: [
    ("Int?", "Int"), ("Cents", "Decimal"), ("Cents", "Int"), ("Int", "Cents"), ("Cents (Int)", "Dollars (Int)"),
    ("Cents (Int)", "Int"), ("Int", "Cents (Int)"), ("Int", "Decimal"), ("Int", "Double"), ("Double", "Float"),
    ("Double", "Decimal"), ("Double", "Int"),
    ("String", "Int"), ("Int", "String"), ("String", "Date"), ("Date", "Double"), ("Date", "Int"),
    ("Bool", "Int"), ("Int", "Bool"), ("[Int]", "Set<Int>"), ("Set<Int>", "[Int]"), ("[Int]", "[String: Int]"),
    ("[String: Int]", "[Int]"), ("[Cents]", "[Int]"), ("[Int]", "Int"), ("UUID", "String"), ("[Int?]", "[Int]"),
    ("Settings", "Preferences"), ("Status (String)", "Status (Int)"),
  ]) func `these changes may not`(was: String, type: String) {
    #expect(!StoredType.keepsMeaning(from: was, to: type))
  }
}
