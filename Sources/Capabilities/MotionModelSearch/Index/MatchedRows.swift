import MotionModel

/// The rows that match a query or a part of it, and each part of that.
struct MatchedRows: Sendable {
  let marks: RowMarks
  let parts: Parts

  /// What the rows match.
  indirect enum Parts: Sendable {
    case nothing
    case operand(Int)
    /// Operands that are near each other, with how often each stands so.
    case near([Int], [OperandRows])
    case all([MatchedRows])
    case any([MatchedRows])
    /// What is found; what is excluded is not in the rows.
    case found(MatchedRows)
  }
}

extension QueryRun {
  /// The rows that match.
  var rows: RowSet { RowMatcher(run: self, hasParts: false) { _ in nil }.matchedRows(query.root, nil).marks.rows }

  /// Returns the rows that match, with what they match.
  ///
  /// - Parameters:
  ///   - rows: The only rows of interest; nil for all.
  ///   - known: Returns the rows that have an operand, if they are known already.
  func matchedRows(within rows: RowMarks? = nil, _ known: (Int) -> RowMarks? = { _ in nil }) -> MatchedRows {
    withoutActuallyEscaping(known) { known in
      RowMatcher(run: self, hasParts: true, known: known).matchedRows(query.root, rows)
    }
  }
}

/// Conditions that all have to be met are evaluated from the rarest on, each only for the rows that met the ones
/// before.
private struct RowMatcher {
  let run: QueryRun
  /// Whether the parts that rows match are recorded, too. It takes memory for each part of the query.
  let hasParts: Bool
  /// Returns the rows that have an operand, if they are known already.
  let known: (Int) -> RowMarks?

  /// - Parameter rows: The only rows of interest; nil for all.
  func matchedRows(_ node: BoundQuery.Node, _ rows: RowMarks?) -> MatchedRows {
    switch node {
    case .nothing: return MatchedRows(marks: RowMarks(), parts: .nothing)
    case .operand(let number): return MatchedRows(marks: self.rows(number, rows), parts: .operand(number))
    case .near(let numbers, let distances):
      let near = run.nearRows(numbers, distances, within: rows, isCounted: hasParts)
      return MatchedRows(marks: near.marks, parts: .near(numbers, near.rows))
    case .and(let nodes):
      var (common, parts) = (rows, [MatchedRows]())
      for (node, _) in nodes.map({ ($0, run.mostRows($0)) }).sorted(by: { $0.1 < $1.1 }) {
        let matched = matchedRows(node, common)
        common = matched.marks
        if hasParts { parts.append(matched) }
      }
      return MatchedRows(marks: common ?? RowMarks(), parts: .all(parts))
    case .or(let nodes):
      var (marks, parts) = (RowMarks(), [MatchedRows]())
      for node in nodes {
        let matched = matchedRows(node, rows)
        marks.formUnion(matched.marks)
        if hasParts { parts.append(matched) }
      }
      return MatchedRows(marks: marks, parts: .any(parts))
    case .not(let node, let excluded):
      let found = matchedRows(node, rows)
      var marks = found.marks
      marks.subtract(RowMatcher(run: run, hasParts: false, known: known).matchedRows(excluded, marks).marks)
      return MatchedRows(marks: marks, parts: .found(found))
    }
  }

  private func rows(_ operand: Int, _ rows: RowMarks?) -> RowMarks {
    guard var known = self.known(operand) else { return run.rows(operand: operand, within: rows) }
    if let rows { known.formIntersection(rows) }
    return known
  }
}
