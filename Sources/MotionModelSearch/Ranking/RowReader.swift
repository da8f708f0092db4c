/// Scores rows in ascending order: it finds out which parts of the query stand in a row, and adds what they count.
struct RowReader {
  /// The query without what is the same for all rows.
  private enum Shape {
    /// All of the leaves have to be in a row, or any.
    case all, any
    case tree(RankedIndex.Node)
  }

  private let shape: Shape
  private let formula: BM25
  /// The operand of each leaf.
  private let operands: ContiguousArray<Int>
  /// Whether the leaves are in the order of their operands, and none has the operand of another.
  private let isOrdered: Bool
  /// The rows of each leaf: those of a word, or else those that were found.
  private var words: ContiguousArray<ListReader>
  private let others: ContiguousArray<OperandRows?>
  private let allLengths: RowLengths
  /// The leaves because of which the row matches.
  private var found: ContiguousArray<Int> = []
  private var counts: ContiguousArray<UInt32>
  private var lengths: ContiguousArray<UInt32>

  init(_ ranked: RankedIndex, _ formula: BM25) {
    let (index, leaves) = (ranked.run.index, ranked.leaves)
    (self.formula, shape, allLengths) = (formula, Self.shape(of: ranked.root), index.lengths)
    operands = ContiguousArray(leaves.map(\.operand))
    words = ContiguousArray(
      leaves.map { ListReader($0.word.map { index.words[$0].rows } ?? .empty, index.form.places) })
    others = ContiguousArray(leaves.map(\.found))
    isOrdered = zip(leaves, leaves.dropFirst()).allSatisfy { $0.operand < $1.operand }
    counts = ContiguousArray(repeating: 0, count: index.form.places.columns)
    lengths = counts
  }

  private static func shape(of root: RankedIndex.Node) -> Shape {
    switch root {
    case .leaves: .all
    case .and(let nodes) where nodes.allSatisfy(\.isLeaf): .all
    case .or(let nodes) where nodes.allSatisfy(\.isLeaf): .any
    default: .tree(root)
    }
  }

  /// Returns the score of a row; 0 when it does not match.
  mutating func score(at position: Int) -> Double {
    found.removeAll(keepingCapacity: true)
    guard matches(position) else { return 0 }
    if !isOrdered { orderFound() }
    for column in lengths.indices { lengths[column] = allLengths[position, column] }
    var score = 0.0
    for leaf in found { score += self.score(leaf, position) }
    return score
  }

  /// Puts the leaves that were found in the order of their operands, each operand once.
  private mutating func orderFound() {
    found.sort { (operands[$0], $0) < (operands[$1], $1) }
    var last = -1
    found.removeAll { leaf in
      defer { last = operands[leaf] }
      return operands[leaf] == last
    }
  }

  private mutating func score(_ leaf: Int, _ position: Int) -> Double {
    let operand = operands[leaf]
    if others[leaf] == nil {
      return words[leaf].withCounts { counts in lengths.withUnsafeBufferPointer { formula.score(operand, counts, $0) } }
    }
    for column in counts.indices { counts[column] = others[leaf]?.count(position, in: column) ?? 0 }
    return counts.withUnsafeBufferPointer { counts in
      lengths.withUnsafeBufferPointer { formula.score(operand, counts, $0) }
    }
  }

  // MARK: - Matching

  /// Returns whether the query matches a row, and notes the leaves because of which it does.
  private mutating func matches(_ position: Int) -> Bool {
    switch shape {
    case .all:
      for leaf in operands.indices {
        if !contains(leaf, position) { return false }
        found.append(leaf)
      }
      return true
    case .any:
      for leaf in operands.indices where contains(leaf, position) { found.append(leaf) }
      return !found.isEmpty
    case .tree(let root): return visit(root, position)
    }
  }

  /// Returns whether a part of the query matches the row, and adds the leaves because of which it does.
  private mutating func visit(_ node: RankedIndex.Node, _ position: Int) -> Bool {
    let count = found.count
    switch node {
    case .nothing: return false
    case .leaves(let range):
      guard contains(range.lowerBound, position) else { return false }
      // Several leaves are in the same rows.
      for leaf in range.dropFirst() { _ = contains(leaf, position) }
      found.append(contentsOf: range)
      return true
    case .and(let nodes):
      for node in nodes where !visit(node, position) {
        found.removeSubrange(count...)
        return false
      }
      return true
    case .or(let nodes):
      for node in nodes { _ = visit(node, position) }
      return found.count > count
    case .not(let node, let excluded):
      guard visit(node, position) else { return false }
      let end = found.count
      let isExcluded = visit(excluded, position)
      found.removeSubrange((isExcluded ? count : end)...)
      return !isExcluded
    }
  }

  private mutating func contains(_ leaf: Int, _ position: Int) -> Bool {
    others[leaf]?.contains(position) ?? words[leaf].move(to: position)
  }
}

extension RankedIndex.Node {
  /// Whether this is one leaf, or several that are in the same rows.
  fileprivate var isLeaf: Bool { if case .leaves = self { true } else { false } }
}

extension RankedIndex.Leaf {
  /// The word, if the leaf is one that rows have.
  var word: Int? { if case .word(let word) = rows { word } else { nil } }

  /// The rows, if the leaf is not a word.
  fileprivate var found: OperandRows? { if case .found(let found) = rows { found } else { nil } }
}
