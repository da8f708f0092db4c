/// All records of one model at one moment, with the indexes that find them.
///
/// A version is a handful of structures that share nearly everything with the version before. The writer changes a version
/// only while nobody else holds it, and a copy otherwise; readers only read. That is why it may be sent between threads; see
/// ``ReadFence``.
///
/// For the same reason no access to its properties overlaps with a change of them, so it is not checked as they run whether one
/// does: the checks, two dozen in a save, took a sixth of its time.
@usableFromInline
final class TableVersion: @unchecked Sendable {
  @usableFromInline let layout: TableLayout
  @exclusivity(unchecked) @usableFromInline private(set) var rows: RowStorage
  /// Finds positions by id.
  @exclusivity(unchecked) @usableFromInline private(set) var ids = HashTable()
  @exclusivity(unchecked) private(set) var indexes: ContiguousArray<any TableIndex>
  /// How many records there are.
  @exclusivity(unchecked) private(set) var count = 0
  /// The place of the next record in insertion order.
  @exclusivity(unchecked) private(set) var nextPosition = 0
  /// The number from which the next id is made.
  @exclusivity(unchecked) private(set) var nextNumber = 1
  @exclusivity(unchecked) private(set) var deleted = DeletedIDs()
  /// The highest version that a record had by a change that was undone.
  @exclusivity(unchecked) private(set) var withdrawnVersion = Int.min
  /// The ids of records whose insertion was undone lately: they are somebody's, though no record has them.
  @exclusivity(unchecked) private(set) var withdrawn: DeletedIDs?
  /// Whether an index did not find a row again, so that it is to be built anew when the changes at hand are applied.
  @exclusivity(unchecked) private var hasLostIndex = false
  /// Whether the ids did not.
  @exclusivity(unchecked) private var hasLostIDs = false
  /// Nil for a version of nothing, which is made where there is none.
  private let fence: ReadFence?

  init(_ layout: TableLayout, _ fence: ReadFence? = nil) {
    self.layout = layout
    self.fence = fence
    rows = RowStorage(layout.memory)
    indexes = ContiguousArray(layout.indexes.all.map { $0.make() })
  }

  init(copying other: TableVersion) {
    layout = other.layout
    rows = other.rows
    ids = other.ids
    indexes = other.indexes
    count = other.count
    nextPosition = other.nextPosition
    nextNumber = other.nextNumber
    deleted = other.deleted
    withdrawn = other.withdrawn
    withdrawnVersion = other.withdrawnVersion
    fence = other.fence
  }

  /// What versions share, and what is therefore let go of in the gate alone; see ``ReadFence``.
  struct Remains: Sendable {
    fileprivate let rows: RowStorage
    fileprivate let ids: HashTable
    fileprivate let indexes: ContiguousArray<any TableIndex>
    fileprivate let deleted: DeletedIDs
    fileprivate let withdrawn: DeletedIDs?
  }

  deinit {
    guard let fence else { return }
    fence.readerIsDone()
    fence.free(Remains(rows: rows, ids: ids, indexes: indexes, deleted: deleted, withdrawn: withdrawn))
  }

  // MARK: - Reading

  /// The record with an id.
  ///
  /// It is compiled into the caller, for the caller's type: the way to one row is short enough for that to count.
  @inlinable @inline(__always)
  func record<Record: Model>(_ id: Record.ID, of model: Record.Type) -> Record? {
    let position = ids.first(hash: tableHash(id, layout.seed)) {
      rows.address(at: $0).assumingMemoryBound(to: Record.self).pointee.id == id
    }
    return position.map { rows.address(at: $0).assumingMemoryBound(to: Record.self).pointee }
  }

  /// The position of the record that has the same id as a row.
  func position(of row: UnsafeRawPointer) -> Int? {
    if hasLostIDs { rebuildIDs() }
    return ids.first(hash: layout.id.hash(row)) { layout.id.isEqual(rows.address(at: $0), row) }
  }

