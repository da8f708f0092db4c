/// The changes to the records of one model, for code that does not know which.
struct ChangesetPart: Sendable {
  /// One change: where in the buffer the rows before and after are, and the record's position in its table.
  struct Entry: Sendable {
    let old: Int?
    let new: Int?
    /// The position after the change; before it, where the record went.
    var position: Int?
    /// The position before an update that moves the record: it was deleted and inserted again.
    var origin: Int?

    /// A row that has the record's id.
    var row: Int { new ?? old ?? 0 }

    /// Whether the change came to nothing by a later one.
    var isCancelled: Bool { old == nil && new == nil }

    var kind: ChangeKind { old == nil ? .insert : new == nil ? .delete : .update }
  }

  let layout: TableLayout
  var rows: RowBuffer
  /// The changes in order, with those that came to nothing.
  var all: [Entry] = []
  /// How many changes there are.
  var count = 0
  /// Finds changes by id; made when a second batch of changes comes.
  var indexes: HashTable?
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

  /// Whether all changes are insertions.
  var isInsertion: Bool { all.allSatisfy { $0.old == nil } }

  var hasEffect: Bool { count > 0 || nextNumber != nil }

  /// The address of one of an entry's rows.
  func address(_ row: Int) -> UnsafeRawPointer { rows.address(of: row) }

  /// Adds a change of a record that has none here yet.
  mutating func append(old: UnsafeRawPointer?, new: UnsafeRawPointer?, position: Int? = nil, origin: Int? = nil) {
    let old = old.map { rows.append($0) }
    let new = new.map { rows.append($0) }
    all.append(Entry(old: old, new: new, position: position, origin: origin))
    count += 1
  }

  /// Does something to each change and keeps the positions that it comes to.
  mutating func place(_ body: (Entry) throws(StoreError) -> Places) throws(StoreError) {
    for index in all.indices where !all[index].isCancelled {
      (all[index].position, all[index].origin) = try body(all[index])
    }
  }

  /// Forgets where inserted and moved records are, from a position on.
  mutating func forgetPlaces(from end: Int) {
    for index in all.indices where all[index].old == nil || all[index].origin != nil {
      if let position = all[index].position, position >= end { all[index].position = nil }
    }
  }

  /// Where a record is after a change, and where it was if that was elsewhere.
  typealias Places = (position: Int, origin: Int?)

  func changes<Record: Model>(of model: Record.Type) -> [Change<Record>] {
    entries.map { change($0, of: model) }
  }

  func change<Record: Model>(_ entry: Entry, of model: Record.Type) -> Change<Record> {
    Change(
      id: record(entry.row, of: model).id, old: entry.old.map { record($0, of: model) },
      new: entry.new.map { record($0, of: model) })
  }

  /// One of an entry's rows, as a record.
  func record<Record: Model>(_ row: Int, of model: Record.Type) -> Record {
    address(row).assumingMemoryBound(to: Record.self).pointee
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
