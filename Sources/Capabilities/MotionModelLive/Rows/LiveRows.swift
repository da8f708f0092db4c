import MotionModel

/// Rows in a total order, as a value: a copy takes no time, and shares its memory with the original until one of them
/// is changed.
///
/// - Complexity: Changing and looking up take O(log *n*).
struct LiveRows: Sendable {
  private var root: LiveNode
  /// All versions of the list share it.
  private let fence = LiveFence()

  /// Creates a list of rows, which are given in order.
  init(sorted: [LiveRow] = []) { root = LiveNode.tree(of: sorted) }

  /// Replaces all rows by others, which are given in order.
  mutating func replace(_ sorted: [LiveRow]) { root = LiveNode.tree(of: sorted) }

  var count: Int { reading { root.count } }
  var isEmpty: Bool { count == 0 }
  var first: LiveRow? { isEmpty ? nil : self[0] }
  var last: LiveRow? { isEmpty ? nil : self[count - 1] }

  subscript(index: Int) -> LiveRow {
    let (rows, index) = leaf(at: index)
    return rows[index]
  }

  /// Returns the rows beside the one at an index, and its index among them.
  func leaf(at index: Int) -> (rows: ContiguousArray<LiveRow>, index: Int) {
    reading { root.leaf(at: index) }
  }

  /// Returns the index of a row; nil when it is not in the list.
  func index(of row: LiveReference, in order: LiveOrder) -> Int? {
    let found = reading { root.find(row, in: order) }
    return found.row == nil ? nil : found.index
  }

  /// Returns the row that is in the list for a row; nil when there is none.
  func find(_ row: LiveReference, in order: LiveOrder) -> LiveRow? { reading { root.find(row, in: order).row } }

  /// Inserts a row, which must not be in the list yet.
  mutating func insert(_ row: LiveRow, in order: LiveOrder) {
    makeUnique()
    if let sibling = root.insert(row, in: order, fence) { root = LiveNode(children: [root, sibling]) }
  }

  /// Removes a row.
  ///
  /// - Returns: The row as it was in the list; nil when it is not.
  mutating func remove(_ row: LiveReference, in order: LiveOrder) -> LiveRow? {
    // Nothing is copied for a row that is not here.
    find(row, in: order) == nil ? nil : removeHeld(row, in: order)
  }

  /// Removes a row that must be in the list. Returns nil only if the order contradicts itself.
  mutating func removeHeld(_ row: LiveReference, in order: LiveOrder) -> LiveRow? {
    makeUnique()
    let removed = root.remove(row, in: order, fence)
    while let child = root.onlyChild { root = child }
    return removed
  }

  /// Removes the last rows.
  mutating func removeLast(_ removed: Int, in order: LiveOrder) {
    if removed > 64 {
      self = LiveRows(sorted: Array(self[0..<(count - removed)]))
    } else {
      for _ in 0..<removed { if let last { _ = remove(last.reference, in: order) } }
    }
  }

  private mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&root) { root = root.copy() }
    fence.pass()
  }

  private func reading<Result>(_ read: () -> Result) -> Result {
    defer { fence.pass() }
    return read()
  }
}

extension LiveRows {
  /// Some of the rows, in order.
  subscript(range: Range<Int>) -> LiveSlice { LiveSlice(rows: self, range: range) }
}

/// Some neighbouring rows of a list.
struct LiveSlice: Sendable, Sequence {
  let rows: LiveRows
  let range: Range<Int>

  /// Reads a leaf at a time.
  struct Iterator: IteratorProtocol {
    private let rows: LiveRows
    private let end: Int
    private var index: Int
    private var leaf: (rows: ContiguousArray<LiveRow>, index: Int) = ([], 0)

    fileprivate init(_ slice: LiveSlice) {
      (rows, index, end) = (slice.rows, slice.range.lowerBound, slice.range.upperBound)
    }

    mutating func next() -> LiveRow? {
      if index == end { return nil }
      if leaf.index == leaf.rows.count { leaf = rows.leaf(at: index) }
      defer { (index, leaf.index) = (index + 1, leaf.index + 1) }
      return leaf.rows[leaf.index]
    }
  }

  func makeIterator() -> Iterator { Iterator(self) }

  var count: Int { range.count }
  var underestimatedCount: Int { range.count }
}
