/// Imports rows by a mapping. Each row is
///
/// 1. read: its values are cast and transformed,
/// 2. if its parent may be in another row, set aside until that row is done; see ``DependencyOrder``,
/// 3. given the keys of its parents, and recognized by its own key,
/// 4. written, after the parents that have to be created; both or none.
final class MappedImport<Record: Model> {
  private let run: ImportRun<Record>
  private let mapping: CheckedMapping<Record>
  private let searches: [any ParentSearch<Record>]
  private let key: ImportKey<Record>?
  private var progress: ProgressReporter
  /// The names in the mapping that no row had so far.
  private var unseenNames: Set<String>
  private var hasRows = false
  private var store: Store { run.table.store }

  init(
    _ run: ImportRun<Record>, _ mapping: ImportMapping<Record>, _ progress: ProgressReporter, _ names: [String]
  ) throws(ImportError) {
    let checked = try CheckedMapping(mapping)
    var searches: [any ParentSearch<Record>] = []
    for parent in checked.parents { searches.append(try parent.rule.search(run.table.store)) }
    (self.run, self.mapping, self.searches, self.progress) = (run, checked, searches, progress)
    key = checked.key.map { ImportKey($0, run.table) }
    unseenNames = checked.requiredNames.subtracting(names)
  }

  /// Imports rows. The calling task is inside the transaction of the import.
  func importRows(_ rows: some Sequence<ImportedRow>) throws {
    if searches.contains(where: \.isOfItself) {
      try importFamilies(rows)
    } else {
      for (index, row) in rows.enumerated() {
        if let draft = read(row, number: index + 1) { settle(draft) }
        try step()
      }
    }
    try checkNames()
    try progress.finish(done: run.doneCount, refused: run.failures.count)
  }

  /// Imports rows whose parents may be other rows.
  private func importFamilies(_ rows: some Sequence<ImportedRow>) throws {
    var drafts: [ImportDraft<Record>] = []
    for (index, row) in rows.enumerated() {
      if let draft = read(row, number: index + 1) { drafts.append(draft) }
      try step()
    }
    try checkNames()
    var order = DependencyOrder(drafts, searches)
    while let draft = order.next() {
      settle(draft)
      order.finish(draft)
      try step()
    }
    for (draft, search) in order.circles {
      let relation = searches[search].relation
      run.refuse(row: draft.row, ImportError.parentInCircle(model: Record.schema.modelName, relation: relation))
    }
  }

  private func step() throws { try progress.step(done: run.doneCount, refused: run.failures.count) }

  // MARK: - Reading

  /// Reads a row; returns nil if it is skipped or refused.
  private func read(_ row: ImportedRow, number: Int) -> ImportDraft<Record>? {
    do {
      let row = try row.get()
      hasRows = true
      if !unseenNames.isEmpty { unseenNames = unseenNames.filter { row[$0] == nil } }
      guard mapping.includes(row) else {
        run.skip(row: number)
        return nil
      }
      return try mapping.draft(row, number: number, store.asCurrent { Record.new() }, searches)
    } catch let refusal as TransformRefusal {
      run.refuse(row: number, column: refusal.column, refusal.error)
    } catch {
      run.refuse(row: number, error)
    }
    return nil
  }

  /// Throws if the mapping has names that no row has, which are probably misspelled.
  private func checkNames() throws(ImportError) {
    if hasRows && !unseenNames.isEmpty {
      throw .columnsNotFound(model: Record.schema.modelName, names: unseenNames.sorted())
    }
  }

  // MARK: - Writing

  /// A parent that has to be created, by the number of its search.
  private typealias MissingParents = [(search: Int, create: (inout Record) throws -> (any Model)?)]

  /// Writes the record of a row, skips it or refuses it.
  private func settle(_ draft: ImportDraft<Record>) {
    do { try write(draft) } catch { run.refuse(row: draft.row, error) }
  }

  private func write(_ draft: ImportDraft<Record>) throws {
    var draft = draft
    let missing = try findParents(of: &draft)
    switch try action(for: draft, missing) {
    case .skip: run.skip(row: draft.row)
    case .insert: try write(draft.record, missing, draft.row) { try run.insert($0, row: draft.row) }
    case .update(let stored):
      try write(try draft.updating(stored), missing, draft.row) { try run.update($0, row: draft.row) }
    }
  }

  /// Sets the keys of the stored parents, and returns the parents that have to be created.
  private func findParents(of draft: inout ImportDraft<Record>) throws -> MissingParents {
    if searches.isEmpty { return [] }
    var missing: MissingParents = []
    // All rules of a polymorphic relation set the same key, so the empty ones come first.
    for (search, value) in zip(searches, draft.parents) {
      if case .blank = value { search.clear(&draft.record) }
    }
    for (number, value) in draft.parents.enumerated() {
      guard case .value(let value) = value else { continue }
      switch try searches[number].find(value) {
      case .stored(let assign): assign(&draft.record)
      case .missing(let create): missing.append((number, create))
      }
    }
    return missing
  }

  private func action(
    for draft: ImportDraft<Record>, _ missing: MissingParents
  ) throws -> ImportKey<Record>.Action {
    guard let key else { return .insert }
    let isNew = missing.contains { mapping.parents[$0.search].numbers.contains(where: key.numbers.contains) }
    return try key.action(for: draft, isNew: isNew)
  }

  private func write(
    _ record: Record, _ missing: MissingParents, _ row: Int, _ write: (Record) throws -> Record
  ) throws {
    if missing.isEmpty { return note(try write(record), row) }
    var created: [TableLayout] = []
    let stored = try store.inTransaction {
      var record = record
      for (_, create) in missing {
        guard let parent = try create(&record) else { continue }
        // Now, because the record's other parents may be the same one.
        note(parent: parent)
        created.append(type(of: parent).tableLayout)
      }
      return try write(record)
    }
    for model in created { run.countParent(of: model) }
    note(stored, row)
  }

  private func note(_ record: Record, _ row: Int) {
    key?.note(record, row: row)
    for search in searches { search.note(record) }
  }

  private func note(parent: any Model) {
    key?.note(parent)
    for search in searches { search.note(parent) }
  }
}
