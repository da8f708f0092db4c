/// A point in the order of a query's rows, directly behind one of them.
///
/// It holds a copy of the row's keys, so it stays valid when the row is deleted.
struct RowCursor: Sendable, Hashable, Codable {
  /// The row's values in the columns of the order, by the columns' names.
  private let values: [String: AttributeValue]
  /// The row's values in properties of the order that are not declared as columns, by their key paths.
  private let others: [String: AttributeValue]
  /// The row's id as a string.
  let id: String?
  /// The row's position, which decides between rows with equal keys. For the records of an adapter, it is the number of
  /// rows with equal keys before this one.
  var position: Int

  /// Creates the cursor behind a row.
  init(_ row: UnsafeRawPointer, at position: Int, in query: Query, _ layout: TableLayout) {
    let references = query.order.compactMap(\.comparedColumn)
    let declared = references.compactMap(\.index)
    // A closure or a computed property of the order may read any column.
    let needed = declared.count < query.order.count ? Array(layout.columns.indices) : declared
    func values(_ columns: [(String, ColumnOperations)]) -> [String: AttributeValue] {
      Dictionary(columns.map { ($0, $1.attribute(row)) }) { first, _ in first }
    }
    self.values = values(needed.map { (layout.columns[$0].name, layout.columns[$0].operations) })
    others = values(references.filter { $0.index == nil }.map { ($0.name, $0.operations) })
    id = layout.id.text(row)
    self.position = position
  }

  /// How a row compares with a cursor's row, by the keys of an order alone.
  enum Side { case before, equal, behind }

  /// Returns a function that compares a row with this cursor's row by the keys of the order.
  func side(in query: Query, _ layout: TableLayout) -> (UnsafeRawPointer) -> Side {
    let own = row(in: query, layout)
    let keys = own.read { own in query.order.map { $0.precedes(with: own) } }
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

  /// Returns a function that tests whether the row with an address and a position is behind this cursor.
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

  /// Returns a row with the values of this cursor, with which other rows can be compared.
  func row(in query: Query, _ layout: TableLayout) -> OwnedRow {
    OwnedRow(of: layout) { row in
      // If a value cannot be cast back, the column keeps the value of a new record.
      for column in layout.columns {
        if let value = values[column.name] { _ = column.operations.assign(value, row) }
      }
      for reference in query.order.compactMap(\.comparedColumn) {
        if let value = others[reference.name] { _ = reference.operations.assign(value, row) }
      }
    }
  }
}
