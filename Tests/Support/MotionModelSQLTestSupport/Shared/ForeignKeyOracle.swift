package import MotionModel
import MotionModelSQL
import MotionModelTransactions
import Testing

/// A parent that others need.
package struct Hall<Adapter: StorageAdapter>: Model, Equatable {
  package var id = 0
  package var name = ""

  package init() {}
}

/// A child that needs one parent, and may have another.
package struct Show<Adapter: StorageAdapter>: Model, Equatable {
  package var id = 0
  package var title = ""
  package var hallID = 0
  package var secondID: Int?

  package init() {}

  package struct Relations: Sendable {
    package let hall = BelongsTo<Hall<Adapter>>(\.hallID)
    package let second = BelongsTo<Hall<Adapter>>(\.secondID, references: .existing, onDelete: .nullify)
  }
  package static var relations: Relations { Schemas.once { Relations() } }
}

/// A child of a child, which is deleted with its parent, and may have another of its own model.
package struct Ticket<Adapter: StorageAdapter>: Model, Equatable {
  package var id = 0
  package var showID = 0
  package var formerID: Int?

  package init() {}

  package struct Relations: Sendable {
    package let show = BelongsTo<Show<Adapter>>(\.showID, onDelete: .delete)
    package let former = BelongsTo<Ticket<Adapter>>(\.formerID, references: .existing)
  }
  package static var relations: Relations { Schemas.once { Relations() } }
}

/// A record of a table that others have made, with constraints that its schema does not have.
package struct Room<Adapter: StorageAdapter>: Model, Equatable {
  package var id = 0
  package var name = ""
  package var floor = 0
  package var hallID: Int?

  package init() {}

  package struct Relations: Sendable { package let hall = BelongsTo<Hall<Adapter>>(\.hallID) }
  package static var relations: Relations { Schemas.once { Relations() } }
}