  /// Whether the id of a row is higher than any that was ever here, so that it need not be looked up.
  func isNew(_ row: UnsafeRawPointer) -> Bool {
    guard let number = layout.id.number(row) else { return false }
    return number >= nextNumber && number < .max
  }

  /// Whether the id of a row is that of another record: one that is there, or was deleted or undone lately.
  func hasGiven(_ row: UnsafeRawPointer) -> Bool {
    if position(of: row) != nil { return true }
    let hash = layout.id.hash(row)
    return deleted.contains(hash) || withdrawn?.contains(hash) == true
  }

  // MARK: - Applying changes

  /// Applies changes in order, filling in their positions.
  ///
  /// A single change is checked before anything is touched. Several are checked together once they are in, so that two
  /// records may swap a unique value; when that throws, this version is to be thrown away.
  ///
  /// - Parameter isChecked: Whether records with the same value in a unique column are refused.
  func apply(_ part: inout ChangesetPart, isChecked: Bool = true) throws(StoreError) {
    let isSingle = part.count == 1
    if isSingle && isChecked { try checkUniqueness(of: part) }
    if !isSingle && part.isInsertion {
      try insertAll(&part)
    } else {
      try performAll(&part)
    }
    if hasLostIndex || hasLostIDs { rebuild() }
    if !isSingle && isChecked { try checkUniqueness(of: part) }
    if part.defersUniqueness { part.defersUniqueness = false }
    countNumbers(below: part.nextNumber)
  }

  /// Throws what applying a single change would throw.
  func check(_ part: ChangesetPart) throws(StoreError) {
    try checkUniqueness(of: part)
    for entry in part.entries { _ = try position(for: entry, in: part) }
  }

  /// The position of the record that a change updates or deletes; nil when it inserts.
  private func position(for entry: ChangesetPart.Entry, in part: ChangesetPart) throws(StoreError) -> Int? {
    let id = part.address(entry.row)
    let found = expectedPosition(of: entry, id) ?? position(of: id)
    if entry.old == nil && found != nil { throw .idTaken(model: layout.name, id: layout.id.text(id)) }
    if entry.old != nil && found == nil { throw .recordGone(model: layout.name, id: layout.id.text(id)) }
    return found
  }

  /// The position at which an entry has its record, if it is there: that is quicker to see than to look up.
  private func expectedPosition(of entry: ChangesetPart.Entry, _ id: UnsafeRawPointer) -> Int? {
    guard entry.old != nil, entry.origin == nil, let position = entry.position, rows.contains(position) else {
      return nil
    }
    return layout.id.isEqual(rows.address(at: position), id) ? position : nil
  }

  /// Removes all records that go or move first, and inserts and updates then: a record may come to where another one was.
  private func performAll(_ part: inout ChangesetPart) throws(StoreError) {
    if part.count == 1 { return try performOne(&part) }
    var found: [Int?] = []
    found.reserveCapacity(part.count)
    for entry in part.entries { found.append(try leave(entry, of: part)) }
    var next = 0
    part.place { entry, part in
      defer { next += 1 }
      return place(entry, of: part, foundAt: found[next])
    }
  }

  /// Performs the only change, for which no array is allocated.
  private func performOne(_ part: inout ChangesetPart) throws(StoreError) {
    let found = try leave(part.entries[0], of: part)
    part.place { entry, part in place(entry, of: part, foundAt: found) }
  }

  /// Removes a record that goes or moves.
  ///
  /// - Returns: Where the record was; nil when it is new.
  private func leave(_ entry: ChangesetPart.Entry, of part: ChangesetPart) throws(StoreError) -> Int? {
    let position = try position(for: entry, in: part)
    if let position, entry.leaves(position) { remove(at: position) }
    return position
  }

