import MotionModel

/// Imports rows by a mapping into a naive store.
struct NaiveImport<Record: WorldModel> {
  private let mapping: NaiveMapping<Record>
  private let rows: [[String: AttributeValue]]
  private var naive: NaiveStore
  private var outcome = ImportOutcome()
  private var drafts: [Draft] = []
  /// The rows whose records the import has written or left as they were, with the records' ids.
  private var ids: [Int: Record.ID] = [:]
  /// The parents that were created, by the number of the rule and the value.
  private var created: [Int: [AnyHashable: AnyHashable]] = [:]

  /// A row that was read.
  private struct Draft {
    let row: Int
    var record = Record()
    /// The columns of the model for which the row has values.
    var assigned: Set<String> = []
    /// The value of each parent's column; nil if the row lacks the column, and `.some(nil)` if it is blank.
    var parents: [AnyHashable??] = []
  }

  private init(_ mapping: NaiveMapping<Record>, _ rows: [[String: AttributeValue]], _ naive: NaiveStore) {
    (self.mapping, self.rows, self.naive) = (mapping, rows, naive)
  }

  /// Imports rows.
  static func run(
    _ rows: [[String: AttributeValue]], _ mapping: NaiveMapping<Record>, allOrNothing: Bool, in naive: inout NaiveStore
  ) throws(Refusal) -> ImportOutcome {
    var run = NaiveImport(mapping, rows, naive)
    run.read()
    if !rows.isEmpty, mapping.requiredNames.contains(where: { name in !rows.contains { $0[name] != nil } }) {
      throw .columnsNotFound
    }
    run.writeAll()
    if allOrNothing && !run.outcome.failures.isEmpty { return run.outcome.withoutRecords }
    naive = run.naive
    return run.outcome
  }

  // MARK: - Reading

  private mutating func read() {
    for (index, row) in rows.enumerated() {
      if row.values.allSatisfy(\.isEmptyCell) || !mapping.accepts(row) {
        outcome.skipped.append(index + 1)
        continue
      }
      do throws(Refusal) { drafts.append(try draft(row, index + 1)) } catch { outcome.failures[index + 1] = error }
    }
  }

  private func draft(_ row: [String: AttributeValue], _ number: Int) throws(Refusal) -> Draft {
    var draft = Draft(row: number)
    for column in mapping.columns {
      guard let value = row[column.name] else { continue }
      try column.assign(value, &draft.record)
      draft.assigned.insert(column.column)
    }
    for parent in mapping.parents { try read(parent, of: row, into: &draft) }
    if mapping.ignoresOthers { return draft }
    let others = row.filter { !mapping.names.contains($0.key) }
    do { try draft.record.set(others) } catch { throw .attribute }
    let columns = others.keys.map(Self.column)
    if columns.contains(where: draft.assigned.contains) { throw .givenTwice }
    draft.assigned.formUnion(columns)
    return draft
  }

  /// Returns the column that has a name in another spelling, such as `lead_id`.
  private static func column(_ name: String) -> String {
    func letters(_ name: String) -> String { name.filter { $0 != "_" }.lowercased() }
    return Record.schema.columns.map(\.name).first { letters($0) == letters(name) } ?? name
  }

  private func read(
    _ parent: any NaiveMappedParent<Record>, of row: [String: AttributeValue], into draft: inout Draft
  ) throws(Refusal) {
    guard let value = row[parent.name] else { return draft.parents.append(nil) }
    if value.isEmptyCell {
      draft.parents.append(.some(nil))
    } else {
      for (other, value) in zip(mapping.parents, draft.parents) where other.columns == parent.columns {
        if case .some(.some) = value { throw .severalParents }
      }
      draft.parents.append(.some(try parent.cast(value)))
    }
    draft.assigned.formUnion(parent.columns)
  }

  // MARK: - Order

  /// Writes the rows in their order, except that a row waits for all rows that may be its parent.
  private mutating func writeAll() {
    var (done, waiting) = (Set<Int>(), [Int]())
    func names(_ index: Int, _ number: Int) -> AnyHashable? {
      guard let column = mapping.parents[number].ownColumn, drafts[index].assigned.contains(column) else { return nil }
      return mapping.parents[number].ownValue(of: drafts[index].record)
    }
    func awaits(_ index: Int) -> Bool {
      mapping.parents.indices.contains { number in
        guard mapping.parents[number].ownColumn != nil, case .some(.some(let value)) = drafts[index].parents[number]
        else { return false }
        return drafts.indices.contains { !done.contains($0) && names($0, number) == value }
      }
    }
    var queue = Array(drafts.indices)
    while let index = queue.first {
      queue.removeFirst()
      if awaits(index) {
        waiting.append(index)
        continue
      }
      do throws(Refusal) { try write(drafts[index]) } catch { outcome.failures[drafts[index].row] = error }
      done.insert(index)
      // Rows that need not wait any longer come next.
      let released = waiting.filter { !awaits($0) }
      waiting.removeAll(where: released.contains)
      queue = released + queue
    }
    for index in waiting { outcome.failures[drafts[index].row] = .parentInCircle }
  }