/// Relations that the database keeps, too, and constraints that others have declared.
package struct ForeignKeyOracle<Adapter: StorageAdapter> {
  private let store: Store
  /// Runs a statement as another program, for which the database keeps foreign keys.
  private let run: (String) throws -> Void
  private let columnsOfCheck: [String]

  private var halls: ModelTable<Hall<Adapter>> { store.table(Hall.self) }
  private var shows: ModelTable<Show<Adapter>> { store.table(Show.self) }
  private var tickets: ModelTable<Ticket<Adapter>> { store.table(Ticket.self) }
  private var rooms: ModelTable<Room<Adapter>> { store.table(Room.self) }

  /// - Parameter columnsOfCheck: The columns that the database names of a condition on the column `floor`.
  package init(_ store: Store, columnsOfCheck: [String], run: @escaping (String) throws -> Void) {
    (self.store, self.columnsOfCheck, self.run) = (store, columnsOfCheck, run)
  }

  /// Expects that the database keeps relations, also from other programs, and refuses nothing that memory does not.
  package func checkRelations() throws {
    // The tables to which keys lead come with the first.
    #expect(try tickets.records.count == 0)
    #expect(throws: SQLError.self) { try run(#"INSERT INTO "Show" (id, title, "hallID") VALUES (1, 'Lost', 7)"#) }
    // Children may be written before their parents, and a record may be its own parent.
    try store.transaction {
      try tickets.insert(contentsOf: [.new { ($0.id, $0.showID, $0.formerID) = (5, 6, 5) }])
      try shows.insert(contentsOf: [.new { ($0.id, $0.title, $0.hallID, $0.secondID) = (6, "Hamlet", 7, 8) }])
      try halls.insert(contentsOf: [.new { $0.id = 7 }, .new { $0.id = 8 }])
    }
    #expect(throws: SQLError.self) { try run(#"DELETE FROM "Hall" WHERE id = 7"#) }
    // 0 stands for no parent where a record need not have one, so the database does not keep this key.
    try run(#"DELETE FROM "Hall" WHERE id = 8"#)
    #expect(try shows.where(\.id == 6).updateAll { $0.secondID = 0 } == 1)
    try run(#"INSERT INTO "Ticket" (id, "showID") VALUES (9, 6)"#)
    // Another hall, and the former one goes in the same commit.
    try store.transaction {
      try halls.insert(contentsOf: [.new { $0.id = 10 }])
      var show = try shows.require(6)
      try shows.update(&show) { ($0.hallID, $0.secondID) = (10, 10) }
      try halls.delete(7)
    }
    #expect(throws: StoreError.parentNeeded(model: "Hall", id: "10", child: "Show", relation: "hall")) {
      try halls.delete(10)
    }
    try run(#"DELETE FROM "Show" WHERE id = 6"#)
    #expect(try tickets.records.count == 0)
    try halls.delete(10)
    #expect(try (halls.records.count, shows.records.count) == (0, 0))
  }

  /// Expects the error of the relation where only the database sees that a parent is missing.
  ///
  /// - Parameter trigger: Statements that let each show with the title `Lost` refer to the hall 99.
  package func checkErrors(_ trigger: [String]) throws {
    try halls.insert(contentsOf: [.new { $0.id = 7 }])
    try shows.insert(contentsOf: [.new { ($0.id, $0.title, $0.hallID) = (1, "Hamlet", 7) }])
    for statement in trigger { try run(statement) }
    #expect(throws: StoreError.parentMissing(model: "Show", id: nil, relation: "hall", parent: "Hall")) {
      try shows.create { ($0.title, $0.hallID) = ("Lost", 7) }
    }
    #expect(throws: StoreError.parentMissing(model: "Show", id: nil, relation: "hall", parent: "Hall")) {
      try store.transaction {
        try halls.create()
        try shows.create { ($0.title, $0.hallID) = ("Lost", 7) }
      }
    }
    #expect(try (halls.records.count, shows.records.count) == (1, 1))
    try shows.create { ($0.title, $0.hallID) = ("Found", 7) }
  }

  /// Expects that constraints of others come back with the model, the columns and the name.
  ///
  /// - Parameter name: The name of the foreign key.
  package func checkOthers(foreignKey name: String) throws {
    #expect(try halls.records.count == 0)
    try run(
      """
      CREATE TABLE "Room" (id integer PRIMARY KEY, name text NOT NULL, floor integer NOT NULL, \
      "hallID" integer REFERENCES "Hall" (id), CONSTRAINT low CHECK (floor < 10), UNIQUE (floor, name))
      """)
    // Their key is looked at row by row.
    try store.transaction {
      try rooms.insert(contentsOf: [.new { ($0.id, $0.name, $0.hallID) = (1, "Red", 3) }])
      try halls.insert(contentsOf: [.new { $0.id = 3 }])
    }
    try rooms.insert(contentsOf: [.new { ($0.id, $0.name, $0.hallID) = (2, "Blue", 3) }])
    try store.transaction {
      try halls.delete(3)
      try rooms.delete(1)
      try rooms.where(\.id == 2).updateAll { ($0.hallID, $0.name, $0.floor) = (nil, "Red", 2) }
    }
    func expect(_ constraint: SQLError.Constraint, _ change: (inout Room<Adapter>) -> Void) {
      let error = #expect(throws: SQLError.self) { try rooms.create { change(&$0) } }
      guard case .constraint(let found, let statement)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(found == constraint && !statement.contains("secret") && !"\(found)".contains("secret"))
    }
    expect(SQLError.Constraint(.check, table: "Room", columns: columnsOfCheck, name: "low")) {
      ($0.name, $0.floor) = ("secret", 12)
    }
    expect(SQLError.Constraint(.foreignKey, table: "Room", columns: ["hallID"], name: name)) { $0.hallID = 77 }
    #expect(throws: StoreError.notUnique(model: "Room", columns: ["floor", "name"], id: nil)) {
      try rooms.create { ($0.name, $0.floor) = ("Red", 2) }
    }
    #expect(try rooms.records.count == 1)
  }
}
