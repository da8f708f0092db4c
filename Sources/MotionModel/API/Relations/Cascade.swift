/// Destroys records together with their dependent records, all records of one model in one step.
///
/// Each record is visited once, so circular relations terminate. Pending work is kept in a list and not on the call
/// stack, so the length of a chain of dependent records is limited only by memory.
///
/// - Complexity: O(*k*) in the number of records that are destroyed, deleted or lose their key, with indexes on the
///   keys.
final class Cascade {
  let store: Store
  /// The positions, by slot of the model, of the records that are being destroyed or deleted.
  private var visited: [Int: RowSet] = [:]
  /// Pending tasks; the last one runs next.
  private var tasks: [() throws -> Void] = []
  /// How many steps have begun in the preview's recorder and not ended.
  private var openSteps = 0

  /// - Parameter store: The store; the calling task is inside one of its transactions.
  init(_ store: Store) { self.store = store }

  /// Destroys records.
  ///
  /// 1. before destroy, for each record
  /// 2. records that depend on them are handled, in order of the declared relations, restricting ones first
  /// 3. the records are deleted, with the hooks for deleting
  /// 4. after destroy, for each record
  ///
  /// If the model has hooks around destroying, all of this is done for one record after the other, inside these hooks.
  ///
  /// - Returns: How many records were deleted.
  func destroy<Record: Model>(_ records: [Record]) throws -> Int {
    var count = 0
    defer {
      // After an error, the remaining tasks and the cascade retain each other.
      tasks = []
      while openSteps > 0 { endStep() }
    }
    try begin(destroying: records, nil) { count = $0 }
    while let task = tasks.popLast() { try task() }
    return count
  }

  /// Begins to destroy records, and adds tasks for their dependents and for the end of the destruction.
  ///
  /// - Parameters:
  ///   - relation: The relation by which the records depend on others that are destroyed; nil for the first ones.
  ///   - end: Receives how many records were deleted.
  fileprivate func begin<Record: Model>(
    destroying records: [Record], _ relation: String?, end: @escaping (Int) -> Void = { _ in }
  ) throws {
    try store.load(records, forSaving: false)
    let records = unvisited(records)
    if records.isEmpty { return }
    beginStep(records, relation, .destroy)
    let destruction = Destruction(store.table(Record.self))
    if destruction.isSurrounded {
      end(try records.reduce(0) { try $0 + destroy($1, inside: destruction) })
      return endStep()
    }
    try begin(destruction, of: records) { [self] count in
      end(count)
      endStep()
    }
  }

  private func begin<Record: Model>(
    _ destruction: Destruction<Record>, of records: [Record], end: @escaping (Int) -> Void
  ) throws {
    let remaining = try destruction.prepare(records)
    tasks.append { end(try destruction.finish(remaining)) }
    try beginDependents(of: remaining)
  }

  /// Destroys one record with all that depends on it, inside the hooks around destroying.
  ///
  /// - Returns: How many records of the model were deleted: one, or none if it is no longer stored.
  private func destroy<Record: Model>(_ record: Record, inside destruction: Destruction<Record>) throws -> Int {
    var count = 0
    try destruction.surround(record) { [self] in
      try completing { try begin(Destruction(store.table(Record.self)), of: [record]) { count = $0 } }
    }
    return count
  }

  /// Runs `body` and the tasks that it adds. If that throws, nothing of it is left, so that a hook may try once more.
  private func completing(_ body: () throws -> Void) throws {
    let (outerTasks, outerVisited, outerSteps) = (tasks, visited, openSteps)
    tasks = []
    defer { tasks = outerTasks }
    do {
      try body()
      while let task = tasks.popLast() { try task() }
    } catch {
      visited = outerVisited
      while openSteps > outerSteps { endStep() }
      throw error
    }
  }

  private func beginDependents<Record: Model>(of records: [Record]) throws {
    let dependents = Record.schema.relations.filter { $0.dependent != .none }
    for relation in dependents where relation.dependent == .restrict {
      try relation.relation.cascade(from: records, in: self, relation.name)
    }
    for relation in dependents.reversed() where relation.dependent != .restrict {
      tasks.append { [self] in try relation.relation.cascade(from: records, in: self, relation.name) }
    }
  }

  /// Deletes records that depend on a destroyed record.
  func delete<Record: Model>(_ records: [Record], _ relation: String? = nil) throws {
    try store.load(records, forSaving: false)
    let records = unvisited(records)
    if records.isEmpty { return }
    try noting(records, relation, .delete) { try store.table(Record.self).delete(all: records) }
  }

  // MARK: - Previews

  /// Runs `body` as one step of the cascade, which a preview records.
  fileprivate func noting(
    _ records: [some Model], _ relation: String?, _ effect: Dependent, _ body: () throws -> Void
  ) rethrows {
    beginStep(records, relation, effect)
    defer { endStep() }
    try body()
  }

