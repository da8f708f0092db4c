/// Merges two changes of one record that start from the same state.
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

  /// The conflict between the two changes; nil when both can be made.
  var conflict: ChangeConflict? {
    switch (ours.new, theirs.new) {
    case (nil, nil): nil
    case (_?, _?): conflicting.isEmpty ? nil : ChangeConflict(ours, theirs, columns: conflicting.map(conflict))
    case (_?, nil): Self.isDerived(ours) ? nil : ChangeConflict(ours, theirs, columns: [])
    case (nil, _?): Self.isDerived(theirs) ? nil : ChangeConflict(ours, theirs, columns: [])
    }
  }

  /// The change that counts when there is no conflict: a deletion counts more than an update of columns that
  /// the library keeps.
  var undisputed: MergePolicy.Resolution { theirs.new == nil ? .theirs : .ours }

  /// Whether a change is an update of only those columns that the library keeps.
  static func isDerived(_ change: EntryView) -> Bool {
    if change.kind != .update { return false }
    let rules = ColumnRules(change.layout)
    return change.layout.columns.indices.allSatisfy { rules.settles($0) || !changes($0, in: change) }
  }

  private func conflict(in column: Int) -> ChangeConflict.Column {
    let operations = layout.columns[column].operations
    func value(_ row: Row?) -> AttributeValue { row.map(operations.attribute) ?? .null }
    return ChangeConflict.Column(
      name: layout.columns[column].name, base: value(ours.old), ours: value(ours.new), theirs: value(theirs.new))
  }

  // MARK: - Merging

  /// Appends the part of our change that remains after theirs.
  func append(to part: inout ChangesetPart, _ resolution: MergePolicy.Resolution) {
    switch (ours.new, theirs.new) {
    case (nil, nil): return
    case (let new?, nil):
      // NB: Their change deleted the record, so it is inserted again where ours counts.
      if resolution == .ours { part.append(old: nil, new: new, position: place) }
    case (nil, let other?):
      if resolution == .ours { part.append(old: other, new: nil, position: theirs.entry.position) }
    case (let new?, let other?):
      layout.memory.withCopy(of: other) { row in
        merge(new, into: row, resolution)
        if layout.isSame(other, Row(row)) && !isMoved { return }
        part.append(
          old: other, new: Row(row), position: isMoved ? place : theirs.entry.position,
          origin: isMoved ? theirs.entry.position : nil)
      }
    }
  }

  /// Whether our change moves the record.
  private var isMoved: Bool { ours.entry.origin != nil }

  /// The position of the record after our change; nil for the end of the table.
  private var place: Int? { isMoved ? ours.entry.position : ours.entry.position ?? theirs.entry.position }

  /// Copies to their row the values of ours that count.
  private func merge(_ new: Row, into row: MutableRow, _ resolution: MergePolicy.Resolution) {
    let rules = ColumnRules(layout)
    for index in layout.columns.indices where Self.changes(index, in: ours) {
      if Self.changes(index, in: theirs), rules.settles(index) {
        rules.settle(index, base: ours.old, ours: new, into: row)
      } else if !conflicting.contains(index) || isOurs(index, resolution) {
        layout.columns[index].operations.copy(new, row)
      }
    }
  }

  private func isOurs(_ column: Int, _ resolution: MergePolicy.Resolution) -> Bool {
    switch resolution {
    case .ours: true
    case .columns(let ours): ours.contains(layout.columns[column].name)
    case .theirs, .unresolved: false
    }
  }
}

/// The columns that the library keeps. Two changes of them never conflict.
private struct ColumnRules {
  private let layout: TableLayout
  /// The columns that hold counts: two changes of such a column add up.
  private let counting: Set<Int>
  /// All derived columns. They are set again when the changeset is applied.
  private let kept: Set<Int>

  init(_ layout: TableLayout) {
    self.layout = layout
    let derivations = Derivations.shared.of(layout.slot)
    var counting = Set(derivations?.columns.filter(\.addsUp).map { $0.number() } ?? [])
    if let version = layout.version { counting.insert(version) }
    self.counting = counting
    kept = Set(derivations?.columnNumbers ?? [])
  }

  func settles(_ column: Int) -> Bool {
    column == layout.created || column == layout.updated || counting.contains(column) || kept.contains(column)
  }

  /// Merges our value of a column into a row that has theirs.
  func settle(_ column: Int, base: Row?, ours: Row, into row: MutableRow) {
    let operations = layout.columns[column].operations
    if counting.contains(column) {
      guard case .int(let number) = operations.attribute(ours), case .int(let other) = operations.attribute(Row(row))
      else {
        return
      }
      let start: Int64 = if let base, case .int(let start) = operations.attribute(base) { start } else { 0 }
      _ = operations.assign(.int(other &+ number &- start), row)
    } else if column == layout.updated, operations.precedes(Row(row), ours), !operations.isNil(ours) {
      operations.copy(ours, row)
    }
  }
}
