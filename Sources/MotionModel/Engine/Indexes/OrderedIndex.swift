/// An index in the order of one column, for ranges, and for orders of which the first records are wanted.
///
/// An entry costs 16 bytes, and about a third more for free space in the nodes. Rows with equal values come in the
/// order of insertion, missing values come last.
///
/// Looking up, inserting and removing are O(log *n*).
struct OrderedIndex: TableIndex {
  let definition: IndexDefinition
  private let operations: ColumnOperations
  private var root = OrderedNode()

  init(_ definition: IndexDefinition, _ operations: ColumnOperations) {
    self.definition = definition
    self.operations = operations
  }

  var column: ColumnReference { definition.columns[0] }

  var count: Int { root.count }

  // MARK: - Looking up

  /// Returns the rank of the first row whose value does not come before a bound.
  func start(of bound: OrderedBound, in storage: RowStorage) -> Int {
    root.count { $0.key == bound.key ? bound.order(storage.address(at: $0.position)) < 0 : $0.key < bound.key }
  }

  /// Returns the rank of the first row whose value comes behind a bound.
  func end(of bound: OrderedBound, in storage: RowStorage) -> Int {
    root.count { $0.key == bound.key ? bound.order(storage.address(at: $0.position)) <= 0 : $0.key < bound.key }
  }

  /// Returns the ranks of the rows whose value is in the same place of the order as that of a row, which need not be
  /// stored.
  func ranks(like row: UnsafeRawPointer, in storage: RowStorage) -> Range<Int> {
    let bound = bound(of: row)
    let start = start(of: bound, in: storage)
    // The order of a type may contradict itself, so that the end comes before the start.
    return start..<max(start, end(of: bound, in: storage))
  }

  /// Returns the rank behind the rows that come before a value, and behind those with the value whose position passes a
  /// test, which the first of them pass and the others do not.
  func rank(like row: UnsafeRawPointer, in storage: RowStorage, where isBefore: (_ position: Int) -> Bool) -> Int {
    let bound = bound(of: row)
    return root.count { entry in
      if entry.key != bound.key { return entry.key < bound.key }
      let order = bound.order(storage.address(at: entry.position))
      return order == 0 ? isBefore(entry.position) : order < 0
    }
  }

  /// Returns the bound at the value of a row. Unlike an operand's, it may be of a missing value.
  private func bound(of row: UnsafeRawPointer) -> OrderedBound {
    OrderedBound(key: operations.sortKey(row)) { [operations] other in
      operations.precedes(other, row) ? -1 : operations.precedes(row, other) ? 1 : 0
    }
  }

  /// Returns the rank of the first row without a value.
  func startOfMissing(in storage: RowStorage) -> Int {
    if !operations.isOptional { return count }
    return root.count { $0.key != SortKey.missing || !operations.isNil(storage.address(at: $0.position)) }
  }

  /// The rank of the first NaN, which comes behind all numbers; nil when the rank is not known.
  var startOfNaN: Int? { operations.isSortKeyExact ? root.count { SortKey.isNumber($0.key) } : nil }

  /// Calls `body` with the positions of the rows of some ranks, in order, until it returns false.
  func forEach(in range: Range<Int>, isReversed: Bool = false, _ body: (Int) -> Bool) {
    if isReversed {
      root.forEachReversed(in: range) { body($0.position) }
    } else {
      root.forEach(in: range) { body($0.position) }
    }
  }

  /// Calls `body` with the position of each row of some ranks, and with whether its value is the same as the one
  /// before, until `body` returns false.
  func forEachRun(in range: Range<Int>, isReversed: Bool, _ storage: RowStorage, _ body: (Int, Bool) -> Bool) {
    var last: OrderedEntry?
    func visit(_ entry: OrderedEntry) -> Bool {
      let isSame = last.map { isEqual($0, entry, storage) } ?? false
      last = entry
      return body(entry.position, isSame)
    }
    if isReversed { root.forEachReversed(in: range, visit) } else { root.forEach(in: range, visit) }
  }

