import Foundation

/// One version of a table: all records of one model, with the indexes that find them.
///
/// A version shares nearly all of its memory with the version before. The writer changes a version only while nobody
/// else holds it, and otherwise changes a copy; readers only read. Therefore a version may be sent between threads;
/// see ``ReadFence``.
///
/// For the same reason access to its properties never overlaps with a change, so exclusivity is not checked at run
/// time: the checks, two dozen in a save, took a sixth of its time.
@usableFromInline final class TableVersion: @unchecked Sendable {
  @usableFromInline let layout: TableLayout
  @exclusivity(unchecked) @usableFromInline private(set) var rows: RowStorage
  /// Finds positions by id.
  @exclusivity(unchecked) @usableFromInline private(set) var ids = HashTable()
  /// Finds positions by ids that were given one after the other.
  @exclusivity(unchecked) @usableFromInline private(set) var runs = IDRuns()
  @exclusivity(unchecked) private(set) var indexes: ContiguousArray<any TableIndex>
  /// Whether there is a unique column besides the id.
  @exclusivity(unchecked) private(set) var hasUniqueIndex = false
  /// The index that finds all rows by equal values, by the number of the column; see ``hashIndex(of:)``.
  @exclusivity(unchecked) private var hashIndexes: [Int?] = []
  /// How many records there are.
  @exclusivity(unchecked) private(set) var count = 0
  /// The position of the next record in insertion order.
  @exclusivity(unchecked) private(set) var nextPosition = 0
  @exclusivity(unchecked) var given = GivenNumbers()
  /// What a file has of the records that the model has no columns for; nil for most tables.
  @exclusivity(unchecked) var kept: KeptColumns?
  /// How an adapter keeps the values; nil until it has loaded rows.
  @exclusivity(unchecked) var form: StoredForm?
  /// What is known of the records that an adapter keeps and that are not here.
  @exclusivity(unchecked) var unloaded = UnloadedChildren()
  /// Whether some indexes are not made yet.
  @exclusivity(unchecked) private var hasUnmadeIndex = false
  /// Whether `ids` did not find a row again.
  @exclusivity(unchecked) private var hasLostIDs = false
  /// Nil for an empty version that stands for a table that does not exist yet.
  private let fence: ReadFence?
  /// The pages of columns, which all versions share; nil for an empty version, and for rows that are looked at once.
  let pages: TablePages?

  /// - Parameter promisesIndexes: Whether indexes are made at their first use, except unique ones. Those of records
  ///   that an adapter keeps are in any case: a transaction has few of these, and rarely looks for them by values.
  init(_ layout: TableLayout, _ fence: ReadFence? = nil, promisesIndexes: Bool = false) {
    let promisesIndexes = promisesIndexes || layout.isExternal
    self.layout = layout
    self.fence = fence
    pages = fence.map { TablePages(in: $0.pages) }
    rows = RowStorage(layout.memory)
    indexes = ContiguousArray(
      layout.indexes.all.map { promisesIndexes && !$0.isUnique ? UnmadeIndex($0) : $0.make() })
    noteIndexes()
  }

  /// An empty version without indexes, for rows that are looked at once.
  init(unindexed layout: TableLayout) {
    self.layout = layout
    (fence, pages) = (nil, nil)
    rows = RowStorage(layout.memory)
    indexes = []
  }

  init(copying other: TableVersion) {
    layout = other.layout
    rows = other.rows
    (ids, runs) = (other.ids, other.runs)
    (indexes, hasUniqueIndex, hashIndexes) = (other.indexes, other.hasUniqueIndex, other.hashIndexes)
    hasUnmadeIndex = other.hasUnmadeIndex
    count = other.count
    nextPosition = other.nextPosition
    given = other.given
    (kept, form, unloaded) = (other.kept, other.form, other.unloaded)
    (fence, pages) = (other.fence, other.pages)
  }

  deinit {
    guard let fence else { return }
    fence.readerIsDone()
    // The memory that versions share, which is therefore released only in the gate; see ``ReadFence``.
    fence.free((rows, ids, runs, indexes, given))
  }

  // MARK: - Reading

