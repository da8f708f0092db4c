/// The changes to the records of one model, for code that does not know the model's type.
struct ChangesetPart: Sendable {
  /// One change: where in the buffer the rows before and after are, and the record's position in its table.
  struct Entry: Sendable {
    let old: Int?
    let new: Int?
    /// The position after the change; for a deleted record, the position before it.
    var position: Int?
    /// The position before an update that moves the record: it was deleted and inserted again.
    var origin: Int?

    /// A row that has the record's id.
    var row: Int { new ?? old ?? 0 }

    /// The position after the change, once it was made.
    var place: Int { position ?? 0 }

    /// Whether a later change cancelled this one out.
    var isCancelled: Bool { old == nil && new == nil }

    var kind: ChangeKind { old == nil ? .insert : new == nil ? .delete : .update }

    /// Whether the change updates a record, and leaves it where it is in the order of insertion.
    var isInPlace: Bool { kind == .update && origin == nil }

    /// Whether the change removes its record from a position, by deleting or moving it.
    func leaves(_ place: Int) -> Bool { new == nil || (origin != nil && position != place) }
  }

  /// The contents of the part, behind one reference: a part is passed on many times between a save and its observers,
  /// and counting one reference costs a fraction of counting five.
  private var storage: Storage

  /// - Parameter capacity: How many changes to reserve memory for.
  init(_ layout: TableLayout, capacity: Int = 1) { storage = Storage(layout, capacity: capacity) }

  var layout: TableLayout { storage.layout }

  /// The changes in order, including those that cancelled out.
  var all: [Entry] {
    get { storage.all }
    _modify { yield &owned.all }
  }

  /// How many changes there are, without those that cancelled out.
  var count: Int {
    get { storage.count }
    set { owned.count = newValue }
  }

  /// Finds changes by id; created when changes are appended to more than a few.
  var indexes: HashTable? {
    get { storage.indexes }
    _modify { yield &owned.indexes }
  }

  /// Whether at least some of the changes were made by a call for many records, so that they are notified together.
  var isBulk: Bool {
    get { storage.isBulk }
    set { owned.isBulk = newValue }
  }

  /// Whether several changes of one record became one change, which may have no effect.
  var hasJoined: Bool {
    get { storage.hasJoined }
    set { owned.hasJoined = newValue }
  }

  /// Whether the check of unique columns is left to the caller, which checks them after it has written more;
  /// see ``Lifecycle``.
  var defersUniqueness: Bool {
    get { storage.defersUniqueness }
    set { owned.defersUniqueness = newValue }
  }

  /// The number for the next id, if it is higher than the changes imply.
  var nextNumber: Int? {
    get { storage.nextNumber }
    set { owned.nextNumber = newValue }
  }

  /// The changes in order, without those that cancelled out.
  var entries: [Entry] { count == all.count ? all : all.filter { !$0.isCancelled } }

  /// The only change; nil when there are several, or none.
  var single: Entry? {
    if storage.count != 1 { return nil }
    return storage.all.count == 1 ? storage.all[0] : entries.first
  }

  /// Whether some changes are deletions.
  var hasDeletions: Bool {
    if let single { return single.new == nil }
    return all.contains { $0.new == nil && !$0.isCancelled }
  }

  /// Whether some changes are insertions.
  var hasInsertions: Bool { all.contains { $0.old == nil && !$0.isCancelled } }

  /// Whether the changes insert rows that lie side by side, at the end of the table.
  var isSideBySide: Bool {
    count > 0 && count == rowCount
      && zip(storage.all, 0...).allSatisfy { entry, row in entry.new == row && entry.position == nil }
  }

  /// Whether all changes are insertions.
  var isInsertion: Bool { all.allSatisfy { $0.old == nil } }

  var hasEffect: Bool { count > 0 || nextNumber != nil }

  /// How many more rows meet a condition after the changes than before.
  func difference(inRowsWhere isMet: (Row) -> Bool) -> Int {
    entries.reduce(0) { difference, entry in
      let (old, new) = (entry.old.map(address), entry.new.map(address))
      return difference + (new.map(isMet) == true ? 1 : 0) - (old.map(isMet) == true ? 1 : 0)
    }
  }

  // MARK: - Rows

  /// How many rows the part stores, counting the rows before and after each change.
  var rowCount: Int { storage.rows.count }

  /// A row of an entry.
  func address(_ row: Int) -> Row { storage.rows.address(of: row) }

  /// Stores a copy of a row, for an entry that is added later.
  mutating func appendRow(_ row: Row) -> Int {
    owned.rows.append(row)
  }

  /// Changes a row of an entry in place.
  mutating func changeRow<Failure>(_ row: Int, _ body: (MutableRow) throws(Failure) -> Void) throws(Failure) {
    try owned.rows.change(row, body)
  }

