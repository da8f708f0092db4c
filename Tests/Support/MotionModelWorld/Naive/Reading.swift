import MotionModel

/// Copies the records of a store, where the naive store cannot predict them.
struct Reading: ModelVisitor {
  let store: Store
  var naive: NaiveStore
  let part: Part

  enum Part { case all, versions }

  mutating func visit<Record: WorldModel>(_ model: Record.Type) {
    let records = store.table(model).unscoped().all
    if part == .all {
      let ids = Set(records.map(\.id))
      for row in naive[keyPath: Record.rows].rows where !ids.contains(row.record.id) {
        if let index = naive[keyPath: Record.rows].index(of: row.record.id) {
          naive[keyPath: Record.rows].remove(at: index)
        }
      }
      naive[keyPath: Record.rows].rows = []
      for record in records { naive[keyPath: Record.rows].append(record) }
      return
    }
    takeOverVersions(records)
  }

  private mutating func takeOverVersions<Record: WorldModel>(_ records: [Record]) {
    guard Record.lockVersion != nil || Record.ownTimestamps != nil else { return }
    for record in records {
      guard let index = naive[keyPath: Record.rows].index(of: record.id) else { continue }
      if let lock = Record.lockVersion {
        naive[keyPath: Record.rows].rows[index].record[keyPath: lock] = record[keyPath: lock]
      }
      if let times = Record.ownTimestamps {
        naive[keyPath: Record.rows].rows[index].record[keyPath: times.updated] = record[keyPath: times.updated]
        naive[keyPath: Record.rows].rows[index].record[keyPath: times.created] = record[keyPath: times.created]
      }
    }
  }
}

extension NaiveStore {
  /// Copies all records of a store.
  mutating func takeOver(_ store: Store) {
    var reading = Reading(store: store, naive: self, part: .all)
    reading.visitAll()
    self = reading.naive
  }

  /// Copies the versions and times that a store gave its records.
  mutating func takeOverVersions(_ store: Store) {
    var reading = Reading(store: store, naive: self, part: .versions)
    reading.visitAll()
    self = reading.naive
  }
}

/// Copies versions that are higher than the next one, because versions that an undone transaction gave
/// are not given again.
private struct LaterVersions: ModelVisitor {
  let store: Store
  let before: NaiveStore
  var naive: NaiveStore

  mutating func visit<Record: WorldModel>(_ model: Record.Type) {
    guard let lock = Record.lockVersion else { return }
    for (index, row) in naive[keyPath: Record.rows].rows.enumerated() {
      guard let stored = store.table(model).find(row.record.id), stored[keyPath: lock] > row.record[keyPath: lock]
      else { continue }
      let old = before[keyPath: Record.rows].find(row.record.id)
      if let old, old[keyPath: lock] == row.record[keyPath: lock] { continue }
      naive[keyPath: Record.rows].rows[index].record[keyPath: lock] = stored[keyPath: lock]
    }
  }
}

extension NaiveStore {
  /// Copies versions that are higher than the next one, for records that changed since an earlier state.
  mutating func takeOverLaterVersions(_ store: Store, since before: NaiveStore) {
    var reading = LaterVersions(store: store, before: before, naive: self)
    reading.visitAll()
    self = reading.naive
  }
}
