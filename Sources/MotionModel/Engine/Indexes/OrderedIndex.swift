/// An index in the order of one column, or of several, for ranges, and for orders of which the first records are
/// wanted.
///
/// An entry costs 16 bytes, and about a third more for free space in the nodes. It has the key of the first column, so
/// rows are read only where these keys are equal. Rows with equal values come in the order of insertion, missing values
/// come last.
///
/// Looking up, inserting and removing are O(log *n*).
struct OrderedIndex: TableIndex {
  let definition: IndexDefinition
  private let operations: OrderedOperations
  /// The operations of strings without regard to case and accents; nil for an index by the values themselves.
  let folded: ColumnOperations?
  private var root = OrderedNode()

  /// - Parameter folded: The operations that compare the strings of the single column, instead of the column's own.
  init(_ definition: IndexDefinition, folded: ColumnOperations? = nil) {
    (self.definition, self.folded) = (definition, folded)
    operations = OrderedOperations(folded.map { [$0] } ?? definition.columns.map(\.operations))
  }

  var columns: [ColumnReference] { definition.columns }

  var count: Int { root.count }

  // MARK: - Looking up

  /// Returns the rank of the first row whose values do not come before some bounds of the first columns.
  func start(of bounds: [OrderedBound], in storage: RowStorage) -> Int {
    guard let bound = operations.bound(bounds) else { return 0 }
    return root.count { bound.order($0, storage) < 0 }
  }

  /// Returns the rank of the first row whose values come behind some bounds of the first columns.
  func end(of bounds: [OrderedBound], in storage: RowStorage) -> Int {
    guard let bound = operations.bound(bounds) else { return count }
    return root.count { bound.order($0, storage) <= 0 }
  }

  /// Returns the ranks of the rows whose values are at some bounds of the first columns.
  func ranks(of bounds: [OrderedBound], in storage: RowStorage) -> Range<Int> {
    let start = start(of: bounds, in: storage)
    // The order of a type may contradict itself, so that the end comes before the start.
    return start..<max(start, end(of: bounds, in: storage))
  }

  /// Returns the rank behind the rows that come before some bounds, and behind the rows at the bounds whose position
  /// passes a test. The rows that pass are a prefix of these.
  func rank(
    of bounds: [OrderedBound], in storage: RowStorage, where isBefore: (_ position: Int) -> Bool
  ) -> Int {
    let bound = operations.bound(bounds)
    return root.count { entry in
      let order = bound?.order(entry, storage) ?? 0
      return order == 0 ? isBefore(entry.position) : order < 0
    }
  }

  /// Returns the bounds at the values of a row, which need not be stored. Unlike an operand's, a bound may be of a
  /// missing value.
  func bounds(of row: Row, _ columns: Range<Int>) -> [OrderedBound] {
    columns.map { operations.columns[$0].bound(of: row) }
  }

  /// Returns the rank of the first row without a value in the column behind those of some bounds, among the rows at
  /// these bounds.
  func startOfMissing(behind bounds: [OrderedBound], in storage: RowStorage) -> Int {
    let column = operations.columns[bounds.count]
    if !column.isOptional { return end(of: bounds, in: storage) }
    return start(of: bounds + [column.boundOfMissing], in: storage)
  }

  /// Returns the rank of the first NaN, which comes behind all numbers; nil when the rank is not known, or the column
  /// is of a type that has none. The greatest integers have the key of NaN.
  func startOfNaN(behind bounds: [OrderedBound], in storage: RowStorage) -> Int? {
    guard operations.columns[bounds.count].isSortKeyExact,
      columns[bounds.count].operations.columnType.isFloating
    else { return nil }
    return start(of: bounds + [OrderedBound(key: SortKey.notANumber) { _ in 0 }], in: storage)
  }

  /// Calls `body` with the positions of the rows of some ranks, in order, until it returns false.
  func forEach(in range: Range<Int>, isReversed: Bool = false, _ body: (Int) -> Bool) {
    root.forEach(in: range, isReversed: isReversed) { body($0.position) }
  }