  /// Adds insertions of rows that are made where they are kept.
  ///
  /// - Parameters:
  ///   - position: The position of the first row, before the other rows; nil for the end of the table.
  ///   - make: Initializes the memory of the rows.
  ///   - fill: Changes the rows. If it throws, they remain insertions.
  mutating func appendInsertions<Failure>(
    _ count: Int, at position: Int? = nil, _ make: (MutableRow, Int) -> Void,
    _ fill: (MutableRow) throws(Failure) -> Void
  ) throws(Failure) {
    let storage = owned
    let first = storage.rows.count
    let rows = storage.rows.append(count, make)
    for row in first..<first + count {
      storage.append(Entry(old: nil, new: row, position: position.map { $0 + row - first }))
    }
    try fill(rows)
  }

  // MARK: - Entries

  /// Adds a change of a record that has no change here yet.
  mutating func append(old: Row?, new: Row?, position: Int? = nil, origin: Int? = nil) {
    owned.append(old: old, new: new, position: position, origin: origin)
  }

  /// Adds a change of a record that has no change here yet. The row after the change is stored here already.
  mutating func append(old: Row?, newRow: Int, position: Int?, origin: Int? = nil) {
    let storage = owned
    let oldRow = old.map { storage.rows.append($0) }
    storage.append(Entry(old: oldRow, new: newRow, position: position, origin: origin))
  }

  /// Calls `body` with each change and stores the positions that it returns.
  mutating func place<Failure>(_ body: (Entry, ChangesetPart) throws(Failure) -> Places) throws(Failure) {
    let storage = owned
    for index in storage.all.indices where !storage.all[index].isCancelled {
      let places = try body(storage.all[index], self)
      (storage.all[index].position, storage.all[index].origin) = places
    }
  }

  /// Sets the positions of insertions.
  mutating func setPlaces(_ places: [Int], from first: Int) {
    let storage = owned
    for (index, place) in places.enumerated() { storage.all[first + index].position = place }
  }

  /// Sets the positions of inserted and moved records to nil if they are not below `end`.
  mutating func forgetPlaces(from end: Int) {
    let storage = owned
    for index in storage.all.indices where storage.all[index].old == nil || storage.all[index].origin != nil {
      if let position = storage.all[index].position, position >= end { storage.all[index].position = nil }
    }
  }

  /// A copy with memory of its own; see ``Changeset/detached``.
  var detached: ChangesetPart {
    var copy = self
    copy.storage = storage.copy()
    return copy
  }

  /// The contents, which no other part holds, and which may be changed.
  private var owned: Storage {
    @inline(__always) mutating get {
      if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
      return storage
    }
  }

  /// The position of a record after a change, and the position before the change if that was different.
  typealias Places = (position: Int, origin: Int?)
}

extension ChangesetPart {
  /// Only changed while one part holds it. Therefore it may be sent between threads, and access to its properties need
  /// not be checked for exclusivity; see ``TableVersion``.
  private final class Storage: @unchecked Sendable {
    let layout: TableLayout
    @exclusivity(unchecked) var rows: RowBuffer
    @exclusivity(unchecked) var all: [Entry] = []
    @exclusivity(unchecked) var count = 0
    @exclusivity(unchecked) var indexes: HashTable?
    @exclusivity(unchecked) var isBulk = false
    @exclusivity(unchecked) var hasJoined = false
    @exclusivity(unchecked) var defersUniqueness = false
    @exclusivity(unchecked) var nextNumber: Int?

    init(_ layout: TableLayout, capacity: Int) {
      self.layout = layout
      // NB: An update has two rows, and adding the second one should not reallocate the memory.
      rows = RowBuffer(layout.memory, capacity: max(2, capacity))
      all.reserveCapacity(capacity)
    }

    private init(copying other: Storage) {
      (layout, all, count, indexes) = (other.layout, other.all, other.count, other.indexes)
      (isBulk, hasJoined, nextNumber) = (other.isBulk, other.hasJoined, other.nextNumber)
      defersUniqueness = other.defersUniqueness
      rows = other.rows.copy()
    }

    func copy() -> Storage { Storage(copying: self) }

    func append(old: Row?, new: Row?, position: Int?, origin: Int?) {
      var (oldRow, newRow): (Int?, Int?) = (nil, nil)
      if let old { oldRow = rows.append(old) }
      if let new { newRow = rows.append(new) }
      append(Entry(old: oldRow, new: newRow, position: position, origin: origin))
    }

    func append(_ entry: Entry) {
      all.append(entry)
      count += 1
    }
  }
}

extension ChangesetPart: CustomStringConvertible {
  /// The numbers of changes: `Todo: 2 inserted, 1 updated`.
  var description: String {
    let counts = ChangeKind.allCases.compactMap { kind in
      let count = entries.count { $0.kind == kind }
      return count == 0 ? nil : "\(count) \(kind.participle)"
    }
    return "\(layout.name): \(counts.joined(separator: ", "))"
  }
}
