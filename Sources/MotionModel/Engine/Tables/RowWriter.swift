import Foundation

/// The condition on a stored row for its replacement.
enum ExpectedRow {
  /// It has the same values as an earlier row in all columns, or is not there.
  case row(Row)
  /// The stored row exists, and differs from its replacement at most in these columns.
  case same(besides: [Int])

  fileprivate var mustBeStored: Bool { if case .same = self { true } else { false } }

  fileprivate func isMet(by stored: Row, _ new: Row, _ layout: TableLayout) -> Bool {
    switch self {
    case .row(let earlier): layout.isSame(earlier, stored)
    case .same(let numbers):
      layout.columns.indices.allSatisfy { numbers.contains($0) || layout.isSame(new, stored, in: $0) }
    }
  }
}

/// Turns rows that are written into changes: finds the stored rows, assigns ids and timestamps, and
/// refuses invalid writes.
///
/// It reads one version of a table, and changes only the given rows and its own list of changes.
struct RowWriter {
  /// What a write does.
  enum Operation {
    /// Inserts a record. An id that is taken is refused when the change is applied.
    case insert
    /// Updates the stored record, or inserts it unless it was deleted.
    case save
    /// Updates the stored record, or inserts it.
    case upsert
    /// Updates the stored record.
    case update
    /// Updates the stored record, or inserts it, with its own times, lock version and read-only columns: it is a copy
    /// of a record from elsewhere.
    case replicate
  }

  let table: TableVersion
  /// Changes that were not applied to the table yet; nil if there are none.
  private let pending: ChangesetPart?
  private(set) var changes: ChangesetPart
  private let ids: IDGenerator
  /// Whether the time of the latest save is kept in a row that has one.
  private let keepsTimestamps: Bool
  /// The time of all writes of this writer.
  private let now: Date
  /// The derived columns of the rows; nil if there are none.
  private let derivations: ModelDerivations?
  private let setters: [ColumnSetter]
  /// How the adapter keeps values.
  private let form: StoredForm
  /// Gives the numbers for the next ids where other processes give numbers, too; nil if the table counts them.
  private let numbering: (any NumberGiving)?
  private var nextNumber: Int
  /// How many of the numbers that the adapter has given for the next ids are used.
  private var usedNumbers = 0
  /// The hashes of ids that later rows have already.
  private var reserved: Set<UInt64>?
  /// The index of the current row among the rows of the changes, if it is stored there already.
  private var draft: Int?
  /// What the stored row must be to be updated, if that was stated.
  private var expected: ExpectedRow?
  /// Whether the stored row was not what it had to be, and so was not updated.
  private(set) var isOutdated = false

  private var layout: TableLayout { table.layout }

  /// Returns the stored row with the id of another row, after the pending changes; nil if there is none.
  func storedRow(with id: Row) -> Row? { table.position(of: id).map(storedRow(at:)) }

  // NB: Inlined, because the compiler copies the whole writer to call a nonmutating method.
  @inline(__always)
  private func storedRow(at position: Int) -> Row { pending?.updatedRow(at: position) ?? table.rows[position] }

  /// - Parameters:
  ///   - setters: What sets the columns of inserted records that follow from related records.
  ///   - form: How the adapter keeps values; nil if the table knows it, because its rows were loaded before.
  ///   - pending: Changes that were not applied to the table yet: updates of records that stay in place.
  init(
    _ table: TableVersion, beside pending: ChangesetPart? = nil, now: Date, ids: IDGenerator = .standard,
    keepsTimestamps: Bool = false,
    setters: [ColumnSetter] = [], form: StoredForm? = nil, numbering: (any NumberGiving)? = nil
  ) {
    (self.table, self.pending) = (table, pending)
    self.now = now
    self.ids = ids
    self.keepsTimestamps = keepsTimestamps
    self.numbering = numbering
    (self.setters, self.form) = (setters, form ?? table.form ?? StoredForm())
    derivations = Derivations.shared.of(table.layout.slot)
    changes = ChangesetPart(table.layout)
    nextNumber = table.nextNumber
  }

  /// Begins the changes of a call for many records, which are notified together, and reserves memory for them. There
  /// must be no changes yet.
  mutating func beginBulk(_ count: Int) {
    changes = ChangesetPart(layout, capacity: count)
    changes.isBulk = true
  }

  /// Excludes ids with these hashes, which later rows have already, from being assigned to rows.
  mutating func reserve(ids hashes: Set<UInt64>) { reserved = hashes }

