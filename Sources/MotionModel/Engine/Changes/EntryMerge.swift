/// Brings two changes of one record together that began at the same state.
struct EntryMerge {
  let ours: EntryView
  let theirs: EntryView

  private var layout: TableLayout { ours.layout }

  /// The columns that both changed to different values.
  private let conflicting: [Int]

  init(ours: EntryView, theirs: EntryView) {
    (self.ours, self.theirs) = (ours, theirs)
    guard let new = ours.new, let other = theirs.new else {
      conflicting = []
      return
    }
    let rules = ColumnRules(ours.layout)
    conflicting = ours.layout.columns.indices.filter { index in
      !rules.settles(index) && Self.changes(index, in: ours) && Self.changes(index, in: theirs)
        && !ours.layout.columns[index].operations.isSame(new, other)
    }
  }

  private static func changes(_ column: Int, in change: EntryView) -> Bool {
    guard let old = change.old, let new = change.new else { return true }
    return !change.layout.columns[column].operations.isSame(old, new)
  }

  /// Why the two cannot both be made; nil when they can.
  var conflict: ChangeConflict? {
    switch (ours.new, theirs.new) {
    case (nil, nil): nil
    case (_?, _?): conflicting.isEmpty ? nil : ChangeConflict(ours, theirs, columns: conflicting.map(conflict))
    case (_?, nil): Self.isUpkeep(ours) ? nil : ChangeConflict(ours, theirs, columns: [])
    case (nil, _?): Self.isUpkeep(theirs) ? nil : ChangeConflict(ours, theirs, columns: [])
    }
  }

  /// Which change counts where there is no conflict: a deletion, rather than what the library itself did to the record.
  var undisputed: ConflictResolution { theirs.new == nil ? .theirs : .ours }

  /// Whether a change is an update of columns that the library itself keeps.
  private static func isUpkeep(_ change: EntryView) -> Bool {
    if change.kind != .update { return false }
    let rules = ColumnRules(change.layout)
    return change.layout.columns.indices.allSatisfy { rules.settles($0) || !changes($0, in: change) }
  }

  private func conflict(in column: Int) -> ChangeConflict.Column {
    let operations = layout.columns[column].operations
    func value(_ row: UnsafeRawPointer?) -> AttributeValue { row.map(operations.attribute) ?? .null }
    return ChangeConflict.Column(
      name: layout.columns[column].name, base: value(ours.old), ours: value(ours.new), theirs: value(theirs.new))
  }

  // MARK: - Merging

  /// Adds what remains of our change once theirs was made.
  func append(to part: inout ChangesetPart, _ resolution: ConflictResolution) {
    switch (ours.new, theirs.new) {
    case (nil, nil): return
    case (let new?, nil):
      // NB: They deleted it, so where ours counts it comes back.
      if resolution == .ours { part.append(old: nil, new: new, position: place) }
    case (nil, let other?):
      if resolution == .ours { part.append(old: other, new: nil, position: theirs.entry.position) }
    case (let new?, let other?):
      withMergedRow(new, other, resolution) { row in
        if layout.isSame(other, row) && !isMoved { return }
        part.append(
          old: other, new: row, position: isMoved ? place : theirs.entry.position,
          origin: isMoved ? theirs.entry.position : nil)
      }
    }
  }

  /// Whether our change moves the record.
  private var isMoved: Bool { ours.entry.origin != nil }

  /// Where our change puts the record; nil behind all others, which is where one that was moved there goes.
  private var place: Int? { isMoved ? ours.entry.position : ours.entry.position ?? theirs.entry.position }

  private func withMergedRow(
    _ new: UnsafeRawPointer, _ other: UnsafeRawPointer, _ resolution: ConflictResolution,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    let row = layout.memory.allocate(1)
    layout.memory.copy(other, row, 1)
    defer {
      layout.memory.destroy(row, 1)
      row.deallocate()
    }
    let rules = ColumnRules(layout)
    for index in layout.columns.indices where Self.changes(index, in: ours) {
      if Self.changes(index, in: theirs), rules.settles(index) {
        rules.settle(index, base: ours.old, ours: new, into: row)
      } else if !conflicting.contains(index) || isOurs(index, resolution) {
        layout.columns[index].operations.copy(new, row)
      }
    }
    body(UnsafeRawPointer(row))
  }

  private func isOurs(_ column: Int, _ resolution: ConflictResolution) -> Bool {
    switch resolution {
    case .ours: true
    case .columns(let ours): ours.contains(layout.columns[column].name)
    case .theirs, .unresolved: false
    }
  }
}

/// The columns that the library itself keeps, in which two changes are never in conflict.
private struct ColumnRules {
  private let layout: TableLayout
  /// The columns that count: two changes of them add up.
  private let counting: Set<Int>

  init(_ layout: TableLayout) {
    self.layout = layout
    var counting = Counters.shared.columns(of: layout.slot)
    if let version = layout.version { counting.insert(version) }
    self.counting = counting
  }

  func settles(_ column: Int) -> Bool {
    column == layout.created || column == layout.updated || counting.contains(column)
  }

  /// Brings our value of a column into a row that has theirs.
  func settle(_ column: Int, base: UnsafeRawPointer?, ours: UnsafeRawPointer, into row: UnsafeMutableRawPointer) {
    let operations = layout.columns[column].operations
    if counting.contains(column) {
      guard case .int(let number) = operations.attribute(ours), case .int(let other) = operations.attribute(row) else {
        return
      }
      let start: Int64 = if let base, case .int(let start) = operations.attribute(base) { start } else { 0 }
      _ = operations.assign(.int(other &+ number &- start), row)
    } else if column == layout.updated, operations.precedes(row, ours), !operations.isNil(ours) {
      operations.copy(ours, row)
    }
  }
}
