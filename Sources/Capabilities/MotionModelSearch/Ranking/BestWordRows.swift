import MotionModel

/// Finds the first rows of a query that is nothing but a word, block by block: the blocks first that may have the
/// greatest scores.
struct BestWordRows {
  private let list: PostingList
  private let form: PostingForm
  private let lengths: RowLengths
  private let formula: BM25
  private var counts: ContiguousArray<UInt32>
  private var norms: ContiguousArray<Double>

  init(_ word: Int, in index: WordIndex, _ formula: BM25) {
    (list, form, lengths, self.formula) = (index.words[word].rows, index.form, index.lengths, formula)
    counts = ContiguousArray(repeating: 0, count: index.form.places.columns)
    norms = ContiguousArray(repeating: 0, count: formula.normCount)
  }

  /// Inserts the first rows into a list.
  ///
  /// - Parameter isWanted: Whether a row that has the word is wanted.
  mutating func find(_ best: inout BestRanks, where isWanted: (_ position: Int) -> Bool) {
    switch list {
    case .empty: break
    case .few(let block): read(block, &best, isWanted)
    case .many(let blocks):
      let ordered = bounds(of: blocks).sorted { $0.most == $1.most ? $0.block < $1.block : $0.most > $1.most }
      for (block, most) in ordered {
        // No further block has a row with a greater score or, with an equal one, a lower position.
        if !best.mayTake(most, from: blocks.blocks[block].first) { break }
        read(blocks.blocks[block], &best, isWanted)
      }
    }
  }

  /// The scores that no row of each block exceeds.
  private func bounds(of blocks: PostingBlocks) -> [(block: Int, most: Double)] {
    blocks.blocks.indices.map { ($0, formula.most(0, blocks.bounds, $0)) }
  }

  /// Scores the rows of a block.
  private mutating func read(
    _ block: PostingBlock, _ best: inout BestRanks, _ isWanted: (_ position: Int) -> Bool
  ) {
    let (places, lengths, formula) = (form.places, lengths, formula)
    counts.withUnsafeMutableBufferPointer { counts in
      norms.withUnsafeMutableBufferPointer { norms in
        block.read { view in
          view.forEach { _, position, word in
            places.count(word, in: counts)
            formula.forEachNorm({ lengths[position, $0] }) { norms[$0] = $1 }
            let score = formula.score(0, UnsafeBufferPointer(counts), UnsafeBufferPointer(norms))
            let place = RowRankPlace(score, at: position)
            if best.takes(place), isWanted(position) { best.insert(place) }
          }
        }
      }
    }
  }
}
