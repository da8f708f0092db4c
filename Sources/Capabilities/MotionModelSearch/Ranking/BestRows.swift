import MotionModel

/// Finds the first rows of a query by rank without scoring all that match (H. Turtle and J. Flood, *Query Evaluation:
/// Strategies and Optimizations*, 1995; S. Ding and T. Suel, *Faster Top-k Document Retrieval Using Block-Max Indexes*,
/// 2011).
///
/// Chunks of 128 positions are read in the order of their bounds, until one cannot have a row among the first. In a
/// chunk, those rows are passed over that only have parts of the query which together cannot bring a row among the
/// first; and a row is left as soon as the parts that are still to be added cannot.
struct BestRows {
  private let marks: RowMarks
  private let parts: [RankedIndex.Part]
  private let bounds: ScoreBounds
  private var scorer: ChunkScorer
  /// For each part the greatest sum of those behind it, in the chunk that is being read.
  private var rest: ContiguousArray<Double>
  /// The parts that rows of the chunk have, those with the least bounds first.
  private var ordered: ContiguousArray<Int> = []

  init(_ ranked: RankedIndex, _ formula: BM25) {
    (marks, parts) = ranked.parts()
    bounds = ScoreBounds(parts, marks.chunkCount, ranked.run.index, formula)
    scorer = ChunkScorer(parts, ranked.run.index, formula)
    rest = ContiguousArray(repeating: 0, count: parts.count)
  }

  /// Inserts the first rows into a list.
  ///
  /// - Parameter isWanted: Whether a row that matches is wanted.
  mutating func find(_ best: inout BestRanks, where isWanted: (_ position: Int) -> Bool) {
    for chunk in chunks {
      // No further chunk has a row with a greater score or, with an equal one, a lower position.
      guard best.mayTake(chunk.most, from: chunk.number << 7) else { return }
      read(chunk.number, &best, isWanted)
    }
  }

  /// The chunks that have rows, with the greatest score that a row can have, in the order of these.
  private var chunks: [(number: Int, most: Double)] {
    (0..<marks.chunkCount).lazy.filter { !marks[chunk: $0].isEmpty }
      .map { chunk in
        (chunk, parts.indices.reduce(0.0) { hasRows($1, chunk) ? $0 + bounds[chunk, $1] : $0 })
      }
      .sorted { $0.1 == $1.1 ? $0.0 < $1.0 : $0.1 > $1.1 }
  }

  private func hasRows(_ part: Int, _ chunk: Int) -> Bool { !parts[part].marks[chunk: chunk].isEmpty }

  private mutating func read(_ chunk: Int, _ best: inout BestRanks, _ isWanted: (_ position: Int) -> Bool) {
    let first = chunk << 7
    let rows = essentialRows(of: chunk, best)
    if rows.isEmpty { return }
    var behind = 0.0
    for part in parts.indices.reversed() {
      rest[part] = behind
      if hasRows(part, chunk) { behind += bounds[chunk, part] }
    }
    let (rest, isFull) = (rest, best.isFull)
    let left = scorer.score(rows, inChunk: chunk) { rows, part, scores in
      if !isFull || rest[part] == 0 { return rows }
      var left = RowMask.none
      rows.forEach { row in
        if best.mayTake((scores[row] + rest[part]) * BM25.rounding, from: first &+ row) { left.insert(row) }
      }
      return left
    }
    left.forEach { row in
      let place = RowRankPlace(scorer.scores[row], at: first &+ row)
      if best.takes(place), isWanted(place.position) { best.insert(place) }
    }
  }

  /// Returns the rows of a chunk, except rows with so few parts that even the sum of their bounds is too small.
  private mutating func essentialRows(of chunk: Int, _ best: BestRanks) -> RowMask {
    if parts.count == 1 || !best.isFull { return marks[chunk: chunk] }
    ordered.removeAll(keepingCapacity: true)
    for part in parts.indices where hasRows(part, chunk) {
      let index = ordered.firstIndex { bounds[chunk, $0] > bounds[chunk, part] } ?? ordered.count
      ordered.insert(part, at: index)
    }
    var (sum, rows) = (0.0, RowMask.none)
    for part in ordered {
      sum += bounds[chunk, part]
      if best.mayTake(sum * BM25.rounding, from: chunk << 7) { rows = rows | parts[part].marks[chunk: chunk] }
    }
    return rows
  }
}
