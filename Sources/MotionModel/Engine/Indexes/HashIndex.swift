/// Finds the rows that have a given value in one column, or given values in several, in constant time.
///
/// A value that one row has costs an entry of eight bytes; a value that many rows share has a ``RowSet``. The values
/// themselves are stored only in the rows. Rows without a value (nil) are found like others; a NaN is never found.
struct HashIndex: TableIndex {
  let definition: IndexDefinition
  private let operations: KeyOperations
  /// The operations for strings without regard to case, or to case and accents; nil when the index compares exactly.
  let folded: ColumnOperations?

  /// Maps the hash of a value to the position of the one row that has it, or, with ``listFlag``, to the
  /// number of a list.
  private var table = HashTable()
  private var lists = Postings()
  /// The rows with a value that equals nothing, and so has no hash. They are stored to find them again when
  /// they are removed.
  private var unequalled = RowSet()

  private static let listFlag = 1 << (HashTable.numberBits - 1)

  init(_ definition: IndexDefinition, _ operations: KeyOperations, folded: ColumnOperations? = nil) {
    self.definition = definition
    self.operations = operations
    self.folded = folded
  }

  /// How many different values the rows have.
  var count: Int { table.count }

  // MARK: - Looking up

  /// The rows that the index stores for a value.
  ///
  /// NB: Not an enumeration, nor optional: these are copied and released by their type.
  struct Entry {
    /// The position of the row that was inserted first, if there is one.
    var first = 0
    var count = 0
    /// All rows; nil if there is one at most, and in a summary.
    var several: RowSet?

    var rows: RowSet { several ?? (count == 0 ? RowSet() : RowSet(first)) }
  }

  /// Returns the rows that are stored for a value.
  func entry(with key: IndexKey, in storage: RowStorage) -> Entry { entry(number(with: key, in: storage)) }

  func entry(hash: UInt64, in table: TableVersion, where isWanted: (Row) -> Bool) -> Entry {
    entry(number(hash: hash) { isWanted(table.row(at: $0)) })
  }

  /// Returns the first row that is stored for a value, and how many there are.
  @inline(__always) static func summary(
    of index: UnsafePointer<HashIndex>, hash: UInt64, where isWanted: (_ position: Int) -> Bool
  ) -> Entry {
    var entry = Entry()
    let number = index.pointee.table.first(hash: hash) { number in
      let rows = number & listFlag == 0 ? nil : index.pointee.lists[number & ~listFlag].rows
      entry = Entry(first: rows?.first ?? number, count: rows?.count ?? 1)
      return isWanted(entry.first)
    }
    return number == nil ? Entry() : entry
  }

  private func entry(_ number: Int?) -> Entry {
    guard let number else { return Entry() }
    guard isList(number) else { return Entry(first: number, count: 1) }
    let rows = lists[listNumber(number)].rows
    return Entry(first: rows.first, count: rows.count, several: rows)
  }

  /// Returns one of some indexes, where it is; nil for one of another type.
  ///
  /// NB: A call of `any TableIndex` copies the index. Such an element is the address of a box, whose value is behind
  /// two words, and as its fourth word the type.
  @inline(__always)
  static func inPlace(_ number: Int, of indexes: ContiguousArray<any TableIndex>) -> UnsafePointer<HashIndex>? {
    indexes.withUnsafeBytes { indexes in
      let (start, word) = (number &* MemoryLayout<any TableIndex>.stride, MemoryLayout<Int>.size)
      guard indexes.load(fromByteOffset: start + 3 * word, as: Any.Type.self) == HashIndex.self else { return nil }
      let box = indexes.load(fromByteOffset: start, as: UnsafeRawPointer.self)
      return (box + 2 * word).assumingMemoryBound(to: HashIndex.self)
    }
  }

  /// Returns the rows with a value.
  func rows(with key: IndexKey, in storage: RowStorage) -> RowSet { entry(with: key, in: storage).rows }

  /// Returns the other rows with the same value as a row; nil when there is none, or when the value is nil.
  func rows(sharing row: Row, besides own: Int?, in storage: RowStorage) -> RowSet? {
    guard !operations.isNil(row), let key = key(of: row),
      let number = number(with: key, in: storage)
    else { return nil }
    guard isList(number) else { return number == own ? nil : RowSet(number) }
    var others = lists[listNumber(number)].rows
    if let own { others.remove(own) }
    return others.isEmpty ? nil : others
  }

  private func key(of row: Row) -> IndexKey? {
    // NB: Without the capture list the key holds a copy of the whole index, and each change copies the
    // lists of its pages.
    operations.hash(row).map { [operations] hash in IndexKey(hash: hash) { operations.isEqual($0, row) } }
  }

