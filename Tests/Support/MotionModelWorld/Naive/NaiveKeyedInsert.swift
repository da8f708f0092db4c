import MotionModel

extension NaiveStore {
  /// Inserts records, and does with those whose key is stored already what a policy says.
  ///
  /// - Parameter key: The column of the key; nil for the id.
  /// - Returns: What became of each record.
  mutating func insert<Record: WorldModel>(
    _ given: [Record], _ conflict: Conflict, by key: NaturalKey<Record>?
  ) throws(Refusal) -> [InsertReport<Record>.Outcome] {
    let naiveKey = NaiveKey(key)
    var plans: [Plan<Record>] = []
    for (number, record) in given.enumerated() {
      let before = given[..<number].contains { naiveKey.isEqual($0, record) }
      let stored = self[keyPath: Record.rows].records.first { naiveKey.isEqual($0, record) }
      if before && conflict != .ignore || stored != nil && conflict == .fail { throw naiveKey.refusal }
      if before || stored != nil && conflict == .ignore {
        plans.append(.ignored)
      } else {
        let merged = Self.row(record, over: stored, conflict)
        if merged.id.isAssigned, plans.contains(where: { $0.record?.id == merged.id }) { throw .idTaken }
        let old = conflict == .replace ? self[keyPath: Record.rows].find(merged.id) : stored
        plans.append(.write(merged, old: old))
      }
    }
    var records = plans.compactMap(\.record)
    let olds = plans.compactMap(\.old)
    _ = try save(&records, olds.map { conflict == .replace || $0 != nil ? .upsert : .insert })
    var written = zip(records, olds).makeIterator()
    return plans.map { plan in
      guard plan.record != nil, let (record, old) = written.next() else { return .ignored }
      guard let old else { return .inserted }
      return old.isSame(as: self[keyPath: Record.rows].find(record.id) ?? record) ? .unchanged : .updated
    }
  }

  /// Returns what is written of a record, over the stored one with its key.
  private static func row<Record: WorldModel>(_ record: Record, over stored: Record?, _ conflict: Conflict) -> Record {
    guard let stored else { return record }
    var row = conflict == .merge ? stored : record
    if conflict == .merge { Record.fields[0].copy(record, &row) }
    row.id = stored.id
    return row
  }

  private enum Plan<Record: WorldModel> {
    case ignored
    case write(Record, old: Record?)

    var record: Record? { if case .write(let record, _) = self { record } else { nil } }
    /// The record that is changed, if there is one.
    var old: Record?? { if case .write(_, let old) = self { .some(old) } else { nil } }
  }
}

/// A key by which records are recognized: a column, or the id.
private struct NaiveKey<Record: WorldModel> {
  private let column: NaturalKey<Record>?

  init(_ column: NaturalKey<Record>?) { self.column = column }

  var refusal: Refusal { column == nil ? .idTaken : .notUnique }

  func isEqual(_ first: Record, _ second: Record) -> Bool {
    guard let column else { return first.id.isAssigned && first.id == second.id }
    return !column.isNil(first) && column.isEqual(first, second)
  }
}