  /// Has to be called once everything was read; see ``ReadFence``.
  func isRead() { withExtendedLifetime(self) { fence?.readerIsDone() } }

  /// Returns the row at a position that is known to hold one.
  ///
  /// NB: It is not inlined: beside other calls, the compiler copies the storage, which counts eight references.
  @inline(never) func row(at position: Int) -> Row { rows[position] }

  /// Returns the position of the record that has the same id as a row.
  func position(of row: Row) -> Int? {
    if let number = layout.id.number(row), let position = runs.position(of: number),
      let found = rows.possibleRow(at: position), layout.id.isEqual(found, row)
    {
      return position
    }
    return hashedPosition(of: row)
  }

  /// Returns the position of the record that has the same id as a row, by the hash of the id. It does not find rows
  /// whose ids are added later.
  func hashedPosition(of row: Row) -> Int? {
    if hasLostIDs { rebuildIDs() }
    return ids.first(hash: layout.id.hash(row)) { layout.id.isEqual(self.row(at: $0), row) }
  }

  /// Returns the row with an id, and its position.
  ///
  /// - Parameter isWanted: Returns whether a row has the id.
  @inlinable @inline(__always)
  func row<ID: Hashable>(_ id: ID, where isWanted: (Row) -> Bool) -> (row: Row, position: Int)? {
    if ID.self == Int.self, let position = runs.position(of: unsafeBitCast(id, to: Int.self)),
      let row = rows.possibleRow(at: position), isWanted(row)
    {
      return (row, position)
    }
    let position = ids.first(hash: tableHash(id, layout.seed)) { isWanted(rows[$0]) }
    return position.map { (rows[$0], $0) }
  }

  /// Returns whether the id of a row is higher than any id that the table ever had, so that it need not be looked up.
  func isNew(_ row: Row) -> Bool {
    guard let number = layout.id.number(row) else { return false }
    return number >= given.next && number < .max
  }

  /// Returns whether the id of a row is that of a record that exists, was recently deleted, or whose insertion
  /// was recently undone.
  func hasGiven(_ row: Row) -> Bool {
    if position(of: row) != nil { return true }
    return given.isWithoutRecord(layout.id.hash(row))
  }

  // MARK: - Applying changes