  private func beginStep(_ records: [some Model], _ relation: String?, _ effect: Dependent) {
    guard let findings = store.transaction?.findings else { return }
    findings.beginCascade(records, relation, effect)
    openSteps += 1
  }

  private func endStep() {
    if openSteps == 0 { return }
    openSteps -= 1
    store.transaction?.findings?.endCascade()
  }

  // MARK: - Records

  /// Returns the records that were not visited yet, and marks them as visited.
  private func unvisited<Record: Model>(_ records: [Record]) -> [Record] {
    let layout = Record.schema.layout
    let isUnvisited = withRows(of: records) { rows in
      store.read(layout) { table in
        rows.map { row in
          guard let position = table.position(of: row), visited[layout.slot]?.contains(position) != true else {
            return false
          }
          visited[layout.slot, default: RowSet()].insert(position)
          return true
        }
      }
    }
    return isUnvisited.contains(false) ? zip(records, isUnvisited).filter(\.1).map(\.0) : records
  }

  /// Returns the records that are related to some owners and were not visited yet.
  func dependents<Owner: Model, Target: Model>(
    _ core: RelationCore<Owner, Target>, of owners: [Owner]
  ) throws -> [Target] {
    let route = Route(legs: core.allLegs)
    try store.load(route.steps, from: owners)
    return store.read { tables in
      let reader = RouteReader(route, where: .constant(true), in: tables)
      var rows = RowSet()
      for owner in owners { withRow(of: owner) { rows.formUnion(reader.rows(of: $0)) } }
      if let visited = visited[Target.schema.layout.slot] { rows = rows.subtracting(visited) }
      return Execution(Query(), of: Selection(reader.table, rows: rows)).records()
    }
  }
}

/// The destruction of some records of one model, with its hooks.
private final class Destruction<Record: Model> {
  private let table: ModelTable<Record>
  private let lifecycle: Lifecycle?
  private var events: [HookEvent] = []

  init(_ table: ModelTable<Record>) {
    self.table = table
    lifecycle = Lifecycle(table)
  }

  /// Whether the records are destroyed one after the other, inside hooks.
  var isSurrounded: Bool { lifecycle?.surroundsDestroying() == true }

  /// Runs `body`, which destroys a record, inside the hooks around destroying.
  func surround(_ record: Record, _ body: () throws -> Void) throws {
    try lifecycle?.aroundDestroy(record, in: table, body)
  }

  /// Runs the hooks before destroying.
  ///
  /// - Returns: The records that are still stored afterwards.
  func prepare(_ records: [Record]) throws -> [Record] {
    guard let events = try lifecycle?.beforeDestroy(records, in: table) else { return records }
    self.events = events
    return events.compactMap { $0.stored(of: Record.self).flatMap { table.stored($0.id) } }
  }

  /// Deletes the records, and runs the hooks after destroying.
  ///
  /// - Returns: How many records were deleted.
  func finish(_ records: [Record]) throws -> Int {
    guard let count = try lifecycle?.delete(records.map(\.id), in: table, .destroy) else {
      return try table.deleteRows(records).count
    }
    try lifecycle?.afterDestroy(events)
    return count
  }
}

extension Relation {
  /// Applies the relation's ``Dependent`` to the records that depend on destroyed records.
  ///
  /// - Parameter owners: Records of the relation's own model.
  func cascade(from owners: [any Model], in cascade: Cascade, _ name: String) throws {
    let owners = owners.compactMap { $0 as? Owner }
    let dependents = try cascade.dependents(core, of: owners)
    if dependents.isEmpty { return }
    switch core.dependent {
    case .none: break
    case .destroy: try cascade.begin(destroying: dependents, name)
    case .delete: try cascade.delete(dependents, name)
    case .nullify: try cascade.noting(dependents, name, .nullify) { try core.nullify(dependents, in: cascade.store) }
    case .restrict:
      try cascade.noting(dependents, name, .restrict) { try refuse(owners, dependents.count, cascade, name) }
    }
  }

  /// Throws because the relation restricts the destruction; in a preview, records the error and continues to find
  /// others.
  private func refuse(_ owners: [Owner], _ count: Int, _ cascade: Cascade, _ name: String) throws {
    let error = StoreError.restricted(
      model: Owner.schema.modelName, id: owners.count == 1 ? "\(owners[0].id.attribute)" : nil, relation: name,
      count: count)
    guard let recorder = cascade.store.transaction?.recorder else { throw error }
    recorder.refused(error)
  }
}

extension RelationCore {
  /// Sets the key of records to nil without hooks; counters in parents are updated.
  func nullify(_ records: [Target], in store: Store) throws {
    guard case .theirs(let key)? = key else { return }
    var records = records
    for index in records.indices { key.assign(&records[index], nil) }
    try store.table(Target.self).writeRows(&records) { _ in .update }
  }
}

extension TableVersion {
  /// Returns the position of the row that has a record's id.
  func position<Record: Model>(of record: Record) -> Int? { withRow(of: record) { position(of: $0) } }
}
