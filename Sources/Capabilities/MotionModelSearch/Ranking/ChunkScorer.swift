import MotionModel

/// Scores rows a chunk of 128 positions at a time: it adds what each part of a query counts there, part by part.
struct ChunkScorer {
  /// How often the rows of a part have its operand.
  private enum Reader {
    case word(PostingCursor)
    case found(OperandRows)
  }

  private let parts: [RankedIndex.Part]
  private var readers: [Reader]
  private let formula: BM25
  private let form: PlaceForm
  private let lengths: RowLengths
  /// The scores of the rows of the chunk that was scored last, by their numbers there. Those of other rows have no
  /// meaning.
  private(set) var scores = ContiguousArray<Double>(repeating: 0, count: 128)
  private var norms: ContiguousArray<Double>
  private var counts: ContiguousArray<UInt32>

  /// - Parameter parts: Parts in the order of their operands, which is the order in which scores are added everywhere.
  init(_ parts: [RankedIndex.Part], _ index: WordIndex, _ formula: BM25) {
    (self.parts, self.formula, form, lengths) = (parts, formula, index.form.places, index.lengths)
    norms = ContiguousArray(repeating: 0, count: 128 * formula.normCount)
    counts = ContiguousArray(repeating: 0, count: form.columns)
    readers = parts.map { part in
      switch part.counts {
      case .word(let word): .word(PostingCursor(word.map { index.words[$0].rows } ?? .empty))
      case .found(let rows, _): .found(rows)
      }
    }
  }

  /// Scores rows that match.
  ///
  /// - Parameters:
  ///   - rows: The rows of interest.
  ///   - keep: Called behind each part, with its number and the scores so far: returns those rows that are still of
  ///     interest.
  /// - Returns: The rows that are of interest in the end.
  @inline(__always)
  @discardableResult
  mutating func score(
    _ rows: RowMask, inChunk chunk: Int,
    _ keep: (_ rows: RowMask, _ part: Int, _ scores: ContiguousArray<Double>) -> RowMask = { rows, _, _ in rows }
  ) -> RowMask {
    readNorms(rows, inChunk: chunk)
    rows.forEach { scores[$0] = 0 }
    var rows = rows
    for part in parts.indices {
      let own = parts[part].marks[chunk: chunk] & rows
      if !own.isEmpty { add(part, own, inChunk: chunk) }
      rows = keep(rows, part, scores)
      if rows.isEmpty { break }
    }
    return rows
  }

  private mutating func readNorms(_ rows: RowMask, inChunk chunk: Int) {
    let (count, lengths, first) = (formula.normCount, lengths, chunk << 7)
    rows.forEach { row in
      formula.forEachNorm({ lengths[first &+ row, $0] }) { norms[row &* count &+ $0] = $1 }
    }
  }

  /// Adds what a part counts in rows.
  private mutating func add(_ part: Int, _ rows: RowMask, inChunk chunk: Int) {
    let (operand, formula, form, normCount) = (parts[part].operand, formula, form, formula.normCount)
    var (scores, counts) = (ContiguousArray<Double>(), ContiguousArray<UInt32>())
    swap(&scores, &self.scores)
    swap(&counts, &self.counts)
    norms.withUnsafeBufferPointer { norms in
      scores.withUnsafeMutableBufferPointer { scores in
        @inline(__always)
        func add(_ row: Int, _ counts: UnsafeBufferPointer<UInt32>) {
          let norms = UnsafeBufferPointer(rebasing: norms[row &* normCount..<(row &+ 1) &* normCount])
          scores[row] += formula.score(operand, counts, norms)
        }
        switch readers[part] {
        case .found(let found): found.forEach(rows, inChunk: chunk, add)
        case .word(var cursor):
          cursor.forEach(rows, inChunk: chunk) { row, places in
            form.count(places, in: &counts)
            counts.withUnsafeBufferPointer { add(row, $0) }
          }
          readers[part] = .word(cursor)
        }
      }
    }
    swap(&scores, &self.scores)
    swap(&counts, &self.counts)
  }
}