  /// Does what a change does, but for removing.
  ///
  /// - Returns: The position of the record, and the one before where it moved.
  private func place(
    _ entry: ChangesetPart.Entry, of part: ChangesetPart, foundAt position: Int?
  ) -> ChangesetPart.Places {
    guard let position else { return (insert(part.address(entry.row), at: entry.position), nil) }
    guard let new = entry.new.map(part.address) else { return (position, nil) }
    if entry.leaves(position) { return (insert(new, at: entry.position), position) }
    update(new, at: position)
    return (position, nil)
  }

  /// Inserts all rows first, tells the ids of all of them then, and each index at last.
  ///
  /// The memory of the rows is taken in one go that way, so that chunk lies beside chunk: a scan waits for memory that is not where
  /// the processor expects it.
  private func insertAll(_ part: inout ChangesetPart) throws(StoreError) {
    var positions: [Int] = []
    positions.reserveCapacity(part.count)
    part.place { entry, part in
      let position = insertRow(part.address(entry.row), at: entry.position)
      positions.append(position)
      return (position, nil)
    }
    for position in positions {
      let row = rows.address(at: position)
      if !isNew(row) && self.position(of: row) != nil {
        throw .idTaken(model: layout.name, id: layout.id.text(row))
      }
      insertID(of: row, at: position)
    }
    for index in indexes.indices { indexes[index].insert(contentsOf: positions, in: rows) }
  }

  private func insert(_ row: UnsafeRawPointer, at wanted: Int?) -> Int {
    let position = insertRow(row, at: wanted)
    insertID(of: row, at: position)
    for index in indexes.indices { indexes[index].insert(row, at: position, in: rows) }
    return position
  }

  /// Inserts a row that cannot be found yet: its id and the indexes are to be told.
  private func insertRow(_ row: UnsafeRawPointer, at wanted: Int?) -> Int {
    let position = wanted.flatMap { rows.contains($0) ? nil : $0 } ?? nextPosition
    rows.insert(row, at: position)
    count += 1
    nextPosition = max(nextPosition, position + 1)
    return position
  }

  /// Has a row found by its id.
  private func insertID(of row: UnsafeRawPointer, at position: Int) {
    let hash = layout.id.hash(row)
    ids.insert(position, hash: hash)
    countNumber(of: row)
    deleted.remove(hash)
    withdrawn?.remove(hash)
  }

  // MARK: - Numbers of ids

  /// Has the next id made from a number that is higher than that of a row.
  func countNumber(of row: UnsafeRawPointer) {
    let number = layout.id.number(row) ?? nextNumber
    if number >= nextNumber { nextNumber = number == .max ? number : number + 1 }
  }

  /// Has the next id made from a number that is no lower than this one.
  func countNumbers(below number: Int?) { nextNumber = max(nextNumber, number ?? 0) }

  /// Whether a version that came later has given, or taken back, what this one does not know of.
  func hasGivenLess(than later: TableVersion) -> Bool {
    later !== self
      && (later.nextNumber > nextNumber || later.withdrawnVersion > withdrawnVersion || later.withdrawn != nil)
  }

  /// Takes over from a version that came later, and is forgotten, what it has given or taken back.
  func takeOverGiven(from later: TableVersion) {
    nextNumber = max(nextNumber, later.nextNumber)
    withdrawnVersion = max(withdrawnVersion, later.withdrawnVersion)
    withdrawn = later.withdrawn
  }

  /// Remembers what was given to a record by a change that was undone: its id, if it was made from a number, or its version.
  ///
  /// - Parameter old: The record before the change; nil when that inserted it.
  func withdraw(_ row: UnsafeRawPointer, from old: UnsafeRawPointer?) {
    if let version = layout.version.map({ layout.columns[$0].operations }) {
      let isGiven = old.map { !version.isEqual($0, row) } ?? true
      if isGiven { withdrawnVersion = max(withdrawnVersion, version.number(row)) }
    }
    if old == nil { withdrawID(of: row) }
  }

  private func withdrawID(of row: UnsafeRawPointer) {
    if layout.id.number(row) == nil { return }
    var ids = withdrawn ?? DeletedIDs()
    withdrawn = nil
    ids.insert(layout.id.hash(row))
    withdrawn = ids
  }

