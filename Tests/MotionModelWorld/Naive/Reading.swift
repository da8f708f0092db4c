import MotionModel

/// Takes over what a store holds, where nothing says beforehand what it is.
struct Reading: ModelVisitor {
  let store: Store
  var naive: NaiveStore
  /// Whether all is taken over, or only the versions and times that the library keeps.
  let isWhole: Bool

  mutating func visit<Record: WorldModel>(_ model: Record.Type) {
    let records = store.table(model).records.all
    if isWhole {
      let ids = Set(records.map(\.id))
      for row in naive[keyPath: Record.rows].rows where !ids.contains(row.record.id) {
        if let index = naive[keyPath: Record.rows].index(of: row.record.id) { naive[keyPath: Record.rows].remove(at: index) }
      }
      naive[keyPath: Record.rows].rows = []
      for record in records { naive[keyPath: Record.rows].append(record) }
      return
    }
    guard Record.lockVersion != nil || Record.ownTimestamps != nil else { return }
    for record in records {
      guard let index = naive[keyPath: Record.rows].index(of: record.id) else { continue }
      if let lock = Record.lockVersion { naive[keyPath: Record.rows].rows[index].record[keyPath: lock] = record[keyPath: lock] }
      if let times = Record.ownTimestamps {
        naive[keyPath: Record.rows].rows[index].record[keyPath: times.updated] = record[keyPath: times.updated]
        naive[keyPath: Record.rows].rows[index].record[keyPath: times.created] = record[keyPath: times.created]
      }
    }
  }
}

extension NaiveStore {
  /// Takes over all that a store holds.
  mutating func takeOver(_ store: Store) {
    var reading = Reading(store: store, naive: self, isWhole: true)
    try? reading.visitAll()
    self = reading.naive
  }

  /// Takes over the versions and times that a store gave its records.
  mutating func takeOverVersions(_ store: Store) {
    var reading = Reading(store: store, naive: self, isWhole: false)
    try? reading.visitAll()
    self = reading.naive
  }
}
