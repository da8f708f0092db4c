import MotionModel

/// A query on an index, prepared for scoring: of each operand, where rows with it are counted.
final class RankedIndex: Sendable {
  let run: QueryRun

  /// Where an operand stands, and how often.
  enum Counts: Sendable {
    /// In the rows of a word; nil for a word that no row has.
    case word(Int?)
    case found(OperandRows, OperandRows.Summary)
  }

  /// The counts of the operands by their numbers.
  private let operands: [Lazy<Counts>]

  init(_ run: QueryRun) {
    self.run = run
    operands = run.query.operands.indices.map { operand in
      Lazy {
        if let word = run.plainWord(operand) { return .word(word) }
        let rows = run.operandRows(operand)
        return .found(rows, rows.summary)
      }
    }
  }

  /// Whether the scores follow from the counts of the operands. They do not where an operand stands more than once in
  /// the query and once in `NEAR`, because the places that count there are then united.
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

  /// The only word, if the query is nothing but that, and rows have it.
  var onlyWord: Int? {
    guard case .operand(let operand) = run.query.root else { return nil }
    return run.plainWord(operand) ?? nil
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
      case .found(_, let summary):
        (statistics.operandRows[operand], statistics.columnRows[operand]) = (summary.count, Array(summary.columnCounts))
      }
    }
    return statistics
  }

  // MARK: - Parts

  /// A part of the query that counts in some rows: an operand, or one of several that are near each other.
  struct Part: Sendable {
    let operand: Int
    var marks: RowMarks
    let counts: Counts
  }

  /// The rows that match, and the parts because of which they do, in the order of their operands, each operand once.
  ///
  /// - Parameter rows: The only rows of interest; nil for all.
  func parts(within rows: RowMarks? = nil) -> (marks: RowMarks, parts: [Part]) {
    let matched = run.matchedRows(within: rows) { operand in
      guard run.plainWord(operand) == nil, case .found(_, let summary) = operands[operand].value else { return nil }
      return summary.marks
    }
    var parts: [Int: Part] = [:]
    add(matched, matched.marks, to: &parts)
    return (matched.marks, parts.values.sorted { $0.operand < $1.operand })
  }

  /// Adds the parts that count in some rows: where all of several have to match, those count in the rows that match
  /// all.
  private func add(_ matched: MatchedRows, _ rows: RowMarks, to parts: inout [Int: Part]) {
    switch matched.parts {
    case .nothing: break
    case .operand(let operand):
      var part = Part(operand: operand, marks: rows, counts: operands[operand].value)
      if let known = parts[operand] { part.marks.formUnion(known.marks) }
      parts[operand] = part
    case .near(let numbers, let found):
      for (operand, counts) in zip(numbers, found) {
        parts[operand] = Part(operand: operand, marks: rows, counts: .found(counts, counts.summary))
      }
    case .all(let all): for part in all { add(part, rows, to: &parts) }
    case .any(let any):
      for part in any {
        var own = part.marks
        own.formIntersection(rows)
        add(part, own, to: &parts)
      }
    case .found(let found): add(found, rows, to: &parts)
    }
  }

  // MARK: - Scores

  /// Returns the scores of rows, whose positions are in ascending order.
  func scores(at positions: [Int], _ formula: BM25) -> [Double] {
    let (marks, parts) = parts(within: RowMarks(positions))
    var scorer = ChunkScorer(parts, run.index, formula)
    var (scores, last) = ([Double](), -1)
    scores.reserveCapacity(positions.count)
    for position in positions {
      if position >> 7 != last {
        last = position >> 7
        scorer.score(marks[chunk: last], inChunk: last)
      }
      scores.append(marks.contains(position) ? scorer.scores[position & 127] : 0)
    }
    return scores
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
