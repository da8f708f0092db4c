import MotionModel

/// Scores that no row of a chunk of 128 positions exceeds.
struct ScoreBounds {
  /// The bound of one leaf of a query.
  private enum Leaf {
    /// The same for all rows.
    case all(Double)
    /// One for each block of a list.
    case blocks(PostingBlocks, [Double])
  }

  private let root: RankedIndex.Node
  private var leaves: [Leaf]

  init(_ ranked: RankedIndex, _ formula: BM25) {
    root = ranked.root
    let index = ranked.run.index
    leaves = ranked.leaves.map { leaf in
      guard case .word(let word?) = leaf.rows else {
        guard case .found(let rows) = leaf.rows else { return .all(0) }
        return .all(formula.most(leaf.operand, rows.bounds))
      }
      switch index.words[word].rows {
      case .empty: return .all(0)
      case .few(let block): return .all(formula.most(leaf.operand, index.form.bounds(of: block, index.lengths)))
      case .many(let blocks):
        let columns = index.form.places.columns
        return .blocks(
          blocks,
          blocks.blocks.indices.map { block in
            formula.most(leaf.operand, blocks.bounds[(block * columns)..<((block + 1) * columns)])
          })
      }
    }
  }

  /// Returns a score that no row of a chunk exceeds.
  func most(inChunk chunk: Int) -> Double { most(root, chunk << 7..<(chunk + 1) << 7) }

  private func most(_ node: RankedIndex.Node, _ positions: Range<Int>) -> Double {
    switch node {
    case .nothing: 0
    case .leaves(let range): range.reduce(0) { $0 + most(leaves[$1], positions) }
    case .and(let nodes), .or(let nodes): nodes.reduce(0) { $0 + most($1, positions) }
    case .not(let node, _): most(node, positions)
    }
  }

  private func most(_ leaf: Leaf, _ positions: Range<Int>) -> Double {
    switch leaf {
    case .all(let most): return most
    case .blocks(let blocks, let bounds):
      var block = blocks.index(of: positions.lowerBound)
      var most = 0.0
      while block < bounds.count, blocks.blocks[block].first < positions.upperBound {
        most = max(most, bounds[block])
        block += 1
      }
      return most
    }
  }
}

extension OperandRows {
  /// Bounds that hold for all rows: how long they are is not known.
  var bounds: ContiguousArray<PostingBound> {
    ContiguousArray(
      greatest.map { greatest in
        var bound = PostingBound()
        for count in 1...4 where count <= greatest { bound.add(UInt32(count), 1) }
        bound.add(greatest, 1)
        return bound
      })
  }
}