  /// Leaves the check of unique columns to the caller, which checks them after it has written more. Call it
  /// after ``beginBulk(_:)``.
  mutating func deferUniqueness() { changes.defersUniqueness = true }

  /// Updates the stored row only if it is as expected. Otherwise ``isOutdated`` says so.
  mutating func expect(_ row: ExpectedRow) { expected = row }

  // MARK: - Operations

  /// Adds the change that writes a row, unless nothing would change. The row gets its id and its timestamps.
  mutating func write(_ row: MutableRow, _ operation: Operation) throws(StoreError) {
    let isAssigned = layout.id.isAssigned(Row(row))
    let mayBeStored = operation != .insert && isAssigned
    if operation == .update && !isAssigned { throw .notSaved(model: layout.name) }
    if mayBeStored, let position = table.position(of: Row(row)) { return try update(row, at: position, operation) }
    if let expected, expected.mustBeStored {
      isOutdated = true
      return
    }
    if mayBeStored {
      let wasDeleted = operation == .save && table.given.deleted.contains(layout.id.hash(Row(row)))
      if wasDeleted || operation == .update { throw gone(Row(row)) }
    }
    try insert(row, isAssigned)
  }

  /// Adds the change that writes a copy of a row, unless nothing would change. The copy gets its id and its timestamps.
  ///
  /// - Returns: The index of the copy among the rows of the changes.
  mutating func write(copyOf row: Row, _ operation: Operation) throws(StoreError) -> Int {
    let number = changes.appendRow(row)
    draft = number
    // The changes own the copy. They do not move it before the last step of the write, which adds the stored row.
    try write(MutableRow(changes.address(number)), operation)
    draft = nil
    return number
  }

  private mutating func append(old: Row?, new: Row, position: Int?) {
    if let draft {
      changes.append(old: old, newRow: draft, position: position)
    } else {
      changes.append(old: old, new: new, position: position)
    }
  }

  /// Adds the change that deletes the record with a row's id, if there is one.
  mutating func delete(_ row: Row) {
    guard let position = table.position(of: row) else { return }
    changes.append(old: storedRow(at: position), new: nil, position: position)
  }

  private mutating func insert(_ row: MutableRow, _ isAssigned: Bool) throws(StoreError) {
    if !isAssigned {
      try assignID(row)
    } else if let number = layout.id.number(Row(row)), number >= nextNumber, number < .max {
      nextNumber = number + 1
    }
    for column in [layout.created, layout.updated] {
      if let column, isUnset(layout.columns[column].operations, in: Row(row)) { stamp(row, column) }
    }
    for set in setters { try set(row) }
    roundDates(row)
    try derivations?.finish(row)
    append(old: nil, new: Row(row), position: nil)
  }

  private mutating func update(_ row: MutableRow, at position: Int, _ operation: Operation) throws(StoreError) {
    let old = storedRow(at: position)
    if operation == .replicate { return try replicate(row, over: old, at: position) }
    if let expected, !expected.isMet(by: old, Row(row), layout) {
      isOutdated = true
      return
    }
    let setsTime = layout.updated.map { !keepsTimestamps || layout.columns[$0].operations.isNil(Row(row)) } ?? false
    keepTimes(of: old, in: row, besidesUpdate: !setsTime)
    roundDates(row)
    let version = layout.version.map { layout.columns[$0].operations }
    if let version, operation != .upsert, !version.isEqual(Row(row), old) {
      throw .stale(StoreError.StaleRecord(layout, Row(row), stored: old))
    }
    try keepUp(row, from: old)
    guard try hasChanged(Row(row), from: old) else { return version?.copy(old, row) ?? () }
    if setsTime, let updated = layout.updated {
      stamp(row, updated)
      roundDates(row)
      try derivations?.finish(row)
    }
    version?.count(on: old, and: table.given.withdrawnVersion, by: form.versionStep, in: row)
    append(old: old, new: Row(row), position: position)
  }

  private mutating func replicate(_ row: MutableRow, over old: Row, at position: Int) throws(StoreError) {
    roundDates(row)
    try keepUp(row, from: old)
    if !layout.isSame(Row(row), old) { append(old: old, new: Row(row), position: position) }
  }

