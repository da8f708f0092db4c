import Foundation
import MotionModel

extension NaiveStore {
  /// What a write does.
  enum Operation { case insert, save, upsert, update }

  // MARK: - One record

  mutating func save<Record: WorldModel>(_ record: inout Record, _ operation: Operation) throws(Refusal) {
    let old = try target(record, operation)
    let hasChanged = try prepareAndWrite(&record, old, operation)
    if hasChanged { try conclude(&record, old) }
  }

  /// Saves the columns in which a record differs from an earlier state of it, onto the stored record.
  mutating func update<Record: WorldModel>(_ record: inout Record, since base: Record) throws(Refusal) {
    guard base.id.isAssigned, let stored = self[keyPath: Record.rows].find(base.id) else {
      return try save(&record, .save)
    }
    let (lock, given) = (Record.lockVersion, record)
    let changed = Record.mergedColumns.filter { !$0.isSame(base, given) }
    let isCurrent = lock.map { stored[keyPath: $0] == given[keyPath: $0] } ?? true
    if !isCurrent, changed.contains(where: { !$0.isSame(base, stored) }) { throw .stale }
    var saved = stored
    for column in changed { column.copy(given, &saved) }
    try save(&saved, .update)
    for column in Record.mergedColumns where !column.isSame(saved, stored) { column.copy(saved, &record) }
    for column in changed { column.copy(saved, &record) }
    for counter in Record.counters where saved[keyPath: counter] != stored[keyPath: counter] {
      record[keyPath: counter] = saved[keyPath: counter]
    }
    for column in Record.kept where !column.isSame(saved, stored) { column.copy(saved, &record) }
    if let times = Record.ownTimestamps, saved[keyPath: times.updated] != stored[keyPath: times.updated] {
      record[keyPath: times.updated] = saved[keyPath: times.updated]
    }
    if let lock, isCurrent { record[keyPath: lock] = saved[keyPath: lock] }
  }

  private mutating func prepareAndWrite<Record: WorldModel>(
    _ record: inout Record, _ old: Record?, _ operation: Operation, isAlone: Bool = true
  ) throws(Refusal) -> Bool {
    try record.validate(in: self, replacing: old)
    try record.validateChange(from: old)
    if runsHooks { try record.aroundSaveBegins() }
    if runsHooks { try record.beforeSave() }
    let changed = try write(&record, old, operation)
    if isAlone { try checkUnique(Record.self) }
    if runsHooks { try record.aroundSaveEnds() }
    return changed
  }

  private mutating func conclude<Record: WorldModel>(_ record: inout Record, _ old: Record?) throws(Refusal) {
    follow([(old, record)])
    if old == nil, runsHooks { try record.afterCreate(in: &self) }
    record = self[keyPath: Record.rows].find(record.id) ?? record
  }

  /// Returns the record that a write would update; nil when it would insert.
  func target<Record: WorldModel>(_ record: Record, _ operation: Operation) throws(Refusal) -> Record? {
    let table = self[keyPath: Record.rows]
    if !record.id.isAssigned {
      if operation == .update { throw .notSaved }
      return nil
    }
    let old = table.find(record.id)
    if operation == .insert, old != nil { throw .idTaken }
    if old == nil, operation == .update || (operation == .save && table.gone.contains(record.id)) { throw .recordGone }
    return old
  }

  /// Writes a record.
  ///
  /// - Returns: Whether the record changed.
  private mutating func write<Record: WorldModel>(
    _ record: inout Record, _ old: Record?, _ operation: Operation
  ) throws(Refusal) -> Bool {
    guard let old, let index = self[keyPath: Record.rows].index(of: old.id) else {
      return insert(&record)
    }
    if let times = Record.ownTimestamps {
      record[keyPath: times.created] = record[keyPath: times.created] ?? old[keyPath: times.created]
      record[keyPath: times.updated] = old[keyPath: times.updated]
    }
    if let lock = Record.lockVersion {
      if operation != .upsert, record[keyPath: lock] != old[keyPath: lock] { throw .stale }
      record[keyPath: lock] = old[keyPath: lock]
    }
    for counter in Record.counters { record[keyPath: counter] = old[keyPath: counter] }
    for column in Record.kept { column.copy(old, &record) }
    if record.isSame(as: old) { return false }
    for column in Record.readOnly where column.value(record) != column.value(old) { throw .readOnlyColumn }
    if let lock = Record.lockVersion { record[keyPath: lock] += 1 }
    if let times = Record.ownTimestamps { record[keyPath: times.updated] = now }
    self[keyPath: Record.rows].rows[index].record = record
    return true
  }

  private mutating func insert<Record: WorldModel>(_ record: inout Record) -> Bool {
    if record.id.isAssigned { self[keyPath: Record.rows].keepFromTape([record.id]) }
    if !record.id.isAssigned { record.id = self[keyPath: Record.rows].nextID() }
    if let times = Record.ownTimestamps {
      record[keyPath: times.created] = record[keyPath: times.created] ?? now
      record[keyPath: times.updated] = record[keyPath: times.updated] ?? now
    }
    self[keyPath: Record.rows].append(record)
    return true
  }

