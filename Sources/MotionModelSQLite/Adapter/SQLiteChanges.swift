#if SQLite
  import Foundation
  import MotionModel
  import MotionModelSQL

  /// The changes to the records of one model, ready to be written.
  protocol SQLiteWrites {
    func run(in connection: SQLiteConnection) throws
  }

  /// A row is not as it was when the changeset was made.
  struct SQLiteConflict: Error {
    /// Reads the row as it is now, and returns the error. It runs without the lock of the database, because the types of
    /// columns may run any code.
    let error: @Sendable (SQLiteDatabase) throws -> any Error
  }

  /// The changes to the records of one model: first deletions, then updates, last insertions.
  struct SQLiteChanges<Record: Model>: SQLiteWrites {
    private struct Row {
      let change: Change<Record>
      let old: [SQLValue]?
      let new: [SQLValue]?
    }

    private let table: TableForm
    private let writing: SQLWriting
    private let records = SQLiteRecords<Record>()
    private var deletions: [Row] = []
    private var updates: [Row] = []
    /// Updates that change a unique column. They are deletions and insertions at the same position, because SQLite
    /// checks each row by itself, so that two records could not exchange values.
    private var exchanges: [Row] = []
    private var insertions: [Row] = []

    init(_ changes: [Change<Record>], _ table: TableForm) throws {
      (self.table, writing) = (table, SQLWriting(table, in: .sqlite))
      let unique = Set(table.indexes.filter(\.isUnique).flatMap(\.columns))
      for change in changes {
        let row = Row(change: change, old: try change.old.map(records.row), new: try change.new.map(records.row))
        switch (row.old, row.new) {
        case (nil, _): insertions.append(row)
        case (_, nil): deletions.append(row)
        case (let old?, let new?):
          if unique.contains(where: { !old[$0].isSame(as: new[$0]) }) {
            exchanges.append(row)
          } else {
            updates.append(row)
          }
        }
      }
    }

    func run(in connection: SQLiteConnection) throws {
      for row in deletions { _ = try delete(row, in: connection) }
      var positions: [SQLValue] = []
      for row in exchanges { positions.append(try delete(row, in: connection)) }
      for row in updates { try update(row, in: connection) }
      for (row, position) in zip(exchanges, positions) { try insert(row, at: position, in: connection) }
      for row in insertions { try insert(row, at: nil, in: connection) }
    }

    // MARK: - Rows

    /// Deletes a row, and returns its position.
    private func delete(_ row: Row, in connection: SQLiteConnection) throws -> SQLValue {
      guard let old = row.old else { return .null }
      let deleted = try connection.run(writing.deletion(of: old))
      if deleted.count == 0 { throw conflict(row) }
      return deleted[row: 0, column: 0]
    }

    private func update(_ row: Row, in connection: SQLiteConnection) throws {
      guard let old = row.old, let new = row.new else { return }
      let changed = new.indices.filter { !old[$0].isSame(as: new[$0]) }.map { ($0, new[$0]) }
      if changed.isEmpty { return }
      if try connection.run(writing.update(changed, of: old)).changeCount == 0 {
        throw conflict(row)
      }
    }

    private func insert(_ row: Row, at position: SQLValue?, in connection: SQLiteConnection) throws {
      guard let new = row.new else { return }
      do throws(SQLiteError) {
        try connection.run(writing.insertion(new, at: position))
      } catch {
        throw refusal(of: row, error)
      }
    }

    // MARK: - Errors

    /// Returns the error for a row that another program has changed or deleted.
    private func conflict(_ row: Row) -> SQLiteConflict {
      let (change, table, records) = (row.change, table, records)
      return SQLiteConflict { try Self.error(for: change, table, records, in: $0) }
    }

    private static func error(
      for change: Change<Record>, _ table: TableForm, _ records: SQLiteRecords<Record>, in database: SQLiteDatabase
    ) throws -> any Error {
      let id = change.id
      let select = SQLSelect(Finder<Record>.form(ofID: id), of: table, in: .sqlite)
      let rows = try database.read { connection throws(SQLiteError) in try connection.run(select.records) }
      guard let stored = try records.records(rows).first(where: { $0.id == id }),
        let record = change.new ?? change.old
      else {
        return StoreError.recordGone(model: table.model, id: "\(id)")
      }
      return StoreError.stale(record, stored: stored)
    }

    /// Returns the error of a store for values that are not unique.
    private func refusal(of row: Row, _ error: SQLiteError) -> any Error {
      guard case .notUnique(_, let reason) = error else { return error }
      // SQLite names the columns: "UNIQUE constraint failed: Todo.name, Todo.projectID".
      func isMeant(_ columns: [Int]) -> Bool {
        reason.hasSuffix(": " + columns.map { "\(table.model).\(table.columns[$0].name)" }.joined(separator: ", "))
      }
      if isMeant([table.idColumn]) { return StoreError.idTaken(model: table.model, id: "\(row.change.id)") }
      guard let index = table.indexes.first(where: { $0.isUnique && isMeant($0.columns) }) else { return error }
      return StoreError.notUnique(
        model: table.model, columns: index.columns.map { table.columns[$0].name }, id: nil)
    }
  }

  extension SQLValue {
    /// Whether replacing one value by the other changes nothing: zero and negative zero are equal, and not the same.
    fileprivate func isSame(as other: SQLValue) -> Bool {
      switch (self, other) {
      case (.real(let value), .real(let other)): value.bitPattern == other.bitPattern
      case (.text(let text), .text(let other)): text.utf8.elementsEqual(other.utf8)
      default: self == other
      }
    }
  }
#endif
