package import MotionModel
package import MotionModelSQL
import MotionModelTransactions
package import MotionModelValidation
import Testing

/// A record with rules that a database keeps, and others that it does not.
package struct Badge<Adapter: StorageAdapter>: Validatable, Equatable {
  package var id = 0
  package var code = ""
  package var holder: String?
  package var hall: Int?
  package var nick: String?
  package var weight: Double?

  package init() {}

  package static var validations: Validations<Self> {
    Schemas.once {
      Validations {
        Uniqueness(\.code).message("is worn")
        Uniqueness(\.holder, scope: \.hall).allowNil()
        // The database does not know these, or not as memory does.
        Uniqueness(\.nick, caseSensitive: false)
        Uniqueness(\.nick, among: \.hall > 0)
        Uniqueness(\.nick).if { $0.hall != nil }
        Uniqueness(\.nick).on(.create)
        Uniqueness(\.nick).allowBlank()
        Uniqueness(\.nick).severity(.warning)
        Uniqueness(\.weight)
        // It cannot be broken.
        Uniqueness(\.code, scope: \.id)
      }
    }
  }
}

/// A version of a program without the rules, in which a holder is required.
package enum Unruled {
  package struct Badge<Adapter: StorageAdapter>: Model, Equatable {
    package var id = 0
    package var code = ""
    package var holder = ""
    package var hall: Int?
    package var nick: String?
    package var weight: Double?

    package init() {}
  }
}

/// A version of a program with one of the rules, and one that was widened.
package enum Widened {
  package struct Badge<Adapter: StorageAdapter>: Validatable, Equatable {
    package var id = 0
    package var code = ""
    package var holder = ""
    package var hall: Int?
    package var nick: String?
    package var weight: Double?

    package init() {}

    package static var validations: Validations<Self> {
      Schemas.once {
        Validations {
          Uniqueness(\.code, scope: \.hall)
          Uniqueness(\.holder, scope: \.hall)
        }
      }
    }
  }
}

/// Rules of unique values that the database keeps, too.
package struct UniqueRuleOracle<Adapter: StorageAdapter> {
  private let store: Store
  /// Runs a statement as another program.
  private let run: (String) throws -> Void

  private var badges: ModelTable<Badge<Adapter>> { store.table(Badge.self) }

  package init(_ store: Store, run: @escaping (String) throws -> Void) { (self.store, self.run) = (store, run) }

  private func insert() throws {
    try badges.insert(contentsOf: [
      .new { ($0.code, $0.holder, $0.hall, $0.nick) = ("A", "Ada", 1, "a") },
      .new { ($0.code, $0.holder, $0.hall, $0.nick) = ("B", "Ada", 2, "b") },
    ])
  }

  private func invalid(_ field: String, _ message: MessageTemplate? = nil, _ body: () throws -> Void) {
    let error = #expect(throws: RecordInvalid.self) { try body() }
    #expect(
      error.map { Array($0.errors) } == [
        ValidationError(model: "Badge", path: [.field(field)], rule: .taken, message: message)
      ])
  }

  /// Expects that the database keeps the rules, also from other programs, and refuses nothing that they do not.
  package func checkRules() throws {
    try insert()
    func refused(_ values: String) {
      let error = #expect(throws: SQLError.self) {
        try run("INSERT INTO \"Badge\" (id, code, holder, hall, nick, weight) VALUES (\(values))")
      }
      guard case .notUnique? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
    refused("9, 'A', 'Ben', 1, NULL, NULL")
    refused("9, 'C', 'Ada', 2, NULL, NULL")
    // NULL equals nothing, and of the other rules the database does not know.
    try run("INSERT INTO \"Badge\" (id, code, holder, hall, nick, weight) VALUES (8, 'C', 'Ada', NULL, 'a', 1.5)")
    try run("INSERT INTO \"Badge\" (id, code, holder, hall, nick, weight) VALUES (9, 'D', 'Ada', NULL, 'A', 1.5)")
    try run("INSERT INTO \"Badge\" (id, code, holder, hall) VALUES (10, 'a', NULL, 2)")
    #expect(try badges.records.count == 5)
    invalid("code", "is worn") { try badges.create { $0.code = "A" } }
    invalid("holder") { try badges.create { ($0.code, $0.holder, $0.hall) = ("E", "Ada", 1) } }
    invalid("holder") { try badges.create { ($0.code, $0.holder) = ("E", "Ada") } }
    // What is saved without the rules is refused as by a unique column.
    var badge = try badges.require(8)
    badge.code = "A"
    #expect(throws: StoreError.notUnique(model: "Badge", columns: ["code"], id: nil)) {
      try badges.save(&badge, validate: false)
    }
    (badge.code, badge.hall) = ("F", 2)
    #expect(throws: StoreError.notUnique(model: "Badge", columns: ["holder", "hall"], id: nil)) {
      try badges.save(&badge, validate: false)
    }
    #expect(try badges.require(8).code == "C")
  }

  /// Expects that records exchange values.
  package func checkExchanges() throws {
    try insert()
    try badges.updateAll { ($0.code, $0.hall) = ($0.code == "A" ? "B" : "A", $0.hall == 1 ? 2 : 1) }
    #expect(try badges.records.pluck(\.code, \.hall).map { "\($0) \($1 ?? 0)" } == ["B 2", "A 1"])
    try store.transaction {
      var (first, second) = try (badges.require(1), badges.require(2))
      try badges.update(&first) { $0.code = "C" }
      try badges.update(&second) { $0.code = "B" }
      try badges.update(&first) { $0.code = "A" }
      try badges.create { ($0.code, $0.holder, $0.hall) = ("C", "Ben", 1) }
    }
    #expect(try badges.records.pluck(\.code) == ["A", "B", "C"])
  }

  /// Expects the error of the rule where only the database sees that a value is taken.
  ///
  /// - Parameter trigger: Statements that give each badge with the code `Lost` the code `A`.
  package func checkErrors(_ trigger: [String]) throws {
    try insert()
    for statement in trigger { try run(statement) }
    invalid("code", "is worn") { try badges.create { $0.code = "Lost" } }
    #expect(throws: StoreError.notUnique(model: "Badge", columns: ["code"], id: nil)) {
      try store.transaction { try badges.create { $0.code = "Lost" } }
    }
    #expect(throws: StoreError.notUnique(model: "Badge", columns: ["code"], id: nil)) {
      try badges.insert(contentsOf: [.new { $0.code = "E" }, .new { $0.code = "Lost" }])
    }
    #expect(try badges.records.pluck(\.code) == ["A", "B"])
    var badge = Badge<Adapter>.new { $0.code = "Lost" }
    #expect(try !badges.saveIfValid(&badge))
    #expect(badge == .new { $0.code = "Lost" })
  }

  /// Expects that a table that is there, without the indexes of rules, stays so, and is no difference.
  package static func checkTableWithoutIndexes(_ adapter: Adapter) throws where Adapter: SQLAdapter {
    #expect(try adapter.migration(of: Badge<Adapter>.self) == [])
    try adapter.run(#"INSERT INTO "Badge" (id, code) VALUES (71, 'A'), (72, 'A')"#)
    let badges = Store(adapters: [adapter]).table(Badge<Adapter>.self)
    #expect(try badges.records.count == 2)
    try badges.create { $0.code = "B" }
    // An index of one's own.
    try adapter.run(#"DELETE FROM "Badge" WHERE id = 72"#)
    try adapter.run(#"CREATE UNIQUE INDEX codes ON "Badge" (code)"#)
    #expect(try adapter.migration(of: Badge<Adapter>.self) == [])
  }
}
