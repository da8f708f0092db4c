import MotionModel

/// The first rows of a query that is nothing but a word.
extension RankedIndex {
  /// Calls `body` with the rows of a word and their scores, block by block: the blocks first that may have the greatest scores.
  ///
  /// - Parameter isWanted: Returns whether a score, from a position on, is of interest. At the first block of which it is not,
  ///   the search ends, because no further one has a greater score or, with an equal one, a lower position.
  func forEachScore(
    ofWord word: Int, _ formula: BM25, while isWanted: (_ score: Double, _ position: Int) -> Bool,
    _ body: (_ position: Int, _ score: Double) -> Void
  ) {
    let (form, lengths) = (run.index.form, run.index.lengths)
    var counts = ContiguousArray<UInt32>(repeating: 0, count: form.places.columns)
    var norms = ContiguousArray<Double>(repeating: 0, count: formula.normCount)
    func read(_ block: PostingBlock) {
      block.read { view in
        view.forEach { _, position, places in
          form.places.count(places, in: &counts)
          formula.forEachNorm({ lengths[position, $0] }) { norms[$0] = $1 }
          let score = counts.withUnsafeBufferPointer { counts in
            norms.withUnsafeBufferPointer { formula.score(0, counts, $0) }
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
        return (block: index, most: formula.most(0, bounds))
      }
      for (block, most) in ordered.sorted(by: { $0.most == $1.most ? $0.block < $1.block : $0.most > $1.most }) {
        if !isWanted(most, blocks.blocks[block].first) { break }
        read(blocks.blocks[block])
      }
    }
  }
}
