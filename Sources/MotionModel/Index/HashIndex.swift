/// Finds the rows that have a given value in one column, or given values in several, in constant time.
///
/// A value that one row has costs an entry of eight bytes; a value that many rows share has a ``RowSet``. The values
/// themselves stand in the rows only. Rows without a value (nil) are found like others; a NaN is found never.
struct HashIndex: TableIndex {
  let definition: IndexDefinition
  private let operations: KeyOperations
  /// For texts without regard to case.
  let caseless: ColumnOperations?

  /// Under the hash of a value: the position of the one row that has it, or, with ``listFlag``, the number of a list.
  private var table = HashTable()
  private var lists = PagedArray<RowSet>()
  private var unusedLists: [Int] = []

  private static let listFlag = 1 << 39

  init(_ definition: IndexDefinition, _ operations: KeyOperations, caseless: ColumnOperations? = nil) {
    self.definition = definition
    self.operations = operations
    self.caseless = caseless
  }

  /// How many different values the rows have.
  var count: Int { table.count }

  // MARK: - Looking up

  /// What the index keeps under a value.
  enum Entry {
    /// The position of the one row that has it.
    case row(Int)
    case list(RowSet)

    var count: Int {
      switch self {
      case .row: 1
      case .list(let rows): rows.count
      }
    }

    var rows: RowSet {
      switch self {
      case .row(let position): RowSet(position)
      case .list(let rows): rows
      }
    }
  }

  /// What is kept under a value; nil when no row has it.
  func entry(with key: IndexKey, in storage: RowStorage) -> Entry? {
    guard let number = number(with: key, in: storage) else { return nil }
    return isList(number) ? .list(lists[listNumber(number)]) : .row(number)
  }

  /// The rows with a value.
  func rows(with key: IndexKey, in storage: RowStorage) -> RowSet { entry(with: key, in: storage)?.rows ?? RowSet() }

  /// Another row with the value that a row has; nil when there is none, or when the value is missing.
  func position(sharing row: UnsafeRawPointer, besides own: Int?, in storage: RowStorage) -> Int? {
    guard !operations.isNil(row), let key = key(of: row),
      let number = number(with: key, in: storage)
    else { return nil }
    guard isList(number) else { return number == own ? nil : number }
    var others = lists[listNumber(number)]
    if let own { others.remove(own) }
    return others.isEmpty ? nil : others.first
  }

  private func key(of row: UnsafeRawPointer) -> IndexKey? {
    // NB: Without the capture list the key holds a copy of the whole index, and each change copies the lists of its pages.
    operations.hash(row).map { [operations] hash in IndexKey(hash: hash) { operations.isEqual($0, row) } }
  }

  private func number(with key: IndexKey, in storage: RowStorage) -> Int? {
    table.first(hash: key.hash) { number in
      key.isInRow(storage.address(at: isList(number) ? lists[listNumber(number)].first : number))
    }
  }

  private func isList(_ number: Int) -> Bool { number & Self.listFlag != 0 }

  private func listNumber(_ number: Int) -> Int { number & ~Self.listFlag }

  // MARK: - Changing

  /// Whether the two versions of a row differ in the column, so that the index has to be told.
  func isAffected(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool { !operations.isEqual(old, new) }

  /// Adds the row at a position, which is not in the index.
  mutating func insert(_ row: UnsafeRawPointer, at position: Int, in storage: RowStorage) {
    guard let key = key(of: row) else { return }
    guard let number = number(with: key, in: storage) else {
      return table.insert(position, hash: key.hash)
    }
    if isList(number) {
      lists[listNumber(number)].insert(position)
    } else {
      var list = RowSet(number)
      list.insert(position)
      table.replace(number, with: store(list) | Self.listFlag, hash: key.hash)
    }
  }

  /// Removes the row at a position, while the storage still holds it as it was.
  mutating func remove(_ row: UnsafeRawPointer, at position: Int, in storage: RowStorage) {
    guard let key = key(of: row), let number = number(with: key, in: storage) else { return }
    guard isList(number) else { return table.remove(position, hash: key.hash) }
    let list = listNumber(number)
    lists[list].remove(position)
    if lists[list].count == 1 {
      table.replace(number, with: lists[list].first, hash: key.hash)
      lists[list] = RowSet()
      unusedLists.append(list)
    }
  }

  private mutating func store(_ list: RowSet) -> Int {
    if let number = unusedLists.popLast() {
      lists[number] = list
      return number
    }
    lists.append(list)
    return lists.count - 1
  }

  // MARK: - Checking

  func violation(_ positions: [Int], in rows: RowStorage) -> String? {
    var groups: [UInt64: [Int]] = [:]
    for position in positions {
      if let hash = operations.hash(rows.address(at: position)) { groups[hash, default: []].append(position) }
    }
    var values = 0
    for (hash, group) in groups {
      for position in group {
        let row = rows.address(at: position)
        let same = group.filter { operations.isEqual(rows.address(at: $0), row) }
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
