/// The changes to the records of one model, for code that does not know which.
struct ChangesetPart: Sendable {
  /// One change: where in the buffer the rows before and after are, and the record's position in its table.
  struct Entry: Sendable {
    let old: Int?
    let new: Int?
    var position: Int?

    /// A row that has the record's id.
    var row: Int { new ?? old ?? 0 }

    /// Whether the change came to nothing by a later one.
    var isCancelled: Bool { old == nil && new == nil }

    var kind: ChangeKind { old == nil ? .insert : new == nil ? .delete : .update }
  }

  let layout: TableLayout
  private var rows: RowBuffer
  /// The changes in order, with those that came to nothing.
  private var all: [Entry] = []
  /// How many changes there are.
  private(set) var count = 0
  /// Finds changes by id; made when a second batch of changes comes.
  private var indexes: HashTable?
  /// Whether the changes, or some of them, were made by a call for many records, so that they are told together.
  var isBulk = false
  /// The number from which ids are made afterwards, if it is higher than the changes alone make it.
  var nextNumber: Int?

  /// - Parameter capacity: How many changes to make room for.
  init(_ layout: TableLayout, capacity: Int = 1) {
    self.layout = layout
    rows = RowBuffer(layout.memory, capacity: capacity)
    all.reserveCapacity(capacity)
  }

  /// The changes in order.
  var entries: [Entry] { count == all.count ? all : all.filter { !$0.isCancelled } }

  var hasEffect: Bool { count > 0 || nextNumber != nil }

  /// The address of one of an entry's rows.
  func address(_ row: Int) -> UnsafeRawPointer { rows.address(of: row) }

  /// Adds a change of a record that has none here yet.
  mutating func append(old: UnsafeRawPointer?, new: UnsafeRawPointer?, position: Int? = nil) {
    let old = old.map { rows.append($0) }
    let new = new.map { rows.append($0) }
    all.append(Entry(old: old, new: new, position: position))
    count += 1
  }

  /// Does something to each change and keeps the position that it comes to.
  mutating func place(_ body: (Entry) throws(StoreError) -> Int) throws(StoreError) {
    for index in all.indices where !all[index].isCancelled { all[index].position = try body(all[index]) }
  }

  func changes<Record: Model>(of model: Record.Type) -> [Change<Record>] {
    entries.map { entry in
      Change(
        id: record(entry.row, of: model).id, old: entry.old.map { record($0, of: model) },
        new: entry.new.map { record($0, of: model) })
    }
  }

  /// One of an entry's rows, as a record.
  func record<Record: Model>(_ row: Int, of model: Record.Type) -> Record {
    address(row).assumingMemoryBound(to: Record.self).pointee
  }

  // MARK: - Merging

  /// Adds changes that come after those that are there.
  ///
  /// Two changes of one record become one: from what it was before the first to what it is after the second; none at
  /// all when it was not there before and is not there after.
  ///
  /// - Parameter addingRecords: Whether records are added that have no change here yet.
  mutating func append(_ other: ChangesetPart, addingRecords: Bool = true) {
    if addingRecords {
      nextNumber = other.nextNumber ?? nextNumber
      isBulk = isBulk || other.isBulk
    }
    for entry in other.entries {
      append(
        entry, old: entry.old.map(other.address), new: entry.new.map(other.address), row: other.address(entry.row),
        isAdded: addingRecords)
    }
  }

  private mutating func append(
    _ entry: Entry, old: UnsafeRawPointer?, new: UnsafeRawPointer?, row: UnsafeRawPointer, isAdded: Bool
  ) {
    let hash = layout.id.hash(row)
    var indexes = indexes ?? indexed()
    self.indexes = nil
    defer { self.indexes = indexes }
    guard let index = indexes.first(hash: hash, where: { layout.id.isEqual(address(all[$0].row), row) }) else {
      if !isAdded { return }
      indexes.insert(all.count, hash: hash)
      return append(old: old, new: new, position: entry.position)
    }
    let first = all[index]
    if first.old == nil && new == nil {
      all[index] = Entry(old: nil, new: nil, position: nil)
      count -= 1
      indexes.remove(index, hash: hash)
    } else {
      all[index] = Entry(
        old: first.old, new: new.map { rows.append($0) }, position: entry.position ?? first.position)
    }
  }

  private func indexed() -> HashTable {
    var indexes = HashTable()
    for (index, entry) in all.enumerated() where !entry.isCancelled {
      indexes.insert(index, hash: layout.id.hash(address(entry.row)))
    }
    return indexes
  }
}

extension ChangesetPart: CustomStringConvertible {
  /// What changes: `Todo: 2 inserted, 1 updated`.
  var description: String {
    let words: [(ChangeKind, String)] = [(.insert, "inserted"), (.update, "updated"), (.delete, "deleted")]
    let counts = words.compactMap { kind, word in
      let count = entries.count { $0.kind == kind }
      return count == 0 ? nil : "\(count) \(word)"
    }
    return "\(layout.name): \(counts.joined(separator: ", "))"
  }
}