  /// Adds a change of a stored row that follows from other changes. It is not a save, so nothing is refused.
  ///
  /// - Parameters:
  ///   - touching: Whether the time of the latest save is set.
  ///   - counting: Whether the lock version counts the change.
  mutating func change(
    rowAt position: Int, touching: Bool, counting: Bool = true, _ change: (MutableRow) throws(StoreError) -> Void
  ) throws(StoreError) {
    let old = storedRow(at: position)
    try layout.memory.withCopy(of: old) { row throws(StoreError) in
      try change(row)
      if touching, let updated = layout.updated { stamp(row, updated) }
      roundDates(row)
      try derivations?.finish(row)
      if layout.isSame(old, Row(row)) { return }
      if counting, let version = layout.version {
        layout.columns[version].operations.count(
          on: old, and: table.given.withdrawnVersion, by: form.versionStep, in: row)
      }
      changes.append(old: old, new: Row(row), position: position)
    }
  }

  // MARK: - Parts

  /// Sets the derived columns in a row that replaces a stored one.
  private func keepUp(_ row: MutableRow, from old: Row) throws(StoreError) {
    guard let derivations else { return }
    derivations.keep(layout, from: old, in: row)
    try derivations.finish(row)
  }

  private func gone(_ row: Row) -> StoreError { .recordGone(model: layout.name, id: layout.id.text(row)) }

  /// Assigns an id that no record has or recently had. Only ids of types without numbers can be taken already; then
  /// another one is tried.
  private mutating func assignID(_ row: MutableRow) throws(StoreError) {
    let id = layout.id
    for attempt in 0..<(100 + (reserved?.count ?? 0) + table.count) {
      let given = table.given.reserved.dropFirst(usedNumbers).first
      usedNumbers += 1
      guard id.assign(given ?? nextNumber, ids, row) else { break }
      if given == nil, let numbering, id.number(Row(row)) != nil {
        guard id.assign(try numbering.giveNumber(of: NumberedTable(layout: layout)), ids, row) else { break }
      }
      if given == nil, nextNumber < .max { nextNumber += 1 }
      if let reserved, reserved.contains(id.hash(Row(row))) { continue }
      if table.isNew(Row(row)) || !table.hasGiven(Row(row)) {
        // The table counts one number for an id that has none of its own. Numbers that were skipped are not tried
        // again.
        if attempt > 0 { changes.nextNumber = nextNumber }
        return
      }
    }
    throw .idsExhausted(model: layout.name)
  }

  /// Whether a row has no time in a column of timestamps. A column that is not optional always has a time, which counts
  /// only where `keepsTimestamps` is set.
  private func isUnset(_ column: ColumnOperations, in row: Row) -> Bool {
    column.isOptional ? column.isNil(row) : !keepsTimestamps
  }

  /// Copies times of the stored record to a row: that of the first save, if the row has none, as records that were
  /// created by hand do; and that of the latest save, unless the row keeps its own. Values that the store sets itself
  /// are not changes of the caller.
  private func keepTimes(of old: Row, in row: MutableRow, besidesUpdate: Bool) {
    if let created = layout.created.map({ layout.columns[$0].operations }), isUnset(created, in: Row(row)) {
      created.copy(old, row)
    }
    if !besidesUpdate, let updated = layout.updated { layout.columns[updated].operations.copy(old, row) }
  }

  private func stamp(_ row: MutableRow, _ column: Int) {
    // A date fits a column of dates, so assigning cannot fail.
    _ = layout.columns[column].operations.assign(.date(now), row)
  }

  /// Rounds the dates of which an adapter keeps fewer digits.
  ///
  /// NB: Inlined for the same reason as ``storedRow(at:)``.
  @inline(__always) private func roundDates(_ row: MutableRow) {
    if form.roundings.isEmpty { return }
    for (column, round) in form.roundings {
      let operations = layout.columns[column].operations
      // A date fits a column of dates, so assigning cannot fail.
      if case .date(let date) = operations.attribute(Row(row)) { _ = operations.assign(.date(round(date)), row) }
    }
  }

  /// Returns whether a row differs from the stored one in more than its lock version.
  private func hasChanged(_ row: Row, from old: Row) throws(StoreError) -> Bool {
    var hasChanged = false
    let layout = layout
    for index in layout.columns.indices where !layout.isSame(row, old, in: index) {
      if index == layout.version { continue }
      if layout.columns[index].options.contains(.readOnly) {
        throw .readOnlyColumn(model: layout.name, column: layout.columns[index].name, id: layout.id.text(row))
      }
      hasChanged = true
    }
    return hasChanged
  }
}
