/// A place in the order of a query's rows: behind one of them.
struct RowCursor: Sendable, Hashable, Codable {
  /// The row's values in the columns of the order, by name.
  private let values: [String: AttributeValue]
  /// Its values in properties of the order that are not declared.
  private let others: [String: AttributeValue]
  /// Its id in words.
  let id: String?
  /// Its position, which decides between rows that the order finds equal.
  var position: Int

  /// The place behind a row.
  init(_ row: UnsafeRawPointer, at position: Int, in query: Query, _ layout: TableLayout) {
    let references = query.order.compactMap(\.column)
    let declared = references.compactMap(\.index)
    // An order in code may look at anything.
    let needed = declared.count < query.order.count ? Array(layout.columns.indices) : declared
    func values(_ columns: [(String, ColumnOperations)]) -> [String: AttributeValue] {
      Dictionary(columns.map { ($0, $1.attribute(row)) }) { first, _ in first }
    }
    self.values = values(needed.map { (layout.columns[$0].name, layout.columns[$0].operations) })
    others = values(references.filter { $0.index == nil }.map { ($0.name, $0.operations) })
    id = layout.id.text(row)
    self.position = position
  }

  /// Where a row stands beside a place, by the keys of an order.
  enum Side { case before, equal, behind }

  /// The function that says on which side of this place a row stands.
  func side(in query: Query, _ layout: TableLayout) -> (UnsafeRawPointer) -> Side {
    let own = row(in: query, layout)
    let keys = query.order.map(\.precedes)
    let isReversed = query.isReversed
    return { row in
      own.read { own in
        for precedes in keys {
          if precedes(own, row) { return isReversed ? .before : .behind }
          if precedes(row, own) { return isReversed ? .behind : .before }
        }
        return .equal
      }
    }
  }

  /// The function that says whether a row stands behind this place.
  func isBehind(in query: Query, _ layout: TableLayout) -> (UnsafeRawPointer, Int) -> Bool {
    let side = side(in: query, layout)
    let (position, isReversed) = (position, query.isReversed)
    return { row, rowPosition in
      switch side(row) {
      case .before: false
      case .behind: true
      case .equal: isReversed ? rowPosition < position : rowPosition > position
      }
    }
  }

  /// A row that stands in for the one at this place in comparisons.
  private func row(in query: Query, _ layout: TableLayout) -> OwnedRow {
    OwnedRow(of: layout) { row in
      // A value that cannot be cast back leaves the column as a new record has it.
      for column in layout.columns {
        if let value = values[column.name] { _ = column.operations.assign(value, row) }
      }
      for reference in query.order.compactMap(\.column) {
        if let value = others[reference.name] { _ = reference.operations.assign(value, row) }
      }
    }
  }
}