  private func isEqual(_ first: OrderedEntry, _ second: OrderedEntry, _ storage: RowStorage) -> Bool {
    if first.key != second.key { return false }
    if operations.isSortKeyExact && first.key != SortKey.missing { return true }
    let (row, other) = (storage.address(at: first.position), storage.address(at: second.position))
    return !operations.precedes(row, other) && !operations.precedes(other, row)
  }

  // MARK: - Changing

  func isAffected(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool { !operations.isEqual(old, new) }

  mutating func insert(_ row: UnsafeRawPointer, at position: Int, in storage: RowStorage) {
    let entry = OrderedEntry(key: operations.sortKey(row), position: position)
    makeUnique()
    let operations = operations
    // NB: A closure that is made here and does not escape copies nothing that it captures. One that another function
    // returns would copy the storage in each comparison.
    if let sibling = root.insert(entry, { Self.precedes($0, $1, by: operations, in: storage) }) {
      root = OrderedNode(children: [root, sibling])
    }
  }

  /// - Complexity: O(*m* log *m*) in the number of rows, and O(*n*) when they are many for the size of the index.
  mutating func insert(contentsOf positions: [Int], in storage: RowStorage) {
    let operations = operations
    func precedes(_ first: OrderedEntry, _ second: OrderedEntry) -> Bool {
      Self.precedes(first, second, by: operations, in: storage)
    }
    var entries = positions.map { OrderedEntry(key: operations.sortKey(storage.address(at: $0)), position: $0) }
    guard entries.count > count / 8 else {
      for entry in entries { insert(storage.address(at: entry.position), at: entry.position, in: storage) }
      return
    }
    entries.sort(by: precedes)
    root = OrderedNode.tree(of: merged(entries, precedes))
  }

  mutating func remove(_ row: UnsafeRawPointer, at position: Int, in storage: RowStorage) -> Bool {
    makeUnique()
    let entry = OrderedEntry(key: operations.sortKey(row), position: position)
    let operations = operations
    guard root.remove(entry, { Self.precedes($0, $1, by: operations, in: storage) }) else { return false }
    if root.count == 0 { root = OrderedNode() }
    if root.children.count == 1 { root = root.children[0] }
    return true
  }

  private mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&root) { root = root.copy() }
  }

  /// Returns the existing entries and some new ones, all in order.
  private func merged(
    _ entries: [OrderedEntry], _ precedes: (OrderedEntry, OrderedEntry) -> Bool
  ) -> ContiguousArray<OrderedEntry> {
    var result = ContiguousArray<OrderedEntry>()
    result.reserveCapacity(count + entries.count)
    var next = 0
    root.forEach(in: 0..<count) { entry in
      while next < entries.count && precedes(entries[next], entry) {
        result.append(entries[next])
        next += 1
      }
      result.append(entry)
      return true
    }
    result += entries[next...]
    return result
  }

  /// Whether an entry precedes another one in the total order of entries: by value, then by position.
  @inline(__always)
  private static func precedes(
    _ first: OrderedEntry, _ second: OrderedEntry, by operations: ColumnOperations, in storage: RowStorage
  ) -> Bool {
    if first.key != second.key { return first.key < second.key }
    if !operations.isSortKeyExact || first.key == SortKey.missing {
      if first.position == second.position { return false }
      let (row, other) = (storage.address(at: first.position), storage.address(at: second.position))
      if operations.precedes(row, other) { return true }
      if operations.precedes(other, row) { return false }
    }
    return first.position < second.position
  }

  // MARK: - Checking

  func violation(_ positions: [Int], in storage: RowStorage) -> String? {
    let expected = positions.sorted { first, second in
      let (row, other) = (storage.address(at: first), storage.address(at: second))
      if operations.precedes(row, other) { return true }
      return operations.precedes(other, row) ? false : first < second
    }
    var found: [Int] = []
    forEach(in: 0..<count) {
      found.append($0)
      return true
    }
    return found == expected ? nil : "is \(found) instead of \(expected)"
  }
}

/// A value to be looked up in an ordered index.
struct OrderedBound {
  let key: UInt64
  /// How a row compares with the value: before it (negative), equal (0) or behind it (positive).
  let order: (UnsafeRawPointer) -> Int
}
