import MotionModel

/// The difference between two versions of a live result, in indexes of the rows that are shown.
struct LiveDifference: Sendable {
  private(set) var deletions: [Int] = []
  private(set) var insertions: [Int] = []
  private(set) var moves: [LiveMove<Int>] = []
  private(set) var updates: [LiveUpdate<Int>] = []

  var isEmpty: Bool { deletions.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty }

  /// A touched record, with the indexes of its rows among those that are held.
  private struct Touched {
    let touch: RowTransition
    let old: Int?
    let new: Int?
  }

  /// One of the two versions, with the indexes of the touched rows in it.
  private struct Side {
    let shown: Range<Int>
    /// In order.
    let touched: [Int]

    /// Returns how many rows that were not touched come before an index.
    func untouched(before index: Int) -> Int { index - touched.partitionIndex { $0 < index } }

    /// Which of the rows that were not touched are shown, by their numbers.
    var kept: Range<Int> { untouched(before: shown.lowerBound)..<untouched(before: shown.upperBound) }

    /// Returns the places of those shown rows that were not touched and whose numbers are not in a range: a few at
    /// either end.
    func places(outside range: Range<Int>) -> [Int] {
      let (kept, touched) = (kept, Set(touched))
      let first = kept.clamped(to: kept.lowerBound..<max(kept.lowerBound, range.lowerBound)).count
      let last = range.isEmpty ? 0 : kept.clamped(to: max(range.upperBound, kept.lowerBound)..<Int.max).count
      let front = shown.lazy.filter { !touched.contains($0) }.prefix(range.isEmpty ? kept.count : first)
      let back = shown.reversed().lazy.filter { !touched.contains($0) }.prefix(last)
      return (Array(front) + Array(back).reversed()).map { $0 - shown.lowerBound }
    }
  }

  /// Finds the difference from the rows that were touched in between. All rows in only one of the versions must be
  /// touched.
  ///
  /// Untouched rows keep their order. So the difference follows from the indexes of the touched rows, from the
  /// untouched rows that both versions show, and from the number of these before each touched row.
  ///
  /// - Parameters:
  ///   - oldIndex: Returns the index of a row in the version before.
  ///   - newIndex: Returns the index of a row in the version after.
  /// - Complexity: O(*k* log *n*), where *k* is the number of touched and of different rows, and *n* that of all rows.
  init(
    from before: LiveVersion, to after: LiveVersion, _ touches: [RowTransition], _ query: LiveQuery,
    oldIndex: (LiveRow) -> Int?, newIndex: (LiveRow) -> Int?
  ) {
    let touched = touches.map {
      Touched(touch: $0, old: $0.old.flatMap(oldIndex), new: $0.new.flatMap(newIndex))
    }
    let old = Side(shown: before.shown, touched: touched.compactMap(\.old).sorted())
    let new = Side(shown: after.shown, touched: touched.compactMap(\.new).sorted())
    let both = old.kept.overlap(new.kept)
    deletions = old.places(outside: both)
    insertions = new.places(outside: both)
    var survivors: [(touched: RowTransition, places: LiveMove<Int>, isKept: Bool)] = []
    for record in touched {
      let from = record.old.flatMap { old.shown.contains($0) ? $0 : nil }
      let to = record.new.flatMap { new.shown.contains($0) ? $0 : nil }
      switch (from, to) {
      case (let from?, let to?):
        let isKept = both.rank(of: old.untouched(before: from)) == both.rank(of: new.untouched(before: to))
        let places = LiveMove(old: from - old.shown.lowerBound, new: to - new.shown.lowerBound)
        survivors.append((record.touch, places, isKept))
      case (let from?, nil): deletions.append(from - old.shown.lowerBound)
      case (nil, let to?): insertions.append(to - new.shown.lowerBound)
      case (nil, nil): break
      }
    }
    deletions.sort()
    insertions.sort()
    survivors.sort { $0.places.new < $1.places.new }
    moves = Self.moves(survivors.map { ($0.places, $0.isKept) })
    updates = survivors.compactMap { record in
      guard let old = record.touched.old, let new = record.touched.new, old !== new else { return nil }
      let columns = query.columns(of: new, differingFrom: old)
      return columns.isEmpty ? nil : LiveUpdate(old: record.places.old, new: record.places.new, columns: columns)
    }
  }

  /// Returns the fewest moves: all but the longest sequence of records that keep their order.
  ///
  /// - Parameter records: The touched records that are shown in both versions, by their new places, each with whether
  ///   it keeps its order with all rows that were not touched.
  private static func moves(_ records: [(places: LiveMove<Int>, isKept: Bool)]) -> [LiveMove<Int>] {
    let candidates = records.indices.filter { records[$0].isKept }
    let kept = Set(candidates.map { records[$0].places.old }.longestAscent.map { candidates[$0] })
    return records.indices.filter { !kept.contains($0) }.map { records[$0].places }
  }
}

extension LiveDifference {
  /// Finds the difference from what was touched; from all rows if that is not known.
  init(from before: LiveVersion, to after: LiveVersion, _ touches: [RowTransition]?, _ query: LiveQuery) {
    if let touches, touches.count <= before.rows.count + after.rows.count + 16 {
      self.init(from: before, to: after, RowTransition.composed(touches[...], query), query) {
        before.rows.index(of: $0.reference, in: query.order)
      } newIndex: {
        after.rows.index(of: $0.reference, in: query.order)
      }
      return
    }
    let (old, new) = (before.indexes, after.indexes)
    let touched =
      query.obstacle == nil
      ? RowTransition.between(before.rows, after.rows, query) : RowTransition.all(before.rows, after.rows, query)
    self.init(from: before, to: after, touched, query) {
      old[ObjectIdentifier($0)]
    } newIndex: {
      new[ObjectIdentifier($0)]
    }
  }
}

extension Range<Int> {
  /// The numbers that are in both ranges.
  fileprivate func overlap(_ other: Range) -> Range {
    let start = Swift.max(lowerBound, other.lowerBound)
    return start..<Swift.max(start, Swift.min(upperBound, other.upperBound))
  }

  /// Returns how many numbers of the range are below a number.
  fileprivate func rank(of number: Int) -> Int { Swift.min(Swift.max(number - lowerBound, 0), count) }
}
