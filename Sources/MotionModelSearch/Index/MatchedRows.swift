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

/// Conditions that all have to be met are answered from the one with fewest rows on, and of the others only those rows are
/// looked at.
extension QueryRun {
  /// The rows that match.
  var rows: RowSet { matchedRows().marks.rows }

  /// Returns the rows that match, with what they match.
  ///
  /// - Parameters:
  ///   - rows: The only rows of interest; nil for all.
  ///   - known: Returns the rows that have an operand, if they are known already.
  func matchedRows(within rows: RowMarks? = nil, _ known: (Int) -> RowMarks? = { _ in nil }) -> MatchedRows {
    matchedRows(query.root, rows, known)
  }

  private func matchedRows(
    _ node: BoundQuery.Node, _ rows: RowMarks?, _ known: (Int) -> RowMarks?
  ) -> MatchedRows {
    switch node {
    case .nothing: return MatchedRows(marks: RowMarks(), parts: .nothing)
    case .operand(let number):
      return MatchedRows(marks: self.rows(number, rows, known(number)), parts: .operand(number))
    case .near(let numbers, let distances):
      let near = nearRows(numbers, distances, within: rows)
      return MatchedRows(marks: near.marks, parts: .near(numbers, near.rows))
    case .and(let nodes):
      var (common, parts) = (rows, [MatchedRows]())
      for (node, _) in nodes.map({ ($0, mostRows($0)) }).sorted(by: { $0.1 < $1.1 }) {
        parts.append(matchedRows(node, common, known))
        common = parts.last?.marks
      }
      return MatchedRows(marks: common ?? RowMarks(), parts: .all(parts))
    case .or(let nodes):
      var marks = RowMarks()
      let parts = nodes.map { matchedRows($0, rows, known) }
      for part in parts { marks.formUnion(part.marks) }
      return MatchedRows(marks: marks, parts: .any(parts))
    case .not(let node, let excluded):
      let found = matchedRows(node, rows, known)
      var marks = found.marks
      marks.subtract(matchedRows(excluded, marks, known).marks)
      return MatchedRows(marks: marks, parts: .found(found))
    }
  }

  private func rows(_ operand: Int, _ rows: RowMarks?, _ known: RowMarks?) -> RowMarks {
    guard var known else { return self.rows(operand: operand, within: rows) }
    if let rows { known.formIntersection(rows) }
    return known
  }
}