  private func number(with key: IndexKey, in storage: RowStorage) -> Int? {
    number(hash: key.hash) { key.isInRow(storage[$0]) }
  }

  @inline(__always) private func number(hash: UInt64, where isWanted: (_ position: Int) -> Bool) -> Int? {
    table.first(hash: hash) { isWanted(isList($0) ? lists[listNumber($0)].rows.first : $0) }
  }

  private func isList(_ number: Int) -> Bool { number & Self.listFlag != 0 }

  private func listNumber(_ number: Int) -> Int { number & ~Self.listFlag }

  // MARK: - Changing

  /// Whether the two versions of a row differ in the columns, so that the index has to be updated.
  func isAffected(_ old: Row, _ new: Row) -> Bool { !operations.isEqual(old, new) }

  /// Adds the row at a position, which must not be in the index yet.
  mutating func insert(_ row: Row, at position: Int, in storage: RowStorage) {
    guard let key = key(of: row) else { return unequalled.insert(position) }
    guard let number = number(with: key, in: storage) else {
      return table.insert(position, hash: key.hash)
    }
    if isList(number) {
      lists[listNumber(number)].rows.insert(position)
    } else {
      var list = RowSet(number)
      list.insert(position)
      table.replace(number, with: lists.append(list, hash: key.hash) | Self.listFlag, hash: key.hash)
    }
  }

  /// Adds many rows to an empty index in the order of their hashes, so that no value is looked up.
  ///
  /// - Complexity: O(*m*) in the number of rows.
  mutating func insert(contentsOf positions: [Int], in storage: RowStorage) {
    guard count == 0, lists.count == 0, positions.count > 64 else {
      for position in positions { insert(storage[position], at: position, in: storage) }
      return
    }
    var entries = ContiguousArray<OrderedEntry>()
    entries.reserveCapacity(positions.count)
    for position in positions {
      if let hash = operations.hash(storage[position]) {
        entries.append(OrderedEntry(key: hash, position: position))
      } else {
        unequalled.insert(position)
      }
    }
    EntrySort.sortByKey(&entries)
    var (numbers, hashes, clashing) = ([Int](), [UInt64](), [Int]())
    var start = 0
    while start < entries.count {
      let (first, end) = (entries[start], entries.endOfRun(from: start))
      let row = storage[first.position]
      var rows = RowSet()
      for other in entries[(start + 1)..<end] {
        if !operations.isEqual(storage[other.position], row) {
          clashing.append(other.position)
        } else {
          if rows.isEmpty { rows.insert(first.position) }
          rows.insert(other.position)
        }
      }
      numbers.append(rows.isEmpty ? first.position : lists.append(rows, hash: first.key) | Self.listFlag)
      hashes.append(first.key)
      start = end
    }
    table.insert(numbers, hashes: hashes)
    // Other values with the same hash.
    for position in clashing { insert(storage[position], at: position, in: storage) }
  }

  mutating func remove(_ row: Row, at position: Int, in storage: RowStorage) -> Bool {
    guard let key = key(of: row) else { return unequalled.remove(position) }
    guard let number = number(with: key, in: storage) else { return false }
    guard isList(number) else { return number == position && table.remove(position, hash: key.hash) }
    let list = listNumber(number)
    guard lists[list].rows.remove(position) else { return false }
    if lists[list].rows.count == 1 {
      table.replace(number, with: lists[list].rows.first, hash: key.hash)
      removeList(list)
    }
    return true
  }

  private mutating func removeList(_ number: Int) {
    guard let moved = lists.remove(number) else { return }
    table.replace(moved.number | Self.listFlag, with: number | Self.listFlag, hash: moved.hash)
  }

  // MARK: - Checking

  func violation(_ positions: [Int], in rows: RowStorage) -> String? {
    var groups: [UInt64: [Int]] = [:]
    for position in positions {
      if let hash = operations.hash(rows[position]) { groups[hash, default: []].append(position) }
    }
    var values = 0
    for (hash, group) in groups {
      for position in group {
        let row = rows[position]
        let same = group.filter { operations.isEqual(rows[$0], row) }
        if same.first == position { values += 1 }
        var found: [Int] = []
        self.rows(with: IndexKey(hash: hash) { [operations] in operations.isEqual($0, row) }, in: rows)
          .forEach { found.append($0) }
        if found != same { return "has \(found) instead of \(same)" }
      }
    }
    return count == values ? nil : "has rows that are gone"
  }
}
