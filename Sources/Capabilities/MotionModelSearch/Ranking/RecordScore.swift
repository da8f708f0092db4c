extension SearchTest {
  /// Returns the score of a record by its words; 0 when it does not match.
  func score(_ words: RecordWords, _ formula: BM25) -> Double {
    let lengths = words.lengths
    var norms = ContiguousArray<Double>(repeating: 0, count: formula.normCount)
    formula.forEachNorm({ lengths[$0] }) { norms[$0] = $1 }
    var score = 0.0
    query.forEachCount(in: words) { operand, counts in
      score += counts.withUnsafeBufferPointer { counts in
        norms.withUnsafeBufferPointer { formula.score(operand, counts, $0) }
      }
    }
    return score
  }
}

extension BoundQuery {
  /// Calls `body` with each operand because of which the query finds a record, in ascending order, and with how often
  /// the operand stands in each column.
  func forEachCount(in words: RecordWords, _ body: (_ operand: Int, _ counts: ContiguousArray<UInt32>) -> Void) {
    let found = occurrences(in: words).sorted { $0.operand < $1.operand }
    var next = 0
    while next < found.count {
      let operand = found[next].operand
      var counts = ContiguousArray<UInt32>(repeating: 0, count: words.columns.count)
      while next < found.count, found[next].operand == operand {
        counts[found[next].column] += 1
        next += 1
      }
      body(operand, counts)
    }
  }
}

extension RecordWords {
  /// How many words there are in each column.
  var lengths: ContiguousArray<UInt32> { ContiguousArray(columns.map { UInt32($0.count) }) }
}
