import Foundation
import MotionModel
import MotionModelTestSupport

/// A naive model of a store of accounts: an array that is searched from front to back.
struct PlainStore: Equatable {
  private(set) var rows: [Account] = []
  private(set) var nextID = 1
  private(set) var commits = 0
  private var deleted: Set<Int> = []

  // MARK: - One record

  mutating func save(_ record: inout Account, at time: Date) throws(StoreError) {
    if record.id != 0, rows.contains(where: { $0.id == record.id }) { return try update(&record, at: time) }
    if deleted.contains(record.id) { throw .recordGone(model: "Account", id: "\(record.id)") }
    try insert(&record, at: time)
  }

  mutating func upsert(_ record: inout Account, at time: Date) throws(StoreError) {
    if rows.contains(where: { $0.id == record.id }) { return try update(&record, at: time) }
    try insert(&record, at: time)
  }

  mutating func insert(_ record: inout Account, at time: Date) throws(StoreError) {
    var records = [record]
    try insert(&records, at: time)
    record = records[0]
  }

  /// Inserts all records, or none of them if one cannot be inserted.
  mutating func insert(_ records: inout [Account], at time: Date) throws(StoreError) {
    var (copy, inserted) = (self, records)
    let present = Set(records.map(\.id))
    for index in inserted.indices {
      if inserted[index].id == 0 {
        while present.contains(copy.nextID) { copy.nextID += 1 }
        inserted[index].id = copy.nextID
      }
      inserted[index].createdAt = inserted[index].createdAt ?? time
      inserted[index].updatedAt = inserted[index].updatedAt ?? time
      let record = inserted[index]
      copy.nextID = max(copy.nextID, record.id + 1)
      if copy.rows.contains(where: { $0.id == record.id }) { throw .idTaken(model: "Account", id: "\(record.id)") }
      copy.rows.append(record)
      copy.deleted.remove(record.id)
    }
    for record in inserted { try copy.checkUniqueness(of: record) }
    if !inserted.isEmpty { copy.commits += 1 }
    (self, records) = (copy, inserted)
  }

  private mutating func update(_ given: inout Account, at time: Date) throws(StoreError) {
    guard let index = rows.firstIndex(where: { $0.id == given.id }) else { return }
    var record = given
    (record.createdAt, record.updatedAt) = (record.createdAt ?? rows[index].createdAt, rows[index].updatedAt)
    if isChange(rows[index], record) {
      if record.code != rows[index].code {
        throw .readOnlyColumn(model: "Account", column: "code", id: "\(record.id)")
      }
      try checkUniqueness(of: record)
      record.updatedAt = time
      rows[index] = record
      commits += 1
    }
    given = record
  }

  /// Whether two records differ in any bit: strings that are equal may have different scalars.
  private func isChange(_ old: Account, _ new: Account) -> Bool { exactText(old) != exactText(new) }

  private func checkUniqueness(of record: Account) throws(StoreError) {
    let other = rows.first { $0.id != record.id && $0.email != nil && $0.email == record.email }
    if let other { throw .notUnique(model: "Account", columns: ["email"], id: "\(other.id)") }
  }

  // MARK: - Many records

  mutating func delete(where isMet: (Account) -> Bool) -> Int {
    let ids = rows.filter(isMet).map(\.id)
    deleted.formUnion(ids)
    rows.removeAll(where: isMet)
    if !ids.isEmpty { commits += 1 }
    return ids.count
  }

  mutating func update(
    where isMet: (Account) -> Bool, at time: Date, _ change: (inout Account) -> Void
  ) throws(StoreError) -> Int {
    var copy = self
    var count = 0
    for index in rows.indices where isMet(rows[index]) {
      var record = rows[index]
      change(&record)
      (record.createdAt, record.updatedAt) = (record.createdAt ?? rows[index].createdAt, rows[index].updatedAt)
      if !isChange(rows[index], record) { continue }
      if record.code != rows[index].code {
        throw .readOnlyColumn(model: "Account", column: "code", id: "\(record.id)")
      }
      record.updatedAt = time
      copy.rows[index] = record
      count += 1
    }
    for (old, new) in zip(rows, copy.rows) where isChange(old, new) { try copy.checkUniqueness(of: new) }
    if count > 0 { copy.commits += 1 }
    self = copy
    return count
  }
}
