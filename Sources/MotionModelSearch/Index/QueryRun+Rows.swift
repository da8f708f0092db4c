import MotionModel

/// The rows that match a query. Conditions that all have to be met are answered from the one with fewest rows on, and of the
/// others only those rows are looked at.
extension QueryRun {
  /// The rows that match.
  var rows: RowSet { rows(query.root, within: nil).rows }

  /// How many rows match at most.
  var mostRows: Int { mostRows(query.root) }

  /// Whether ``mostRows`` is the exact number.
  var isCountExact: Bool {
    switch query.root {
    case .nothing: true
    case .operand(let number): isCountExact(number)
    case .near, .and, .or, .not: false
    }
  }

  private func mostRows(_ node: BoundQuery.Node) -> Int {
    switch node {
    case .nothing: 0
    case .operand(let number): mostRows(number)
    case .near(let numbers, _): numbers.map { mostRows($0) }.min() ?? 0
    case .and(let nodes): nodes.map { mostRows($0) }.min() ?? 0
    case .or(let nodes): min(nodes.reduce(0) { $0 + mostRows($1) }, index.lengths.rowCount)
    case .not(let node, _): mostRows(node)
    }
  }

  /// Returns the rows that match a node, among some rows; nil for all.
  private func rows(_ node: BoundQuery.Node, within rows: RowMarks?) -> RowMarks {
    switch node {
    case .nothing: return RowMarks()
    case .operand(let number): return self.rows(operand: number, within: rows)
    case .near(let numbers, let distances):
      var marks = RowMarks()
      for position in nearPlaces(numbers, distances, within: rows)[0].positions { marks.insert(position) }
      return marks
    case .and(let nodes):
      let ordered = nodes.map { ($0, mostRows($0)) }.sorted { $0.1 < $1.1 }
      var common = rows
      for (node, _) in ordered { common = self.rows(node, within: common) }
      return common ?? RowMarks()
    case .or(let nodes):
      var marks = RowMarks()
      for node in nodes { marks.formUnion(self.rows(node, within: rows)) }
      return marks
    case .not(let node, let excluded):
      var found = self.rows(node, within: rows)
      found.subtract(self.rows(excluded, within: found))
      return found
    }
  }

  /// Returns the rows that have an operand, among some rows; nil for all.
  func rows(operand: Int, within rows: RowMarks?) -> RowMarks {
    guard let word = plainWord(operand) else { return operandRows(operand, within: rows).marks }
    var marks = RowMarks()
    if let word { marks.insert(index.words[word].rows, within: rows) }
    return marks
  }
}
