import MotionModel

/// A query on an index, prepared for scoring: of each operand, where rows with it are counted.
final class RankedIndex: Sendable {
  let run: QueryRun
  /// A part of the query that stands in rows or not, and how often: an operand, or one of several that are near each other.
  struct Leaf: Sendable {
    let operand: Int
    let rows: Rows
  }

  /// The rows of a leaf.
  enum Rows: Sendable {
    /// The rows of a word; nil for a word that no row has.
    case word(Int?)
    case found(OperandRows)
  }

  /// The query, with leaves by their numbers in the place of operands.
  indirect enum Node: Sendable {
    case nothing
    /// Leaves that are in the same rows.
    case leaves(Range<Int>)
    case and([Node])
    case or([Node])
    case not(Node, Node)
  }

  /// The rows of the operands by their numbers.
  private let operands: [Lazy<Rows>]
  private let prepared: Lazy<(root: Node, leaves: [Leaf])>

  init(_ run: QueryRun) {
    self.run = run
    let operands = run.query.operands.indices.map { operand in
      Lazy { run.plainWord(operand).map { .word($0) } ?? Rows.found(run.operandRows(operand)) }
    }
    self.operands = operands
    prepared = Lazy {
      var leaves: [Leaf] = []
      let root = Self.node(run.query.root, run, operands, &leaves)
      return (root, leaves)
    }
  }

  var root: Node { prepared.value.root }
  var leaves: [Leaf] { prepared.value.leaves }

  private static func node(
    _ node: BoundQuery.Node, _ run: QueryRun, _ operands: [Lazy<Rows>], _ leaves: inout [Leaf]
  ) -> Node {
    func part(_ node: BoundQuery.Node) -> Node { self.node(node, run, operands, &leaves) }
    let start = leaves.count
    switch node {
    case .nothing: return .nothing
    case .operand(let number): leaves.append(Leaf(operand: number, rows: operands[number].value))
    case .near(let numbers, let distances):
      for (number, places) in zip(numbers, run.nearPlaces(numbers, distances)) {
        leaves.append(Leaf(operand: number, rows: .found(places.operandRows(run.index.form.places))))
      }
    case .and(let nodes): return .and(nodes.map(part))
    case .or(let nodes): return .or(nodes.map(part))
    case .not(let node, let excluded): return .not(part(node), part(excluded))
    }
    return .leaves(start..<leaves.count)
  }

  /// Whether the scores follow from the counts of the leaves. They do not where an operand stands more than once in the query and
  /// once in `NEAR`, because the places that count there are then united.
  var hasCounts: Bool {
    var (near, others) = (Set<Int>(), Set<Int>())
    func visit(_ node: BoundQuery.Node) -> Bool {
      switch node {
      case .nothing: true
      case .operand(let number): others.insert(number).inserted || true
      case .near(let numbers, _): numbers.allSatisfy { near.insert($0).inserted }
      case .and(let nodes), .or(let nodes): nodes.allSatisfy(visit)
      case .not(let node, let excluded): visit(node) && visit(excluded)
      }
    }
    return visit(run.query.root) && near.isDisjoint(with: others)
  }

  /// What the index knows of all rows.
  var statistics: RankStatistics {
    let lengths = run.index.lengths
    var statistics = RankStatistics(columns: lengths.columns, operands: operands.count)
    statistics.rows = lengths.rowCount
    (statistics.filled, statistics.totals) = (Array(lengths.filled), Array(lengths.totals))
    for operand in run.query.rankedOperands {
      switch operands[operand].value {
      case .word(nil): break
      case .word(let word?):
        statistics.operandRows[operand] = run.index.words[word].rows.count
        statistics.columnRows[operand] = (0..<lengths.columns).map { run.index.words.rowCount(word, in: $0) }
      case .found(let rows):
        (statistics.operandRows[operand], statistics.columnRows[operand]) = (rows.count, Array(rows.counts))
      }
    }
    return statistics
  }

  // MARK: - Scoring

  /// The only leaf, if the query is nothing but a word.
  var onlyWord: Leaf? {
    guard case .leaves(let range) = root, range.count == 1, leaves[0].word != nil else { return nil }
    return leaves[0]
  }

  /// Calls `body` with the rows of a word and their scores, block by block: the blocks first that may have the greatest scores.
  ///
  /// - Parameter isWanted: Returns whether a score, from a position on, is of interest. At the first block of which it is not,
  ///   the search ends, because no further one has a greater score or, with an equal one, a lower position.
  func forEachScore(
    of leaf: Leaf, _ formula: BM25, while isWanted: (_ score: Double, _ position: Int) -> Bool,
    _ body: (_ position: Int, _ score: Double) -> Void
  ) {
    guard let word = leaf.word else { return }
    let (form, allLengths) = (run.index.form, run.index.lengths)
    var counts = ContiguousArray<UInt32>(repeating: 0, count: form.places.columns)
    var lengths = counts
    func read(_ block: PostingBlock) {
      block.read { view in
        view.forEach { _, position, places in
          for column in counts.indices { (counts[column], lengths[column]) = (0, allLengths[position, column]) }
          form.places.count(places, into: &counts)
          let score = counts.withUnsafeBufferPointer { counts in
            lengths.withUnsafeBufferPointer { formula.score(leaf.operand, counts, $0) }
          }
          body(position, score)
        }
      }
    }
    switch run.index.words[word].rows {
    case .empty: break
    case .few(let block): read(block)
    case .many(let blocks):
      let columns = form.places.columns
      let ordered = blocks.blocks.indices.map { index in
        let bounds = blocks.bounds[(index * columns)..<((index + 1) * columns)]
        return (block: index, most: formula.most(leaf.operand, bounds))
      }
      for (block, most) in ordered.sorted(by: { $0.most == $1.most ? $0.block < $1.block : $0.most > $1.most }) {
        if !isWanted(most, blocks.blocks[block].first) { break }
        read(blocks.blocks[block])
      }
    }
  }

  /// Returns the scores of rows, whose positions are in ascending order.
  func scores(at positions: [Int], _ formula: BM25) -> [Double] {
    var reader = RowReader(self, formula)
    return positions.map { reader.score(at: $0) }
  }
}

extension BoundQuery {
  /// The numbers of the operands that can count for a rank: those that are not excluded.
  var rankedOperands: Set<Int> {
    var operands: Set<Int> = []
    func visit(_ node: Node) {
      switch node {
      case .nothing: break
      case .operand(let number): operands.insert(number)
      case .near(let numbers, _): operands.formUnion(numbers)
      case .and(let nodes), .or(let nodes): nodes.forEach(visit)
      case .not(let node, _): visit(node)
      }
    }
    visit(root)
    return operands
  }
}
