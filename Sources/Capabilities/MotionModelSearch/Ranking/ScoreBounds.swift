import MotionModel

/// Scores that no row exceeds, for each part of a query and each chunk of 128 positions.
struct ScoreBounds {
  /// The bounds of the parts of the first chunk, then those of the next.
  private var bounds: ContiguousArray<Double>
  let parts: Int

  init(_ parts: [RankedIndex.Part], _ chunks: Int, _ index: WordIndex, _ formula: BM25) {
    self.parts = parts.count
    bounds = ContiguousArray(repeating: 0, count: parts.count * chunks)
    for (number, part) in parts.enumerated() {
      switch part.counts {
      case .word(nil): break
      case .word(let word?): add(index.words[word].rows, part.operand, number, chunks, index, formula)
      case .found(_, let summary):
        // How long the rows are is not known.
        let most = formula.most(part.operand, PostingBounds(greatest: summary.greatest), 0)
        for chunk in 0..<chunks { raise(chunk, number, most) }
      }
    }
  }

  /// The bound of a part in a chunk.
  subscript(chunk: Int, part: Int) -> Double {
    @inline(__always) get { bounds[chunk &* parts &+ part] }
  }

  private mutating func raise(_ chunk: Int, _ part: Int, _ most: Double) {
    let index = chunk &* parts &+ part
    bounds[index] = max(bounds[index], most)
  }

  /// Takes in the bounds of the blocks of a word: each holds for the chunks in which the block can have rows.
  private mutating func add(
    _ list: PostingList, _ operand: Int, _ part: Int, _ chunks: Int, _ index: WordIndex, _ formula: BM25
  ) {
    let blocks = list.blocks
    let bounds = if case .many(let many) = list { many.bounds } else { index.form.bounds(of: blocks, index.lengths) }
    for (number, block) in blocks.enumerated() {
      let most = formula.most(operand, bounds, number)
      let last = block.read { $0.position($0.count - 1) }
      let first = block.first >> 7
      for chunk in first..<max(first, min(last >> 7 + 1, chunks)) { raise(chunk, part, most) }
    }
  }
}
