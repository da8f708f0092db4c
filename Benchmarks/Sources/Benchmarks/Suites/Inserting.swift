import MotionModel

extension Suite {
  /// Inserts many records at once into an empty store.
  static let inserting = Suite(name: "inserting") { bench, worlds in
    for rows in worlds.sizes {
      try bench.compare(
        "Bulk insert, no secondary index", rows: rows, unit: "row", bars: [.perSecond(2e6)],
        [
          .bulkInsert(Todo.many(rows, areNew: true)), .dictionary(Todo.many(rows)),
          .bulkInsertSQL(Todo.many(rows, areNew: true)),
        ])
      let todos = Todo.many(rows, areNew: true)
      try bench.compare(
        "Bulk insert, two indexes", rows: rows, unit: "row", bars: [.perSecond(0.7e6)],
        [
          .bulkInsert(todos, indexes: [Index(\.location), Index(\.projectID)]), .dictionaries(Todo.many(rows)),
          .bulkInsertSQL(todos, indexes: ["location", "projectID"]),
        ])
    }
  }
}

/// Holds the result of a timed call until the next call starts, so that it is freed outside the timed piece.
final class Keeper<Value> {
  var value: Value?
}

extension Contestant {
  /// Inserts records into an empty store.
  static func bulkInsert<Record: TodoRow>(
    _ records: [Record], indexes: [Index<Record>] = [], _ label: String = ""
  ) -> Contestant where Record.Adapter == ArrayAdapter {
    let keeper = Keeper<Store>()
    func insert() throws -> Store {
      let store = Store(notificationCenter: nil)
      for index in indexes { try store.addIndex(index) }
      try store.table(Record.self).insert(contentsOf: records)
      return store
    }
    return Contestant(.library, label.isEmpty ? "table.insert(contentsOf: todos)" : label, operations: records.count) {
      try insert().table(Record.self).records.all.map(\.id)
    } before: {
      keeper.value = nil
    } body: {
      keeper.value = try insert()
    }
  }

  fileprivate static func dictionary(_ records: [Todo]) -> Contestant {
    let keeper = Keeper<[Int: Todo]>()
    func insert() -> [Int: Todo] {
      var rows: [Int: Todo] = [:]
      rows.reserveCapacity(records.count)
      for record in records { rows[record.id] = record }
      return rows
    }
    return Contestant(.hand, "dictionary[todo.id] = todo, space reserved", operations: records.count) {
      insert().keys.sorted()
    } before: {
      keeper.value = nil
    } body: {
      keeper.value = insert()
    }
  }

  /// Inserts into three dictionaries: the rows by id, and ids by each of two columns.
  fileprivate static func dictionaries(_ records: [Todo]) -> Contestant {
    typealias Tables = (rows: [Int: Todo], places: [String: [Int]], projects: [Int: [Int]])
    let keeper = Keeper<Tables>()
    func insert() -> Tables {
      var tables: Tables = ([:], [:], [:])
      tables.rows.reserveCapacity(records.count)
      for record in records {
        tables.rows[record.id] = record
        tables.places[record.location, default: []].append(record.id)
        if let project = record.projectID { tables.projects[project, default: []].append(record.id) }
      }
      return tables
    }
    return Contestant(.hand, "three dictionaries", operations: records.count) {
      insert().rows.keys.sorted()
    } before: {
      keeper.value = nil
    } body: {
      keeper.value = insert()
    }
  }

  fileprivate static func bulkInsertSQL(_ records: [some TodoRow], indexes: [String] = []) -> Contestant {
    let keeper = Keeper<Database>()
    return Contestant(.grdb, "one transaction, one prepared statement", operations: records.count) {
      try Database(records, indexes: indexes).all("SELECT * FROM todo ORDER BY id").map(\.id)
    } before: {
      keeper.value = try Database([Todo](), indexes: indexes)
    } body: {
      try keeper.value?.insert(records)
    }
  }
}
