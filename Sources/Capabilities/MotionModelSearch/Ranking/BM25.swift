import Foundation

/// Computes scores by BM25 from how often a record has each operand of a query, and from its length.
///
/// Who scores with an index and who scores without call the same functions with the same numbers, in the same order, so
/// the scores are equal to the last bit.
struct BM25: Sendable {
  private static let k1 = 1.2
  private static let b = 0.75

  private let formula: SearchRank
  let columns: Int
  private let weights: [Double]
  /// For each operand its weight in each column; with ``SearchRank/fts5``, its one weight in all.
  private let factors: [Double]
  /// The average length of each column; with ``SearchRank/fts5``, that of all together.
  private let averages: [Double]

  init(_ formula: SearchRank, _ weights: [Double], _ statistics: RankStatistics) {
    (self.formula, self.weights, columns) = (formula, weights, weights.count)
    switch formula {
    case .rank:
      averages = zip(statistics.totals, statistics.filled).map { Double($0) / Double(max(1, $1)) }
      factors = statistics.columnRows.flatMap { rows in
        rows.indices.map { column in
          let (all, own) = (Double(statistics.filled[column]), Double(rows[column]))
          return weights[column] * log(1 + (all - own + 0.5) / (own + 0.5))
        }
      }
    case .fts5:
      averages = [Double(statistics.totals.reduce(0, +)) / Double(max(1, statistics.rows))]
      factors = statistics.operandRows.flatMap { rows in
        let weight = log((Double(statistics.rows - rows) + 0.5) / (Double(rows) + 0.5))
        return weights.map { _ in weight > 0 ? weight : 1e-6 }
      }
    }
  }

  // MARK: - Scores

  /// How many norms a record has: one for each column, or with ``SearchRank/fts5`` one for all.
  var normCount: Int { averages.count }

  /// Calls `body` with the norms of a record, which say how long it is.
  ///
  /// - Parameter length: Returns how many words the record has in a column.
  @inline(__always)
  func forEachNorm(_ length: (_ column: Int) -> UInt32, _ body: (_ number: Int, _ norm: Double) -> Void) {
    switch formula {
    case .rank: for column in 0..<columns { body(column, Self.norm(Double(length(column)), averages[column])) }
    case .fts5:
      var sum = 0.0
      for column in 0..<columns { sum += Double(length(column)) }
      body(0, Self.norm(sum, averages[0]))
    }
  }

  /// Returns what an operand adds to the score of a record.
  ///
  /// - Parameters:
  ///   - counts: How often the record has the operand in each column.
  ///   - norms: The norms of the record.
  @inline(__always)
  func score(_ operand: Int, _ counts: UnsafeBufferPointer<UInt32>, _ norms: UnsafeBufferPointer<Double>) -> Double {
    switch formula {
    case .rank:
      var score = 0.0
      for column in 0..<columns where counts[column] > 0 {
        score += factors[operand &* columns &+ column] * Self.saturated(Double(counts[column]), norms[column])
      }
      return score
    case .fts5:
      var frequency = 0.0
      for column in 0..<columns { frequency += weights[column] * Double(counts[column]) }
      return factors[operand &* columns] * Self.saturated(frequency, norms[0])
    }
  }

  // MARK: - Bounds

  /// Returns a score that no row within the bounds of a block exceeds.
  func most(_ operand: Int, _ bounds: PostingBounds, _ block: Int) -> Double {
    switch formula {
    case .rank: mostOfColumns(operand, bounds, block)
    case .fts5: factors[operand &* columns] * mostOfAll(bounds, block)
    }
  }

  /// The same numbers are added as for the score of a row. They grow with the count and shrink with the length even
  /// when they are rounded: up to the greatest count that fits, the next one makes a difference of a ten-billionth at
  /// least.
  private func mostOfColumns(_ operand: Int, _ bounds: PostingBounds, _ block: Int) -> Double {
    var (most, isUnbounded) = (0.0, false)
    for column in 0..<columns {
      let factor = factors[operand &* columns &+ column]
      bounds.single(block, column).forEach { count, length in
        if count == .max { isUnbounded = true }
        most = max(most, factor * Self.saturated(Double(count), Double(length), averages[column]))
      }
    }
    bounds.forEachCorner(block) { corner in
      var score = 0.0
      for column in 0..<columns where corner[column].count > 0 {
        let (count, length) = (corner[column].most, corner[column].length)
        if count == .max { isUnbounded = true }
        score +=
          factors[operand &* columns &+ column] * Self.saturated(Double(count), Double(length), averages[column])
      }
      most = max(most, score)
    }
    return isUnbounded ? most * Self.rounding : most
  }

  /// A row has no fewer words than it has where it has the word: in one column, or, within a corner, in two of its
  /// columns at least.
  private func mostOfAll(_ bounds: PostingBounds, _ block: Int) -> Double {
    var most = 0.0
    for column in 0..<columns {
      bounds.single(block, column).forEach { count, length in
        most = max(most, Self.saturated(weights[column] * Double(count), Double(length), averages[0]))
      }
    }
    bounds.forEachCorner(block) { corner in
      var (frequency, shortest, second) = (0.0, Double.infinity, Double.infinity)
      for column in 0..<columns where corner[column].count > 0 {
        let length = Double(corner[column].length)
        frequency += weights[column] * Double(corner[column].most)
        (shortest, second) = (min(shortest, length), min(second, max(shortest, length)))
      }
      most = max(most, Self.saturated(frequency, shortest + second, averages[0]))
    }
    // The score of a row is then computed from the same numbers, so that nothing is lost.
    return columns == 1 && bounds.single(block, 0).isExact ? most : most * Self.rounding
  }

  /// A bit more than 1, for what is lost by rounding.
  static let rounding = 1 + 1e-12

  @inline(__always)
  private static func norm(_ length: Double, _ average: Double) -> Double { k1 * (1 - b + b * length / average) }

  @inline(__always)
  private static func saturated(_ frequency: Double, _ norm: Double) -> Double {
    if frequency == 0 { return 0 }
    return frequency * (k1 + 1) / (frequency + norm)
  }

  @inline(__always)
  private static func saturated(_ frequency: Double, _ length: Double, _ average: Double) -> Double {
    saturated(frequency, norm(length, average))
  }
}
