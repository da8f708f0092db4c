extension ChangesetPart {
  /// Appends later changes.
  ///
  /// Two changes of one record become one, from the record before the first to the record after the second. They
  /// cancel out when the record existed neither before the first nor after the second.
  ///
  /// - Parameter addingRecords: Whether to add records that have no change here yet.
  mutating func append(_ other: ChangesetPart, addingRecords: Bool = true) {
    if addingRecords {
      // NB: Only what differs is set, because each change makes sure that nobody else holds the part.
      if let number = other.nextNumber { nextNumber = number }
      if other.isBulk { isBulk = true }
      if other.hasJoined { hasJoined = true }
    }
    for entry in other.entries {
      append(
        entry, old: entry.old.map(other.address), new: entry.new.map(other.address), row: other.address(entry.row),
        isAdded: addingRecords)
    }
  }

  private mutating func append(_ entry: Entry, old: Row?, new: Row?, row: Row, isAdded: Bool) {
    guard let index = index(of: row) else {
      if !isAdded { return }
      let (index, hash) = (all.count, layout.id.hash(row))
      indexes?.insert(index, hash: hash)
      return append(old: old, new: new, position: entry.position, origin: entry.origin)
    }
    let first = all[index]
    if first.old == nil && new == nil {
      all[index] = Entry(old: nil, new: nil, position: nil)
      count -= 1
      let hash = layout.id.hash(row)
      indexes?.remove(index, hash: hash)
    } else {
      hasJoined = true
      let (position, origin) = Self.places(of: first, then: entry)
      all[index] = Entry(
        old: first.old, new: new.map { keep($0, inPlaceOf: first.new) }, position: position, origin: origin)
    }
  }

  /// Stores a row, in the place of an earlier row that is not needed any more, if there is one. So a record has at most
  /// two rows here, even if a transaction changes it many times.
  private mutating func keep(_ row: Row, inPlaceOf earlier: Int?) -> Int {
    guard let earlier else { return appendRow(row) }
    let memory = layout.memory
    changeRow(earlier) { memory.replace(row, $0) }
    return earlier
  }

  /// Takes into account that observers were notified of other changes: a record that they know of does not count
  /// as inserted here.
  ///
  /// Otherwise the changes of a record that is inserted here, notified by another commit and then deleted here would
  /// cancel out, and observers would not be notified that it was deleted.
  mutating func markNotified(_ notified: ChangesetPart) {
    for entry in notified.entries {
      guard let row = entry.new.map(notified.address), let index = index(of: row),
        all[index].old == nil
      else { continue }
      all[index] = Entry(old: appendRow(row), new: all[index].new, position: all[index].position, origin: nil)
    }
  }

  /// Returns the position of a record after two changes, and the position before them if that was different.
  private static func places(of first: Entry, then second: Entry) -> (position: Int?, origin: Int?) {
    if first.old == nil { return (second.position ?? first.position, nil) }
    if second.new == nil { return (first.origin ?? second.position ?? first.position, nil) }
    if second.old == nil {
      // The record was deleted and inserted again. It moved, unless it was inserted at its old position.
      let origin = first.origin ?? first.position
      return (second.position, origin == second.position ? nil : origin)
    }
    let (position, origin) = (second.position ?? first.position, first.origin ?? second.origin)
    return (position, origin == position ? nil : origin)
  }

  /// Returns the index of the change of the record with a row's id; nil if there is none. Few changes are looked
  /// through: making a table of them takes longer.
  private mutating func index(of row: Row) -> Int? {
    if indexes == nil && all.count > PendingChanges.most { indexes = indexed() }
    if let indexes {
      return indexes.first(hash: layout.id.hash(row)) { layout.id.isEqual(address(all[$0].row), row) }
    }
    return all.firstIndex { !$0.isCancelled && layout.id.isEqual(address($0.row), row) }
  }

  private func indexed() -> HashTable {
    var indexes = HashTable()
    for (index, entry) in all.enumerated() where !entry.isCancelled {
      indexes.insert(index, hash: layout.id.hash(address(entry.row)))
    }
    return indexes
  }
}
