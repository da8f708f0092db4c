import Foundation
import MotionModel
import MotionModelSQL
import Testing

private struct SQLTask: Model {
  enum Status: String, ColumnValue { case open, done }

  var id = 0
  var name = ""
  var note: String?
  var priority = 0
  var weight: Double?
  var amount = Decimal(0)
  var status = Status.open
  var tags: [String] = []

  static let schema = Schema<SQLTask> {
    Column(\.name, .unique)
    Column(\.note)
    Column(\.priority, .ordered)
    Column(\.weight)
    Column(\.amount)
    Column(\.status)
    Column(\.tags)
  }
}

/// What remarks may be about.
private struct Medal: Model {
  var id = 0

  static let schema = Schema<Medal> {}
  struct Relations { let remarks = HasMany<Remark>(as: \.about) }
  static let relations = Relations()
}

private struct Remark: Model {
  var id = 0
  var aboutType: String?
  var aboutID: Int?

  static let schema = Schema<Remark> {
    Column(\.aboutType)
    Column(\.aboutID)
  }
  struct Relations { let about = BelongsToAny<Int>(type: \.aboutType, id: \.aboutID, Medal.self, Owner.self) }
  static let relations = Relations()
}

private struct Owner: Model {
  var id = 0
  var name = ""
  var chiefID: Int?

  static let schema = Schema<Owner> {
    Column(\.name)
    Column(\.chiefID)
  }
  struct Relations {
    let pets = HasMany<Pet>(\.ownerID)
    let chief = BelongsTo<Owner>(\.chiefID)
  }
  static let relations = Relations()
}

private struct Pet: Model {
  var id = 0
  var name = ""
  var ownerID = 0

  static let schema = Schema<Pet> {
    Column(\.name)
    Column(\.ownerID)
  }
  struct Relations {
    let owner = BelongsTo<Owner>(\.ownerID)
  }
  static let relations = Relations()
}

/// Finders as SQL.
@Suite struct FinderSQLTests {
  private let names = #""id", "name", "note", "priority", "weight", "amount", "status", "tags""#

  private func condition(_ finder: Finder<SQLTask>, _ dialect: SQLDialect = .sqlite) -> String {
    let text = finder.sql(dialect).statement.text
    guard let start = text.range(of: " WHERE "), let end = text.range(of: " ORDER BY ", options: .backwards) else {
      return text
    }
    return String(text[start.upperBound..<end.lowerBound])
  }

  @Test func `all records come in the order of insertion`() {
    let sql = SQLTask.records.sql(.sqlite)
    #expect(sql.statement.text == #"SELECT \#(names) FROM "SQLTask" ORDER BY "_position""#)
    #expect(sql.statement.bindings == [] && sql.isExact)
  }

  @Test func `conditions have SQL that is never NULL`() {
    #expect(condition(SQLTask.where(\.priority == 2)) == #"("priority" = ?1)"#)
    #expect(condition(SQLTask.where(\.note == "a")) == #"("note" COLLATE "MOTIONMODEL" IS ?1)"#)
    #expect(
      condition(SQLTask.where(\.note == "a"), .postgresql)
        == #"("note" IS NOT NULL AND normalize("note") COLLATE "C" = $1)"#)
    #expect(condition(SQLTask.where(\.note != nil)) == #"NOT ("note" IS NULL)"#)
    #expect(condition(SQLTask.where(\.weight).gt(1)) == #"("weight" IS NOT NULL AND "weight" > ?1 AND "weight" < x'')"#)
    #expect(condition(SQLTask.where(\.weight).lte(nil)) == "FALSE")
    #expect(condition(SQLTask.where(\.weight).eq(.nan)) == "FALSE")
    #expect(condition(SQLTask.where(\.amount).lt(1)) == #"("amount" COLLATE "MOTIONMODEL_DECIMAL" < ?1)"#)
    #expect(condition(SQLTask.where(\.status == .done)) == #"("status" COLLATE "MOTIONMODEL" = ?1)"#)
    #expect(condition(SQLTask.where(\.priority).in([1, 2])) == #"("priority" IN (?1, ?2))"#)
    #expect(condition(SQLTask.where(\.priority).in([])) == "FALSE")
    #expect(
      condition(SQLTask.where(\.note).in(["a", nil])) == #"("note" IS NULL OR "note" COLLATE "MOTIONMODEL" IN (?1))"#)
    #expect(
      condition(SQLTask.where { !($0.priority == 1 || $0.note == nil) })
        == #"NOT (("priority" = ?1) OR ("note" IS NULL))"#)
    #expect(condition(SQLTask.where(\.name).contains("50%")) == #"motionmodel_test("name", ?1, ?2, ?3)"#)
  }