  // MARK: - Writing

  private mutating func write(_ draft: Draft) throws(Refusal) {
    var draft = draft
    let missing = try findParents(of: &draft)
    let isNew = missing.contains { number in
      mapping.parents[number].columns.contains { mapping.key?.columns.contains($0) ?? false }
    }
    var stored: Record?
    if let key = mapping.key, !isNew {
      stored = try find(draft, key)
      if let stored {
        if ids.values.contains(stored.id) { throw .keyTwice }
        switch key.ifStored {
        case .refuse: throw .keyStored
        case .skip:
          ids[draft.row] = stored.id
          outcome.skipped.append(draft.row)
          return
        case .update: break
        }
      }
    }
    let before = naive
    var parents: [(Int, AnyHashable, AnyHashable)] = []
    do throws(Refusal) {
      for number in missing {
        guard case .some(.some(let value)) = draft.parents[number] else { continue }
        let id = try mapping.parents[number].create(value, in: &naive)
        mapping.parents[number].assign(id, to: &draft.record)
        parents.append((number, value, id))
      }
      try write(draft, replacing: stored)
    } catch {
      // The ids that a refused row was given are not known.
      naive = before
      throw error
    }
    for (number, value, id) in parents {
      created[number, default: [:]][value] = id
      outcome.createdParents[mapping.parents[number].parentName, default: 0] += 1
    }
  }

  private mutating func write(_ draft: Draft, replacing stored: Record?) throws(Refusal) {
    var record = draft.record
    if let stored {
      record = stored
      for name in draft.assigned {
        guard let value = draft.record.attributes[name] else { continue }
        do { try record.set(name, to: value) } catch { throw .attribute }
      }
    }
    try naive.save(&record, stored == nil ? .insert : .save)
    for link in Record.links { try link.check(record, in: naive) }
    ids[draft.row] = record.id
    outcome.imported.append(draft.row)
    if stored != nil { outcome.updated.append(draft.row) }
  }

  /// Sets the keys of stored parents.
  ///
  /// - Returns: The numbers of the rules whose parents have to be created.
  private func findParents(of draft: inout Draft) throws(Refusal) -> [Int] {
    for (parent, value) in zip(mapping.parents, draft.parents) {
      if case .some(nil) = value { parent.assign(nil, to: &draft.record) }
    }
    var missing: [Int] = []
    for (number, parent) in mapping.parents.enumerated() {
      guard case .some(.some(let value)) = draft.parents[number] else { continue }
      switch try parent.find(value, in: naive, created: created[number]?[value]) {
      case .stored(let id): parent.assign(id, to: &draft.record)
      case .leaveNil: parent.assign(nil, to: &draft.record)
      case .create: missing.append(number)
      }
    }
    return missing
  }

  /// Returns the stored record with the key of a row.
  private func find(_ draft: Draft, _ key: NaiveImportKey<Record>) throws(Refusal) -> Record? {
    let attributes = draft.record.attributes
    if key.columns.allSatisfy({ !draft.assigned.contains($0) || (attributes[$0] ?? .null).isEmptyCell }) {
      throw .keyMissing
    }
    let found = naive[keyPath: Record.rows].records.filter { key.isEqual($0, draft.record) }
    if found.count > 1 { throw .keyAmbiguous }
    return found.first
  }
}

/// What became of the rows of an import.
struct ImportOutcome: CustomStringConvertible {
  var imported: [Int] = []
  var updated: [Int] = []
  var skipped: [Int] = []
  var createdParents: [String: Int] = [:]
  var failures: [Int: Refusal] = [:]

  init() {}

  init(_ report: ImportReport<some Model>) {
    (imported, updated, skipped, createdParents) = (
      report.rows, report.updatedRows, report.skippedRows, report.createdParents
    )
    for failure in report.failures { failures[failure.row] = Refusal(failure.error) }
  }

  /// The outcome of an import of which nothing is kept.
  var withoutRecords: ImportOutcome {
    var outcome = ImportOutcome()
    (outcome.skipped, outcome.failures) = (skipped, failures)
    return outcome
  }

  var description: String {
    let failures = failures.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return "imported \(imported.sorted()), updated \(updated.sorted()), skipped \(skipped.sorted()), "
      + "created \(createdParents.sorted { $0.key < $1.key }), refused \(failures)"
  }
}

extension ImportOutcome: Equatable {
  static func == (first: ImportOutcome, second: ImportOutcome) -> Bool {
    first.imported.sorted() == second.imported.sorted() && first.updated.sorted() == second.updated.sorted()
      && first.skipped.sorted() == second.skipped.sorted() && first.createdParents == second.createdParents
      && first.failures.keys == second.failures.keys
      && first.failures.allSatisfy { row, refusal in second.failures[row].map(refusal.isLike) ?? false }
  }
}

extension AttributeValue {
  /// Whether the value is null or a string of only white space.
  var isEmptyCell: Bool {
    switch self {
    case .null: true
    case .string(let text): text.allSatisfy(\.isWhitespace)
    default: false
    }
  }
}