  /// Applies changes and fills in their positions.
  ///
  /// A single change is checked before anything is touched. Several are checked together after they were applied, so
  /// that two records may swap a unique value. If that check throws, the caller must discard this version.
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
    if hasLostIDs { rebuildIDs() }
    if !isSingle && isChecked { try checkUniqueness(of: part) }
    if part.defersUniqueness { part.defersUniqueness = false }
    given.raise(to: part.nextNumber)
  }

  /// Throws what applying a single change would throw.
  func check(_ part: ChangesetPart) throws(StoreError) {
    try checkUniqueness(of: part)
    for entry in part.entries { _ = try position(for: entry, in: part) }
  }

  /// Returns the position of the record that a change updates or deletes; nil when the change inserts it.
  private func position(for entry: ChangesetPart.Entry, in part: ChangesetPart) throws(StoreError) -> Int? {
    let id = part.address(entry.row)
    let isNewRecord = entry.old == nil && isNew(id)
    let found = isNewRecord ? nil : expectedPosition(of: entry, id) ?? position(of: id)
    if entry.old == nil && found != nil { throw .idTaken(model: layout.name, id: layout.id.text(id)) }
    if entry.old != nil && found == nil { throw .recordGone(model: layout.name, id: layout.id.text(id)) }
    return found
  }

  /// Returns the position that is given in an entry, if its record is there: that is faster than looking up its id.
  private func expectedPosition(of entry: ChangesetPart.Entry, _ id: Row) -> Int? {
    guard entry.old != nil, entry.origin == nil, let position = entry.position, rows.contains(position) else {
      return nil
    }
    return layout.id.isEqual(rows[position], id) ? position : nil
  }

  /// Removes all deleted and moved records first, then inserts and updates: a record may be put at the old
  /// position of another one.
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

  /// Performs the only change, without allocating an array.
  private func performOne(_ part: inout ChangesetPart) throws(StoreError) {
    guard let entry = part.single else { return }
    let found = try leave(entry, of: part)
    part.place { entry, part in place(entry, of: part, foundAt: found) }
  }

  /// Removes a record that is deleted or moved.
  ///
  /// - Returns: The position that the record had; nil when it is new.
  private func leave(_ entry: ChangesetPart.Entry, of part: ChangesetPart) throws(StoreError) -> Int? {
    let position = try position(for: entry, in: part)
    if let position, entry.leaves(position) { remove(at: position) }
    return position
  }

  /// Performs a change, except for the removal of a record.
  ///
  /// - Returns: The position of the record, and its earlier position if it moved.
  private func place(
    _ entry: ChangesetPart.Entry, of part: ChangesetPart, foundAt position: Int?
  ) -> ChangesetPart.Places {
    guard let position else { return (insert(part.address(entry.row), at: entry.position), nil) }
    guard let new = entry.new.map(part.address) else { return (position, nil) }
    if entry.leaves(position) { return (insert(new, at: entry.position), position) }
    update(new, at: position)
    return (position, nil)
  }

  /// Inserts all rows first, then adds all of their ids, then adds them to each index.
  ///
  /// This allocates the memory of the rows at once, so that chunks lie side by side: a scan waits for memory that the
  /// processor did not prefetch.
  private func insertAll(_ part: inout ChangesetPart) throws(StoreError) {
    if part.isSideBySide {
      appendRows(of: &part)
    } else {
      part.place { entry, part in (insertRow(part.address(entry.row), at: entry.position), nil) }
    }
    let entries = part.entries
    let positions = entries.map(\.place)
    try insertIDs(of: entries.map { part.address($0.row) }, at: positions)
    for index in indexes.indices { indexes[index].insert(contentsOf: positions, in: rows) }
  }

  /// Appends rows that lie side by side, which is a third quicker than inserting each of them.
  private func appendRows(of part: inout ChangesetPart) {
    rows.append(part.address(0).address, part.count, at: nextPosition)
    count += part.count
    part.place { _, _ in
      defer { nextPosition += 1 }
      return (nextPosition, nil)
    }
  }

  /// Adds the ids of rows that were inserted, unless other rows have them.
  private func insertIDs(of inserted: [Row], at positions: [Int]) throws(StoreError) {
    if let numbers = newNumbers(of: inserted) {
      let hashes = inserted.map { layout.id.hash($0) }
      ids.insert(positions, hashes: hashes)
      for (number, position) in zip(numbers, positions) { runs.note(number, at: position) }
      if let last = inserted.last { countNumber(of: last) }
      if !given.reserved.isEmpty { for number in numbers { given.use(number) } }
      for hash in hashes { given.noteInsertion(hash) }
      return
    }
    for (row, position) in zip(inserted, positions) {
      if !isNew(row) && hashedPosition(of: row) != nil { throw .idTaken(model: layout.name, id: layout.id.text(row)) }
      addID(of: row, at: position)
    }
  }

  /// Returns the ids of rows, if they are numbers in ascending order, higher than any id that the table ever had; nil
  /// if not.
  private func newNumbers(of rows: [Row]) -> [Int]? {
    guard let first = rows.first, isNew(first) else { return nil }
    var numbers: [Int] = []
    numbers.reserveCapacity(rows.count)
    var last = Int.min
    for row in rows {
      guard let number = layout.id.number(row), number > last, number < .max else { return nil }
      numbers.append(number)
      last = number
    }
    return numbers
  }

  /// Adds a row that is stored elsewhere, behind all others, unless its record is here.
  ///
  /// - Parameter isMissing: Whether its record is known not to be here.
  func load(_ row: Row, isMissing: Bool = false) {
    if !isMissing && position(of: row) != nil { return }
    unloaded.remove(row)
    _ = insert(row, at: nil)
  }

  /// Adds a row at a position, to a version for rows that are looked at once.
  func put(_ row: Row, at position: Int) { _ = insert(row, at: position) }

  /// An empty version that knows the given ids and versions of this one, and its deleted records.
  var emptied: TableVersion {
    let empty = TableVersion(layout, fence)
    empty.given = given
    empty.kept = kept
    return empty
  }

  private func insert(_ row: Row, at wanted: Int?) -> Int {
    let position = insertRow(row, at: wanted)
    addID(of: row, at: position)
    if hasUnmadeIndex && areUnmade() { return position }
    let rows = rows
    for index in indexes.indices { indexes[index].insert(row, at: position, in: rows) }
    return position
  }

  /// Inserts a row that cannot be found yet: the caller adds its id, and adds it to the indexes.
  private func insertRow(_ row: Row, at wanted: Int?) -> Int {
    let position = wanted.flatMap { rows.contains($0) ? nil : $0 } ?? nextPosition
    rows.insert(row, at: position)
    count += 1
    nextPosition = max(nextPosition, position + 1)
    return position
  }

  /// Adds the id of a row, so that the row can be found by it.
  private func addID(of row: Row, at position: Int) {
    let hash = layout.id.hash(row)
    ids.insert(position, hash: hash)
    let number = layout.id.number(row)
    if let number { runs.note(number, at: position) }
    given.raise(above: number)
    given.noteInsertion(hash)
  }

  // MARK: - Numbers of ids

  /// The number for the next id.
  var nextNumber: Int { given.next }

  /// Takes over the ids that an adapter gives to new records.
  func reserve(_ ids: GivenIDs) { given.reserve(ids) }

  /// Makes the number for the next id higher than that of a row.
  func countNumber(of row: Row) { given.raise(above: layout.id.number(row)) }

  /// Makes the number for the next id no lower than this one.
  func countNumbers(below number: Int?) { given.raise(to: number) }

  /// Makes the next position no lower than this one.
  func countPositions(below position: Int?) { nextPosition = max(nextPosition, position ?? 0) }

  /// Whether there are positions without a record before the last one.
  var hasGaps: Bool { count < nextPosition }

  /// Whether a later version has given or withdrawn ids or lock versions that this version does not know.
  func hasGivenLess(than later: TableVersion) -> Bool { later !== self && given.isLess(than: later.given) }

  /// Remembers the id, if it is a number, and the lock version that were given to a record by a change that was undone.
  ///
  /// - Parameter old: The record before the change; nil when the change inserted it.
  func withdraw(_ row: Row, from old: Row?) {
    if let version = layout.version.map({ layout.columns[$0].operations }) {
      let isGiven = old.map { !version.isEqual($0, row) } ?? true
      if isGiven { given.withdraw(version: version.number(row)) }
    }
    if old == nil, layout.id.number(row) != nil { given.withdraw(id: layout.id.hash(row)) }
  }

  /// Updates a row, and the indexes that the change affects.
  private func update(_ row: Row, at position: Int) {
    if hasUnmadeIndex && areUnmade() { return rows.update(row, at: position) }
    let old = rows[position]
    var affected = indexes.indices.filter { indexes[$0].isAffected(old, row) }
    if affected.isEmpty { return rows.update(row, at: position) }
    affected.removeAll { update(old, to: row, at: position, inIndex: $0) }
    for index in affected { remove(old, at: position, fromIndex: index) }
    rows.update(row, at: position)
    for index in affected { indexes[index].insert(row, at: position, in: rows) }
  }

  private func remove(at position: Int) {
    let row = rows[position]
    let hash = layout.id.hash(row)
    for index in indexes.indices { remove(row, at: position, fromIndex: index) }
    if !ids.remove(position, hash: hash) { hasLostIDs = true }
    rows.remove(at: position)
    count -= 1
    if count == 0 { runs = IDRuns() }
    given.noteDeletion(hash)
  }

  /// Updates a row in an index, unless that has to remove and insert it.
  private func update(_ old: Row, to row: Row, at position: Int, inIndex index: Int) -> Bool {
    guard let isFound = indexes[index].update(old, to: row, at: position) else { return false }
    if !isFound { lose(index) }
    return true
  }

  private func remove(_ row: Row, at position: Int, fromIndex index: Int) {
    if !indexes[index].remove(row, at: position, in: rows) { lose(index) }
  }

  /// Replaces an index that did not find a row again. It is made of the rows at its next use.
  private func lose(_ index: Int) {
    indexes[index] = UnmadeIndex(indexes[index].definition)
    hasUnmadeIndex = true
    layout.unsteady.warn("index \(indexes[index].definition.name)", of: layout.name)
  }

  // MARK: - Rebuilding

  /// Takes over the indexes that readers have made. It has to be called before the rows change.
  func takeOverIndexes() {
    if !hasUnmadeIndex { return }
    var isTakenOver = false
    for index in indexes.indices where indexes[index].isAwaited() {
      indexes[index] = indexes[index].made(in: rows)
      isTakenOver = true
    }
    if isTakenOver { hasUnmadeIndex = indexes.contains { $0.isUnmade } }
  }

  /// Returns whether all indexes are made at their first use, and lets go of them, because the rows change.
  private func areUnmade() -> Bool { indexes.indices.count { !indexes[$0].forget() } == 0 }

  /// Rebuilds the index of ids, which did not find a row again, from the current rows.
  private func rebuildIDs() {
    hasLostIDs = false
    ids = HashTable()
    for position in positions { ids.insert(position, hash: layout.id.hash(rows[position])) }
    layout.unsteady.warn("index of ids", of: layout.name)
  }

  // MARK: - Indexes

  /// Adds an index of the existing records, unless an index has the same name.
  ///
  /// - Returns: Whether it was added.
  func add(_ definition: IndexDefinition) -> Bool {
    if indexes.contains(where: { $0.definition.name == definition.name }) { return false }
    indexes.append(made(definition))
    noteIndexes()
    return true
  }

  /// Returns a new index of the existing records.
  private func made(_ definition: IndexDefinition) -> any TableIndex {
    var index = definition.make()
    index.insert(contentsOf: positions, in: rows)
    return index
  }

  /// Removes the index with a name.
  ///
  /// - Returns: Whether there was one.
  func removeIndex(_ name: String) -> Bool {
    let count = indexes.count
    indexes.removeAll { $0.definition.name == name }
    noteIndexes()
    return indexes.count < count
  }

  /// Returns the first index with a definition as wanted, made of the rows; nil if there is none.
  func madeIndex(where isWanted: (IndexDefinition) -> Bool) -> (any TableIndex)? {
    indexes.first { isWanted($0.definition) }?.made(in: rows)
  }

  /// Returns the number of the index that finds all rows by equal values of a column; nil if there is none.
  func hashIndex(of column: ColumnReference) -> Int? {
    guard let place = column.index, place < hashIndexes.count else { return nil }
    return hashIndexes[place]
  }

  /// Stored, because each save needs to know whether there are unique indexes, and each small question which index
  /// answers it. Indexes are added and removed while a store is open, those of the schema too.
  private func noteIndexes() {
    hasUniqueIndex = indexes.contains { $0.definition.isUnique }
    hasUnmadeIndex = indexes.contains { $0.isUnmade }
    hashIndexes = []
    for (number, index) in indexes.enumerated() {
      let definition = index.definition
      guard let column = definition.columns.first, let place = column.index, definition.findsAll(by: column.name)
      else { continue }
      while hashIndexes.count <= place { hashIndexes.append(nil) }
      hashIndexes[place] = number
    }
  }

  /// Returns the rows with a value of a column, by an index; nil if no index finds all of them.
  ///
  /// - Parameters:
  ///   - hash: The hash of the value; nil if it has none.
  ///   - inPlace: Whether no reference may be counted, so that the entry has no set of rows, and an index that is not
  ///     made yet finds none.
  ///   - isWanted: Returns whether a row has the value.
  @inline(__always) func entry(
    _ column: ColumnReference, _ hash: @autoclosure () -> UInt64?, inPlace: Bool, where isWanted: (Row) -> Bool
  ) -> HashIndex.Entry? {
    guard let number = hashIndex(of: column), let hash = hash() else { return nil }
    if !inPlace { return indexes[number].entry(hash: hash, in: self, where: isWanted) }
    return HashIndex.inPlace(number, of: indexes).map { HashIndex.summary(of: $0, hash: hash) { isWanted(rows[$0]) } }
  }

  /// The positions of all records, in order.
  var positions: [Int] { rows.positionList }
}