  @Test func `a long list is one bound value`() {
    let sql = SQLTask.where(\.priority).in(0..<200).sql(.sqlite)
    #expect(sql.statement.bindings.count == 1 && sql.isExact)
    #expect(condition(SQLTask.where(\.priority).in(0..<200)) == #"("priority" IN (SELECT value FROM json_each(?1)))"#)
  }

  @Test func `in PostgreSQL, a long list is an array`() {
    let names = (0..<150).map { _ in "a\"b\\{,}" } + ["e\u{301}"]
    let sql = SQLTask.where(\.name).in(names).sql(.postgresql)
    #expect(sql.isExact && sql.statement.bindings.count == 1)
    guard case .text(let array)? = sql.statement.bindings.first else {
      Issue.record("no text")
      return
    }
    #expect(array.hasPrefix(#"{"a\"b\\{,}","a\"b"#) && array.hasSuffix(",\"é\"}"))
    #expect(
      condition(SQLTask.where(\.priority).in(0..<200), .postgresql) == #"("priority" = ANY (CAST($1 AS bigint[])))"#)
  }

  @Test func `values are bound, whatever they contain`() {
    let hostile = "Robert'); DROP TABLE Task;--\u{0}\" ?1 $1 %"
    let sql = SQLTask.where(\.name == hostile).sql(.sqlite)
    #expect(sql.statement.bindings == [.text(hostile)])
    #expect(!sql.statement.text.contains("Robert"))
  }

