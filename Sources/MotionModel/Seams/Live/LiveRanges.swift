/// Ranges of keys, and who waits for changes there: finds those that contain a key without comparing all of them.
///
/// It is a search tree by the starts of the ranges, in which each node knows the greatest end below it. Its shape is
/// that of a tree to which the ranges were added in random order (a treap: each node has a random priority, and none
/// has a higher one than its parent), so its depth is O(log *n*), whatever the order in which ranges come and go.
struct LiveRanges: Sendable {
  private struct Node: Sendable {
    let keys: ClosedRange<UInt64>
    /// The greatest end of this range and those below it.
    var end: UInt64
    /// The greatest end of those below it to the left: looking up need not read them to learn that they end before a
    /// key.
    var leftEnd: UInt64 = 0
    var left: Index?
    var right: Index?
    var tickets: LiveTickets

    init(_ keys: ClosedRange<UInt64>, _ ticket: LiveTicket) {
      (self.keys, end, tickets) = (keys, keys.upperBound, .one(ticket))
    }

    /// A number that looks random, always the same for the same range in one process.
    var priority: UInt64 { spread(spread(keys.lowerBound) ^ keys.upperBound) }
  }

  /// The index of a node. It is small, so that looking up reads less memory.
  private typealias Index = Int32

  private var nodes: [Node] = []
  /// The indexes of nodes that are not in use.
  private var free: [Index] = []
  private var root: Index?

  /// How many different ranges there are.
  var count: Int { nodes.count - free.count }
  var isEmpty: Bool { root == nil }

  // MARK: - Looking up

  /// Calls `body` with the tickets of all ranges that contain one of two keys, `low` and `high`, which may be the same.
  /// It may receive a ticket twice.
  ///
  /// - Returns: How many ranges were compared.
  /// - Complexity: O(log *n*), and O(log *n*) for each range that contains a key.
  func forEach(with low: UInt64, or high: UInt64, _ body: (LiveTicket) -> Void) -> Int {
    guard let root, self[root].end >= low else { return 0 }
    return nodes.withUnsafeBufferPointer { Self.visit(root, in: $0, low, high, body) }
  }

  private static func visit(
    _ start: Index, in nodes: UnsafeBufferPointer<Node>, _ low: UInt64, _ high: UInt64, _ body: (LiveTicket) -> Void
  ) -> Int {
    var (next, compared) = (Index?.some(start), 0)
    while let index = next {
      let (keys, leftEnd, left) = (nodes[Int(index)].keys, nodes[Int(index)].leftEnd, nodes[Int(index)].left)
      // A change often leaves a value between the same ranges, so both keys are looked up together until their ways
      // part.
      if (leftEnd >= low) != (leftEnd >= high) || (keys.lowerBound > low) != (keys.lowerBound > high) {
        return compared + visit(index, in: nodes, low, low, body) + visit(index, in: nodes, high, high, body)
      }
      compared += 1
      if let left, leftEnd >= low { compared += visit(left, in: nodes, low, high, body) }
      if keys.lowerBound > low { break }
      if keys.upperBound >= low { nodes[Int(index)].tickets.forEach(body) }
      next = nodes[Int(index)].right
    }
    return compared
  }

  /// The node with an index.
  private subscript(index: Index) -> Node {
    get { nodes[Int(index)] }
    _modify { yield &nodes[Int(index)] }
  }

  // MARK: - Changing

  mutating func insert(_ ticket: LiveTicket, _ keys: ClosedRange<UInt64>) {
    if let node = find(keys) { return self[node].tickets.insert(ticket) }
    root = inserting(makeNode(keys, ticket), into: root)
  }

  mutating func remove(_ ticket: LiveTicket, _ keys: ClosedRange<UInt64>) {
    guard let node = find(keys) else { return }
    self[node].tickets.remove(ticket)
    if !self[node].tickets.isEmpty { return }
    root = removing(node, from: root)
    free.append(node)
    if isEmpty { self = LiveRanges() }
  }

  private mutating func makeNode(_ keys: ClosedRange<UInt64>, _ ticket: LiveTicket) -> Index {
    if let node = free.popLast() {
      self[node] = Node(keys, ticket)
      return node
    }
    nodes.append(Node(keys, ticket))
    return Index(nodes.count - 1)
  }

  private func find(_ keys: ClosedRange<UInt64>) -> Index? {
    var next = root
    while let node = next, self[node].keys != keys {
      next = keys.precedes(self[node].keys) ? self[node].left : self[node].right
    }
    return next
  }

  private mutating func inserting(_ new: Index, into node: Index?) -> Index {
    guard let node else { return new }
    if self[new].priority > self[node].priority {
      (self[new].left, self[new].right) = split(node, at: self[new].keys)
      return updated(new)
    }
    if self[new].keys.precedes(self[node].keys) {
      self[node].left = inserting(new, into: self[node].left)
    } else {
      self[node].right = inserting(new, into: self[node].right)
    }
    return updated(node)
  }

  private mutating func removing(_ old: Index, from node: Index?) -> Index? {
    guard let node else { return nil }
    if node == old { return join(self[node].left, self[node].right) }
    if self[old].keys.precedes(self[node].keys) {
      self[node].left = removing(old, from: self[node].left)
    } else {
      self[node].right = removing(old, from: self[node].right)
    }
    return updated(node)
  }

  /// Splits a tree into the ranges before and behind one.
  private mutating func split(_ node: Index?, at keys: ClosedRange<UInt64>) -> (Index?, Index?) {
    guard let node else { return (nil, nil) }
    if self[node].keys.precedes(keys) {
      let (before, behind) = split(self[node].right, at: keys)
      self[node].right = before
      return (updated(node), behind)
    }
    let (before, behind) = split(self[node].left, at: keys)
    self[node].left = behind
    return (before, updated(node))
  }

  /// Joins two trees. All ranges of the first come before the ranges of the second.
  private mutating func join(_ first: Index?, _ second: Index?) -> Index? {
    guard let first else { return second }
    guard let second else { return first }
    if self[first].priority > self[second].priority {
      self[first].right = join(self[first].right, second)
      return updated(first)
    }
    self[second].left = join(first, self[second].left)
    return updated(second)
  }

  /// Computes the greatest ends below a node, whose children have changed.
  private mutating func updated(_ node: Index) -> Index {
    self[node].leftEnd = self[node].left.map { self[$0].end } ?? 0
    self[node].end = max(self[node].keys.upperBound, self[node].leftEnd, self[node].right.map { self[$0].end } ?? 0)
    return node
  }
}

extension ClosedRange<UInt64> {
  /// Returns whether the range is before another in the order of the tree.
  fileprivate func precedes(_ other: ClosedRange) -> Bool {
    (lowerBound, upperBound) < (other.lowerBound, other.upperBound)
  }
}
