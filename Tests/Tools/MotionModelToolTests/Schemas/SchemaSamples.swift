import Foundation
import MotionModel

/// Files whose models are printed.
enum SchemaSamples {
  /// A model with a column of every type, and one that it refers to.
  static let everyType = StoreDocument(models: [
    TableDocument("Owner", columns: [column("code", "UUID"), column("name", "String")]),
    TableDocument(
      "Everything", version: 3,
      columns: [column("id", "Int")] + types.enumerated().map { column("c\($0)", $1) } + [column("ownerID", "UUID?")]),
  ])

  static let types = [
    "String", "Bool", "Int8", "Int16", "Int32", "Int", "UInt8", "UInt16", "UInt32", "UInt", "Double", "Float",
    "Decimal",
    "Date", "UUID", "URL", "Data", "[String]", "[Int?]", "[[Date]]", "[String: Int]", "Status (String)", "Level (Int8)",
    "[Status (String)]", "Address", "String?", "Double?", "[String: [Decimal]]?", "Level (Int)?",
  ]

  /// Names that are keywords, or that a language cannot have as they are, or takes for others.
  static let hostile = StoreDocument(models: [
    TableDocument(
      "select",
      columns: [
        "id", "from", "class", "a b", "a\"b", "a_b", "A_B", "1st", "naïve", "", "line\nfeed", "-- x", "*/", "$ref",
      ]
      .map { column($0, "String") }),
    TableDocument("sqlite_master", columns: [column("id", "Int")]),
    TableDocument("SELECT", columns: [column("id", "T\"; DROP TABLE x; --\n\u{2028}x")]),
    TableDocument("string", columns: [column("id", "Int"), column("key", "Int")]),
    TableDocument("a/b~c %d\"e\\", columns: [column("id", "Int")]),
    TableDocument(
      String(repeating: "n", count: 70),
      columns: [column(String(repeating: "é", count: 40), "Int"), column(String(repeating: "é", count: 41), "Int")]),
    TableDocument("Empty"),
  ])

  /// Records of another program, whose types are those of the values.
  static let untyped = """
    [{"id": 1, "name": "Ann", "size": 1, "share": 0.5, "born": "2012-09-15", "tags": ["a"], "mixed": 1, "box": {}, "no": null},
     {"id": 2, "name": "Bob", "size": 2.5, "share": 1, "born": "2013-01-02", "tags": [], "mixed": "x", "ok": true, "zip": "007"},
     {"id": 3, "name": "Cyd", "size": 3, "share": 1, "tags": [], "number": "12"}]
    """

  private static func column(_ name: String, _ type: String) -> ColumnDocument { ColumnDocument(name, type: type) }
}