  /// Tells only the indexes whose columns changed.
  private func update(_ row: UnsafeRawPointer, at position: Int) {
    if indexes.isEmpty { return rows.update(row, at: position) }
    let old = rows.address(at: position)
    let affected = indexes.indices.filter { indexes[$0].isAffected(old, row) }
    for index in affected { remove(old, at: position, fromIndex: index) }
    rows.update(row, at: position)
    for index in affected { indexes[index].insert(row, at: position, in: rows) }
  }

  private func remove(at position: Int) {
    let row = rows.address(at: position)
    let hash = layout.id.hash(row)
    for index in indexes.indices { remove(row, at: position, fromIndex: index) }
    if !ids.remove(position, hash: hash) { hasLostIDs = true }
    rows.remove(at: position)
    count -= 1
    deleted.insert(hash)
  }

  private func remove(_ row: UnsafeRawPointer, at position: Int, fromIndex index: Int) {
    if indexes[index].remove(row, at: position, in: rows) { return }
    indexes[index] = LostIndex(definition: indexes[index].definition)
    hasLostIndex = true
  }

  // MARK: - What changed by itself

  /// Builds what did not find a row again anew, from the rows as they are now.
  private func rebuild() {
    if hasLostIDs { rebuildIDs() }
    for index in indexes.indices where indexes[index] is LostIndex {
      indexes[index] = made(indexes[index].definition)
      layout.unsteady.warn("index \(indexes[index].definition.name)", of: layout.name)
    }
    hasLostIndex = false
  }

  private func rebuildIDs() {
    hasLostIDs = false
    ids = HashTable()
    for position in positions { ids.insert(position, hash: layout.id.hash(rows.address(at: position))) }
    layout.unsteady.warn("index of ids", of: layout.name)
  }

  // MARK: - Indexes

  /// Adds an index of the records that are there, unless one has its name.
  ///
  /// - Returns: Whether it was added.
  func add(_ definition: IndexDefinition) -> Bool {
    if indexes.contains(where: { $0.definition.name == definition.name }) { return false }
    indexes.append(made(definition))
    return true
  }

  /// An index of the records that are there.
  private func made(_ definition: IndexDefinition) -> any TableIndex {
    var index = definition.make()
    index.insert(contentsOf: positions, in: rows)
    return index
  }

  /// Removes the index of a name.
  ///
  /// - Returns: Whether there was one.
  func removeIndex(_ name: String) -> Bool {
    let count = indexes.count
    indexes.removeAll { $0.definition.name == name }
    return indexes.count < count
  }

  /// The positions of all records, in order.
  var positions: [Int] {
    var positions: [Int] = []
    positions.reserveCapacity(count)
    Selection(self, where: .constant(true)).forEach { positions.append($1) }
    return positions
  }

  /// Throws when a record has a value that another record has in a unique column.
  private func checkUniqueness(of part: ChangesetPart) throws(StoreError) {
    if part.defersUniqueness { return }
    for index in indexes where index.definition.isUnique {
      for entry in part.entries { if let new = entry.new { try checkUniqueness(of: part.address(new), in: index) } }
    }
  }

  /// Throws when another record has the value of a row in a unique column.
  func checkUniqueness(of row: UnsafeRawPointer) throws(StoreError) {
    for index in indexes where index.definition.isUnique { try checkUniqueness(of: row, in: index) }
  }

  private func checkUniqueness(of row: UnsafeRawPointer, in index: any TableIndex) throws(StoreError) {
    guard let other = index.position(sharing: row, besides: position(of: row), in: rows) else { return }
    throw .notUnique(
      model: layout.name, columns: index.definition.columns.map(\.name), id: layout.id.text(rows.address(at: other)))
  }

  /// Whether there is a unique column besides the id.
  var hasUniqueIndex: Bool { indexes.contains { $0.definition.isUnique } }
}
