import MotionModel

extension NaiveStore {
  /// Throws when a copy of a record is older than the stored one.
  func checkVersion<Record: WorldModel>(_ record: Record) throws(Refusal) {
    guard let lock = Record.lockVersion, let stored = self[keyPath: Record.rows].find(record.id) else { return }
    if stored[keyPath: lock] != record[keyPath: lock] { throw .stale }
  }

  /// Deletes the records that exist.
  ///
  /// - Returns: How many existed.
  mutating func delete<Record: WorldModel>(_ model: Record.Type, _ ids: [Record.ID]) throws(Refusal) -> Int {
    var changes: [(Record?, Record?)] = []
    for id in ids {
      if let record = self[keyPath: Record.rows].find(id) { changes.append((record, nil)) }
    }
    if runsHooks { for case (let record?, _) in changes { try record.beforeDelete() } }
    for case (let record?, _) in changes {
      if let index = self[keyPath: Record.rows].index(of: record.id) { self[keyPath: Record.rows].remove(at: index) }
    }
    follow(changes)
    return changes.count
  }

  /// Destroys records with what depends on them.
  ///
  /// - Returns: How many existed.
  mutating func destroy<Record: WorldModel>(_ model: Record.Type, _ ids: [Record.ID]) throws(Refusal) -> Int {
    var visited = NaiveVisited()
    return try destroy(ids.compactMap { self[keyPath: Record.rows].find($0) }, &visited)
  }

  mutating func destroy<Record: WorldModel>(
    _ records: [Record], _ visited: inout NaiveVisited
  ) throws(Refusal) -> Int {
    var fresh: [Record] = []
    for record in records where visited.insert(record) { fresh.append(record) }
    if fresh.isEmpty { return 0 }
    for dependent in Record.dependents where dependent.rule == .restrict { try dependent.apply(fresh, &self, &visited) }
    for dependent in Record.dependents where dependent.rule != .restrict { try dependent.apply(fresh, &self, &visited) }
    return try delete(Record.self, fresh.map(\.id))
  }

  /// Detaches records from their parent, by the rule of the relation.
  mutating func take<Record: WorldModel>(
    _ records: [Record], _ rule: Dependent, nullify: (inout Record) -> Void
  ) throws(Refusal) {
    switch rule {
    case .destroy: _ = try destroy(Record.self, records.map(\.id))
    case .delete: _ = try delete(Record.self, records.map(\.id))
    case .none, .nullify, .restrict:
      for var record in records {
        nullify(&record)
        try save(&record, .save)
      }
    }
  }
}
