extension ModelTable {
  /// Saves some columns of a record, and leaves all other columns as they are stored.
  ///
  /// ```swift
  /// todo.name = "Walk the dog"
  /// todo.priority = 3
  /// try todos.save(&todo, only: \.name)      // the priority is changed in this copy alone
  /// ```
  ///
  /// The named columns are saved whatever is stored in them. Rules and hooks see the record as it will be stored, and
  /// may change other columns. The record gets the columns that this save has changed; all others stay as they are in
  /// it.
  ///
  /// With a ``LockVersion``, an old copy is refused, as by ``save(_:)``: which of its columns were changed is unknown
  /// here, but known to ``update(_:_:)``.
  ///
  /// A property that is not a column traps.
  ///
  /// - Throws: ``StoreError/notSaved(model:)`` for a new record, ``StoreError/recordGone(model:id:)`` for a deleted
  ///   one, ``StoreError/stale(_:)`` for an old copy; any error of saving. The store and the record are then unchanged.
  public func save(
    _ record: inout Record, only first: any PartialKeyPath<Record> & Sendable,
    _ others: any PartialKeyPath<Record> & Sendable...
  ) throws { try save(&record, only: first, and: others) }

  func save(
    _ record: inout Record, only first: any PartialKeyPath<Record> & Sendable,
    and others: [any PartialKeyPath<Record> & Sendable]
  ) throws {
    let schema = Record.schema
    // NB: An array of both would be allocated beside that of the numbers.
    var numbers = [schema.number(of: first)]
    for column in others { numbers.append(schema.number(of: column)) }
    try save(&record, columns: numbers, checking: true)
  }

  /// - Parameter checking: Whether the save check runs.
  package func save(
    _ record: inout Record, only columns: [any PartialKeyPath<Record> & Sendable], checking: Bool = true
  ) throws { try save(&record, columns: columns.map(Record.schema.number(of:)), checking: checking) }

  private func save(_ record: inout Record, columns numbers: [Int], checking: Bool) throws {
    let schema = Record.schema
    if checking, try saveAtOnce(&record, ifStoredIs: .same(besides: numbers)) { return }
    try store.finishing {
      record = try store.inTransaction {
        let stored = try fetched(for: record)
        if !schema.hasVersion(of: stored, record) { throw StoreError.stale(record, stored: stored) }
        return try write(record, onto: stored, checking: checking) { numbers.contains($0) }
      }
    }
  }

  /// Saves the columns in which a record differs from an earlier state of it, onto the stored record; see
  /// ``update(_:_:)``. A record that is not stored yet is saved with all columns.
  ///
  /// - Parameter base: The record as the caller had it before it was changed.
  func save(_ record: inout Record, changedSince base: Record) throws {
    // The usual case: nobody has changed the stored record, so that all columns may be saved.
    let isSaved = try withRow(of: base) { try saveAtOnce(&record, ifStoredIs: .row($0)) }
    if !isSaved { try merge(&record, changedSince: base) }
  }

  @inline(never) private func merge(_ record: inout Record, changedSince base: Record) throws {
    var merged = record
    try store.withTransaction { transaction in
      try store.load(base.id, of: Record.self)
      // Nobody has changed the stored record.
      if withRow(of: base, { transaction.has($0, of: layout) }) {
        return try write(&merged, .update, in: transaction)
      }
      guard let stored = stored(base.id) else { return try save(&merged) }
      let schema = Record.schema
      func isChanged(_ number: Int) -> Bool { !schema.isSame(base, record, inColumn: number) }
      // NB: Equal new values are a conflict too: two who each add 1 to a number arrive at the same one.
      let isStale =
        !schema.hasVersion(of: stored, record)
        && schema.columns.indices.contains { isChanged($0) && !schema.isSame(base, stored, inColumn: $0) }
      if isStale { throw StoreError.stale(record, stored: stored) }
      merged = try write(record, onto: stored, isChanged)
    }
    record = merged
  }

  /// Saves columns of a record onto the stored record.
  ///
  /// - Parameter isSaved: Returns whether the column with a number is saved.
  /// - Returns: The record, with the stored values of these columns and of all others that the save has changed. Its
  ///   lock version is the new one only if it was the stored one before.
  private func write(
    _ record: Record, onto stored: Record, checking: Bool = true, _ isSaved: (Int) -> Bool
  ) throws -> Record {
    let schema = Record.schema
    let numbers = schema.columns.indices
    var saved = record
    schema.copy(numbers.filter { !isSaved($0) }, from: stored, to: &saved)
    try write(&saved, .update, checking: checking)
    let isCurrent = schema.hasVersion(of: stored, record)
    let changed = numbers.filter { number in
      if number == layout.version { return isCurrent }
      return isSaved(number) || !schema.isSame(saved, stored, inColumn: number)
    }
    var result = record
    schema.copy(changed, from: saved, to: &result)
    return result
  }
}