  func checkUnique<Record: WorldModel>(_ model: Record.Type) throws(Refusal) {
    if Record.kind == .remark, hasUniqueTexts, !hasDifferentTexts { throw .notUnique }
    for key in Record.uniqueKeys {
      var values: Set<AnyHashable> = []
      for row in self[keyPath: Record.rows].rows {
        if let value = key.value(row.record), !values.insert(value).inserted { throw .notUnique }
      }
    }
  }

  /// Whether no two remarks have the same text.
  var hasDifferentTexts: Bool { Set(remarks.rows.map(\.record.text)).count == remarks.rows.count }

  // MARK: - By a column

  /// Updates the first record with the same value in a column, or does what an upsert does.
  mutating func upsert<Record: WorldModel>(_ record: inout Record, on key: NaturalKey<Record>) throws(Refusal) {
    let given = record
    if !key.isNil(given), let stored = self[keyPath: Record.rows].records.first(where: { key.isEqual($0, given) }) {
      record.id = stored.id
    }
    try save(&record, .upsert)
  }

  /// Returns the first record of the default scope with the same value in a column, or inserts a record.
  mutating func findOrInsert<Record: WorldModel>(
    _ record: inout Record, by key: NaturalKey<Record>
  ) throws(Refusal) {
    let given = record
    if let stored = self[keyPath: Record.rows].records.first(where: { $0.isInScope && key.isEqual($0, given) }) {
      record = stored
    } else {
      try save(&record, .insert)
    }
  }

  // MARK: - Many

  /// Saves records together: all hooks before, then all rows, then all hooks after.
  ///
  /// - Returns: How many changed.
  mutating func save<Record: WorldModel>(
    _ records: inout [Record], _ operation: Operation
  ) throws(Refusal) -> Int {
    try save(&records, records.map { _ in operation })
  }

  mutating func save<Record: WorldModel>(
    _ records: inout [Record], _ operations: [Operation]
  ) throws(Refusal) -> Int {
    if Record.hasAroundSave && runsHooks { return try saveSingly(&records, operations) }
    var olds: [Record?] = []
    for index in records.indices {
      olds.append(try target(records[index], operations[index]))
      try records[index].validateAlone()
      try records[index].validateChange(from: olds[index])
      if runsHooks { try records[index].beforeSave() }
    }
    var changed: [Int] = []
    self[keyPath: Record.rows].keepFromTape(records.map(\.id))
    for index in records.indices {
      if operations[index] == .insert { _ = try target(records[index], .insert) }
      if try write(&records[index], olds[index], operations[index]) { changed.append(index) }
    }
    try checkUnique(Record.self)
    for (record, old) in zip(records, olds) {
      try record.validate(in: self, replacing: records.count > 1 ? nil : old)
    }
    follow(changed.map { (olds[$0], records[$0]) })
    for index in changed where olds[index] == nil && runsHooks { try records[index].afterCreate(in: &self) }
    return changed.count
  }

  private mutating func saveSingly<Record: WorldModel>(
    _ records: inout [Record], _ operations: [Operation]
  ) throws(Refusal) -> Int {
    self[keyPath: Record.rows].keepFromTape(records.map(\.id))
    var count = 0
    for index in records.indices {
      let old = try target(records[index], operations[index])
      if try !prepareAndWrite(&records[index], old, operations[index], isAlone: false) { continue }
      try conclude(&records[index], old)
      count += 1
    }
    try checkUnique(Record.self)
    return count
  }

  /// Changes records without hooks and rules, as the library does where a change follows from another.
  mutating func change<Record: WorldModel>(
    _ ids: [Record.ID], _ change: (inout Record) -> Void
  ) throws(Refusal) {
    var changes: [(Record?, Record?)] = []
    for id in ids {
      guard let old = self[keyPath: Record.rows].find(id) else { continue }
      var record = old
      change(&record)
      if try write(&record, old, .update) { changes.append((old, record)) }
    }
    try checkUnique(Record.self)
    follow(changes)
  }

  // MARK: - What follows

  /// Updates the parents after changes of their children.
  mutating func follow<Record: WorldModel>(_ changes: [(Record?, Record?)]) {
    if changes.isEmpty { return }
    if touchesParents { for link in Record.links { link.follow(changes, &self) } }
    countAll()
    if let lock = Record.lockVersion {
      // A record that is inserted when its children exist already keeps the version that it had.
      for case (nil, let new?) in changes {
        guard let index = self[keyPath: Record.rows].index(of: new.id) else { continue }
        self[keyPath: Record.rows].rows[index].record[keyPath: lock] = new[keyPath: lock]
      }
    }
  }

  /// Recounts the children of all records.
  mutating func countAll(raisesVersions: Bool = true) {
    for kind in Kind.allCases {
      for link in kind.model.links { link.count(&self, raisesVersions: raisesVersions) }
    }
    for kind in Kind.allCases { kind.model.derive(in: &self) }
  }
}
