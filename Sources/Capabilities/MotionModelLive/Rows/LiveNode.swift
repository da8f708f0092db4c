import MotionModel

/// A node of the tree of ``LiveRows``, a B+ tree: only leaves hold rows that count.
///
/// Versions share nodes. A node is changed only while a single version holds it, by the thread that changes the
/// version. Therefore nodes may be sent between threads.
final class LiveNode: @unchecked Sendable {
  /// In a leaf, the rows. In any other node, for each child a row that no row of the child comes before, and that comes
  /// before no row of the child before it; that of the first child is not looked at.
  private(set) var rows: ContiguousArray<LiveRow>
  /// Empty in a leaf.
  private(set) var children: ContiguousArray<LiveNode>
  /// How many rows there are in this node and the nodes below it.
  private(set) var count: Int

  /// The maximum number of rows of a leaf, and of children of any other node.
  static let size = 64

  init(_ rows: ContiguousArray<LiveRow> = []) { (self.rows, children, count) = (rows, [], rows.count) }

  init(children: ContiguousArray<LiveNode>) {
    rows = ContiguousArray(children.map { $0.rows[0] })
    self.children = children
    count = children.reduce(0) { $0 + $1.count }
  }

  private init(copying other: LiveNode) { (rows, children, count) = (other.rows, other.children, other.count) }

  func copy() -> LiveNode { LiveNode(copying: self) }

  var isLeaf: Bool { children.isEmpty }

  /// The tree of no rows, which all share: it is copied before it is changed.
  static let empty = LiveNode()

  /// Returns a tree of rows, which are given in order.
  static func tree(of sorted: [LiveRow]) -> LiveNode {
    if sorted.count <= size { return sorted.isEmpty ? empty : LiveNode(ContiguousArray(sorted)) }
    var nodes = groups(of: sorted).map { LiveNode(ContiguousArray($0)) }
    while nodes.count > 1 { nodes = groups(of: nodes).map { LiveNode(children: ContiguousArray($0)) } }
    return nodes[0]
  }

  private static func groups<Element>(of elements: [Element]) -> [ArraySlice<Element>] {
    if elements.count <= size { return [elements[...]] }
    let width = size * 3 / 4
    return stride(from: 0, to: elements.count, by: width).map { elements[$0..<min($0 + width, elements.count)] }
  }

  // MARK: - Looking up

  /// Returns how many rows of the tree come before a row, and the row itself if it is in the tree.
  func find(_ row: LiveReference, in order: LiveOrder) -> (index: Int, row: LiveRow?) {
    var (node, before) = (self, 0)
    while !node.isLeaf {
      let child = node.child(of: row, in: order)
      for index in 0..<child { before += node.children[index].count }
      node = node.children[child]
    }
    let index = node.rows.partitionIndex { order.precedes($0.reference, row) }
    return (before + index, node.holds(row, at: index, in: order) ? node.rows[index] : nil)
  }

  /// Returns whether a row is at the index in this leaf at which it would be inserted.
  private func holds(_ row: LiveReference, at index: Int, in order: LiveOrder) -> Bool {
    index < rows.count && rows[index].place == row.place && !order.precedes(row, rows[index].reference)
  }

  /// Returns the leaf with the row at an index, and the row's index in the leaf.
  func leaf(at index: Int) -> (rows: ContiguousArray<LiveRow>, index: Int) {
    var (node, index) = (self, index)
    while !node.isLeaf {
      var child = 0
      while index >= node.children[child].count {
        index -= node.children[child].count
        child += 1
      }
      node = node.children[child]
    }
    return (node.rows, index)
  }

  /// Returns the index of the child whose rows a row belongs to.
  private func child(of row: LiveReference, in order: LiveOrder) -> Int {
    max(0, rows.partitionIndex { !order.precedes(row, $0.reference) } - 1)
  }

  // MARK: - Changing

  /// Inserts a row.
  ///
  /// - Returns: The second half of this node, if it became too large.
  func insert(_ row: LiveRow, in order: LiveOrder, _ fence: LiveFence) -> LiveNode? {
    count += 1
    if isLeaf {
      let index = rows.partitionIndex { order.precedes($0.reference, row.reference) }
      rows.insert(row, at: index)
      return rows.count > Self.size ? split(at: index == rows.count - 1 ? index : rows.count / 2) : nil
    }
    let index = child(of: row.reference, in: order)
    makeUnique(index, fence)
    guard let sibling = children[index].insert(row, in: order, fence) else { return nil }
    children.insert(sibling, at: index + 1)
    rows.insert(sibling.rows[0], at: index + 1)
    return children.count > Self.size ? split(at: children.count / 2) : nil
  }

  /// Removes a row.
  ///
  /// - Returns: The row; nil when it is not in the tree.
  func remove(_ row: LiveReference, in order: LiveOrder, _ fence: LiveFence) -> LiveRow? {
    if isLeaf {
      let index = rows.partitionIndex { order.precedes($0.reference, row) }
      guard holds(row, at: index, in: order) else { return nil }
      count -= 1
      return rows.remove(at: index)
    }
    let index = child(of: row, in: order)
    makeUnique(index, fence)
    guard let removed = children[index].remove(row, in: order, fence) else { return nil }
    count -= 1
    if children[index].width < Self.size / 4 { join(index, fence) }
    return removed
  }

  /// The only child, which can take the place of this node; nil when there are several, or none.
  var onlyChild: LiveNode? { children.count == 1 ? children[0] : nil }

  /// The number of rows of a leaf, or of children of any other node.
  private var width: Int { isLeaf ? rows.count : children.count }

  private func split(at index: Int) -> LiveNode {
    let rest = LiveNode()
    rest.rows = ContiguousArray(rows[index...])
    rows.removeSubrange(index...)
    if isLeaf {
      rest.count = rest.rows.count
    } else {
      rest.children = ContiguousArray(children[index...])
      children.removeSubrange(index...)
      rest.count = rest.children.reduce(0) { $0 + $1.count }
    }
    count -= rest.count
    return rest
  }

  /// Joins a small child with the one before or behind it, unless both together are nearly full.
  private func join(_ small: Int, _ fence: LiveFence) {
    if children[small].count == 0 {
      children.remove(at: small)
      rows.remove(at: small)
      return
    }
    let first = small > 0 ? small - 1 : small
    guard first + 1 < children.count, children[first].width + children[first + 1].width <= Self.size * 3 / 4 else {
      return
    }
    makeUnique(first, fence)
    children[first].append(children[first + 1], from: rows[first + 1])
    children.remove(at: first + 1)
    rows.remove(at: first + 1)
  }

  /// Appends the contents of the node behind this one, whose rows begin with `start` or behind it.
  private func append(_ next: LiveNode, from start: LiveRow) {
    count += next.count
    if next.isLeaf {
      rows += next.rows
    } else {
      children += next.children
      rows.append(start)
      rows += next.rows.dropFirst()
    }
  }

  private func makeUnique(_ index: Int, _ fence: LiveFence) {
    if !isKnownUniquelyReferenced(&children[index]) { children[index] = children[index].copy() }
    fence.pass()
  }
}
