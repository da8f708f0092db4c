#if PostgreSQL
  import Foundation
  import MotionModel
  import MotionModelSQL

  /// Collects the messages of a transaction, and gives it to a replica when it is complete.
  struct TransactionReader {
    private let replica: Replica
    /// Returns the type that a domain is made of; any other type itself.
    private let baseType: (UInt32) throws -> UInt32
    private var tables: [UInt32: Table] = [:]
    /// The changes of the transaction to each model that it has touched.
    private var changes: [(any ReplicaChanges)?] = []
    private var isOpen = false

    /// A table of the server, and how its rows are those of a model.
    struct Table {
      let index: Int
      /// For each column of the schema the place in the rows of the server, and the type.
      let columns: [(place: Int, type: UInt32, isKey: Bool)]
      let columnCount: Int
    }

    init(_ replica: Replica, baseType: @escaping (UInt32) throws -> UInt32) {
      (self.replica, self.baseType) = (replica, baseType)
    }

    /// Takes a message.
    mutating func take(_ message: LogicalMessage) throws {
      switch message {
      case .begin: (changes, isOpen) = (Array(repeating: nil, count: replica.models.count), true)
      case .commit(_, _, let end, let time): try commit(end, time)
      case .relation(let relation): tables[relation.number] = try table(relation)
      case .insert(let relation, let row):
        try with(relation) { changes, table in try changes.write(table.values(row), old: nil) }
      case .update(let relation, let old, let row):
        try with(relation) { changes, table in
          try changes.write(table.values(row), old: try old.map { try table.oldValues($0) })
        }
      case .delete(let relation, let old):
        try with(relation) { changes, table in try changes.delete(table.oldValues(old)) }
      case .truncate(let relations):
        for relation in relations { try with(relation) { changes, _ in changes.deleteAll() } }
      case .origin, .type: break
      }
    }

    private mutating func with(_ relation: UInt32, _ body: (any ReplicaChanges, Table) throws -> Void) throws {
      guard isOpen, let table = tables[relation] else {
        throw FollowerError.unexpected(reason: "a row of a table that it has not described")
      }
      let changed = changes[table.index] ?? replica.changes(ofModel: table.index)
      changes[table.index] = changed
      try body(changed, table)
    }

    private mutating func commit(_ end: UInt64, _ time: Int64) throws {
      guard isOpen else { throw FollowerError.unexpected(reason: "the end of a transaction that has not begun") }
      isOpen = false
      let commit = FollowedCommit(position: end)
      // After a new connection, the server may send what the store has already.
      if commit <= replica.status.position { return }
      let date = Date(timeIntervalSince1970: ReplicationConnection.epoch + Double(time) / 1e6)
      try replica.take(changes.compactMap(\.self), of: commit, at: date)
      changes = []
    }

    /// Finds the columns of a model in a table.
    private func table(_ relation: LogicalMessage.Relation) throws -> Table {
      guard let index = replica.models.firstIndex(where: { $0.table.form.model == relation.name }) else {
        replica.doubt("a table has another name now")
        throw SQLError.refused(
          statement: "START_REPLICATION", code: "", reason: "rows of \"\(relation.name)\", which is not followed")
      }
      let form = replica.models[index].table.form
      let columns = try form.columns.map { column in
        guard let place = relation.columns.firstIndex(where: { $0.name == column.name }) else {
          throw SQLError.otherTable(model: form.model, differences: ["the column \"\(column.name)\" is missing"])
        }
        let found = relation.columns[place]
        return (place, try baseType(found.type), found.isKey || relation.hasFullRows)
      }
      return Table(index: index, columns: columns, columnCount: relation.columns.count)
    }
  }

  extension TransactionReader.Table {
    /// Returns the values of a row by the columns of the schema; nil for those that were not sent.
    func values(_ row: [LogicalMessage.Value]) throws -> [SQLValue?] {
      if row.count != columnCount { throw FollowerError.unexpected(reason: "a row with another number of columns") }
      return columns.map { column in
        switch row[column.place] {
        case .null: .null
        case .unchanged: nil
        case .text(let text): SQLRows.value(text, of: column.type)
        }
      }
    }

    /// Returns what is known of an old row.
    func oldValues(_ row: [LogicalMessage.Value]) throws -> [SQLValue?] {
      zip(columns, try values(row)).map { column, value in column.isKey ? value : nil }
    }
  }
#endif
