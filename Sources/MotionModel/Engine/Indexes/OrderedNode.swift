/// A row in an ordered index: its position, and the key of its value.
package struct OrderedEntry: Sendable {
  package let key: UInt64
  package let position: Int

  package init(key: UInt64, position: Int) { (self.key, self.position) = (key, position) }
}

/// A node of an ordered index, which is a B+ tree (R. Bayer and E. McCreight, 1972): only leaves hold rows.
///
/// Versions share nodes, and a node that others hold is copied when it is changed. A node is changed only by the thread
/// that alone holds it: the writer's, or that of a reader who builds a tree to plan with. Therefore nodes may be sent
/// between threads, and access to their properties need not be checked for exclusivity; see ``TableVersion``.
package final class OrderedNode: @unchecked Sendable {
  /// In a leaf, the rows; in any other node, the first row of each child.
  @exclusivity(unchecked) private(set) var entries: ContiguousArray<OrderedEntry>
  /// Empty in a leaf.
  @exclusivity(unchecked) package private(set) var children: ContiguousArray<OrderedNode>
  /// How many rows there are in this node and the nodes below it.
  @exclusivity(unchecked) package private(set) var count: Int

  /// The maximum number of entries of a leaf, and of children of any other node.
  private static let leafSize = 256
  private static let nodeSize = 64

  package init(_ entries: ContiguousArray<OrderedEntry> = []) {
    self.entries = entries
    children = []
    count = entries.count
  }

  package init(children: ContiguousArray<OrderedNode>) {
    entries = ContiguousArray(children.map { $0.entries[0] })
    self.children = children
    count = children.reduce(0) { $0 + $1.count }
  }

  package func copy() -> OrderedNode {
    let copy = OrderedNode(entries)
    (copy.children, copy.count) = (children, count)
    return copy
  }

  var isLeaf: Bool { children.isEmpty }

  /// Returns a tree of rows, which are given in order.
  package static func tree(of sorted: ContiguousArray<OrderedEntry>) -> OrderedNode {
    var nodes = groups(of: sorted, size: leafSize * 3 / 4).map { OrderedNode(ContiguousArray($0)) }
    while nodes.count > 1 {
      nodes = groups(of: ContiguousArray(nodes), size: nodeSize * 3 / 4).map {
        OrderedNode(children: ContiguousArray($0))
      }
    }
    return nodes.first ?? OrderedNode()
  }

  private static func groups<Element>(of elements: ContiguousArray<Element>, size: Int) -> [ArraySlice<Element>] {
    let all = Array(elements)
    return stride(from: 0, to: all.count, by: size).map { all[$0..<min($0 + size, all.count)] }
  }

  // MARK: - Looking up

  /// Returns how many entries meet a condition. The entries that meet it are a prefix of all entries.
  package func count(where isBefore: (OrderedEntry) -> Bool) -> Int {
    let index = entries.partitionIndex(where: isBefore)
    if isLeaf { return index }
    // The last entry that meets the condition is in the last child whose first entry meets it.
    if index == 0 { return 0 }
    return children[..<(index - 1)].reduce(0) { $0 + $1.count } + children[index - 1].count(where: isBefore)
  }

  /// Calls `body` with the entries of a range, in order or in reverse order, until it returns false.
  ///
  /// - Returns: Whether `body` never returned false.
  @discardableResult
  package func forEach(in range: Range<Int>, isReversed: Bool = false, _ body: (OrderedEntry) -> Bool) -> Bool {
    if isLeaf { return forEachOwn(in: range.clamped(to: 0..<entries.count), isReversed, body) }
    var passed = 0
    for index in children.indices {
      let child = children[isReversed ? children.count - 1 - index : index]
      let start = isReversed ? count - passed - child.count : passed
      passed += child.count
      let part = range.clamped(to: start..<start + child.count)
      if !part.isEmpty,
        !child.forEach(in: part.lowerBound - start..<part.upperBound - start, isReversed: isReversed, body)
      {
        return false
      }
      if passed >= (isReversed ? count - range.lowerBound : range.upperBound) { break }
    }
    return true
  }

  private func forEachOwn(in range: Range<Int>, _ isReversed: Bool, _ body: (OrderedEntry) -> Bool) -> Bool {
    if isReversed { return range.reversed().allSatisfy { body(entries[$0]) } }
    return range.allSatisfy { body(entries[$0]) }
  }

  // MARK: - Changing

  /// Adds an entry.
  ///
  /// - Returns: The new node behind this one, if this one became too large and was split.
  package func insert(_ entry: OrderedEntry, _ precedes: (OrderedEntry, OrderedEntry) -> Bool) -> OrderedNode? {
    count += 1
    let index = entries.partitionIndex { !precedes(entry, $0) }
    if isLeaf {
      entries.insert(entry, at: index)
      return entries.count > Self.leafSize ? split() : nil
    }
    let child = max(0, index - 1)
    let sibling = unique(child).insert(entry, precedes)
    entries[child] = children[child].entries[0]
    if let sibling {
      children.insert(sibling, at: child + 1)
      entries.insert(sibling.entries[0], at: child + 1)
    }
    return children.count > Self.nodeSize ? split() : nil
  }

  /// Removes an entry, if it is there.
  ///
  /// - Returns: Whether it was there.
  package func remove(_ entry: OrderedEntry, _ precedes: (OrderedEntry, OrderedEntry) -> Bool) -> Bool {
    let index = entries.partitionIndex { !precedes(entry, $0) } - 1
    guard index >= 0 else { return false }
    if isLeaf {
      guard entries[index].position == entry.position else { return false }
      entries.remove(at: index)
      count -= 1
      return true
    }
    guard unique(index).remove(entry, precedes) else { return false }
    count -= 1
    if children[index].count == 0 {
      children.remove(at: index)
      entries.remove(at: index)
    } else {
      entries[index] = children[index].entries[0]
      merge(index)
    }
    return true
  }

  /// Returns the child at an index, after copying it if others hold it.
  private func unique(_ index: Int) -> OrderedNode {
    if !isKnownUniquelyReferenced(&children[index]) { children[index] = children[index].copy() }
    return children[index]
  }

  private func split() -> OrderedNode {
    let middle = entries.count / 2
    let sibling =
      isLeaf
      ? OrderedNode(ContiguousArray(entries[middle...])) : OrderedNode(children: ContiguousArray(children[middle...]))
    entries.removeSubrange(middle...)
    if !isLeaf { children.removeSubrange(middle...) }
    count -= sibling.count
    return sibling
  }

  /// Joins a child that became small with the next child, if one node has room for both.
  private func merge(_ index: Int) {
    guard index + 1 < children.count else { return }
    let (child, next) = (children[index], children[index + 1])
    let size = child.isLeaf ? Self.leafSize : Self.nodeSize
    guard child.entries.count < size / 4, child.entries.count + next.entries.count <= size * 3 / 4 else { return }
    let own = unique(index)
    own.entries += next.entries
    own.children += next.children
    own.count += next.count
    children.remove(at: index + 1)
    entries.remove(at: index + 1)
  }
}