  @Test func `orders and windows have SQL`() {
    let finder = SQLTask.where(\.priority > 1).order(by: \.weight, .descending, nils: .first).order(by: \.name)
    let sql = finder.offset(2).limit(3).sql(.sqlite)
    #expect(
      sql.statement.text == """
        SELECT \(names) FROM "SQLTask" WHERE ("priority" > ?1) ORDER BY "weight" IS NOT NULL, "weight" DESC, \
        "name" COLLATE "MOTIONMODEL", "_position" LIMIT ?2 OFFSET ?3
        """)
    #expect(sql.statement.bindings == [.integer(1), .integer(3), .integer(2)] && sql.isExact)
    #expect(
      SQLTask.order(by: \.note).reversed().offset(1).sql(.sqlite).statement.text == """
        SELECT \(names) FROM "SQLTask" ORDER BY "note" IS NOT NULL, "note" COLLATE "MOTIONMODEL" DESC, "_position" DESC \
        LIMIT -1 OFFSET ?1
        """)
  }

  @Test func `conditions on related records are EXISTS, also in each other and on one table`() {
    let pets = Pet.where { $0.owner.chief.name == "a" && $0.name != "b" }.sql(.sqlite)
    #expect(pets.isExact && pets.statement.bindings == [.text("a"), .text("b")])
    #expect(
      pets.statement.text == """
        SELECT "id", "name", "ownerID" FROM "Pet" WHERE (EXISTS (SELECT 1 FROM "Owner" AS "related 1" WHERE "related 1"."id" = \
        "Pet"."ownerID" AND EXISTS (SELECT 1 FROM "Owner" AS "related 2" WHERE "related 2"."id" = "related 1"."chiefID" AND \
        ("related 2"."name" COLLATE "MOTIONMODEL" = ?1))) AND NOT ("name" COLLATE "MOTIONMODEL" = ?2)) ORDER BY "_position"
        """)
    let owners = Owner.where { $0.pets.isEmpty }.sql(.sqlite)
    #expect(owners.isExact)
    #expect(
      owners.statement.text == """
        SELECT "id", "name", "chiefID" FROM "Owner" WHERE NOT EXISTS (SELECT 1 FROM "Pet" AS "related 1" WHERE \
        "related 1"."ownerID" = "Owner"."id" AND TRUE) ORDER BY "_position"
        """)
  }

  @Test func `numbers of related records are counted`() {
    let finder = Owner.where { $0.pets.where { $0.name != "b" }.count >= 2 }.order(by: { $0.pets.count }, .descending)
    let sql = finder.sql(.sqlite)
    #expect(sql.isExact && sql.statement.bindings == [.text("b"), .integer(2)])
    #expect(
      sql.statement.text == """
        SELECT "id", "name", "chiefID" FROM "Owner" WHERE ((SELECT COUNT(*) FROM "Pet" AS "related 1" WHERE \
        "related 1"."ownerID" = "Owner"."id" AND NOT ("related 1"."name" COLLATE "MOTIONMODEL" = ?1)) >= ?2) ORDER BY \
        (SELECT COUNT(*) FROM "Pet" AS "related 1" WHERE "related 1"."ownerID" = "Owner"."id" AND TRUE) DESC, "_position"
        """)
    #expect(!Owner.where { $0.pets.where { $0.name.count > 1 }.count > 2 }.sql(.sqlite).isExact)
    #expect(!Owner.where { $0.pets.count > $0.chief.pets.count }.sql(.sqlite).isExact)
    #expect(!Owner.order(by: { $0.pets.sum(\.ownerID) }).sql(.sqlite).isExact)
  }

  @Test func `children that name the models of their parents have to name the one that is asked for`() {
    let sql = Medal.records.where { $0.remarks.exists }.sql(.sqlite)
    #expect(sql.isExact && Set(sql.statement.bindings) == [.text("Medal")])
    #expect(
      sql.statement.text.hasPrefix(
        """
        SELECT "id" FROM "Medal" WHERE EXISTS (SELECT 1 FROM "Remark" AS "related 1" WHERE \
        "related 1"."aboutID" = "Medal"."id" AND (("related 1"."aboutType" COLLATE "MOTIONMODEL" IS ?1)
        """))
  }

  @Test func `distinct values are the first of their groups`() {
    let sql = SQLTask.where(\.priority > 1).order(by: \.priority).distinct(by: \.name).limit(2).sql(.sqlite)
    #expect(sql.isExact && sql.statement.bindings == [.integer(1), .integer(2)])
    #expect(
      sql.statement.text == """
        SELECT \(names) FROM (SELECT "_position", \(names), ROW_NUMBER() OVER (PARTITION BY "name" COLLATE "MOTIONMODEL" ORDER BY \
        "priority", "_position") AS "row number" FROM "SQLTask" WHERE ("priority" > ?1)) AS "SQLTask" WHERE "row number" = 1 \
        ORDER BY "priority", "_position" LIMIT ?2
        """)
  }

  @Test func `what has no SQL is left out, and the rows are more`() {
    let code = SQLTask.where { $0.priority > 1 && $0.tags.contains("a") }.order(by: \.name).limit(1).sql(.sqlite)
    #expect(!code.isExact)
    #expect(code.statement.text.hasSuffix(#" WHERE (("priority" > ?1) AND TRUE) ORDER BY "_position""#))
    let finders: [Finder<SQLTask>] = [
      SQLTask.find { $0.priority > 1 }, SQLTask.where { !$0.tags.contains("a") },
      SQLTask.where(\.name).eq("a", caseSensitive: true, accentSensitive: false),
      SQLTask.where(\.name).matches(/a+/), SQLTask.where { $0.name.count > 2 }, SQLTask.where(\.tags).eq([]),
      SQLTask.records.distinct(by: \.weight), SQLTask.records.distinct(by: \.status), SQLTask.order(by: \.tags),
      SQLTask.order(by: \.status),
    ]
    for finder in finders { #expect(!finder.sql(.sqlite).isExact, "\(finder)") }
    let contains = SQLTask.where(\.name).contains("e\u{301}")
    #expect(!contains.sql(.postgresql).isExact && contains.sql(.postgresql).statement.bindings == [.text("é")])
    #expect(
      condition(contains, .postgresql)
        == #"("name" IS NOT NULL AND strpos(normalize("name") COLLATE "C", CAST($1 AS text)) > 0)"#)
  }

  @Test func `in PostgreSQL, ASCII text without regard to case has SQL`() {
    let equal = SQLTask.where(\.name).eq("AbC", caseSensitive: false).sql(.postgresql)
    #expect(equal.isExact && equal.statement.bindings == [.text("abc")])
    #expect(
      condition(SQLTask.where(\.name).eq("AbC", caseSensitive: false), .postgresql)
        == #"("name" IS NOT NULL AND lower(normalize("name") COLLATE "C") = CAST($1 AS text))"#)
    let like = SQLTask.where(\.name).like("A_%\\_\\", caseSensitive: false)
    #expect(!like.sql(.postgresql).isExact && like.sql(.postgresql).statement.bindings == [.text("a_%%\\_\\\\")])
    #expect(
      condition(like, .postgresql) == #"("name" IS NOT NULL AND lower(normalize("name") COLLATE "C") LIKE $1)"#)
    let list = SQLTask.where(\.name).in(["B", "a"], caseSensitive: false).sql(.postgresql)
    #expect(list.isExact && list.statement.bindings == [.text("a"), .text("b")])
    for text in ["é", "ß", "\u{212A}é"] {
      #expect(condition(SQLTask.where(\.name).contains(text, caseSensitive: false), .postgresql) == "TRUE")
    }
  }

  @Test func `two thousand conditions are nested in groups`() {
    let sql = (1..<2000).reduce(SQLTask.where(\.priority != 0)) { $0.and(\.priority).ne($1) }.sql(.sqlite)
    #expect(sql.isExact && sql.statement.bindings.count == 2000)
    // SQLite takes a thousand operators inside each other, of which each group of 32 has 31.
    let text = sql.statement.text
    #expect(text.hasPrefix("SELECT \(names) FROM \"SQLTask\" WHERE (((NOT (\"priority\" = ?1) AND NOT "))
  }
}
