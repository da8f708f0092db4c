import MotionModel

/// Applies the changes of one store since an earlier state to another store that started from the same state.
struct NaiveMerge: ModelVisitor {
  let base: NaiveStore
  let ours: NaiveStore
  var theirs: NaiveStore
  let policy: Policy
  /// The ids that our records get in their store, where these differ.
  let ids: [Kind: [AnyHashable: AnyHashable]]
  var hasConflicts = false

  mutating func visit<Record: WorldModel>(_ model: Record.Type) {
    let (base, ours) = (self.base[keyPath: Record.rows], self.ours[keyPath: Record.rows])
    let before = theirs[keyPath: Record.rows]
    var table = before
    let hasOnlyShifted = Self.hasOnlyShifted(from: base, to: ours)
    for row in base.rows where ours.index(of: row.record.id) == nil {
      deleteOne(row.record, from: &table)
    }
    let moved = hasOnlyShifted ? [] : Self.moved(from: base, to: ours)
    let rows = table.rows.filter { moved.contains($0.record.id) }
    table.rows.removeAll { moved.contains($0.record.id) }
    for row in ours.rows {
      guard let old = base.rows.first(where: { $0.record.id == row.record.id }) else {
        insert(row, hasOnlyShifted, since: base, into: &table)
        continue
      }
      if let there = rows.first(where: { $0.record.id == row.record.id }) {
        Self.bringBack(there.record, to: row.position, since: base, into: &table)
      }
      if Self.columns(row.record, old.record).isEmpty { continue }
      var now = row
      if hasOnlyShifted { now.position = old.position }
      update(now, from: old.record, since: base, in: &table)
    }
    theirs[keyPath: Record.rows] = table
  }

  /// Whether records have other positions but the same order, with all new records behind them. Other positions
  /// are then no changes.
  private static func hasOnlyShifted<Record: WorldModel>(
    from base: NaiveTable<Record>, to ours: NaiveTable<Record>
  ) -> Bool {
    let (old, new) = (base.rows.map(\.record.id), ours.rows.map(\.record.id))
    let kept = old.filter(new.contains)
    return new.prefix(kept.count).elementsEqual(kept)
      && base.rows.contains { row in ours.rows.contains { $0.record.id == row.record.id && $0.position != row.position }
      }
  }

  /// Returns the ids of records that have another position.
  private static func moved<Record: WorldModel>(
    from base: NaiveTable<Record>, to ours: NaiveTable<Record>
  ) -> Set<Record.ID> {
    let moved = ours.rows.filter { row in
      base.rows.contains { $0.record.id == row.record.id && $0.position != row.position }
    }
    return Set(moved.map(\.record.id))
  }

  private mutating func deleteOne<Record: WorldModel>(_ base: Record, from table: inout NaiveTable<Record>) {
    guard let index = table.index(of: base.id) else { return }
    if Self.columns(table.rows[index].record, base).isEmpty {
      table.remove(at: index)
    } else {
      conflict { table.remove(at: index) }
    }
  }

  private mutating func insert<Record: WorldModel>(
    _ row: NaiveTable<Record>.Row, _ isBehind: Bool, since base: NaiveTable<Record>,
    into table: inout NaiveTable<Record>
  ) {
    var record = renumbered(row.record)
    if let new = ids[Record.kind]?[AnyHashable(record.id)], let id = new.base as? Record.ID { record.id = id }
    guard let index = table.index(of: record.id) else {
      return Self.bringBack(record, to: isBehind ? base.nextPosition : row.position, since: base, into: &table)
    }
    let columns = Self.columns(table.rows[index].record, record)
    if columns.isEmpty { return }
    conflict { for column in columns { column.copy(record, &table.rows[index].record) } }
  }

  /// Inserts a record at the position that it had, or at the end if that position is taken.
  private static func bringBack<Record: WorldModel>(
    _ record: Record, to position: Int, since base: NaiveTable<Record>, into table: inout NaiveTable<Record>
  ) {
    let isFree = position < base.nextPosition && !table.rows.contains { $0.position == position }
    if isFree { table.insert(NaiveTable.Row(record: record, position: position)) } else { table.append(record) }
  }

  private mutating func update<Record: WorldModel>(
    _ given: NaiveTable<Record>.Row, from base: Record, since old: NaiveTable<Record>,
    in table: inout NaiveTable<Record>
  ) {
    let record = renumbered(given.record)
    guard let index = table.index(of: record.id) else {
      return conflict { Self.bringBack(record, to: given.position, since: old, into: &table) }
    }
    var row = table.rows[index]
    for column in Self.columns(record, base) {
      if column.isSame(row.record, base) || column.isSame(row.record, record) {
        column.copy(record, &row.record)
      } else {
        conflict { column.copy(record, &row.record) }
      }
    }
    table.rows[index] = row
  }

  private mutating func conflict(_ takeOurs: () -> Void) {
    switch policy {
    case .fail: hasConflicts = true
    case .ours: takeOurs()
    case .theirs: break
    }
  }

  private func renumbered<Record: WorldModel>(_ record: Record) -> Record {
    if ids.isEmpty { return record }
    var any: Any = record
    for link in Record.links { link.renumber(&any, ids) }
    return any as? Record ?? record
  }

  /// Returns the columns in which two records differ, without those that the library keeps.
  private static func columns<Record: WorldModel>(_ first: Record, _ second: Record) -> [MergedColumn<Record>] {
    if first.isSame(as: second) { return [] }
    return Record.mergedColumns.filter { !$0.isSame(first, second) }
  }
}

extension NaiveStore {
  /// Returns this store with the changes of another one since an earlier state.
  func merged(
    _ ours: NaiveStore, since base: NaiveStore, _ policy: Policy, _ ids: [Kind: [AnyHashable: AnyHashable]]
  ) throws(Refusal) -> NaiveStore {
    var merge = NaiveMerge(base: base, ours: ours, theirs: self, policy: policy, ids: ids)
    merge.visitAll()
    if merge.hasConflicts { throw .conflicts }
    var result = merge.theirs
    try result.checkAllUnique()
    result.countAll()
    return result
  }
}
