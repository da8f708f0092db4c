/// One destruction with all that it takes along: model by model, all records of a step together.
///
/// A record is dealt with once, so relations that lead in a circle come to an end. What is left to do stands in a list and not on the
/// stack, so a chain of records may be as long as memory allows.
///
/// - Complexity: O(*k*) in the number of records that are destroyed, deleted or left behind, with indexes on the keys.
final class Cascade {
  let store: Store
  /// The positions, by model, of the records that are being destroyed or deleted.
  private var visited: [Int: RowSet] = [:]
  /// What is left to do, the next last.
  private var tasks: [() throws -> Void] = []
  /// How many steps a preview has been told of that have not ended.
  private var openSteps = 0

  /// - Parameter store: The calling task is inside a transaction of it.
  init(_ store: Store) { self.store = store }

  /// Destroys records.
  ///
  /// 1. before destroy, for each record
  /// 2. what depends on them is dealt with, relation by relation in order of declaration; those that refuse come first
  /// 3. they are deleted, with the hooks for that
  /// 4. after destroy, for each record
  ///
  /// - Returns: How many there were.
  func destroy<Record: Model>(_ records: [Record]) throws -> Int {
    var count = 0
    defer {
      // The tasks that an error leaves undone hold the cascade, and it holds them.
      tasks = []
      while openSteps > 0 { endStep() }
    }
    try begin(destroying: records, nil) { count = $0 }
    while let task = tasks.popLast() { try task() }
    return count
  }

  /// Begins to destroy records: what belongs to it is added to the tasks.
  ///
  /// - Parameters:
  ///   - relation: The relation by which they depend on others that are destroyed.
  ///   - end: Is given how many there were.
  fileprivate func begin<Record: Model>(
    destroying records: [Record], _ relation: String?, end: @escaping (Int) -> Void = { _ in }
  ) throws {
    let records = unvisited(records)
    if records.isEmpty { return }
    beginStep(records, relation, .destroy)
    let destruction = Destruction(store.table(Record.self))
    let remaining = try destruction.prepare(records)
    tasks.append { [self] in
      end(try destruction.finish(remaining))
      endStep()
    }
    try beginDependents(of: remaining)
  }

  private func beginDependents<Record: Model>(of records: [Record]) throws {
    let dependents = Record.schema.relations.filter { $0.dependent != .none }
    for relation in dependents where relation.dependent == .restrict { try relation.cascade(from: records, in: self) }
    for relation in dependents.reversed() where relation.dependent != .restrict {
      tasks.append { [self] in try relation.cascade(from: records, in: self) }
    }
  }

  /// Deletes records that depend on a destroyed one.
  func delete<Record: Model>(_ records: [Record], _ relation: String? = nil) throws {
    let records = unvisited(records)
    if records.isEmpty { return }
    try noting(records, relation, .delete) {
      let table = store.table(Record.self)
      if let lifecycle = Lifecycle(table) {
        _ = try lifecycle.delete(records.map(\.id), in: table)
      } else {
        try table.deleteRows(records)
      }
    }
  }

  // MARK: - Previews

  /// Runs `body`, and has a preview note what it does to records.
  fileprivate func noting(
    _ records: [some Model], _ relation: String?, _ effect: Dependent, _ body: () throws -> Void
  ) rethrows {
    beginStep(records, relation, effect)
    defer { endStep() }
    try body()
  }

  private func beginStep(_ records: [some Model], _ relation: String?, _ effect: Dependent) {
    guard let recorder = store.transaction?.recorder else { return }
    recorder.beginCascade(records, relation, effect)
    openSteps += 1
  }

  private func endStep() {
    if openSteps == 0 { return }
    openSteps -= 1
    store.transaction?.recorder?.endCascade()
  }

  // MARK: - Records

  /// The records that are not being destroyed already; from now on, they are.
  private func unvisited<Record: Model>(_ records: [Record]) -> [Record] {
    let slot = Record.schema.layout.slot
    return store.read(Record.schema.layout) { table in
      records.filter { record in
        guard let position = table.position(of: record), visited[slot]?.contains(position) != true else { return false }
        visited[slot, default: RowSet()].insert(position)
        return true
      }
    }
  }

  /// The records that belong to some others and are not being destroyed already.
  func dependents<Owner: Model, Target: Model>(_ core: RelationCore<Owner, Target>, of owners: [Owner]) -> [Target] {
    store.read { tables in
      let reader = RouteReader(Route(steps: core.scopedSteps), where: .constant(true), in: tables)
      var rows = RowSet()
      for owner in owners { withUnsafePointer(to: owner) { rows.formUnion(reader.rows(of: UnsafeRawPointer($0))) } }
      if let visited = visited[Target.schema.layout.slot] { rows = rows.subtracting(visited) }
      return Execution(Query(), of: Selection(reader.table, rows: rows)).records()
    }
  }
}

/// The destruction of some records of one model, with the hooks for it.
private final class Destruction<Record: Model> {
  private let table: Table<Record>
  private let lifecycle: Lifecycle?
  private var occasions: [HookOccasion] = []

  init(_ table: Table<Record>) {
    self.table = table
    lifecycle = Lifecycle(table)
  }

  /// Runs what comes before records are destroyed.
  ///
  /// - Returns: The records that are there afterwards.
  func prepare(_ records: [Record]) throws -> [Record] {
    guard let occasions = try lifecycle?.beforeDestroy(records, in: table) else { return records }
    self.occasions = occasions
    return occasions.compactMap { $0.stored(of: Record.self).flatMap { table.stored($0.id) } }
  }

  /// Deletes the records, and runs what comes after.
  ///
  /// - Returns: How many there were.
  func finish(_ records: [Record]) throws -> Int {
    guard let count = try lifecycle?.delete(records.map(\.id), in: table, .destroy) else {
      return try table.deleteRows(records).count
    }
    try lifecycle?.afterDestroy(occasions)
    return count
  }
}

extension DeclaredRelation {
  fileprivate func cascade<Record: Model>(from records: [Record], in cascade: Cascade) throws {
    try relation.cascade(from: records, in: cascade, name)
  }
}

extension Relation {
  /// Does what the relation says to the records that depend on some that are destroyed.
  ///
  /// - Parameter owners: Records of the relation's own model.
  func cascade(from owners: [any Model], in cascade: Cascade, _ name: String) throws {
    let owners = owners.compactMap { $0 as? Owner }
    let dependents = cascade.dependents(core, of: owners)
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

  /// Stops the destruction; a preview notes why and goes on, to see what else there is.
  private func refuse(_ owners: [Owner], _ count: Int, _ cascade: Cascade, _ name: String) throws {
    let error = StoreError.restricted(
      model: Owner.schema.modelName, id: owners.count == 1 ? "\(owners[0].id.attribute)" : nil, relation: name,
      count: count)
    guard let recorder = cascade.store.transaction?.recorder else { throw error }
    recorder.refused(error)
  }
}

extension RelationCore {
  /// Takes the key from records, which nothing takes part in but counters.
  func nullify(_ records: [Target], in store: Store) throws {
    guard case .theirs(let key)? = key else { return }
    var records = records
    for index in records.indices { key.assign(&records[index], nil) }
    try store.table(Target.self).writeRows(&records) { _ in .update }
  }
}

extension TableVersion {
  /// The position of the record with another's id.
  func position<Record: Model>(of record: Record) -> Int? {
    withUnsafePointer(to: record) { position(of: UnsafeRawPointer($0)) }
  }
}