  /// Returns the positions of the entries of a range, in their order.
  func positions(in range: Range<Int>) -> [Int] {
    var positions: [Int] = []
    positions.reserveCapacity(range.count)
    root.forEach(in: range) {
      positions.append($0.position)
      return true
    }
    return positions
  }

  /// Calls `body` with the position of each row of some ranks, and with whether its values in some columns are the same
  /// as those of the row before, until `body` returns false.
  func forEachRun(
    of columns: Range<Int>, in range: Range<Int>, isReversed: Bool, _ storage: RowStorage, _ body: (Int, Bool) -> Bool
  ) {
    let operations = operations
    var last: OrderedEntry?
    // NB: The closure is passed on once. A local function passed to one of two calls would keep `last` on the heap, and
    // check each access to it.
    root.forEach(in: range, isReversed: isReversed) { entry in
      let isSame = last.map { operations.isEqual($0, entry, in: columns, storage) } ?? false
      last = entry
      return body(entry.position, isSame)
    }
  }

  // MARK: - Changing

  func isAffected(_ old: Row, _ new: Row) -> Bool { operations.isAffected(old, new) }

  mutating func insert(_ row: Row, at position: Int, in storage: RowStorage) {
    let entry = OrderedEntry(key: operations.key(row), position: position)
    makeUnique()
    let operations = operations
    // NB: A closure that is made here and does not escape copies nothing that it captures. One that another function
    // returns would copy the storage in each comparison.
    if let sibling = root.insert(entry, { operations.precedes($0, $1, in: storage) }) {
      root = OrderedNode(children: [root, sibling])
    }
  }

  /// - Complexity: O(*m* log *m*) in the number of rows, and O(*n*) when they are many for the size of the index.
  mutating func insert(contentsOf positions: [Int], in storage: RowStorage) {
    var entries = ContiguousArray(positions.map { OrderedEntry(key: operations.key(storage[$0]), position: $0) })
    guard entries.count > count / 8 else {
      for entry in entries { insert(storage[entry.position], at: entry.position, in: storage) }
      return
    }
    EntrySort.sort(&entries, operations, in: storage)
    if count > 0 { entries = merged(entries, in: storage) }
    root = OrderedNode.tree(of: entries)
  }

  mutating func remove(_ row: Row, at position: Int, in storage: RowStorage) -> Bool {
    makeUnique()
    let entry = OrderedEntry(key: operations.key(row), position: position)
    let operations = operations
    guard root.remove(entry, { operations.precedes($0, $1, in: storage) }) else { return false }
    if root.count == 0 { root = OrderedNode() }
    if root.children.count == 1 { root = root.children[0] }
    return true
  }

  private mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&root) { root = root.copy() }
  }

  /// Returns the existing entries and some new ones, all in order.
  private func merged(
    _ entries: ContiguousArray<OrderedEntry>, in storage: RowStorage
  ) -> ContiguousArray<OrderedEntry> {
    let operations = operations
    var result = ContiguousArray<OrderedEntry>()
    result.reserveCapacity(count + entries.count)
    var next = 0
    root.forEach(in: 0..<count) { entry in
      while next < entries.count && operations.precedes(entries[next], entry, in: storage) {
        result.append(entries[next])
        next += 1
      }
      result.append(entry)
      return true
    }
    result += entries[next...]
    return result
  }

  // MARK: - Checking

  func violation(_ positions: [Int], in storage: RowStorage) -> String? {
    let expected = positions.sorted { first, second in
      let (row, other) = (storage[first], storage[second])
      for column in operations.columns {
        if column.precedes(row, other) { return true }
        if column.precedes(other, row) { return false }
      }
      return first < second
    }
    let found = self.positions(in: 0..<count)
    return found == expected ? nil : "is \(found) instead of \(expected)"
  }
}
